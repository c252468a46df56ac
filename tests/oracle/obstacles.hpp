#pragma once
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "high_precision.hpp"
#include "query.hpp"

// What a moving point meets: the second shape grown by the first (Minkowski). Each obstacle has parts; a part has at
// each time a gap, a smooth function of time until the nearest feature changes.
namespace oracle {

template <class Real, int D>
using Path = std::array<Curve<Real>, static_cast<std::size_t>(D)>;

template <class Real>
using Place = std::vector<Num<Real>>;

/// An increasing function of the distance, > 0 while apart. The round edge of a cylinder has K − 2 R √P with P = ρ² and
/// K = ρ² + R² + z² − r²; everything else is a curve.
template <class Real>
struct Gap {
  Curve<Real> curve;
  std::optional<Curve<Real>> square;  ///< P
  Num<Real> rim{};                    ///< R
  bool present = true;                ///< the part is there: the point is in its region

  Num<Real> value(const Real& t) const {
    if (!square) return curve(t);
    return curve(t) - Num<Real>(2) * rim * root_of((*square)(t));
  }
  /// Where it may vanish or turn.
  std::vector<Real> events(const Real& low, const Real& high) const {
    const Curve<Real> slope = curve.derivative();
    if (!square) return joined(roots(curve, low, high), roots(slope, low, high));
    return joined(
        roots(curve * curve - Curve<Real>(Num<Real>(4) * rim * rim) * *square, low, high),
        roots(slope * slope * *square - Curve<Real>(rim * rim) * oracle::square(square->derivative()), low, high));
  }
  static std::vector<Real> joined(std::vector<Real> a, const std::vector<Real>& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    return a;
  }
  /// Of the derivative.
  int rate_sign(const Real& t) const {
    const Num<Real> slope = curve.derivative()(t);
    if (!square) return slope.sign();
    return (slope * root_of((*square)(t)) - rim * square->derivative()(t)).sign();
  }
  /// The derivative's sign just before t.
  int rate_sign_before(const Real& t) const {
    if (square) return rate_sign(t);
    int parity = 1;
    for (Curve<Real> c = curve.derivative(); !c.reduced().is_zero(); c = c.derivative(), parity = -parity)
      if (const int sign = c(t).sign(); sign != 0) return parity * sign;
    return 0;
  }
};

/// Where one of these vanishes the nearest feature may change, or the point enter or leave a part's region.
template <class Real>
using Borders = std::vector<Curve<Real>>;

template <class Real>
using Coordinate = std::pair<Curve<Real>, Curve<Real>>;  ///< how far beyond the low and the high bound

template <class Real, int D>
Curve<Real> dot(const Place<Real>& n, const Path<Real, D>& c) {
  Curve<Real> sum;
  for (std::size_t k = 0; k < D; ++k) sum = sum + Curve<Real>(n[k]) * c[k];
  return sum;
}

template <class Real, int D>
Path<Real, D> seen_from(const Path<Real, D>& c, const Vec<D>& origin) {
  Path<Real, D> y = c;
  for (int k = 0; k < D; ++k) {
    auto& one = y[static_cast<std::size_t>(k)];
    one = one - Curve<Real>(Num<Real>(origin[k]));
  }
  return y;
}

template <class Real, int D>
Curve<Real> norm2(const Path<Real, D>& y) {
  Curve<Real> sum;
  for (const auto& one : y) sum = sum + square(one);
  return sum;
}

template <class Real, int D>
Place<Real> between(const Vec<D>& from, const Vec<D>& to) {
  Place<Real> d;
  for (int k = 0; k < D; ++k) d.push_back(difference<Real>(to[k], from[k]));
  return d;
}

template <class Real>
Num<Real> norm2(const Place<Real>& d) {
  Num<Real> sum;
  for (const auto& one : d) sum = sum + one * one;
  return sum;
}

template <class Real>
Place<Real> cross(const Place<Real>& a, const Place<Real>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// ---- Obstacles

template <class Real, int D>
struct PointObstacle {
  PointObstacle(const Path<Real, D>& c, const Vec<D>& center, const Num<Real>& r)
      : gap{norm2<Real, D>(seen_from<Real, D>(c, center)) - Curve<Real>(r * r), {}} {}
  int parts() const { return 1; }
  void borders(int, Borders<Real>&) const {}
  Gap<Real> at(int, const Real&) const { return gap; }

  Gap<Real> gap;
};

template <class Real, int D>
struct PlaneObstacle {
  PlaneObstacle(const Path<Real, D>& c, const HalfSpace<D>& b, const Num<Real>& r) {
    Place<Real> n;
    for (int k = 0; k < D; ++k) n.push_back(Num<Real>(b.normal[k]));
    gap.curve =
        dot<Real, D>(n, seen_from<Real, D>(c, b.point)) - Curve<Real>((Num<Real>(b.offset) + r) * root_of(norm2(n)));
  }
  /// Under a cylinder: by what its middle is above its lowest point, times |n|.
  PlaneObstacle(const Path<Real, D>& c, const HalfSpace<D>& b, const UprightCylinder& a)
      : PlaneObstacle(c, b, Num<Real>()) {
    const Num<Real> x(b.normal[0]), y(b.normal[1]), up(std::fabs(b.normal[2]));
    gap.curve = gap.curve - Curve<Real>(Num<Real>(a.radius) * root_of(x * x + y * y) + Num<Real>(a.half_height) * up);
  }
  int parts() const { return 1; }
  void borders(int, Borders<Real>&) const {}
  Gap<Real> at(int, const Real&) const { return gap; }

  Gap<Real> gap;
};

/// The line between two points, seen along and across.
template <class Real, int D>
struct Edge {
  /// `in_front`: the side is only asked for where left ≥ 0.
  Edge(const Path<Real, D>& c, const Vec<D>& from, const Vec<D>& to, const Num<Real>& r, bool in_front = false) {
    const Place<Real> d = between<Real, D>(from, to);
    const Path<Real, D> y = seen_from<Real, D>(c, from);
    const Num<Real> length2 = norm2(d);
    along = dot<Real, D>(d, y);
    beyond = along - Curve<Real>(length2);
    // |y|² |d|² − (y·d)², Lagrange's identity, less r² |d|²; in the plane the determinant.
    if constexpr (D == 2) {
      left = Curve<Real>(d[0]) * y[1] - Curve<Real>(d[1]) * y[0];
      // The square turns where left vanishes, which is a border too: a tie that is none.
      side = in_front ? left - Curve<Real>(r * root_of(length2)) : square(left) - Curve<Real>(r * r * length2);
    } else {
      side = norm2<Real, D>(y) * Curve<Real>(length2) - square(along) - Curve<Real>(r * r * length2);
    }
    start = norm2<Real, D>(y) - Curve<Real>(r * r);
    finish = norm2<Real, D>(seen_from<Real, D>(c, to)) - Curve<Real>(r * r);
  }
  bool is_beside(const Real& t) const { return along(t).sign() >= 0 && beyond(t).sign() <= 0; }

  Curve<Real> along, beyond, left, side, start, finish;
};

/// A segment or a capsule; one part, or none for a point behind a one-sided segment.
template <class Real, int D>
struct LineObstacle {
  LineObstacle(const Path<Real, D>& c, const Vec<D>& from, const Vec<D>& to, const Num<Real>& r, bool is_one_sided)
      : edge(c, from, to, r, is_one_sided), one_sided(is_one_sided) {}
  int parts() const { return 1; }
  void borders(int, Borders<Real>& list) const {
    list.push_back(edge.along);
    list.push_back(edge.beyond);
    if (one_sided) list.push_back(edge.left);
  }
  Gap<Real> at(int, const Real& t) const {
    Gap<Real> gap{edge.side, {}};
    if (edge.along(t).sign() < 0)
      gap.curve = edge.start;
    else if (edge.beyond(t).sign() > 0)
      gap.curve = edge.finish;
    gap.present = !one_sided || edge.left(t).sign() >= 0;
    return gap;
  }

  Edge<Real, D> edge;
  bool one_sided;
};

/// The point's distances beyond the bounds of each axis.
template <class Real, int D>
struct Bounds {
  Bounds(const Path<Real, D>& c, const Place<Real>& low, const Place<Real>& high) {
    for (std::size_t k = 0; k < D; ++k) {
      out.push_back(Curve<Real>(low[k]) - c[k]);
      out.push_back(c[k] - Curve<Real>(high[k]));
    }
  }
  bool is_inside(const Real& t) const {
    for (const auto& o : out)
      if (o(t).sign() > 0) return false;
    return true;
  }

  std::vector<Curve<Real>> out;
};

/// The greatest of some curves at t.
template <class Real>
const Curve<Real>& greatest(const std::vector<Curve<Real>>& curves, const Real& t) {
  const Curve<Real>* most = &curves[0];
  Real value = curves[0].value(t);
  for (const Curve<Real>& c : curves)
    if (const Real other = c.value(t); other > value) most = &c, value = other;
  return *most;
}

template <class Real>
void add_differences(const std::vector<Curve<Real>>& curves, Borders<Real>& list) {
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) list.push_back(curves[i] - curves[j]);
}

template <class Real, int D>
struct BoxObstacle {
  BoxObstacle(const Path<Real, D>& c, const Place<Real>& low, const Place<Real>& high, const Num<Real>& grown,
              bool inside)
      : bounds(c, low, high), r(grown), starts_inside(inside) {}
  int parts() const { return 1; }
  void borders(int, Borders<Real>& list) const {
    list = bounds.out;
    if (starts_inside) add_differences(bounds.out, list);
  }
  Gap<Real> at(int, const Real& t) const {
    std::vector<const Curve<Real>*> beyond;
    for (const auto& o : bounds.out)
      if (o(t).sign() > 0) beyond.push_back(&o);
    if (beyond.empty()) return {greatest(bounds.out, t) - Curve<Real>(r), {}};
    if (beyond.size() == 1) return {*beyond[0] - Curve<Real>(r), {}};
    Curve<Real> sum;
    for (const auto* o : beyond) sum = sum + square(*o);
    return {sum - Curve<Real>(r * r), {}};
  }

