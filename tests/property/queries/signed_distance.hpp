#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "carom/query/pair.hpp"

// The signed distance from a point to a shape, each by its textbook formula in long double arithmetic, nothing shared
// with the library: below 0 inside solids; lines, faces and meshes have no inside.
namespace carom::test {

using Real = long double;

template <int D>
struct Place {
  std::array<Real, static_cast<std::size_t>(D)> x{};

  Place() = default;
  Place(const Vec<D>& v) {  // NOLINT(google-explicit-constructor)
    for (int k = 0; k < D; ++k) (*this)[k] = v[k];
  }
  Real& operator[](int k) { return x[static_cast<std::size_t>(k)]; }
  Real operator[](int k) const { return x[static_cast<std::size_t>(k)]; }
};

template <int D>
Place<D> operator+(Place<D> a, const Place<D>& b) {
  for (int k = 0; k < D; ++k) a[k] += b[k];
  return a;
}
template <int D>
Place<D> operator-(Place<D> a, const Place<D>& b) {
  for (int k = 0; k < D; ++k) a[k] -= b[k];
  return a;
}
template <int D>
Place<D> operator*(Real s, Place<D> a) {
  for (int k = 0; k < D; ++k) a[k] *= s;
  return a;
}
template <int D>
Real dot(const Place<D>& a, const Place<D>& b) {
  Real sum = 0;
  for (int k = 0; k < D; ++k) sum += a[k] * b[k];
  return sum;
}
template <int D>
Real norm(const Place<D>& a) {
  return std::sqrt(dot(a, a));
}
inline Place<3> cross(const Place<3>& a, const Place<3>& b) {
  Place<3> c;
  for (int k = 0; k < 3; ++k) c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  return c;
}

template <int D>
Real signed_distance(const Place<D>& x, const Ball<D>& b) {
  return norm(x - Place<D>(b.center)) - b.radius;
}

template <int D>
Real signed_distance(const Place<D>& x, const HalfSpace<D>& b) {
  return dot(x - Place<D>(b.point), Place<D>(b.normal)) / norm(Place<D>(b.normal)) - b.offset;
}

template <int D>
Real distance_to_line(const Place<D>& x, const Vec<D>& from, const Vec<D>& to) {
  const Place<D> d = Place<D>(to) - Place<D>(from);
  const Place<D> y = x - Place<D>(from);
  const Real s = std::clamp<Real>(dot(y, d) / dot(d, d), 0, 1);
  return norm(y - s * d);
}

template <int D>
Real signed_distance(const Place<D>& x, const Segment<D>& b) {
  return distance_to_line(x, b.from, b.to);
}

template <int D>
Real signed_distance(const Place<D>& x, const Capsule<D>& b) {
  return distance_to_line(x, b.from, b.to) - b.radius;
}

template <int D>
Real signed_distance(const Place<D>& x, const Aabb<D>& b) {
  Real outside = 0;
  Real inside = -1e300L;
  for (int k = 0; k < D; ++k) {
    const Real out = std::max(x[k] - b.high[k], b.low[k] - x[k]);
    inside = std::max(inside, out);
    outside += out > 0 ? out * out : 0;
  }
  return outside > 0 ? std::sqrt(outside) : inside;
}

inline Real signed_distance(const Place<3>& x, const UprightCylinder& b) {
  const Place<3> y = x - Place<3>(b.center);
  const Real out = std::sqrt(y[0] * y[0] + y[1] * y[1]) - b.radius;
  const Real up = std::fabs(y[2]) - b.half_height;
  if (out > 0 && up > 0) return std::sqrt(out * out + up * up);
  return std::max(out, up);
}

inline Real signed_distance(const Place<2>& x, const Polygon& b) {
  Real least = 1e300L;
  for (int k = 0; k < b.edge_count(); ++k) least = std::min(least, distance_to_line(x, b.edge(k).from, b.edge(k).to));
  return least;
}

inline Real signed_distance(const Place<2>& x, const ConvexPolygon& b) {
  Real least = 1e300L;
  bool inside = true;
  for (std::size_t i = 0; i < b.vertices.size(); ++i) {
    const Vec2& from = b.vertices[i];
    const Vec2& to = b.vertices[(i + 1) % b.vertices.size()];
    const Place<2> d = Place<2>(to) - Place<2>(from);
    const Place<2> y = x - Place<2>(from);
    inside = inside && d[0] * y[1] - d[1] * y[0] >= 0;
    least = std::min(least, distance_to_line(x, from, to));
  }
  return inside ? -least : least;
}

/// By angles, in (0, 2π] from the arc's beginning.
inline Real signed_distance(const Place<2>& x, const Arc& b) {
  const Place<2> y = x - Place<2>(b.center);
  const auto from_start = [&](Real along, Real across) {
    constexpr Real kTurn = 6.283185307179586476925286766559L;
    const Real angle = std::atan2(across, along) - std::atan2(Real(b.from.y), Real(b.from.x));
    return angle > 0 ? angle : angle + kTurn;
  };
  if (norm(y) > 0 && from_start(y[0], y[1]) <= from_start(b.to.x, b.to.y)) return std::fabs(norm(y) - b.radius);
  Real least = norm(y) == 0 ? b.radius : 1e300L;
  for (const Vec2& d : {b.from, b.to}) {
    const Place<2> end = (b.radius / norm(Place<2>(d))) * Place<2>(d);
    least = std::min(least, norm(y - end));
  }
  return least;
}

inline Real signed_distance(const Place<3>& x, const Triangle& b) {
  const Place<3> n = cross(Place<3>(b.b) - Place<3>(b.a), Place<3>(b.c) - Place<3>(b.a));
  const auto inside = [&](const Vec3& p, const Vec3& q) {
    return dot(cross(n, Place<3>(q) - Place<3>(p)), x - Place<3>(p)) >= 0;
  };
  if (inside(b.a, b.b) && inside(b.b, b.c) && inside(b.c, b.a)) return std::fabs(dot(n, x - Place<3>(b.a))) / norm(n);
  return std::min({distance_to_line(x, b.a, b.b), distance_to_line(x, b.b, b.c), distance_to_line(x, b.c, b.a)});
}

inline Real signed_distance(const Place<3>& x, const TriangleMesh& b) {
  Real least = 1e300L;
  for (std::size_t k = 0; k < b.triangles.size(); ++k) least = std::min(least, signed_distance(x, b.triangle(k)));
  return least;
}

/// Of two shapes, the first moved by `shift`.
template <int D, class B>
Real gap(const Ball<D>& a, const B& b, const Place<D>& shift) {
  return signed_distance(Place<D>(a.center) + shift, b) - a.radius;
}

// ---- Convex hulls of corners, grown by a radius: as a point before the hull of all differences of their corners, of
// which every line or plane through corners is tried.

template <int D>
std::vector<Vec<D>> corners_of(const Segment<D>& s) {
  return {s.from, s.to};
}
template <int D>
std::vector<Vec<D>> corners_of(const Capsule<D>& c) {
  return {c.from, c.to};
}
template <int D>
std::vector<Vec<D>> corners_of(const Aabb<D>& b) {
  std::vector<Vec<D>> corners;
  for (int code = 0; code < 1 << D; ++code) {
    corners.push_back(b.low);
    for (int k = 0; k < D; ++k)
      if (code >> k & 1) corners.back()[k] = b.high[k];
  }
  return corners;
}
inline std::vector<Vec2> corners_of(const ConvexPolygon& p) {
  return p.vertices;
}
inline std::vector<Vec3> corners_of(const Triangle& t) {
  return {t.a, t.b, t.c};
}
template <class Shape>
Real radius_around(const Shape& shape) {
  if constexpr (requires { shape.radius; }) return shape.radius;
  return 0;
}

inline Real distance_to(const Place<3>& x, const std::array<Place<3>, 3>& t) {
  const Place<3> n = cross(t[1] - t[0], t[2] - t[0]);
  bool above = true;
  Real least = 1e300L;
  for (std::size_t i = 0; i < 3; ++i) {
    const Place<3>& p = t[i];
    const Place<3> d = t[(i + 1) % 3] - p;
    above = above && dot(cross(n, d), x - p) >= 0;
    least = std::min(least, norm(x - p - std::clamp<Real>(dot(x - p, d) / dot(d, d), 0, 1) * d));
  }
  return above ? std::fabs(dot(n, x - t[0])) / norm(n) : least;
}
inline Real distance_to(const Place<2>& x, const std::array<Place<2>, 2>& s) {
  const Place<2> d = s[1] - s[0];
  return norm(x - s[0] - std::clamp<Real>(dot(x - s[0], d) / dot(d, d), 0, 1) * d);
}
inline Place<2> normal_of(const std::array<Place<2>, 2>& s) {
  Place<2> n;
  n[0] = s[1][1] - s[0][1];
  n[1] = s[0][0] - s[1][0];
  return n;
}
inline Place<3> normal_of(const std::array<Place<3>, 3>& t) {
  return cross(t[1] - t[0], t[2] - t[0]);
}

template <int D>
class PointHull {
 public:
  using Facet = std::array<Place<D>, static_cast<std::size_t>(D)>;

