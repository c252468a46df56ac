#include "linear_balls_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace oracle {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

template <int D>
void set_relative(LinearBalls<D>& q, const Vec<D>& p, const Vec<D>& w, const Vec<D>& drift) {
  q.a.center = q.b.center + p;
  q.motion_a.velocity = w + drift;
  q.motion_b.velocity = drift;
}

/// Chosen at the contact, then run backwards.
template <int D>
LinearBalls<D> from_contact(BallClass kind, Random& random) {
  LinearBalls<D> q;
  q.a.radius = random.chance(16) ? 0 : random.between(0.1, 2);
  q.b.radius = random.chance(16) ? 0 : random.between(0.1, 2);
  if (q.a.radius + q.b.radius == 0) q.b.radius = 1;
  q.b.center = random.vector<D>(3);
  if (kind == BallClass::far_away) q.b.center += 1e6 * random.unit<D>();
  const double r = q.a.radius + q.b.radius;
  const Vec<D> n = random.unit<D>();
  double time = random.power(-1, 1);
  double speed = random.power(-1, 1);
  if (kind == BallClass::long_motion) speed = (random.chance(2) ? 1e4 : 2e6) * r / time;

  double away = r;
  Vec<D> w = speed * random.unit<D>();
  if (const double inwards = dot(w, n); inwards > 0 && !random.chance(8)) w = w - (2 * inwards) * n;
  const bool graze = kind == BallClass::near_graze || kind == BallClass::last_ulp_graze;
  if (graze) w = speed * perpendicular(n, random);
  if (kind == BallClass::near_graze) away += r * random.power(-6, -2) * (random.chance(2) ? 1 : -1);
  if (kind == BallClass::random) away += r * random.between(-0.9, 2);
  if (kind == BallClass::in_contact) {
    constexpr double kDepth[] = {0, 1e-16, 1e-12, 1e-3, 0.5, 1};
    time = 0;
    away -= r * kDepth[random.below(6)];
    if (random.chance(3)) w = -w;
    if (random.chance(3)) w = speed * perpendicular(n, random);
    if (random.chance(16)) w = Vec<D>{};
  }
  set_relative(q, away * n - time * w, w, random.chance(3) ? Vec<D>{} : random.vector<D>(speed));
  if (graze || kind == BallClass::in_contact) q.a.radius = std::fabs(random.nudged(q.a.radius, 2));
  q.horizon = random.chance(3) ? kForever : time * random.between(0.9, 4);
  return q;
}

template <int D>
LinearBalls<D> at_horizon(Random& random) {
  LinearBalls<D> q = from_contact<D>(random.chance(4) ? BallClass::long_motion : BallClass::random, random);
  q.horizon = kForever;
  const LinearTruth truth = decide(q);
  q.horizon = truth.impact ? std::fabs(random.nudged(static_cast<double>(truth.time), 1)) : random.between(0, 4);
  return q;
}

template <int D>
Vec<D> whole_perpendicular(const Vec<D>& n, Random& random) {
  if constexpr (D == 2) {
    return random.chance(2) ? Vec<D>{-n[1], n[0]} : Vec<D>{n[1], -n[0]};
  } else {
    return cross(n, random.integers<3>(1000));
  }
}

/// Contacts that hold without rounding. Up to 2^20 times a triple or a quadruple, so that every product is beyond 53
/// bits while all inputs are exact.
template <int D>
LinearBalls<D> exactly(BallClass kind, Random& random) {
  LinearBalls<D> q;
  double length = 0;
  const double scale = random.chance(2) ? 1 : 1 + random.below(1 << 20);
  const Vec<D> n = scale * pythagorean<D>(random, length);
  length *= scale;
  q.b.radius = std::floor(length * random.between(0, 1));
  q.a.radius = length - q.b.radius;
  q.b.center = random.integers<D>(1 << random.below(20));
  const double time = std::ldexp(1 + random.below(7), random.below(5) - 2);
  const double speed = std::ldexp(1 + random.below(100), random.below(8) - 6);
  const bool at_end = kind == BallClass::exact_horizon;
  Vec<D> w = speed * whole_perpendicular(n, random);
  if (at_end && random.chance(2)) w = random.integers<D>(1000);
  if (at_end && dot(w, n) > 0) w = -w;
  set_relative(q, n - time * w, w, random.chance(2) ? Vec<D>{} : random.integers<D>(64));
  q.horizon = at_end ? random.nudged(time, 1) : random.chance(2) ? kForever : time * random.between(0.9, 2);
  if (random.chance(4)) {
    const int k = random.below(D);
    q.a.center[k] = random.nudged(q.a.center[k], 1);
  }
  if (random.chance(8)) q.a.radius = std::fabs(random.nudged(q.a.radius, 1));
  return q;
}

template <int D>
LinearBalls<D> of_small_integers(Random& random) {
  LinearBalls<D> q;
  q.a = {random.integers<D>(6), 1. * random.below(5)};
  q.b = {random.integers<D>(6), 1. * random.below(5)};
  q.motion_a.velocity = random.integers<D>(2);
  if (random.chance(2)) q.motion_b.velocity = random.integers<D>(2);
  q.horizon = random.chance(2) ? kForever : random.below(8);
  return q;
}

