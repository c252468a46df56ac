#pragma once

#pragma GCC visibility push(default)

namespace carom {

/// How two bodies' values x1, x2 of restitution or friction give the pair's: (x1 + x2)/2; (m1 x1 + m2 x2)/(m1 + m2), an
/// immovable body's value counting alone; the smaller; the larger; x1 x2.
enum class CombineRule { average, mass_weighted, minimum, maximum, product };

/// The pair's value. Masses may be infinite; two infinite masses weigh the same. Values ≥ 0; one of friction may be
/// infinite, and in a product 0 times that is 0.
double combine(CombineRule rule, double x1, double mass1, double x2, double mass2);

}  // namespace carom

#pragma GCC visibility pop
