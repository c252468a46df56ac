#pragma once
#include <numbers>

#include "carom/math/portable.hpp"
#include "carom/math/vec.hpp"

namespace carom::billiards {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kDegree = kPi / 180;  ///< in radians

/// `v` turned to the left by an angle in radians.
inline Vec2 turned(const Vec2& v, double angle) {
  const double sine = portable::sin_pi(angle / kPi);
  const double cosine = portable::cos_pi(angle / kPi);
  return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

}  // namespace carom::billiards
