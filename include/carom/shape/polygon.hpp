#pragma once
#include <vector>

#include "carom/math/vec.hpp"
#include "carom/shape/segment.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A chain of straight edges in the plane. Vertices and edges are kept apart, so that no corner counts twice:
/// edge k runs from vertex k to vertex k + 1, and back to vertex 0 if `closed`.
/// With `Sides::front` the left of each edge is the free side (anticlockwise vertices: the inside is free).
struct Polygon {
  std::vector<Vec2> vertices;
  bool closed = true;
  Sides sides = Sides::two;

  friend bool operator==(const Polygon&, const Polygon&) = default;

  int edge_count() const { return static_cast<int>(vertices.size()) - (closed ? 0 : 1); }
  Segment2 edge(int k) const {
    const auto i = static_cast<std::size_t>(k);
    return {vertices[i], vertices[i + 1 == vertices.size() ? 0 : i + 1], sides};
  }
};

}  // namespace carom

#pragma GCC visibility pop
