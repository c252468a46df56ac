#pragma once
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "query/answers.hpp"
#include "query/parts/hull_parts.hpp"
#include "query/parts/upright_frame.hpp"

// An upright cylinder and a segment or a triangle T: the cylinder's middle p as a point among all places at which they
// meet. They meet if and only if what the cylinder's heights leave of T, seen from above, is no farther from p than R:
// a polygon whose corners are corners of T, or where an edge of T goes through the height of a base (a cut), and whose
// sides are edges of T, or where T itself goes through such a height (a line). Each is where it is by a linear function
// of p, so that the gaps of all, squared, are polynomials of degree 2 in p, and no root is needed.
namespace carom::query {

/// A corner or a side of that polygon, or all within it.
struct SlicePiece {
  enum class Kind { corner, edge, cut, line, within };
  Kind kind = Kind::corner;
  int index = 0;  ///< of the corner, or of the corner that an edge or the edge of a cut begins at
  int base = 1;   ///< cut, line: at the height of the upper or the lower base
};

struct CylinderHullPiece {
  /// From outside: beside the polygon, over the highest or under the lowest of T, beside and over. In touch: beside or
  /// over, whichever is the nearer; without a radius, within a side. And all that counts in overlap.
  enum class Kind { side, cap, rim, side_in_touch, cap_in_touch, within_side, inside };
  Kind kind = Kind::side;
  SlicePiece slice{};
  int sign = 1;  ///< of the cap or rim: above (+1) or below T
  int own = 0;   ///< within_side: of the conditions to be within the polygon
};

/// T as the cylinder along z sees it.
struct CylinderHull {
  UprightCylinder cylinder;
  std::array<Vec3, 3> corners;
  int count;

  const Vec3& corner(int k) const { return corners[static_cast<std::size_t>(k < count ? k : k - count)]; }
  int edges() const { return count == 3 ? 3 : 1; }
  bool is_triangle() const { return count == 3; }
  /// Of the highest (sign +1) or lowest corners the first.
  int highest(int sign) const;
};

/// The conditions to be within: three edges and two lines.
inline constexpr int kSidesWithin = 5;

/// How deep the middle is inside, and the outward normal there, seen by the cylinder (parts/cylinder_hull_depth.cpp).
struct Depth {
  double gap = 0;  ///< −depth
  Vec3 out{};
};
/// For a middle that is moved by `displacement` and does not lie outside.
Depth depth_in(const CylinderHull& pair, const Vec3& displacement);
/// When the depth first grows, from a start in overlap: at the start if it does at once, or where it had become less.
double first_sinking(const CylinderHull& pair, const RelativeMotion<3>& motion, double horizon);
/// For shapes that are apart: point_b on T, all as the cylinder sees it.
Distance<3> distance_apart(const CylinderHull& pair);

class CylinderHullParts {
 public:
  using Kind = CylinderHullPiece::Kind;
  static constexpr bool kConvex = true;

  CylinderHullParts(const UprightCylinder& cylinder, const Segment3& s)
      : up_(cylinder.axis), pair_{upright(cylinder, up_), {upright(s.from, up_), upright(s.to, up_), {}}, 2} {}
  CylinderHullParts(const UprightCylinder& cylinder, const Triangle& t)
      : up_(cylinder.axis),
        pair_{upright(cylinder, up_), {upright(t.a, up_), upright(t.b, up_), upright(t.c, up_)}, 3} {}

  /// Before any displacement.
  Proximity start() const;
  int count() const {
    if (pieces_.empty()) list_pieces();
    return static_cast<int>(pieces_.size());
  }
  Aabb3 whole() const { return in_space(box_of({0, 1, 2}), up_); }
  Aabb3 bound(int part) const;
  bool is_inside(int part) const { return piece(part).kind == Kind::inside; }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double) const {
    const CylinderHullPiece& p = piece(part);
    const View<N> at(pair_, up_ == Axis::z ? x : upright(x, up_));
    if (p.kind == Kind::cap || p.kind == Kind::rim) return over<N>(at, p);
    Slice<N> slice = at.slice(p.slice, pair_.is_triangle());
    at.demand_between_bases(slice, p.slice);
    if (p.kind == Kind::cap_in_touch) return cap_in_touch<N>(at, slice, p);
    if (p.kind == Kind::within_side) return within_side<N>(at, slice, p.own);
    Feature<N> feature{slice.gap, slice.region};
    if (p.kind == Kind::side) feature.demand(slice.gap);
    if (p.kind == Kind::side_in_touch)
      for (const int sign : {-1, 1}) feature.demand(slice.gap - at.as_gap(slice, sign));
    return feature;
  }

