#pragma once
#include "query/parts/separation.hpp"

namespace carom::query {

/// A unit vector at right angles to a line: in the plane the right of its direction (for a one-sided segment, its
/// back).
inline Vec2 across(const Vec2& line) {
  return direction<2>({line.y, -line.x}, {0, -1});
}
inline Vec3 across(const Vec3& line) {
  const bool mostly_x = std::fabs(line.x) > std::fabs(line.y);
  return direction<3>(cross(line, mostly_x ? Vec3{0, 1, 0} : Vec3{1, 0, 0}), {0, 0, -1});
}

/// The part of v at right angles to a line of direction d.
template <int D>
Vec<D> reject(const Vec<D>& v, const Vec<D>& d) {
  return v - share_along(d, v) * d;
}

template <int D>
Touch<D> touch_side(const Segment<D>& side, const Vec<D>& center, const Vec<D>& velocity, double radius) {
  const Vec<D> line = side.to - side.from;
  const Vec<D> offset = center - side.from;
  const Vec<D> foot = side.from + std::clamp(share_along(line, offset), 0.0, 1.0) * line;
  if constexpr (D == 2) {
    const Vec2 back = across(line);
    const bool from_behind = radius == 0 && !is_zero(velocity) ? dot(velocity, back) < 0 : cross(line, offset) < 0;
    return {foot, from_behind ? -back : back};
  } else {
    return {foot, towards_foot(reject(offset, line), reject(velocity, line), radius, across(line))};
  }
}

/// From the gap of `side_feature`; by the foot where that, a product of two squares, has left the range of doubles.
template <int D>
double length_at_side(const Segment<D>& side, const Still& still, const Vec<D>& center, double radius) {
  const Vec<D> line = side.to - side.from;
  const double scale = norm2(line);
  if (is_ordinary(scale) && (still.square == 0 || is_ordinary(still.square)))
    return length_of_square(still, radius, scale);
  const Vec<D> offset = center - side.from;
  return length(offset - std::clamp(share_along(line, offset), 0.0, 1.0) * line) - radius;
}

/// The side and the two ends of a segment, or of all points at most `thickness` from it.
template <int D>
struct SegmentParts {
  Segment<D> segment;
  double thickness = 0;

  int count() const { return 3; }
  Aabb<D> bound(int part) const {
    return widened(box_around(part == 2 ? segment.to : segment.from, part == 1 ? segment.from : segment.to), thickness);
  }
  template <class N>
  Feature<N> feature(int part, const Course<N, D>& x, double radius) const {
    const N reach = N(radius) + N(thickness);
    if (part == 0) return side_feature<N, D>(x, segment, reach);
    return end_feature<N, D>(x, segment, part == 1 ? End::from : End::to, reach);
  }
  Touch<D> touch(int part, const Vec<D>& center, const Vec<D>& velocity, double radius) const {
    const double reach = radius + thickness;
    Touch<D> touch =
        part == 0 ? touch_side(segment, center, velocity, reach) : touch_end(part, center, velocity, reach);
    touch.foot -= thickness * touch.normal;
    return touch;
  }
  double length(int part, const Still& still, const Vec<D>& center, double radius) const {
    const double reach = radius + thickness;
    if (part == 0) return length_at_side(segment, still, center, reach);
    return length_of_offset(still, center - (part == 1 ? segment.from : segment.to), reach);
  }

 private:
  Touch<D> touch_end(int part, const Vec<D>& center, const Vec<D>& velocity, double reach) const {
    const Vec<D>& end = part == 1 ? segment.from : segment.to;
    return {end, towards_foot(center - end, velocity, reach, across(segment.to - segment.from))};
  }
};

template <int D>
struct PartsOf<Segment<D>> {
  using type = SegmentParts<D>;
};

}  // namespace carom::query
