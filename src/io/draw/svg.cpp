#include "io/draw/svg.hpp"

#include <fmt/format.h>

#include "io/draw/ball_paint.hpp"
#include "io/json/base64.hpp"

namespace carom::io {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      result += c;
  }
  return result;
}

std::string paint(const std::string& id, Color color) {
  const BallPaint paint(color);
  std::string text = fmt::format("<radialGradient id=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\">", id, BallPaint::kLightX,
                                 BallPaint::kLightY, BallPaint::kReach);
  for (std::size_t k = 0; k < paint.stops.size(); ++k)
    text += fmt::format("<stop offset=\"{}\" stop-color=\"{}\"/>", BallPaint::kOffsets[k], hex(paint.stops[k]));
  return text + "</radialGradient>\n";
}

}  // namespace

std::string px(double length) {
  std::string text = fmt::format("{:.2f}", length);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string px(const Vec2& point) {
  return px(point.x) + "," + px(point.y);
}

std::string arrow_head(const Vec2& from, const Vec2& to) {
  constexpr double kLength = 13;
  constexpr double kHalfWidth = 4.5;
  const double length = norm(to - from);
  if (length == 0) return px(to);
  const Vec2 along = (to - from) / length, foot = to - kLength * along, side = kHalfWidth * Vec2{-along.y, along.x};
  return px(to) + " " + px(foot + side) + " " + px(foot - side);
}

void Svg::start(std::string_view element, Attributes attributes) {
  body_.append("<").append(element);
  for (const auto& [name, value] : attributes)
    body_.append(" ").append(name).append("=\"").append(escaped(value)).append("\"");
}

void Svg::open(std::string_view element, Attributes attributes) {
  start(element, attributes);
  body_ += ">\n";
}

void Svg::close(std::string_view element) {
  body_.append("</").append(element).append(">\n");
}

void Svg::add(std::string_view element, Attributes attributes) {
  start(element, attributes);
  body_ += "/>\n";
}

void Svg::text(const Vec2& place, std::string_view text, Attributes attributes) {
  start("text", attributes);
  body_ += fmt::format(" x=\"{}\" y=\"{}\">{}</text>\n", px(place.x), px(place.y), escaped(text));
}

void Svg::note(std::string_view element, std::string_view text) {
  body_ += fmt::format("<{0}>{1}</{0}>\n", element, escaped(text));
}

void Svg::circle(const Vec2& center, double radius, Attributes attributes) {
  start("circle", attributes);
  body_ += fmt::format(" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", px(center.x), px(center.y), px(radius));
}

void Svg::line(const Vec2& from, const Vec2& to, Attributes attributes) {
  start("line", attributes);
  body_ += fmt::format(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", px(from.x), px(from.y), px(to.x), px(to.y));
}

void Svg::image(const Pixels& pixels) {
  const Frame2& frame = pixels.frame;
  body_ += fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>\n",
                       px(frame.x), px(frame.y), px(frame.width), px(frame.height), base64(png(pixels)));
}

std::string Svg::ball_paint(Color color) {
  const std::string id = "ball-" + hex(color).substr(1);
  paints_.emplace(id, color);
  return "url(#" + id + ")";
}

std::string Svg::document(double width, double height) const {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n<defs>\n",
      px(width), px(height));
  for (const auto& [id, color] : paints_) text += paint(id, color);
  return text + "</defs>\n" + body_ + "</svg>\n";
}

}  // namespace carom::io
