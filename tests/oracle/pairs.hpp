#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

#include "hull.hpp"
#include "query.hpp"
#include "random.hpp"

// Pairs of shapes in motion, ordinary and adversarial, made from a contact backwards: choose how they touch, then where
// the mover came from.
namespace oracle {

enum class Class {
  random,          ///< anything: about half of them meet
  near_graze,      ///< the closest approach within 1e-2 … 1e-6 radii of touching
  last_ulp_graze,  ///< the closest approach within a few roundings of touching
  exact_graze,     ///< Pythagorean: touching exactly
  long_motion,     ///< paths of 1e4 and of 2e6 radii
  far_away,        ///< 1e6 from the origin
  at_horizon,      ///< the touch within an ulp of the horizon
  in_contact,      ///< touching or overlapping at the start
  small_integers,  ///< everything a small integer: ties of all sorts
  count
};

inline const char* name(Class c) {
  constexpr const char* kNames[] = {"random",   "near graze", "last-ulp graze", "exact graze",   "long motion",
                                    "far away", "at horizon", "in contact",     "small integers"};
  return kNames[static_cast<int>(c)];
}

/// The ties, which cost the most, come less often.
inline Class any_class(Random& random) {
  constexpr int kOf64[] = {27, 8, 2, 2, 9, 7, 2, 4, 3};
  int left = random.below(64);
  int kind = 0;
  while (left >= kOf64[kind]) left -= kOf64[kind++];
  return static_cast<Class>(kind);
}

/// How both shapes of a pair move.
enum class Laws {
  linear,
  accelerating,  ///< both, each by its own
  stopping,      ///< both, or one and the other still
  damped,        ///< by the same damping, or one and the other still
  damped_apart,  ///< by different dampings
  mixed,         ///< any law against any other
  count
};

inline const char* name(Laws l) {
  constexpr const char* kNames[] = {"linear", "accelerating", "stopping", "damped", "damped-apart", "mixed"};
  return kNames[static_cast<int>(l)];
}

/// Where a mover touches a shape: the direction from there to its centre.
template <int D>
struct Touch {
  Vec<D> foot;
  Vec<D> outward;
};

// ---- Shapes

template <int D>
Vec<D> corner_of(Random& random, bool whole) {
  return whole ? random.integers<D>(5) : random.vector<D>(3);
}

template <int D>
void make(Random& random, bool whole, Ball<D>& b) {
  b = {corner_of<D>(random, whole), whole ? random.below(4) : random.chance(16) ? 0 : random.between(0.1, 2)};
}
template <int D>
void make(Random& random, bool whole, HalfSpace<D>& h) {
  if (!whole) {
    h = HalfSpace<D>::through(random.vector<D>(3), random.power(-2, 2) * random.unit<D>());
    return;
  }
  h = {};
  h.normal[random.below(D)] = random.chance(2) ? 1 : -1;
  h.offset = random.below(7) - 3;
}
template <int D>
void make(Random& random, bool whole, Segment<D>& s) {
  do s = {corner_of<D>(random, whole), corner_of<D>(random, whole)};
  while (norm2(s.to - s.from) < 0.01);
  if (D == 2 && random.chance(4)) s.sides = Sides::front;
}
template <int D>
void make(Random& random, bool whole, Capsule<D>& c) {
  Segment<D> s;
  make(random, whole, s);
  c = {s.from, s.to, whole ? random.below(3) : random.between(0.1, 1.5)};
}
template <int D>
void make(Random& random, bool whole, Aabb<D>& b) {
  b.low = corner_of<D>(random, whole);
  for (int k = 0; k < D; ++k) b.high[k] = b.low[k] + (whole ? random.below(5) : random.between(0.1, 3));
}
inline void make(Random& random, bool whole, UprightCylinder& c) {
  c = {corner_of<3>(random, whole), whole ? random.below(4) : random.between(0.1, 2),
       whole ? random.below(3) : random.between(0.1, 2)};
}
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
inline void make(Random& random, bool whole, ConvexPolygon& p) {
  const int count = 3 + random.below(whole ? 2 : 6);
  for (;;) {
    p.vertices.clear();
    const Vec2 middle = corner_of<2>(random, whole);
    for (int k = 0; k < count; ++k) {
      const double angle = (k + random.between(0.1, 0.9)) * 6.283185307179586 / count;
      const Vec2 v = middle + (whole ? 4 : random.between(0.5, 3)) * Vec2{std::cos(angle), std::sin(angle)};
      p.vertices.push_back(whole ? Vec2{std::round(v.x), std::round(v.y)} : v);
    }
    bool convex = true;
    for (std::size_t i = 0; i < p.vertices.size(); ++i) {
      const auto at = [&](std::size_t k) { return p.vertices[k % p.vertices.size()]; };
      convex = convex && turn(at(i), at(i + 1), at(i + 2)) > 0.01;
    }
    if (convex) return;
  }
}
inline void make(Random& random, bool whole, Polygon& p) {
  const int count = 2 + random.below(4);
  p = {};
  p.closed = count > 2 && random.chance(2);
  p.sides = random.chance(3) ? Sides::front : Sides::two;
  for (int k = 0; k < count; ++k) {
    Vec2 v = corner_of<2>(random, whole);
    const auto is_near = [&](const Vec2& other) { return norm2(v - other) < 0.01; };
    while (std::any_of(p.vertices.begin(), p.vertices.end(), is_near)) v = corner_of<2>(random, whole);
    p.vertices.push_back(v);
  }
}
/// Some are whole circles, some half of one.
inline void make(Random& random, bool whole, Arc& a) {
  double length = 0;
  const auto direction = [&] {
    if (!whole) return random.power(-2, 2) * random.unit<2>();
    return random.chance(2) ? pythagorean<2>(random, length) : Vec2{random.chance(2) ? 1. : -1., random.below(3) - 1.};
  };
  a.center = corner_of<2>(random, whole);
  a.radius = whole ? 1 + random.below(6) : random.between(0.1, 3);
  a.from = direction();
  a.to = random.chance(6) ? a.from : random.chance(6) ? -a.from : direction();
}
inline double area2(const Triangle& t) {
  return norm2(cross(t.b - t.a, t.c - t.a));
}
inline void make(Random& random, bool whole, Triangle& t) {
  do t = {corner_of<3>(random, whole), corner_of<3>(random, whole), corner_of<3>(random, whole)};
  while (area2(t) < 0.1);
}
/// A tetrahedron, a fan around a corner, or a sheet of four.
inline void make(Random& random, bool whole, TriangleMesh& m) {
  constexpr std::uint32_t kFaces[3][4][3] = {{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}},
                                             {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}},
                                             {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}}};
  const int kind = random.below(3);
  const int count = kind == 0 ? 4 : 2 + random.below(3);
  for (;;) {
    m = {};
    for (int k = 0; k < (kind == 0 ? 4 : count + 2); ++k) m.vertices.push_back(corner_of<3>(random, whole));
    for (int k = 0; k < count; ++k) m.triangles.push_back({kFaces[kind][k][0], kFaces[kind][k][1], kFaces[kind][k][2]});
    bool good = true;
    for (std::size_t k = 0; k < m.triangles.size(); ++k) good = good && area2(m.triangle(k)) > 0.1;
    if (good) return;
  }
}