  explicit PointHull(const std::vector<Place<D>>& points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if constexpr (D == 2) {
          consider({points[i], points[j]}, points);
        } else {
          for (std::size_t k = 0; k < n; ++k)
            if (i < j && i < k && j != k) consider({points[i], points[j], points[k]}, points);
        }
      }
  }

  Real signed_distance(const Place<D>& x) const {
    Real nearest = 1e300L;
    Real deepest = -1e300L;
    for (const Facet& f : facets_) {
      const Place<D> n = normal_of(f);
      nearest = std::min(nearest, distance_to(x, f));
      deepest = std::max(deepest, dot(n, x - f[0]) / norm(n));
    }
    return is_solid_ && deepest < 0 ? deepest : nearest;
  }

 private:
  void consider(const Facet& facet, const std::vector<Place<D>>& points) {
    const Place<D> n = normal_of(facet);
    if (norm(n) < 1e-12L) return;
    bool is_deep = false;
    for (const auto& p : points) {
      const Real before = dot(n, p - facet[0]) / norm(n);
      if (before > 1e-13L) return;
      is_deep = is_deep || before < -1e-13L;
    }
    is_solid_ = is_solid_ || is_deep;
    facets_.push_back(facet);
  }

  std::vector<Facet> facets_;
  bool is_solid_ = false;
};

