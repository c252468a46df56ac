#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "carom/math/vec.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/polygon.hpp"
#include "carom/shape/segment.hpp"
#include "math/exact/norm.hpp"
#include "math/polynomial.hpp"

// What a ball can touch, as polynomials of time: the ball's centre x(t) has a gap to each feature of a shape, and
// belongs to it while it is in the feature's region (docs/theory/time-of-impact.md, "Features").
namespace carom::query {

/// The centre of a ball as another shape sees it: (p − p0) + (v − v0) t + ½ (a − a0) t², the differences exact. A side
/// that is at rest since `rest` stands where it then came to.
template <int D>
struct RelativePath {
  Vec<D> p, v, a;
  Vec<D> p0{}, v0{}, a0{};
  double rest = std::numeric_limits<double>::infinity();
  double rest0 = std::numeric_limits<double>::infinity();
};

/// The times from < t ≤ to, and what happens at `from` by the law that holds from there on. `closed`: by the law that
/// ends at `to`, too. The ends may be rounded, by no more than `doubt`.
struct Span {
  double from = 0;
  double to = 0;
  bool closed = true;
  double doubt = 0;

  Span(double horizon) : to(horizon) {}  // NOLINT(google-explicit-constructor): all times from 0 to a horizon
  Span(double begin, double end, bool is_closed, double doubted = 0)
      : from(begin), to(end), closed(is_closed), doubt(doubted) {}
};

template <class Number, int D>
using Course = std::array<math::Polynomial<Number>, static_cast<std::size_t>(D)>;

/// Polynomials that are all ≥ 0 in a region: any number of them, the first nine without an allocation.
template <class Number>
class Region {
 public:
  Region() {}  // NOLINT(modernize-use-equals-default): otherwise `Region{}` would clear all that room first

  int size() const { return size_; }
  const math::Polynomial<Number>& operator[](int i) const { return i < kFew ? few_[place(i)] : more_[place(i - kFew)]; }
  math::Polynomial<Number>& operator[](int i) { return i < kFew ? few_[place(i)] : more_[place(i - kFew)]; }
  void push_back(const math::Polynomial<Number>& p) {
    if (size_ < kFew)
      few_[place(size_)] = p;
    else
      more_.push_back(p);
    ++size_;
  }

 private:
  static constexpr int kFew = 9;
  static constexpr std::size_t place(int i) { return static_cast<std::size_t>(i); }

  int size_ = 0;
  std::array<math::Polynomial<Number>, kFew> few_;
  std::vector<math::Polynomial<Number>> more_;
};

/// Touching where gap = 0, overlapping where gap < 0; counts while all `region` ≥ 0.
template <class Number>
struct Feature {
  math::Polynomial<Number> gap;
  Region<Number> region{};
  /// Arrivals only: in overlap the gap's derivative does not tell whether it grows; another feature does.
  bool only_arrivals = false;
  /// No arrivals: in this region, in which the shapes touch or overlap, this grows and falls in the gap's place.
  std::optional<math::Polynomial<Number>> sinking{};
  /// The gap is a squared distance less this; 0 where it is a length.
  Number reach2{};

