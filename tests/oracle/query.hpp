#pragma once
#include <limits>
#include <variant>

#include "carom/motion/motion.hpp"
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

namespace oracle {

using carom::Aabb;
using carom::Arc;
using carom::Ball;
using carom::Capsule;
using carom::ConvexPolygon;
using carom::HalfSpace;
using carom::Motion;
using carom::Polygon;
using carom::Segment;
using carom::Sides;
using carom::Triangle;
using carom::TriangleMesh;
using carom::UprightCylinder;
using carom::Vec;
using carom::Vec2;
using carom::Vec3;

template <int D>
struct Shapes;
template <>
struct Shapes<2> {
  using Mover = std::variant<Ball<2>, Aabb<2>, Segment<2>, Capsule<2>, ConvexPolygon>;
  using Any = std::variant<Ball<2>, HalfSpace<2>, Segment<2>, Aabb<2>, Capsule<2>, ConvexPolygon, Polygon, Arc>;
};
template <>
struct Shapes<3> {
  using Mover = std::variant<Ball<3>, Aabb<3>, UprightCylinder, Segment<3>, Capsule<3>, Triangle>;
  using Any =
      std::variant<Ball<3>, HalfSpace<3>, Segment<3>, Aabb<3>, Capsule<3>, UprightCylinder, Triangle, TriangleMesh>;
};

/// Two shapes, how they move, and the horizon. The mover is a ball, or, with a hull or a plane, a hull or a cylinder.
template <int D>
struct Query {
  typename Shapes<D>::Mover a;
  typename Shapes<D>::Any b;
  Motion<D> motion_a;
  Motion<D> motion_b;
  double horizon = 0;
  bool swapped = false;  ///< the library is asked about (b, a)
};

}  // namespace oracle