  Bounds<Real, D> bounds;
  Num<Real> r;
  bool starts_inside;
};

/// A rectangle in x and y, grown by a radius R, between two heights; the whole grown by r. The rectangle of a cylinder
/// is one point; only then is r > 0.
template <class Real>
struct PrismObstacle {
  PrismObstacle(const Path<Real, 3>& c, const Place<Real>& low, const Place<Real>& high, const Num<Real>& around,
                const Num<Real>& grown, bool point, bool inside)
      : bounds(c, low, high), radius(around), r(grown), is_point(point), starts_inside(inside) {
    for (std::size_t i : {0, 1})
      for (std::size_t j : {2, 3}) squares.push_back(square(bounds.out[i]) + square(bounds.out[j]));
    if (is_point) squares.resize(1);
  }
  int parts() const { return 1; }
  Curve<Real> constant(const Num<Real>& x) const { return Curve<Real>(x); }

  void borders(int, Borders<Real>& list) const {
    const std::size_t sides = is_point ? 0 : 4;
    for (std::size_t i = 0; i < sides; ++i) {
      list.push_back(bounds.out[i]);
      list.push_back(bounds.out[i] - constant(radius));
    }
    for (const auto& s : squares) list.push_back(s - constant(radius * radius));
    for (std::size_t i : {4, 5}) {
      const Curve<Real>& z = bounds.out[i];
      list.push_back(z);
      if (!starts_inside) continue;
      for (std::size_t k = 0; k < sides; ++k) list.push_back(bounds.out[k] - constant(radius) - z);
      for (const auto& s : squares) list.push_back(s - square(z + constant(radius)));
    }
    if (starts_inside) list.push_back(bounds.out[4] - bounds.out[5]);
    if (starts_inside && !is_point) add_differences({bounds.out.begin(), bounds.out.begin() + 4}, list);
  }

