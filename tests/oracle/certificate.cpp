#include "certificate.hpp"

#include <algorithm>

namespace oracle {
namespace {

/// The contact's position must be known this well, in units of 2^-53.
constexpr double kSlack = 64;
constexpr int kMostTries = 120;
/// An arc is also cut into pieces.
constexpr int kMostTriesOfArc = 400;

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
      const bool straight = leg.h.size() == 0;
      if (leg.is_still()) return at_a;
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

/// A bound of the length of the second derivative from a on.
Wide curl_bound(const Leg& leg, Wide a) {
  Wide curl = 2 * (leg.h.length() + kError * leg.h_terms);
  for (int i = 0; i < leg.fadings; ++i) {
    const auto& f = leg.fading[static_cast<std::size_t>(i)];
    curl += f.k * f.w.length() * std::exp(-f.k * (a - leg.from));
  }
  return curl * (1 + 16 * kError);
}

/// The halves of an arc.
std::array<Body, 2> halves(const Body& arc) {
  std::array<Body, 2> parts{arc, arc};
  const Point sum = arc.first + arc.last;
  parts[0].last = parts[1].first = (1 / sum.length()) * sum;
  return parts;
}

class Prover {
 public:
  Prover(const Body& body, const Leg& leg, int& tries) : body_(body), leg_(leg), tries_left_(tries) {}

  bool is_clear(Wide a, Wide b) {
    if (b == kEndless && leg_.is_still()) b = a;
    if (b == kEndless) return is_clear_for_ever(a);
    const Point at_a = away(a);
    const Point at_b = away(b);
    return is_clear(a, at_a, b, at_b);
  }

 private:
  Point away(Wide t) const { return body_.away(leg_.place(t)); }
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
    if (--tries_left_ < 0) return false;
    if (separates(at_b, a, b) || separates(at_a, a, b) || is_behind(a, b) || is_leaving(a, b) || is_encircled(a, b))
      return true;
    if (is_long_arc(a, b)) {
      for (const Body& half : halves(body_))
        if (!Prover(half, leg_, tries_left_).is_clear(a, b)) return false;
      return true;
    }
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

  /// Within the circle of an arc all the while. By Taylor's formula a path leaves its chord by no more than ½ curl
  /// (t − a)(b − t), so that the distance from the centre has its maximum at an end where it changes by more.
  bool is_encircled(Wide a, Wide b) const {
    if (body_.sort != Body::Sort::arc) return false;
    const Wide at_a = (leg_.place(a) - body_.center).length();
    const Wide at_b = (leg_.place(b) - body_.center).length();
    const Wide drop = curl_bound(leg_, a) * (b - a) * (b - a) / 2;
    const Wide most = std::max(at_a, at_b) + (std::fabs(at_a - at_b) > drop ? 0 : drop / 4);
    return most + kError * (leg_.size(b) + body_.size()) < body_.around - body_.grown;
  }

  /// Whether it is cut rather than the time.
  bool is_long_arc(Wide a, Wide b) const {
    if (body_.sort != Body::Sort::arc) return false;
    const Wide chord = body_.around * (body_.last - body_.first).length();
    return chord > (leg_.place(b) - leg_.place(a)).length() && chord > 1e-9L * body_.around;
  }