// ---- Where they are touched

template <int D>
Touch<D> place_on(const Ball<D>& ball, Random& random) {
  const Vec<D> n = random.unit<D>();
  return {ball.center + ball.radius * n, n};
}
template <int D>
Touch<D> place_on(const HalfSpace<D>& plane, Random& random) {
  const Vec<D> anywhere = random.vector<D>(3);
  const HalfSpace<D> unit = plane.unit();
  return {anywhere - (dot(unit.normal, anywhere) - unit.offset) * unit.normal, unit.normal};
}
template <int D>
Touch<D> place_on(const Segment<D>& s, Random& random) {
  const Vec<D> line = s.to - s.from;
  const Vec<D> along = line / norm(line);
  const Vec<D> side = perpendicular(along, random);
  if (random.chance(2)) return {s.from + random.between(0, 1) * line, side};
  const double lean = random.between(0, 1);
  const Vec<D> out = lean * along + std::sqrt(1 - lean * lean) * side;
  return random.chance(2) ? Touch<D>{s.to, out} : Touch<D>{s.from, out - (2 * lean) * along};
}
template <int D>
Touch<D> place_on(const Capsule<D>& c, Random& random) {
  const Touch<D> core = place_on(Segment<D>{c.from, c.to}, random);
  return {core.foot + c.radius * core.outward, core.outward};
}
template <int D>
Touch<D> place_on(const Aabb<D>& box, Random& random) {
  Touch<D> place{};
  const int kind = 1 + random.below(D);  // how many bounds meet there
  int bounds = 0;
  for (int k = 0; k < D; ++k) {
    const bool bound = bounds < kind && (D - k <= kind - bounds || random.chance(2));
    bounds += bound ? 1 : 0;
    const bool high = random.chance(2);
    place.foot[k] = bound ? (high ? box.high[k] : box.low[k]) : random.between(box.low[k], box.high[k]);
    place.outward[k] = bound ? (high ? 1 : -1) * random.between(0.1, 1) : 0;
  }
  place.outward = place.outward / norm(place.outward);
  return place;
}
inline Touch<3> place_on(const UprightCylinder& c, Random& random) {
  const Vec2 n = random.unit<2>();
  const double up = random.chance(2) ? 1 : -1;
  const int kind = random.below(3);
  const double out = kind == 0 ? c.radius * std::sqrt(random.between(0, 1)) : c.radius;
  const double z = kind == 1 ? random.between(-1, 1) * c.half_height : up * c.half_height;
  const double lean = kind == 0 ? 0 : kind == 1 ? 1 : random.between(0, 1);
  return {c.center + Vec3{out * n.x, out * n.y, z}, {lean * n.x, lean * n.y, up * std::sqrt(1 - lean * lean)}};
}
inline Touch<2> place_on(const ConvexPolygon& p, Random& random) {
  const std::size_t count = p.vertices.size();
  const auto k = static_cast<std::size_t>(random.below(static_cast<int>(count)));
  const auto outwards = [&](std::size_t i) {
    const Vec2 d = p.vertices[(i + 1) % count] - p.vertices[i % count];
    return Vec2{d.y, -d.x} / norm(d);
  };
  if (random.chance(2)) {
    const Vec2 d = p.vertices[(k + 1) % count] - p.vertices[k];
    return {p.vertices[k] + random.between(0, 1) * d, outwards(k)};
  }
  const double share = random.between(0, 1);
  const Vec2 n = share * outwards(k) + (1 - share) * outwards(k + count - 1);
  return {p.vertices[k], n / norm(n)};
}
inline Touch<2> place_on(const Polygon& p, Random& random) {
  if (random.chance(3))
    return {p.vertices[static_cast<std::size_t>(random.below(static_cast<int>(p.vertices.size())))], random.unit<2>()};
  return place_on(p.edge(random.below(p.edge_count())), random);
}
inline Touch<3> place_on(const Triangle& t, Random& random) {
  if (random.chance(2)) {
    const double u = random.between(0, 1), v = random.between(0, 1 - u);
    const Vec3 n = cross(t.b - t.a, t.c - t.a);
    return {t.a + u * (t.b - t.a) + v * (t.c - t.a), ((random.chance(2) ? 1 : -1) / norm(n)) * n};
  }
  const Vec3 corners[] = {t.a, t.b, t.c};
  const int i = random.below(3);
  const Vec3 far = corners[(i + 2) % 3];
  Touch<3> place = place_on(Segment<3>{corners[i], corners[(i + 1) % 3]}, random);
  if (dot(place.outward, far - place.foot) > 0) place.outward = -place.outward;
  return place;
}
inline Touch<3> place_on(const TriangleMesh& m, Random& random) {
  return place_on(m.triangle(static_cast<std::size_t>(random.below(static_cast<int>(m.triangles.size())))), random);
}

