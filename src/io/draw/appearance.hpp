#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

/// "#rrggbb".
std::string hex(Color color);
Color color_from(const std::string& hex);
/// The usual colours of the balls of American pool from 1 on; 9 to 15 have those of 1 to 7 again, as stripes.
Color pool_ball_color(int number);
/// t = 0 gives `from`, t = 1 gives `to`.
Color mix(Color from, Color to, double t);
/// A channel of sRGB in linear light, from 0 to 1.
double linear_light(std::uint8_t channel);
/// Relative luminance after WCAG 2.1, from 0 (black) to 1 (white).
double luminance(Color color);
/// The colour of a speed: `fraction` of the top speed, from a calm blue to a hot red.
Color speed_color(double fraction);
/// The colours that speed_color goes through, evenly spaced.
const std::vector<Color>& speed_stops();

/// How a body is drawn.
struct Appearance {
  Color color;
  std::string mark;
  bool striped = false;  ///< pool balls 9 to 15
};

/// How the bodies of a scene are drawn. What a body does not say is chosen: pool balls by their number, few balls from
/// a palette, many by group.
template <int D>
class Appearances {
 public:
  Appearances() = default;
  /// The scene must live as long.
  explicit Appearances(const Scene<D>& scene);

  Appearance operator[](BodyId id) const;
  /// Whether so many balls have no colours of their own that their speeds tell more.
  bool plain() const { return plain_; }

 private:
  Color color(std::size_t i) const;

  const Scene<D>* scene_ = nullptr;
  std::vector<std::uint8_t> palette_;  ///< of few balls: a place in the palette for each body
  std::map<std::string_view, std::size_t> groups_;
  bool plain_ = false;
};

}  // namespace carom::io
