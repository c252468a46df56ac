#pragma once
#include "query/parts/separation.hpp"

namespace carom::query {

/// How far a centre is beyond each of a box feature's planes, along the axes.
template <int D, class Beyond>
Vec<D> gaps_along(const std::array<int, static_cast<std::size_t>(D)>& signs, const Beyond& beyond) {
  Vec<D> gaps{};
  for (int k = 0; k < D; ++k) {
    const int sign = signs[static_cast<std::size_t>(k)];
    if (sign != 0) gaps[k] = precisely([&]<class N>() { return beyond.template operator()<N>(k, sign); });
  }
  return gaps;
}

/// A box's faces, edges and corners, by their directions: −1, 0 or +1 on each axis.
template <int D>
struct BoxParts {
  using Direction = std::array<int, static_cast<std::size_t>(D)>;
  static constexpr bool kConvex = true;
  const Aabb<D>& box;

  int count() const { return D == 2 ? 8 : 26; }
  const Aabb<D>& whole() const { return box; }

  static Direction direction_of(int part) {
    int code = 2 * part < (D == 2 ? 8 : 26) ? part : part + 1;  // the middle one is the inside
    Direction result;
    for (int& sign : result) {
      sign = code % 3 - 1;
      code /= 3;
    }
    return result;
  }

  Aabb<D> bound(int part) const {
    const Direction signs = direction_of(part);
    Aabb<D> bound = box;
    if (is_face(part)) return bound;  // inside, it counts, too
    for (int k = 0; k < D; ++k) {
      const int sign = signs[static_cast<std::size_t>(k)];
      if (sign > 0) bound.low[k] = box.high[k];
      if (sign < 0) bound.high[k] = box.low[k];
    }
    return bound;
  }

  bool surely_missed(int part, const StraightPath<D>& path) const {
    return surely_misses(path, direction_of(part), bound(part), is_face(part));
  }

  static bool is_face(int part) {
    const Direction signs = direction_of(part);
    return std::count(signs.begin(), signs.end(), 0) == D - 1;
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, D>& x, double radius) const {
    return box_feature<N, D>(x, box, direction_of(part), radius);
  }

  Touch<D> touch(int part, const Vec<D>& center, const Vec<D>& velocity, double radius) const {
    const Direction signs = direction_of(part);
    Vec<D> foot = center;
    Vec<D> outward{};
    Vec<D> inward_velocity{};
    int bounds = 0;
    for (int k = 0; k < D; ++k) {
      const int sign = signs[static_cast<std::size_t>(k)];
      if (sign == 0) continue;
      ++bounds;
      foot[k] = sign > 0 ? box.high[k] : box.low[k];
      outward[k] = sign;
      inward_velocity[k] = velocity[k];
    }
    if (bounds == 1) return {foot, -outward};
    return {foot, towards_foot(center - foot, inward_velocity, radius, direction(-outward, {}))};
  }

  double length(int part, const Still& still, const Vec<D>& center, double radius) const {
    const Direction signs = direction_of(part);
    if (is_face(part)) return still.gap;
    if (radius > 0 && still.square <= 0x1p900) return length_of_square(still, radius);
    const Vec<D> gaps = gaps_along<D>(signs, [&]<class N>(int axis, int sign) {
      return sign > 0 ? N(center[axis]) - N(box.high[axis]) : N(box.low[axis]) - N(center[axis]);
    });
    return query::length(gaps) - radius;
  }
};

template <int D>
struct PartsOf<Aabb<D>> {
  using type = BoxParts<D>;
};

}  // namespace carom::query
