#pragma once
#include <cassert>

#include "query/answers.hpp"
#include "query/parts/upright_frame.hpp"

// Two upright solids, at least one of them a cylinder: the displacement of the first as a point among all displacements
// at which they meet. These fill an upright prism over a rectangle rounded by R, the sum of the radii: the box's base,
// or a single point for two cylinders.
namespace carom::query {

/// The prism as the displaced point sees it, before any displacement; all exact.
template <class A, class B>
struct UprightSum;

template <>
struct UprightSum<UprightCylinder, UprightCylinder> {
  static constexpr bool kRound = true;
  UprightCylinder a;
  UprightCylinder b;

  template <class N>
  N radius() const {
    return N(a.radius) + N(b.radius);
  }
  /// How far beyond the low (sign −1) or high bound of the rectangle on an axis, or of the heights (axis 2).
  template <class N>
  N beyond(int axis, int sign) const {
    const N apart = sign > 0 ? N(a.center[axis]) - N(b.center[axis]) : N(b.center[axis]) - N(a.center[axis]);
    return axis < 2 ? apart : apart - (N(a.half_height) + N(b.half_height));
  }
};

template <>
struct UprightSum<UprightCylinder, Aabb3> {
  static constexpr bool kRound = false;
  UprightCylinder a;
  Aabb3 b;

  template <class N>
  N radius() const {
    return N(a.radius);
  }
  template <class N>
  N beyond(int axis, int sign) const {
    const N apart = sign > 0 ? N(a.center[axis]) - N(b.high[axis]) : N(b.low[axis]) - N(a.center[axis]);
    return axis < 2 ? apart : apart - N(a.half_height);
  }
};

template <>
struct UprightSum<Aabb3, UprightCylinder> {
  static constexpr bool kRound = false;
  Aabb3 a;
  UprightCylinder b;

  template <class N>
  N radius() const {
    return N(b.radius);
  }
  template <class N>
  N beyond(int axis, int sign) const {
    const N apart = sign > 0 ? N(a.low[axis]) - N(b.center[axis]) : N(b.center[axis]) - N(a.high[axis]);
    return axis < 2 ? apart : apart - N(b.half_height);
  }
};

/// A part of the plane around the rectangle: beyond a face (one sign not 0), beyond a corner (two), over it (none).
struct Zone {
  int x = 0;
  int y = 0;

  int operator[](int axis) const { return axis == 0 ? x : y; }
  bool is_core() const { return x == 0 && y == 0; }
  bool is_face() const { return (x == 0) != (y == 0); }
};

struct UprightPiece {
  enum class Kind { side, cap, rim, inner_face, inner_corner, inner_cap };
  Kind kind = Kind::side;
  Zone zone;
  int sign = 1;                ///< of the cap or rim; inside, of the nearer cap
  bool surely_nearer = false;  ///< inner_corner: the side is nearer even on the axis
};

/// The pieces seen from outside come first.
template <bool kRound>
std::vector<UprightPiece> upright_pieces() {
  using Kind = UprightPiece::Kind;
  std::vector<Zone> around;  // without the core; for a round prism one that is all
  for (int code = 0; code < 9; ++code)
    if (kRound ? code == 4 : code != 4) around.push_back({code % 3 - 1, code / 3 - 1});
  std::vector<Zone> over = around;
  if (!kRound) over.push_back({});
  std::vector<UprightPiece> pieces;
  pieces.reserve(7 * (around.size() + over.size()));
  for (const Zone& zone : around) pieces.push_back({Kind::side, zone});
  for (const int sign : {-1, 1}) {
    for (const Zone& zone : over) pieces.push_back({Kind::cap, zone, sign});
    for (const Zone& zone : around) pieces.push_back({Kind::rim, zone, sign});
  }
  for (const Zone& zone : around) {
    if (zone.is_face()) {
      pieces.push_back({Kind::inner_face, zone});
      continue;
    }
    for (const int sign : {-1, 1})
      for (const bool surely : {false, true}) pieces.push_back({Kind::inner_corner, zone, sign, surely});
  }
  for (const int sign : {-1, 1})
    for (const Zone& zone : over) pieces.push_back({Kind::inner_cap, zone, sign});
  return pieces;
}

template <class A, class B>
struct UprightParts {
  using Kind = UprightPiece::Kind;
  static constexpr bool kConvex = true;
  static constexpr bool kRound = UprightSum<A, B>::kRound;
  UprightSum<A, B> sum;

