#include "query/parts/cylinder_hull_parts.hpp"

#include <algorithm>
#include <cmath>

namespace carom::query {
namespace {

using Of = SlicePiece::Kind;
using Quick = math::Uncertain<double>;

Vec2 across_of(const Vec3& v) {
  return {v.x, v.y};
}

Vec3 on_line(const Vec3& from, const Vec3& to, double share) {
  return from + std::clamp(share, 0.0, 1.0) * (to - from);
}

/// Of one, two or three corners, the nearest point to another.
Vec3 nearest_of(const std::vector<Vec3>& corners, const Vec3& to) {
  const std::size_t count = corners.size();
  if (count == 3) {
    const Vec3 n = unit_normal({corners[0], corners[1], corners[2]});
    bool above = true;
    for (std::size_t k = 0; k < 3; ++k)
      above = above && dot(cross(n, corners[(k + 1) % 3] - corners[k]), to - corners[k]) >= 0;
    if (above) return to - dot(n, to - corners[0]) * n;
  }
  Vec3 nearest = corners[0];
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3& end = corners[(k + 1) % count];
    const Vec3 foot = on_line(corners[k], end, share_along(end - corners[k], to - corners[k]));
    if (norm2(foot - to) < norm2(nearest - to)) nearest = foot;
  }
  return nearest;
}

/// Of what is between corners, in a plane that stands upright, the point nearest to another as seen from above; of
/// several the nearest in height.
Vec3 nearest_from_above(const std::vector<Vec3>& corners, const Vec3& to, double slack) {
  const auto foot_on = [&](std::size_t k) {
    const Vec3& from = corners[k];
    const Vec3 d = corners[(k + 1) % corners.size()] - from;
    if (d.x == 0 && d.y == 0) return on_line(from, from + d, d.z == 0 ? 0 : (to.z - from.z) / d.z);
    return on_line(from, from + d, share_along(across_of(d), across_of(to - from)));
  };
  Vec3 nearest = foot_on(0);
  double low = nearest.z;
  double high = nearest.z;
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const Vec3 foot = foot_on(k);
    const double nearer = norm(across_of(nearest - to)) - norm(across_of(foot - to));
    if (nearer < -slack) continue;
    low = nearer > slack ? foot.z : std::min(low, foot.z);
    high = nearer > slack ? foot.z : std::max(high, foot.z);
    nearest = foot;
  }
  nearest.z = std::clamp(to.z, low, high);
  return nearest;
}

std::vector<Vec3> corners_where(const CylinderHull& pair, const auto& holds) {
  std::vector<Vec3> corners;
  for (int k = 0; k < pair.count; ++k)
    if (holds(pair.corner(k))) corners.push_back(pair.corner(k));
  return corners;
}

template <class N>
int sign_of_start(const math::Polynomial<N>& p) {
  return p.is_zero() ? 0 : p[0].sign();
}

}  // namespace

int CylinderHull::highest(int sign) const {
  int best = 0;
  for (int k = 1; k < count; ++k)
    if (sign * corner(k).z > sign * corner(best).z) best = k;
  return best;
}

/// Only what has a length, a slope, or an area from above.
std::vector<SlicePiece> CylinderHullParts::slices() const {
  std::vector<SlicePiece> list;
  list.reserve(16);
  for (int k = 0; k < pair_.count; ++k) list.push_back({Of::corner, k});
  bool is_level = true;
  for (int k = 0; k < pair_.edges(); ++k) {
    const Vec3& from = pair_.corner(k);
    const Vec3& to = pair_.corner(k + 1);
    if (from.x != to.x || from.y != to.y) list.push_back({Of::edge, k});
    if (from.z == to.z) continue;
    is_level = false;
    for (const int base : {-1, 1}) list.push_back({Of::cut, k, base});
  }
  if (!pair_.is_triangle()) return list;
  if (!is_level)
    for (const int base : {-1, 1}) list.push_back({Of::line, 0, base});
  const double area = precisely([&]<class N>() { return View<N>(pair_, {}).normal()[2]; });
  if (area != 0) list.push_back({Of::within});
  return list;
}

