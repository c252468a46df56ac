// Draws movements with slides as an SVG picture: where each mover began (light) and ended (dark), its way from contact
// to contact, the contacts and their normals.
#include <carom/carom.hpp>
#include <iostream>
#include <vector>

namespace {

struct Try {
  carom::Circle mover;
  carom::Vec2 intended;
};

const std::vector<carom::Segment2> kWalls{
    {{0, 0}, {10, 0}}, {{10, 0}, {10, 7}}, {{0.5, 6.5}, {5, 4}}, {{5, 4}, {5.5, 6.5}}};
const std::vector<carom::Aabb2> kBoxes{{{2.5, 1.5}, {4.5, 2.5}}};
const std::vector<carom::Circle> kPosts{{{7.5, 3.2}, 0.25}, {{7.5, 4.3}, 0.25}};
const std::vector<Try> kTries{
    {{{0.6, 1.2}, 0.35}, {6, -1.5}},  // along the floor
    {{{1, 3.4}, 0.35}, {4.2, -2}},    // over the box and on
    {{{6.3, 3.7}, 0.5}, {3, 0.1}},    // between two posts, too narrow
    {{{7.5, 1.3}, 0.35}, {5, -1}},    // into the corner
    {{{1.2, 4.5}, 0.35}, {7, 1.5}},   // under a slanted wall and around its end
};

void line(const carom::Vec2& a, const carom::Vec2& b, const char* style) {
  std::cout << "<line x1=\"" << a.x << "\" y1=\"" << a.y << "\" x2=\"" << b.x << "\" y2=\"" << b.y << "\" " << style
            << "/>\n";
}

void circle(const carom::Vec2& at, double radius, const char* style) {
  std::cout << "<circle cx=\"" << at.x << "\" cy=\"" << at.y << "\" r=\"" << radius << "\" " << style << "/>\n";
}

void draw(const Try& attempt, const carom::SlideResult<carom::Circle>& result) {
  const double radius = attempt.mover.radius;
  circle(attempt.mover.center, radius, "fill=\"#cde\" stroke=\"none\"");
  line(attempt.mover.center, attempt.mover.center + attempt.intended,
       "stroke=\"#bbb\" stroke-width=\"0.03\" stroke-dasharray=\"0.1\"");
  carom::Vec2 from = attempt.mover.center;
  for (const auto& contact : result.contacts) {
    const carom::Vec2 at = contact.point - radius * contact.normal;
    line(from, at, "stroke=\"#246\" stroke-width=\"0.05\"");
    from = at;
  }
  line(from, result.mover.center, "stroke=\"#246\" stroke-width=\"0.05\"");
  const bool stuck = result.end == carom::SlideEnd::stuck;
  circle(result.mover.center, radius,
         stuck ? "fill=\"#c43\" fill-opacity=\"0.7\"" : "fill=\"#48b\" fill-opacity=\"0.7\"");
  for (const auto& contact : result.contacts) {
    circle(contact.point, 0.07, "fill=\"#d60\"");
    line(contact.point, contact.point - 0.45 * contact.normal, "stroke=\"#d60\" stroke-width=\"0.04\"");
  }
}

}  // namespace

int main() {
  std::cout.precision(4);
  std::cout << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-0.3 -7.1 11 7.5\" width=\"660\" height=\"450\">\n"
            << "<g transform=\"scale(1 -1)\">\n";
  for (const auto& wall : kWalls) line(wall.from, wall.to, "stroke=\"black\" stroke-width=\"0.08\"");
  for (const auto& post : kPosts) circle(post.center, post.radius, "fill=\"#777\"");
  for (const auto& box : kBoxes)
    std::cout << "<rect x=\"" << box.low.x << "\" y=\"" << box.low.y << "\" width=\"" << box.high.x - box.low.x
              << "\" height=\"" << box.high.y - box.low.y << "\" fill=\"#777\"/>\n";
  const carom::Index2 world({.balls = kPosts, .segments = kWalls, .boxes = kBoxes});
  for (const Try& attempt : kTries) draw(attempt, carom::move_and_slide(world, attempt.mover, attempt.intended));
  std::cout << "</g>\n</svg>\n";
}
