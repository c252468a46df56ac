#include "carom/billiards/outline.hpp"

#include <cmath>

#include "billiards/require.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

CushionPart concave_arc(const Vec2& from, const Vec2& to, const Vec2& center, double radius) {
  CushionPart part;
  part.shape = CushionPart::Shape::concave_arc;
  part.from = from;
  part.to = to;
  part.center = center;
  part.radius = radius;
  return part;
}

CushionPart straight(const Vec2& from, const Vec2& to) {
  CushionPart part;
  part.from = from;
  part.to = to;
  return part;
}

// The direction at k of n steps of a quarter turn.
Vec2 quarter_direction(double k, int n) {
  return {portable::cos_pi(0.5 * k / n), portable::sin_pi(0.5 * k / n)};
}

// Where the normal of an ellipse has this direction: a² b² / (a² cos² + b² sin²)^(3/2).
double radius_of_curvature(double a, double b, const Vec2& normal) {
  const double sum = a * a * normal.x * normal.x + b * b * normal.y * normal.y;
  return a * a * b * b / (sum * std::sqrt(sum));
}

// s ρ + d for the radii of curvature ρ, so that the quarter leads from (a, 0) to (0, b).
std::vector<double> quarter_radii(double a, double b, int arcs) {
  std::vector<double> radii;
  Vec2 way{};
  for (int k = 0; k < arcs; ++k) {
    radii.push_back(radius_of_curvature(a, b, quarter_direction(k + 0.5, arcs)));
    way += radii.back() * (quarter_direction(k + 1, arcs) - quarter_direction(k, arcs));
  }
  if (a == b) return std::vector<double>(radii.size(), a);
  const double s = (b - a) / (way.x + way.y);
  const double d = b - s * way.y;
  for (double& radius : radii) {
    radius = s * radius + d;
    if (!(radius > 0)) refuse("ellipse.arcs", arcs, "higher for axes that differ so much");
  }
  return radii;
}

Vec2 mirrored(const Vec2& v, int quarter) {
  return {quarter == 1 || quarter == 2 ? -v.x : v.x, quarter >= 2 ? -v.y : v.y};
}

}  // namespace

std::vector<CushionPart> polygon_outline(const std::vector<Vec2>& corners) {
  std::vector<CushionPart> parts;
  for (std::size_t i = 0; i < corners.size(); ++i)
    parts.push_back(straight(corners[i], corners[(i + 1) % corners.size()]));
  return parts;
}

std::vector<CushionPart> circle_outline(const Vec2& center, double radius) {
  const Vec2 east = center + Vec2{radius, 0};
  const Vec2 west = center - Vec2{radius, 0};
  return {concave_arc(east, west, center, radius), concave_arc(west, east, center, radius)};
}

std::vector<CushionPart> stadium_outline(double length, double radius) {
  const double x = length / 2;
  return {straight({-x, -radius}, {x, -radius}), concave_arc({x, -radius}, {x, radius}, {x, 0}, radius),
          straight({x, radius}, {-x, radius}), concave_arc({-x, radius}, {-x, -radius}, {-x, 0}, radius)};
}

std::vector<CushionPart> ellipse_outline(double a, double b, int arcs) {
  require_positive("ellipse.a", a);
  require_positive("ellipse.b", b);
  if (arcs < 2) refuse("ellipse.arcs", arcs, "2 or more");
  const std::vector<double> radii = quarter_radii(a, b, arcs);
  std::vector<CushionPart> quarter;
  Vec2 at{a, 0};
  for (int k = 0; k < arcs; ++k) {
    const double radius = radii[static_cast<std::size_t>(k)];
    const Vec2 center = at - radius * quarter_direction(k, arcs);
    const Vec2 to = k + 1 == arcs ? Vec2{0, b} : center + radius * quarter_direction(k + 1, arcs);
    quarter.push_back(concave_arc(at, to, center, radius));
    at = to;
  }
  std::vector<CushionPart> parts;
  for (int turn = 0; turn < 4; ++turn) {
    for (int k = 0; k < arcs; ++k) {
      const bool back = turn % 2 == 1;
      const CushionPart& arc = quarter[static_cast<std::size_t>(back ? arcs - 1 - k : k)];
      parts.push_back(concave_arc(mirrored(back ? arc.to : arc.from, turn), mirrored(back ? arc.from : arc.to, turn),
                                  mirrored(arc.center, turn), arc.radius));
    }
  }
  return parts;
}

}  // namespace carom::billiards
