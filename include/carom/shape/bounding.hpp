#pragma once
#include <span>

#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/upright_cylinder.hpp"

#pragma GCC visibility push(default)

// The smallest simple shapes around a set of points. Each is closed and holds every point, as exact arithmetic sees it,
// and has the same bits whatever the order of the points. Points may coincide, lie on a line, in a plane or on a
// sphere. Around no points at all: the shape of size 0 at the origin. Coordinates are finite, below 2^1000 in size.
namespace carom {

/// The smallest ball around points: the centre is the exact smallest ball's, rounded to nearest; the radius is the
/// least double at which a ball about that centre holds all points. In practice a few passes over the points
/// (Welzl 1991 on a few of them at a time, found by farthest points: Gärtner 1999).
Circle smallest_ball(std::span<const Vec2> points);
Sphere smallest_ball(std::span<const Vec3> points);

/// The smallest cylinder along an axis around points, which has both the least radius and the least height: the
/// smallest ball of their shadows in the plane across the axis, as above, and the half-height is the least double that
/// reaches both ends.
UprightCylinder smallest_cylinder(std::span<const Vec3> points, Axis axis = Axis::z);

/// The smallest box around points, without any rounding.
Aabb2 smallest_box(std::span<const Vec2> points);
Aabb3 smallest_box(std::span<const Vec3> points);

}  // namespace carom

#pragma GCC visibility pop