template <HullShape A, HullShape B>
requires(!UprightShape<A> || !UprightShape<B>) Real gap(const A& a, const B& b, const Place<kDimension<A>>& shift) {
  std::vector<Place<kDimension<A>>> points;
  for (const auto& y : corners_of(b))
    for (const auto& x : corners_of(a)) points.push_back(Place<kDimension<A>>(y) - Place<kDimension<A>>(x));
  // The same pair is asked many times over.
  static std::vector<Place<kDimension<A>>> known;
  static std::optional<PointHull<kDimension<A>>> hull;
  const auto same = [](const auto& p, const auto& q) { return p.x == q.x; };
  if (!hull || !std::equal(points.begin(), points.end(), known.begin(), known.end(), same)) {
    hull.emplace(points);
    known = points;
  }
  return hull->signed_distance(shift) - radius_around(a) - radius_around(b);
}

template <HullShape A>
Real gap(const A& a, const HalfSpace<kDimension<A>>& b, const Place<kDimension<A>>& shift) {
  Real least = 1e300L;
  for (const auto& x : corners_of(a)) least = std::min(least, signed_distance(Place<kDimension<A>>(x) + shift, b));
  return least - radius_around(a);
}

inline Real outer_or_inner(Real out, Real up) {
  return out > 0 && up > 0 ? std::sqrt(out * out + up * up) : std::max(out, up);
}

