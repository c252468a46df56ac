#include "carom/shape/check.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "math/exact/dyadic.hpp"
#include "shape/upright.hpp"

namespace carom {
namespace {

using math::Dyadic;

[[noreturn]] void refuse(const std::string& what, const std::string& expected) {
  throw std::invalid_argument(what + ": " + expected);
}

std::string text(double x) {
  return std::to_string(x);
}

template <int D>
void check_point(const Vec<D>& point, const std::string& name) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(point[k])) refuse(name + " has a component " + text(point[k]), "it must be finite");
}

void check_length(double length, const std::string& name) {
  if (!std::isfinite(length) || length < 0) refuse(name + " is " + text(length), "it must be finite and not negative");
}

template <int D>
void check_ends(const Vec<D>& from, const Vec<D>& to) {
  check_point(from, "from");
  check_point(to, "to");
  if (from == to) refuse("from equals to", "the ends must differ");
}

template <class Vertices>
void check_vertices(const Vertices& vertices) {
  for (std::size_t k = 0; k < vertices.size(); ++k) check_point(vertices[k], "vertex " + std::to_string(k));
}

Dyadic difference(double a, double b) {
  return Dyadic(a) - Dyadic(b);
}

/// The sign of cross(b − a, c − a): 1 for a turn to the left.
int turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x)).sign();
}

bool on_one_line(const Triangle& t) {
  const auto flat = [&](int i, int j) { return turn({t.a[i], t.a[j]}, {t.b[i], t.b[j]}, {t.c[i], t.c[j]}) == 0; };
  return flat(0, 1) && flat(1, 2) && flat(2, 0);
}

/// Below 0 in x, or straight below: the directions' order in one turn around starts here.
bool in_lower_half(const Vec2& a, const Vec2& b) {
  return b.y < a.y || (b.y == a.y && b.x < a.x);
}

}  // namespace

template <int D>
void check(const Ball<D>& shape) {
  check_point(shape.center, "center");
  check_length(shape.radius, "radius");
}

template <int D>
void check(const HalfSpace<D>& shape) {
  check_point(shape.normal, "normal");
  if (!std::isfinite(shape.offset)) refuse("offset is " + text(shape.offset), "it must be finite");
  check_point(shape.point, "point");
  if (is_zero(shape.normal)) refuse("normal is 0", "it must point somewhere");
}

template <int D>
void check(const Segment<D>& shape) {
  check_ends(shape.from, shape.to);
  if (D == 3 && shape.sides != Sides::two) refuse("sides is front", "in space a segment has two sides");
}

template <int D>
void check(const Aabb<D>& shape) {
  check_point(shape.low, "low");
  check_point(shape.high, "high");
  for (int k = 0; k < D; ++k)
    if (shape.low[k] > shape.high[k])
      refuse("low " + text(shape.low[k]) + " is above high " + text(shape.high[k]), "low <= high on every axis");
}

template <int D>
void check(const Capsule<D>& shape) {
  check_ends(shape.from, shape.to);
  check_length(shape.radius, "radius");
}

void check(const UprightCylinder& shape) {
  check_point(shape.center, "center");
  check_length(shape.radius, "radius");
  check_length(shape.half_height, "half_height");
}

void check(const Arc& shape) {
  check_point(shape.center, "center");
  if (!std::isfinite(shape.radius) || !(shape.radius > 0))
    refuse("radius is " + text(shape.radius), "it must be finite and > 0");
  check_point(shape.from, "from");
  check_point(shape.to, "to");
  if (is_zero(shape.from)) refuse("from is 0", "it must point somewhere");
  if (is_zero(shape.to)) refuse("to is 0", "it must point somewhere");
}

void check(const UprightCylinder& a, const UprightCylinder& b) {
  if (a.axis != b.axis)
    refuse("one cylinder is along " + shape::name_of(a.axis) + ", the other along " + shape::name_of(b.axis),
           "both along one axis");
}

void check(const Polygon& shape) {
  if (const std::size_t least = least_vertices(shape.closed); shape.vertices.size() < least)
    refuse(std::to_string(shape.vertices.size()) + " vertices",
           std::string(shape.closed ? "a closed" : "an open") + " polygon has at least " + std::to_string(least));
  check_vertices(shape.vertices);
  for (int k = 0; k < shape.edge_count(); ++k)
    if (shape.edge(k).from == shape.edge(k).to)
      refuse("vertex " + std::to_string(k) + " equals the next", "vertices that follow each other must differ");
}

void check(const ConvexPolygon& shape) {
  const std::size_t n = shape.vertices.size();
  if (n < 3) refuse(std::to_string(n) + " vertices", "a convex polygon has at least 3");
  check_vertices(shape.vertices);
  int descents = 0;  // edges that begin the lower half of directions: one in a single turn around
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2& a = shape.vertices[k];
    const Vec2& b = shape.vertices[(k + 1) % n];
    const Vec2& c = shape.vertices[(k + 2) % n];
    if (turn(a, b, c) <= 0)
      refuse("no turn to the left at vertex " + std::to_string((k + 1) % n), "vertices go anticlockwise around");
    descents += !in_lower_half(a, b) && in_lower_half(b, c) ? 1 : 0;
  }
  if (descents != 1) refuse("the vertices go around " + std::to_string(descents) + " times", "once around");
}

void check(const Triangle& shape) {
  check_vertices(std::array{shape.a, shape.b, shape.c});
  if (on_one_line(shape)) refuse("the corners lie on one line", "a triangle has an area");
}

void check(const TriangleMesh& shape) {
  check_vertices(shape.vertices);
  for (std::size_t k = 0; k < shape.triangles.size(); ++k) {
    const std::string name = "triangle " + std::to_string(k);
    for (const std::uint32_t corner : shape.triangles[k])
      if (corner >= shape.vertices.size())
        refuse(name + " has corner " + std::to_string(corner),
               "there are " + std::to_string(shape.vertices.size()) + " vertices");
    if (on_one_line(shape.triangle(k))) refuse(name + " has its corners on one line", "a triangle has an area");
  }
}

template void check(const Ball<2>&);
template void check(const Ball<3>&);
template void check(const HalfSpace<2>&);
template void check(const HalfSpace<3>&);
template void check(const Segment<2>&);
template void check(const Segment<3>&);
template void check(const Aabb<2>&);
template void check(const Aabb<3>&);
template void check(const Capsule<2>&);
template void check(const Capsule<3>&);

}  // namespace carom
