#include "io/draw/density.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::uint32_t byte(double share) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0, 255.0)));
}

}  // namespace

Density::Density(const Frame2& frame, double pixels_per_unit) : frame_(frame), per_unit_(pixels_per_unit) {
  const Pixels size(frame, pixels_per_unit);
  width_ = size.width;
  height_ = size.height;
  cells_.resize(size.values.size());
}

Vec2 Density::in_pixels(const Vec2& p) const {
  return per_unit_ * Vec2{p.x - frame_.x, p.y - frame_.y};
}

void Density::cover(int x, int y, double share, Color color) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  Cell& cell = cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  const auto weight = static_cast<float>(share);
  cell.red += weight * static_cast<float>(color.red);
  cell.green += weight * static_cast<float>(color.green);
  cell.blue += weight * static_cast<float>(color.blue);
  cell.cover += weight;
}

/// What is smaller than pixels is shared among the four around it.
void Density::dot(const Vec2& center, double area, Color color) {
  const double x = center.x - 0.5, y = center.y - 0.5;
  if (!(x > -2 && y > -2 && x < width_ + 1.0 && y < height_ + 1.0)) return;
  const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
  const double right = x - left, low = y - top;
  cover(left, top, area * (1 - right) * (1 - low), color);
  cover(left + 1, top, area * right * (1 - low), color);
  cover(left, top + 1, area * (1 - right) * low, color);
  cover(left + 1, top + 1, area * right * low, color);
}

void Density::disc(const Vec2& center, double radius, Color color) {
  const Vec2 c = in_pixels(center);
  const double r = per_unit_ * radius;
  if (r < 1) {
    dot(c, kPi * r * r, color);
    return;
  }
  // A rim that pales over one pixel adds π/12 to what a disc covers.
  const double rim = std::sqrt(r * r - 1.0 / 12) + 0.5;
  const auto [top, bottom] = pixels_within(c.y - rim, c.y + rim, height_);
  for (int y = top; y < bottom; ++y) {
    const double dy = y + 0.5 - c.y, half = std::sqrt(std::max(0.0, rim * rim - dy * dy));
    const auto [left, right] = pixels_within(c.x - half, c.x + half, width_);
    for (int x = left; x < right; ++x)
      cover(x, y, std::min(1.0, rim - std::sqrt(dy * dy + (x + 0.5 - c.x) * (x + 0.5 - c.x))), color);
  }
}

/// Row by row, between where |cross(along, p − a)| reaches the half width, and no farther than the ends.
void Density::line(const Vec2& from, const Vec2& to, double width, Color color) {
  const Vec2 a = in_pixels(from), b = in_pixels(to);
  const double length = norm(b - a), half = per_unit_ * width / 2, rim = half + 0.5;
  if (!(length > 0.5)) {
    dot(0.5 * (a + b), 4 * half * half, color);
    return;
  }
  const Vec2 along = (b - a) / length;
  const auto [top, bottom] = pixels_within(std::min(a.y, b.y) - rim, std::max(a.y, b.y) + rim, height_);
  for (int y = top; y < bottom; ++y) {
    const double dy = y + 0.5 - a.y;
    double low = std::min(a.x, b.x) - rim, high = std::max(a.x, b.x) + rim;
    if (std::abs(along.y) > 1e-9) {
      const double middle = a.x + dy * along.x / along.y, reach = rim / std::abs(along.y);
      low = std::max(low, middle - reach);
      high = std::min(high, middle + reach);
    }
    const auto [left, right] = pixels_within(low, high, width_);
    for (int x = left; x < right; ++x) {
      const Vec2 p{x + 0.5 - a.x, dy};
      const double beyond = std::max({0.0, -carom::dot(along, p), carom::dot(along, p) - length});
      const double share = rim - std::hypot(cross(along, p), beyond);
      if (share > 0) cover(x, y, std::min(1.0, share), color);
    }
  }
}

Pixels Density::pixels() const {
  Pixels result(frame_, per_unit_);
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    const Cell& cell = cells_[k];
    if (!(cell.cover > 0)) continue;
    const double opacity = std::min(1.0F, cell.cover), scale = opacity / cell.cover;
    result.values[k] = byte(255 * opacity) << 24 | byte(scale * cell.red) << 16 | byte(scale * cell.green) << 8 |
                       byte(scale * cell.blue);
  }
  return result;
}

}  // namespace carom::io
