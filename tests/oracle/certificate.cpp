#include "certificate.hpp"

#include <algorithm>

namespace oracle {
namespace {

/// Everything below is within 16 roundings of 64 bits of its terms, exp included.
constexpr Wide kError = 0x1p-60L;
constexpr Wide kEndless = std::numeric_limits<Wide>::infinity();
/// The contact's position must be known this well, in units of 2^-53.
constexpr double kSlack = 64;
constexpr int kMostTries = 120;

// ---- Nearest points

Point nearest_on_line(const Point& a, const Point& b, const Point& x) {
  const Point d = b - a;
  const Wide share = dot(x - a, d) / dot(d, d);
  return a + std::clamp(share, Wide{0}, Wide{1}) * d;
}

/// Outside of the prism over the triangle the nearest point is on an edge.
Point nearest_on_triangle(const std::vector<Point>& v, const Point& x) {
  const Point n = cross(v[1] - v[0], v[2] - v[0]);
  bool within = true;
  for (std::size_t i = 0; i < 3; ++i) within = within && dot(cross(n, v[(i + 1) % 3] - v[i]), x - v[i]) >= 0;
  if (within) return x - (dot(n, x - v[0]) / dot(n, n)) * n;
  Point best;
  Wide least = kEndless;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point p = nearest_on_line(v[i], v[(i + 1) % 3], x);
    if (const Wide d = dot(x - p, x - p); d < least) least = d, best = p;
  }
  return best;
}

/// Beside a line in the plane or a triangle: its normal, which is sure where the way to the nearest point is short.
Point flat_normal(const Body& body) {
  const std::vector<Point>& v = body.corners;
  if (body.dimension == 2 && v.size() == 2) return {v[1].y - v[0].y, v[0].x - v[1].x, 0};
  if (body.dimension == 3 && v.size() == 3) return cross(v[1] - v[0], v[2] - v[0]);
  return {};
}

/// How far x is within each end or edge of a flat body, times the length of that edge's `out`.
struct Within {
  Wide least = kEndless;
  Wide length = 0;  ///< of the longest `out`
};

Within within(const Body& body, const Point& n, const Point& x) {
  const std::vector<Point>& v = body.corners;
  Within result;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point& to = v[(i + 1) % v.size()];
    const Point in = v.size() == 2 ? to - v[i] : cross(n, to - v[i]);
    result.least = std::min(result.least, dot(in, x - v[i]));
    result.length = std::max(result.length, in.size());
  }
  return result;
}

Lie lie_to_polygon(const std::vector<Point>& v, const Point& x) {
  Wide deepest = -kEndless;
  Wide lead = kEndless;
  Point out;
  Point best;
  Wide least = kEndless;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point& to = v[i + 1 == v.size() ? 0 : i + 1];
    const Point d = to - v[i];
    const Wide inverse = 1 / d.length();
    const Point n{d.y * inverse, -d.x * inverse, 0};
    if (const Wide beyond = dot(n, x - v[i]); beyond > deepest)
      lead = beyond - deepest, deepest = beyond, out = n;
    else
      lead = std::min(lead, deepest - beyond);
    const Point p = nearest_on_line(v[i], to, x);
    if (const Wide d2 = dot(x - p, x - p); d2 < least) least = d2, best = p;
  }
  if (deepest <= 0) return {out, deepest, lead};
  return {x - best, std::sqrt(least)};
}

struct Beyond {
  Wide most = -kEndless;  ///< beyond any bound; < 0 inside
  Wide lead = kEndless;   ///< over the next
  Point out;              ///< away from that bound
  Point outside;          ///< how far outside on each axis
};

