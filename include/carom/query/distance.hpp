#pragma once
#include "carom/math/visibility.hpp"
#include "carom/query/time_of_impact.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// How far two still shapes are apart, and where they are nearest.
template <int D>
struct Distance {
  double distance = 0;  ///< signed: > 0 apart, 0 touching, < 0 overlapping
  Vec<D> point_a{};     ///< of the first shape, nearest to the second; overlapping: deepest inside it
  Vec<D> point_b{};     ///< of the second, on its boundary
  Vec<D> normal{};      ///< unit, from the first shape to the second: point_b = point_a + distance·normal
};

/// The signed distance of two still shapes. Apart: that of the nearest points. Overlapping: minus the depth, the
/// shortest way by which moving the first along −normal takes the nearest feature out of it: for solids that parts
/// them; for a polygon or a mesh the deepest of its features counts. The sign is that of exact arithmetic on the
/// inputs; `distance` is within 2⁻⁴⁴ of the exact value, relatively, barring underflow; points and normal are rounded.
/// A one-sided segment or polygon is not there for a centre behind it: with nothing there the distance is infinite,
/// both points the ball's centre and the normal zero. Where the centre gives no direction (on another centre, on an
/// edge) the normal is as `contact` documents.
template <class A, SupportedPair<A> B>
CAROM_VISIBLE Distance<kDimension<A>> distance(const A& a, const B& b);

}  // namespace carom

#pragma GCC visibility pop