  Gap<Real> at(int, const Real& t) const {
    const Curve<Real>& z = upper(4, t);
    const bool above = z(t).sign() > 0;
    const Planar planar = nearest(t);
    // s: how far outside in the plane.
    const bool outside =
        planar.is_square ? (planar.curve(t) - radius * radius).sign() > 0 : (planar.curve(t) - radius).sign() > 0;
    if (!outside && above) return {z - constant(r), {}};
    if (outside && above) {
      if (planar.is_square) return rim(planar.curve, z);
      return {square(planar.curve - constant(radius)) + square(z) - constant(r * r), {}};
    }
    if (!outside && is_height_nearer(planar, z, t)) return {z - constant(r), {}};
    const Num<Real> whole = radius + r;
    return {planar.is_square ? planar.curve - constant(whole * whole) : planar.curve - constant(whole), {}};
  }

 private:
  struct Planar {
    Curve<Real> curve;  ///< the distance from the rectangle or its square; negative inside
    bool is_square = false;
  };

  const Curve<Real>& upper(std::size_t first, const Real& t) const {
    const Curve<Real>& a = bounds.out[first];
    const Curve<Real>& b = bounds.out[first + 1];
    return a(t).value > b(t).value ? a : b;
  }
  Planar nearest(const Real& t) const {
    if (is_point) return {squares[0], true};
    const Curve<Real>& x = upper(0, t);
    const Curve<Real>& y = upper(2, t);
    const bool out_x = x(t).sign() > 0;
    const bool out_y = y(t).sign() > 0;
    if (out_x && out_y) return {square(x) + square(y), true};
    if (out_x != out_y) return {out_x ? x : y, false};
    return {x(t).value > y(t).value ? x : y, false};
  }
  /// Inside: whether −z is less deep than R − s.
  bool is_height_nearer(const Planar& planar, const Curve<Real>& z, const Real& t) const {
    const Num<Real> height = z(t) + radius;
    if (!planar.is_square) return (height - planar.curve(t)).value > 0;
    return height.value > 0 && (height * height - planar.curve(t)).value > 0;
  }
  Gap<Real> rim(const Curve<Real>& s, const Curve<Real>& z) const {
    const Curve<Real> k = s + square(z) + constant(radius * radius) - constant(r * r);
    if (radius.is_nothing()) return {k, {}};
    return {k, s, radius};
  }

