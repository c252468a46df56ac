#pragma once
#include "mover/gap.hpp"

// An upright cylinder of radius R and half-height h among other things. Seen from its middle a point has the excess
// max(ρ − R, |z| − h), which is convex and 0 on the surface; a convex item has the least of its points', which is
// convex in the mover's position and 0 where they touch. Divided by the length of its gradient that is a gap.
namespace carom::mover {

inline constexpr double kUprightLong = 0x1p500;

struct UprightMover {
  double radius = 0;
  double half_height = 0;

  double out(const Vec3& q) const { return std::sqrt(q.x * q.x + q.y * q.y) - radius; }
  double above(const Vec3& q) const { return std::fabs(q.z) - half_height; }
};

/// q is the item's point, seen from the middle.
inline Gap<3> upright_side(const UprightMover& m, const Vec3& q, const Vec3& x) {
  const double rho = std::sqrt(q.x * q.x + q.y * q.y);
  return {rho - m.radius, rho > 0 ? Vec3{-q.x / rho, -q.y / rho, 0} : Vec3{1, 0, 0}, x + q};
}
inline Gap<3> upright_cap(const UprightMover& m, const Vec3& q, const Vec3& x) {
  return {m.above(q), {0, 0, q.z > 0 ? -1.0 : 1.0}, x + q};
}

/// A ball's centre: Euclidean.
inline Gap<3> upright_to_point(const UprightMover& m, const Vec3& x, const Vec3& point) {
  const Vec3 q = point - x;
  const double out = m.out(q);
  const double above = m.above(q);
  if (out <= 0 || above <= 0) return out > above ? upright_side(m, q, x) : upright_cap(m, q, x);
  const Vec3 side = upright_side(m, q, x).normal;
  const double length = std::sqrt(out * out + above * above);
  Vec3 normal = (out / length) * side;
  normal.z = (q.z > 0 ? -above : above) / length;
  return {length, normal, point};
}

/// The nearest point of a line between its ends: where the distance, a convex function of it, ceases to fall.
inline Gap<3> upright_to_line(const UprightMover& m, const Vec3& x, const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const auto falls = [&](const Gap<3>& gap) { return dot(gap.normal, along) > 0; };
  const Gap<3> first = upright_to_point(m, x, from);
  const Gap<3> last = upright_to_point(m, x, to);
  if (!falls(first)) return first;
  if (falls(last)) return last;
  double low = 0;
  double high = 1;
  for (double middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
    (falls(upright_to_point(m, x, from + middle * along)) ? low : high) = middle;
  return upright_to_point(m, x, from + high * along);
}

/// Two cylinders are a point and one of both sizes.
inline Gap<3> upright_to_upright(const UprightMover& m, const Vec3& x, const UprightMover& other, const Vec3& center) {
  Gap<3> gap = upright_to_point({m.radius + other.radius, m.half_height + other.half_height}, x, center);
  Vec3 q = x - center;
  const double rho = std::sqrt(q.x * q.x + q.y * q.y);
  const double flat = std::sqrt(gap.normal.x * gap.normal.x + gap.normal.y * gap.normal.y);
  const double scale = flat > 0 ? other.radius / flat : std::fmin(1.0, rho > 0 ? other.radius / rho : 1);
  const Vec3& across = flat > 0 ? gap.normal : q;
  const double up = gap.normal.z != 0 ? std::copysign(other.half_height, gap.normal.z)
                                      : std::clamp(q.z, -other.half_height, other.half_height);
  gap.point = center + Vec3{scale * across.x, scale * across.y, up};
  return gap;
}

inline Gap<3> upright_to_box(const UprightMover& m, const Vec3& x, const Vec3& low, const Vec3& high) {
  Vec3 q;
  for (int k = 0; k < 3; ++k) q[k] = std::clamp(0.0, low[k] - x[k], high[k] - x[k]);
  const double out = m.out(q);
  const double above = m.above(q);
  if (out > above) return upright_side(m, q, x);
  if (q.z != 0) return upright_cap(m, q, x);
  // The middle is level with the box: the shorter way out.
  const double up = high.z - x.z + m.half_height;
  const double down = x.z - low.z + m.half_height;
  const Gap<3> to_box =
      gap_to_box(Vec3{x.x, x.y, 0}, Vec3{low.x, low.y, -kUprightLong}, Vec3{high.x, high.y, kUprightLong});
  if (to_box.gap - m.radius > -std::fmin(up, down)) return {to_box.gap - m.radius, to_box.normal, x + q};
  return up < down ? Gap<3>{-up, {0, 0, 1}, x + q} : Gap<3>{-down, {0, 0, -1}, x + q};
}

/// A point of an edge at which ρ − R = |z| − h, between two at which one of them is larger each.
inline double even_place(const UprightMover& m, const Vec3& a, const Vec3& along, double low, double high) {
  const auto excess = [&](double t) {
    const Vec3 q = a + t * along;
    return m.out(q) - m.above(q);
  };
  const double at_low = excess(low);
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(middle > std::fmin(low, high) && middle < std::fmax(low, high))) break;
    ((excess(middle) < 0) == (at_low < 0) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The excess and its gradient.
inline Gap<3> excess_of_segment(const UprightMover& m, const Vec3& x, const Vec3& from, const Vec3& to,
                                const Edge<3>& edge) {
  const Vec3 a = from - x;
  const Vec3 b = to - x;
  const Vec3& d = edge.along;
  const auto at = [&](double t) { return t <= 0 ? a : t >= 1 ? b : a + t * d; };
  const double flat2 = d.x * d.x + d.y * d.y;
  const double level = d.z != 0 ? std::clamp(-a.z / d.z, 0.0, 1.0) : 0;
  const double beside = flat2 > 0 ? std::clamp(-(a.x * d.x + a.y * d.y) / flat2, 0.0, 1.0) : level;
  const Vec3 nearest = at(beside);
  if (m.out(nearest) > m.above(nearest)) return upright_side(m, nearest, x);
  const double level_place = d.z != 0 ? level : beside;
  const Vec3 lowest = at(level_place);
  if (m.above(lowest) >= m.out(lowest)) return upright_cap(m, lowest, x);
  // Between them λ grad(ρ) + (1 − λ) grad|z| has no part along the edge.
  const Vec3 q = at(even_place(m, a, d, beside, level_place));
  const Vec3 side = upright_side(m, q, x).normal;
  const Vec3 cap = upright_cap(m, q, x).normal;
  const double by_side = dot(side, d);
  const double by_cap = dot(cap, d);
  const double share = by_cap != by_side ? std::clamp(by_cap / (by_cap - by_side), 0.0, 1.0) : 0.5;
  return {m.out(q), share * side + (1 - share) * cap, x + q};
}

inline Gap<3> excess_of_triangle(const UprightMover& m, const Vec3& x, const FacedTriangle& triangle) {
  const double height = triangle.height(x);
  const Vec3 towards = height > 0 ? -triangle.face.normal : triangle.face.normal;
  const double flat = std::sqrt(towards.x * towards.x + towards.y * towards.y);
  const double steep = std::fabs(towards.z);
  const double excess = (std::fabs(height) - m.radius * flat - m.half_height * steep) / (flat + steep);
  Vec3 q{};
  if (flat > 0) {
    q.x = (m.radius + excess) * towards.x / flat;
    q.y = (m.radius + excess) * towards.y / flat;
  }
  if (steep > 0) q.z = std::copysign(m.half_height + excess, towards.z);
  if (triangle.over_inside(x + q)) return {excess, -towards / (flat + steep), x + q};
  return triangle.least_of_edges(
      [&](const Vec3& a, const Vec3& b, const Edge<3>& edge) { return excess_of_segment(m, x, a, b, edge); });
}

/// Excess over the length of its gradient.
inline Gap<3> as_gap(const Gap<3>& excess) {
  const double length = norm(excess.normal);
  return {excess.gap / length, excess.normal / length, excess.point};
}

}  // namespace carom::mover
