#pragma once
#include <array>
#include <span>

#include "query/parts/segment_parts.hpp"
#include "query/parts/triangle_features.hpp"
#include "query/straight/straight_miss.hpp"

namespace carom::query {

inline Vec3 unit_normal(const Triangle& t) {
  const Vec3 u = t.b - t.a;
  const Vec3 v = t.c - t.a;
  const Vec3 normal = cross(u, v);
  return direction(is_ordinary(norm2(normal)) ? normal : cross(direction(u, Vec3{}), direction(v, Vec3{})),
                   Vec3{0, 0, 1});
}

inline Aabb3 bound_of(const Triangle& t) {
  const Aabb3 box = box_around(t.a, t.b);
  return {box_around(box.low, t.c).low, box_around(box.high, t.c).high};
}

inline Touch<3> touch_face(const Triangle& t, int side, const Vec3& center, const Vec3& velocity, double radius) {
  const Vec3 front = unit_normal(t);
  const double above = dot(front, center - t.a);
  const bool from_behind = radius == 0 && !is_zero(velocity) ? dot(velocity, front) > 0 : side < 0;
  return {center - above * front, from_behind ? front : -front};
}

/// From the gap of `face_feature`; by the plane where that has left the range of doubles.
inline double length_at_face(const Triangle& t, const Still& still, const Vec3& center, double radius) {
  const double n2 = precisely([&]<class N>() {
    const Triple<N> n = normal_of<N>(t);
    return dot(n, n);
  });
  if (!is_ordinary(n2) || (still.square != 0 && !is_ordinary(still.square)))
    return std::fabs(dot(unit_normal(t), center - t.a)) - radius;
  return radius == 0 ? still.gap / std::sqrt(n2) : length_of_square(still, radius, n2);
}

/// The height above a triangle's plane on a straight path, n·y, times |n|, with n = u × v.
struct Heights {
  double start;
  double rate;
  double reach;  ///< r |n|
  double start_doubt;
  double rate_doubt;

  Heights(const StraightPath<3>& path, const Triangle& t) {
    const Vec3 u = t.b - t.a;
    const Vec3 v = t.c - t.a;
    const Vec3 n = cross(u, v);
    const Vec3 y = path.p - t.a;
    const double size = size_of(u) * size_of(v);
    start = dot(n, y);
    rate = dot(n, path.w);
    reach = path.radius * norm(n);
    start_doubt = kDoubt * size * (size_of(y) + path.radius) + kLost;
    rate_doubt = kDoubt * size * size_of(path.w) + kLost;
  }

