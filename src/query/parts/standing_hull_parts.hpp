#pragma once
#include "query/answers.hpp"
#include "query/parts/hull.hpp"

namespace carom::query {

/// A hull before a plane is each of its corners before it, as a ball of the hull's radius.
template <int D>
struct StandingHullParts {
  using Exact = math::Surd;
  static constexpr bool kConvex = true;

  Hull<D> hull;
  const HalfSpace<D>& plane;

  int count() const { return hull.corners(); }

  template <class N>
  Feature<N> feature(int part, const Course<N, D>& x, double) const {
    Course<N, D> corner = x;
    for (int k = 0; k < D; ++k) {
      const auto i = static_cast<std::size_t>(k);
      corner[i] = corner[i] + constant(N(hull.corner(part)[k]));
    }
    Feature<N> feature = half_space_feature<N, D>(corner, plane, hull.radius);
    hull.each_neighbour(part, [&](const Vec<D>& next) {
      N higher;
      for (int k = 0; k < D; ++k)
        if (plane.normal[k] != 0) higher = higher + N(plane.normal[k]) * (N(next[k]) - N(hull.corner(part)[k]));
      feature.demand(constant(higher));
    });
    return feature;
  }

  /// Below the lowest corner, or below the middle of those that are as low as the part.
  Touch<D> touch(int part, const Vec<D>& displacement, const Vec<D>&, double) const {
    const Vec<D> out = direction(plane.normal, Vec<D>{});
    Vec<D> lowest{};
    int count = 0;
    for (int k = 0; k < hull.corners(); ++k) {
      const Vec<D> way = hull.corner(k) - hull.corner(part);
      if (dot(out, way) != 0) continue;
      lowest += way;
      ++count;
    }
    const Vec<D> at = hull.corner(part) + lowest / count + displacement;
    return {at - (dot(out, at - plane.point) - plane.offset) * out, -out};
  }

  double length(int, const Still& still, const Vec<D>&, double) const {
    return math::is_axis(plane.normal) ? still.gap : still.gap / math::any_norm(plane.normal);
  }
};

template <HullShape A>
struct Seen<A, HalfSpace<kDimension<A>>> {
  Ball<kDimension<A>> ball{};
  StandingHullParts<kDimension<A>> parts;

  Seen(const A& a, const HalfSpace<kDimension<A>>& b) : parts{hull_of(a), b} {}
};

}  // namespace carom::query
