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
  explicit DepthImage(const Frame2& frame, double per_unit = kPixelsPerUnit);

  /// A convex and flat polygon.
  void face(std::span<const Corner> corners, Color color);
  /// A flat polygon of any form, with holes: what closed loops run around more often anticlockwise than clockwise, as
  /// seen from the side from which the first, its outline, runs anticlockwise. The outline must be as large as it gets.
  void region(std::span<const std::vector<Corner>> loops, Color color);
  /// A sphere whose centre is at that depth, lit as SVG's balls are. `color` is called if any of it is seen.
  template <class ColorOf>
  void ball(const Ellipse& outline, double depth, double radius, ColorOf&& color);
  /// Whether something is before that place.
  bool hides(const Vec2& place, double depth) const;
  const Pixels& pixels() const { return pixels_; }
  /// 1 / depth of what is seen in each pixel, 0 where nothing is.
  const std::vector<float>& nearness() const { return nearness_; }

 private:
  /// 1 / depth of a flat face, which is linear on the page.
  struct Slope {
    Vec2 from{};  ///< in pixels
    double at_from = 0;
    Vec2 rise{};
    double doubled_area = 0;  ///< of the triangle it was found from

    double at(int x, int y) const { return at_from + dot(rise, Vec2{x + 0.5, y + 0.5} - from); }
  };

  std::vector<Vec2> in_pixels(std::span<const Corner> corners) const;
  static Slope slope_of(std::span<const Corner> corners, std::span<const Vec2> places);
  Vec2 in_pixels(const Vec2& p) const;
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels_.width) + static_cast<std::size_t>(x);
  }
  std::pair<int, int> row(double y, double turn) const;
  void point(const Vec2& p, double nearness, Color color);
  void paint(std::size_t pixel, double nearness, Color color);

  double per_unit_;
  Pixels pixels_;
  std::vector<float> nearness_;  ///< 1 / depth, which is linear on the page; 0 where nothing is
  std::vector<Vec2> places_;     ///< of the face that is painted, in pixels
};

template <class ColorOf>
void DepthImage::ball(const Ellipse& outline, double depth, double radius, ColorOf&& color) {
  const Vec2 c = in_pixels(outline.center);
  // Never smaller than a pixel.
  const double along = std::max(per_unit_ * outline.along, 0.71);
  const double across = std::max(per_unit_ * outline.across, 0.71);
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