  /// When the ball can touch the plane: no shorter than that, never if it ends before it begins.
  Stretch in_reach(double end) const {
    const double height = std::fabs(start);
    const double speed = start > 0 ? -rate : rate;
    const double gap = height - reach - start_doubt;
    Stretch stretch{0, end};
    if (gap > 0) stretch.from = gap / std::max(speed + rate_doubt, 0.0) * (1 - kDoubt);
    if (speed > rate_doubt)
      stretch.to = std::min(end, (height + reach + start_doubt) / (speed - rate_doubt) * (1 + kDoubt));
    return stretch;
  }
};

/// How far the centre is inside the line of an edge from p to q, in the plane of the triangle with this third corner.
inline LinearSign inwards(const StraightPath<3>& path, const Stretch& stretch, const Vec3& p, const Vec3& q,
                          const Vec3& third) {
  const Vec3 d = q - p;
  const Vec3 w = third - p;
  return {dot(d, d) * w - dot(w, d) * d, p, 2 * size_of(d) * size_of(d) * size_of(w), path, stretch};
}

// Certainly not in the region of a feature (query/parts/triangle_features.hpp), or out of reach, until the end.

inline bool surely_misses_face(const StraightPath<3>& path, const Triangle& t, int side) {
  const LinearSign above(cross(t.b - t.a, t.c - t.a), t.a, size_of(t.b - t.a) * size_of(t.c - t.a), path);
  if (side > 0 ? above.is_negative() : above.is_positive()) return true;
  const Stretch in_reach = Heights(path, t).in_reach(path.end);
  if (in_reach.from > in_reach.to) return true;
  const auto is_outside = [&](const Vec3& p, const Vec3& q, const Vec3& third) {
    return inwards(path, in_reach, p, q, third).is_negative();
  };
  return is_outside(t.a, t.b, t.c) || is_outside(t.b, t.c, t.a) || is_outside(t.c, t.a, t.b);
}

inline bool surely_misses_edge(const StraightPath<3>& path, const Vec3& p, const Vec3& q,
                               std::span<const Vec3> thirds) {
  const Vec3 d = q - p;
  const double d2 = dot(d, d);
  const LinearSign along(d, p, size_of(d), path);
  if (along.is_negative() || along.is_above(d2 * (1 + 4 * kDoubt))) return true;
  for (const Vec3& third : thirds)
    if (inwards(path, {0, path.end}, p, q, third).is_positive()) return true;
  const Vec3 y = path.p - p;
  return surely_beyond(cross(d, y), cross(d, path.w), size_of(d) * size_of(y), size_of(d) * size_of(path.w),
                       path.radius * path.radius * d2, path.end);
}

inline bool surely_misses_corner(const StraightPath<3>& path, const Vec3& p, std::span<const Vec3> neighbours) {
  for (const Vec3& neighbour : neighbours)
    if (LinearSign(neighbour - p, p, size_of(neighbour - p), path).is_positive()) return true;
  const Vec3 y = path.p - p;
  return surely_beyond(y, path.w, size_of(y), size_of(path.w), path.radius * path.radius, path.end);
}

/// A time by which a ball has surely met the inside of a face that it comes to from outside of reach; kNever where that
/// is not certain. Its height has surely fallen from above r |n| to below it, over the face.
inline double surely_met_by(const StraightPath<3>& path, const Triangle& t) {
  const Heights heights(path, t);
  const double height = std::fabs(heights.start);
  const double rate = heights.start > 0 ? heights.rate : -heights.rate;
  const double met = (heights.reach - height) / rate;
  if (!(rate < 0 && met > 0 && met < 0x1p300)) return kNever;
  const Stretch around{met * (1 - 0x1p-20), met * (1 + 0x1p-20)};
  const double doubt = heights.start_doubt + around.to * heights.rate_doubt;
  if (!(height + around.from * rate > heights.reach + doubt && height + around.to * rate < heights.reach - doubt))
    return kNever;
  const auto is_inside = [&](const Vec3& p, const Vec3& q, const Vec3& third) {
    return inwards(path, around, p, q, third).is_positive();
  };
  return is_inside(t.a, t.b, t.c) && is_inside(t.b, t.c, t.a) && is_inside(t.c, t.a, t.b) ? around.to : kNever;
}

/// No less than how far a point is from the nearest of a triangle: how far it is from its shadow on the face, or on an
/// edge.
inline double farthest_nearest(const Triangle& t, const Vec3& point) {
  const Vec3 y = t.a - point;
  const Vec3 u = t.b - t.a;
  const Vec3 v = t.c - t.a;
  const auto to_edge2 = [](const Vec3& from, const Vec3& d) {
    return norm2(from + std::min(std::max(-dot(from, d) / norm2(d), 0.0), 1.0) * d);
  };
  double nearest2 = std::fmin(to_edge2(y, u), std::fmin(to_edge2(y, v), to_edge2(y + u, v - u)));
  const Vec3 n = cross(u, v);
  const double along_u = dot(cross(y, v), n) / -norm2(n);
  const double along_v = dot(cross(u, y), n) / -norm2(n);
  if (along_u >= 0 && along_v >= 0 && along_u + along_v <= 1)
    nearest2 = std::fmin(nearest2, norm2(y + along_u * u + along_v * v));
  return std::sqrt(nearest2) + kDoubt * (size_of(y) + size_of(u) + size_of(v) + size_of(point));
}

/// A triangle's two faces, its edges, its corners.
struct TriangleParts {
  static constexpr bool kConvex = true;
  const Triangle& triangle;

  static int count() { return 8; }

  Aabb3 whole() const { return bound_of(triangle); }
  bool surely_missed(const StraightPath<3>& path) const { return surely_misses(path, triangle); }
  /// Not in the part's region, or out of reach, until the end.
  bool surely_missed(int part, const StraightPath<3>& path) const {
    if (part < 2) return surely_misses_face(path, triangle, part == 0 ? 1 : -1);
    const Vec3 first = corner(part);
    const Vec3 second = corner(part + 1);
    const Vec3 third = corner(part + 2);
    if (part < 5) return surely_misses_edge(path, first, second, {&third, 1});
    return surely_misses_corner(path, first, std::array{second, third});
  }

  Aabb3 bound(int part) const {
    if (part < 2) return bound_of(triangle);
    return box_around(corner(part), corner(part < 5 ? part + 1 : part));
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double radius) const {
    if (part < 2) return face_feature<N>(x, triangle, part == 0 ? 1 : -1, radius);
    const Vec3 first = corner(part);
    const Vec3 second = corner(part + 1);
    const Vec3 third = corner(part + 2);
    if (part < 5) return edge_feature<N>(x, first, second, {&third, 1}, radius);
    return corner_feature<N>(x, first, std::array{second, third}, radius);
  }

  Touch<3> touch(int part, const Vec3& center, const Vec3& velocity, double radius) const {
    if (part < 2) return touch_face(triangle, part == 0 ? 1 : -1, center, velocity, radius);
    const Vec3 first = corner(part);
    if (part < 5) return touch_side<3>({first, corner(part + 1)}, center, velocity, radius);
    return {first, towards_foot(center - first, velocity, radius, -unit_normal(triangle))};
  }

  double length(int part, const Still& still, const Vec3& center, double radius) const {
    if (part < 2) return length_at_face(triangle, still, center, radius);
    return part < 5 ? length_at_side<3>({corner(part), corner(part + 1)}, still, center, radius)
                    : length_of_offset(still, center - corner(part), radius);
  }

 private:
  /// 2, 5, 8: a; 3, 6, 9: b; 4, 7, 10: c.
  Vec3 corner(int k) const { return k % 3 == 2 ? triangle.a : k % 3 == 0 ? triangle.b : triangle.c; }
};

template <>
struct PartsOf<Triangle> {
  using type = TriangleParts;
};

}  // namespace carom::query
