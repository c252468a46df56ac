#pragma once
#include "carom/shape/aabb.hpp"

namespace carom::shape {

/// Whether a point is in a box, boundary included.
template <int D>
bool holds(const Aabb<D>& box, const Vec<D>& point) {
  bool inside = true;
  for (int k = 0; k < D; ++k) inside = inside && box.low[k] <= point[k] && point[k] <= box.high[k];
  return inside;
}

}  // namespace carom::shape
