#pragma once
#include <vector>

#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A solid convex polygon in the plane, boundary included: at least three vertices, anticlockwise, no three on a line.
struct ConvexPolygon {
  std::vector<Vec2> vertices;

  friend bool operator==(const ConvexPolygon&, const ConvexPolygon&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