inline Touch<2> place_on(const Arc& a, Random& random) {
  const Vec2 ends[] = {a.from / norm(a.from), a.to / norm(a.to)};
  if (random.chance(4)) return {a.center + a.radius * ends[random.below(2)], random.unit<2>()};
  constexpr double kTurn = 6.283185307179586;
  const double from = std::atan2(a.from.y, a.from.x);
  double span = std::atan2(a.to.y, a.to.x) - from;
  if (span <= 0) span += kTurn;
  const double angle = from + random.between(0, 1) * span;
  const Vec2 out{std::cos(angle), std::sin(angle)};
  return {a.center + a.radius * out, random.chance(2) ? out : -out};
}

template <int D>
void shift(Ball<D>& b, const Vec<D>& by) {
  b.center += by;
}
template <int D>
void shift(HalfSpace<D>& h, const Vec<D>& by) {
  h.point += by;
}
template <int D>
void shift(Segment<D>& s, const Vec<D>& by) {
  s.from += by, s.to += by;
}
template <int D>
void shift(Capsule<D>& c, const Vec<D>& by) {
  c.from += by, c.to += by;
}
template <int D>
void shift(Aabb<D>& b, const Vec<D>& by) {
  b.low += by, b.high += by;
}
inline void shift(UprightCylinder& c, const Vec3& by) {
  c.center += by;
}
inline void shift(Arc& a, const Vec2& by) {
  a.center += by;
}
inline void shift(ConvexPolygon& p, const Vec2& by) {
  for (Vec2& v : p.vertices) v += by;
}
inline void shift(Polygon& p, const Vec2& by) {
  for (Vec2& v : p.vertices) v += by;
}
inline void shift(Triangle& t, const Vec3& by) {
  t.a += by, t.b += by, t.c += by;
}
inline void shift(TriangleMesh& m, const Vec3& by) {
  for (Vec3& v : m.vertices) v += by;
}

// ---- Movers

template <int D, class Mover>
inline constexpr bool kIsBall = std::is_same_v<Mover, Ball<D>>;

template <int D>
double radius_of(const Ball<D>& b) {
  return b.radius;
}
template <class Mover>
double radius_of(const Mover&) {
  return 0;
}

/// What the mover's reference point meets: the shape, grown by a mover that is no ball.
template <int D, class Shape>
const Shape& grown(const Ball<D>&, const Shape& shape) {
  return shape;
}
template <int D>
Aabb<D> grown(const Aabb<D>& mover, const Aabb<D>& box) {
  const Vec<D> half = 0.5 * (mover.high - mover.low);
  return {box.low - half, box.high + half};
}
inline UprightCylinder grown(const UprightCylinder& mover, const UprightCylinder& c) {
  return {c.center, c.radius + mover.radius, c.half_height + mover.half_height};
}
/// Its corners are rounded; what meets them misses by a little, or overlaps.
inline Aabb<3> grown(const UprightCylinder& mover, const Aabb<3>& box) {
  const Vec3 half{mover.radius, mover.radius, mover.half_height};
  return {box.low - half, box.high + half};
}

