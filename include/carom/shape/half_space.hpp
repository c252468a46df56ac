#pragma once
#include "carom/math/vec.hpp"

namespace carom {

/// Solid ground behind a plane: the points x with normal·x ≤ offset. The free side is where `normal` points.
/// `normal` has length 1 up to rounding and is taken as given: a ball touches when normal·center − offset = radius.
template <int D>
struct HalfSpace {
  Vec<D> normal{};
  double offset = 0;

  friend bool operator==(const HalfSpace&, const HalfSpace&) = default;

  /// The half-space whose boundary passes through `point`, free on the side of `direction` (any length but 0).
  static HalfSpace through(const Vec<D>& point, const Vec<D>& direction) {
    const Vec<D> unit = direction / norm(direction);
    return {unit, dot(unit, point)};
  }
};

using HalfSpace2 = HalfSpace<2>;
using HalfSpace3 = HalfSpace<3>;

}  // namespace carom
