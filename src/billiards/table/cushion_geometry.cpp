#include "billiards/table/cushion_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards {
namespace {

using Shape = CushionPart::Shape;

bool crosses_level(const CushionPart& part, double y) {
  return (part.from.y > y) != (part.to.y > y);
}

// A ray from the point in +x meets the chord.
bool ray_meets_chord(const CushionPart& part, const Vec2& point) {
  if (!crosses_level(part, point.y)) return false;
  const double t = (point.y - part.from.y) / (part.to.y - part.from.y);
  return part.from.x + t * (part.to.x - part.from.x) > point.x;
}

// Between the arc and its chord. A point on the chord counts as the ray takes it: a little higher and, then, farther
// right.
bool is_in_cap(const CushionPart& arc, const Vec2& point) {
  const Vec2 chord = arc.to - arc.from;
  double side = cross(chord, point - arc.from);
  if (side == 0) side = chord.x != 0 ? chord.x : -chord.y;
  const bool on_arc_side = arc.shape == Shape::concave_arc ? side < 0 : side > 0;
  return on_arc_side && norm2(point - arc.center) < arc.radius * arc.radius;
}

// Twice the area between an arc and its chord: r² (φ − sin φ), as a polygon inscribed in the arc, fine enough to
// tell its sign.
double cap_area(const CushionPart& arc) {
  Vec2 previous = arc.from;
  double area = 0;
  const Vec2 middle = arc.center + arc.radius * middle_direction(arc);
  for (const Vec2& next : {middle, arc.to}) {
    area += cross(previous - arc.from, next - arc.from);
    previous = next;
  }
  return area;
}

bool is_common_end(const CushionPart& a, const CushionPart& b, const Vec2& point) {
  const double near = 1e-9;
  const auto is_near = [&](const Vec2& end) { return norm(end - point) < near; };
  return (is_near(a.from) || is_near(a.to)) && (is_near(b.from) || is_near(b.to));
}

bool lies_on(const CushionPart& part, const Vec2& point) {
  if (is_arc(part)) return is_within(part, point - part.center);
  const Vec2 along = part.to - part.from;
  const double place = dot(point - part.from, along);
  return place >= 0 && place <= norm2(along);
}

// The common points of the lines and circles that two parts belong to.
std::vector<Vec2> line_meets_line(const CushionPart& a, const CushionPart& b) {
  const Vec2 u = a.to - a.from;
  const Vec2 v = b.to - b.from;
  const double det = cross(u, v);
  if (std::fabs(det) > 1e-12 * norm(u) * norm(v)) return {a.from + (cross(b.from - a.from, v) / det) * u};
  if (std::fabs(cross(b.from - a.from, u)) > 1e-12 * norm2(u)) return {};
  return {a.from, a.to, b.from, b.to, 0.5 * (a.from + a.to), 0.5 * (b.from + b.to)};
}

std::vector<Vec2> line_meets_circle(const CushionPart& line, const CushionPart& arc) {
  const Vec2 along = line.to - line.from;
  const Vec2 unit = along / norm(along);
  const double foot = dot(arc.center - line.from, unit);
  const double height = cross(unit, arc.center - line.from);
  const double half2 = (arc.radius - height) * (arc.radius + height);
  if (half2 < 0) return {};
  const double half = std::sqrt(half2);
  return {line.from + (foot - half) * unit, line.from + (foot + half) * unit};
}

std::vector<Vec2> circle_meets_circle(const CushionPart& a, const CushionPart& b) {
  const Vec2 line = b.center - a.center;
  const double d2 = norm2(line);
  if (d2 < 1e-24) {
    if (std::fabs(a.radius - b.radius) > 1e-9) return {};
    return {a.from, a.to, b.from, b.to};
  }
  const double x = (d2 + (a.radius - b.radius) * (a.radius + b.radius)) / (2 * d2);
  const double h2 = a.radius * a.radius / d2 - x * x;
  if (h2 < 0) return {};
  const Vec2 foot = a.center + x * line;
  const Vec2 up = std::sqrt(h2) * left_of(line);
  return {foot + up, foot - up};
}

std::vector<Vec2> common_points(const CushionPart& a, const CushionPart& b) {
  if (is_arc(a)) return is_arc(b) ? circle_meets_circle(a, b) : line_meets_circle(b, a);
  return is_arc(b) ? line_meets_circle(a, b) : line_meets_line(a, b);
}

}  // namespace

Vec2 middle_direction(const CushionPart& arc) {
  const Vec2 left = left_of(arc.to - arc.from);
  const Vec2 out = arc.shape == Shape::convex_arc ? left : -left;
  return out / norm(out);
}

bool is_within(const CushionPart& arc, const Vec2& direction) {
  const Vec2 middle = middle_direction(arc);
  return dot(direction, middle) * arc.radius >= norm(direction) * dot(arc.from - arc.center, middle) * (1 - 1e-15);
}

Vec2 nearest_point(const CushionPart& part, const Vec2& point) {
  if (!is_arc(part)) {
    const Vec2 along = part.to - part.from;
    return part.from + std::clamp(dot(point - part.from, along) / norm2(along), 0.0, 1.0) * along;
  }
  const Vec2 out = point - part.center;
  if (is_zero(out)) return part.center + part.radius * middle_direction(part);
  if (is_within(part, out)) return part.center + (part.radius / norm(out)) * out;
  return norm2(point - part.from) < norm2(point - part.to) ? part.from : part.to;
}

bool is_inside(const std::vector<CushionPart>& loop, const Vec2& point) {
  bool inside = false;
  for (const CushionPart& part : loop) {
    if (ray_meets_chord(part, point)) inside = !inside;
    if (is_arc(part) && is_in_cap(part, point)) inside = !inside;
  }
  return inside;
}

double signed_area(const std::vector<CushionPart>& loop) {
  double area = 0;
  for (const CushionPart& part : loop) {
    area += cross(part.from - loop.front().from, part.to - loop.front().from);
    if (is_arc(part)) area += cap_area(part);
  }
  return area;
}

std::vector<std::vector<CushionPart>> loops_of(const std::vector<CushionPart>& parts) {
  std::vector<std::vector<CushionPart>> loops;
  bool closed = true;
  for (const CushionPart& part : parts) {
    if (closed) loops.emplace_back();
    loops.back().push_back(part);
    closed = norm(part.to - loops.back().front().from) < 1e-9;
  }
  return loops;
}

Vec2 heading_at_start(const CushionPart& part) {
  if (!is_arc(part)) return (part.to - part.from) / norm(part.to - part.from);
  const Vec2 turn = left_of(part.from - part.center) / part.radius;
  return part.shape == Shape::concave_arc ? turn : -turn;
}

Vec2 heading_at_end(const CushionPart& part) {
  if (!is_arc(part)) return heading_at_start(part);
  const Vec2 turn = left_of(part.to - part.center) / part.radius;
  return part.shape == Shape::concave_arc ? turn : -turn;
}

bool cross_each_other(const CushionPart& a, const CushionPart& b) {
  const std::vector<Vec2> points = common_points(a, b);
  return std::any_of(points.begin(), points.end(), [&](const Vec2& point) {
    return lies_on(a, point) && lies_on(b, point) && !is_common_end(a, b, point);
  });
}

}  // namespace carom::billiards
