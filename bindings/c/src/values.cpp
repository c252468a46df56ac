#include "values.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "carom/shape/check.hpp"
#include "guard.hpp"

namespace carom::c {
namespace {

constexpr std::array kKinds = {"a ball",    "a half-space",     "a segment",  "a box",
                               "a capsule", "a cylinder",       "a triangle", "a mesh",
                               "an arc",    "a convex polygon", "a polygon"};

/// The shape, if it is as it should be; the error of one that is not begins with the argument.
template <class Shape>
Shape checked(Shape shape, const char* argument) {
  try {
    check(shape);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", argument, error.what()));
  }
  return shape;
}

[[noreturn]] void fail_kind(const carom_shape& shape, const char* argument, int dimension) {
  throw std::invalid_argument(fmt::format("{}: got a shape of kind {} ({}), expected one that there is in {}D",
                                          argument, static_cast<int>(shape.kind), name(shape.kind), dimension));
}

template <int D>
Segment<D> segment(const carom_segment& from) {
  return {vec<D>(from.from), vec<D>(from.to), from.one_sided != 0 ? Sides::front : Sides::two};
}

template <class Vector>
std::vector<Vector> vectors(const carom_vec* from, std::size_t count, const char* argument) {
  if (count > 0) given(from, argument);
  std::vector<Vector> all;
  all.reserve(count);
  for (std::size_t k = 0; k < count; ++k) all.push_back(vec<(sizeof(Vector) == sizeof(Vec2) ? 2 : 3)>(from[k]));
  return all;
}

TriangleMesh mesh(const carom_mesh& from, const char* argument) {
  if (from.triangle_count > 0) given(from.triangles, argument);
  TriangleMesh mesh{vectors<Vec3>(from.vertices, from.vertex_count, argument), {}};
  mesh.triangles.reserve(from.triangle_count);
  for (std::size_t k = 0; k < from.triangle_count; ++k)
    mesh.triangles.push_back({from.triangles[k][0], from.triangles[k][1], from.triangles[k][2]});
  return mesh;
}

UprightCylinder cylinder(const carom_cylinder& from, const char* argument) {
  if (from.axis < CAROM_X || from.axis > CAROM_Z)
    throw std::invalid_argument(
        fmt::format("{}.axis: got {}, expected CAROM_X, CAROM_Y or CAROM_Z", argument, static_cast<int>(from.axis)));
  return {vec<3>(from.center), from.radius, from.half_height, static_cast<Axis>(from.axis)};
}

Polygon polygon(const carom_polygon& from, const char* argument) {
  return {vectors<Vec2>(from.vertices, from.vertex_count, argument), from.open == 0,
          from.one_sided != 0 ? Sides::front : Sides::two};
}

}  // namespace

std::optional<double> if_set(double value) {
  if (std::isnan(value)) return std::nullopt;
  return value;
}

const char* name(carom_shape_kind kind) {
  const auto number = static_cast<std::size_t>(kind);
  return number < kKinds.size() ? kKinds[number] : "none that there is";
}

template <int D>
Ball<D> checked_ball(const carom_ball& ball, const char* argument) {
  return checked(Ball<D>{vec<D>(ball.center), ball.radius}, argument);
}

template <int D>
Motion<D> motion(const carom_motion* motion, const char* argument) {
  if (motion == nullptr) return {};
  const Vec<D> velocity = vec<D>(motion->velocity);
  const Vec<D> acceleration = vec<D>(motion->acceleration);
  const auto fail = [&](const char* expected) {
    throw std::invalid_argument(fmt::format("{}: got a deceleration of {} and a damping of {}, expected {}", argument,
                                            motion->deceleration, motion->damping, expected));
  };
  if (!is_finite(velocity) || !is_finite(acceleration))
    throw std::invalid_argument(fmt::format("{}: expected a finite velocity and acceleration", argument));
  if (!(motion->deceleration >= 0 && motion->damping >= 0) || std::isinf(motion->deceleration + motion->damping))
    fail("finite numbers >= 0");
  const int laws = (is_zero(acceleration) ? 0 : 1) + (motion->deceleration > 0 ? 1 : 0) + (motion->damping > 0 ? 1 : 0);
  if (laws > 1) fail("one of acceleration, deceleration and damping that is not zero at most");
  if (motion->deceleration > 0) return Stopping<D>{velocity, motion->deceleration};
  if (motion->damping > 0) return Damped<D>{velocity, motion->damping};
  return Accelerating<D>{velocity, acceleration};
}

template <int D>
typename QueriedShape<D>::type queried_shape(const carom_shape& shape, const char* argument) {
  const auto& as = shape.as;
  switch (shape.kind) {
    case CAROM_BALL:
      return checked_ball<D>(as.ball, argument);
    case CAROM_HALF_SPACE:
      return checked(HalfSpace<D>{vec<D>(as.half_space.normal), as.half_space.offset, vec<D>(as.half_space.point)},
                     argument);
    case CAROM_SEGMENT:
      return checked(segment<D>(as.segment), argument);
    case CAROM_BOX:
      return checked(Aabb<D>{vec<D>(as.box.low), vec<D>(as.box.high)}, argument);
    case CAROM_CAPSULE:
      return checked(Capsule<D>{vec<D>(as.capsule.from), vec<D>(as.capsule.to), as.capsule.radius}, argument);
    default:
      break;
  }
  if constexpr (D == 2) {
    if (shape.kind == CAROM_ARC)
      return checked(Arc{vec<2>(as.arc.center), as.arc.radius, vec<2>(as.arc.from), vec<2>(as.arc.to)}, argument);
    if (shape.kind == CAROM_CONVEX_POLYGON)
      return checked(ConvexPolygon{vectors<Vec2>(as.polygon.vertices, as.polygon.vertex_count, argument)}, argument);
    if (shape.kind == CAROM_POLYGON) return checked(polygon(as.polygon, argument), argument);
  } else {
    if (shape.kind == CAROM_CYLINDER) return checked(cylinder(as.cylinder, argument), argument);
    if (shape.kind == CAROM_TRIANGLE)
      return checked(Triangle{vec<3>(as.triangle.a), vec<3>(as.triangle.b), vec<3>(as.triangle.c)}, argument);
    if (shape.kind == CAROM_MESH) return checked(mesh(as.mesh, argument), argument);
  }
  fail_kind(shape, argument, D);
}

template Ball<2> checked_ball(const carom_ball&, const char*);
template Ball<3> checked_ball(const carom_ball&, const char*);
template Motion<2> motion(const carom_motion*, const char*);
template Motion<3> motion(const carom_motion*, const char*);
template QueriedShape<2>::type queried_shape<2>(const carom_shape&, const char*);
template QueriedShape<3>::type queried_shape<3>(const carom_shape&, const char*);

}  // namespace carom::c
