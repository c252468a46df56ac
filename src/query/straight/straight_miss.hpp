#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "carom/shape/aabb.hpp"
#include "carom/shape/triangle.hpp"
#include "query/curved/relative_motion.hpp"

// Cheap proofs in plain double arithmetic that a ball on a straight path misses a shape: an axis on which path and
// shape are farther apart than the radius (the theorem of separating axes). No proof, no answer. Doubts are 2⁻⁴⁸ of the
// terms, more than five times what rounding takes; what underflows is below kLost. NaN proves nothing.
namespace carom::query {

/// p is exact, w within one rounding.
template <int D>
struct StraightPath {
  Vec<D> p;
  Vec<D> w;
  double radius = 0;
  double end = 0;
};

/// For `is_straight` motions, the other shape at the origin.
template <int D>
StraightPath<D> straight_path(const RelativeMotion<D>& m, double radius, double end) {
  return {m.p, m.motion.velocity - m.other.velocity, radius, end};
}

inline constexpr double kDoubt = 0x1p-48;
inline constexpr double kLost = 0x1p-900;

/// A box that the ball does not leave until the end.
template <int D>
Aabb<D> reach(const StraightPath<D>& path) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    const double way = path.w[k] == 0 ? 0 : path.w[k] * path.end;
    const double size = std::fabs(path.p[k]) + path.radius + (std::isinf(way) ? 0 : std::fabs(way));
    const double slack = path.radius + kDoubt * size + kLost;
    box.low[k] = path.p[k] + std::min(0.0, way) - slack;
    box.high[k] = path.p[k] + std::max(0.0, way) + slack;
  }
  return box;
}

/// A stretch of a straight path, narrowed to where a coordinate is on one side of a bound, or a little wider.
template <int D>
class StraightStretch {
 public:
  explicit StraightStretch(const StraightPath<D>& path) : path_(path), to_(path.end) {}

  void keep_above(int axis, double bound) { keep(axis, bound, 1); }
  void keep_below(int axis, double bound) { keep(axis, bound, -1); }
  bool empty() const { return from_ > to_; }

  /// Its centre is farther than the radius from a point, on some axes, all along.
  template <class Counts>
  bool surely_clear_of(const Vec<D>& point, const Counts& counts) const {
    double square = 0;
    double along = 0;
    double speed2 = 0;
    double size = 0;
    const auto offset = [&](int k) { return path_.p[k] - point[k]; };
    for (int k = 0; k < D; ++k) {
      if (!counts(k)) continue;
      along += offset(k) * path_.w[k];
      speed2 += path_.w[k] * path_.w[k];
    }
    const double nearest = std::min(std::max(-along / speed2, from_), to_);
    for (int k = 0; k < D; ++k) {
      if (!counts(k)) continue;
      const double way = nearest * path_.w[k];
      square += (offset(k) + way) * (offset(k) + way);
      size += (std::fabs(offset(k)) + std::fabs(way)) * (std::fabs(offset(k)) + std::fabs(way));
    }
    return square > path_.radius * path_.radius * (1 + kDoubt) + 4 * kDoubt * size + kLost;
  }

 private:
  void keep(int axis, double bound, int side) {
    const double left = side * (bound - path_.p[axis]);
    const double rate = side * path_.w[axis];
    const double time = left / rate;
    const double slack = kDoubt * std::fabs(time);
    if (rate > 0) from_ = std::max(from_, time - slack);
    if (rate < 0) to_ = std::min(to_, time + slack);
    if (rate == 0 && left > 0) to_ = -1;
  }

  const StraightPath<D>& path_;
  double from_ = 0;
  double to_;
};

/// A feature of a box by its direction (features.hpp), given by its bounds: the faces' planes for edges and corners, or
/// a little wider; all of the box for a face. It is out of its region, or out of reach in it.
template <int D>
bool surely_misses(const StraightPath<D>& path, const std::array<int, static_cast<std::size_t>(D)>& signs,
                   const Aabb<D>& bound, bool is_face) {
  StraightStretch<D> stretch(path);
  Vec<D> corner;
  const auto sign = [&](int k) { return signs[static_cast<std::size_t>(k)]; };
  for (int k = 0; k < D; ++k) {
    const double half_way = 0.5 * bound.low[k] + 0.5 * bound.high[k];
    const double slack = kDoubt * (std::fabs(bound.low[k]) + std::fabs(bound.high[k])) + kLost;
    const bool own = is_face && sign(k) != 0;
    if (sign(k) >= 0) stretch.keep_above(k, own ? half_way - slack : bound.low[k]);
    if (sign(k) <= 0) stretch.keep_below(k, own ? half_way + slack : bound.high[k]);
    corner[k] = sign(k) > 0 ? bound.low[k] : bound.high[k];
  }
  return stretch.empty() || (!is_face && stretch.surely_clear_of(corner, [&](int k) { return sign(k) != 0; }));
}

