#pragma once
#include "query/answers.hpp"
#include "query/parts/box_parts.hpp"

namespace carom::query {

/// Two boxes: the displacement of the first as a point among the faces, edges and corners of all displacements at which
/// they meet, from b.low − a.high to b.high − a.low.
template <int D>
struct BoxBoxParts {
  using Direction = typename BoxParts<D>::Direction;
  static constexpr bool kConvex = true;
  const Aabb<D>& a;
  const Aabb<D>& b;

  int count() const { return BoxParts<D>{b}.count(); }
  Aabb<D> whole() const {
    Aabb<D> whole;
    for (int k = 0; k < D; ++k) {
      whole.low[k] = widened(b.low[k], a.high[k], b.low[k], -a.high[k]).low;
      whole.high[k] = widened(b.high[k], a.low[k], b.high[k], -a.low[k]).high;
    }
    return whole;
  }
  static Direction direction_of(int part) { return BoxParts<D>::direction_of(part); }

  template <class N>
  N beyond(int axis, int sign) const {
    return sign > 0 ? N(a.low[axis]) - N(b.high[axis]) : N(b.low[axis]) - N(a.high[axis]);
  }

  Aabb<D> bound(int part) const {
    const Direction signs = direction_of(part);
    Aabb<D> bound;
    for (int k = 0; k < D; ++k) {
      const int sign = BoxParts<D>::is_face(part) ? 0 : signs[static_cast<std::size_t>(k)];
      const Interval low = widened(b.low[k], a.high[k], b.low[k], -a.high[k]);
      const Interval high = widened(b.high[k], a.low[k], b.high[k], -a.low[k]);
      bound.low[k] = sign > 0 ? high.low : low.low;
      bound.high[k] = sign < 0 ? low.high : high.high;
    }
    return bound;
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, D>& x, double) const {
    const auto beyond_at = [&](int axis, int sign) {
      const math::Polynomial<N>& along = x[static_cast<std::size_t>(axis)];
      return constant(beyond<N>(axis, sign)) + (sign > 0 ? along : -along);
    };
    return block_feature<N, D>(beyond_at, direction_of(part), 0);
  }

  Touch<D> touch(int part, const Vec<D>& displacement, const Vec<D>& velocity, double) const {
    const Direction signs = direction_of(part);
    Vec<D> foot;
    Vec<D> outward{};
    Vec<D> offset{};
    Vec<D> inward_velocity{};
    for (int k = 0; k < D; ++k) {
      const int sign = signs[static_cast<std::size_t>(k)];
      const double low = a.low[k] + displacement[k];
      const double high = a.high[k] + displacement[k];
      if (sign == 0) {
        foot[k] = 0.5 * std::fmax(low, b.low[k]) + 0.5 * std::fmin(high, b.high[k]);
        continue;
      }
      foot[k] = sign > 0 ? b.high[k] : b.low[k];
      outward[k] = sign;
      offset[k] = sign > 0 ? low - b.high[k] : high - b.low[k];
      inward_velocity[k] = velocity[k];
    }
    if (BoxParts<D>::is_face(part)) return {foot, -outward};
    return {foot, towards_foot(offset, inward_velocity, 0, direction(-outward, {}))};
  }

  double length(int part, const Still& still, const Vec<D>&, double) const {
    if (BoxParts<D>::is_face(part)) return still.gap;
    return query::length(
        gaps_along<D>(direction_of(part), [&]<class N>(int axis, int sign) { return beyond<N>(axis, sign); }));
  }
};

template <int D>
struct Seen<Aabb<D>, Aabb<D>> {
  Ball<D> ball{};
  BoxBoxParts<D> parts;

  Seen(const Aabb<D>& a, const Aabb<D>& b) : parts{a, b} {}
};

}  // namespace carom::query
