#pragma once
#include "query/parts/separation.hpp"
#include "query/straight/straight_plane.hpp"

namespace carom::query {

template <int D>
struct HalfSpaceParts {
  using Exact = math::Surd;

  const HalfSpace<D>& plane;

  int count() const { return 1; }
  template <class N>
  Feature<N> feature(int, const Course<N, D>& x, double radius) const {
    return half_space_feature<N, D>(x, plane, radius);
  }
  std::optional<double> straight_impact(int, const RelativeMotion<D>& m, double radius, double horizon) const {
    return straight_plane_impact(m.p, m.motion.velocity, radius, plane, m.other.velocity, horizon);
  }
  Touch<D> touch(int, const Vec<D>& center, const Vec<D>&, double) const {
    const HalfSpace<D> unit = is_unit(plane) ? plane : plane.unit();
    return {center - (dot(unit.normal, center) - unit.offset) * unit.normal, -unit.normal};
  }
  /// The gap is |normal| times a length.
  double length(int, const Still& still, const Vec<D>&, double) const {
    return math::is_axis(plane.normal) ? still.gap : still.gap / math::any_norm(plane.normal);
  }
};

template <int D>
struct PartsOf<HalfSpace<D>> {
  using type = HalfSpaceParts<D>;
};

}  // namespace carom::query
