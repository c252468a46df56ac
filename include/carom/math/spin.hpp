#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

template <int D>
struct SpinOf;
template <>
struct SpinOf<2> {
  using type = double;
};
template <>
struct SpinOf<3> {
  using type = Vec3;
};

/// Angular velocity, in radians per unit of time: a number in the plane, positive anticlockwise; in space a vector
/// along the axis, by the right hand.
template <int D>
using Spin = typename SpinOf<D>::type;

/// Moment of inertia of a homogeneous disc, or sphere: so much m r².
template <int D>
inline constexpr double kHomogeneousInertia = D == 2 ? 0.5 : 0.4;

/// ω × r: the velocity, by a spin alone, of what is at `arm` from the centre.
constexpr Vec2 cross(double spin, const Vec2& arm) {
  return {-spin * arm.y, spin * arm.x};
}

constexpr double dot(double a, double b) {
  return a * b;
}

constexpr double norm2(double spin) {
  return spin * spin;
}

inline bool is_finite(double spin) {
  return std::isfinite(spin);
}

constexpr bool is_zero(double spin) {
  return spin == 0;
}

}  // namespace carom

#pragma GCC visibility pop