  Bounds<Real, 3> bounds;
  Num<Real> radius, r;
  bool is_point, starts_inside;
  std::vector<Curve<Real>> squares;
};

/// A solid convex polygon.
template <class Real>
struct ConvexObstacle {
  ConvexObstacle(const Path<Real, 2>& c, const std::vector<Vec2>& v, const Num<Real>& grown, bool inside)
      : r(grown), starts_inside(inside) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Vec2& to = v[i + 1 == v.size() ? 0 : i + 1];
      const Num<Real> length = root_of(norm2(between<Real, 2>(v[i], to)));
      edges.emplace_back(c, v[i], to, r);
      const Num<Real> inverse{Real(1) / length.value, 1 / static_cast<double>(length.value)};
      out.push_back(Curve<Real>(Num<Real>(-1) * inverse) * edges.back().left);
    }
  }
  int parts() const { return 1; }
  void borders(int, Borders<Real>& list) const {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      list.push_back(out[i]);
      list.push_back(edges[i].along);
      list.push_back(edges[i].beyond);
    }
    if (starts_inside) add_differences(out, list);
  }
  Gap<Real> at(int, const Real& t) const {
    bool inside = true;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (out[i](t).sign() <= 0) continue;
      inside = false;
      if (edges[i].is_beside(t)) return {out[i] - Curve<Real>(r), {}};
    }
    if (inside) return {greatest(out, t) - Curve<Real>(r), {}};
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto& before = edges[i == 0 ? edges.size() - 1 : i - 1];
      if (edges[i].along(t).sign() <= 0 && before.beyond(t).sign() >= 0) return {edges[i].start, {}};
    }
    throw Undecided{};
  }

  Num<Real> r;
  bool starts_inside;
  std::vector<Edge<Real, 2>> edges;
  std::vector<Curve<Real>> out;
};

/// Edges and corners, each for itself; a corner belongs to no edge.
template <class Real>
struct ChainObstacle {
  ChainObstacle(const Path<Real, 2>& c, const Polygon& p, const Num<Real>& r)
      : one_sided(p.sides == Sides::front), closed(p.closed) {
    for (int k = 0; k < p.edge_count(); ++k) edges.emplace_back(c, p.edge(k).from, p.edge(k).to, r, one_sided);
    corners = static_cast<int>(p.vertices.size());
  }
  int parts() const { return static_cast<int>(edges.size()) + corners; }
  /// The edges that a part belongs to.
  std::vector<std::size_t> owners(int part) const {
    if (part < count()) return {static_cast<std::size_t>(part)};
    const int k = part - count();
    std::vector<std::size_t> list;
    if (from_corner(k)) list.push_back(static_cast<std::size_t>(k));
    if (to_corner(k)) list.push_back(static_cast<std::size_t>(k > 0 ? k - 1 : count() - 1));
    return list;
  }
  int count() const { return static_cast<int>(edges.size()); }
  const Edge<Real, 2>* from_corner(int k) const { return k < count() ? &edge(k) : nullptr; }
  const Edge<Real, 2>* to_corner(int k) const {
    if (k > 0) return &edge(k - 1);
    return closed ? &edges.back() : nullptr;
  }
  const Edge<Real, 2>& edge(int k) const { return edges[static_cast<std::size_t>(k)]; }

