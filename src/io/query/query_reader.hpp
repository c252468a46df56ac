#pragma once
#include <string_view>
#include <variant>

#include "carom/query/time_of_impact.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/triangle_mesh.hpp"
#include "carom/shape/upright_cylinder.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

template <int D>
struct AnyQueryShape;
template <>
struct AnyQueryShape<2> {
  using Type = std::variant<Circle, HalfSpace2, Segment2, Aabb2, Capsule2, Polygon, ConvexPolygon>;
};
template <>
struct AnyQueryShape<3> {
  using Type = std::variant<Sphere, HalfSpace3, Segment3, Aabb3, Capsule3, UprightCylinder, Triangle, TriangleMesh>;
};

/// One of the two that a query is about.
template <int D>
struct QueryBody {
  typename AnyQueryShape<D>::Type shape;
  std::string_view kind;  ///< the shape's name in the line
  Motion<D> motion;
};

template <int D>
struct Query {
  QueryBody<D> a;
  QueryBody<D> b;
  double horizon = kForever;
};

/// A line of `carom query` whose `dim` is D.
template <int D>
Query<D> read_query(const JsonNode& node);

}  // namespace carom::io