  math::Polynomial<Number> rate() const { return sinking ? *sinking : gap.derivative(); }
  /// At time 0. Where only arrivals count, the gap's sign tells that only if the last demand is met.
  bool surely_apart() const {
    const auto positive = [](const math::Polynomial<Number>& p) { return !p.is_zero() && p[0].sign() == 1; };
    return positive(gap) && !sinking && (!only_arrivals || positive(region[region.size() - 1]));
  }
  void demand(const math::Polynomial<Number>& at_least_zero) { region.push_back(at_least_zero); }
};

/// p + v t + ½ a t²
template <class Number>
Number place_at(const Number& p, const Number& v, const Number& half_a, const Number& t) {
  return p + t * (v + t * half_a);
}

/// The path as polynomials of t − from.
template <class Number, int D>
Course<Number, D> course(const RelativePath<D>& path, double from = 0) {
  const bool moves = std::isinf(path.rest);
  const bool moves0 = std::isinf(path.rest0);
  const Number half(0.5);
  Course<Number, D> x;
  for (int k = 0; k < D; ++k) {
    const auto placed = [&](const Vec<D>& p, const Vec<D>& v, const Vec<D>& a, double rest) {
      if (std::isinf(rest)) return Number(p[k]);
      return place_at(Number(p[k]), Number(v[k]), half * Number(a[k]), Number(rest));
    };
    const Number start = placed(path.p, path.v, path.a, path.rest) - placed(path.p0, path.v0, path.a0, path.rest0);
    const Number rate = Number(moves ? path.v[k] : 0) - Number(moves0 ? path.v0[k] : 0);
    const Number bend = half * (Number(moves ? path.a[k] : 0) - Number(moves0 ? path.a0[k] : 0));
    auto& along = x[static_cast<std::size_t>(k)];
    along = {start, rate, bend};
    if (from != 0) along = {along(Number(from)), rate + Number(2 * from) * bend, bend};
  }
  return x;
}

template <class Number, std::size_t D>
math::Polynomial<Number> sum_of_squares(const std::array<math::Polynomial<Number>, D>& x) {
  if constexpr (D == 2)
    return square(x[0]) + square(x[1]);
  else
    return square(x[0]) + square(x[1]) + square(x[2]);
}

template <class Number>
math::Polynomial<Number> constant(const Number& value) {
  return {value};
}

/// A squared distance less what it may be.
template <class Number>
Feature<Number> squared(const math::Polynomial<Number>& distance2, const Number& reach2) {
  Feature<Number> feature{distance2 - constant(reach2)};
  feature.reach2 = reach2;
  return feature;
}

/// |x|² − reach²
template <class Number, std::size_t D>
Feature<Number> ball_feature(const std::array<math::Polynomial<Number>, D>& x, const Number& reach) {
  return squared(sum_of_squares(x), reach * reach);
}

/// |x|² − (r + r0)²
template <class Number, std::size_t D>
Feature<Number> ball_feature(const std::array<math::Polynomial<Number>, D>& x, double r, double r0) {
  return ball_feature(x, Number(r) + Number(r0));
}

/// x − point
template <class Number, int D>
Course<Number, D> seen_from(const Vec<D>& point, Course<Number, D> x) {
  for (int k = 0; k < D; ++k) {
    math::Polynomial<Number>& along = x[static_cast<std::size_t>(k)];
    along = along - constant(Number(point[k]));
  }
  return x;
}

/// normal·x − offset − r: of a plane whose normal counts as a unit, as worlds and tables have them
template <class Number, int D>
Feature<Number> plane_feature(const std::array<math::Polynomial<Number>, static_cast<std::size_t>(D)>& x,
                              const HalfSpace<D>& plane, double r) {
  // The offset last: two axes can be swapped without another rounding.
  math::Polynomial<Number> height = constant(Number(plane.normal[0])) * x[0];
  for (int k = 1; k < D; ++k) height = height + constant(Number(plane.normal[k])) * x[static_cast<std::size_t>(k)];
  return {height + constant(-(Number(plane.offset) + Number(r)))};
}

/// normal·(x − point) − (offset + r) |normal|
template <class Number, int D>
Feature<Number> half_space_feature(const Course<Number, D>& x, const HalfSpace<D>& plane, double r) {
  if (math::is_axis(plane.normal) && is_zero(plane.point)) return plane_feature<Number, D>(x, plane, r);
  // The offset last: two axes can be swapped without another rounding.
  Number level;
  math::Polynomial<Number> height;
  for (int k = 0; k < D; ++k) {
    const Number n(plane.normal[k]);
    if (plane.point[k] != 0) level = level + n * Number(plane.point[k]);
    height = height + constant(n) * x[static_cast<std::size_t>(k)];
  }
  const Number reach = (Number(plane.offset) + Number(r)) * math::norm_in<Number>(plane.normal);
  return {height + constant(-(level + reach))};
}

/// The centre relative to a segment: y = x − from, along = y·d, across = d × y, length2 = |d|² with d = to − from.
template <class Number, int D>
struct SegmentFrame {
  Course<Number, D> y;
  math::Polynomial<Number> along;
  std::array<math::Polynomial<Number>, D == 2 ? 1 : 3> across;
  Number length2;