  static const std::vector<UprightPiece>& pieces() {
    static const std::vector<UprightPiece> list = upright_pieces<kRound>();
    return list;
  }
  static const UprightPiece& piece(int part) { return pieces()[static_cast<std::size_t>(part)]; }
  static int count() { return static_cast<int>(pieces().size()); }
  int count_from(const Ball<3>&) const { return outside() ? (kRound ? 5 : 8 + 2 * (9 + 8)) : count(); }

  Aabb3 whole() const {
    Aabb3 box;
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = bound_on(axis, -1, axis < 2).low;
      box.high[axis] = bound_on(axis, 1, axis < 2).high;
    }
    return box;
  }
  /// From outside, a point meets a piece on the surface.
  Aabb3 bound(int part) const {
    const UprightPiece& p = piece(part);
    Aabb3 box = whole();
    const bool is_inner = p.kind != Kind::side && p.kind != Kind::cap && p.kind != Kind::rim;
    if (is_inner) return box;
    if (p.kind != Kind::side) (p.sign > 0 ? box.low.z : box.high.z) = beside(bound_on(2, p.sign, false), p.sign);
    for (int axis = 0; axis < 2 && !kRound; ++axis) {
      if (p.zone[axis] <= 0) box.high[axis] = beside(bound_on(axis, p.zone[axis] < 0 ? -1 : 1, false), -1);
      if (p.zone[axis] >= 0) box.low[axis] = beside(bound_on(axis, p.zone[axis] > 0 ? 1 : -1, false), 1);
    }
    return box;
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double) const {
    const View<N> at(sum, x);
    const UprightPiece& p = piece(part);
    if (p.kind == Kind::side) return side(at, p.zone);
    if (p.kind == Kind::cap) return cap(at, p.zone, p.sign);
    if (p.kind == Kind::rim) return rim(at, p.zone, p.sign);
    if (p.kind == Kind::inner_face) return inner_face(at, p.zone);
    if (p.kind == Kind::inner_corner) return inner_corner(at, p);
    return inner_cap(at, p.zone, p.sign);
  }

  Touch<3> touch(int part, const Vec3& displacement, const Vec3& velocity, double) const;

  double length(int part, const Still& still, const Vec3&, double) const {
    const UprightPiece& p = piece(part);
    const bool is_side = p.kind == Kind::side || p.kind == Kind::inner_corner;
    if (p.kind == Kind::rim) return norm(Vec2{horizontal_length(p.zone), precise_beyond(2, p.sign)});
    if (!is_side || p.zone.is_face()) return still.gap;
    return length_of_square(still, sum.template radius<math::Uncertain<double>>().value());
  }

 private:
  /// Where the displacement is at the bound of the rectangle, or of the rounding around it: it is beyond it, on either
  /// side, where `beyond` is > 0.
  Interval bound_on(int axis, int sign, bool rounded) const {
    using N = math::Uncertain<double>;
    N at = sum.template beyond<N>(axis, sign);
    if (rounded) at = at - sum.template radius<N>();
    const double place = -sign * at.value();
    return widened(place, at.error(), place, at.error());
  }
  /// The outer side of an interval, as seen from a box that begins (sign > 0) or ends there.
  static double beside(const Interval& place, int sign) { return sign > 0 ? place.low : place.high; }

  template <class N>
  struct View {
    std::array<std::array<math::Polynomial<N>, 2>, 3> out;
    N radius;

