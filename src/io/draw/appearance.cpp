#include "io/draw/appearance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace carom::io {
namespace {

constexpr Color kObstacle{0x5b, 0x66, 0x75};
constexpr Color kStillBall{0x83, 0x8e, 0x9c};
constexpr Color kManyBalls{0x4c, 0x78, 0xa8};
constexpr Color kCueBall{0xf7, 0xf3, 0xe6};
constexpr std::size_t kFewBalls = 24;
constexpr std::size_t kFewPlainBalls = 150;

// Distinct for most forms of colour blindness, after Okabe and Ito (2008), toned down.
constexpr std::array<Color, 8> kPalette{{{0x2f, 0x6f, 0xb3},
                                         {0xe0, 0x7b, 0x39},
                                         {0x1b, 0x9e, 0x83},
                                         {0xc4, 0x4e, 0x7a},
                                         {0xe2, 0xb1, 0x3c},
                                         {0x7a, 0x64, 0xb8},
                                         {0x56, 0xb0, 0xd6},
                                         {0x8a, 0x6d, 0x52}}};

// The usual colours of American pool balls: 1 to 8, and 9 to 15 repeat 1 to 7 as stripes.
constexpr std::array<Color, 8> kPoolBalls{{{0xf2, 0xc1, 0x2e},
                                           {0x1f, 0x4f, 0xa8},
                                           {0xd8, 0x32, 0x2f},
                                           {0x5b, 0x34, 0x8c},
                                           {0xe8, 0x75, 0x22},
                                           {0x15, 0x7a, 0x46},
                                           {0x8c, 0x25, 0x35},
                                           {0x1c, 0x1d, 0x21}}};

std::optional<int> pool_number(const std::string& mark) {
  if (mark.empty() || mark.size() > 2 ||
      !std::all_of(mark.begin(), mark.end(), [](char c) { return '0' <= c && c <= '9'; }))
    return std::nullopt;
  const int number = std::stoi(mark);
  return 1 <= number && number <= 15 ? std::optional(number) : std::nullopt;
}

/// Whether a body takes the next colour of the palette where there are few balls.
template <int D>
bool takes_from_palette(const SceneBody<D>& body) {
  return body.color.empty() && std::holds_alternative<Ball<D>>(body.body.shape) &&
         body.body.response != Response::pocket && !pool_number(body.mark) && body.name != "cue" &&
         body.body.mass != kImmovable;
}

}  // namespace

Color color_from(const std::string& color) {
  const auto value = static_cast<std::uint32_t>(std::strtoul(color.c_str() + 1, nullptr, 16));
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8 & 0xff),
          static_cast<std::uint8_t>(value & 0xff)};
}

Color pool_ball_color(int number) {
  return kPoolBalls[static_cast<std::size_t>((number - 1) % 8)];
}

std::string hex(Color color) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const int channel : {color.red, color.green, color.blue}) {
    text += kDigits[channel >> 4];
    text += kDigits[channel & 15];
  }
  return text;
}

Color mix(Color from, Color to, double t) {
  const auto between = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * std::clamp(t, 0.0, 1.0)));
  };
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

double linear_light(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Color color) {
  return 0.2126 * linear_light(color.red) + 0.7152 * linear_light(color.green) + 0.0722 * linear_light(color.blue);
}

const std::vector<Color>& speed_stops() {
  static const std::vector<Color> stops{{0x27, 0x3b, 0x7a}, {0x2b, 0x7b, 0xba}, {0x3f, 0xb8, 0xaf},
                                        {0xf0, 0xc9, 0x4b}, {0xee, 0x86, 0x3c}, {0xc9, 0x2f, 0x3d}};
  return stops;
}

Color speed_color(double fraction) {
  const std::vector<Color>& stops = speed_stops();
  const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mix(stops[k], stops[k + 1], place - static_cast<double>(k));
}

template <int D>
Appearances<D>::Appearances(const Scene<D>& scene) : scene_(&scene) {
  std::size_t balls = 0, moving = 0, own = 0;
  const std::string* last_group = nullptr;
  for (const SceneBody<D>& body : scene.bodies) {
    if (!std::holds_alternative<Ball<D>>(body.body.shape)) continue;
    if (body.body.mass != kImmovable) ++moving;
    if (body.body.mass != kImmovable && (!body.color.empty() || !body.mark.empty())) ++own;
    if (body.body.response == Response::pocket) continue;
    ++balls;
    if (!last_group || *last_group != body.group) groups_.try_emplace(body.group, groups_.size());
    last_group = &body.group;
  }
  plain_ = own == 0 && moving > kFewPlainBalls;
  if (balls > kFewBalls) return;
  std::uint8_t next = 0;
  for (const SceneBody<D>& body : scene.bodies)
    palette_.push_back(takes_from_palette(body) ? static_cast<std::uint8_t>(next++ % kPalette.size()) : 0);
}

template <int D>
Color Appearances<D>::color(std::size_t i) const {
  const SceneBody<D>& body = scene_->bodies[i];
  if (!body.color.empty()) return color_from(body.color);
  if (!std::holds_alternative<Ball<D>>(body.body.shape)) return kObstacle;
  if (body.body.response == Response::pocket) return {0x16, 0x18, 0x1c};
  if (const auto number = pool_number(body.mark)) return pool_ball_color(*number);
  if (body.name == "cue") return kCueBall;
  if (body.body.mass == kImmovable) return kStillBall;
  if (!palette_.empty()) return kPalette[palette_[i]];
  if (groups_.size() > 1) return kPalette[groups_.at(body.group) % kPalette.size()];
  return kManyBalls;
}

template <int D>
Appearance Appearances<D>::operator[](BodyId id) const {
  if (!scene_ || id.value >= scene_->bodies.size()) return {};
  const SceneBody<D>& body = scene_->bodies[id.value];
  return {color(id.value), body.mark, pool_number(body.mark).value_or(0) >= 9};
}

template class Appearances<2>;
template class Appearances<3>;

}  // namespace carom::io
