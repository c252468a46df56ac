#pragma once
#include <cmath>

#include "carom/math/vec.hpp"

namespace carom::io {

/// How a body has turned: a quaternion of length 1.
struct Quaternion {
  double w = 1;
  Vec3 v{};

  /// About the direction of `angle`, anticlockwise, by its length in radians.
  static Quaternion by(const Vec3& angle) {
    const double half = norm(angle) / 2;
    return {std::cos(half), (half > 1e-8 ? std::sin(half) / (2 * half) : 0.5) * angle};
  }

  /// First `before`, then `after`.
  friend Quaternion operator*(const Quaternion& after, const Quaternion& before) {
    const Quaternion r{after.w * before.w - dot(after.v, before.v),
                       after.w * before.v + before.w * after.v + cross(after.v, before.v)};
    const double length = std::sqrt(r.w * r.w + norm2(r.v));
    return {r.w / length, r.v / length};
  }

  Quaternion back() const { return {w, -v}; }

  Vec3 operator()(const Vec3& p) const {
    const Vec3 t = 2 * cross(v, p);
    return p + w * t + cross(v, t);
  }
};

}  // namespace carom::io
