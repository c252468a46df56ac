#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "carom/shape/aabb.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/upright_cylinder.hpp"

// Whether upright things overlap, in long double and by closed forms that the library does not use.
namespace carom::testing {

using Long = long double;

struct LongVec {
  Long x = 0;
  Long y = 0;
  Long z = 0;

  LongVec() = default;
  LongVec(Long x_, Long y_, Long z_) : x(x_), y(y_), z(z_) {}
  LongVec(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}  // NOLINT(google-explicit-constructor)

  friend LongVec operator+(const LongVec& a, const LongVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend LongVec operator-(const LongVec& a, const LongVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend LongVec operator*(Long s, const LongVec& a) { return {s * a.x, s * a.y, s * a.z}; }
};
inline Long dot(const LongVec& a, const LongVec& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline LongVec cross(const LongVec& a, const LongVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Long norm(const LongVec& a) {
  return std::sqrt(dot(a, a));
}

/// Every upright thing: a rectangle or a disc from one height to another, and all within `rounding` of that.
struct Upright {
  LongVec middle{};
  Long half_x = 0;
  Long half_y = 0;
  Long disc = 0;
  Long half_z = 0;
  Long rounding = 0;
};

inline Upright upright(const Sphere& ball) {
  return {.middle = ball.center, .rounding = ball.radius};
}
inline Upright upright(const Capsule3& capsule) {
  const LongVec from = capsule.from;
  const LongVec to = capsule.to;
  return {.middle = 0.5L * (from + to), .half_z = 0.5L * std::fabs(to.z - from.z), .rounding = capsule.radius};
}
inline Upright upright(const UprightCylinder& cylinder) {
  return {.middle = cylinder.center, .disc = cylinder.radius, .half_z = cylinder.half_height};
}
inline Upright upright(const Aabb3& box) {
  const LongVec half = 0.5L * (LongVec(box.high) - LongVec(box.low));
  return {.middle = LongVec(box.low) + half, .half_x = half.x, .half_y = half.y, .half_z = half.z};
}

/// Smaller all around.
inline Upright shrunk(Upright u, Long by) {
  if (u.rounding > 0) {
    u.rounding -= by;
  } else {
    u.disc -= by;
    u.half_z -= by;
  }
  return u;
}

/// Of two upright things of which at most one is a rectangle: how far their flat parts are apart across and upwards.
inline bool overlap(const Upright& a, const Upright& b) {
  const auto apart = [](Long distance, Long half) { return std::max(std::fabs(distance) - half, 0.0L); };
  const Long flat = std::hypot(apart(a.middle.x - b.middle.x, a.half_x + b.half_x),
                               apart(a.middle.y - b.middle.y, a.half_y + b.half_y));
  const Long across = flat - a.disc - b.disc;
  const Long upwards = std::fabs(a.middle.z - b.middle.z) - a.half_z - b.half_z;
  const Long rounding = a.rounding + b.rounding;
  if (rounding == 0) return across < 0 && upwards < 0;
  return std::hypot(std::max(across, 0.0L), std::max(upwards, 0.0L)) < rounding;
}

inline Long distance_to_segment(const LongVec& p, const LongVec& a, const LongVec& b) {
  const LongVec along = b - a;
  const Long length2 = dot(along, along);
  const Long t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0L, 1.0L) : 0;
  return norm(p - (a + t * along));
}

/// Their ends', or where their lines are nearest if that is on both.
inline Long distance_of_segments(const LongVec& a, const LongVec& b, const LongVec& c, const LongVec& d) {
  const Long of_ends = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d),
                                 distance_to_segment(c, a, b), distance_to_segment(d, a, b)});
  const LongVec across = cross(b - a, d - c);
  const Long across2 = dot(across, across);
  if (!(across2 > 0)) return of_ends;
  const Long s = dot(cross(c - a, d - c), across) / across2;
  const Long t = dot(cross(c - a, b - a), across) / across2;
  if (s < 0 || s > 1 || t < 0 || t > 1) return of_ends;
  return std::min(of_ends, std::fabs(dot(c - a, across)) / std::sqrt(across2));
}

inline bool over_triangle(const LongVec& p, const std::array<LongVec, 3>& t, const LongVec& normal) {
  for (std::size_t k = 0; k < 3; ++k)
    if (dot(cross(normal, t[(k + 1) % 3] - t[k]), p - t[k]) < 0) return false;
  return true;
}

inline Long distance_to_triangle(const LongVec& a, const LongVec& b, const std::array<LongVec, 3>& t) {
  const LongVec normal = cross(t[1] - t[0], t[2] - t[0]);
  Long least = std::numeric_limits<Long>::infinity();
  for (std::size_t k = 0; k < 3; ++k) least = std::min(least, distance_of_segments(a, b, t[k], t[(k + 1) % 3]));
  const Long at_a = dot(a - t[0], normal);
  const Long at_b = dot(b - t[0], normal);
  for (const auto& [end, height] : {std::pair{a, at_a}, std::pair{b, at_b}})
    if (over_triangle(end, t, normal)) least = std::min(least, std::fabs(height) / norm(normal));
  const bool pierces = at_a * at_b < 0 && over_triangle(a + (at_a / (at_a - at_b)) * (b - a), t, normal);
  return pierces ? 0 : least;
}

/// The part of a polygon above a level, or below it.
inline std::vector<LongVec> clipped(const std::vector<LongVec>& polygon, Long level, bool above) {
  std::vector<LongVec> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const LongVec& a = polygon[k];
    const LongVec& b = polygon[(k + 1) % polygon.size()];
    const bool a_in = above ? a.z >= level : a.z <= level;
    const bool b_in = above ? b.z >= level : b.z <= level;
    if (a_in) kept.push_back(a);
    if (a_in != b_in) kept.push_back(a + ((level - a.z) / (b.z - a.z)) * (b - a));
  }
  return kept;
}

/// Whether a polygon seen from above comes nearer to an axis than this.
inline bool comes_near(std::vector<LongVec> polygon, const LongVec& axis, Long radius) {
  bool left = true;
  bool right = true;
  for (LongVec& p : polygon) p.z = axis.z;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const LongVec& a = polygon[k];
    const LongVec& b = polygon[(k + 1) % polygon.size()];
    if (distance_to_segment(axis, a, b) < radius) return true;
    const Long side = cross(b - a, axis - a).z;
    left &= side >= 0;
    right &= side <= 0;
  }
  return !polygon.empty() && left != right;
}

/// Whether the box around a triangle is off that around an upright thing.
inline bool is_far(const Upright& u, const Triangle& t) {
  const Long around = u.disc + u.rounding;
  const auto off = [](double a, double b, double c, Long at, Long reach) {
    return std::min({a, b, c}) > at + reach || std::max({a, b, c}) < at - reach;
  };
  return off(t.a.x, t.b.x, t.c.x, u.middle.x, around) || off(t.a.y, t.b.y, t.c.y, u.middle.y, around) ||
         off(t.a.z, t.b.z, t.c.z, u.middle.z, u.half_z + u.rounding);
}

inline bool overlap(const Upright& u, const Triangle& triangle) {
  if (is_far(u, triangle)) return false;
  const std::array<LongVec, 3> t{triangle.a, triangle.b, triangle.c};
  const LongVec half{0, 0, u.half_z};
  if (u.rounding > 0) return distance_to_triangle(u.middle - half, u.middle + half, t) < u.rounding;
  const std::vector<LongVec> above = clipped({t.begin(), t.end()}, u.middle.z - u.half_z, true);
  return comes_near(clipped(above, u.middle.z + u.half_z, false), u.middle, u.disc);
}

}  // namespace carom::testing