  SegmentFrame(const Course<Number, D>& x, const Segment<D>& segment) {
    std::array<Number, static_cast<std::size_t>(D)> d;
    for (int k = 0; k < D; ++k) {
      const auto i = static_cast<std::size_t>(k);
      d[i] = Number(segment.to[k]) - Number(segment.from[k]);
      y[i] = x[i] - constant(Number(segment.from[k]));
      along = along + constant(d[i]) * y[i];
      length2 = length2 + d[i] * d[i];
    }
    if constexpr (D == 2) {
      across = {constant(d[0]) * y[1] - constant(d[1]) * y[0]};
    } else {
      across = {constant(d[1]) * y[2] - constant(d[2]) * y[1], constant(d[2]) * y[0] - constant(d[0]) * y[2],
                constant(d[0]) * y[1] - constant(d[1]) * y[0]};
    }
  }
};

/// |across|² − r² |d|² between the ends; a one-sided segment also demands the centre on its front.
template <class Number, int D>
Feature<Number> side_feature(const Course<Number, D>& x, const Segment<D>& segment, const Number& r) {
  const SegmentFrame<Number, D> frame(x, segment);
  math::Polynomial<Number> across2;
  for (const auto& component : frame.across) across2 = across2 + square(component);
  Feature<Number> feature = squared(across2, r * r * frame.length2);
  feature.demand(frame.along);
  feature.demand(constant(frame.length2) - frame.along);
  if (segment.sides == Sides::front) feature.demand(frame.across[0]);
  return feature;
}

enum class End { from, to };

/// The end of a segment, beyond its side.
template <class Number, int D>
Feature<Number> end_feature(const Course<Number, D>& x, const Segment<D>& segment, End end, const Number& r) {
  const SegmentFrame<Number, D> frame(x, segment);
  const Vec<D>& point = end == End::from ? segment.from : segment.to;
  Feature<Number> feature = ball_feature(seen_from<Number, D>(point, x), r);
  feature.demand(end == End::from ? -frame.along : frame.along - constant(frame.length2));
  if (segment.sides == Sides::front) feature.demand(frame.across[0]);
  return feature;
}

/// How far the centre is beyond a face's plane: sign (x_axis − bound).
template <class Number, int D>
math::Polynomial<Number> beyond(const Course<Number, D>& x, const Aabb<D>& box, int axis, int sign) {
  const math::Polynomial<Number>& along = x[static_cast<std::size_t>(axis)];
  return sign > 0 ? along - constant(Number(box.high[axis])) : constant(Number(box.low[axis])) - along;
}

/// A feature of a box: on each axis its direction is −1 or +1 (the low or the high face) or 0 (between them). One
/// direction that is not 0 names a face, two an edge (D = 3), D a corner. `beyond(axis, sign)` is how far the centre is
/// beyond a face's plane. For r = 0 the sum of these takes the place of the sum of their squares at edges and corners.
template <class Number, int D, class Beyond>
Feature<Number> block_feature(const Beyond& beyond, const std::array<int, static_cast<std::size_t>(D)>& direction,
                              double r) {
  Feature<Number> feature = squared(math::Polynomial<Number>(), Number(r) * Number(r));
  int count = 0;
  int axis = 0;
  for (int k = 0; k < D; ++k) {
    if (direction[static_cast<std::size_t>(k)] == 0) continue;
    axis = k;
    ++count;
  }
  const bool is_face = count == 1;
  const math::Polynomial<Number> own = beyond(axis, direction[static_cast<std::size_t>(axis)]);
  if (is_face) feature = {own - constant(Number(r))};
  for (int k = 0; k < D; ++k) {
    const int sign = direction[static_cast<std::size_t>(k)];
    if (is_face && k == axis) {
      feature.demand(own - beyond(k, -sign));
    } else if (sign == 0) {
      for (const int side : {-1, 1}) {
        const math::Polynomial<Number> other = beyond(k, side);
        feature.demand(-other);
        if (is_face) feature.demand(own - other);  // inside the box, the nearest face
      }
    } else {
      const math::Polynomial<Number> out = beyond(k, sign);
      feature.gap = feature.gap + (r == 0 ? out : square(out));
      feature.demand(out);
    }
  }
  return feature;
}

template <class Number, int D>
Feature<Number> box_feature(const Course<Number, D>& x, const Aabb<D>& box,
                            const std::array<int, static_cast<std::size_t>(D)>& direction, double r) {
  return block_feature<Number, D>([&](int axis, int sign) { return beyond(x, box, axis, sign); }, direction, r);
}

}  // namespace carom::query
