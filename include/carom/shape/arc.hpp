#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A part of a circle in the plane, its two ends included as still points: seen from `center`, from the direction
/// `from` anticlockwise to the direction `to`. Directions may have any length but 0 and are taken as given: an end is
/// at center + radius · direction/|direction|, which is not rounded. The same direction twice is the whole circle.
///
/// It is a curve, not solid: it stops a ball from inside and from outside.
struct Arc {
  Vec2 center{};
  double radius = 0;  ///< > 0
  Vec2 from{1, 0};
  Vec2 to{1, 0};

  friend bool operator==(const Arc&, const Arc&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
