#pragma once
#include <vector>

#include "carom/billiards/table.hpp"

#pragma GCC visibility push(default)

// Outlines of free tables, anticlockwise, of material 0.
namespace carom::billiards {

/// Straight cushions through the corners in their order; three or more.
std::vector<CushionPart> polygon_outline(const std::vector<Vec2>& corners);

/// Two half circles.
std::vector<CushionPart> circle_outline(const Vec2& center, double radius);

/// Two straight sides of this length along x, and a half circle at each end.
std::vector<CushionPart> stadium_outline(double length, double radius);

/// An ellipse of half axes a and b, along x and y, by `arcs` ≥ 2 arcs of circles a quarter, which turn by equal angles,
/// join smoothly and pass through the ellipse's four vertices; their radii are the ellipse's own radii of curvature, up
/// to what that takes. Throws std::invalid_argument where the axes differ too much for that number of arcs.
std::vector<CushionPart> ellipse_outline(double a, double b, int arcs = 4);

}  // namespace carom::billiards

#pragma GCC visibility pop
