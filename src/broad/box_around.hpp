#pragma once
#include <algorithm>
#include <cmath>

#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"

// A box that certainly contains a shape, for broad phases.
namespace carom::detail {

template <int D>
Aabb<D> box_around(const Ball<D>& ball) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    const double low = ball.center[k] - ball.radius;
    const double high = ball.center[k] + ball.radius;
    box.low[k] = low - 0x1p-52 * std::fabs(low);
    box.high[k] = high + 0x1p-52 * std::fabs(high);
  }
  return box;
}

template <int D>
Aabb<D> box_around(const Segment<D>& segment) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::min(segment.from[k], segment.to[k]);
    box.high[k] = std::max(segment.from[k], segment.to[k]);
  }
  return box;
}

template <int D>
Aabb<D> box_around(const Aabb<D>& box) {
  return box;
}

inline Aabb3 box_around(const Triangle& triangle) {
  Aabb3 box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = std::min({triangle.a[k], triangle.b[k], triangle.c[k]});
    box.high[k] = std::max({triangle.a[k], triangle.b[k], triangle.c[k]});
  }
  return box;
}

}  // namespace carom::detail
