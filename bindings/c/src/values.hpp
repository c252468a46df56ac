#pragma once
#include <limits>
#include <optional>
#include <variant>

#include "carom/carom.h"
#include "carom/query/verdict.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/sim/body.hpp"

// The structures of the C interface, and those of C++.
namespace carom::c {

template <int D>
Vec<D> vec(const carom_vec& v) {
  if constexpr (D == 2)
    return {v.x, v.y};
  else
    return {v.x, v.y, v.z};
}
inline carom_vec plain(const Vec2& v) {
  return {v.x, v.y, 0};
}
inline carom_vec plain(const Vec3& v) {
  return {v.x, v.y, v.z};
}
template <int D>
Spin<D> spin(const carom_vec& v) {
  if constexpr (D == 2)
    return v.z;
  else
    return vec<3>(v);
}
inline carom_vec plain_spin(double spin) {
  return {0, 0, spin};
}
inline carom_vec plain_spin(const Vec3& spin) {
  return plain(spin);
}

inline constexpr double kNotSet = std::numeric_limits<double>::quiet_NaN();
std::optional<double> if_set(double value);

/// nullptr: none. std::invalid_argument, which begins with `argument`, for more than one law and what is not finite.
template <int D>
Motion<D> motion(const carom_motion* motion, const char* argument);

/// Checked (carom/shape/check.hpp): std::invalid_argument, which begins with `argument`.
template <int D>
Ball<D> checked_ball(const carom_ball& ball, const char* argument);

/// Any shape that queries are asked about.
template <int D>
struct QueriedShape;
template <>
struct QueriedShape<2> {
  using type = std::variant<Ball<2>, HalfSpace<2>, Segment<2>, Aabb<2>, Polygon, Capsule<2>, ConvexPolygon, Arc>;
};
template <>
struct QueriedShape<3> {
  using type =
      std::variant<Ball<3>, HalfSpace<3>, Segment<3>, Aabb<3>, TriangleMesh, Capsule<3>, UprightCylinder, Triangle>;
};

/// Checked (carom/shape/check.hpp). std::invalid_argument, which begins with `argument`, for a kind that there is not.
template <int D>
typename QueriedShape<D>::type queried_shape(const carom_shape& shape, const char* argument);

/// "a ball", "an arc": as messages name it.
const char* name(carom_shape_kind kind);

template <int D>
carom_impact plain(const std::optional<Impact<D>>& impact, Proximity start) {
  const auto stood = static_cast<carom_proximity>(impact ? impact->start : start);
  const auto word = static_cast<carom_verdict>(verdict(impact, impact ? impact->start : start));
  if (!impact) return {kForever, {}, {}, stood, word};
  return {impact->time, plain(impact->point), plain(impact->normal), stood, word};
}

}  // namespace carom::c