/// The cylinder's support in the direction of the normal, rounded unless that is an axis.
inline HalfSpace<3> grown(const UprightCylinder& mover, HalfSpace<3> plane) {
  const Vec3& n = plane.normal;
  plane.offset += (mover.radius * std::sqrt(n.x * n.x + n.y * n.y) + mover.half_height * std::fabs(n.z)) / norm(n);
  return plane;
}

/// What a hull meets with a place of its own, the origin.
template <int D>
struct GrownHull {
  Hull<D> a;
  Hull<D> b;

  /// The corner of a that lies nearest in a direction, and the one of b that lies farthest; of several any.
  Vec<D> support(const Vec<D>& n, Random& random) const {
    return farthest(b, n, random) - farthest(a, -n, random) + (a.radius + b.radius) * n;
  }
  static Vec<D> farthest(const Hull<D>& hull, const Vec<D>& n, Random& random) {
    double most = -std::numeric_limits<double>::infinity();
    double size = 0;
    for (const Vec<D>& v : hull.corners) most = std::max(most, dot(n, v)), size = std::max(size, norm(v));
    Vec<D> place{};
    double weights = 0;
    for (const Vec<D>& v : hull.corners) {
      if (dot(n, v) < most - 1e-9 * size) continue;
      const double weight = random.between(0.01, 1);
      weights += weight;
      place += (weight / weights) * (v - place);
    }
    return place;
  }
  Vec<D> any_line(Random& random) const {
    const auto& corners = random.chance(2) ? a.corners : b.corners;
    const auto any = [&] { return corners[static_cast<std::size_t>(random.below(static_cast<int>(corners.size())))]; };
    for (;;)
      if (const Vec<D> line = any() - any(); !is_zero(line)) return line;
  }
  /// Where two corners are nearest, an edge and a corner, a face and a corner or two edges.
  Vec<D> any_normal(Random& random) const {
    const bool is_point = a.corners.size() == 1 && b.corners.size() == 1;
    if (is_point || random.chance(3)) return random.unit<D>();
    if (a.corners.size() == 1 || b.corners.size() == 1) return random.unit<D>();
    Vec<D> n;
    if constexpr (D == 2) {
      const Vec2 line = any_line(random);
      n = {line.y, -line.x};
    } else {
      const Vec3 line = any_line(random);
      n = random.chance(3) ? perpendicular(line / norm(line), random) : cross(line, any_line(random));
      if (norm(n) < 1e-9) return random.unit<D>();
    }
    return (random.chance(2) ? 1 : -1) / norm(n) * n;
  }
};
template <class Mover>
Mover at_its_own_place(const Mover& mover) {
  return mover;
}
/// A box is put by its middle.
template <int D>
Aabb<D> at_its_own_place(const Aabb<D>& mover) {
  const Vec<D> half = 0.5 * (mover.high - mover.low);
  return {-half, half};
}
template <HasHull A, HasHull B>
auto grown(const A& a, const B& b) {
  return GrownHull<carom::kDimension<A>>{hull_of(at_its_own_place(a)), hull_of(b)};
}
template <HasHull A>
auto grown(const A& a, HalfSpace<carom::kDimension<A>> plane) {
  const auto hull = hull_of(at_its_own_place(a));
  const auto unit = plane.unit();
  double least = std::numeric_limits<double>::infinity();
  for (const auto& v : hull.corners) least = std::min(least, dot(unit.normal, v));
  plane.offset += hull.radius - least;
  return plane;
}
template <int D>
Touch<D> place_on(const GrownHull<D>& hull, Random& random) {
  const Vec<D> n = hull.any_normal(random);
  return {hull.support(n, random), n};
}
template <int D>
Vec<D> whole_foot(const GrownHull<D>& hull, const Vec<D>& n, Random&) {
  const auto first = [&](const Hull<D>& one, const Vec<D>& along) {
    return *std::max_element(one.corners.begin(), one.corners.end(),
                             [&](const Vec<D>& v, const Vec<D>& w) { return dot(along, v) < dot(along, w); });
  };
  return first(hull.b, n) - first(hull.a, -n);
}

/// What a cylinder's middle meets of a hull of corners.
struct HullUnderCylinder {
  UprightCylinder cylinder;
  Hull<3> hull;

