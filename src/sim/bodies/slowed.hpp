#pragma once
#include "carom/math/portable.hpp"
#include "sim/bodies/particle.hpp"

namespace carom::sim {

/// When a slowed ball, `dt` after its last event, has come as far as it would have at `after` with neither stop nor
/// damping: x₀ + v (1 − exp(−k t))/k is x₀ + v s.
template <int D>
[[gnu::noinline]] double slowed(const Law<D>& law, double dt, double after) {
  if (law.damping == 0) return after <= law.stop - dt ? after : query::kNever;
  const double k = law.damping;
  return k * after < 1 ? -portable::log1p(-k * after) / k : query::kNever;
}

}  // namespace carom::sim