  void borders(int part, Borders<Real>& list) const {
    if (part < count()) {
      const Edge<Real, 2>& e = edge(part);
      list = {e.along, e.beyond};
      if (one_sided) list.push_back(e.left);
      return;
    }
    const auto* next = from_corner(part - count());
    const auto* last = to_corner(part - count());
    if (next) list.push_back(next->along);
    if (last) list.push_back(last->beyond);
    for (const auto* e : {next, last})
      if (e && one_sided) list.push_back(e->left);
  }
  Gap<Real> at(int part, const Real& t) const {
    Gap<Real> gap;
    if (part < count()) {
      gap.curve = edge(part).side;
      gap.present = edge(part).is_beside(t) && is_in_front(edge(part), t);
      return gap;
    }
    const auto* next = from_corner(part - count());
    const auto* last = to_corner(part - count());
    gap.curve = next ? next->start : last->finish;
    const bool before_next = !next || next->along(t).sign() <= 0;
    const bool beyond_last = !last || last->beyond(t).sign() >= 0;
    gap.present = before_next && beyond_last && ((next && is_in_front(*next, t)) || (last && is_in_front(*last, t)));
    return gap;
  }
  bool is_in_front(const Edge<Real, 2>& e, const Real& t) const { return !one_sided || e.left(t).sign() >= 0; }

  bool one_sided, closed;
  std::vector<Edge<Real, 2>> edges;
  int corners = 0;
};

/// A part of a circle, from outside or inside where the point is seen within its angle; elsewhere its nearer end. Like
/// a chain's edges and corners each counts for itself.
template <class Real>
struct ArcObstacle {
  ArcObstacle(const Path<Real, 2>& c, const Arc& a, double radius) {
    using N = Num<Real>;
    const Path<Real, 2> y = seen_from<Real, 2>(c, a.center);
    const auto constant = [](const N& x) { return Curve<Real>(x); };
    const N around(a.radius), r(radius);
    circle = norm2<Real, 2>(y) - constant(around * around);
    outside = norm2<Real, 2>(y) - constant((around + r) * (around + r));
    const N room = around - r;
    inside = constant(radius > a.radius ? N(-1) * room * room : room * room) - norm2<Real, 2>(y);
    beyond_from = constant(N(a.from.x)) * y[1] - constant(N(a.from.y)) * y[0];
    before_to = constant(N(a.to.y)) * y[0] - constant(N(a.to.x)) * y[1];
    first = end(y, a.from, around, r);
    last = end(y, a.to, around, r);
    // Products of two doubles fit into 113 bits.
    __extension__ using Wider = __float128;
    const Wider left = static_cast<Wider>(a.from.x) * a.to.y, right = static_cast<Wider>(a.from.y) * a.to.x;
    const bool ahead = a.from.x * a.to.x > 0 || a.from.y * a.to.y > 0;
    is_whole = left == right && ahead;
    is_wide = left < right;
  }
  int parts() const { return is_whole ? 1 : 3; }
  void borders(int, Borders<Real>& list) const {
    list.push_back(circle);
    if (!is_whole) list.insert(list.end(), {beyond_from, before_to, first - last});
  }
  Gap<Real> at(int part, const Real& t) const {
    Gap<Real> gap;
    const bool within = is_whole || is_within(t);
    if (part == 0) {
      gap.curve = circle(t).sign() >= 0 ? outside : inside;
      gap.present = within;
    } else {
      const int nearer = (first - last)(t).sign();
      gap.curve = part == 1 ? first : last;
      gap.present = !within && (part == 1 ? nearer <= 0 : nearer >= 0);
    }
    return gap;
  }

 private:
  static Curve<Real> end(const Path<Real, 2>& y, const Vec2& direction, const Num<Real>& around, const Num<Real>& r) {
    using N = Num<Real>;
    const N length = root_of(N(direction.x) * N(direction.x) + N(direction.y) * N(direction.y));
    const N share = around * N{Real(1) / length.value, 1 / static_cast<long double>(length.value)};
    const Path<Real, 2> from_end{y[0] - Curve<Real>(share * N(direction.x)),
                                 y[1] - Curve<Real>(share * N(direction.y))};
    return norm2<Real, 2>(from_end) - Curve<Real>(r * r);
  }
  bool is_within(const Real& t) const {
    const bool one = beyond_from(t).sign() >= 0, other = before_to(t).sign() >= 0;
    return is_wide ? one || other : one && other;
  }