/// That of the greatest of both heights above, and of the least gap of the polygon; kUnknown where it is not certain.
template <class N>
int CylinderHullParts::sign_at_start() const {
  constexpr int kUnknown = Quick::kUnknown;
  const View<N> at(pair_, {});
  int cap = -1;
  for (const int side : {-1, 1}) {
    const int sign = sign_of_start(at.above(side));
    if (sign == 1) return 1;
    cap = std::max(cap, sign);
  }
  if (cap == kUnknown) return kUnknown;
  int least = 1;
  bool is_vague = false;
  for (const SlicePiece& p : slices()) {
    Slice<N> slice = at.slice(p, pair_.is_triangle());
    at.demand_between_bases(slice, p);
    int gap = p.kind == Of::within ? -1 : sign_of_start(slice.gap);
    bool is_sure = gap != kUnknown;
    bool is_out = gap == 1;
    for (int i = 0; i < slice.region.size() && !is_out; ++i) {
      const int sign = sign_of_start(slice.region[i]);
      is_out = sign == -1;
      is_sure = is_sure && sign != kUnknown;
      if (p.kind == Of::within && sign == 0 && pair_.cylinder.radius == 0) gap = 0;
    }
    if (is_out) continue;
    if (is_sure)
      least = std::min(least, std::max(cap, gap));
    else
      is_vague = true;
  }
  return is_vague && least != -1 ? kUnknown : least;
}

Proximity CylinderHullParts::start() const {
  if (start_) return *start_;
  const Aabb3 box = whole();
  int sign = 1;
  if (!disjoint(box, Aabb3{})) {
    sign = sign_at_start<Quick>();
    if (sign == Quick::kUnknown) sign = sign_at_start<math::Dyadic>();
  }
  start_ = proximity_of_sign(sign);
  return *start_;
}

void CylinderHullParts::list_pieces() const {
  const std::vector<SlicePiece> around = slices();
  const auto add = [&](Kind kind, int sign) {
    for (const SlicePiece& slice : around)
      if (slice.kind != Of::within || kind == Kind::cap_in_touch) pieces_.push_back({kind, slice, sign});
  };
  add(Kind::side, 1);
  for (const int sign : {-1, 1}) add_top(sign);
  if (start() == Proximity::overlapping) pieces_.push_back({Kind::inside});
  // A point sinks into nothing that is flat.
  const bool is_point = pair_.cylinder.radius == 0 && pair_.cylinder.half_height == 0;
  if (start() != Proximity::touching || is_point) return;
  add(Kind::side_in_touch, 1);
  for (const int sign : {-1, 1}) add(Kind::cap_in_touch, sign);
  if (pair_.cylinder.radius == 0 && around.back().kind == Of::within)
    for (int own = 0; own < kSidesWithin; ++own) pieces_.push_back({Kind::within_side, around.back(), 1, own});
}

void CylinderHullParts::add_top(int sign) const {
  const double top = pair_.corner(pair_.highest(sign)).z;
  const auto add = [&](const SlicePiece& slice) {
    pieces_.push_back({Kind::cap, slice, sign});
    if (slice.kind != Of::within) pieces_.push_back({Kind::rim, slice, sign});
  };
  bool is_level = true;
  for (int k = 0; k < pair_.count; ++k)
    if (pair_.corner(k).z == top)
      add({Of::corner, k});
    else
      is_level = false;
  for (int k = 0; k < pair_.edges(); ++k)
    if (pair_.corner(k).z == top && pair_.corner(k + 1).z == top) add({Of::edge, k});
  if (is_level && pair_.is_triangle()) add({Of::within});
}

/// Where the middle is, less where it was, when a cylinder has one of these corners, or what is between, within reach.
Aabb3 CylinderHullParts::box_of(std::initializer_list<int> corners) const {
  Aabb3 box = unbounded<3>();
  std::swap(box.low, box.high);
  for (const int k : corners)
    for (int i = 0; i < 3; ++i) {
      const double v = pair_.corner(k)[i];
      const double c = pair_.cylinder.center[i];
      const Interval place = widened(v, c, v, -c);
      const double size = i < 2 ? pair_.cylinder.radius : pair_.cylinder.half_height;
      const Interval range = widened(place.low, size, place.high, size);
      box.low[i] = std::min(box.low[i], range.low);
      box.high[i] = std::max(box.high[i], range.high);
    }
  return box;
}

