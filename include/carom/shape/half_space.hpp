#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Solid ground behind a plane: the points x with normal·(x − point) ≤ offset |normal|. The free side is where `normal`
/// points; it may have any length but 0, and is taken as given: a ball touches when normal·(center − point) =
/// (offset + radius) |normal|, with the root of |normal|² as it is and not rounded.
template <int D>
struct HalfSpace {
  Vec<D> normal{};
  double offset = 0;  ///< how far the plane is from `point`, in the direction of `normal`
  Vec<D> point{};

  friend bool operator==(const HalfSpace&, const HalfSpace&) = default;

  /// The half-space whose boundary passes through `point`, free on the side of `direction` (any length but 0).
  static HalfSpace through(const Vec<D>& point, const Vec<D>& direction) { return {direction, 0, point}; }

  /// The same by a normal of length 1 and an offset from the origin, both rounded; itself if it is that already.
  HalfSpace unit() const;
};

using HalfSpace2 = HalfSpace<2>;
using HalfSpace3 = HalfSpace<3>;

}  // namespace carom

#pragma GCC visibility pop
