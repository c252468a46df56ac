#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "io/draw/ball_paint.hpp"
#include "io/draw/pixels.hpp"
#include "io/draw/projection.hpp"

namespace carom::io {

/// A corner of a face: where on the page, and how far from the camera's plane (> 0).
struct Corner {
  Vec2 place{};
  double depth = 0;
};

/// Many things in space, in any order: of what covers a pixel the nearest is seen.
class DepthImage {
 public:
  explicit DepthImage(const Frame2& frame);

  /// A convex and flat polygon.
  void face(std::span<const Corner> corners, Color color);
  /// A sphere whose centre is at that depth, lit as SVG's balls are. `color` is called if any of it is seen.
  template <class ColorOf>
  void ball(const Ellipse& outline, double depth, double radius, ColorOf&& color);
  /// Whether something is before that place.
  bool hides(const Vec2& place, double depth) const;
  const Pixels& pixels() const { return pixels_; }

 private:
  Vec2 in_pixels(const Vec2& p) const;
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels_.width) + static_cast<std::size_t>(x);
  }
  std::pair<int, int> row(double y, double turn) const;
  void point(const Vec2& p, double nearness, Color color);
  void paint(std::size_t pixel, double nearness, Color color);

  Pixels pixels_;
  std::vector<float> nearness_;  ///< 1 / depth, which is linear on the page; 0 where nothing is
  std::vector<Vec2> places_;     ///< of the face that is painted, in pixels
};

template <class ColorOf>
void DepthImage::ball(const Ellipse& outline, double depth, double radius, ColorOf&& color) {
  const Vec2 c = in_pixels(outline.center);
  // Never smaller than a pixel.
  const double along = std::max(kPixelsPerUnit * outline.along, 0.71);
  const double across = std::max(kPixelsPerUnit * outline.across, 0.71);
  const auto nearest = static_cast<float>(1 / (depth - radius));
  BallPaint paint_of_ball;
  bool chosen = false;
  const auto [top, bottom] = pixels_within(c.y - along, c.y + along, pixels_.height);
  const auto [left, right] = pixels_within(c.x - along, c.x + along, pixels_.width);
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      const std::size_t pixel = index(x, y);
      if (nearness_[pixel] >= nearest) continue;
      const Vec2 q{x + 0.5 - c.x, y + 0.5 - c.y};
      const double u = dot(q, outline.axis) / along, v = cross(outline.axis, q) / across, square = u * u + v * v;
      if (square > 1) continue;
      const double nearness = 1 / (depth - radius * std::sqrt(1 - square));
      if (nearness <= nearness_[pixel]) continue;
      if (!chosen) paint_of_ball = BallPaint(color());
      chosen = true;
      paint(pixel, nearness, paint_of_ball.at({q.x / along, q.y / along}));
    }
}

}  // namespace carom::io
