#include "carom/shape/bounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "carom/math/exact.hpp"
#include "shape/circumball.hpp"
#include "shape/upright.hpp"

namespace carom {
namespace {

using math::Dyadic;
using shape::Circumball;
using shape::Simplex;

template <int D>
using Points = std::span<const Vec<D>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The smallest ball around the points that has `boundary` on its boundary (Welzl 1991).
template <int D>
Circumball<D> smallest_ball_through(const Simplex<D>& boundary, Points<D> points) {
  Circumball<D> ball(boundary);
  if (boundary.size() == D + 1) return ball;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (ball.outside(points[i])) ball = smallest_ball_through(boundary.with(points[i]), points.first(i));
  return ball;
}

// What plain doubles tell about points and a ball: with d = point − origin, d·(d − diameter) is > 0 outside.
// `error` bounds the rounding errors for all points with |d_k| ≤ reach_k.
template <int D>
struct RoundedBall {
  Vec<D> origin;
  Vec<D> diameter;
  double error = 0;

  RoundedBall(const Circumball<D>& ball, const Aabb<D>& box) : origin(ball.simplex()[0]) {
    const auto& [exact_diameter, denominator] = ball.filtered();
    for (int k = 0; k < D; ++k) {
      const auto& numerator = exact_diameter[static_cast<std::size_t>(k)];
      diameter[k] = numerator.value() / denominator.value();
      const double certain = std::fabs(denominator.value()) - denominator.error();
      const double off = (numerator.error() + std::fabs(diameter[k]) * denominator.error()) / certain;
      const double reach = std::fmax(box.high[k] - origin[k], origin[k] - box.low[k]);
      error += reach * (0x1p-49 * (reach + std::fabs(diameter[k])) + 2 * std::fabs(off));
      if (!(certain > 0)) error = kInfinity;
    }
    error += 0x1p-960;
  }

  double excess(const Vec<D>& point) const {
    const Vec<D> d = point - origin;
    return dot(d, d - diameter);
  }
};

// The point that is farthest outside, as far as rounded numbers tell; nullopt if none is so for certain.
template <int D>
std::optional<Vec<D>> find_farthest(const RoundedBall<D>& ball, Points<D> points) {
  std::size_t farthest = 0;
  double most = -kInfinity;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double excess = ball.excess(points[i]);
    if (!(excess > most)) continue;
    most = excess;
    farthest = i;
  }
  if (most > ball.error) return points[farthest];
  return std::nullopt;
}

// The smallest ball around what supports a ball and a point outside of that ball, which lies on the new boundary.
template <int D>
Circumball<D> enlarged(const Circumball<D>& ball, const Vec<D>& outside) {
  const Points<D> support = ball.simplex().points();
  return smallest_ball_through(Simplex<D>().with(outside), support);
}

// Every ball is larger than the one before, and each is that of a few points: this ends. Farthest points are few
// (Gärtner 1999); what they leave open is decided point by point, around and around until a whole round finds nothing.
template <int D>
Circumball<D> exact_smallest_ball(const Aabb<D>& box, Points<D> points) {
  Circumball<D> ball(Simplex<D>().with(points[0]));
  while (const auto outside = find_farthest(RoundedBall<D>(ball, box), points)) ball = enlarged(ball, *outside);

  RoundedBall<D> rounded(ball, box);
  std::size_t next = 0;
  for (std::size_t passed = 0; passed < points.size(); ++passed) {
    const Vec<D>& point = points[next];
    next = next + 1 == points.size() ? 0 : next + 1;
    if (rounded.excess(point) < -rounded.error || !ball.outside(point)) continue;
    ball = enlarged(ball, point);
    rounded = RoundedBall<D>(ball, box);
    passed = 0;
  }
  return ball;
}

template <int D>
Vec<D> rounded_center(const Circumball<D>& ball) {
  const auto& exact = ball.exact();
  const Dyadic twice = exact.denominator + exact.denominator;
  Vec<D> center;
  for (int k = 0; k < D; ++k) {
    const Dyadic numerator = twice * Dyadic(ball.simplex()[0][k]) + exact.diameter[static_cast<std::size_t>(k)];
    center[k] = math::nearest_quotient(numerator, twice);
  }
  return center;
}

// |point − center|² − radius²
template <class Number, int D>
Number gap(const Vec<D>& point, const Vec<D>& center, double radius) {
  Number sum = -(Number(radius) * Number(radius));
  for (int k = 0; k < D; ++k) {
    const Number d = Number(point[k]) - Number(center[k]);
    sum = sum + d * d;
  }
  return sum;
}

template <int D>
bool is_outside(const Vec<D>& point, const Vec<D>& center, double radius) {
  using Filtered = math::Uncertain<TwoTerms>;
  const int sign = gap<Filtered>(point, center, radius).sign();
  return (sign != Filtered::kUnknown ? sign : gap<Dyadic>(point, center, radius).sign()) > 0;
}

// |v| without overflow or underflow on the way; six roundings.
template <int D>
double length(const Vec<D>& v) {
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(v[k]));
  return most == 0 ? 0 : most * norm(v / most);
}

