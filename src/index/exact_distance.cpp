#include "index/exact_distance.hpp"

#include <array>
#include <cstddef>

namespace carom::index {
namespace {

template <int D>
using ExactVec = std::array<math::Dyadic, static_cast<std::size_t>(D)>;

template <int D>
ExactVec<D> exact_difference(const Vec<D>& a, const Vec<D>& b) {
  ExactVec<D> result;
  for (int k = 0; k < D; ++k) result[static_cast<std::size_t>(k)] = math::Dyadic(a[k]) - math::Dyadic(b[k]);
  return result;
}

template <std::size_t D>
math::Dyadic dot(const std::array<math::Dyadic, D>& a, const std::array<math::Dyadic, D>& b) {
  math::Dyadic sum;
  for (std::size_t k = 0; k < D; ++k) sum = sum + a[k] * b[k];
  return sum;
}

ExactVec<3> cross(const ExactVec<3>& a, const ExactVec<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The sign of x + y √z, z ≥ 0: where x and y differ in sign, that of the larger of x² and y² z.
int sign_with_root(const math::Dyadic& x, const math::Dyadic& y, const math::Dyadic& z) {
  const int root_sign = z.is_zero() ? 0 : y.sign();
  if (x.sign() * root_sign >= 0) return x.sign() + root_sign > 0 ? 1 : (x.sign() + root_sign < 0 ? -1 : 0);
  return x.sign() * (x * x - y * y * z).sign();
}

}  // namespace

template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Ball<D>& ball) {
  const ExactVec<D> d = exact_difference(point, ball.center);
  return {dot(d, d), 1.0, ball.radius};
}

/// |y|² − (y·d)²/|d|² beside the segment, y = point − from, d = to − from; the square of the distance to an end beyond.
template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Segment<D>& segment) {
  const ExactVec<D> y = exact_difference(point, segment.from);
  const ExactVec<D> d = exact_difference(segment.to, segment.from);
  const math::Dyadic along = dot(y, d);
  const math::Dyadic length2 = dot(d, d);
  if (along.sign() <= 0) return {dot(y, y), 1.0, {}};
  if ((along - length2).sign() >= 0) {
    const ExactVec<D> z = exact_difference(point, segment.to);
    return {dot(z, z), 1.0, {}};
  }
  return {dot(y, y) * length2 - along * along, length2, {}};
}

/// Outside, what the point is beyond the faces; inside, the depth below the nearest face.
template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Aabb<D>& box) {
  ExactDistance result;
  math::Dyadic depth;
  for (int k = 0; k < D; ++k) {
    const math::Dyadic below = math::Dyadic(box.low[k]) - math::Dyadic(point[k]);
    const math::Dyadic above = math::Dyadic(point[k]) - math::Dyadic(box.high[k]);
    const math::Dyadic beyond = above < below ? below : above;
    if (beyond.sign() > 0) result.square = result.square + beyond * beyond;
    if (k == 0 || -beyond < depth) depth = -beyond;
  }
  if (result.square.is_zero()) result.depth = depth;
  return result;
}

/// Above the inside of the triangle ((p − a)·n)²/|n|² with n its normal, else the distance from the nearest side.
ExactDistance exact_distance(const Vec3& point, const Triangle& triangle) {
  const auto& [a, b, c] = triangle;
  const ExactVec<3> n = cross(exact_difference(b, a), exact_difference(c, a));
  const auto is_inside = [&](const Vec3& from, const Vec3& to) {
    return dot(cross(exact_difference(to, from), exact_difference(point, from)), n).sign() >= 0;
  };
  if (is_inside(a, b) && is_inside(b, c) && is_inside(c, a)) {
    const math::Dyadic height = dot(exact_difference(point, a), n);
    return {height * height, dot(n, n), {}};
  }
  ExactDistance nearest = exact_distance(point, Segment<3>{a, b});
  for (const Segment<3>& side : {Segment<3>{b, c}, Segment<3>{c, a}}) {
    const ExactDistance other = exact_distance(point, side);
    if (compare(other, nearest) < 0) nearest = other;
  }
  return nearest;
}

/// √(n/m) − s < √(n'/m') − s', multiplied by m m': with δ = s − s', the sign of √(n m) m' − δ m m' − √(n' m') m. Where
/// x = √(n m) m' − δ m m' is > 0, that is the sign of x² − n' m' m².
int compare(const ExactDistance& a, const ExactDistance& b) {
  const math::Dyadic delta = a.depth - b.depth;
  const math::Dyadic root_a = a.square * a.divisor;  // √(n/m) = √root / m
  const math::Dyadic root_b = b.square * b.divisor;
  const math::Dyadic shift = delta * a.divisor * b.divisor;
  const int left = sign_with_root(-shift, b.divisor, root_a);
  if (left <= 0) return root_b.is_zero() ? left : -1;
  // x² = root_a m'² + shift² − 2 shift m' √root_a
  const math::Dyadic squares = root_a * b.divisor * b.divisor + shift * shift - root_b * a.divisor * a.divisor;
  return sign_with_root(squares, -(math::Dyadic(2.0) * shift * b.divisor), root_a);
}

template ExactDistance exact_distance(const Vec2&, const Circle&);
template ExactDistance exact_distance(const Vec3&, const Sphere&);
template ExactDistance exact_distance(const Vec2&, const Segment<2>&);
template ExactDistance exact_distance(const Vec3&, const Segment<3>&);
template ExactDistance exact_distance(const Vec2&, const Aabb2&);
template ExactDistance exact_distance(const Vec3&, const Aabb3&);

}  // namespace carom::index
