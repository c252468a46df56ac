#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "course.hpp"
#include "first_touch.hpp"
#include "hull.hpp"

// An upright cylinder before a segment or a triangle. All places of its middle at which they meet are a union: of those
// at which it meets an edge, and of the prism of all x + s a, x in the triangle, |s| ≤ 1, where a is the point of the
// cylinder that is farthest along the triangle's normal n: a cylinder that meets no edge meets the triangle's plane
// only within the triangle, also where the line from −a to a does. It meets an edge if on the edge's line the part that
// is within its heights, the part that is within its circle, and the edge itself meet two by two (Helly). Time is cut
// wherever one of all these may change, and in between it is asked whether the middle is in the union.
//
// They overlap at the inner points of the union, if it does not lie in one plane. An inner point of a sum of convex
// sets is a sum of points that are inner to each in its own line or plane. All are inner points of one of the parts:
// - A solid cylinder whose inside meets an edge does so for all places nearby. One whose inside meets no edge meets
//   the plane only in inner points of the triangle, also where the line from −a to a does.
// - A line along the axis (radius 0) crosses inner points of a triangle at inner points of the prism.
// - A disc (height 0) meets the triangle along the chord K at its level. There is an inner point of both if the
//   triangle reaches above and below the disc and K comes nearer to the axis than the radius. Where the nearest
//   point of K is inner to K, it is on the line from −a to a: the prism. Where it is an end of K inner to an edge,
//   that edge goes through the disc. And it may be the corner of the middle height, which is inner to no edge: the
//   disc then only touches both of its edges, and that it overlaps is a part of its own.
namespace oracle {

/// −1 inside, 0 on the border, 1 outside; 2: this precision can not tell.
inline int least_of_signs(int a, int b) {
  if (a == -1 || b == -1) return -1;
  return a == 2 || b == 2 ? 2 : std::min(a, b);
}
inline int greatest_of_signs(int a, int b) {
  if (a == 1 || b == 1) return 1;
  return a == 2 || b == 2 ? 2 : std::max(a, b);
}
template <class Real>
int sign_in(const Curve<Real>& c, const Real& t) {
  try {
    return c(t).sign();
  } catch (const Undecided&) {
    return 2;
  }
}

/// The middle of a cylinder that goes along a path.
template <class Real>
Path<Real, 3> middle_from(const Vec3& origin, const Path<Real, 3>& path, const UprightCylinder& c) {
  Path<Real, 3> y = path;
  for (int k = 0; k < 3; ++k) {
    auto& one = y[static_cast<std::size_t>(k)];
    one = one + Curve<Real>(difference<Real>(c.center[k], origin[k]));
  }
  return y;
}

template <class Real>
class CylinderEdge {
  using C = Curve<Real>;
  using N = Num<Real>;

 public:
  CylinderEdge(const Path<Real, 3>& path, const UprightCylinder& c, const Vec3& from, const Vec3& to) {
    const Place<Real> d = between<Real, 3>(from, to);
    const Path<Real, 3> y = middle_from(from, path, c);
    const Path<Real, 3> end = middle_from(to, path, c);
    const N h(c.half_height);
    const N r2 = N(c.radius) * N(c.radius);
    const bool rises = to.z > from.z;
    heights_ = {(rises ? end : y)[2] - C(h), C() - (rises ? y : end)[2] - C(h)};
    const N across2 = d[0] * d[0] + d[1] * d[1];
    along_ = C(d[0]) * y[0] + C(d[1]) * y[1];
    beyond_ = along_ - C(across2);
    left_ = square(C(d[0]) * y[1] - C(d[1]) * y[0]) - C(r2 * across2);
    start_ = square(y[0]) + square(y[1]) - C(r2);
    finish_ = square(end[0]) + square(end[1]) - C(r2);
    stands_ = across2.is_nothing();
    lies_ = d[2].is_nothing();
    for (std::size_t s : {0, 1}) {
      const C level = s == 0 ? y[2] - C(h) : y[2] + C(h);
      const C w0 = C(d[2]) * y[0] - C(d[0]) * level;
      const C w1 = C(d[2]) * y[1] - C(d[1]) * level;
      ends_[s] = square(w0) + square(w1) - C(r2 * d[2] * d[2]);
      share_[s] = C(d[0]) * w0 + C(d[1]) * w1;
    }
  }

  void borders(Borders<Real>& list) const {
    for (const C& c : {heights_[0], heights_[1], start_, finish_}) list.push_back(c);
    if (!stands_)
      for (const C& c : {along_, beyond_, left_}) list.push_back(c);
    if (!stands_ && !lies_)
      for (const C& c : {ends_[0], ends_[1], share_[0], share_[1]}) list.push_back(c);
  }

