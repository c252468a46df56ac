#pragma once
#include <cstddef>

#include "query/parts/separation.hpp"
#include "shape/upright.hpp"

// Upright shapes are taken apart as if their axis were along z: the coordinates take turns, and none is changed.
namespace carom::query {

using shape::axis_in_space;
using shape::in_space;
using shape::upright;

template <class N>
Course<N, 3> upright(const Course<N, 3>& x, Axis up) {
  const auto along = [&](int k) { return x[static_cast<std::size_t>(axis_in_space(up, k))]; };
  return {along(0), along(1), along(2)};
}

/// Parts whose axis is along z, asked about in space.
template <class Parts>
struct UprightFrame {
  static constexpr bool kConvex = Parts::kConvex;
  Parts parts;
  Axis up = Axis::z;

  int count() const { return parts.count(); }
  int count_from(const Ball<3>& ball) const { return parts.count_from({upright(ball.center, up), ball.radius}); }
  Aabb3 whole() const { return in_space(parts.whole(), up); }
  Aabb3 bound(int part) const { return in_space(parts.bound(part), up); }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double radius) const {
    if (up == Axis::z) return parts.template feature<N>(part, x, radius);
    return parts.template feature<N>(part, upright(x, up), radius);
  }
  Touch<3> touch(int part, const Vec3& center, const Vec3& velocity, double radius) const {
    const Touch<3> touch = parts.touch(part, upright(center, up), upright(velocity, up), radius);
    return {in_space(touch.foot, up), in_space(touch.normal, up)};
  }
  double length(int part, const Still& still, const Vec3& center, double radius) const {
    return parts.length(part, still, upright(center, up), radius);
  }
};

}  // namespace carom::query