Aabb3 CylinderHullParts::bound(int part) const {
  const CylinderHullPiece& p = piece(part);
  if (p.kind != Kind::side && p.kind != Kind::cap && p.kind != Kind::rim) return unbounded<3>();
  const int k = p.slice.index;
  if (p.slice.kind == Of::corner) return in_space(box_of({k}), up_);
  if (p.slice.kind == Of::edge || p.slice.kind == Of::cut) return in_space(box_of({k, k + 1}), up_);
  return whole();
}

double CylinderHullParts::first_sinking(const RelativeMotion<3>& motion, double horizon) const {
  const auto law = [&](Motion<3> m) {
    m.velocity = upright(m.velocity, up_);
    m.acceleration = upright(m.acceleration, up_);
    return m;
  };
  return query::first_sinking(
      pair_, {upright(motion.p, up_), law(motion.motion), upright(motion.p0, up_), law(motion.other)}, horizon);
}

// ---- Where they touch

/// On T, nearest to the middle as seen from above.
Vec3 CylinderHullParts::foot_of(const SlicePiece& p, const Vec3& at) const {
  const Vec3& from = pair_.corner(p.index);
  const Vec3& to = pair_.corner(p.index + 1);
  const double height = at.z + p.base * pair_.cylinder.half_height;
  if (p.kind == Of::corner) return from;
  if (p.kind == Of::edge) return on_line(from, to, share_along(across_of(to - from), across_of(at - from)));
  if (p.kind == Of::cut) return on_line(from, to, (height - from.z) / (to.z - from.z));
  const Vec3 n = unit_normal({pair_.corners[0], pair_.corners[1], pair_.corners[2]});
  if (p.kind == Of::within) return {at.x, at.y, at.z - dot(n, at - from) / n.z};
  Vec3 foot{at.x, at.y, height};
  const double share = dot(n, foot - pair_.corners[0]) / norm2(across_of(n));
  foot.x -= share * n.x;
  foot.y -= share * n.y;
  return foot;
}

/// From T to the cylinder. Without a radius the cylinder is a line, which is met from where it comes.
Vec3 CylinderHullParts::side_normal(const SlicePiece& p, const Vec3& at, const Vec3& velocity) const {
  const bool is_line = pair_.cylinder.radius == 0;
  const Vec3& from = pair_.corner(p.index);
  const Vec3 d = pair_.corner(p.index + 1) - from;
  const auto turned = [&](const Vec3& n, double side) {
    return direction((is_line ? dot(velocity, n) > 0 : side < 0) ? -n : n, Vec3{1, 0, 0});
  };
  if (p.kind == Of::corner) {
    const Vec3 way = is_line ? -velocity : at - from;
    return direction(Vec3{way.x, way.y, 0}, Vec3{1, 0, 0});
  }
  if (p.kind == Of::edge) return turned({-d.y, d.x, 0}, cross(across_of(d), across_of(at - from)));
  const double height = at.z + p.base * pair_.cylinder.half_height;
  if (p.kind == Of::cut) {
    if (is_line) return direction(reject(-velocity, d), direction(across(d), {}));
    const Vec2 w = across_of(at - from) - (height - from.z) / d.z * across_of(d);
    return direction(d.z * Vec3{d.z * w.x, d.z * w.y, -dot(across_of(d), w)}, Vec3{1, 0, 0});
  }
  const Vec3 n = unit_normal({pair_.corners[0], pair_.corners[1], pair_.corners[2]});
  return turned(n, dot(n, Vec3{at.x, at.y, height} - pair_.corners[0]));
}