  Touch<3> touch(int part, const Vec3& displacement, const Vec3& velocity, double) const;
  double first_sinking(const RelativeMotion<3>& motion, double horizon) const;
  Distance<3> distance() const;

 private:
  /// How far the middle is from a piece of the polygon, seen from above: scale (distance² − R²) where the region is.
  template <class N>
  struct Slice {
    math::Polynomial<N> gap{};
    N scale{1.0};
    Region<N> region{};
    void demand(const math::Polynomial<N>& at_least_zero) { region.push_back(at_least_zero); }
  };

  /// The middle as the corners see it.
  template <class N>
  struct View {
    const CylinderHull& pair;
    std::array<Course<N, 3>, 3> y;
    N radius;
    N half_height;

    View(const CylinderHull& of, const Course<N, 3>& x)
        : pair(of), radius(of.cylinder.radius), half_height(of.cylinder.half_height) {
      for (int k = 0; k < pair.count; ++k)
        for (int i = 0; i < 3; ++i)
          seen(k, i) = x[static_cast<std::size_t>(i)] + constant(N(pair.cylinder.center[i]) - N(pair.corner(k)[i]));
    }
    math::Polynomial<N>& seen(int k, int i) { return y[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)]; }
    const Course<N, 3>& from(int k) const { return y[static_cast<std::size_t>(k < pair.count ? k : k - pair.count)]; }
    Triple<N> edge(int k) const { return from_to<N, 3>(pair.corner(k), pair.corner(k + 1)); }
    Triple<N> normal() const { return cross_of(edge(0), from_to<N, 3>(pair.corner(0), pair.corner(2))); }
    math::Polynomial<N> base_above(const math::Polynomial<N>& z, int base) const {
      return base > 0 ? z + constant(half_height) : z - constant(half_height);
    }
    static math::Polynomial<N> signed_by(int sign, const math::Polynomial<N>& p) { return sign > 0 ? p : -p; }
    /// How far the whole cylinder is above T (sign +1) or below it.
    math::Polynomial<N> above(int sign) const {
      return signed_by(sign, from(pair.highest(sign))[2]) - constant(half_height);
    }
    /// The same, negative, times what makes it comparable with a gap.
    math::Polynomial<N> as_gap(const Slice<N>& slice, int sign) const {
      return constant(slice.scale * (radius + half_height)) * above(sign);
    }

    Slice<N> slice(const SlicePiece& p, bool is_triangle) const {
      using Of = SlicePiece::Kind;
      if (p.kind == Of::corner) return corner(p.index, is_triangle ? 3 : 2);
      if (p.kind == Of::edge) return edge_slice(p.index, is_triangle);
      if (p.kind == Of::cut) return cut(p.index, p.base, is_triangle);
      if (p.kind == Of::line) return line(p.base);
      Slice<N> all = below();
      for (const int base : {-1, 1}) all.demand(signed_by(base, constant(normal()[2]) * beside_plane(normal(), base)));
      return all;
    }

    /// Beyond the sides that meet in it.
    Slice<N> corner(int k, int count) const {
      Slice<N> slice{square(from(k)[0]) + square(from(k)[1]) - constant(radius * radius)};
      for (int next = 1; next < count; ++next) {
        const Triple<N> d = from_to<N, 3>(pair.corner(k), pair.corner((k + next) % count));
        slice.demand(-(constant(d[0]) * from(k)[0] + constant(d[1]) * from(k)[1]));
      }
      return slice;
    }

    /// |d across|² of the edge d, and how far along it the middle is, times that.
    struct Shadow {
      Triple<N> d;
      N length2;
      math::Polynomial<N> along;
      math::Polynomial<N> left;