template <int D>
Real gap(const Aabb<D>& a, const Aabb<D>& b, const Place<D>& shift) {
  Real outside = 0;
  Real inside = -1e300L;
  for (int k = 0; k < D; ++k) {
    const Real out = std::max(a.low[k] + shift[k] - b.high[k], Real(b.low[k]) - a.high[k] - shift[k]);
    inside = std::max(inside, out);
    outside += out > 0 ? out * out : 0;
  }
  return outside > 0 ? std::sqrt(outside) : inside;
}

inline Real gap(const UprightCylinder& a, const UprightCylinder& b, const Place<3>& shift) {
  const Place<3> y = Place<3>(a.center) + shift - Place<3>(b.center);
  return outer_or_inner(std::sqrt(y[0] * y[0] + y[1] * y[1]) - a.radius - b.radius,
                        std::fabs(y[2]) - a.half_height - b.half_height);
}

inline Real gap(const UprightCylinder& a, const HalfSpace3& b, const Place<3>& shift) {
  const Place<3> n = (1 / norm(Place<3>(b.normal))) * Place<3>(b.normal);
  return signed_distance(Place<3>(a.center) + shift, b) - a.radius * std::sqrt(n[0] * n[0] + n[1] * n[1]) -
         a.half_height * std::fabs(n[2]);
}

inline Real gap(const UprightCylinder& a, const Aabb3& b, const Place<3>& shift) {
  const Place<3> y = Place<3>(a.center) + shift;
  const Place<2> flat(Vec2{});
  Place<2> in_plane = flat;
  in_plane[0] = y[0];
  in_plane[1] = y[1];
  const Aabb2 base{{b.low.x, b.low.y}, {b.high.x, b.high.y}};
  return outer_or_inner(signed_distance(in_plane, base) - a.radius,
                        std::max(y[2] - b.high.z, b.low.z - y[2]) - a.half_height);
}

inline Real gap(const Aabb3& a, const UprightCylinder& b, const Place<3>& shift) {
  return gap(b, a, Real(-1) * shift);
}

// ---- An upright cylinder, and a segment or a triangle. Apart: from the cylinder to points of each edge, a convex
// function along it, or to the plane. In overlap: the least of what they reach along a direction into each other; along
// all directions at right angles to an edge, the faces', upwards and downwards, and across from a corner.

/// Of a function with one least.
template <class Function>
Real least_of(const Function& f, Real low, Real high) {
  for (int i = 0; i < 70; ++i) {
    const Real a = low + (high - low) * 0.45L;
    const Real b = low + (high - low) * 0.55L;
    const bool first = f(a) < f(b);
    (first ? high : low) = first ? b : a;
  }
  return f(0.5L * (low + high));
}

class CylinderGap {
 public:
  CylinderGap(const UprightCylinder& a, const std::vector<Vec3>& corners, const Place<3>& shift)
      : radius_(a.radius), half_height_(a.half_height) {
    for (const Vec3& v : corners) corners_.push_back(Place<3>(v) - Place<3>(a.center) - shift);
    for (std::size_t k = 0; k < (corners.size() == 3 ? 3 : 1); ++k) edges_.push_back({k, (k + 1) % corners.size()});
  }

  Real operator()() const {
    const Real depth = least_reach();
    return depth > 0 ? -depth : apart();
  }

