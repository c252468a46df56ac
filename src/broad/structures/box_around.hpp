#pragma once
#include <algorithm>
#include <cmath>

#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/upright_cylinder.hpp"

// A box that certainly contains a shape, for broad phases.
namespace carom::broad {

/// Of what reaches so far from a point along the k-th axis.
template <int D>
void set_reach(Aabb<D>& box, int k, double center, double reach) {
  const double low = center - reach;
  const double high = center + reach;
  box.low[k] = low - 0x1p-52 * std::fabs(low);
  box.high[k] = high + 0x1p-52 * std::fabs(high);
}

template <int D>
Aabb<D> box_around(const Ball<D>& ball) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) set_reach(box, k, ball.center[k], ball.radius);
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

template <int D>
Aabb<D> box_around(const Capsule<D>& capsule) {
  Aabb<D> box = box_around(Ball<D>{capsule.from, capsule.radius});
  const Aabb<D> other = box_around(Ball<D>{capsule.to, capsule.radius});
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::min(box.low[k], other.low[k]);
    box.high[k] = std::max(box.high[k], other.high[k]);
  }
  return box;
}

inline Aabb3 box_around(const UprightCylinder& cylinder) {
  Aabb3 box;
  const int up = static_cast<int>(cylinder.axis);
  for (int k = 0; k < 3; ++k) set_reach(box, k, cylinder.center[k], k == up ? cylinder.half_height : cylinder.radius);
  return box;
}

}  // namespace carom::broad
