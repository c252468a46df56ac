#pragma once
#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"
#include "math/exact/dyadic.hpp"

namespace carom::index {

/// The signed distance √(square / divisor) − depth of a point from a shape, exactly; divisor > 0, depth may be negative
/// only where the square is 0.
struct ExactDistance {
  math::Dyadic square;
  math::Dyadic divisor{1.0};
  math::Dyadic depth;
};

template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Ball<D>& ball);
/// One-sided segments as if they had two.
template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Segment<D>& segment);
template <int D>
ExactDistance exact_distance(const Vec<D>& point, const Aabb<D>& box);
ExactDistance exact_distance(const Vec3& point, const Triangle& triangle);

/// The sign of a − b.
int compare(const ExactDistance& a, const ExactDistance& b);

}  // namespace carom::index
