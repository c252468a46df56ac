#pragma once
#include <array>
#include <string_view>
#include <utility>

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
#include "io/json/json_node.hpp"

// Shapes as docs/formats/scene.md and docs/formats/query.md spell them.
namespace carom::io {

inline constexpr std::array<std::pair<std::string_view, Axis>, 3> kAxes = {
    {{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}}};

template <int D>
Ball<D> read_ball(const JsonNode& node);
template <int D>
HalfSpace<D> read_half_space(const JsonNode& node);
template <int D>
Segment<D> read_segment(const JsonNode& node);
Polygon read_polygon(const JsonNode& node);
template <int D>
Capsule<D> read_capsule(const JsonNode& node);
ConvexPolygon read_convex_polygon(const JsonNode& node);
/// Without `from` and `to` the whole circle.
Arc read_arc(const JsonNode& node);
UprightCylinder read_cylinder(const JsonNode& node);
Triangle read_triangle(const JsonNode& node);
TriangleMesh read_mesh(const JsonNode& node);

/// A direction of any length but 0, made unit. One of length 1 up to rounding is kept as it is, so that what a run
/// writes reads back with the same bits.
template <int D>
Vec<D> read_unit(const JsonNode& node);

/// The box `{"low": …, "high": …}`; low < high on every axis. Other fields are left to the caller.
template <int D>
Aabb<D> read_box(const JsonNode& node);

}  // namespace carom::io