template <int D>
LinearBalls<D> of_mixed_sizes(Random& random) {
  const int spread = random.chance(2) ? 10 : 60;
  const auto number = [&] { return std::ldexp(random.between(-1, 1), random.below(2 * spread + 1) - spread); };
  LinearBalls<D> q;
  for (int k = 0; k < D; ++k) {
    q.a.center[k] = number();
    q.b.center[k] = number();
    q.motion_a.velocity[k] = number();
    q.motion_b.velocity[k] = random.chance(2) ? number() : 0;
  }
  // Towards each other, mostly, and with radii that make about half of them meet.
  if (dot(q.a.center - q.b.center, q.motion_a.velocity - q.motion_b.velocity) > 0) std::swap(q.motion_a, q.motion_b);
  q.a.radius = std::fabs(number());
  q.b.radius = norm(q.a.center - q.b.center) * random.between(0, 1);
  q.horizon = random.chance(2) ? kForever : std::fabs(number());
  return q;
}

/// Lengths and velocities scaled apart by powers of two, down to denormal numbers.
template <int D>
void scale(LinearBalls<D>& q, Random& random) {
  const int length = random.below(1941) - 1060;
  const int speed = std::clamp(length + random.below(601) - 300, -1060, 880);
  for (int k = 0; k < D; ++k) {
    for (double* x : {&q.a.center[k], &q.b.center[k]}) *x = std::ldexp(*x, length);
    for (double* x : {&q.motion_a.velocity[k], &q.motion_b.velocity[k]}) *x = std::ldexp(*x, speed);
  }
  q.a.radius = std::ldexp(q.a.radius, length);
  q.b.radius = std::ldexp(q.b.radius, length);
  q.horizon = std::ldexp(q.horizon, length - speed);
}

// Deep grazes. In the plane, w = (m² − n², 2mn) has the length L = m² + n² (m, n coprime, one of them even). With
// p × w = ±L² ∓' 1 and R = L: D = R²L² − (p × w)² = ±'2L² − 1, which is about 2/L² of R²L².

__extension__ using Long = __int128;

struct LongVec {
  Long x = 0;
  Long y = 0;
};

/// d with d × w = 1, for coprime components, and no longer than w: the extended Euclidean algorithm on (w.y, −w.x).
LongVec unit_cross(const LongVec& w) {
  Long a = w.y, b = -w.x, ax = 1, ay = 0, bx = 0, by = 1;
  while (b != 0) {
    const Long quotient = a / b;
    a -= quotient * b, ax -= quotient * bx, ay -= quotient * by;
    std::swap(a, b), std::swap(ax, bx), std::swap(ay, by);
  }
  return a < 0 ? LongVec{-ax, -ay} : LongVec{ax, ay};
}

/// x as the difference of two doubles: its upper part, and minus the rest.
void split(Long x, double& upper, double& minus_rest) {
  upper = static_cast<double>(x);
  minus_rest = -static_cast<double>(x - static_cast<Long>(upper));
}

template <int D>
LinearBalls<D> deep_graze(Random& random) {
  const int size = 13 + random.below(31);
  Long m = 0, n = 0;
  do {
    m = (Long{1} << size) + static_cast<Long>(random.bits() >> (64 - size));
    n = static_cast<Long>(random.bits() >> (64 - size));
    n += (m + n) % 2 == 0 ? 1 : 0;
    Long a = m, b = n;
    while (b != 0) std::swap(a %= b, b);
    if (a == 1) break;
  } while (true);
  const LongVec w{m * m - n * n, 2 * m * n};
  const Long length = m * m + n * n;
  const LongVec d = unit_cross(w);
  const int side = random.chance(2) ? 1 : -1;  // of w
  const int more = random.below(3) - 1;        // of p × w than ±L²
  const Long back = 1 + random.below(4);
  const LongVec p{side * w.y + more * d.x - back * w.x, -side * w.x + more * d.y - back * w.y};

  const int i = random.below(D);
  const int j = (i + 1 + random.below(D - 1)) % D;
  LinearBalls<D> q;
  split(p.x, q.a.center[i], q.b.center[i]);
  split(p.y, q.a.center[j], q.b.center[j]);
  split(w.x, q.motion_a.velocity[i], q.motion_b.velocity[i]);
  split(w.y, q.motion_a.velocity[j], q.motion_b.velocity[j]);
  q.a.radius = static_cast<double>(length);
  if (static_cast<Long>(q.a.radius) > length) q.a.radius = std::nextafter(q.a.radius, 0);
  q.b.radius = static_cast<double>(length - static_cast<Long>(q.a.radius));
  q.horizon = random.chance(2) ? kForever : random.between(0, 6);
  return q;
}

}  // namespace

const char* name(BallClass c) {
  constexpr const char* kNames[] = {"random",         "near graze",  "last-ulp graze", "exact graze",   "deep graze",
                                    "long motion",    "far away",    "at horizon",     "exact horizon", "in contact",
                                    "small integers", "mixed sizes", "scaled"};
  return kNames[static_cast<int>(c)];
}

template <int D>
LinearBalls<D> make_linear_balls(BallClass kind, Random& random) {
  switch (kind) {
    case BallClass::exact_graze:
    case BallClass::exact_horizon:
      return exactly<D>(kind, random);
    case BallClass::deep_graze:
      return deep_graze<D>(random);
    case BallClass::at_horizon:
      return at_horizon<D>(random);
    case BallClass::small_integers:
      return of_small_integers<D>(random);
    case BallClass::mixed_sizes:
      return of_mixed_sizes<D>(random);
    case BallClass::scaled: {
      auto q = make_linear_balls<D>(static_cast<BallClass>(random.below(static_cast<int>(BallClass::scaled))), random);
      scale(q, random);
      return q;
    }
    default:
      return from_contact<D>(kind, random);
  }
}

template LinearBalls<2> make_linear_balls(BallClass, Random&);
template LinearBalls<3> make_linear_balls(BallClass, Random&);

}  // namespace oracle