    View(const UprightSum<A, B>& sum, const Course<N, 3>& x) : radius(sum.template radius<N>()) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        out[k][0] = constant(sum.template beyond<N>(axis, -1)) - x[k];
        out[k][1] = constant(sum.template beyond<N>(axis, 1)) + x[k];
      }
    }
    const math::Polynomial<N>& beyond(int axis, int sign) const {
      return out[static_cast<std::size_t>(axis)][sign > 0 ? 1 : 0];
    }
    const math::Polynomial<N>& above(int sign) const { return beyond(2, sign); }
    /// Squared distance from a corner, or from the axis.
    math::Polynomial<N> square_from(const Zone& zone) const {
      return square(beyond(0, zone.x)) + square(beyond(1, zone.y));
    }
    /// How far outside the rounded rectangle: a length beyond a face, otherwise a difference of squares.
    math::Polynomial<N> horizontal(const Zone& zone) const {
      if (zone.is_face()) return own(zone) - constant(radius);
      return square_from(zone) - constant(radius * radius);
    }
    Feature<N> around(const Zone& zone) const {
      return zone.is_face() ? Feature<N>{horizontal(zone)} : squared(square_from(zone), radius * radius);
    }
    const math::Polynomial<N>& own(const Zone& face) const {
      return face.x != 0 ? beyond(0, face.x) : beyond(1, face.y);
    }
    math::Polynomial<N> evenly(int sign) const { return above(sign) + constant(radius); }
  };

  template <class N>
  static void demand_zone(Feature<N>& feature, const View<N>& at, const Zone& zone) {
    if (kRound) return;
    for (const int axis : {0, 1}) {
      if (zone[axis] != 0) {
        feature.demand(at.beyond(axis, zone[axis]));
      } else {
        feature.demand(-at.beyond(axis, -1));
        feature.demand(-at.beyond(axis, 1));
      }
    }
  }

  template <class N>
  static Feature<N> side(const View<N>& at, const Zone& zone) {
    Feature<N> feature = at.around(zone);
    feature.demand(feature.gap);
    feature.demand(-at.above(1));
    feature.demand(-at.above(-1));
    demand_zone(feature, at, zone);
    return feature;
  }

  template <class N>
  static Feature<N> cap(const View<N>& at, const Zone& zone, int sign) {
    Feature<N> feature{at.above(sign)};
    feature.demand(feature.gap);
    if (kRound || !zone.is_core()) feature.demand(-at.horizontal(zone));
    demand_zone(feature, at, zone);
    return feature;
  }

  /// Two gaps, both ≥ 0 here: their sum is 0 where both are.
  template <class N>
  static Feature<N> rim(const View<N>& at, const Zone& zone, int sign) {
    const math::Polynomial<N> out = at.horizontal(zone);
    const math::Polynomial<N>& above = at.above(sign);
    Feature<N> feature;
    if (zone.is_face())
      feature.gap = out + above;
    else
      feature.gap = out + (at.radius.is_zero() ? square(above) : constant(at.radius) * above);
    feature.demand(out);
    feature.demand(above);
    demand_zone(feature, at, zone);
    return feature;
  }

  /// Inside, the face is nearer than all other faces and both caps; from over the rectangle to the side.
  template <class N>
  static Feature<N> inner_face(const View<N>& at, const Zone& zone) {
    const math::Polynomial<N>& own = at.own(zone);
    Feature<N> feature{at.horizontal(zone)};
    feature.demand(-feature.gap);
    const int axis = zone.x != 0 ? 0 : 1;
    feature.demand(own - at.beyond(axis, -zone[axis]));
    for (const int sign : {-1, 1}) {
      const math::Polynomial<N>& other = at.beyond(1 - axis, sign);
      feature.demand(-other);
      feature.demand(own - other);
      feature.demand(-at.above(sign));
      feature.demand(feature.gap - at.above(sign));
    }
    return feature;
  }

  template <class N>
  static void demand_inside(Feature<N>& feature, const View<N>& at, int sign) {
    feature.demand(-at.above(sign));
    feature.demand(at.above(sign) - at.above(-sign));
  }

  /// Inside the rounding, the side is nearer than the cap: √u − R ≥ above.
  template <class N>
  static Feature<N> inner_corner(const View<N>& at, const UprightPiece& p) {
    Feature<N> feature = at.around(p.zone);
    feature.demand(-feature.gap);
    demand_inside(feature, at, p.sign);
    demand_zone(feature, at, p.zone);
    const math::Polynomial<N> evenly = at.evenly(p.sign);
    feature.demand(p.surely_nearer ? -evenly : evenly);
    if (!p.surely_nearer) feature.demand(at.square_from(p.zone) - square(evenly));
    return feature;
  }

  template <class N>
  static Feature<N> inner_cap(const View<N>& at, const Zone& zone, int sign) {
    Feature<N> feature{at.above(sign)};
    demand_inside(feature, at, sign);
    demand_zone(feature, at, zone);
    const math::Polynomial<N> evenly = at.evenly(sign);
    if (!kRound && zone.is_core()) {
      for (const int axis : {0, 1})
        for (const int side : {-1, 1}) feature.demand(evenly - at.beyond(axis, side));
    } else {
      feature.demand(-at.horizontal(zone));
      feature.demand(zone.is_face() ? evenly - at.own(zone) : square(evenly) - at.square_from(zone));
      feature.demand(evenly);
    }
    return feature;
  }

  bool outside() const {
    using N = math::Uncertain<double>;
    const View<N> at(sum, Course<N, 3>{});
    const auto positive = [](const math::Polynomial<N>& p) { return !p.is_zero() && p[0].sign() == 1; };
    if (positive(at.above(1)) || positive(at.above(-1))) return true;
    if (kRound) return positive(at.horizontal({}));
    for (const Zone& zone : {Zone{-1, 0}, Zone{1, 0}, Zone{0, -1}, Zone{0, 1}})
      if (positive(at.horizontal(zone))) return true;
    for (const Zone& zone : {Zone{-1, -1}, Zone{1, -1}, Zone{-1, 1}, Zone{1, 1}})
      if (positive(at.beyond(0, zone.x)) && positive(at.beyond(1, zone.y)) && positive(at.horizontal(zone)))
        return true;
    return false;
  }

  double precise_beyond(int axis, int sign) const {
    return precisely([&]<class N>() { return sum.template beyond<N>(axis, sign); });
  }
  double horizontal_length(const Zone& zone) const {
    const auto precise = [&](const auto& value_of) {
      return precisely([&]<class N>() {
        const math::Polynomial<N> p = value_of(View<N>(sum, Course<N, 3>{}));
        return p.is_zero() ? N() : p[0];
      });
    };
    const double gap = precise([&](const auto& at) { return at.horizontal(zone); });
    if (zone.is_face()) return gap;
    const double from = std::sqrt(precise([&](const auto& at) { return at.square_from(zone); }));
    const double both = from + sum.template radius<math::Uncertain<double>>().value();
    return both > 0 ? gap / both : 0;
  }
};

