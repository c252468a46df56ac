#pragma once
#include "carom/index/index.hpp"

namespace carom::detail {

/// A margin for the error of a computed time (docs/theory/time-of-impact.md): 2⁻³⁸ of it at most.
inline constexpr double kLater = 1 + 0x1p-36;

/// The time at which time_of_impact says that a ball meets an item; kForever if it does not.
template <int D>
double hit_time(const Cast<D>& cast, const Ball<D>& item) {
  return impact_time<D>(cast.ball, {cast.velocity}, item, {}, cast.horizon);
}
template <int D, class Shape>
double hit_time(const Cast<D>& cast, const Shape& item) {
  const auto impact = time_of_impact(cast.ball, Motion<D>(Linear<D>{cast.velocity}), item, Motion<D>(), cast.horizon);
  return impact ? impact->time : kForever;
}

/// Keeps the earlier of two hits, or the one with the lesser id.
inline void keep_first(FirstHit& best, ItemId item, double time) {
  if (time < best.time || (time == best.time && time < kForever && item < best.item)) best = {item, time};
}

}  // namespace carom::detail