Beyond beyond_bounds(const Point& low, const Point& high, const Point& x, int dimension) {
  Beyond b;
  const Wide lows[] = {low.x - x.x, low.y - x.y, low.z - x.z};
  const Wide highs[] = {x.x - high.x, x.y - high.y, x.z - high.z};
  Wide outside[3] = {};
  for (int k = 0; k < dimension; ++k) {
    const bool is_low = lows[k] > highs[k];
    const Wide out = is_low ? lows[k] : highs[k];
    if (out > 0) outside[k] = is_low ? -out : out;
    b.lead = std::min(out > b.most ? out - b.most : std::min(b.lead, b.most - out),
                      highs[k] - lows[k] > 0 ? highs[k] - lows[k] : lows[k] - highs[k]);
    if (out > b.most) {
      b.most = out;
      const Wide sign = is_low ? -1 : 1;
      b.out = {k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0};
    }
  }
  b.outside = {outside[0], outside[1], outside[2]};
  return b;
}

Lie lie_to_box(const Body& body, const Point& x) {
  const Beyond b = beyond_bounds(body.low, body.high, x, body.dimension);
  if (b.most <= 0) return {b.out, b.most, b.lead};
  return {b.outside, b.outside.length()};
}

Lie lie_to_prism(const Body& body, const Point& x) {
  const Point flat{x.x, x.y, 0};
  const Beyond plane = beyond_bounds(body.low, body.high, flat, 2);
  const Wide out = plane.most > 0 ? plane.outside.length() : plane.most;
  const Point planar = plane.most > 0 ? (1 / out) * plane.outside : plane.out;
  const Wide s = out - body.around;
  const Wide low = body.low.z - x.z;
  const Wide high = x.z - body.high.z;
  const Wide z = std::max(low, high);
  const Point up{0, 0, high > low ? Wide{1} : Wide{-1}};
  if (s > 0 && z > 0) {
    const Point away = s * planar + z * up;
    return {away, away.length()};
  }
  // Inside of the core the planar direction is one of several.
  if (s <= 0 && z <= 0)
    return s > z ? Lie{planar, s, plane.most > 0 ? s - z : 0} : Lie{up, z, std::min(z - s, std::fabs(high - low))};
  return s > z ? Lie{planar, s} : Lie{up, z};
}

// ---- Separation on a stretch of time

struct Bound {
  Wide least = 0;
  Wide slope = 0;
};

/// A lower bound of n·x(t) − support on a ≤ t ≤ b within one leg, its error taken off; also the slope at a.
Wide least_separation(const Body& body, const Leg& leg, const Point& n, Wide a, Wide b) {
  const Wide far = b == kEndless ? a : b;
  const Wide length = n.size();
  const Wide error = kError * length * (leg.size(far) + body.size());
  const Wide at_a = dot(n, leg.place(a)) - body.support(n) - error;
  if (!(at_a > 0)) return -1;
  const Wide slope = dot(n, leg.velocity(a));
  const Wide bend = dot(n, leg.h);
  const Wide slope_error = kError * length * (leg.v_terms + 2 * leg.h_terms * (far - leg.from));
  if (leg.fadings == 0) {
    if (b == kEndless) {
      const bool still = leg.v.size() == 0 && leg.h.size() == 0;
      const bool straight = leg.h.size() == 0;
      if (still) return at_a;
      if (straight) return slope > slope_error ? at_a : -1;
      return bend > kError * length * leg.h_terms && slope > slope_error ? at_a : -1;
    }
    const Wide at_b = dot(n, leg.place(b)) - body.support(n) - error;
    Wide least = std::min(at_a, at_b);
    if (bend > 0 && slope < slope_error) {
      const Wide turn = (std::fabs(slope) + slope_error) / (2 * bend);
      if (turn < b - a) least = std::min(least, at_a - (std::fabs(slope) + slope_error) * turn / 2);
    }
    return least;
  }
  if (b == kEndless) {
    // A fading term moves by no more than its rest.
    if (leg.h.size() != 0) return -1;
    if (leg.v.size() != 0 && !(dot(n, leg.v) > kError * length * leg.v_terms)) return -1;
    Wide least = at_a;
    for (int i = 0; i < leg.fadings; ++i) {
      const auto& f = leg.fading[static_cast<std::size_t>(i)];
      const Wide rest = std::exp(-f.k * (a - leg.from)) / f.k;
      least += std::min(Wide{0}, dot(n, f.w) * rest) - 4 * kError * length * f.w.size() * rest;
    }
    return least;
  }
  // Taylor at both ends: |second derivative| ≤ curl.
  Wide curl = 2 * std::fabs(bend) + 2 * kError * length * leg.h_terms;
  Wide fading_error = slope_error;
  for (int i = 0; i < leg.fadings; ++i) {
    const auto& f = leg.fading[static_cast<std::size_t>(i)];
    curl += f.k * (std::fabs(dot(n, f.w)) + kError * length * f.w.size()) * std::exp(-f.k * (a - leg.from));
    fading_error += kError * length * f.w.size();
  }
  curl *= 1 + kError;
  const Wide span = b - a;
  const Wide drop = curl * span * span / 2;
  const Wide end = at_a + (slope - fading_error) * span - drop;
  const Wide from_a = std::min(at_a, end);
  const Wide at_b = dot(n, leg.place(b)) - body.support(n) - error;
  const Wide back = at_b - (dot(n, leg.velocity(b)) + fading_error) * span - drop;
  return std::max(from_a, std::min(at_b, back));
}