  Vec3 any_normal(Random& random) const {
    const auto& v = hull.corners;
    const auto k = static_cast<std::size_t>(random.below(static_cast<int>(v.size())));
    const Vec3 d = v[(k + 1) % v.size()] - v[k];
    const int kind = random.below(6);
    if (kind == 0) return random.unit<3>();
    if (kind == 1) return {0, 0, random.chance(2) ? 1.0 : -1.0};
    const Vec3 n = kind == 2                    ? Vec3{-d.y, d.x, 0}
                   : v.size() == 3 && kind == 3 ? cross(d, v[(k + 2) % 3] - v[k])
                                                : Vec3{};
    if (norm(n) > 1e-9) return (random.chance(2) ? 1 : -1) / norm(n) * n;
    return perpendicular(d / norm(d), random);
  }
};
template <HasHull B>
HullUnderCylinder grown(const UprightCylinder& mover, const B& b) {
  return {mover, hull_of(b)};
}
/// Somewhere among the nearest points of both.
inline Touch<3> place_on(const HullUnderCylinder& pair, Random& random) {
  const Vec3 n = pair.any_normal(random);
  const UprightCylinder& c = pair.cylinder;
  const double flat = std::hypot(n.x, n.y);
  const double out = c.radius * (flat > 0 ? 1 / flat : 0);
  const double rise = n.z != 0 ? std::copysign(c.half_height, n.z) : random.between(-1, 1) * c.half_height;
  Vec3 own{out * n.x, out * n.y, rise};
  if (flat == 0) {
    const Vec2 across = c.radius * std::sqrt(random.between(0, 1)) * random.unit<2>();
    own = {across.x, across.y, rise};
  }
  return {GrownHull<3>::farthest(pair.hull, n, random) + own, n};
}
/// On a rim, straight along an axis.
inline Vec3 whole_foot(const HullUnderCylinder& pair, const Vec3& n, Random& random) {
  const auto& v = pair.hull.corners;
  Vec3 foot = v[static_cast<std::size_t>(random.below(static_cast<int>(v.size())))];
  foot[random.below(2)] += random.chance(2) ? pair.cylinder.radius : -pair.cylinder.radius;
  if (random.chance(2)) foot.z += n.z > 0 ? pair.cylinder.half_height : -pair.cylinder.half_height;
  return foot;
}

template <HasHull Mover>
void put(Mover& mover, const Vec<carom::kDimension<Mover>>& by) {
  shift(mover, by);
}
template <int D>
void put(Ball<D>& mover, const Vec<D>& at) {
  mover.center = at;
}
inline void put(UprightCylinder& mover, const Vec3& at) {
  mover.center = at;
}
template <int D>
void put(Aabb<D>& mover, const Vec<D>& at) {
  const Vec<D> half = 0.5 * (mover.high - mover.low);
  mover = {at - half, at + half};
}

// ---- Motions

template <int D>
Motion<D> stopping(const Vec<D>& velocity, double stop) {
  return carom::Stopping<D>{velocity, norm(velocity) / stop};
}

/// A motion of the law whose velocity at `time` is `velocity`, and roughly its speed all the while.
template <int D>
Motion<D> with_velocity(Laws law, const Vec<D>& velocity, double time, double damping, Random& random) {
  switch (law) {
    case Laws::accelerating: {
      const Vec<D> bend = (time > 0 ? norm(velocity) / time : 1) * random.between(0.1, 3) * random.unit<D>();
      return carom::Accelerating<D>{velocity - time * bend, bend};
    }
    case Laws::stopping: {
      const double stop = (time > 0 ? time : 1) * random.between(1.05, 3);
      return stopping<D>((1 / (1 - time / stop)) * velocity, stop);
    }
    case Laws::damped:
    case Laws::damped_apart:
      return carom::Damped<D>{std::exp(damping * time) * velocity, damping};
    default:
      return carom::Linear<D>{velocity};
  }
}

template <int D>
Vec<D> velocity_at(const Motion<D>& m, double t) {
  if (m.damping > 0) return std::exp(-m.damping * t) * m.velocity;
  return t < m.stop ? m.velocity + t * m.acceleration : Vec<D>{};
}
template <int D>
Vec<D> displacement(const Motion<D>& m, double t) {
  if (m.damping > 0) return (-std::expm1(-m.damping * t) / m.damping) * m.velocity;
  const double s = std::min(t, m.stop);
  return s * (m.velocity + (0.5 * s) * m.acceleration);
}

/// The laws of one pair, and the dampings.
struct Choice {
  Laws first = Laws::linear;
  Laws second = Laws::linear;
  double damping_first = 0;
  double damping_second = 0;
  bool second_still = false;
};

inline Choice choose(Laws laws, double time, Random& random) {
  Choice c{laws, laws, 0, 0, random.chance(3)};
  if (laws == Laws::mixed) {
    c.first = static_cast<Laws>(random.below(4));
    do c.second = static_cast<Laws>(random.below(4));
    while (c.second == c.first);
    c.second_still = false;
  }
  if (laws == Laws::damped_apart) c.second_still = false;
  const auto damping = [&] { return random.power(-2, 0.5) / (time > 0 ? time : 1); };
  if (c.first == Laws::damped || laws == Laws::damped_apart) c.damping_first = damping();
  c.damping_second = laws == Laws::damped ? c.damping_first : damping();
  return c;
}