/// Against the movement, as seen along the rim, but no flatter than what is next to the rim.
Vec3 CylinderHullParts::rim_normal(const CylinderHullPiece& p, const Vec3& at, const Vec3& velocity) const {
  const Vec3 foot = foot_of(p.slice, at);
  const Vec2 out = direction(across_of(at - foot), Vec2{1, 0});
  double slope = 0;  // of the normal that is as flat as T lets it be
  for (int k = 0; k < pair_.count; ++k) {
    const Vec3 way = pair_.corner(k) - foot;
    if (way.z != 0 && p.slice.kind == Of::corner) slope = std::fmax(slope, dot(out, across_of(way)) / std::fabs(way.z));
  }
  const Vec2 against = direction(Vec2{-dot(across_of(velocity), out), -p.sign * velocity.z}, Vec2{1, 1});
  const Vec2 side = direction(Vec2{1, slope}, {});
  const Vec2 in_plane = against.x > 0 && against.y < slope * against.x ? side : against;
  return direction(Vec3{in_plane.x * out.x, in_plane.x * out.y, p.sign * in_plane.y}, Vec3{0, 0, 1});
}

/// The point of T that is farthest in a direction; of several, that which the cylinder's own is before.
Vec3 CylinderHullParts::deepest(const Depth& depth, const Vec3& at) const {
  const UprightCylinder& c = pair_.cylinder;
  double most = -std::numeric_limits<double>::infinity();
  double size = 0;
  for (int k = 0; k < pair_.count; ++k) {
    most = std::max(most, dot(depth.out, pair_.corner(k)));
    size = std::max(size, norm(pair_.corner(k) - pair_.corner(0)));
  }
  const Vec2 out = direction(across_of(depth.out), Vec2{});
  const double rise = depth.out.z > 0 ? c.half_height : depth.out.z < 0 ? -c.half_height : 0;
  const Vec3 own = at - Vec3{c.radius * out.x, c.radius * out.y, rise};
  const Vec3 before = own - depth.gap * depth.out;
  const double least = most - 0x1p-40 * size;
  const std::vector<Vec3> corners = corners_where(pair_, [&](const Vec3& v) { return dot(depth.out, v) >= least; });
  return depth.out.z == 0 ? nearest_from_above(corners, before, 0x1p-40 * size) : nearest_of(corners, before);
}

Touch<3> CylinderHullParts::touch(int part, const Vec3& displacement, const Vec3& velocity, double) const {
  const CylinderHullPiece& p = piece(part);
  const Vec3 moved = upright(displacement, up_);
  const Vec3 at = middle(moved);
  const auto seen = [&](const Vec3& foot, const Vec3& out) {
    return Touch<3>{in_space(foot, up_), in_space(-out, up_)};
  };
  const Vec3 up{0, 0, static_cast<double>(p.sign)};
  if (p.kind == Kind::inside || p.kind == Kind::within_side) {
    const Depth depth = depth_in(pair_, moved);
    return seen(deepest(depth, at), depth.out);
  }
  if (p.kind == Kind::cap_in_touch) {
    const double top = pair_.corner(pair_.highest(p.sign)).z;
    const std::vector<Vec3> corners = corners_where(pair_, [&](const Vec3& v) { return v.z == top; });
    return seen(nearest_of(corners, {at.x, at.y, top}), up);
  }
  const Vec3 foot = foot_of(p.slice, at);
  if (p.kind == Kind::cap) return seen(foot, up);
  const Vec3 way = upright(velocity, up_);
  return seen(foot, p.kind == Kind::rim ? rim_normal(p, at, way) : side_normal(p.slice, at, way));
}

Distance<3> CylinderHullParts::distance() const {
  const auto seen = [&](const Distance<3>& d) {
    return Distance<3>{d.distance, in_space(d.point_a, up_), in_space(d.point_b, up_), in_space(d.normal, up_)};
  };
  if (start() == Proximity::apart) return seen(distance_apart(pair_));
  Depth depth = depth_in(pair_, {});
  depth.gap = start() == Proximity::touching ? 0 : keep_sign(depth.gap, -1);
  const Vec3 foot = deepest(depth, pair_.cylinder.center);
  return seen({depth.gap, foot + depth.gap * depth.out, foot, -depth.out});
}

}  // namespace carom::query
