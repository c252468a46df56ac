#pragma once

namespace carom {

/// How two bodies' restitutions e1, e2 give the pair's: (e1 + e2)/2; (m1 e1 + m2 e2)/(m1 + m2), an immovable body's
/// value counting alone; the smaller; the larger; e1 e2.
enum class RestitutionRule { average, mass_weighted, minimum, maximum, product };

/// The pair's restitution. Masses may be infinite; two infinite masses weigh the same.
double pair_restitution(RestitutionRule rule, double e1, double mass1, double e2, double mass2);

/// Restitution of an impact at a normal speed v ≥ 0, where slow impacts lose less: e from `full_speed` v0 > 0 on, else
/// 1 − (1 − e)(v/v0)^¾ (Bizon, Shattuck, Swift, McCormick and Swinney, Physical Review Letters 80, 57, 1998).
double restitution_at(double speed, double e, double full_speed);

}  // namespace carom