// ---- Pairs

template <int D, class Mover, class Shape>
Query<D> made_from_contact(Class kind, Laws laws, Random& random) {
  Query<D> q;
  Shape shape;
  Mover mover;
  make(random, false, shape);
  make(random, false, mover);
  if (kind == Class::far_away) shift(shape, 1e6 * random.unit<D>());
  const Touch<D> place = place_on(grown(mover, shape), random);
  const double r = radius_of(mover);
  const double size = std::max(r, 0.1);
  double time = random.power(-1, 1);
  double speed = random.power(-1, 1);
  if (kind == Class::long_motion) speed = (random.chance(2) ? 1e4 : 2e6) * size / time;
  const Choice choice = choose(laws, time, random);

  // At the contact: distance from the shape, and relative velocity: inwards, or along the surface for a graze.
  double away = r;
  Vec<D> velocity = speed * random.unit<D>();
  if (const double inwards = dot(velocity, place.outward); inwards > 0 && !random.chance(8))
    velocity = velocity - (2 * inwards) * place.outward;
  const bool graze = kind == Class::near_graze || kind == Class::last_ulp_graze;
  if (graze) velocity = speed * perpendicular(place.outward, random);
  if (kind == Class::near_graze) away += size * random.power(-6, -2) * (random.chance(2) ? 1 : -1);
  if (kind == Class::random) away += size * random.between(-0.9, 2);
  if (kind == Class::in_contact) {
    constexpr double kDepth[] = {0, 1e-16, 1e-12, 1e-3, 0.5, 1.5};
    time = 0;
    away -= size * kDepth[random.below(6)];
    if (random.chance(2)) velocity = -velocity;
    if (random.chance(8)) velocity = Vec<D>{};
  }
  const Vec<D> drift = choice.second_still ? Vec<D>{} : random.vector<D>(speed);
  if (!choice.second_still) q.motion_b = with_velocity(choice.second, drift, time, choice.damping_second, random);
  q.motion_a = with_velocity<D>(choice.first, velocity + drift, time, choice.damping_first, random);
  // A graze that the bend would turn into a cut goes the other way round.
  if (graze && dot(q.motion_a.acceleration - q.motion_b.acceleration, place.outward) < 0 && !random.chance(4) &&
      choice.first == Laws::accelerating) {
    const Vec<D> bend = -q.motion_a.acceleration;
    q.motion_a = carom::Accelerating<D>{velocity + drift - time * bend, bend};
  }

  // Backwards from there.
  const Vec<D> contact = place.foot + away * place.outward;
  put(mover, contact - displacement(q.motion_a, time) + displacement(q.motion_b, time));
  q.a = mover;
  q.b = shape;
  q.horizon = random.chance(3) ? std::numeric_limits<double>::infinity() : time * random.between(0.9, 4);
  if (kind == Class::at_horizon) q.horizon = std::fabs(random.nudged(time, 2));
  return q;
}

template <int D>
Vec<D> whole_foot(const Ball<D>& b, const Vec<D>&, Random&) {
  return b.center;
}
template <int D>
Vec<D> whole_foot(const HalfSpace<D>& h, const Vec<D>&, Random& random) {
  Vec<D> foot = random.integers<D>(4);
  for (int k = 0; k < D; ++k)
    if (h.normal[k] != 0) foot[k] = h.offset * h.normal[k];
  return foot;
}
template <int D>
Vec<D> whole_foot(const Segment<D>& s, const Vec<D>&, Random& random) {
  return random.chance(2) ? s.from : s.to;
}
template <int D>
Vec<D> whole_foot(const Capsule<D>& c, const Vec<D>&, Random& random) {
  return random.chance(2) ? c.from : c.to;
}
template <int D>
Vec<D> whole_foot(const Aabb<D>& box, const Vec<D>& n, Random&) {
  Vec<D> foot;
  for (int k = 0; k < D; ++k) foot[k] = n[k] > 0 ? box.high[k] : box.low[k];
  return foot;
}
/// On the rim, straight along an axis, half-way to a rim's exact contact.
inline Vec3 whole_foot(const UprightCylinder& c, const Vec3& n, Random& random) {
  Vec3 foot = c.center;
  foot[random.below(2)] += random.chance(2) ? c.radius : -c.radius;
  foot.z += n.z > 0 ? c.half_height : -c.half_height;
  return foot;
}
inline Vec2 any_of(const std::vector<Vec2>& vertices, Random& random) {
  return vertices[static_cast<std::size_t>(random.below(static_cast<int>(vertices.size())))];
}
inline Vec2 whole_foot(const ConvexPolygon& p, const Vec2&, Random& random) {
  return any_of(p.vertices, random);
}
inline Vec2 whole_foot(const Polygon& p, const Vec2&, Random& random) {
  return any_of(p.vertices, random);
}
inline Vec2 whole_foot(const Arc& a, const Vec2&, Random& random) {
  Vec2 foot = a.center;
  foot[random.below(2)] += random.chance(2) ? a.radius : -a.radius;
  return foot;
}
inline Vec3 whole_foot(const Triangle& t, const Vec3&, Random& random) {
  const int k = random.below(3);
  return k == 0 ? t.a : k == 1 ? t.b : t.c;
}
inline Vec3 whole_foot(const TriangleMesh& m, const Vec3&, Random& random) {
  return m.vertices[static_cast<std::size_t>(random.below(static_cast<int>(m.vertices.size())))];
}

