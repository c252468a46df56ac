#pragma once
#include <cstddef>

#include "carom/math/visibility.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/arc.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/polygon.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/triangle_mesh.hpp"
#include "carom/shape/upright_cylinder.hpp"

#pragma GCC visibility push(default)

// Whether a shape is what the queries expect; decided exactly. Throws std::invalid_argument, which names the place, the
// value and what was expected. Queries do not check.
namespace carom {

/// Of a polygon: 3 if it is closed, as two would be one edge twice, else 2.
constexpr std::size_t least_vertices(bool closed) {
  return closed ? 3 : 2;
}

/// Finite centre, finite radius ≥ 0.
template <int D>
CAROM_VISIBLE void check(const Ball<D>& shape);
/// Finite; the normal not 0.
template <int D>
CAROM_VISIBLE void check(const HalfSpace<D>& shape);
/// Finite, with two different ends; one-sided in 2D only.
template <int D>
CAROM_VISIBLE void check(const Segment<D>& shape);
/// Finite, low ≤ high.
template <int D>
CAROM_VISIBLE void check(const Aabb<D>& shape);
/// Finite, with two different ends, radius ≥ 0.
template <int D>
CAROM_VISIBLE void check(const Capsule<D>& shape);
/// Finite, radius ≥ 0, half_height ≥ 0.
void check(const UprightCylinder& shape);
/// Of two that are asked about together: along the same axis.
void check(const UprightCylinder& a, const UprightCylinder& b);
/// Finite, radius > 0, directions not 0.
void check(const Arc& shape);
/// At least least_vertices, finite, each different from the next.
void check(const Polygon& shape);
/// At least three vertices, finite, each turn to the left, once around.
void check(const ConvexPolygon& shape);
/// Finite, corners not on one line.
void check(const Triangle& shape);
/// Indices within range, finite vertices, triangles with corners not on one line.
void check(const TriangleMesh& shape);

}  // namespace carom

#pragma GCC visibility pop
