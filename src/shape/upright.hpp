#pragma once
#include <string>

#include "carom/shape/upright_cylinder.hpp"
#include "shape/mapped.hpp"

// Points and shapes seen as if an axis in space were along z: the coordinates take turns, and none is changed.
namespace carom::shape {

inline std::string name_of(Axis axis) {
  return {"xyz"[static_cast<int>(axis)]};
}

/// The axis in space that is the k-th of the upright frame: for x the frame is y, z, x, for y it is z, x, y.
constexpr int axis_in_space(Axis up, int k) {
  return (static_cast<int>(up) + 1 + k) % 3;
}

inline Vec3 upright(const Vec3& v, Axis up) {
  return {v[axis_in_space(up, 0)], v[axis_in_space(up, 1)], v[axis_in_space(up, 2)]};
}
inline Vec3 in_space(const Vec3& v, Axis up) {
  Vec3 result;
  for (int k = 0; k < 3; ++k) result[axis_in_space(up, k)] = v[k];
  return result;
}

template <class Shape>
Shape upright(const Shape& whole, Axis up) {
  return mapped(whole, [up](const Vec3& point) { return upright(point, up); });
}
template <class Shape>
Shape in_space(const Shape& whole, Axis up) {
  return mapped(whole, [up](const Vec3& point) { return in_space(point, up); });
}

/// Of a cylinder along that axis.
inline UprightCylinder upright(const UprightCylinder& cylinder, Axis up) {
  return {upright(cylinder.center, up), cylinder.radius, cylinder.half_height};
}
inline UprightCylinder in_space(const UprightCylinder& cylinder, Axis up) {
  return {in_space(cylinder.center, up), cylinder.radius, cylinder.half_height, up};
}

}  // namespace carom::shape
