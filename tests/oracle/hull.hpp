#pragma once
#include <algorithm>
#include <vector>

#include "query.hpp"

// The shapes that are hulls of a few corners, grown by a radius.
namespace oracle {

template <int D>
struct Hull {
  std::vector<Vec<D>> corners;
  double radius = 0;
};

template <int D>
Hull<D> hull_of(const Segment<D>& s) {
  return {{s.from, s.to}};
}
template <int D>
Hull<D> hull_of(const Capsule<D>& c) {
  return {{c.from, c.to}, c.radius};
}
template <int D>
Hull<D> hull_of(const Aabb<D>& b) {
  Hull<D> hull;
  for (int code = 0; code < 1 << D; ++code) {
    Vec<D> corner;
    for (int k = 0; k < D; ++k) corner[k] = code >> k & 1 ? b.high[k] : b.low[k];
    if (std::find(hull.corners.begin(), hull.corners.end(), corner) == hull.corners.end())
      hull.corners.push_back(corner);
  }
  return hull;
}
inline Hull<2> hull_of(const ConvexPolygon& p) {
  return {p.vertices};
}
inline Hull<3> hull_of(const Triangle& t) {
  return {{t.a, t.b, t.c}};
}

template <class Shape>
concept HasHull = requires(const Shape& s) {
  hull_of(s);
};

}  // namespace oracle