/// The shadow of path and box in the plane of each two axes: the line p + w t is beyond the box on the axis across it.
template <int D>
bool surely_misses(const StraightPath<D>& path, const Aabb<D>& box) {
  for (int i = 0; i < D; ++i) {
    for (int j = i + 1; j < D; ++j) {
      const double a = path.w[i] * (box.low[j] - path.p[j]);
      const double b = path.w[i] * (box.high[j] - path.p[j]);
      const double c = path.w[j] * (box.low[i] - path.p[i]);
      const double d = path.w[j] * (box.high[i] - path.p[i]);
      const double reach = path.radius * std::sqrt(path.w[i] * path.w[i] + path.w[j] * path.w[j]) * (1 + kDoubt);
      const double doubt = kDoubt * (std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d)) + kLost;
      const double least = std::min(a, b) - std::max(c, d);
      const double most = std::max(a, b) - std::min(c, d);
      if (least > reach + doubt || most < -(reach + doubt)) return true;
    }
  }
  return false;
}

inline double size_of(const Vec3& v) {
  return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
}

/// value is certainly > 0 and its square above reach²
inline bool beyond(double value, double doubt, double reach2) {
  const double least = value - doubt;
  return least > 0 && least * least > reach2 * (1 + kDoubt) + kLost;
}

/// A stretch of a path.
struct Stretch {
  double from = 0;
  double to = 0;
};

/// The sign of axis·(x − origin) all along a straight path, or a stretch of it. `size`: of the terms of which the axis
/// was made.
class LinearSign {
 public:
  LinearSign(const Vec3& axis, const Vec3& origin, double size, const StraightPath<3>& path)
      : LinearSign(axis, origin, size, path, {0, path.end}) {}
  LinearSign(const Vec3& axis, const Vec3& origin, double size, const StraightPath<3>& path, const Stretch& stretch) {
    const Vec3 y = path.p - origin;
    const double start = dot(axis, y);
    const double rate = dot(axis, path.w);
    first_ = stretch.from == 0 ? start : start + stretch.from * rate;
    last_ = start + stretch.to * rate;
    doubt_ = kDoubt * size * (size_of(y) + stretch.to * size_of(path.w)) + kLost;
  }
  bool is_above(double bound) const { return std::min(first_, last_) > bound + doubt_; }
  bool is_positive() const { return is_above(0); }
  bool is_negative() const { return std::max(first_, last_) < -doubt_; }

 private:
  double first_;
  double last_;
  double doubt_;
};

/// |f + rate t|² > reach² for 0 ≤ t ≤ end, with these sizes of the terms: on the axis through where it is least, both
/// ends are farther out.
inline bool surely_beyond(const Vec3& f, const Vec3& rate, double f_size, double rate_size, double reach2, double end) {
  const double rate2 = dot(rate, rate);
  const double nearest = rate2 > 0 ? std::min(std::max(-dot(f, rate) / rate2, 0.0), end) : 0;
  const Vec3 axis = f + nearest * rate;
  const double first = dot(f, axis);
  const double speed = dot(rate, axis);
  const double size = size_of(axis);
  const bool leaves = std::isinf(end) && speed > kDoubt * rate_size * size + kLost;
  const double last = leaves ? first : first + end * speed;
  const double doubt = kDoubt * (f_size + (leaves ? 0 : end * rate_size)) * size + kLost;
  return beyond(std::min(first, last), doubt, reach2 * (1 + kDoubt) * dot(axis, axis) * (1 + kDoubt));
}

/// Axes: the normal, and those across the path and each edge.
inline bool surely_misses(const StraightPath<3>& path, const Triangle& t) {
  const Vec3 u = t.b - t.a;
  const Vec3 v = t.c - t.a;
  const Vec3 y = path.p - t.a;
  const Vec3& w = path.w;
  const double r2 = path.radius * path.radius;
  const double uv = size_of(u) * size_of(v);
  const double y_size = size_of(y);
  const double w_size = size_of(w);

  // Above or below the triangle's plane at both ends.
  const Vec3 n = cross(u, v);
  const double height = dot(n, y);
  const double rate = dot(n, w);
  const double end = std::isinf(path.end) ? 0 : path.end;
  const bool leaves = !std::isinf(path.end) || std::fabs(rate) > kDoubt * uv * w_size + kLost;
  const double other = height + end * rate;
  const double side = height > 0 ? 1 : -1;
  const bool away = !std::isinf(path.end) || side * rate > 0;
  const double plane_doubt = kDoubt * uv * (y_size + end * w_size) + kLost;
  const double n2 = dot(n, n) + kDoubt * uv * uv;
  if (leaves && away && beyond(std::min(side * height, side * other), plane_doubt, r2 * n2)) return true;

  // Across the path and an edge e: w × e; the third corner lies at ∓ rate from the edge.
  const Vec3 c = cross(w, y);
  const double along_u = dot(u, c);
  const double along_v = dot(v, c);
  const auto misses_beside = [&](double along, double third, const Vec3& e) {
    const double e_size = size_of(u) + size_of(v);
    const double doubt = kDoubt * (e_size * w_size * y_size + uv * w_size) + kLost;
    const Vec3 axis = cross(e, w);
    const double reach2 = r2 * (dot(axis, axis) + kDoubt * e_size * e_size * w_size * w_size);
    return beyond(along - std::max(0.0, third), doubt, reach2) || beyond(std::min(0.0, third) - along, doubt, reach2);
  };
  return misses_beside(along_u, -rate, u) || misses_beside(along_v, rate, v) ||
         misses_beside(along_v - along_u, rate, v - u);
}

}  // namespace carom::query
