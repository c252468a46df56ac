#pragma once
#include <cmath>

#include "carom/math/vec.hpp"

namespace carom::broad {

/// The side of cubes of which about `cells` fill a box; axes along which the box is thinner than a cube do not count.
/// 0 for a point.
template <int D>
double cube_side(const Vec<D>& extent, double cells);

}  // namespace carom::broad