 private:
  Real apart() const {
    Real least = 1e300L;
    for (const auto& [i, j] : edges_) {
      const auto from_cylinder = [&, i = i, j = j](Real s) {
        const Place<3> q = corners_[i] + s * (corners_[j] - corners_[i]);
        const Real out = std::max<Real>(std::hypot(q[0], q[1]) - radius_, 0);
        return std::hypot(out, std::max<Real>(std::fabs(q[2]) - half_height_, 0));
      };
      least = std::min({least, from_cylinder(0), from_cylinder(1), least_of(from_cylinder, 0, 1)});
    }
    if (corners_.size() < 3) return least;
    Place<3> n = normal();
    if (dot(n, corners_[0]) < 0) n = Real(-1) * n;
    const Real before = dot(n, corners_[0]) - support(n);
    const Real flat = std::hypot(n[0], n[1]);
    Place<3> foot = before * n;
    for (int k = 0; k < 2; ++k) foot[k] += flat > 0 ? radius_ * n[k] / flat : 0;
    foot[2] += n[2] > 0 ? half_height_ : n[2] < 0 ? -half_height_ : 0;
    bool inside = before > -1e-15L;  // touching, but for rounding
    const Place<3> turn = normal();
    for (std::size_t k = 0; k < 3; ++k)
      inside = inside && dot(cross(turn, corners_[(k + 1) % 3] - corners_[k]), foot - corners_[k]) >= 0;
    return inside ? std::min(least, std::max<Real>(before, 0)) : least;
  }

  Real support(const Place<3>& n) const { return radius_ * std::hypot(n[0], n[1]) + half_height_ * std::fabs(n[2]); }
  /// How far the cylinder has to go along −n; n is a unit vector.
  Real reach(const Place<3>& n) const {
    Real least = 1e300L;
    for (const auto& v : corners_) least = std::min(least, dot(n, v));
    return support(n) - least;
  }
  Place<3> normal() const {
    const Place<3> n = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
    return (1 / norm(n)) * n;
  }

  /// Only its sign matters once it is below 0.
  Real least_reach() const {
    Place<3> up;
    up[2] = 1;
    std::vector<Place<3>> some{up};
    if (corners_.size() == 3) some.push_back(normal());
    for (const auto& v : corners_) {
      Place<3> out = v;
      out[2] = 0;
      if (norm(out) > 0) some.push_back((1 / norm(out)) * out);
    }
    Real least = 1e300L;
    for (const auto& n : some) least = std::min({least, reach(n), reach(Real(-1) * n)});
    for (std::size_t k = 0; k < edges_.size() && least > 0; ++k)
      least = std::min(least, least_around(corners_[edges_[k].second] - corners_[edges_[k].first]));
    return least;
  }

  Real least_around(const Place<3>& d) const {
    Place<3> across;
    across[0] = d[0] == 0 && d[1] == 0 ? 1 : -d[1];
    across[1] = d[0];
    const Place<3> u = (1 / norm(across)) * across;
    const Place<3> w = cross(u, (1 / norm(d)) * d);
    const auto at = [&](Real angle) { return reach(std::cos(angle) * u + std::sin(angle) * w); };
    constexpr std::size_t kSamples = 128;
    constexpr Real kStep = 6.283185307179586476925286766559L / kSamples;
    std::array<Real, kSamples> reaches;
    for (std::size_t k = 0; k < kSamples; ++k) reaches[k] = at(static_cast<Real>(k) * kStep);
    const Real best = *std::min_element(reaches.begin(), reaches.end());
    Real least = best;
    for (std::size_t k = 0; k < kSamples && least > 0; ++k) {
      const bool is_least =
          reaches[k] <= reaches[(k + kSamples - 1) % kSamples] && reaches[k] <= reaches[(k + 1) % kSamples];
      // Between samples it may be less by no more than some 2⁻⁹ of the size.
      if (is_least && reaches[k] < best + 0.01L * size())
        least = std::min(least, least_of(at, (static_cast<Real>(k) - 1) * kStep, (static_cast<Real>(k) + 1) * kStep));
    }
    return least;
  }
  Real size() const {
    Real size = radius_ + half_height_;
    for (const auto& v : corners_) size += norm(v);
    return size;
  }

  Real radius_;
  Real half_height_;
  std::vector<Place<3>> corners_;
  std::vector<std::pair<std::size_t, std::size_t>> edges_;
};

template <class B>
requires(std::is_same_v<B, Segment3> || std::is_same_v<B, Triangle>) Real
    gap(const UprightCylinder& a, const B& b, const Place<3>& shift) {
  return CylinderGap(a, corners_of(b), shift)();
}

}  // namespace carom::test
