#include <algorithm>

#include "certificate.hpp"
#include "hull.hpp"

// Bodies and legs of a query.
namespace oracle {
namespace {

template <int D>
Point relative(const Vec<D>& v, const Vec<D>& origin) {
  Point p{static_cast<Wide>(v[0]) - origin[0], static_cast<Wide>(v[1]) - origin[1], 0};
  if constexpr (D == 3) p.z = static_cast<Wide>(v[2]) - origin[2];
  return p;
}

template <int D>
Point wide(const Vec<D>& v) {
  return relative(v, Vec<D>{});
}

Body hull(std::vector<Point> corners, Wide grown, int dimension) {
  Body b;
  b.corners = std::move(corners);
  b.grown = grown;
  b.dimension = dimension;
  return b;
}

Body box(const Point& low, const Point& high, Wide grown, int dimension) {
  Body b;
  b.sort = Body::Sort::box;
  b.low = low;
  b.high = high;
  b.grown = grown;
  b.dimension = dimension;
  return b;
}

Body prism(const Point& low, const Point& high, Wide around, Wide grown) {
  Body b = box(low, high, grown, 3);
  b.sort = Body::Sort::prism;
  b.around = around;
  return b;
}

__extension__ using Wider = __float128;

/// One step of Newton's from 64 bits.
Wider root(Wider square) {
  const Wider start = std::sqrt(static_cast<Wide>(square));
  return start > 0 ? (start + square / start) / 2 : 0;
}

/// n·(c − point)/|n| − offset − r cancels far from the origin: 113 bits. `reach` is a length times |n|.
template <int D>
Body plane(const HalfSpace<D>& h, const Ball<D>& ball, Wider reach = 0) {
  Wider square = 0;
  Wider along = 0;
  for (int k = 0; k < D; ++k) {
    const Wider n = h.normal[k];
    square += n * n;
    along += n * (static_cast<Wider>(ball.center[k]) - static_cast<Wider>(h.point[k]));
  }
  const Wider length = root(square);
  Body b;
  b.sort = Body::Sort::plane;
  b.normal = (1 / static_cast<Wide>(length)) * wide<D>(h.normal);
  b.offset =
      static_cast<Wide>(static_cast<Wider>(h.offset) + static_cast<Wider>(ball.radius) - (along - reach) / length);
  return b;
}

Front front_of(const Point& from, const Point& to) {
  const Point d = to - from;
  const Point m{-d.y, d.x, 0};
  return {m, dot(m, from)};
}

template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Ball<D>& b) {
  list.push_back(hull({relative(b.center, a.center)}, static_cast<Wide>(a.radius) + b.radius, D));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const HalfSpace<D>& b) {
  list.push_back(plane(b, a));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Segment<D>& b) {
  list.push_back(hull({relative(b.from, a.center), relative(b.to, a.center)}, a.radius, D));
  if (b.sides == Sides::front) list.back().fronts.push_back(front_of(list.back().corners[0], list.back().corners[1]));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Capsule<D>& b) {
  list.push_back(
      hull({relative(b.from, a.center), relative(b.to, a.center)}, static_cast<Wide>(a.radius) + b.radius, D));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Aabb<D>& b) {
  list.push_back(box(relative(b.low, a.center), relative(b.high, a.center), a.radius, D));
}
void add(std::vector<Body>& list, const Ball<2>& a, const ConvexPolygon& b) {
  std::vector<Point> corners;
  for (const Vec2& v : b.vertices) corners.push_back(relative(v, a.center));
  list.push_back(hull(std::move(corners), a.radius, 2));
}
void add(std::vector<Body>& list, const Ball<2>& a, const Polygon& b) {
  for (int k = 0; k < b.edge_count(); ++k) add(list, a, b.edge(k));
}
void add(std::vector<Body>& list, const Ball<3>& a, const Triangle& b) {
  list.push_back(hull({relative(b.a, a.center), relative(b.b, a.center), relative(b.c, a.center)}, a.radius, 3));
}
void add(std::vector<Body>& list, const Ball<3>& a, const TriangleMesh& b) {
  for (std::size_t k = 0; k < b.triangles.size(); ++k) add(list, a, b.triangle(k));
}
void add(std::vector<Body>& list, const Ball<3>& a, const UprightCylinder& b) {
  const Point c = relative(b.center, a.center);
  const Point h{0, 0, b.half_height};
  list.push_back(prism(c - h, c + h, b.radius, a.radius));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const HalfSpace<3>& b) {
  const Wider x = b.normal.x, y = b.normal.y, up = std::fabs(b.normal.z);
  list.push_back(plane(b, Ball<3>{a.center, 0}, a.radius * root(x * x + y * y) + a.half_height * up));
}
template <int D>
void add(std::vector<Body>& list, const Aabb<D>& a, const Aabb<D>& b) {
  list.push_back(box(relative(b.low, a.high), relative(b.high, a.low), 0, D));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const UprightCylinder& b) {
  const Point c = relative(b.center, a.center);
  const Point h{0, 0, static_cast<Wide>(a.half_height) + b.half_height};
  list.push_back(prism(c - h, c + h, static_cast<Wide>(a.radius) + b.radius, 0));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const Aabb<3>& b) {
  const Point h{0, 0, a.half_height};
  list.push_back(prism(relative(b.low, a.center) - h, relative(b.high, a.center) + h, a.radius, 0));
}

// ---- Hulls before half-spaces and hulls

template <HasHull A>
void add(std::vector<Body>& list, const A& a, const HalfSpace<carom::kDimension<A>>& b) {
  const auto hull = hull_of(a);
  Body lowest;
  for (const auto& corner : hull.corners) {
    Body at_corner = plane(b, Ball<carom::kDimension<A>>{corner, hull.radius});
    if (lowest.sort != Body::Sort::plane || at_corner.offset > lowest.offset) lowest = std::move(at_corner);
  }
  list.push_back(std::move(lowest));
}

using Direction = std::array<Wider, 3>;
using Directions = std::vector<Direction>;

template <int D>
Direction direction(const Vec<D>& from, const Vec<D>& to) {
  Direction d{};
  for (int k = 0; k < D; ++k) d[static_cast<std::size_t>(k)] = static_cast<Wider>(to[k]) - static_cast<Wider>(from[k]);
  return d;
}
Direction axis(int k) {
  Direction d{};
  d[static_cast<std::size_t>(k)] = 1;
  return d;
}
Direction cross(const Direction& a, const Direction& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Wider norm2(const Direction& a) {
  return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

template <class Line>
Directions edges_of(const Line& line) {
  return {direction(line.from, line.to)};
}
template <int D>
Directions edges_of(const Aabb<D>& box) {
  Directions edges;
  for (int k = 0; k < D; ++k)
    if (box.low[k] < box.high[k]) edges.push_back(axis(k));
  return edges;
}
Directions edges_of(const Triangle& t) {
  return {direction(t.a, t.b), direction(t.b, t.c), direction(t.c, t.a)};
}
Directions edges_of(const ConvexPolygon& p) {
  Directions edges;
  for (std::size_t k = 0; k < p.vertices.size(); ++k)
    edges.push_back(direction(p.vertices[k], p.vertices[(k + 1) % p.vertices.size()]));
  return edges;
}

/// The directions that are at right angles to a side of the hull of differences: to an edge in the plane; in space to a
/// face of one, or to two edges that are not parallel.
class Normals {
 public:
  /// At right angles to both. What 113 bits can not tell from parallel is left out, and then not all are known.
  void add(const Direction& a, const Direction& b) {
    const Direction n = cross(a, b);
    const Wider square = norm2(n);
    if (square > static_cast<Wider>(0x1p-80) * norm2(a) * norm2(b))
      list_.push_back(unit(n, square));
    else
      all_ = all_ && square == 0 && is_short(a) && is_short(b);
  }
  void add_in_plane(const Direction& edge) { add(edge, axis(2)); }
  void add_axis(int k) { list_.push_back(unit(axis(k), 1)); }

  /// Both ways, with the support of the corners.
  void put_into(Body& body) const {
    for (const Point& n : list_)
      for (const Wide sign : {1, -1}) body.sides.push_back({sign * n, body.core_support(sign * n)});
    body.all_sides = all_ && !list_.empty();
  }

 private:
  static Point unit(const Direction& n, Wider square) {
    const Wider inverse = 1 / root(square);
    return {static_cast<Wide>(n[0] * inverse), static_cast<Wide>(n[1] * inverse), static_cast<Wide>(n[2] * inverse)};
  }
  /// Products of these do not round.
  static bool is_short(const Direction& d) {
    return std::all_of(d.begin(), d.end(), [](Wider x) { return static_cast<Wider>(static_cast<double>(x)) == x; });
  }

  std::vector<Point> list_;
  bool all_ = true;
};

template <class Line>
void add_faces(const Line&, Normals&) {}
void add_faces(const Aabb<3>&, Normals& normals) {
  for (int k = 0; k < 3; ++k) normals.add_axis(k);
}
void add_faces(const Triangle& t, Normals& normals) {
  normals.add(direction(t.a, t.b), direction(t.a, t.c));
}

template <int D, class A, class B>
Normals normals_of(const A& a, const B& b) {
  Normals normals;
  if constexpr (D == 2) {
    for (const auto& edges : {edges_of(a), edges_of(b)})
      for (const Direction& e : edges) normals.add_in_plane(e);
  } else {
    add_faces(a, normals);
    add_faces(b, normals);
    for (const Direction& e : edges_of(a))
      for (const Direction& f : edges_of(b)) normals.add(e, f);
  }
  return normals;
}

template <HasHull A, HasHull B>
requires(carom::kDimension<A> == carom::kDimension<B>) void add(std::vector<Body>& list, const A& a, const B& b) {
  constexpr int kD = carom::kDimension<A>;
  const Hull<kD> hull_a = hull_of(a), hull_b = hull_of(b);
  Body body;
  body.sort = Body::Sort::differences;
  body.dimension = kD;
  body.grown = static_cast<Wide>(hull_a.radius) + hull_b.radius;
  for (std::size_t j = 0; j < hull_b.corners.size(); ++j)
    for (std::size_t i = 0; i < hull_a.corners.size(); ++i) {
      // Two lines: the corners of a parallelogram in order.
      const std::size_t k = j % 2 == 0 ? i : hull_a.corners.size() - 1 - i;
      body.corners.push_back(relative(hull_b.corners[j], hull_a.corners[k]));
    }
  normals_of<kD>(a, b).put_into(body);
  if (kD == 3 && body.corners.size() == 4 && body.sides.size() == 2) body.normal = body.sides[1].n;
  list.push_back(std::move(body));
}

// ---- Arcs

Point unit(const Point& p) {
  return (1 / p.length()) * p;
}

/// From one direction on to another, less than half a turn, in pieces of at most a quarter.
void add_arc(std::vector<Body>& list, Body arc, const Point& first, const Point& last) {
  if (dot(first, last) < 0) {
    const Point middle = unit(first + last);
    add_arc(list, arc, first, middle);
    add_arc(list, arc, middle, last);
    return;
  }
  arc.first = first;
  arc.last = last;
  list.push_back(std::move(arc));
}

void add(std::vector<Body>& list, const Ball<2>& a, const Arc& b) {
  Body arc;
  arc.sort = Body::Sort::arc;
  arc.dimension = 2;
  arc.center = relative(b.center, a.center);
  arc.around = b.radius;
  arc.grown = a.radius;
  const Point first = unit(wide(b.from)), last = unit(wide(b.to));
  const Point across{-first.y, first.x, 0};
  const Wider turn = direction(Vec2{}, b.from)[0] * b.to.y - direction(Vec2{}, b.from)[1] * b.to.x;
  const bool ahead = b.from.x * b.to.x > 0 || b.from.y * b.to.y > 0;
  if (turn > 0) return add_arc(list, arc, first, last);
  add_arc(list, arc, first, across);
  add_arc(list, arc, across, -1 * first);
  if (turn < 0) return add_arc(list, arc, -1 * first, last);
  if (!ahead) return;
  add_arc(list, arc, -1 * first, -1 * across);
  add_arc(list, arc, -1 * across, first);
}

template <class A, class B>
inline constexpr bool kIsPair = requires(std::vector<Body>& list, const A& a, const B& b) {
  add(list, a, b);
};

template <int D>
bool is_still(const Motion<D>& m) {
  return is_zero(m.velocity) && (is_zero(m.acceleration) || m.stop == 0);
}

/// |v|/d of a law that slows down, or the law's own.
template <int D>
Wide stop_of(const Motion<D>& m) {
  return m.deceleration > 0 ? wide<D>(m.velocity).length() / m.deceleration : static_cast<Wide>(m.stop);
}

/// Adds a motion, seen from `from` on, times a sign.
template <int D>
void add(Leg& leg, const Motion<D>& m, Wide sign) {
  if (is_still(m)) return;
  const Point v = sign * wide<D>(m.velocity);
  const Point h = m.deceleration > 0 ? (-m.deceleration / (2 * wide<D>(m.velocity).length())) * v
                                     : (sign / 2) * wide<D>(m.acceleration);
  if (m.damping > 0) {
    const Wide done = -std::expm1(-static_cast<Wide>(m.damping) * leg.from) / m.damping;
    leg.start = leg.start + done * v;
    leg.start_terms += done * v.size();
    const Wide left = std::exp(-static_cast<Wide>(m.damping) * leg.from);
    leg.fading[static_cast<std::size_t>(leg.fadings++)] = {left * v, m.damping};
    return;
  }
  const Wide t = std::min(leg.from, stop_of(m));
  leg.start = leg.start + t * (v + t * h);
  leg.start_terms += t * (v.size() + t * h.size());
  if (leg.from >= stop_of(m)) return;
  leg.v = leg.v + (v + (2 * t) * h);
  leg.h = leg.h + h;
  leg.v_terms += v.size() + 2 * t * h.size();
  leg.h_terms += h.size();
}

template <int D>
std::vector<Leg> legs_of(const Query<D>& q, Wide& clock_rate) {
  const Motion<D>& a = q.motion_a;
  const Motion<D>& b = q.motion_b;
  const double ka = is_still(a) ? 0 : a.damping;
  const double kb = is_still(b) ? 0 : b.damping;
  Leg leg;
  if ((ka > 0 || kb > 0) && (ka == kb || is_still(a) || is_still(b))) {
    clock_rate = std::max(ka, kb);
    leg.to = kEndless;
    leg.v = relative(a.velocity, b.velocity);
    leg.v_terms = leg.v.size();
    return {leg};
  }
  std::vector<Leg> legs;
  Wide from = 0;
  do {
    leg = Leg{};
    leg.from = from;
    leg.to = kEndless;
    for (const Motion<D>* m : {&a, &b})
      if (!is_still(*m) && stop_of(*m) > from) leg.to = std::min(leg.to, stop_of(*m));
    add(leg, a, 1);
    add(leg, b, -1);
    legs.push_back(leg);
    from = leg.to;
  } while (from < kEndless);
  return legs;
}

}  // namespace

template <int D>
std::optional<Scene> scene_of(const Query<D>& q) {
  Scene scene;
  std::visit(
      [&](const auto& a, const auto& b) {
        if constexpr (kIsPair<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>) add(scene.bodies, a, b);
      },
      q.a, q.b);
  if (scene.bodies.empty()) return std::nullopt;
  for (const Body& body : scene.bodies) scene.one_sided = scene.one_sided || !body.fronts.empty();
  if (const auto* ball = std::get_if<Ball<D>>(&q.a)) {
    scene.radius = ball->radius;
    if (const auto* other = std::get_if<Ball<D>>(&q.b)) scene.radius += other->radius;
  }
  if (const auto* capsule = std::get_if<Capsule<D>>(&q.a)) scene.radius += capsule->radius;
  if (const auto* capsule = std::get_if<Capsule<D>>(&q.b); capsule && !std::holds_alternative<Ball<D>>(q.a))
    scene.radius += capsule->radius;
  scene.legs = legs_of(q, scene.clock_rate);
  return scene;
}

template std::optional<Scene> scene_of(const Query<2>&);
template std::optional<Scene> scene_of(const Query<3>&);

}  // namespace oracle