/// Of the length of the contact's offset, what is left for the ball.
template <int D, class Shape>
double share_radius(Shape& shape, double length) {
  if constexpr (std::is_same_v<Shape, Ball<D>> || std::is_same_v<Shape, Capsule<D>>) {
    shape.radius = std::min(shape.radius, length);
    return length - shape.radius;
  }
  return length;
}

/// A motion with whole numbers whose clock (the time; for a damped one s = (1 − exp(−k t))/k) runs to `time` exactly.
template <int D>
Motion<D> whole_motion(Laws law, const Vec<D>& velocity, double time, Random& random) {
  if (law == Laws::accelerating) {
    const Vec<D> bend = random.integers<D>(2);
    return carom::Accelerating<D>{velocity - time * bend, bend};
  }
  if (law == Laws::stopping) {
    // Linear until the stop: v (1 − t / stop) with stop a power of two times the time.
    Motion<D> m;
    m.stop = std::ldexp(time, random.below(3));
    m.velocity = velocity;
    m.acceleration = -(1 / m.stop) * velocity;
    return m;
  }
  return carom::Linear<D>{velocity};
}

/// `Stopping` along a whole way, to its end or to a part of it: 2 j w with 2 j² |w| comes w far, if |w| is whole. How
/// far it comes to the contact.
template <int D>
Vec<D> stop_on_the_way(Query<D>& q, const Vec<D>& way, Random& random) {
  const double j = 1 + random.below(32);
  const double length = norm(way);
  const bool is_whole = length * length == norm2(way);
  q.motion_a = carom::Stopping<D>{2 * j * way, is_whole ? 2 * j * j * length : 1 + random.below(100)};
  return (random.chance(2) ? 1 : 0.5) * way;
}

/// Contacts that hold without rounding: integer velocities and offsets at right angles with integer lengths, times
/// powers of two.
template <int D, class Mover, class Shape>
Query<D> made_exactly(Laws laws, Random& random) {
  Query<D> q;
  Shape shape;
  Mover mover;
  make(random, true, shape);
  make(random, true, mover);
  double length = 0;
  Vec<D> n = pythagorean<D>(random, length);
  Vec<D> tangent;
  if constexpr (D == 2)
    tangent = {-n[1], n[0]};
  else
    tangent = cross(n, random.integers<3>(3));
  if constexpr (std::is_same_v<Shape, HalfSpace<D>>) {
    const int k = random.below(D);
    tangent = Vec<D>{};
    for (int i = 0; i < D; ++i) tangent[i] = shape.normal[i] == 0 ? 1 + k : 0;
    n = length * shape.normal;
  }
  const Vec<D> foot = whole_foot(grown(mover, shape), n, random);
  if constexpr (HasHull<Mover> && std::is_same_v<Shape, HalfSpace<D>>)
    n = Vec<D>{};
  else if constexpr (requires { mover.radius; } && !std::is_same_v<Mover, UprightCylinder>)
    mover.radius = share_radius<D>(shape, length);
  else if constexpr (std::is_same_v<Shape, Capsule<D>>)
    shape.radius = length;
  else
    n = Vec<D>{};
  const double time = std::ldexp(1, random.below(5) - 2) * (laws == Laws::stopping ? 1 : 1 + random.below(3));
  const Vec<D> velocity = std::ldexp(1, random.below(5) - 2) * (random.chance(6) ? tangent - n : tangent);
  if (laws == Laws::damped || laws == Laws::damped_apart || laws == Laws::mixed) {
    // The graze is somewhere on the straight path.
    const double damping = std::ldexp(1 + random.below(3), -3) / time;
    const Vec<D> drift = random.chance(2) ? Vec<D>{} : random.integers<D>(3);
    q.motion_a = carom::Damped<D>{velocity + drift, damping};
    if (laws == Laws::damped) q.motion_b = carom::Damped<D>{drift, damping};
    if (laws == Laws::mixed) q.motion_b = whole_motion<D>(static_cast<Laws>(random.below(3)), drift, time, random);
    if (laws == Laws::damped_apart) q.motion_b = carom::Damped<D>{drift, 2 * damping};
  } else {
    const Vec<D> drift = laws == Laws::linear ? random.integers<D>(3) : Vec<D>{};
    q.motion_a = whole_motion<D>(laws, velocity + drift, time, random);
    if (laws == Laws::linear) q.motion_b = carom::Linear<D>{drift};
    if (laws == Laws::accelerating && random.chance(2)) q.motion_b.acceleration = random.integers<D>(1);
  }
  Vec<D> moved = time * (q.motion_a.velocity + (0.5 * time) * q.motion_a.acceleration);
  moved = moved - time * (q.motion_b.velocity + (0.5 * time) * q.motion_b.acceleration);
  if (laws == Laws::stopping && !is_zero(velocity) && random.chance(2)) moved = stop_on_the_way(q, velocity, random);
  put(mover, foot + n - moved);
  q.horizon = random.chance(2) ? std::numeric_limits<double>::infinity() : time;
  if (random.chance(6)) q.horizon = std::nextafter(q.horizon, 0.0);
  if constexpr (kIsBall<D, Mover>)
    if (random.chance(4)) mover.center[random.below(D)] *= 1 + std::ldexp(random.below(3) - 1, -52);
  q.a = mover;
  q.b = shape;
  return q;
}

