#pragma once
#include "query/parts/segment_parts.hpp"

namespace carom::query {

/// An arc's outside and inside, and its two ends. Seen from its centre, ρ² = |y|²: outside the gap is ρ² − (R + r)²,
/// inside (R − r)|R − r| − ρ², each within the angle from a to b: a × y ≥ 0 and y × b ≥ 0 where that is no more than
/// half a turn, else one of these, so that both count by themselves. The end at R a/|a| has |a| times
/// ρ² − 2R a·y/|a| + R² − r², where y × a ≥ 0 and it is the nearer end, |b| a·y ≥ |a| b·y: roots, which only a Surd
/// holds.
struct ArcParts {
  using Exact = math::Surd;
  enum class Turn { narrow, wide, whole };

  explicit ArcParts(const Arc& given) : arc(given), turn(turn_of(given)) {}

  Arc arc;
  Turn turn;

  /// The outside and the inside, of a wide one twice, and then the ends.
  static constexpr int kOutside = 0, kInside = 1, kEnds = 4;
  int count() const { return turn == Turn::whole ? 2 : kEnds + 2; }

  Aabb2 whole() const { return widened(Aabb2{arc.center, arc.center}, arc.radius); }
  Aabb2 bound(int part) const {
    if (part < kEnds) return whole();
    const Vec2 end = end_of(part);
    const double doubt = 0x1p-48 * (arc.radius + std::fabs(arc.center.x) + std::fabs(arc.center.y));
    return widened(Aabb2{end, end}, doubt);
  }

  /// Rounded.
  Vec2 end_of(int part) const {
    const Vec2& along = direction_of(part);
    return arc.center + (arc.radius / math::any_norm(along)) * along;
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 2>& x, double radius) const {
    const Course<N, 2> y = seen_from<N, 2>(arc.center, x);
    return part < kEnds ? side<N>(part, y, radius) : end<N>(part, y, radius);
  }

  Touch<2> touch(int part, const Vec2& center, const Vec2& velocity, double radius) const {
    const Vec2 offset = center - arc.center;
    const Vec2 middle = direction(arc.from, {});
    if (part < kEnds) {
      const Vec2 out = direction(offset, middle);
      return {arc.center + arc.radius * out, part % 2 == kOutside ? -out : out};
    }
    const Vec2 foot = end_of(part);
    return {foot, towards_foot(center - foot, velocity, radius, middle)};
  }

  double length(int part, const Still& still, const Vec2& center, double radius) const {
    if (part >= kEnds) return length_of_square(still, radius, math::any_norm(direction_of(part)));
    if (part % 2 == kOutside) return length_of_square(still, arc.radius + radius);
    const double rho = norm(center - arc.center);
    if (radius > arc.radius) return arc.radius - radius - rho;
    const double sum = arc.radius - radius + rho;
    return sum > 0 ? still.gap / sum : 0;
  }

 private:
  static Turn turn_of(const Arc& arc) {
    const auto sign = [](const auto& of) {
      const int quick = of(math::Uncertain<double>{}).sign();
      return quick != math::Uncertain<double>::kUnknown ? quick : of(math::Dyadic{}).sign();
    };
    const int across =
        sign([&]<class N>(const N&) { return N(arc.from.x) * N(arc.to.y) - N(arc.from.y) * N(arc.to.x); });
    if (across != 0) return across > 0 ? Turn::narrow : Turn::wide;
    const int axis = arc.from.x != 0 ? 0 : 1;
    return (arc.from[axis] > 0) == (arc.to[axis] > 0) ? Turn::whole : Turn::narrow;
  }

  const Vec2& direction_of(int part) const { return part == kEnds ? arc.from : arc.to; }

  /// y × d
  template <class N>
  static math::Polynomial<N> right_of(const Course<N, 2>& y, const Vec2& d) {
    return constant(N(d.y)) * y[0] - constant(N(d.x)) * y[1];
  }
  /// y · d
  template <class N>
  static math::Polynomial<N> along(const Course<N, 2>& y, const Vec2& d) {
    return constant(N(d.x)) * y[0] + constant(N(d.y)) * y[1];
  }

  template <class N>
  Feature<N> side(int part, const Course<N, 2>& y, double radius) const {
    const N r(radius), across(arc.radius);
    const math::Polynomial<N> rho2 = sum_of_squares(y);
    const math::Polynomial<N> beyond = rho2 - constant(across * across);
    Feature<N> feature;
    if (part % 2 == kOutside) {
      feature = squared(rho2, (across + r) * (across + r));
      feature.demand(beyond);
    } else {
      const N room = across - r;
      feature.gap = constant(radius > arc.radius ? -(room * room) : room * room) - rho2;
      feature.demand(-beyond);
    }
    if (turn == Turn::narrow || (turn == Turn::wide && part < 2)) feature.demand(-right_of(y, arc.from));
    if (turn == Turn::narrow || (turn == Turn::wide && part >= 2)) feature.demand(right_of(y, arc.to));
    return feature;
  }

  template <class N>
  Feature<N> end(int part, const Course<N, 2>& y, double radius) const {
    const bool first = part == kEnds;
    const N length = math::norm_in<N>(direction_of(part));
    const N other = math::norm_in<N>(first ? arc.to : arc.from);
    const N r(radius), across(arc.radius);
    const math::Polynomial<N> own = along(y, direction_of(part));
    const math::Polynomial<N> distance2 =
        constant(length) * (sum_of_squares(y) + constant(across * across)) - constant(N(2) * across) * own;
    Feature<N> feature = squared(distance2, length * r * r);
    feature.demand(first ? right_of(y, arc.from) : -right_of(y, arc.to));
    const math::Polynomial<N> others = along(y, first ? arc.to : arc.from);
    feature.demand(constant(other) * own - constant(length) * others);
    return feature;
  }
};

template <>
struct PartsOf<Arc> {
  using type = ArcParts;
};

}  // namespace carom::query
