#pragma once
#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/query/time_of_impact.hpp"
#include "oracle/pairs.hpp"

// Pairs of shapes in motion, and the same pairs seen otherwise: from elsewhere, in a mirror, in other units.
namespace carom::test {

template <class A, class B>
struct Pair {
  static constexpr int kD = kDimension<A>;

  A a;
  B b;
  Motion<kD> motion_a;
  Motion<kD> motion_b;
  double horizon;
};

template <class A, class B>
Pair<A, B> any_pair(std::uint64_t index, oracle::Laws laws) {
  constexpr int D = kDimension<A>;
  oracle::Random random(7, index);
  const auto q = oracle::make_query<D, A, B>(oracle::any_class(random), laws, random);
  return {std::get<A>(q.a), std::get<B>(q.b), q.motion_a, q.motion_b, q.horizon};
}

template <class A, class B>
std::optional<Impact<kDimension<A>>> ask(const Pair<A, B>& q) {
  return time_of_impact(q.a, q.motion_a, q.b, q.motion_b, q.horizon);
}

// ---- A view acts on each vector

template <int D, class View>
Motion<D> seen(Motion<D> m, const View& view) {
  m.velocity = view(m.velocity);
  m.acceleration = view(m.acceleration);
  return m;
}
template <int D, class View>
Ball<D> seen(const Ball<D>& b, const View& view) {
  return {view(b.center), b.radius};
}
template <int D, class View>
HalfSpace<D> seen(const HalfSpace<D>& h, const View& view) {
  return {view(h.normal), h.offset, view(h.point)};
}
template <int D, class View>
Segment<D> seen(const Segment<D>& s, const View& view) {
  return {view(s.from), view(s.to), s.sides};
}
template <int D, class View>
Capsule<D> seen(const Capsule<D>& c, const View& view) {
  return {view(c.from), view(c.to), c.radius};
}
template <int D, class View>
Aabb<D> seen(const Aabb<D>& b, const View& view) {
  Aabb<D> result{view(b.low), view(b.high)};
  for (int k = 0; k < D; ++k)
    if (result.low[k] > result.high[k]) std::swap(result.low[k], result.high[k]);
  return result;
}
template <class View>
UprightCylinder seen(const UprightCylinder& c, const View& view) {
  return {view(c.center), c.radius, c.half_height, c.axis};
}
template <class View>
Arc seen(const Arc& a, const View& view) {
  return {view(a.center), a.radius, view(a.from), view(a.to)};
}
template <class View>
Triangle seen(const Triangle& t, const View& view) {
  return {view(t.a), view(t.b), view(t.c)};
}
template <class Vertices, class View>
Vertices seen_vertices(Vertices vertices, const View& view) {
  for (auto& v : vertices) v = view(v);
  return vertices;
}
template <class View>
Polygon seen(const Polygon& p, const View& view) {
  return {seen_vertices(p.vertices, view), p.closed, p.sides};
}
template <class View>
ConvexPolygon seen(const ConvexPolygon& p, const View& view) {
  return {seen_vertices(p.vertices, view)};
}
template <class View>
TriangleMesh seen(const TriangleMesh& m, const View& view) {
  return {seen_vertices(m.vertices, view), m.triangles};
}

template <class A, class B, class View>
Pair<A, B> seen(const Pair<A, B>& q, const View& view) {
  return {seen(q.a, view), seen(q.b, view), seen(q.motion_a, view), seen(q.motion_b, view), q.horizon};
}

// ---- In a mirror left becomes right

template <class Shape>
void exchange_sides(Shape&) {}
template <int D>
void exchange_sides(Segment<D>& s) {
  if (s.sides == Sides::front) std::swap(s.from, s.to);
}
inline void exchange_sides(Polygon& p) {
  if (p.sides == Sides::front) std::reverse(p.vertices.begin(), p.vertices.end());
}
inline void exchange_sides(Arc& a) {
  std::swap(a.from, a.to);
}
inline void exchange_sides(ConvexPolygon& p) {
  std::reverse(p.vertices.begin(), p.vertices.end());
}

template <class A, class B, class View>
Pair<A, B> mirrored(const Pair<A, B>& q, const View& view) {
  Pair<A, B> image = seen(q, view);
  exchange_sides(image.a);
  exchange_sides(image.b);
  return image;
}

// ---- Units of length and time

template <class Shape>
void scale_sizes(Shape& shape, double by) {
  if constexpr (requires { shape.radius; }) shape.radius *= by;
  if constexpr (requires { shape.half_height; }) shape.half_height *= by;
}
template <int D>
void scale_sizes(HalfSpace<D>& h, double by) {
  h.normal = h.normal / by;
  h.offset *= by;
}

template <class A, class B>
Pair<A, B> with_lengths_times(const Pair<A, B>& q, double by) {
  auto scaled = seen(q, [by](auto v) { return by * v; });
  scale_sizes(scaled.a, by);
  scale_sizes(scaled.b, by);
  for (auto* motion : {&scaled.motion_a, &scaled.motion_b}) motion->deceleration *= by;
  return scaled;
}

template <int D>
Motion<D> with_times_times(Motion<D> m, double by) {
  m.velocity = m.velocity / by;
  m.acceleration = m.acceleration / (by * by);
  m.stop *= by;
  m.damping /= by;
  m.deceleration /= by * by;
  return m;
}
template <class A, class B>
Pair<A, B> with_times_times(const Pair<A, B>& q, double by) {
  return {q.a, q.b, with_times_times(q.motion_a, by), with_times_times(q.motion_b, by), by * q.horizon};
}

// ---- Multiples of 2⁻²⁰, with which one can add without rounding

inline constexpr double kGrid = 0x1p-20;

template <int D>
Vec<D> on_grid(Vec<D> v) {
  for (int k = 0; k < D; ++k) v[k] = kGrid * std::round(v[k] / kGrid);
  return v;
}
template <class Shape>
Shape shape_on_grid(const Shape& shape) {
  return seen(shape, [](const auto& v) { return on_grid(v); });
}
/// Upright on the axis that its normal is nearest to: other normals are off the grid.
template <int D>
HalfSpace<D> shape_on_grid(const HalfSpace<D>& h) {
  int most = 0;
  for (int k = 1; k < D; ++k)
    if (std::fabs(h.normal[k]) > std::fabs(h.normal[most])) most = k;
  HalfSpace<D> result;
  result.normal[most] = std::copysign(1, h.normal[most]);
  result.offset = kGrid * std::round(h.unit().offset / kGrid);
  return result;
}
/// Directions stay as they are: they have no place.
inline Arc shape_on_grid(const Arc& a) {
  return {on_grid(a.center), a.radius, a.from, a.to};
}
template <int D>
Motion<D> motion_on_grid(const Motion<D>& m) {
  return seen(m, [](const auto& v) { return on_grid(v); });
}

template <class A, class B>
Pair<A, B> on_grid(const Pair<A, B>& q) {
  return {shape_on_grid(q.a), shape_on_grid(q.b), motion_on_grid(q.motion_a), motion_on_grid(q.motion_b), q.horizon};
}

/// On the grid.
template <int D>
Vec<D> far_away() {
  if constexpr (D == 2)
    return {1234.25, -987.625 + kGrid};
  else
    return {1234.25, -987.625 + kGrid, 31 * kGrid};
}

/// The largest coordinate.
template <class Shape>
double reach(const Shape& shape) {
  double most = 0;
  seen(shape, [&most](const auto& v) {
    for (int k = 0; k < kDimension<Shape>; ++k) most = std::max(most, std::fabs(v[k]));
    return v;
  });
  return most;
}
inline double reach(const Arc& a) {
  return std::max(std::fabs(a.center.x), std::fabs(a.center.y)) + a.radius;
}
template <int D>
double reach(const HalfSpace<D>& h) {
  return std::fabs(h.offset);
}

/// Of all terms of the movement up to a time.
template <class A, class B>
double reach(const Pair<A, B>& q, double t) {
  const auto way = [t](const auto& m) { return t * norm(m.velocity) + t * t * norm(m.acceleration); };
  return reach(q.a) + reach(q.b) + way(q.motion_a) + way(q.motion_b);
}

// ---- Others

template <int D>
void enlarge(Aabb<D>& b) {
  const Vec<D> by = 0.125 * (b.high - b.low);
  b.low += -by, b.high += by;
}
template <class Shape>
void enlarge(Shape& shape) {
  scale_sizes(shape, 1.25);
}

template <class Shape>
bool is_one_sided(const Shape& shape) {
  if constexpr (requires { shape.sides; }) return shape.sides == Sides::front;
  return false;
}

/// The law is velocity t + ½ acceleration t² for ever.
template <int D>
bool goes_on(const Motion<D>& m) {
  return m.damping == 0 && m.stop == kForever;
}

template <int D>
Motion<D> reversed(Motion<D> m, double end) {
  m.velocity = -(m.velocity + end * m.acceleration);
  return m;
}
/// From where the shapes are at `end`, back to 0.
template <class A, class B>
Pair<A, B> reversed(Pair<A, B> q, double end) {
  oracle::shift(q.a, q.motion_a.displacement(end));
  oracle::shift(q.b, q.motion_b.displacement(end));
  return {q.a, q.b, reversed(q.motion_a, end), reversed(q.motion_b, end), end};
}

}  // namespace carom::test
