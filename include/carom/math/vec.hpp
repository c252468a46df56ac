#pragma once
#include <cmath>

#pragma GCC visibility push(default)

namespace carom {

/// A vector or point of D components, D = 2 or 3: an aggregate with named fields, so that `{1, 2}` is one.
template <int D>
struct Vec;

template <>
struct Vec<2> {
  double x = 0;
  double y = 0;

  constexpr double& operator[](int k) { return k == 0 ? x : y; }
  constexpr const double& operator[](int k) const { return k == 0 ? x : y; }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

template <>
struct Vec<3> {
  double x = 0;
  double y = 0;
  double z = 0;

  constexpr double& operator[](int k) { return k == 0 ? x : (k == 1 ? y : z); }
  constexpr const double& operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

using Vec2 = Vec<2>;
using Vec3 = Vec<3>;

template <int D>
constexpr Vec<D> operator+(const Vec<D>& a, const Vec<D>& b) {
  if constexpr (D == 2)
    return {a.x + b.x, a.y + b.y};
  else
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <int D>
constexpr Vec<D> operator-(const Vec<D>& a, const Vec<D>& b) {
  if constexpr (D == 2)
    return {a.x - b.x, a.y - b.y};
  else
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <int D>
constexpr Vec<D> operator-(const Vec<D>& a) {
  if constexpr (D == 2)
    return {-a.x, -a.y};
  else
    return {-a.x, -a.y, -a.z};
}

template <int D>
constexpr Vec<D> operator*(double s, const Vec<D>& a) {
  if constexpr (D == 2)
    return {s * a.x, s * a.y};
  else
    return {s * a.x, s * a.y, s * a.z};
}

template <int D>
constexpr Vec<D> operator*(const Vec<D>& a, double s) {
  return s * a;
}

template <int D>
constexpr Vec<D> operator/(const Vec<D>& a, double s) {
  if constexpr (D == 2)
    return {a.x / s, a.y / s};
  else
    return {a.x / s, a.y / s, a.z / s};
}

template <int D>
constexpr Vec<D>& operator+=(Vec<D>& a, const Vec<D>& b) {
  return a = a + b;
}

template <int D>
constexpr Vec<D>& operator-=(Vec<D>& a, const Vec<D>& b) {
  return a = a - b;
}

template <int D>
constexpr double dot(const Vec<D>& a, const Vec<D>& b) {
  if constexpr (D == 2)
    return a.x * b.x + a.y * b.y;
  else
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The signed area of the parallelogram (a, b): positive when b is to the left of a.
constexpr double cross(const Vec2& a, const Vec2& b) {
  return a.x * b.y - a.y * b.x;
}

constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <int D>
constexpr double norm2(const Vec<D>& a) {
  return dot(a, a);
}

template <int D>
double norm(const Vec<D>& a) {
  return std::sqrt(norm2(a));
}

template <int D>
inline bool is_finite(const Vec<D>& a) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(a[k])) return false;
  return true;
}

template <int D>
constexpr bool is_zero(const Vec<D>& a) {
  return a == Vec<D>{};
}

}  // namespace carom

#pragma GCC visibility pop
