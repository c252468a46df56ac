#pragma once
#include "query/parts/upright_frame.hpp"

namespace carom::query {

/// An upright cylinder of radius R and half height h, seen from its middle: ρ² = x² + y² and z. A rim's distance D has
/// D² = (ρ − R)² + (|z| − h)², which is no polynomial of time. With A = ρ² + (|z| − h)² + R² − r², D² − r² = A − 2Rρ;
/// it is 0 where (A − 2Rρ)(A + 2Rρ) = A² − 4R²ρ² is, and A ≥ 0. In overlap it grows as S = a ρ − R b does, with a and b
/// the derivatives of ρ² + (|z| − h)² and of ρ². With T = ρ² a² − R² b², S has the sign of (a + b) T where a
/// and b have the same, and else that of a if T ≥ 0, that of −b if T ≤ 0; each changes its sign with S, also where a
/// and b vanish together. Numbers that have roots, the jets, take A − 2Rρ itself.
struct CylinderParts {
  static constexpr bool kConvex = true;
  UprightCylinder cylinder;

  /// From outside: the side, both caps, both rims. Then the rims in overlap, in pieces. Then from inside: four pieces
  /// of the side, the caps.
  static constexpr int kRims = 3;
  static constexpr int kSinking = 5;
  static constexpr int kInside = kSinking + 2 * 8;
  static constexpr int kInnerCaps = kInside + 4;
  static int count() { return kInnerCaps + 2; }
  /// +1 for what is above, −1 for what is below.
  static int sign_of_part(int part) { return part % 2 == 1 ? 1 : -1; }

  int count_from(const Ball<3>& ball) const {
    const View<math::Uncertain<double>> at(*this, course<math::Uncertain<double>, 3>({ball.center, {}, {}}));
    if (apart(at, ball.radius)) return kSinking;
    return outside(at) ? kInside : count();
  }

  Aabb3 whole() const {
    const Aabb3 axis{cylinder.center, cylinder.center};
    Aabb3 box = widened(axis, cylinder.radius);
    const Aabb3 high = widened(axis, cylinder.half_height);
    box.low.z = high.low.z;
    box.high.z = high.high.z;
    return box;
  }
  /// From outside, a cap and its rim are in their plane.
  Aabb3 bound(int part) const {
    Aabb3 box = whole();
    if (part == 0 || part >= kInside) return box;
    const double z = cylinder.center.z;
    if (sign_of_part(part) > 0)
      box.low.z = widened(z, -cylinder.half_height, z, 0).low;
    else
      box.high.z = widened(z, 0, z, -cylinder.half_height).high;
    return box;
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double radius) const {
    const View<N> at(*this, x);
    if (part == 0) return side(at, radius);
    if (part < kRims) return cap(at, sign_of_part(part), radius);
    if (part < kSinking) return rim(at, sign_of_part(part), radius);
    if (part < kInside) return sinking_rim(at, sign_of_part(part), (part - kSinking) / 2, radius);
    if (part < kInnerCaps) return side_from_inside(at, sign_of_part(part), part - kInside < 2, radius);
    return cap_from_inside(at, sign_of_part(part), radius);
  }

  Touch<3> touch(int part, const Vec3& center, const Vec3& velocity, double radius) const {
    const Vec3 from_middle = center - cylinder.center;
    const Vec3 out = direction(Vec3{from_middle.x, from_middle.y, 0}, Vec3{1, 0, 0});
    const double sign = sign_of_part(part);
    const Vec3 up{0, 0, sign};
    if (is_side(part)) return {cylinder.center + cylinder.radius * out + Vec3{0, 0, from_middle.z}, -out};
    Vec3 foot = center;
    foot.z = cylinder.center.z + sign * cylinder.half_height;
    if (!is_rim(part)) return {foot, -up};
    foot = cylinder.center + cylinder.radius * out + cylinder.half_height * up;
    return {foot, towards_foot(center - foot, velocity, radius, direction(-out - up, {}))};
  }

  double length(int part, const Still& still, const Vec3& center, double radius) const {
    if (is_side(part)) return length_of_square(still, cylinder.radius + radius);
    if (!is_rim(part)) return still.gap;
    return rim_length(sign_of_part(part), center, radius);
  }

