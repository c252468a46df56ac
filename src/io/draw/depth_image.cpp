#include "io/draw/depth_image.hpp"

namespace carom::io {

DepthImage::DepthImage(const Frame2& frame, double per_unit)
    : per_unit_(per_unit), pixels_(frame, per_unit), nearness_(pixels_.values.size()) {}

Vec2 DepthImage::in_pixels(const Vec2& p) const {
  return per_unit_ * Vec2{p.x - pixels_.frame.x, p.y - pixels_.frame.y};
}

std::vector<Vec2> DepthImage::in_pixels(std::span<const Corner> corners) const {
  std::vector<Vec2> places;
  for (const Corner& corner : corners) places.push_back(in_pixels(corner.place));
  return places;
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

/// From the largest of the triangles at the first corner.
DepthImage::Slope DepthImage::slope_of(std::span<const Corner> corners, std::span<const Vec2> places) {
  Slope slope{places[0], 1 / corners[0].depth, {}, 0};
  for (std::size_t k = 1; k + 1 < places.size(); ++k) {
    const Vec2 u = places[k] - slope.from, v = places[k + 1] - slope.from;
    if (std::abs(cross(u, v)) <= std::abs(slope.doubled_area)) continue;
    slope.doubled_area = cross(u, v);
    const double du = 1 / corners[k].depth - slope.at_from, dv = 1 / corners[k + 1].depth - slope.at_from;
    slope.rise = {(du * v.y - dv * u.y) / slope.doubled_area, (u.x * dv - v.x * du) / slope.doubled_area};
  }
  return slope;
}

/// Row by row, between the edges. A face that covers no pixel's centre gets the pixel that it is in.
void DepthImage::face(std::span<const Corner> corners, Color color) {
  places_ = in_pixels(corners);
  const Slope slope = slope_of(corners, places_);
  const auto [lowest, highest] =
      std::minmax_element(places_.begin(), places_.end(), [](const Vec2& a, const Vec2& b) { return a.y < b.y; });
  bool covers = false;
  const auto [top, bottom] = pixels_within(lowest->y, highest->y, pixels_.height);
  for (int y = top; y < bottom; ++y) {
    const auto [left, right] = row(y + 0.5, slope.doubled_area < 0 ? -1 : 1);
    covers = covers || left < right;
    for (int x = left; x < right; ++x)
      if (slope.at(x, y) > nearness_[index(x, y)]) paint(index(x, y), slope.at(x, y), color);
  }
  if (!covers) point(slope.from, slope.at_from, color);
}

/// Row by row, between the places where loops cross it.
void DepthImage::region(std::span<const std::vector<Corner>> loops, Color color) {
  std::vector<std::vector<Vec2>> all;
  for (const std::vector<Corner>& loop : loops) all.push_back(in_pixels(loop));
  const Slope slope = slope_of(loops[0], all[0]);
  double turn = 0;
  for (std::size_t k = 0; k < all[0].size(); ++k) turn += cross(all[0][k], all[0][(k + 1) % all[0].size()]);
  std::vector<std::pair<double, int>> crossings;
  for (int y = 0; y < pixels_.height; ++y) {
    crossings.clear();
    for (const std::vector<Vec2>& loop : all)
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const Vec2 a = loop[k], b = loop[(k + 1) % loop.size()];
        if ((a.y <= y + 0.5) == (b.y <= y + 0.5)) continue;
        crossings.emplace_back(a.x + (b.x - a.x) * ((y + 0.5 - a.y) / (b.y - a.y)), (a.y < b.y) == (turn < 0) ? 1 : -1);
      }
    std::sort(crossings.begin(), crossings.end());
    int around = 0;
    for (std::size_t k = 0; k + 1 < crossings.size(); ++k) {
      around += crossings[k].second;
      if (around <= 0) continue;
      const auto [left, right] = pixels_within(crossings[k].first, crossings[k + 1].first, pixels_.width);
      for (int x = left; x < right; ++x)
        if (slope.at(x, y) > nearness_[index(x, y)]) paint(index(x, y), slope.at(x, y), color);
    }
  }
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
