#pragma once
#include "carom/math/visibility.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// The area (2D) or volume (3D) that a ball and a box have in common: 0 if they touch or are apart. Within 10⁻⁹ of that
/// of the whole ball, and exact but for rounding where the box holds it all. The radius is at least 0, low ≤ high.
template <int D>
CAROM_VISIBLE double overlap_volume(const Ball<D>& ball, const Aabb<D>& box);

}  // namespace carom

#pragma GCC visibility pop