  const Body& body_;
  const Leg& leg_;
  int& tries_left_;
};

/// Not touched in 0 ≤ t ≤ end.
bool is_clear(const Scene& scene, const Body& body, Wide end) {
  for (const Leg& leg : scene.legs) {
    if (leg.from > end) break;
    int tries = body.sort == Body::Sort::arc ? kMostTriesOfArc : kMostTries;
    if (!Prover(body, leg, tries).is_clear(leg.from, std::min(leg.to, end))) return false;
  }
  return true;
}

bool is_clear(const Scene& scene, Wide end) {
  for (const Body& body : scene.bodies)
    if (!is_clear(scene, body, end)) return false;
  return true;
}

/// Of the distance's derivative at the start, 0 if it is not sure.
int rate_sign(const Leg& leg, const Point& away, Wide blur) {
  const Wide length = away.length();
  const Wide rate = dot(away, leg.velocity(0)) / length;
  const Wide doubt = (leg.v_terms + leg.fading_terms()) * (blur + 8 * kError);
  if (!(length > 0) || !(std::fabs(rate) > doubt)) return 0;
  return rate < 0 ? -1 : 1;
}

/// The pieces of an arc, of which one is clearly the nearest, or those that share its nearest point. What separates may
/// come to another part of it.
Proof started_on_arc(const Scene& scene) {
  const Lie* best = nullptr;
  std::vector<Lie> lies;
  for (const Body& piece : scene.bodies) lies.push_back(piece.lie({}));
  for (const Lie& lie : lies)
    if (!best || lie.distance < best->distance) best = &lie;
  const Wide error = kError * scene.bodies[0].size();
  if (!(best->distance - scene.bodies[0].grown < -error) || !(best->distance > 4 * error)) return Proof::none;
  const auto foot = [](const Lie& lie) { return (lie.distance / lie.away.length()) * lie.away; };
  for (const Lie& lie : lies)
    if (lie.distance < best->distance + 4 * error && !((foot(lie) - foot(*best)).length() < 8 * error))
      return Proof::none;
  return rate_sign(scene.legs[0], best->away, 8 * error / best->away.length()) < 0 ? Proof::overlapping : Proof::none;
}

/// One convex body that clearly overlaps at the start. Approaching or not: the derivative of the distance. On a
/// straight path the distance is a convex function: what separates never comes back.
Proof started_inside(const Scene& scene) {
  if (scene.bodies[0].sort == Body::Sort::arc) return started_on_arc(scene);
  if (scene.bodies.size() != 1 || scene.one_sided) return Proof::none;
  const Body& body = scene.bodies[0];
  const Leg& leg = scene.legs[0];
  const Lie lie = body.lie({});
  const Wide error = kError * body.size();
  if (!(lie.distance - body.grown < -error) || !(lie.lead > 4 * error)) return Proof::none;
  const bool is_side = lie.distance < 0 || body.sort == Body::Sort::plane;
  const Wide blur = (is_side ? 8 * kError : 8 * error / lie.away.length()) + lie.blur;
  const int rate = rate_sign(leg, lie.away, blur);
  if (rate == 0) return Proof::none;
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

/// On one side of an arc before and on the other after, and within its angle all the while.
bool is_crossing_arc(const Body& arc, const Leg& leg, Wide before, Wide after, Wide error, Wide speed) {
  const Point from = leg.place(before) - arc.center;
  const Point to = leg.place(after) - arc.center;
  const Wide margin = 2 * (error + (after - before) * speed);
  if (!(cross(arc.first, from).z > margin && cross(from, arc.last).z > margin)) return false;
  const Wide out_from = from.length() - arc.around;
  const Wide out_to = to.length() - arc.around;
  return (out_from > error && out_to < -error) || (out_from < -error && out_to > error);
}

/// A point that is on one side of a flat body before and on the other after, and within its edges all the while.
bool is_crossing(const Scene& scene, const Body& body, Wide before, Wide after) {
  const Point n = body.flat_normal();
  const Leg& leg = leg_at(scene, before);
  if (scene.one_sided || body.grown != 0 || !body.is_thin() || after > leg.to) return false;
  const Wide error = kError * (leg.size(after) + body.size());
  const Wide speed = leg.v_terms + 2 * (after - leg.from) * leg.h_terms + leg.fading_terms();
  if (body.sort == Body::Sort::arc) return is_crossing_arc(body, leg, before, after, error, speed);
  const Point x = leg.place(before);
  const Within side = body.within(n, x);
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

bool Leg::is_still() const {
  return v.size() == 0 && h.size() == 0 && fadings == 0;
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
    // On its way out of what has no inside: it came through.
    if (rate > 0 && near.body->grown == 0 && gap < 0x1p20L * error && near.body->is_thin()) gap = -gap, rate = -rate;
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

}  // namespace oracle