class Prover {
 public:
  Prover(const Body& body, const Leg& leg) : body_(body), leg_(leg) {}

  bool is_clear(Wide a, Wide b) {
    if (b == kEndless) return is_clear_for_ever(a);
    const Point at_a = away(a);
    const Point at_b = away(b);
    return is_clear(a, at_a, b, at_b);
  }

 private:
  Point away(Wide t) const { return body_.lie(leg_.place(t)).away; }
  bool separates(const Point& n, Wide a, Wide b) { return least_separation(body_, leg_, n, a, b) > 0; }

  bool is_clear_for_ever(Wide a) {
    if (separates(away(a), a, kEndless)) return true;
    Wide later = std::max(a, Wide{1e-3L});
    for (int i = 0; i < 24; ++i) {
      later *= 4;
      if (separates(away(later), later, kEndless)) return is_clear(a, later);
    }
    return false;
  }

  bool is_clear(Wide a, const Point& at_a, Wide b, const Point& at_b) {
    if (++tries_ > kMostTries) return false;
    if (separates(at_b, a, b) || separates(at_a, a, b) || is_behind(a, b) || is_leaving(a, b)) return true;
    if (!(b - a > 1e-15L * b)) return false;
    const Wide middle = cut(a, at_a, b, at_b);
    if (separates(at_a, a, middle) && separates(at_b, middle, b)) return true;
    const Point there = away(middle);
    return is_clear(a, at_a, middle, there) && is_clear(middle, there, b, at_b);
  }

  /// Between the times to which each end's direction separates, as if the path were straight.
  Wide cut(Wide a, const Point& at_a, Wide b, const Point& at_b) const {
    const Wide gap_a = dot(at_a, leg_.place(a)) - body_.support(at_a);
    const Wide gap_b = dot(at_b, leg_.place(b)) - body_.support(at_b);
    const Wide slope_a = dot(at_a, leg_.velocity(a));
    const Wide slope_b = dot(at_b, leg_.velocity(b));
    const Wide until = slope_a < 0 && gap_a > 0 ? a - gap_a / slope_a : b;
    const Wide since = slope_b > 0 && gap_b > 0 ? b - gap_b / slope_b : a;
    const Wide middle = (until + since) / 2;
    const Wide margin = (b - a) / 16;
    if (!(middle > a + margin && middle < b - margin)) return (a + b) / 2;
    return middle;
  }

  /// n·x > d all the while.
  bool is_beyond(const Point& n, Wide d, Wide a, Wide b) const {
    Body half;
    half.sort = Body::Sort::plane;
    half.normal = n;
    half.offset = d;
    return least_separation(half, leg_, n, a, b) > 0;
  }

  /// Behind every edge that it belongs to, all the while.
  bool is_behind(Wide a, Wide b) const {
    if (body_.fronts.empty()) return false;
    for (const Front& f : body_.fronts)
      if (!is_beyond(-1 * f.m, -f.d, a, b)) return false;
    return true;
  }

