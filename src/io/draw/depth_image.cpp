#include "io/draw/depth_image.hpp"

namespace carom::io {

DepthImage::DepthImage(const Frame2& frame) : pixels_(frame), nearness_(pixels_.values.size()) {}

Vec2 DepthImage::in_pixels(const Vec2& p) const {
  return kPixelsPerUnit * Vec2{p.x - pixels_.frame.x, p.y - pixels_.frame.y};
}

void DepthImage::paint(std::size_t pixel, double nearness, Color color) {
  nearness_[pixel] = static_cast<float>(nearness);
  pixels_.values[pixel] = 0xff000000U | static_cast<std::uint32_t>(color.red) << 16 |
                          static_cast<std::uint32_t>(color.green) << 8 | color.blue;
}

bool DepthImage::hides(const Vec2& place, double depth) const {
  const Vec2 p = in_pixels(place);
  if (!(p.x >= 0 && p.y >= 0 && p.x < pixels_.width && p.y < pixels_.height)) return false;
  return nearness_[index(static_cast<int>(p.x), static_cast<int>(p.y))] > 1 / depth;
}

/// Row by row, between the edges. On the page 1 / depth of a flat face is linear: it is found from the largest of the
/// triangles at the first corner. A face that covers no pixel's centre gets the pixel that it is in.
void DepthImage::face(std::span<const Corner> corners, Color color) {
  places_.clear();
  for (const Corner& corner : corners) places_.push_back(in_pixels(corner.place));
  const std::size_t n = places_.size();
  const Vec2 first = places_[0];
  const double at_first = 1 / corners[0].depth;
  double doubled_area = 0;
  Vec2 slope{};
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const Vec2 u = places_[k] - first, v = places_[k + 1] - first;
    if (std::abs(cross(u, v)) <= std::abs(doubled_area)) continue;
    doubled_area = cross(u, v);
    const double du = 1 / corners[k].depth - at_first, dv = 1 / corners[k + 1].depth - at_first;
    slope = {(du * v.y - dv * u.y) / doubled_area, (u.x * dv - v.x * du) / doubled_area};
  }
  const auto [lowest, highest] =
      std::minmax_element(places_.begin(), places_.end(), [](const Vec2& a, const Vec2& b) { return a.y < b.y; });
  bool covers = false;
  const auto [top, bottom] = pixels_within(lowest->y, highest->y, pixels_.height);
  for (int y = top; y < bottom; ++y) {
    const auto [left, right] = row(y + 0.5, doubled_area < 0 ? -1 : 1);
    covers = covers || left < right;
    for (int x = left; x < right; ++x) {
      const double nearness = at_first + dot(slope, Vec2{x + 0.5, y + 0.5} - first);
      if (nearness > nearness_[index(x, y)]) paint(index(x, y), nearness, color);
    }
  }
  if (!covers) point(first, at_first, color);
}

/// The pixels of a row at this height whose centres are on the inner side of every edge.
std::pair<int, int> DepthImage::row(double y, double turn) const {
  double low = 0, high = pixels_.width;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Vec2 a = places_[k], edge = places_[(k + 1) % places_.size()] - a;
    const double rise = turn * edge.y, room = turn * edge.x * (y - a.y);  // inside: room ≥ rise (x − a.x)
    if (rise > 0) high = std::min(high, a.x + room / rise);
    if (rise < 0) low = std::max(low, a.x + room / rise);
    if (rise == 0 && room < 0) return {0, 0};
  }
  return pixels_within(low, high, pixels_.width);
}

void DepthImage::point(const Vec2& p, double nearness, Color color) {
  if (!(p.x >= 0 && p.y >= 0 && p.x < pixels_.width && p.y < pixels_.height)) return;
  const std::size_t pixel = index(static_cast<int>(p.x), static_cast<int>(p.y));
  if (nearness > nearness_[pixel]) paint(pixel, nearness, color);
}

}  // namespace carom::io