// The least radius from which on a ball holds all points.
template <int D>
double enclosing_radius(const Vec<D>& center, Points<D> points) {
  double most = 0;
  for (const Vec<D>& point : points) most = std::fmax(most, length(point - center));
  double radius = most * (1 - 0x1p-49);
  for (const Vec<D>& point : points) {
    if (length(point - center) < most * (1 - 0x1p-48)) continue;
    while (is_outside(point, center, radius)) radius = std::nextafter(radius, kInfinity);
  }
  return radius;
}

template <int D>
Aabb<D> box_around(Points<D> points) {
  if (points.empty()) return {};
  Aabb<D> box{points[0], points[0]};
  for (const Vec<D>& point : points) {
    for (int k = 0; k < D; ++k) {
      box.low[k] = point[k] < box.low[k] ? point[k] : box.low[k];
      box.high[k] = point[k] > box.high[k] ? point[k] : box.high[k];
    }
  }
  return {box.low + Vec<D>{}, box.high + Vec<D>{}};  // no −0, whose place would depend on the order
}

template <int D>
Ball<D> ball_around(Points<D> points) {
  if (points.empty()) return {};
  const Vec<D> center = rounded_center(exact_smallest_ball(box_around(points), points));
  return {center, enclosing_radius(center, points)};
}

// a − b ≥ 0 rounded up.
double difference_up(double a, double b) {
  const TwoTerms difference = two_sum(a, -b);
  return difference.low > 0 ? std::nextafter(difference.high, kInfinity) : difference.high;
}

}  // namespace

Circle smallest_ball(std::span<const Vec2> points) {
  return ball_around(points);
}

Sphere smallest_ball(std::span<const Vec3> points) {
  return ball_around(points);
}

UprightCylinder smallest_cylinder(std::span<const Vec3> points, Axis axis) {
  std::vector<Vec2> shadows;
  shadows.reserve(points.size());
  for (const Vec3& point : points) {
    const Vec3 seen = shape::upright(point, axis);
    shadows.push_back({seen.x, seen.y});
  }
  const Circle circle = smallest_ball(shadows);
  const Aabb3 box = shape::upright(box_around(points), axis);
  const double middle = 0.5 * box.low.z + 0.5 * box.high.z;
  const double half_height = std::fmax(difference_up(box.high.z, middle), difference_up(middle, box.low.z));
  const Vec3 center{circle.center.x, circle.center.y, middle};
  return {shape::in_space(center, axis), circle.radius, half_height, axis};
}

Aabb2 smallest_box(std::span<const Vec2> points) {
  return box_around(points);
}

Aabb3 smallest_box(std::span<const Vec3> points) {
  return box_around(points);
}

}  // namespace carom