  /// Beside a one-sided edge, and on the way out: through it from behind or away from its front. That says nothing of
  /// the start, which may be no contact.
  bool is_leaving(Wide a, Wide b) const {
    if (!(a > 0) || body_.fronts.size() != 1 || body_.corners.size() != 2 || leg_.fadings > 0) return false;
    const Point& n = body_.fronts[0].m;
    const Wide doubt = kError * n.size() * (leg_.v_terms + 2 * (b - leg_.from) * leg_.h_terms);
    if (!(dot(n, leg_.velocity(a)) > doubt && dot(n, leg_.velocity(b)) > doubt)) return false;
    const Point d = body_.corners[1] - body_.corners[0];
    return is_beyond(d, dot(d, body_.corners[0]), a, b) && is_beyond(-1 * d, -dot(d, body_.corners[1]), a, b);
  }

  const Body& body_;
  const Leg& leg_;
  int tries_ = 0;
};

/// Not touched in 0 ≤ t ≤ end.
bool is_clear(const Scene& scene, const Body& body, Wide end) {
  for (const Leg& leg : scene.legs) {
    if (leg.from > end) break;
    if (!Prover(body, leg).is_clear(leg.from, std::min(leg.to, end))) return false;
  }
  return true;
}

bool is_clear(const Scene& scene, Wide end) {
  for (const Body& body : scene.bodies)
    if (!is_clear(scene, body, end)) return false;
  return true;
}

/// One convex body that clearly overlaps at the start. Approaching or not: the derivative of the distance. On a
/// straight path the distance is a convex function: what separates never comes back.
Proof started_inside(const Scene& scene) {
  if (scene.bodies.size() != 1 || scene.one_sided) return Proof::none;
  const Body& body = scene.bodies[0];
  const Leg& leg = scene.legs[0];
  const Lie lie = body.lie({});
  const Wide error = kError * body.size();
  if (!(lie.distance - body.grown < -error) || !(lie.lead > 4 * error)) return Proof::none;
  const Wide length = lie.away.length();
  const Point v = leg.velocity(0);
  const bool is_side = lie.distance < 0 || body.sort == Body::Sort::plane;
  const Wide blur = is_side ? 8 * kError : 8 * error / length;
  const Wide rate = dot(lie.away, v) / length;
  const Wide doubt = (leg.v_terms + leg.fading_terms()) * (blur + 8 * kError);
  if (!(length > 0) || !(std::fabs(rate) > doubt)) return Proof::none;
  if (rate < 0) return Proof::overlapping;
  const bool straight = scene.legs.size() == 1 && leg.h_terms == 0 && leg.fadings == 0;
  return straight ? Proof::separating : Proof::none;
}

const Leg& leg_at(const Scene& scene, Wide t) {
  for (const Leg& leg : scene.legs)
    if (t <= leg.to) return leg;
  return scene.legs.back();
}

struct Nearest {
  const Body* body = nullptr;
  Wide gap = kEndless;
  Point n;
};

/// The nearest body that a one-sided edge does not hide.
Nearest nearest(const Scene& scene, const Point& x) {
  Nearest best;
  for (const Body& body : scene.bodies) {
    bool there = body.fronts.empty();
    for (const Front& f : body.fronts) there = there || dot(f.m, x) > f.d;
    const Lie lie = body.lie(x);
    if (there && lie.distance - body.grown < best.gap) best = {&body, lie.distance - body.grown, lie.away};
  }
  return best;
}

/// A side of a one-sided chain, not near its ends: there the other edges have a say.
bool is_well_beside(const Body& edge, const Point& x) {
  const Point d = edge.corners[1] - edge.corners[0];
  const Wide share = dot(x - edge.corners[0], d) / dot(d, d);
  const Front& f = edge.fronts[0];
  return share > 1e-9L && share < 1 - 1e-9L && dot(f.m, x) - f.d > 1e-12L * f.m.size() * (x.size() + edge.size());
}

bool is_inside(const Scene& scene, Wide t) {
  const Leg& leg = leg_at(scene, t);
  const Point x = leg.place(t);
  const Nearest near = nearest(scene, x);
  if (!near.body) return false;
  if (scene.one_sided && !is_well_beside(*near.body, x)) return false;
  return near.gap < -kError * (leg.size(t) + near.body->size());
}