      Shadow(const Triple<N>& of, const Course<N, 3>& y)
          : d(of),
            length2(d[0] * d[0] + d[1] * d[1]),
            along(constant(d[0]) * y[0] + constant(d[1]) * y[1]),
            left(constant(d[0]) * y[1] - constant(d[1]) * y[0]) {}
    };
    /// (d × left)² − R² |d|² beyond the edge, as the third corner sees it.
    Slice<N> edge_slice(int k, bool has_third) const {
      const Shadow s(edge(k), from(k));
      Slice<N> slice{square(s.left) - constant(radius * radius * s.length2), s.length2};
      slice.demand(s.along);
      slice.demand(constant(s.length2) - s.along);
      if (has_third) slice.demand(-(constant(side_of_third(s.d, k)) * s.left));
      return slice;
    }
    N side_of_third(const Triple<N>& d, int k) const {
      const Triple<N> w = from_to<N, 3>(pair.corner(k), pair.corner((k + 2) % 3));
      return d[0] * w[1] - d[1] * w[0];
    }

    /// |w|² − R² d_z², w = d_z y − (y_z ± h) d across; beyond the edge's end there, and the line's.
    Slice<N> cut(int k, int base, bool has_line) const {
      const Triple<N> d = edge(k);
      const math::Polynomial<N> level = base_above(from(k)[2], base);
      const auto aside = [&](std::size_t i) { return constant(d[2]) * from(k)[i] - constant(d[i]) * level; };
      const std::array<math::Polynomial<N>, 2> w{aside(0), aside(1)};
      const N dz2 = d[2] * d[2];
      Slice<N> slice{square(w[0]) + square(w[1]) - constant(radius * radius * dz2), dz2};
      slice.demand(signed_by(base, constant(d[0]) * w[0] + constant(d[1]) * w[1]));
      if (has_line) {
        const Triple<N> n = normal();
        slice.demand(constant(n[0]) * w[1] - constant(n[1]) * w[0]);
      }
      const math::Polynomial<N> share = constant(d[2]) * level;
      slice.demand(share);
      slice.demand(constant(dz2) - share);
      return slice;
    }

    /// f = n·y ± h n_z: times |n|, how far the base's middle is from T's plane. f² − R² |n across|², where the foot at
    /// the base's height is in T.
    math::Polynomial<N> beside_plane(const Triple<N>& n, int base) const {
      const math::Polynomial<N> f = dot_of(n, from(0));
      const N lift = half_height * n[2];
      return base > 0 ? f + constant(lift) : f - constant(lift);
    }
    Slice<N> line(int base) const {
      const Triple<N> n = normal();
      const N n2 = n[0] * n[0] + n[1] * n[1];
      const math::Polynomial<N> f = beside_plane(n, base);
      Slice<N> slice{square(f) - constant(radius * radius * n2), n2};
      slice.demand(-signed_by(base, constant(n[2]) * f));
      for (int k = 0; k < 3; ++k) {
        const Triple<N> inward = cross_of(n, edge(k));
        Course<N, 3> foot = from(k);
        foot[2] = base_above(foot[2], base);
        slice.demand(constant(n2) * dot_of(inward, foot) - constant(inward[0] * n[0] + inward[1] * n[1]) * f);
      }
      return slice;
    }
    /// Over or under T, at any height.
    Slice<N> below() const {
      Slice<N> slice;
      const N area = normal()[2];
      for (int k = 0; k < 3; ++k) {
        const Shadow s(edge(k), from(k));
        slice.demand(constant(area) * s.left);
      }
      return slice;
    }

