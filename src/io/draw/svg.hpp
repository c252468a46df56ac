#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "carom/math/vec.hpp"
#include "io/draw/appearance.hpp"
#include "io/draw/pixels.hpp"

namespace carom::io {

/// A length in pixels, to a hundredth.
std::string px(double length);
/// "x,y".
std::string px(const Vec2& point);

/// The corners of an arrow's head, as SVG writes them, that ends a line on the page.
std::string arrow_head(const Vec2& from, const Vec2& to);

/// Scalable Vector Graphics 1.1, element by element.
class Svg {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

  void open(std::string_view element, Attributes attributes = {});
  void close(std::string_view element);
  void add(std::string_view element, Attributes attributes);
  void text(const Vec2& place, std::string_view text, Attributes attributes = {});
  /// Element with text inside and no place of its own, such as title.
  void note(std::string_view element, std::string_view text);
  void circle(const Vec2& center, double radius, Attributes attributes = {});
  void line(const Vec2& from, const Vec2& to, Attributes attributes = {});
  void image(const Pixels& pixels);
  /// The paint of a ball of that colour, lit from the upper left.
  std::string ball_paint(Color color);

  /// The whole drawing, with the paints that it uses.
  std::string document(double width, double height) const;

 private:
  void start(std::string_view element, Attributes attributes);

  std::string body_;
  std::map<std::string, Color> paints_;
};

}  // namespace carom::io