/// A point that is on one side of a flat body before and on the other after, and within its edges all the while.
bool is_crossing(const Scene& scene, const Body& body, Wide before, Wide after) {
  const Point n = flat_normal(body);
  const Leg& leg = leg_at(scene, before);
  if (scene.one_sided || body.grown != 0 || !(n.size() > 0) || after > leg.to) return false;
  const Wide error = kError * (leg.size(after) + body.size());
  const Wide speed = leg.v_terms + 2 * (after - leg.from) * leg.h_terms + leg.fading_terms();
  const Point x = leg.place(before);
  const Within side = within(body, n, x);
  if (!(side.least > 2 * side.length * (error + (after - before) * speed))) return false;
  const Wide from = dot(n, x - body.corners[0]);
  const Wide to = dot(n, leg.place(after) - body.corners[0]);
  const Wide doubt = n.size() * error;
  return (from > doubt && to < -doubt) || (from < -doubt && to > doubt);
}

/// The clock's time of t.
Wide clock(const Scene& scene, Wide t) {
  if (scene.clock_rate == 0) return t;
  return t == kEndless ? 1 / scene.clock_rate : -std::expm1(-scene.clock_rate * t) / scene.clock_rate;
}

}  // namespace

Wide Body::support(const Point& n) const {
  Wide most = -kEndless;
  switch (sort) {
    case Sort::hull:
      for (const Point& p : corners) most = std::max(most, dot(n, p));
      break;
    case Sort::plane:
      return offset;
    case Sort::box:
    case Sort::prism:
      most = std::max(n.x * low.x, n.x * high.x) + std::max(n.y * low.y, n.y * high.y) +
             (dimension == 3 ? std::max(n.z * low.z, n.z * high.z) : 0);
      if (around > 0) most += around * std::sqrt(n.x * n.x + n.y * n.y);
  }
  return most + (grown > 0 ? grown * n.length() : 0);
}

Lie Body::lie(const Point& x) const {
  switch (sort) {
    case Sort::plane:
      return {normal, dot(normal, x) - offset};
    case Sort::box:
      return lie_to_box(*this, x);
    case Sort::prism:
      return lie_to_prism(*this, x);
    case Sort::hull:
      break;
  }
  if (dimension == 2 && corners.size() > 2) return lie_to_polygon(corners, x);
  if (grown == 0) {
    if (const Point n = flat_normal(*this); n.size() > 0 && within(*this, n, x).least > 0) {
      const Wide out = dot(n, x - corners[0]);
      return {(out < 0 ? Wide{-1} : Wide{1}) * n, std::fabs(out) / n.length()};
    }
  }
  const Point p = corners.size() == 1   ? corners[0]
                  : corners.size() == 2 ? nearest_on_line(corners[0], corners[1], x)
                                        : nearest_on_triangle(corners, x);
  return {x - p, (x - p).length()};
}

Wide Body::size() const {
  Wide most = low.size() + high.size() + std::fabs(offset) + around + grown;
  for (const Point& p : corners) most = std::max(most, p.size() + grown);
  return most;
}

Point Leg::place(Wide t) const {
  const Wide s = t - from;
  Point x = start + s * (v + s * h);
  for (int i = 0; i < fadings; ++i) {
    const Fading& f = fading[static_cast<std::size_t>(i)];
    x = x + (-std::expm1(-f.k * s) / f.k) * f.w;
  }
  return x;
}

Point Leg::velocity(Wide t) const {
  const Wide s = t - from;
  Point x = v + (2 * s) * h;
  for (int i = 0; i < fadings; ++i) {
    const Fading& f = fading[static_cast<std::size_t>(i)];
    x = x + std::exp(-f.k * s) * f.w;
  }
  return x;
}

Wide Leg::fading_terms() const {
  Wide sum = 0;
  for (int i = 0; i < fadings; ++i) sum += fading[static_cast<std::size_t>(i)].w.size();
  return sum;
}