 private:
  /// The centre from the cylinder's middle.
  template <class N>
  struct View {
    math::Polynomial<N> rho2;
    math::Polynomial<N> z;
    N radius;
    N half_height;

    View(const CylinderParts& parts, const Course<N, 3>& x)
        : radius(parts.cylinder.radius), half_height(parts.cylinder.half_height) {
      const Course<N, 3> y = seen_from<N, 3>(parts.cylinder.center, x);
      rho2 = square(y[0]) + square(y[1]);
      z = y[2];
    }
    math::Polynomial<N> up(int sign) const { return sign > 0 ? z : -z; }
    /// Above a cap's plane.
    math::Polynomial<N> above(int sign) const { return up(sign) - constant(half_height); }
    math::Polynomial<N> beyond_side() const { return rho2 - constant(radius * radius); }
    /// R less the depth below a cap: inside, the side is the nearer one where ρ is at least this.
    math::Polynomial<N> evenly(int sign) const { return above(sign) + constant(radius); }
    /// ρ² + (|z| − h)² + R² − r²
    math::Polynomial<N> half_sum(int sign, double r) const {
      return rho2 + square(above(sign)) + constant(radius * radius - N(r) * N(r));
    }
    math::Polynomial<N> rim_gap(int sign, double r) const {
      return square(half_sum(sign, r)) - constant(N(4) * radius * radius) * rho2;
    }
  };

  static bool is_side(int part) { return part == 0 || (part >= kInside && part < kInnerCaps); }
  static bool is_rim(int part) { return part >= kRims && part < kInside; }

  static bool positive(const math::Polynomial<math::Uncertain<double>>& p) { return !p.is_zero() && p[0].sign() == 1; }
  static bool outside(const View<math::Uncertain<double>>& at) {
    return positive(at.beyond_side()) || positive(at.above(1)) || positive(at.above(-1));
  }
  static bool apart(const View<math::Uncertain<double>>& at, double r) {
    using N = math::Uncertain<double>;
    const math::Polynomial<N> reach = constant(at.radius + N(r));
    if (positive(at.rho2 - square(reach))) return true;
    for (const int sign : {-1, 1}) {
      if (positive(at.above(sign) - constant(N(r)))) return true;
      if (positive(at.above(sign)) && positive(at.beyond_side()) && positive(at.half_sum(sign, r)) &&
          positive(at.rim_gap(sign, r)))
        return true;
    }
    return false;
  }

  template <class N>
  static Feature<N> side(const View<N>& at, double r) {
    const N reach = at.radius + N(r);
    Feature<N> feature = squared(at.rho2, reach * reach);
    feature.demand(-at.above(1));
    feature.demand(-at.above(-1));
    feature.demand(at.beyond_side());
    return feature;
  }

  template <class N>
  static Feature<N> cap(const View<N>& at, int sign, double r) {
    Feature<N> feature{at.above(sign) - constant(N(r))};
    feature.demand(-at.beyond_side());
    feature.demand(at.above(sign));
    return feature;
  }

  template <class N>
  static Feature<N> beyond_rim(const View<N>& at, int sign) {
    Feature<N> feature;
    feature.demand(at.beyond_side());
    feature.demand(at.above(sign));
    return feature;
  }

  template <class N>
  static Feature<N> rim(const View<N>& at, int sign, double r) {
    Feature<N> feature = beyond_rim(at, sign);
    if (at.radius.is_zero()) {
      feature.gap = at.rho2 + square(at.above(sign)) - constant(N(r) * N(r));
      feature.reach2 = N(r) * N(r);
    } else if (r == 0) {
      feature.gap = at.beyond_side() + constant(at.radius) * at.above(sign);
    } else if constexpr (requires(const N& x) { sqrt(x); }) {
      const N rho = at.rho2.is_zero() ? N() : sqrt(at.rho2[0]);
      feature.gap = at.half_sum(sign, r) - constant(N(2) * at.radius * rho);
    } else {
      feature.gap = at.rim_gap(sign, r);
      feature.demand(at.half_sum(sign, r));
      feature.only_arrivals = true;
    }
    return feature;
  }

