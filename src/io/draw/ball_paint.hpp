#pragma once
#include <array>
#include <cmath>

#include "io/draw/appearance.hpp"

namespace carom::io {

/// The paint of a ball, lit from the upper left: SVG's radial gradient in the box around the ball.
struct BallPaint {
  static constexpr std::array<double, 4> kOffsets{0, 0.3, 0.72, 1};
  static constexpr double kLightX = 0.36, kLightY = 0.31, kReach = 0.75;

  std::array<Color, 4> stops{};

  BallPaint() = default;
  explicit BallPaint(Color color)
      : stops{mix(color, {255, 255, 255}, 0.55), mix(color, {255, 255, 255}, 0.16), color, mix(color, {}, 0.34)} {}

  /// At a place relative to the centre, in radii, y downwards.
  Color at(const Vec2& q) const {
    const double t = std::hypot((q.x + 1) / 2 - kLightX, (q.y + 1) / 2 - kLightY) / kReach;
    std::size_t k = 0;
    while (k + 2 < kOffsets.size() && t > kOffsets[k + 1]) ++k;
    return mix(stops[k], stops[k + 1], (t - kOffsets[k]) / (kOffsets[k + 1] - kOffsets[k]));
  }
};

}  // namespace carom::io
