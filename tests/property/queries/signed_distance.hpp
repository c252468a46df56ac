#pragma once
#include <algorithm>
#include <cmath>

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

}  // namespace carom::test
