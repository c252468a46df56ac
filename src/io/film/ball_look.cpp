#include "io/film/ball_look.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom::io {
namespace {

constexpr Color kIvory{0xfa, 0xf5, 0xe6}, kDisc{0xfd, 0xfc, 0xf6}, kInk{0x12, 0x13, 0x16}, kRedDot{0xc4, 0x1f, 0x2a};
constexpr double kHalfBand = 0.56, kDiscRadius = 0.5, kDotRadius = 0.17;  // in radii of the ball
constexpr std::size_t kInkSide = 128;                                     // places of the picture of a number
constexpr double kSoft = 0.02;                                            // of the edges, in radii

using Stroke = std::vector<Vec2>;

/// An elliptic arc, from one angle to another in degrees.
Stroke arc(const Vec2& center, double rx, double ry, double from, double to) {
  constexpr int kParts = 24;
  Stroke stroke;
  for (int k = 0; k <= kParts; ++k) {
    const double angle = (from + (to - from) * k / kParts) * std::numbers::pi / 180;
    stroke.push_back(center + Vec2{rx * std::cos(angle), ry * std::sin(angle)});
  }
  return stroke;
}

Stroke joined(Stroke a, const Stroke& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A digit as lines, in the middle of a box about 0.6 wide and 1 high.
std::vector<Stroke> digit(int number) {
  switch (number) {
    case 0:
      return {arc({}, 0.29, 0.5, 0, 360)};
    case 1:
      return {{{-0.2, 0.28}, {0.06, 0.5}, {0.06, -0.5}}};
    case 2:
      return {joined(arc({0, 0.22}, 0.28, 0.28, 165, -35), {{-0.29, -0.5}, {0.3, -0.5}})};
    case 3:
      return {joined(arc({0, 0.25}, 0.25, 0.25, 150, -90), arc({0, -0.23}, 0.28, 0.27, 90, -150))};
    case 4:
      return {{{0.13, -0.5}, {0.13, 0.5}, {-0.33, -0.2}, {0.33, -0.2}}};
    case 5:
      return {joined({{0.25, 0.5}, {-0.21, 0.5}, {-0.25, 0.02}}, arc({-0.01, -0.18}, 0.3, 0.32, 140, -145))};
    case 6:
      return {joined({{0.14, 0.5}, {-0.12, 0.2}}, arc({0, -0.2}, 0.28, 0.3, 165, 525))};
    case 7:
      return {{{-0.29, 0.5}, {0.3, 0.5}, {-0.1, -0.5}}};
    case 8:
      return {arc({0, 0.26}, 0.23, 0.24, 0, 360), arc({0, -0.23}, 0.28, 0.27, 0, 360)};
    default:
      return {joined({{-0.14, -0.5}, {0.12, -0.2}}, arc({0, 0.2}, 0.28, 0.3, -15, 345))};
  }
}

double distance(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 way = b - a;
  return norm(p - a - std::clamp(dot(p - a, way) / norm2(way), 0.0, 1.0) * way);
}

/// 1 well below the limit, 0 well above it.
double within(double distance, double limit, double soft) {
  return std::clamp(0.5 + (limit - distance) / soft, 0.0, 1.0);
}

std::vector<Stroke> strokes_of(int number) {
  if (number < 10) return digit(number);
  std::vector<Stroke> all;
  for (const auto& [one, side] : {std::pair{number / 10, -1.0}, {number % 10, 1.0}})
    for (Stroke stroke : digit(one)) {
      for (Vec2& p : stroke) p = {0.85 * p.x + 0.37 * side, p.y};
      all.push_back(std::move(stroke));
    }
  return all;
}

/// The number in a square from −1 to 1.
std::vector<float> ink_of(int number) {
  constexpr double kHalfWidth = 0.105;
  const double size = number < 10 ? 1.15 : 0.95;
  const std::vector<Stroke> strokes = strokes_of(number);
  std::vector<float> ink;
  for (std::size_t y = 0; y < kInkSide; ++y)
    for (std::size_t x = 0; x < kInkSide; ++x) {
      const Vec2 p =
          Vec2{2 * (static_cast<double>(x) + 0.5) / kInkSide - 1, 2 * (static_cast<double>(y) + 0.5) / kInkSide - 1} /
          size;
      double nearest = 1;
      for (const Stroke& stroke : strokes)
        for (std::size_t k = 0; k + 1 < stroke.size(); ++k)
          nearest = std::min(nearest, distance(p, stroke[k], stroke[k + 1]));
      ink.push_back(static_cast<float>(within(nearest, kHalfWidth, 0.04)));
    }
  return ink;
}

Light blend(const Light& from, const Light& to, double t) {
  return from + t * (to - from);
}

}  // namespace

BallLook::BallLook(Color color, bool striped, Marks marks, int number)
    : base_(light_of(color)),
      mark_(light_of(luminance(color) > 0.25 ? kRedDot : kIvory)),
      striped_(striped),
      marks_(marks) {
  if (marks == Marks::number) ink_ = ink_of(number);
}

double BallLook::ink(double across, double up) const {
  const auto place = [](double x) { return static_cast<std::size_t>(std::clamp((x + 1) / 2, 0.0, 0.9999) * kInkSide); };
  return ink_[place(up) * kInkSide + place(across)];
}

Light BallLook::at(const Vec3& n) const {
  static const Light ivory = light_of(kIvory), disc = light_of(kDisc), black = light_of(kInk);
  Light color = striped_ ? blend(ivory, base_, within(std::abs(n.z), kHalfBand, kSoft)) : base_;
  if (marks_ == Marks::number) {
    const double off = std::hypot(n.y, n.z);
    const double inside = within(off, kDiscRadius, kSoft);
    const double side = n.x > 0 ? 1 : -1;
    if (inside > 0) color = blend(color, blend(disc, black, ink(side * n.y / kDiscRadius, n.z / kDiscRadius)), inside);
  }
  if (marks_ == Marks::dots) {
    const double most = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
    color = blend(color, mark_, within(std::sqrt(std::max(0.0, 1 - most * most)), kDotRadius, kSoft));
  }
  return color;
}

}  // namespace carom::io
