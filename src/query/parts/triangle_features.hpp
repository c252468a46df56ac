#pragma once
#include <span>

#include "carom/shape/triangle.hpp"
#include "query/curved/features.hpp"

// The features of triangles, alone or in a mesh. With d = q − p along an edge, y = x − p and w = o − p, o the third
// corner, |d|² w − (w·d) d is the normal of the edge in the triangle's plane, inwards.
namespace carom::query {

template <class Number>
using Triple = std::array<Number, 3>;

template <class Number>
Triple<Number> between(const Vec3& from, const Vec3& to) {
  return {Number(to.x) - Number(from.x), Number(to.y) - Number(from.y), Number(to.z) - Number(from.z)};
}

template <class Number>
Number dot(const Triple<Number>& a, const Triple<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Number>
math::Polynomial<Number> dot(const Triple<Number>& a, const Course<Number, 3>& x) {
  return constant(a[0]) * x[0] + constant(a[1]) * x[1] + constant(a[2]) * x[2];
}

/// (b − a) × (c − a)
template <class Number>
Triple<Number> normal_of(const Triangle& t) {
  const Triple<Number> u = between<Number>(t.a, t.b);
  const Triple<Number> v = between<Number>(t.a, t.c);
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// How far the centre is inside an edge p q of a triangle whose third corner is o, times a positive number.
template <class Number>
math::Polynomial<Number> inside_edge(const Course<Number, 3>& x, const Vec3& p, const Vec3& q, const Vec3& o) {
  const Course<Number, 3> y = seen_from<Number, 3>(p, x);
  const Triple<Number> d = between<Number>(p, q);
  const Triple<Number> w = between<Number>(p, o);
  return constant(dot(d, d)) * dot(w, y) - constant(dot(w, d)) * dot(d, y);
}

/// One side of a triangle without its edges: (n·y)² − r² |n|² above it; n·y for r = 0.
template <class Number>
Feature<Number> face_feature(const Course<Number, 3>& x, const Triangle& t, int side, double r) {
  const Triple<Number> n = normal_of<Number>(t);
  math::Polynomial<Number> above = dot(n, seen_from<Number, 3>(t.a, x));
  if (side < 0) above = -above;
  Feature<Number> feature = r == 0 ? Feature<Number>{above} : squared(square(above), Number(r) * Number(r) * dot(n, n));
  feature.demand(above);
  feature.demand(inside_edge(x, t.a, t.b, t.c));
  feature.demand(inside_edge(x, t.b, t.c, t.a));
  feature.demand(inside_edge(x, t.c, t.a, t.b));
  return feature;
}

/// An edge p q, beyond the triangles that meet in it, given by their third corners.
template <class Number>
Feature<Number> edge_feature(const Course<Number, 3>& x, const Vec3& p, const Vec3& q, std::span<const Vec3> thirds,
                             double r) {
  Feature<Number> feature = side_feature<Number, 3>(x, Segment3{p, q}, Number(r));
  for (const Vec3& o : thirds) feature.demand(-inside_edge(x, p, q, o));
  return feature;
}

/// A corner, beyond the edges that meet in it, given by their other ends.
template <class Number>
Feature<Number> corner_feature(const Course<Number, 3>& x, const Vec3& corner, std::span<const Vec3> others, double r) {
  const Course<Number, 3> y = seen_from<Number, 3>(corner, x);
  Feature<Number> feature = ball_feature(y, Number(r));
  for (const Vec3& other : others) feature.demand(-dot(between<Number>(corner, other), y));
  return feature;
}

}  // namespace carom::query
