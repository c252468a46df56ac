#pragma once
#include "query/answers.hpp"
#include "query/parts/half_space_parts.hpp"
#include "query/parts/upright_frame.hpp"

namespace carom::query {

/// A cylinder before a plane is a point before the plane that is farther by its support in the direction of the normal:
/// R |n across the axis| + h |n along it|. The gap is |n| times a length.
struct StandingParts {
  using Exact = math::Surd;
  static constexpr bool kConvex = true;

  const UprightCylinder& cylinder;
  const HalfSpace3& plane;

  static int count() { return 1; }

  template <class N>
  Feature<N> feature(int, const Course<N, 3>& x, double) const {
    math::Polynomial<N> height;
    for (int k = 0; k < 3; ++k) {
      const math::Polynomial<N> apart =
          x[static_cast<std::size_t>(k)] + constant(N(cylinder.center[k]) - N(plane.point[k]));
      height = height + constant(N(plane.normal[k])) * apart;
    }
    const Vec3 n = upright(plane.normal, cylinder.axis);
    N reach = N(plane.offset) * math::norm_in<N>(plane.normal) + N(cylinder.half_height) * N(std::fabs(n.z));
    if (const Vec2 across{n.x, n.y}; !is_zero(across)) reach = reach + N(cylinder.radius) * math::norm_in<N>(across);
    return {height - constant(reach)};
  }

  /// Below the lowest point; of a cap or a line that lies on the plane, below its middle.
  Touch<3> touch(int, const Vec3& displacement, const Vec3&, double) const {
    const Vec3 out = direction(plane.normal, Vec3{});
    const Vec3 n = upright(plane.normal, cylinder.axis);
    const Vec2 across = direction(Vec2{n.x, n.y}, Vec2{});
    const double rise = n.z > 0 ? cylinder.half_height : n.z < 0 ? -cylinder.half_height : 0;
    const Vec3 down{cylinder.radius * across.x, cylinder.radius * across.y, rise};
    const Vec3 lowest = cylinder.center + displacement - in_space(down, cylinder.axis);
    return {lowest - (dot(out, lowest - plane.point) - plane.offset) * out, -out};
  }

  double length(int, const Still& still, const Vec3&, double) const { return still.gap / math::any_norm(plane.normal); }
};

template <>
struct Seen<UprightCylinder, HalfSpace3> {
  Ball<3> ball{};
  StandingParts parts;

  Seen(const UprightCylinder& a, const HalfSpace3& b) : parts{a, b} {}
};

}  // namespace carom::query