Wide Leg::size(Wide t) const {
  const Wide s = t - from;
  Wide sum = start_terms + s * (v_terms + s * h_terms);
  for (int i = 0; i < fadings; ++i) {
    const Fading& f = fading[static_cast<std::size_t>(i)];
    sum += std::min(s, 1 / f.k) * f.w.size();
  }
  return sum;
}

std::vector<bool> clear_bodies(const Scene& scene, double horizon) {
  std::vector<bool> clear;
  const Wide end = clock(scene, horizon) * (scene.clock_rate > 0 ? 1 + 8 * kError : 1);
  for (Body body : scene.bodies) {
    body.fronts.clear();
    clear.push_back(is_clear(scene, body, end));
  }
  return clear;
}

Certificate certify(const Scene& scene, std::optional<double> time, double horizon) {
  if (const Proof proof = started_inside(scene); proof != Proof::none) return {proof, 0};
  const Wide end = clock(scene, horizon);
  if (!time) {
    if (!is_clear(scene, scene.clock_rate > 0 ? end * (1 + 8 * kError) : end)) return {};
    return {Proof::miss, 0};
  }
  const Wide answer = clock(scene, *time);
  if (!(answer > 0)) return {};
  Wide t = answer;
  Wide speed = 0, rate = 0, error = 0;
  const Body* met = nullptr;
  for (int i = 0; i < 3; ++i) {
    const Leg& leg = leg_at(scene, t);
    const Point x = leg.place(t);
    const Nearest near = nearest(scene, x);
    if (!near.body) return {};
    const Point v = leg.velocity(t);
    speed = v.length();
    const Wide length = near.n.length();
    if (!(length > 0)) return {};
    rate = dot(near.n, v) / length;
    error = 4 * kError * (leg.size(t) + near.body->size());
    Wide gap = near.gap;
    if (rate > 0 && near.body->grown == 0 && gap < error && flat_normal(*near.body).size() > 0)
      gap = -gap, rate = -rate;
    if (!(rate < 0)) return {};
    met = near.body;
    if (i < 2) t -= gap / rate;
    if (!(t > 0)) return {};
  }
  Wide path = 0;
  Wide before = 0;
  for (int i = 1; i <= 8; ++i) {
    const Wide now = t * i / 8;
    path += (leg_at(scene, now).place(now) - leg_at(scene, before).place(before)).length();
    before = now;
  }
  const Wide size = std::max(scene.radius, path);
  const Wide unit = size * 0x1p-53L;
  const Wide margin = error / -rate;
  if (!(margin * speed <= kSlack * unit)) return {};
  if (!(t + margin <= end * (1 - 8 * kError)) || !(t - margin > 0)) return {};
  if (!is_inside(scene, t + margin) && !is_crossing(scene, *met, t - margin, t + margin)) return {};
  if (!is_clear(scene, t - margin)) return {};
  const Wide off = std::fabs(answer - t) * speed / unit;
  return {Proof::hit, static_cast<double>(off)};
}

// ---- Scenes

