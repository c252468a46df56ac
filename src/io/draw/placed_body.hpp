#pragma once
#include <variant>

#include "carom/sim/world.hpp"

namespace carom::io {

inline Circle moved(Circle ball, const Vec2&) {
  return ball;
}
inline Sphere moved(Sphere ball, const Vec3&) {
  return ball;
}
template <int D>
HalfSpace<D> moved(HalfSpace<D> plane, const Vec<D>& by) {
  plane.offset += dot(plane.normal, by);
  return plane;
}
template <int D>
Segment<D> moved(Segment<D> segment, const Vec<D>& by) {
  segment.from += by;
  segment.to += by;
  return segment;
}
template <int D>
Aabb<D> moved(Aabb<D> box, const Vec<D>& by) {
  box.low += by;
  box.high += by;
  return box;
}
inline Polygon moved(Polygon polygon, const Vec2& by) {
  for (Vec2& vertex : polygon.vertices) vertex += by;
  return polygon;
}
inline TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& vertex : mesh.vertices) vertex += by;
  return mesh;
}

template <int D>
Capsule<D> moved(Capsule<D> capsule, const Vec<D>& by) {
  capsule.from += by;
  capsule.to += by;
  return capsule;
}
inline ConvexPolygon moved(ConvexPolygon polygon, const Vec2& by) {
  for (Vec2& vertex : polygon.vertices) vertex += by;
  return polygon;
}
inline Arc moved(Arc arc, const Vec2& by) {
  arc.center += by;
  return arc;
}
inline UprightCylinder moved(UprightCylinder cylinder, const Vec3& by) {
  cylinder.center += by;
  return cylinder;
}

/// A body whose shape, if it is no ball, is where it is now.
template <int D>
Body<D> placed_body(const World<D>& world, BodyId id) {
  Body<D> body = world.body(id);
  const Vec<D> by = world.placement(id).position;
  if (!std::holds_alternative<Ball<D>>(body.shape) && !is_zero(by))
    std::visit([&by](auto& shape) { shape = moved(shape, by); }, body.shape);
  return body;
}

}  // namespace carom::io