  /// A piece of the region in which a rim is nearest and reached: a constant of the signs of A, T, a and b.
  template <class N>
  static Feature<N> sinking_rim(const View<N>& at, int sign, int piece, double r) {
    Feature<N> feature = beyond_rim(at, sign);
    const bool by_root = requires(const N& x) {
      sqrt(x);
    };
    if (by_root || at.radius.is_zero() || r == 0) return {constant(N(1))};
    const math::Polynomial<N> half_sum = at.half_sum(sign, r);
    if (piece < 4) {
      feature.gap = at.rim_gap(sign, r);
      feature.demand(half_sum);
      feature.demand(-feature.gap);
    } else {
      feature.gap = half_sum - constant(at.radius * at.radius);
      feature.demand(-half_sum);
    }
    const math::Polynomial<N> b = at.rho2.derivative();
    const math::Polynomial<N> a = b + square(at.above(sign)).derivative();
    const math::Polynomial<N> t = at.rho2 * square(a) - constant(at.radius * at.radius) * square(b);
    // Signs of a and b: −−, ++, −+ with a the larger part, −+ with b; +− only grows.
    const int quadrant = piece % 4;
    feature.demand(quadrant == 1 ? a : -a);
    feature.demand(quadrant == 0 ? -b : b);
    if (quadrant < 2) feature.sinking = (a + b) * t;
    if (quadrant == 2) feature.sinking = a;
    if (quadrant == 3) feature.sinking = -b;
    if (quadrant >= 2) feature.demand(quadrant == 2 ? t : -t);
    return feature;
  }

  template <class N>
  static Feature<N> side_from_inside(const View<N>& at, int sign, bool certainly_nearer, double r) {
    const N reach = at.radius + N(r);
    Feature<N> feature = squared(at.rho2, reach * reach);
    feature.demand(-at.above(sign));
    feature.demand(at.up(sign));
    feature.demand(-at.beyond_side());
    const math::Polynomial<N> evenly = at.evenly(sign);
    feature.demand(certainly_nearer ? -evenly : evenly);
    if (!certainly_nearer) feature.demand(at.rho2 - square(evenly));
    return feature;
  }

  template <class N>
  static Feature<N> cap_from_inside(const View<N>& at, int sign, double r) {
    Feature<N> feature{at.above(sign) - constant(N(r))};
    feature.demand(-at.above(sign));
    feature.demand(at.up(sign));
    feature.demand(-at.beyond_side());
    const math::Polynomial<N> evenly = at.evenly(sign);
    feature.demand(evenly);
    feature.demand(square(evenly) - at.rho2);
    return feature;
  }

  double rim_length(int sign, const Vec3& center, double r) const {
    const auto precise = [&](const auto& value_of) {
      return precisely([&]<class N>() {
        const math::Polynomial<N> p = value_of(View<N>(*this, course<N, 3>({center, {}, {}})));
        return p.is_zero() ? N() : p[0];
      });
    };
    const double above = precise([&](const auto& at) { return at.above(sign); });
    const double out = precise([](const auto& at) { return at.beyond_side(); });
    const double rho = std::sqrt(precise([](const auto& at) { return at.rho2; }));
    const double from_rim = norm(Vec2{rho > 0 ? out / (rho + cylinder.radius) : 0, above});
    if (r == 0 || cylinder.radius == 0) return from_rim - r;
    // D² − r² by the product of its two factors, where the other one is not 0.
    const double half_sum = precise([&](const auto& at) { return at.half_sum(sign, r); });
    const double other = half_sum + 2 * cylinder.radius * rho;
    const double gap = half_sum > 0 ? precise([&](const auto& at) { return at.rim_gap(sign, r); }) / other
                                    : half_sum - 2 * cylinder.radius * rho;
    return gap / (from_rim + r);
  }
};

struct CylinderInSpace : UprightFrame<CylinderParts> {
  explicit CylinderInSpace(const UprightCylinder& cylinder)
      : UprightFrame{{upright(cylinder, cylinder.axis)}, cylinder.axis} {}
};

template <>
struct PartsOf<UprightCylinder> {
  using type = CylinderInSpace;
};

}  // namespace carom::query
