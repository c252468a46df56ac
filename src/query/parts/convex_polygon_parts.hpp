#pragma once
#include "query/parts/segment_parts.hpp"

namespace carom::query {

/// A convex polygon's edges and corners seen from outside, then its edges seen from inside: there the nearest edge
/// counts.
struct ConvexPolygonParts {
  const ConvexPolygon& polygon;

  int vertices() const { return static_cast<int>(polygon.vertices.size()); }
  int count() const { return 3 * vertices(); }
  /// Without the edges seen from inside, which a centre that starts outside never comes to before an impact.
  int count_from(const Circle& ball) const { return certainly_outside(ball.center) ? 2 * vertices() : count(); }

  Segment2 edge(int k) const {
    const auto i = static_cast<std::size_t>(k % vertices());
    return {polygon.vertices[i], polygon.vertices[i + 1 == polygon.vertices.size() ? 0 : i + 1]};
  }

  Aabb2 bound(int part) const {
    if (part >= 2 * vertices()) return unbounded<2>();
    return box_around(edge(part).from, is_corner(part) ? edge(part).from : edge(part).to);
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 2>& x, double radius) const {
    if (part < vertices()) return outer_edge<N>(edge(part), x, radius);
    if (part < 2 * vertices()) return corner<N>(part - vertices(), x, radius);
    return inner_edge<N>(part - 2 * vertices(), x);
  }

  Touch<2> touch(int part, const Vec2& center, const Vec2& velocity, double radius) const {
    const Segment2 side = edge(part);
    const Vec2 inward = -across(side.to - side.from);
    if (is_corner(part)) return {side.from, towards_foot(center - side.from, velocity, radius, inward)};
    return {touch_side(side, center, velocity, radius).foot, inward};
  }

  double length(int part, const Still& still, const Vec2& center, double radius) const {
    const Segment2 side = edge(part);
    if (is_corner(part)) return length_of_offset(still, center - side.from, radius);
    if (part >= vertices() || radius == 0) return still.gap / query::length(side.to - side.from) - radius;
    return length_at_side(side, still, center, radius);
  }

 private:
  bool is_corner(int part) const { return part >= vertices() && part < 2 * vertices(); }

  bool certainly_outside(const Vec2& center) const {
    const auto still = course<math::Uncertain<double>, 2>({center, {}, {}});
    for (int k = 0; k < vertices(); ++k) {
      const auto out = beyond(SegmentFrame<math::Uncertain<double>, 2>(still, edge(k)));
      if (!out.is_zero() && out[0].sign() == 1) return true;
    }
    return false;
  }

  /// How far outside an edge, times its length.
  template <class N>
  static math::Polynomial<N> beyond(const SegmentFrame<N, 2>& frame) {
    return -frame.across[0];
  }

  template <class N>
  static Feature<N> outer_edge(const Segment2& edge, const Course<N, 2>& x, double radius) {
    const SegmentFrame<N, 2> frame(x, edge);
    const math::Polynomial<N> out = beyond(frame);
    const N r(radius);
    Feature<N> feature = radius == 0 ? Feature<N>{out} : squared(square(out), r * r * frame.length2);
    feature.demand(frame.along);
    feature.demand(constant(frame.length2) - frame.along);
    feature.demand(out);
    return feature;
  }

  template <class N>
  Feature<N> corner(int k, const Course<N, 2>& x, double radius) const {
    Feature<N> feature = end_feature<N, 2>(x, edge(k), End::from, N(radius));
    feature.demand(end_feature<N, 2>(x, edge(k + vertices() - 1), End::to, N(radius)).region[0]);
    return feature;
  }

  /// The gap is that of the centre, which is inside.
  template <class N>
  Feature<N> inner_edge(int k, const Course<N, 2>& x) const {
    const SegmentFrame<N, 2> own(x, edge(k));
    Feature<N> feature{beyond(own)};
    feature.demand(-beyond(own));
    for (int j = 0; j < vertices(); ++j) {
      if (j == k) continue;
      const SegmentFrame<N, 2> other(x, edge(j));
      feature.demand(-beyond(other));
      feature.demand(square(beyond(other)) * constant(own.length2) - square(beyond(own)) * constant(other.length2));
    }
    return feature;
  }
};

template <>
struct PartsOf<ConvexPolygon> {
  using type = ConvexPolygonParts;
};

}  // namespace carom::query
