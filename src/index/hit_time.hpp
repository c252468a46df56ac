#pragma once
#include <algorithm>

#include "carom/index/index.hpp"
#include "query/reach.hpp"
#include "query/straight/straight_miss.hpp"

namespace carom::index {

/// A margin for the error of a computed time (docs/theory/time-of-impact.md): 2⁻³⁸ of it at most.
inline constexpr double kLater = 1 + 0x1p-36;

/// A cheap proof that a cast meets nothing of an item until a time; false: none was found.
template <int D, class Shape>
bool surely_missed(const Cast<D>&, const Shape&, double) {
  return false;
}
template <int D>
bool surely_missed(const Cast<D>& cast, const Aabb<D>& box, double end) {
  const query::StraightPath<D> path{cast.ball.center, cast.velocity, cast.ball.radius, end};
  return query::disjoint(query::reach(path), box) || query::surely_misses(path, box);
}
inline bool surely_missed(const Cast<3>& cast, const Triangle& triangle, double end) {
  return query::surely_misses({cast.ball.center, cast.velocity, cast.ball.radius, end}, triangle);
}

/// The time at which time_of_impact says that a ball meets an item; kForever if it does not, or not until `end`. A time
/// on a straight path does not depend on the end, if that is farther off than the doubt about it; but for two balls.
template <int D>
double hit_time(const Cast<D>& cast, const Ball<D>& item, double) {
  return impact_time<D>(cast.ball, {cast.velocity}, item, {}, cast.horizon);
}
template <int D, class Shape>
double hit_time(const Cast<D>& cast, const Shape& item, double end) {
  end = std::min(cast.horizon, end);
  if (surely_missed(cast, item, end)) return kForever;
  const auto impact = time_of_impact(cast.ball, Motion<D>(Linear<D>{cast.velocity}), item, Motion<D>(), end);
  return impact ? impact->time : kForever;
}

/// Keeps the earlier of two hits, or the one with the lesser id.
inline void keep_first(FirstHit& best, ItemId item, double time) {
  if (time < best.time || (time == best.time && time < kForever && item < best.item)) best = {item, time};
}

}  // namespace carom::index