namespace {

template <int D>
Point relative(const Vec<D>& v, const Vec<D>& origin) {
  Point p{static_cast<Wide>(v[0]) - origin[0], static_cast<Wide>(v[1]) - origin[1], 0};
  if constexpr (D == 3) p.z = static_cast<Wide>(v[2]) - origin[2];
  return p;
}

template <int D>
Point wide(const Vec<D>& v) {
  return relative(v, Vec<D>{});
}

Body hull(std::vector<Point> corners, Wide grown, int dimension) {
  Body b;
  b.corners = std::move(corners);
  b.grown = grown;
  b.dimension = dimension;
  return b;
}

Body box(const Point& low, const Point& high, Wide grown, int dimension) {
  Body b;
  b.sort = Body::Sort::box;
  b.low = low;
  b.high = high;
  b.grown = grown;
  b.dimension = dimension;
  return b;
}

Body prism(const Point& low, const Point& high, Wide around, Wide grown) {
  Body b = box(low, high, grown, 3);
  b.sort = Body::Sort::prism;
  b.around = around;
  return b;
}

__extension__ using Wider = __float128;

/// One step of Newton's from 64 bits.
Wider root(Wider square) {
  const Wider start = std::sqrt(static_cast<Wide>(square));
  return start > 0 ? (start + square / start) / 2 : 0;
}

/// n·(c − point)/|n| − offset − r cancels far from the origin: 113 bits. `reach` is a length times |n|.
template <int D>
Body plane(const HalfSpace<D>& h, const Ball<D>& ball, Wider reach = 0) {
  Wider square = 0;
  Wider along = 0;
  for (int k = 0; k < D; ++k) {
    const Wider n = h.normal[k];
    square += n * n;
    along += n * (static_cast<Wider>(ball.center[k]) - static_cast<Wider>(h.point[k]));
  }
  const Wider length = root(square);
  Body b;
  b.sort = Body::Sort::plane;
  b.normal = (1 / static_cast<Wide>(length)) * wide<D>(h.normal);
  b.offset =
      static_cast<Wide>(static_cast<Wider>(h.offset) + static_cast<Wider>(ball.radius) - (along - reach) / length);
  return b;
}

Front front_of(const Point& from, const Point& to) {
  const Point d = to - from;
  const Point m{-d.y, d.x, 0};
  return {m, dot(m, from)};
}

template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Ball<D>& b) {
  list.push_back(hull({relative(b.center, a.center)}, static_cast<Wide>(a.radius) + b.radius, D));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const HalfSpace<D>& b) {
  list.push_back(plane(b, a));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Segment<D>& b) {
  list.push_back(hull({relative(b.from, a.center), relative(b.to, a.center)}, a.radius, D));
  if (b.sides == Sides::front) list.back().fronts.push_back(front_of(list.back().corners[0], list.back().corners[1]));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Capsule<D>& b) {
  list.push_back(
      hull({relative(b.from, a.center), relative(b.to, a.center)}, static_cast<Wide>(a.radius) + b.radius, D));
}
template <int D>
void add(std::vector<Body>& list, const Ball<D>& a, const Aabb<D>& b) {
  list.push_back(box(relative(b.low, a.center), relative(b.high, a.center), a.radius, D));
}
void add(std::vector<Body>& list, const Ball<2>& a, const ConvexPolygon& b) {
  std::vector<Point> corners;
  for (const Vec2& v : b.vertices) corners.push_back(relative(v, a.center));
  list.push_back(hull(std::move(corners), a.radius, 2));
}
void add(std::vector<Body>& list, const Ball<2>& a, const Polygon& b) {
  for (int k = 0; k < b.edge_count(); ++k) add(list, a, b.edge(k));
}
void add(std::vector<Body>& list, const Ball<3>& a, const Triangle& b) {
  list.push_back(hull({relative(b.a, a.center), relative(b.b, a.center), relative(b.c, a.center)}, a.radius, 3));
}
void add(std::vector<Body>& list, const Ball<3>& a, const TriangleMesh& b) {
  for (std::size_t k = 0; k < b.triangles.size(); ++k) add(list, a, b.triangle(k));
}
void add(std::vector<Body>& list, const Ball<3>& a, const UprightCylinder& b) {
  const Point c = relative(b.center, a.center);
  const Point h{0, 0, b.half_height};
  list.push_back(prism(c - h, c + h, b.radius, a.radius));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const HalfSpace<3>& b) {
  const Wider x = b.normal.x, y = b.normal.y, up = std::fabs(b.normal.z);
  list.push_back(plane(b, Ball<3>{a.center, 0}, a.radius * root(x * x + y * y) + a.half_height * up));
}
template <int D>
void add(std::vector<Body>& list, const Aabb<D>& a, const Aabb<D>& b) {
  list.push_back(box(relative(b.low, a.high), relative(b.high, a.low), 0, D));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const UprightCylinder& b) {
  const Point c = relative(b.center, a.center);
  const Point h{0, 0, static_cast<Wide>(a.half_height) + b.half_height};
  list.push_back(prism(c - h, c + h, static_cast<Wide>(a.radius) + b.radius, 0));
}
void add(std::vector<Body>& list, const UprightCylinder& a, const Aabb<3>& b) {
  const Point h{0, 0, a.half_height};
  list.push_back(prism(relative(b.low, a.center) - h, relative(b.high, a.center) + h, a.radius, 0));
}