/// Where the boundaries of two upright solids meet: `out` is the unit vector across, from the second to the first.
inline Vec2 foot_across(const UprightCylinder& a, const UprightCylinder& b, const Zone&, const Vec2& out) {
  (void)a;
  return Vec2{b.center.x, b.center.y} + b.radius * out;
}
inline Vec2 foot_across(const Aabb3&, const UprightCylinder& b, const Zone&, const Vec2& out) {
  return Vec2{b.center.x, b.center.y} + b.radius * out;
}
inline Vec2 foot_across(const UprightCylinder& a, const Aabb3& b, const Zone& zone, const Vec2&) {
  Vec2 foot{std::clamp(a.center.x, b.low.x, b.high.x), std::clamp(a.center.y, b.low.y, b.high.y)};
  for (const int axis : {0, 1})
    if (zone[axis] != 0) foot[axis] = zone[axis] > 0 ? b.high[axis] : b.low[axis];
  return foot;
}

/// A point that both bases hold.
inline Vec2 foot_within(const UprightCylinder& a, const UprightCylinder& b) {
  const Vec2 from{b.center.x, b.center.y};
  const double share = a.radius + b.radius > 0 ? b.radius / (a.radius + b.radius) : 0;
  return from + share * (Vec2{a.center.x, a.center.y} - from);
}
inline Vec2 foot_within(const UprightCylinder& a, const Aabb3& b) {
  return {std::clamp(a.center.x, b.low.x, b.high.x), std::clamp(a.center.y, b.low.y, b.high.y)};
}
inline Vec2 foot_within(const Aabb3& a, const UprightCylinder& b) {
  return foot_within(b, a);
}

