#include "io/json/shape_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "carom/shape/check.hpp"

namespace carom::io {
namespace {

constexpr std::array<std::pair<std::string_view, Sides>, 2> kSides = {{{"two", Sides::two}, {"front", Sides::front}}};

template <int D>
Sides read_sides(const JsonNode& node) {
  const auto sides = node.find("sides");
  if (!sides) return Sides::two;
  const Sides value = sides->choice(kSides);
  if (D == 3 && value == Sides::front) sides->fail("\"two\": one-sided segments exist in 2D only");
  return value;
}

template <int D>
std::vector<Vec<D>> read_points(const JsonNode& list) {
  std::vector<Vec<D>> points;
  for (std::size_t i = 0; i < list.size(); ++i) points.push_back(list[i].vec<D>());
  return points;
}

}  // namespace

template <int D>
Ball<D> read_ball(const JsonNode& node) {
  node.expect_fields({"center", "radius"});
  return {node.at("center").vec<D>(), node.at("radius").non_negative()};
}

template <int D>
HalfSpace<D> read_half_space(const JsonNode& node) {
  node.expect_fields({"normal", "offset", "point"});
  const Vec<D> normal = node.at("normal").vec<D>();
  if (is_zero(normal)) node.at("normal").fail("a direction that is not zero");
  if (node.has("offset") && node.has("point")) node.fail("either \"offset\" or \"point\"");
  if (node.has("point")) return HalfSpace<D>::through(node.at("point").vec<D>(), normal);
  return {normal, node.at("offset").number()};
}

template <int D>
Segment<D> read_segment(const JsonNode& node) {
  node.expect_fields({"from", "to", "sides"});
  const Segment<D> segment{node.at("from").vec<D>(), node.at("to").vec<D>(), read_sides<D>(node)};
  if (segment.from == segment.to) node.fail("two different ends");
  return segment;
}

Polygon read_polygon(const JsonNode& node) {
  node.expect_fields({"vertices", "closed", "sides"});
  Polygon polygon;
  if (const auto closed = node.find("closed")) polygon.closed = closed->boolean();
  polygon.sides = read_sides<2>(node);
  const JsonNode vertices = node.at("vertices");
  const std::size_t least = least_vertices(polygon.closed);
  if (vertices.size() < least) vertices.fail(fmt::format("a list of {} or more points", least));
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    polygon.vertices.push_back(vertices[i].vec<2>());
    if (i > 0 && polygon.vertices[i] == polygon.vertices[i - 1]) vertices[i].fail("a point other than the one before");
  }
  if (polygon.closed && polygon.vertices.front() == polygon.vertices.back())
    vertices[vertices.size() - 1].fail("a point other than the first: a closed polygon goes back by itself");
  return polygon;
}

template <int D>
Capsule<D> read_capsule(const JsonNode& node) {
  node.expect_fields({"from", "to", "radius"});
  return {node.at("from").vec<D>(), node.at("to").vec<D>(), node.at("radius").non_negative()};
}

ConvexPolygon read_convex_polygon(const JsonNode& node) {
  node.expect_fields({"vertices"});
  return {read_points<2>(node.at("vertices"))};
}

Arc read_arc(const JsonNode& node) {
  node.expect_fields({"center", "radius", "from", "to"});
  Arc arc{node.at("center").vec<2>(), node.at("radius").positive()};
  if (!node.has("from") && !node.has("to")) return arc;
  for (const auto& [name, direction] : {std::pair("from", &arc.from), std::pair("to", &arc.to)}) {
    *direction = node.at(name).vec<2>();
    if (is_zero(*direction)) node.at(name).fail("a direction that is not zero");
  }
  return arc;
}

UprightCylinder read_cylinder(const JsonNode& node) {
  node.expect_fields({"center", "radius", "half_height", "axis"});
  const auto axis = node.find("axis");
  return {node.at("center").vec<3>(), node.at("radius").non_negative(), node.at("half_height").non_negative(),
          axis ? axis->choice(kAxes) : Axis::z};
}

Triangle read_triangle(const JsonNode& node) {
  node.expect_fields({"a", "b", "c"});
  return {node.at("a").vec<3>(), node.at("b").vec<3>(), node.at("c").vec<3>()};
}

TriangleMesh read_mesh(const JsonNode& node) {
  node.expect_fields({"vertices", "triangles"});
  TriangleMesh mesh{read_points<3>(node.at("vertices")), {}};
  if (mesh.vertices.size() < 3) node.at("vertices").fail("a list of 3 or more points");
  const JsonNode triangles = node.at("triangles");
  if (triangles.size() == 0) triangles.fail("a list of 1 or more triangles");
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const JsonNode triangle = triangles[i];
    if (triangle.size() != 3) triangle.fail("a list of 3 indices of vertices");
    std::array<std::uint32_t, 3>& corners = mesh.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = static_cast<std::uint32_t>(triangle[k].whole(0, mesh.vertices.size() - 1));
  }
  return mesh;
}

template <int D>
Vec<D> read_unit(const JsonNode& node) {
  const Vec<D> v = node.vec<D>();
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  if (std::abs(norm2(v) - 1) <= kRounding) return v;
  double largest = 0;
  for (int k = 0; k < D; ++k) largest = std::max(largest, std::abs(v[k]));
  if (largest == 0) node.fail("a direction that is not zero");
  const Vec<D> scaled = v / largest;
  return scaled / norm(scaled);
}

template <int D>
Aabb<D> read_box(const JsonNode& node) {
  const Aabb<D> box{node.at("low").vec<D>(), node.at("high").vec<D>()};
  for (int k = 0; k < D; ++k)
    if (!(box.low[k] < box.high[k])) node.fail("low < high on every axis");
  return box;
}

template Circle read_ball<2>(const JsonNode&);
template Sphere read_ball<3>(const JsonNode&);
template HalfSpace2 read_half_space<2>(const JsonNode&);
template HalfSpace3 read_half_space<3>(const JsonNode&);
template Segment2 read_segment<2>(const JsonNode&);
template Segment3 read_segment<3>(const JsonNode&);
template Capsule2 read_capsule<2>(const JsonNode&);
template Capsule3 read_capsule<3>(const JsonNode&);
template Vec2 read_unit<2>(const JsonNode&);
template Vec3 read_unit<3>(const JsonNode&);
template Aabb2 read_box<2>(const JsonNode&);
template Aabb3 read_box<3>(const JsonNode&);

}  // namespace carom::io
