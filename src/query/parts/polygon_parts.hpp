#pragma once
#include "query/parts/segment_parts.hpp"

namespace carom::query {

/// A polygon's edges, then its corners. A corner of a one-sided polygon stops a ball whose centre is on the front of
/// either of its edges, so it comes twice, once with each front.
struct PolygonParts {
  const Polygon& polygon;

  int vertices() const { return static_cast<int>(polygon.vertices.size()); }
  int edges() const { return polygon.edge_count(); }
  int count() const { return edges() + (polygon.sides == Sides::front ? 2 : 1) * vertices(); }

  Aabb2 bound(int part) const {
    if (part < edges()) return box_around(polygon.edge(part).from, polygon.edge(part).to);
    const Vec2& corner = polygon.vertices[static_cast<std::size_t>((part - edges()) % vertices())];
    return {corner, corner};
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 2>& x, double radius) const {
    if (part < edges()) return side_feature<N, 2>(x, polygon.edge(part), radius);
    const int vertex = (part - edges()) % vertices();
    const bool second_front = part - edges() >= vertices();
    const bool has_next = polygon.closed || vertex < edges();
    const bool has_previous = polygon.closed || vertex > 0;
    const int previous = vertex > 0 ? vertex - 1 : edges() - 1;
    if (!has_next) return end_feature<N, 2>(x, polygon.edge(previous), End::to, radius);
    Feature<N> corner = end_feature<N, 2>(x, polygon.edge(vertex), End::from, radius);
    if (!has_previous) return corner;
    const Feature<N> other = end_feature<N, 2>(x, polygon.edge(previous), End::to, radius);
    corner.demand(other.region[0]);
    if (second_front) corner.region[1] = other.region[1];
    return corner;
  }

  Touch<2> touch(int part, const Vec2& center, const Vec2& velocity, double radius) const {
    if (part < edges()) return touch_side(polygon.edge(part), center, velocity, radius);
    const int vertex = (part - edges()) % vertices();
    const Segment2 edge = polygon.edge(std::min(vertex, edges() - 1));
    const Vec2& corner = polygon.vertices[static_cast<std::size_t>(vertex)];
    return {corner, towards_foot(center - corner, velocity, radius, across(edge.to - edge.from))};
  }

  double length(int part, const Still& still, const Vec2& center, double radius) const {
    if (part < edges()) return length_at_side(polygon.edge(part), still, center, radius);
    const Vec2& corner = polygon.vertices[static_cast<std::size_t>((part - edges()) % vertices())];
    return length_of_offset(still, center - corner, radius);
  }
};

template <>
struct PartsOf<Polygon> {
  using type = PolygonParts;
};

}  // namespace carom::query