inline Vec2 heights(const UprightCylinder& c) {
  return {c.center.z - c.half_height, c.center.z + c.half_height};
}
inline Vec2 heights(const Aabb3& box) {
  return {box.low.z, box.high.z};
}

inline UprightCylinder moved(UprightCylinder shape, const Vec3& by) {
  shape.center += by;
  return shape;
}
inline Aabb3 moved(const Aabb3& shape, const Vec3& by) {
  return {shape.low + by, shape.high + by};
}

template <class A, class B>
Touch<3> UprightParts<A, B>::touch(int part, const Vec3& displacement, const Vec3& velocity, double) const {
  const UprightPiece& p = piece(part);
  const A a = moved(sum.a, displacement);
  const UprightParts<A, B> here{{a, sum.b}};
  const Vec2 z = heights(sum.b);
  const Vec3 up{0, 0, static_cast<double>(p.sign)};
  const double cap = p.sign > 0 ? z.y : z.x;
  if (p.kind == Kind::cap || p.kind == Kind::inner_cap) {
    const Vec2 foot = foot_within(a, sum.b);
    return {{foot.x, foot.y, cap}, -up};
  }
  Vec2 out{static_cast<double>(p.zone.x), static_cast<double>(p.zone.y)};
  if (!p.zone.is_face()) {
    const auto offset = [&](int axis) {
      const int sign = p.zone[axis] < 0 ? -1 : 1;
      return sign * here.sum.template beyond<math::Uncertain<double>>(axis, sign).value();
    };
    out = direction(Vec2{offset(0), offset(1)}, kRound ? Vec2{1, 0} : direction(out, {}));
  }
  const Vec2 foot = foot_across(a, sum.b, p.zone, out);
  const Vec3 across{out.x, out.y, 0};
  if (p.kind != Kind::rim) {
    const Vec2 z_a = heights(a);
    return {{foot.x, foot.y, 0.5 * std::fmax(z.x, z_a.x) + 0.5 * std::fmin(z.y, z_a.y)}, -across};
  }
  const Vec3 offset = here.horizontal_length(p.zone) * across + here.precise_beyond(2, p.sign) * up;
  const Vec3 heading = dot(velocity, across) * across + Vec3{0, 0, velocity.z};
  return {{foot.x, foot.y, cap}, towards_foot(offset, heading, 0, direction(-across - up, {}))};
}

inline Axis axis_of(const UprightCylinder& a, const UprightCylinder& b) {
  assert(a.axis == b.axis);
  (void)b;
  return a.axis;
}
inline Axis axis_of(const UprightCylinder& a, const Aabb3&) {
  return a.axis;
}
inline Axis axis_of(const Aabb3&, const UprightCylinder& b) {
  return b.axis;
}

template <UprightShape A, UprightShape B>
struct Seen<A, B> {
  Ball<3> ball{};
  UprightFrame<UprightParts<A, B>> parts;

  Seen(const A& a, const B& b) : parts{{{upright(a, axis_of(a, b)), upright(b, axis_of(a, b))}}, axis_of(a, b)} {}
};

}  // namespace carom::query