    /// What a corner, or the foot on an edge, needs to be between the bases; all else is there already.
    void demand_between_bases(Slice<N>& slice, const SlicePiece& p) const {
      for (const int base : {-1, 1}) {
        if (p.kind == SlicePiece::Kind::corner) slice.demand(signed_by(base, base_above(from(p.index)[2], base)));
        if (p.kind != SlicePiece::Kind::edge) continue;
        const Shadow s(edge(p.index), from(p.index));
        const math::Polynomial<N> foot = constant(s.length2) * from(p.index)[2] - constant(s.d[2]) * s.along;
        slice.demand(constant(half_height * s.length2) + signed_by(base, foot));
      }
    }
  };

  /// The cap over the highest corner, edge or all of T, or beside it.
  template <class N>
  static Feature<N> over(const View<N>& at, const CylinderHullPiece& p) {
    Slice<N> slice = top_slice(at, p);
    const math::Polynomial<N> above = at.above(p.sign);
    const bool is_cap = p.kind == Kind::cap;
    Feature<N> feature{is_cap ? above : slice.gap + constant(slice.scale) * square(above), slice.region};
    feature.demand(above);
    if (p.slice.kind != SlicePiece::Kind::within) feature.demand(is_cap ? -slice.gap : slice.gap);
    return feature;
  }
  template <class N>
  static Slice<N> top_slice(const View<N>& at, const CylinderHullPiece& p) {
    const double top = at.pair.corner(at.pair.highest(p.sign)).z;
    int level = 0;
    for (int k = 0; k < at.pair.count; ++k) level += at.pair.corner(k).z == top ? 1 : 0;
    if (p.slice.kind == SlicePiece::Kind::edge) return at.edge_slice(p.slice.index, level == 3);
    if (p.slice.kind == SlicePiece::Kind::within) return at.below();
    if (level == at.pair.count) return at.slice(p.slice, at.pair.is_triangle());
    Slice<N> slice = at.corner(p.slice.index, 1);
    for (int k = 0; k < at.pair.count; ++k) {
      if (k == p.slice.index || at.pair.corner(k).z != top) continue;
      const Triple<N> d = from_to<N, 3>(at.pair.corner(p.slice.index), at.pair.corner(k));
      const Course<N, 3>& y = at.from(p.slice.index);
      slice.demand(-(constant(d[0]) * y[0] + constant(d[1]) * y[1]));
    }
    return slice;
  }

  /// Under the cap, which is nearer than the polygon's border and the other cap.
  template <class N>
  static Feature<N> cap_in_touch(const View<N>& at, const Slice<N>& slice, const CylinderHullPiece& p) {
    Feature<N> feature{at.above(p.sign), slice.region};
    feature.demand(-feature.gap);
    feature.demand(feature.gap - at.above(-p.sign));
    if (p.slice.kind != SlicePiece::Kind::within)
      feature.demand(at.as_gap(slice, p.sign) - slice.gap);
    else if (at.radius.is_zero())
      for (int i = 0; i < slice.region.size(); ++i) feature.demand(slice.region[i] + feature.gap);
    return feature;
  }

  /// Without a radius: within the polygon, and this side of it is nearer than all others and both caps.
  template <class N>
  static Feature<N> within_side(const View<N>& at, const Slice<N>& slice, int own) {
    const math::Polynomial<N>& inwards = slice.region[own];
    Feature<N> feature{-inwards, slice.region};
    for (int i = 0; i < slice.region.size(); ++i)
      if (i != own) feature.demand(slice.region[i] - inwards);
    for (const int sign : {-1, 1}) feature.demand(feature.gap - at.above(sign));
    return feature;
  }

  const CylinderHullPiece& piece(int part) const { return pieces_[static_cast<std::size_t>(part)]; }
  std::vector<SlicePiece> slices() const;
  template <class N>
  int sign_at_start() const;
  void list_pieces() const;
  void add_top(int sign) const;
  Aabb3 box_of(std::initializer_list<int> corners) const;

  Vec3 middle(const Vec3& displacement) const { return pair_.cylinder.center + displacement; }
  Vec3 foot_of(const SlicePiece& p, const Vec3& at) const;
  Vec3 top_foot(int sign, const Vec3& at) const;
  Vec3 side_normal(const SlicePiece& p, const Vec3& at, const Vec3& velocity) const;
  Vec3 rim_normal(const CylinderHullPiece& p, const Vec3& at, const Vec3& velocity) const;
  Vec3 deepest(const Depth& depth, const Vec3& at) const;

  Axis up_;
  CylinderHull pair_;
  mutable std::optional<Proximity> start_;
  mutable std::vector<CylinderHullPiece> pieces_;
};

// What these parts answer in ways of their own.

inline Proximity proximity_to(const CylinderHullParts& parts, const Ball<3>&) {
  return parts.start();
}

inline double first_impact_of_part(const CylinderHullParts& parts, int part, const RelativeMotion<3>& relative,
                                   double radius, double horizon) {
  if (parts.is_inside(part)) return parts.first_sinking(relative, horizon);
  return first_impact(relative, horizon, PartFeature<3, CylinderHullParts>{parts, part, radius});
}

inline Distance<3> distance_to(const CylinderHullParts& parts, const Ball<3>&) {
  return parts.distance();
}

template <class B>
requires StandingOnHull<UprightCylinder, B>
struct Seen<UprightCylinder, B> {
  Ball<3> ball{};
  CylinderHullParts parts;

  Seen(const UprightCylinder& a, const B& b) : parts(a, b) {}
};

}  // namespace carom::query
