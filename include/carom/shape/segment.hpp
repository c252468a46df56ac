#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Which sides of an edge stop a ball. `front` is the left of the direction from → to, and exists in 2D only.
enum class Sides { two, front };

/// The straight line between two different points, its two ends included as still points.
///
/// A two-sided segment stops a ball from anywhere. A one-sided one (2D) stops only a ball whose centre is on its front
/// (on the line counts) at the moment of contact, at the side and at both ends alike: from behind, a ball passes
/// through. A ball that starts astride is in contact if its centre is on the front, and free to leave if behind.
template <int D>
struct Segment {
  Vec<D> from{};
  Vec<D> to{};
  Sides sides = Sides::two;

  friend bool operator==(const Segment&, const Segment&) = default;
};

using Segment2 = Segment<2>;
using Segment3 = Segment<3>;

}  // namespace carom

#pragma GCC visibility pop
