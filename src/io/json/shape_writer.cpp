#include "io/json/shape_writer.hpp"

#include "io/json/vec_json.hpp"
#include "shape/upright.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

const char* word(Sides sides) {
  return sides == Sides::two ? "two" : "front";
}

}  // namespace

template <int D>
OrderedJson shape_json(const Ball<D>& ball) {
  return {{"ball", {{"center", vec_json(ball.center)}, {"radius", ball.radius}}}};
}

template <int D>
OrderedJson shape_json(const HalfSpace<D>& half_space) {
  const HalfSpace<D> unit = half_space.unit();
  return {{"half_space", {{"normal", vec_json(unit.normal)}, {"offset", unit.offset}}}};
}

template <int D>
OrderedJson shape_json(const Segment<D>& segment) {
  return {
      {"segment", {{"from", vec_json(segment.from)}, {"to", vec_json(segment.to)}, {"sides", word(segment.sides)}}}};
}

template <int D>
OrderedJson shape_json(const Aabb<D>& box) {
  return {{"box", {{"low", vec_json(box.low)}, {"high", vec_json(box.high)}}}};
}

OrderedJson shape_json(const Polygon& polygon) {
  OrderedJson vertices = OrderedJson::array();
  for (const Vec2& vertex : polygon.vertices) vertices.push_back(vec_json(vertex));
  return {{"polygon", {{"vertices", vertices}, {"closed", polygon.closed}, {"sides", word(polygon.sides)}}}};
}

template <int D>
OrderedJson shape_json(const Capsule<D>& capsule) {
  return {{"capsule", {{"from", vec_json(capsule.from)}, {"to", vec_json(capsule.to)}, {"radius", capsule.radius}}}};
}

OrderedJson shape_json(const ConvexPolygon& polygon) {
  OrderedJson vertices = OrderedJson::array();
  for (const Vec2& vertex : polygon.vertices) vertices.push_back(vec_json(vertex));
  return {{"convex_polygon", {{"vertices", vertices}}}};
}

OrderedJson shape_json(const Arc& arc) {
  return {{"arc",
           {{"center", vec_json(arc.center)},
            {"radius", arc.radius},
            {"from", vec_json(arc.from)},
            {"to", vec_json(arc.to)}}}};
}

OrderedJson shape_json(const UprightCylinder& cylinder) {
  return {{"cylinder",
           {{"center", vec_json(cylinder.center)},
            {"radius", cylinder.radius},
            {"half_height", cylinder.half_height},
            {"axis", shape::name_of(cylinder.axis)}}}};
}

OrderedJson shape_json(const TriangleMesh& mesh) {
  OrderedJson vertices = OrderedJson::array();
  for (const Vec3& vertex : mesh.vertices) vertices.push_back(vec_json(vertex));
  return {{"mesh", {{"vertices", vertices}, {"triangles", mesh.triangles}}}};
}

template OrderedJson shape_json(const Ball<2>&);
template OrderedJson shape_json(const Ball<3>&);
template OrderedJson shape_json(const HalfSpace<2>&);
template OrderedJson shape_json(const HalfSpace<3>&);
template OrderedJson shape_json(const Segment<2>&);
template OrderedJson shape_json(const Segment<3>&);
template OrderedJson shape_json(const Aabb<2>&);
template OrderedJson shape_json(const Aabb<3>&);
template OrderedJson shape_json(const Capsule<2>&);
template OrderedJson shape_json(const Capsule<3>&);

}  // namespace carom::io