template <class A, class B>
inline constexpr bool kIsPair = requires(std::vector<Body>& list, const A& a, const B& b) {
  add(list, a, b);
};

template <int D>
bool is_still(const Motion<D>& m) {
  return is_zero(m.velocity) && (is_zero(m.acceleration) || m.stop == 0);
}

/// |v|/d of a law that slows down, or the law's own.
template <int D>
Wide stop_of(const Motion<D>& m) {
  return m.deceleration > 0 ? wide<D>(m.velocity).length() / m.deceleration : static_cast<Wide>(m.stop);
}

/// Adds a motion, seen from `from` on, times a sign.
template <int D>
void add(Leg& leg, const Motion<D>& m, Wide sign) {
  if (is_still(m)) return;
  const Point v = sign * wide<D>(m.velocity);
  const Point h = m.deceleration > 0 ? (-m.deceleration / (2 * wide<D>(m.velocity).length())) * v
                                     : (sign / 2) * wide<D>(m.acceleration);
  if (m.damping > 0) {
    const Wide done = -std::expm1(-static_cast<Wide>(m.damping) * leg.from) / m.damping;
    leg.start = leg.start + done * v;
    leg.start_terms += done * v.size();
    const Wide left = std::exp(-static_cast<Wide>(m.damping) * leg.from);
    leg.fading[static_cast<std::size_t>(leg.fadings++)] = {left * v, m.damping};
    return;
  }
  const Wide t = std::min(leg.from, stop_of(m));
  leg.start = leg.start + t * (v + t * h);
  leg.start_terms += t * (v.size() + t * h.size());
  if (leg.from >= stop_of(m)) return;
  leg.v = leg.v + (v + (2 * t) * h);
  leg.h = leg.h + h;
  leg.v_terms += v.size() + 2 * t * h.size();
  leg.h_terms += h.size();
}

template <int D>
std::vector<Leg> legs_of(const Query<D>& q, Wide& clock_rate) {
  const Motion<D>& a = q.motion_a;
  const Motion<D>& b = q.motion_b;
  const double ka = is_still(a) ? 0 : a.damping;
  const double kb = is_still(b) ? 0 : b.damping;
  Leg leg;
  if ((ka > 0 || kb > 0) && (ka == kb || is_still(a) || is_still(b))) {
    clock_rate = std::max(ka, kb);
    leg.to = kEndless;
    leg.v = relative(a.velocity, b.velocity);
    leg.v_terms = leg.v.size();
    return {leg};
  }
  std::vector<Leg> legs;
  Wide from = 0;
  do {
    leg = Leg{};
    leg.from = from;
    leg.to = kEndless;
    for (const Motion<D>* m : {&a, &b})
      if (!is_still(*m) && stop_of(*m) > from) leg.to = std::min(leg.to, stop_of(*m));
    add(leg, a, 1);
    add(leg, b, -1);
    legs.push_back(leg);
    from = leg.to;
  } while (from < kEndless);
  return legs;
}

}  // namespace

template <int D>
std::optional<Scene> scene_of(const Query<D>& q) {
  Scene scene;
  std::visit(
      [&](const auto& a, const auto& b) {
        if constexpr (kIsPair<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>) add(scene.bodies, a, b);
      },
      q.a, q.b);
  if (scene.bodies.empty()) return std::nullopt;
  for (const Body& body : scene.bodies) scene.one_sided = scene.one_sided || !body.fronts.empty();
  if (const auto* ball = std::get_if<Ball<D>>(&q.a)) {
    scene.radius = ball->radius;
    if (const auto* other = std::get_if<Ball<D>>(&q.b)) scene.radius += other->radius;
  }
  scene.legs = legs_of(q, scene.clock_rate);
  return scene;
}

template std::optional<Scene> scene_of(const Query<2>&);
template std::optional<Scene> scene_of(const Query<3>&);

}  // namespace oracle
