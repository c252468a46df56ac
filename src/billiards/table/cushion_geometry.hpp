#pragma once
#include <vector>

#include "carom/billiards/table.hpp"

// Plane geometry of cushion parts.
namespace carom::billiards {

// To the left of a direction.
inline Vec2 left_of(const Vec2& d) {
  return {-d.y, d.x};
}

inline bool is_arc(const CushionPart& part) {
  return part.shape != CushionPart::Shape::line;
}

// From the circle's centre to the middle of the arc: concave arcs lie to the right of their chord, convex ones to its
// left.
Vec2 middle_direction(const CushionPart& arc);

// Whether the direction from an arc's centre is one of the arc's.
bool is_within(const CushionPart& arc, const Vec2& direction);

Vec2 nearest_point(const CushionPart& part, const Vec2& point);

// Whether a point is to the left of closed loops, by their winding: true inside an anticlockwise one.
bool is_inside(const std::vector<CushionPart>& loop, const Vec2& point);

// Twice the signed area, arcs included, positive for an anticlockwise loop.
double signed_area(const std::vector<CushionPart>& loop);

// The closed loops of a list of parts, one after the other.
std::vector<std::vector<CushionPart>> loops_of(const std::vector<CushionPart>& parts);

// The directions of travel at the two ends.
Vec2 heading_at_start(const CushionPart& part);
Vec2 heading_at_end(const CushionPart& part);

// Where two parts have a point in common, other than an end of both.
bool cross_each_other(const CushionPart& a, const CushionPart& b);

}  // namespace carom::billiards