template <int D>
Motion<D> small_motion(Laws law, double damping, Random& random) {
  Motion<D> m;
  m.velocity = random.integers<D>(2);
  if (law == Laws::accelerating) m.acceleration = random.integers<D>(2);
  if (law == Laws::stopping && !is_zero(m.velocity)) {
    m.stop = std::ldexp(1, random.below(4) - 1);
    m.acceleration = -(1 / m.stop) * m.velocity;
  }
  if (law == Laws::damped || law == Laws::damped_apart) m.damping = damping;
  return m;
}

template <int D, class Mover, class Shape>
Query<D> made_of_small_integers(Laws laws, Random& random) {
  Query<D> q;
  Shape shape;
  Mover mover;
  make(random, true, shape);
  make(random, true, mover);
  Choice choice = choose(laws, 0, random);
  choice.damping_first = std::ldexp(1, -random.below(4));
  choice.damping_second = laws == Laws::damped ? choice.damping_first : choice.damping_first / 2;
  q.motion_a = small_motion<D>(choice.first, choice.damping_first, random);
  if (!choice.second_still) q.motion_b = small_motion<D>(choice.second, choice.damping_second, random);
  q.horizon = random.chance(2) ? std::numeric_limits<double>::infinity() : random.below(8);
  q.a = mover;
  q.b = shape;
  return q;
}

/// Coordinates that take turns: what is along z is along x or y then.
template <class View>
void turn(const View& view, Ball<3>& b) {
  b.center = view(b.center);
}
template <class View>
void turn(const View& view, HalfSpace<3>& h) {
  h.normal = view(h.normal);
  h.point = view(h.point);
}
template <class View>
void turn(const View& view, Aabb<3>& b) {
  b = {view(b.low), view(b.high)};
}
template <class View>
void turn(const View& view, Segment<3>& s) {
  s.from = view(s.from), s.to = view(s.to);
}
template <class View>
void turn(const View& view, Triangle& t) {
  t = {view(t.a), view(t.b), view(t.c)};
}
template <class View>
void turn(const View& view, UprightCylinder& c) {
  c.center = view(c.center);
  c.axis = view(Vec3{0, 0, 1}).x == 1 ? carom::Axis::x : view(Vec3{0, 0, 1}).y == 1 ? carom::Axis::y : carom::Axis::z;
}
/// A pair with an upright cylinder, about another axis; any other pair as it is.
template <int D, class Mover, class Shape>
Query<D> about_axis(Query<D> q, std::uint64_t axis) {
  constexpr bool kHasCylinder = std::is_same_v<Mover, UprightCylinder> || std::is_same_v<Shape, UprightCylinder>;
  if constexpr (kHasCylinder) {
    const auto view = [axis](const Vec3& v) {
      return axis == 0 ? Vec3{v.z, v.x, v.y} : axis == 1 ? Vec3{v.y, v.z, v.x} : v;
    };
    turn(view, std::get<Mover>(q.a));
    turn(view, std::get<Shape>(q.b));
    for (Motion<D>* m : {&q.motion_a, &q.motion_b}) {
      m->velocity = view(m->velocity);
      m->acceleration = view(m->acceleration);
    }
  }
  return q;
}

template <int D, class Mover, class Shape>
Query<D> make_query(Class kind, Laws laws, Random& random) {
  // Exact ties are nobody's to decide where the laws meet on no polynomial.
  const bool is_transcendental = laws == Laws::damped_apart || laws == Laws::mixed;
  if (is_transcendental && kind == Class::exact_graze) kind = Class::last_ulp_graze;
  Query<D> q = kind == Class::exact_graze      ? made_exactly<D, Mover, Shape>(laws, random)
               : kind == Class::small_integers ? made_of_small_integers<D, Mover, Shape>(laws, random)
                                               : made_from_contact<D, Mover, Shape>(kind, laws, random);
  q.swapped = random.chance(4);
  return q;
}

}  // namespace oracle