  Curve<Real> circle, outside, inside, beyond_from, before_to, first, last;
  bool is_whole = false, is_wide = false;
};

/// Triangles, their edges and their corners; what several share is one.
template <class Real>
struct MeshObstacle {
  using Index = std::uint32_t;
  struct Face {
    Curve<Real> gap;
    std::array<Curve<Real>, 3> within;  ///< ≥ 0 inside of each edge
  };
  struct Line {
    Edge<Real, 3> edge;
    std::vector<Curve<Real>> within{};  ///< of the triangles that share it
    std::vector<std::size_t> faces{};
  };
  struct Corner {
    Curve<Real> gap{};
    std::vector<Curve<Real>> towards{};  ///< > 0 beside an edge that begins here
    std::vector<std::size_t> faces{};
  };

  MeshObstacle(const Path<Real, 3>& c, const TriangleMesh& mesh, const Num<Real>& r) {
    std::map<std::pair<Index, Index>, std::size_t> known;
    corners.resize(mesh.vertices.size());
    for (const auto& triangle : mesh.triangles) {
      const std::array<Vec3, 3> v{mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]};
      const Place<Real> n = cross(between<Real, 3>(v[0], v[1]), between<Real, 3>(v[0], v[2]));
      Face face;
      face.gap = square(dot<Real, 3>(n, seen_from<Real, 3>(c, v[0]))) - Curve<Real>(r * r * norm2(n));
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        face.within[i] = dot<Real, 3>(cross(n, between<Real, 3>(v[i], v[j])), seen_from<Real, 3>(c, v[i]));
        const Index from = triangle[i];
        const Index to = triangle[j];
        const auto [place, is_new] = known.insert({{std::min(from, to), std::max(from, to)}, lines.size()});
        if (is_new) {
          lines.push_back({Edge<Real, 3>(c, v[i], v[j], r)});
          const Edge<Real, 3>& e = lines.back().edge;
          corners[from].gap = e.start;
          corners[to].gap = e.finish;
          corners[from].towards.push_back(e.along);
          corners[to].towards.push_back(Curve<Real>() - e.beyond);
        }
        lines[place->second].within.push_back(face.within[i]);
        lines[place->second].faces.push_back(faces.size());
        corners[from].faces.push_back(faces.size());
      }
      faces.push_back(face);
    }
  }
  int parts() const { return static_cast<int>(faces.size() + lines.size() + corners.size()); }
  /// The triangles that a part belongs to.
  std::vector<std::size_t> owners(int part) const {
    auto k = static_cast<std::size_t>(part);
    if (k < faces.size()) return {k};
    if (k -= faces.size(); k < lines.size()) return lines[k].faces;
    return corners[k - lines.size()].faces;
  }
  void borders(int part, Borders<Real>& list) const {
    auto k = static_cast<std::size_t>(part);
    if (k < faces.size()) {
      list.insert(list.end(), faces[k].within.begin(), faces[k].within.end());
    } else if (k -= faces.size(); k < lines.size()) {
      list.push_back(lines[k].edge.along);
      list.push_back(lines[k].edge.beyond);
      list.insert(list.end(), lines[k].within.begin(), lines[k].within.end());
    } else {
      const Corner& corner = corners[k - lines.size()];
      list.insert(list.end(), corner.towards.begin(), corner.towards.end());
    }
  }
  Gap<Real> at(int part, const Real& t) const {
    auto k = static_cast<std::size_t>(part);
    Gap<Real> gap;
    const auto all = [&](const auto& curves, int sign) {
      for (const auto& c : curves)
        if (sign * c(t).sign() < 0) return false;
      return true;
    };
    if (k < faces.size()) {
      gap.curve = faces[k].gap;
      gap.present = all(faces[k].within, 1);
    } else if (k -= faces.size(); k < lines.size()) {
      gap.curve = lines[k].edge.side;
      gap.present = lines[k].edge.is_beside(t) && all(lines[k].within, -1);
    } else {
      const Corner& corner = corners[k - lines.size()];
      gap.curve = corner.gap;
      gap.present = !corner.towards.empty() && all(corner.towards, -1);
    }
    return gap;
  }

  std::vector<Face> faces;
  std::vector<Line> lines;
  std::vector<Corner> corners;
};

}  // namespace oracle
