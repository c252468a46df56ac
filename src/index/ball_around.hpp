#pragma once
#include <cmath>

#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"

// A ball that certainly contains a shape, for the search along its path.
namespace carom::index {

template <int D>
const Ball<D>& ball_around(const Ball<D>& ball) {
  return ball;
}

/// Around two points, and `more`; the rounding of the middle and of the length is far below 2⁻⁴⁸ of the coordinates.
template <int D>
Ball<D> ball_around(const Vec<D>& from, const Vec<D>& to, double more) {
  double size = more;
  for (int k = 0; k < D; ++k) size += std::fabs(from[k]) + std::fabs(to[k]);
  return {0.5 * from + 0.5 * to, norm(0.5 * to - 0.5 * from) + more + 0x1p-48 * size};
}
template <int D>
Ball<D> ball_around(const Capsule<D>& capsule) {
  return ball_around(capsule.from, capsule.to, capsule.radius);
}
template <int D>
Ball<D> ball_around(const Aabb<D>& box) {
  return ball_around(box.low, box.high, 0);
}

}  // namespace carom::index
