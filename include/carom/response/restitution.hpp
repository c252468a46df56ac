#pragma once

#pragma GCC visibility push(default)

namespace carom {

/// Restitution of an impact at a normal speed v ≥ 0, where slow impacts lose less: e from `full_speed` v0 > 0 on, else
/// 1 − (1 − e)(v/v0)^¾ (Bizon, Shattuck, Swift, McCormick and Swinney, Physical Review Letters 80, 57, 1998).
double restitution_at(double speed, double e, double full_speed);

}  // namespace carom

#pragma GCC visibility pop