  int sign(const Real& t) const {
    int sign = greatest_of_signs(sign_in(heights_[0], t), sign_in(heights_[1], t));
    if (sign == 1) return 1;
    sign = greatest_of_signs(sign, nearest(t));
    if (sign == 1 || stands_ || lies_) return sign;
    return greatest_of_signs(sign, swept(t));
  }

 private:
  /// Of the edge, seen from above. Where it is open whether its end is nearest: what both say.
  int nearest(const Real& t) const {
    if (stands_) return sign_in(start_, t);
    const int before = sign_in(along_, t);
    const int after = sign_in(beyond_, t);
    if (before == -1) return sign_in(start_, t);
    if (after == 1) return sign_in(finish_, t);
    const int side = sign_in(left_, t);
    if (before == 2 && sign_in(start_, t) != side) return 2;
    if (after == 2 && sign_in(finish_, t) != side) return 2;
    return side;
  }
  /// Of the whole line, moved by up to a half height: where it is nearest seen from above, or at an end.
  int swept(const Real& t) const {
    const int low = sign_in(share_[0], t);
    const int high = sign_in(share_[1], t);
    const int side = sign_in(left_, t);
    const bool is_open = low == 2 || high == 2;
    if (!is_open && low * high <= 0) return side;
    const int end = least_of_signs(sign_in(ends_[0], t), sign_in(ends_[1], t));
    return is_open && side != end ? 2 : end;
  }

  std::array<C, 2> heights_, ends_, share_;
  C along_, beyond_, left_, start_, finish_;
  bool stands_ = false;
  bool lies_ = false;
};

/// Inner places of a disc (a cylinder without height) that no edge and no prism has: on the level of the corner that is
/// neither the highest nor the lowest, nearer to it than the radius.
template <class Real>
class DiscCorner {
  using C = Curve<Real>;
  using N = Num<Real>;

 public:
  DiscCorner(const Path<Real, 3>& path, const UprightCylinder& c, const Vec3& corner) {
    const Path<Real, 3> y = middle_from(corner, path, c);
    level_ = y[2];
    near_ = square(y[0]) + square(y[1]) - C(N(c.radius) * N(c.radius));
  }
  void borders(Borders<Real>& list) const { list.insert(list.end(), {level_, near_}); }
  int sign(const Real& t) const {
    const int level = sign_in(level_, t);
    return greatest_of_signs(level == 0 ? -1 : std::abs(level), sign_in(near_, t));
  }
  /// The corner of a middle height, if there is one.
  static std::optional<Vec3> of(const UprightCylinder& c, std::vector<Vec3> corners) {
    if (c.half_height > 0 || corners.size() < 3) return std::nullopt;
    std::sort(corners.begin(), corners.end(), [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
    if (corners[0].z == corners[1].z || corners[1].z == corners[2].z) return std::nullopt;
    return corners[1];
  }

 private:
  C level_, near_;
};

template <class Real>
class CylinderPrism {
  using C = Curve<Real>;
  using N = Num<Real>;

 public:
  CylinderPrism(const Path<Real, 3>& path, const UprightCylinder& c, const std::vector<Vec3>& corners) {
    const Place<Real> n = cross(between<Real, 3>(corners[0], corners[1]), between<Real, 3>(corners[0], corners[2]));
    const N flat = root_of(n[0] * n[0] + n[1] * n[1]);
    Place<Real> a{N(), N(), N()};
    if (!flat.is_nothing() && flat.value > 0) {
      const N inverse{Real(1 / flat.value), static_cast<long double>(1 / flat.value)};
      a[0] = N(c.radius) * n[0] * inverse;
      a[1] = N(c.radius) * n[1] * inverse;
    }
    a[2] = n[2].sign() == 0 ? N() : N(n[2].value > 0 ? c.half_height : -c.half_height);
    const N reach = inner(n, a);
    const C f = dot<Real, 3>(n, middle_from(corners[0], path, c));
    inside_ = {f - C(reach), C() - f - C(reach)};
    for (std::size_t k = 0; k < 3; ++k) {
      const Place<Real> inward = cross(n, between<Real, 3>(corners[k], corners[(k + 1) % 3]));
      const C here = dot<Real, 3>(inward, middle_from(corners[k], path, c));
      // The foot along a, times the reach; without a reach the middle itself.
      inside_.push_back(reach.is_nothing() ? C() - here : C(inner(inward, a)) * f - C(reach) * here);
    }
  }
  void borders(Borders<Real>& list) const { list.insert(list.end(), inside_.begin(), inside_.end()); }
  int sign(const Real& t) const {
    int sign = -1;
    for (const C& c : inside_) sign = greatest_of_signs(sign, sign_in(c, t));
    return sign;
  }

 private:
  std::vector<C> inside_;
};

template <class Real>
class CylinderUnion {
 public:
  CylinderUnion(const Path<Real, 3>& path, const UprightCylinder& c, const std::vector<Vec3>& corners) {
    const std::size_t edges = corners.size() == 3 ? 3 : 1;
    for (std::size_t k = 0; k < edges; ++k) edges_.emplace_back(path, c, corners[k], corners[(k + 1) % corners.size()]);
    if (corners.size() == 3) prism_.emplace(path, c, corners);
    if (const auto corner = DiscCorner<Real>::of(c, corners)) disc_corner_.emplace(path, c, *corner);
  }
  Borders<Real> borders() const {
    Borders<Real> list;
    for (const auto& edge : edges_) edge.borders(list);
    if (prism_) prism_->borders(list);
    if (disc_corner_) disc_corner_->borders(list);
    return list;
  }
  int sign(const Real& t) const {
    int sign = 1;
    for (const auto& edge : edges_) sign = least_of_signs(sign, edge.sign(t));
    if (prism_) sign = least_of_signs(sign, prism_->sign(t));
    return disc_corner_ ? least_of_signs(sign, disc_corner_->sign(t)) : sign;
  }

 private:
  std::vector<CylinderEdge<Real>> edges_;
  std::optional<CylinderPrism<Real>> prism_;
  std::optional<DiscCorner<Real>> disc_corner_;
};

/// What holds at the start, and of starts apart or in touch what comes of them.
template <class Real>
class UnionTimeline {
 public:
  UnionTimeline(const Query<3>& q, const UprightCylinder& c, const std::vector<Vec3>& corners) : course_(q) {
    for (const auto& stretch : course_.stretches()) unions_.emplace_back(stretch.path, c, corners);
  }

  Truth truth() const {
    const int start = unions_[0].sign(Real(0));
    if (start == 2) throw Undecided{};
    Truth truth;
    truth.start = start < 0 ? Proximity::overlapping : start == 0 ? Proximity::touching : Proximity::apart;
    const auto impact = start < 0 ? std::nullopt : first_impact(start > 0);
    truth.impact = impact.has_value();
    if (impact) truth.time = course_.time(*impact);
    truth.verdict = start < 0    ? Verdict::overlapping
                    : impact     ? Verdict::hit
                    : start == 0 ? Verdict::touching_separating
                                 : Verdict::miss;
    return truth;
  }

 private:
  std::optional<Real> first_impact(bool is_apart) const {
    const std::vector<Real> times = cuts();
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      if (times[i] > course_.end() || (times[i] == course_.end() && !course_.reaches_end())) break;
      const int soon = sign_at(Real((times[i] + times[i + 1]) / 2));
      if (soon == 2) throw Undecided{};
      if (soon < 0 || (is_apart && soon == 0)) return times[i];
      // Between two cuts at which they are apart they may touch for a moment.
      const int now = is_apart ? sign_at(times[i]) : 1;
      if (now == 2) throw Undecided{true};
      if (now <= 0) return times[i];
      is_apart = soon > 0;
    }
    return std::nullopt;
  }
  std::vector<Real> cuts() const {
    const Real& end = course_.end();
    const Real beyond = end == 0 ? Real(1) : course_.reaches_end() ? Real(2 * end) : end;
    std::vector<Real> times{Real(0), end, beyond};
    const auto& stretches = course_.stretches();
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      const Real from = stretches[s].from;
      const Real to = s + 1 < stretches.size() ? std::min(stretches[s + 1].from, beyond) : beyond;
      if (!(from < to)) break;
      times.push_back(from);
      for (const auto& border : unions_[s].borders())
        for (const Real& t : roots(border, from, to)) times.push_back(t);
    }
    std::sort(times.begin(), times.end());
    drop_repeated(times);
    return times;
  }
  int sign_at(const Real& t) const {
    const auto& stretches = course_.stretches();
    std::size_t s = 0;
    while (s + 1 < stretches.size() && stretches[s + 1].from <= t) ++s;
    return unions_[s].sign(t);
  }

  Course<Real, 3> course_;
  std::vector<CylinderUnion<Real>> unions_;
};

/// 19, 40 or 200 of them.
enum class Digits { some, many, most };

/// By as many digits as it takes, beginning with `digits`; in overlap only that.
inline Truth truth_of_union(const Query<3>& q, const UprightCylinder& c, const std::vector<Vec3>& corners,
                            Digits digits) {
  while (digits != Digits::most) {
    try {
      return digits == Digits::some ? UnionTimeline<Coarse>(q, c, corners).truth()
                                    : UnionTimeline<Quick>(q, c, corners).truth();
    } catch (const Undecided& undecided) {
      digits = digits == Digits::some && !undecided.is_tie ? Digits::many : Digits::most;
    }
  }
  return UnionTimeline<Exhaustive>(q, c, corners).truth();
}

}  // namespace oracle
