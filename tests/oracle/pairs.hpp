#pragma once
#include <cstdint>
#include <limits>

#include "first_touch.hpp"
#include "random.hpp"

// Pairs of shapes in motion, ordinary and adversarial, made from a contact backwards: choose how the ball touches, then
// where it came from.
namespace oracle {

enum class Class {
  random,          ///< anything: about half of them meet
  near_graze,      ///< the closest approach within 1e-2 … 1e-6 radii of touching
  last_ulp_graze,  ///< the closest approach within a few roundings of touching
  exact_graze,     ///< Pythagorean: touching exactly
  long_motion,     ///< paths of 1e4 and of 2e6 radii
  far_away,        ///< 1e6 from the origin
  at_horizon,      ///< the touch within an ulp of the horizon
  in_contact,      ///< touching or overlapping at the start
  small_integers,  ///< everything a small integer: ties of all sorts
  count
};

inline const char* name(Class c) {
  constexpr const char* kNames[] = {"random",   "near graze", "last-ulp graze", "exact graze",   "long motion",
                                    "far away", "at horizon", "in contact",     "small integers"};
  return kNames[static_cast<int>(c)];
}

/// Where a ball touches a shape: the direction from there to its centre.
template <int D>
struct Place {
  Vec<D> foot;
  Vec<D> outward;
};

template <int D>
Place<D> place_on(const Ball<D>& ball, Random& random) {
  const Vec<D> n = random.unit<D>();
  return {ball.center + ball.radius * n, n};
}

template <int D>
Place<D> place_on(const HalfSpace<D>& plane, Random& random) {
  const Vec<D> anywhere = random.vector<D>(3);
  return {anywhere - (dot(plane.normal, anywhere) - plane.offset) * plane.normal, plane.normal};
}

template <int D>
Place<D> place_on(const Segment<D>& s, Random& random) {
  const Vec<D> line = s.to - s.from;
  const Vec<D> along = line / norm(line);
  const Vec<D> side = perpendicular(along, random);
  if (random.chance(2)) return {s.from + random.between(0, 1) * line, side};
  const double lean = random.between(0, 1);
  const Vec<D> out = lean * along + std::sqrt(1 - lean * lean) * side;
  return random.chance(2) ? Place<D>{s.to, out} : Place<D>{s.from, out - (2 * lean) * along};
}

template <int D>
Place<D> place_on(const Aabb<D>& box, Random& random) {
  Place<D> place{};
  const int kind = 1 + random.below(D);  // how many bounds meet there
  int bounds = 0;
  for (int k = 0; k < D; ++k) {
    const bool bound = bounds < kind && (D - k <= kind - bounds || random.chance(2));
    bounds += bound ? 1 : 0;
    const bool high = random.chance(2);
    place.foot[k] = bound ? (high ? box.high[k] : box.low[k]) : random.between(box.low[k], box.high[k]);
    place.outward[k] = bound ? (high ? 1 : -1) * random.between(0.1, 1) : 0;
  }
  place.outward = place.outward / norm(place.outward);
  return place;
}

inline void make(Random& random, bool whole, Ball<2>& b) {
  b = {whole ? random.integers<2>(5) : random.vector<2>(3), whole ? random.below(4) : random.between(0.1, 2)};
}
inline void make(Random& random, bool whole, Ball<3>& b) {
  b = {whole ? random.integers<3>(5) : random.vector<3>(3), whole ? random.below(4) : random.between(0.1, 2)};
}
template <int D>
void make(Random& random, bool whole, HalfSpace<D>& h) {
  if (!whole) {
    h = HalfSpace<D>::through(random.vector<D>(3), random.unit<D>());
    return;
  }
  h = {};
  h.normal[random.below(D)] = random.chance(2) ? 1 : -1;
  h.offset = random.below(7) - 3;
}
template <int D>
void make(Random& random, bool whole, Segment<D>& s) {
  do s = {whole ? random.integers<D>(5) : random.vector<D>(3), whole ? random.integers<D>(5) : random.vector<D>(3)};
  while (norm2(s.to - s.from) < 0.01);
  if (D == 2 && random.chance(3)) s.sides = Sides::front;
}
template <int D>
void make(Random& random, bool whole, Aabb<D>& b) {
  b.low = whole ? random.integers<D>(5) : random.vector<D>(3);
  for (int k = 0; k < D; ++k) b.high[k] = b.low[k] + (whole ? random.below(5) : random.between(0.1, 3));
}

template <int D>
void shift(Ball<D>& b, const Vec<D>& by) {
  b.center += by;
}
template <int D>
void shift(HalfSpace<D>& h, const Vec<D>& by) {
  h.offset += dot(h.normal, by);
}
template <int D>
void shift(Segment<D>& s, const Vec<D>& by) {
  s.from += by, s.to += by;
}
template <int D>
void shift(Aabb<D>& b, const Vec<D>& by) {
  b.low += by, b.high += by;
}

template <int D>
double reach(const Ball<D>& b) {
  return b.radius;
}
template <int D, class Shape>
double reach(const Shape&) {
  return 0;
}

/// How long, how fast and how bent the motion up to the contact is.
struct Course {
  double time = 1;
  double speed = 1;
  double bend = 0;
};

inline Course course_for(Class kind, bool accelerating, Random& random) {
  Course c;
  c.time = random.power(-1, 1);
  c.speed = random.power(-1, 1);
  if (kind == Class::long_motion) c.speed = (random.chance(2) ? 1e4 : 2e6) / c.time;
  if (accelerating) c.bend = c.speed / c.time * random.between(0.1, 3);
  return c;
}

template <int D, class Shape>
Query<D> made_from_contact(Class kind, bool accelerating, Random& random) {
  Query<D> q;
  Shape shape;
  make(random, false, shape);
  if (kind == Class::far_away) shift(shape, 1e6 * random.unit<D>());
  q.ball.radius = random.between(0.1, 2);
  const Place<D> place = place_on(shape, random);
  const double radius_sum = q.ball.radius + reach<D>(shape);
  const Course c = course_for(kind, accelerating, random);

  // At the contact: distance from the shape, and velocity: inwards, or along the surface for a graze.
  double away = q.ball.radius;
  Vec<D> velocity = c.speed * random.unit<D>();
  const double inwards = dot(velocity, place.outward);
  if (inwards > 0 && !random.chance(8)) velocity = velocity - (2 * inwards) * place.outward;
  const bool graze = kind == Class::near_graze || kind == Class::last_ulp_graze;
  if (graze) velocity = c.speed * perpendicular(place.outward, random);
  if (kind == Class::near_graze) away += radius_sum * random.power(-6, -2) * (random.chance(2) ? 1 : -1);
  if (kind == Class::random) away += radius_sum * random.between(-0.9, 2);
  Vec<D> acceleration = c.bend * random.unit<D>();
  if (graze && dot(acceleration, place.outward) < 0 && !random.chance(4)) acceleration = -acceleration;

  // Backwards from there.
  double time = c.time;
  if (kind == Class::in_contact) {
    time = 0;
    const double depth[] = {0, 1e-16, 1e-12, 1e-3, 0.5, 1.5};
    away -= radius_sum * depth[random.below(6)];
    if (random.chance(2)) velocity = -velocity;
    if (random.chance(4)) velocity = Vec<D>{};
    if (random.chance(3)) acceleration = -acceleration;
  }
  const Vec<D> contact = place.foot + away * place.outward;
  const Vec<D> start_velocity = velocity - time * acceleration;
  q.ball.center = contact - time * velocity + (0.5 * time * time) * acceleration;
  const Vec<D> drift = random.chance(3) ? Vec<D>{} : random.vector<D>(c.speed);
  const Vec<D> pull = accelerating && !random.chance(3) ? random.vector<D>(c.bend) : Vec<D>{};
  q.motion = {start_velocity + drift, acceleration + pull};
  q.other = {drift, pull};
  q.shape = shape;

  const bool endless = random.chance(3);
  q.horizon = endless ? std::numeric_limits<double>::infinity() : time * random.between(0.9, 4);
  if (kind == Class::at_horizon) {
    q.horizon = time;
    for (int i = random.below(4) - 1; i > 0; --i) q.horizon = std::nextafter(q.horizon, 1e300);
    if (random.chance(3)) q.horizon = std::nextafter(q.horizon, 0.0);
  }
  return q;
}

/// Contacts that hold without rounding: integer velocities and offsets at right angles with integer lengths, times
/// powers of two.
template <int D, class Shape>
Query<D> made_exactly(bool accelerating, Random& random) {
  constexpr int kTriples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {28, 45, 53}};
  constexpr int kQuads[][4] = {{1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}, {2, 6, 9, 11}, {6, 6, 7, 11}};
  Query<D> q;
  Shape shape;
  make(random, true, shape);
  Vec<D> n;
  double length = 0;
  if constexpr (D == 2) {
    const auto& t = kTriples[random.below(5)];
    n = {1. * t[0], 1. * t[1]};
    length = t[2];
  } else {
    const auto& t = kQuads[random.below(5)];
    n = {1. * t[0], 1. * t[1], 1. * t[2]};
    length = t[3];
  }
  for (int k = 0; k < D; ++k)
    if (random.chance(2)) n[k] = -n[k];
  Vec<D> tangent;
  if constexpr (D == 2)
    tangent = {-n[1], n[0]};
  else
    tangent = cross(n, random.integers<3>(3));
  Vec<D> foot = random.integers<D>(4);
  q.shape = shape;
  double other_radius = 0;
  if (const auto* b = std::get_if<Ball<D>>(&q.shape)) {
    foot = b->center;
    other_radius = std::min(b->radius, length);
  } else if (const auto* s = std::get_if<Segment<D>>(&q.shape)) {
    foot = random.chance(2) ? s->from : s->to;
  } else if (const auto* box = std::get_if<Aabb<D>>(&q.shape)) {
    for (int k = 0; k < D; ++k) foot[k] = n[k] > 0 ? box->high[k] : box->low[k];
  }
  q.ball.radius = length - other_radius;
  if (auto* b = std::get_if<Ball<D>>(&q.shape)) b->radius = other_radius;
  const double time = std::ldexp(1 + random.below(3), random.below(5) - 2);
  const Vec<D> velocity = std::ldexp(1, random.below(5) - 2) * (random.chance(6) ? tangent - n : tangent);
  const Vec<D> acceleration = accelerating ? random.integers<D>(2) : Vec<D>{};
  q.ball.center = foot + n - time * velocity + (0.5 * time * time) * acceleration;
  const Vec<D> drift = random.integers<D>(3);
  q.motion = {velocity - time * acceleration + drift, acceleration};
  q.other = {drift, {}};
  q.horizon = random.chance(2) ? std::numeric_limits<double>::infinity() : time;
  if (random.chance(6)) q.horizon = std::nextafter(q.horizon, 0.0);
  if (random.chance(4)) q.ball.center[random.below(D)] *= 1 + std::ldexp(random.below(3) - 1, -52);
  return q;
}

template <int D, class Shape>
Query<D> made_of_small_integers(bool accelerating, Random& random) {
  Query<D> q;
  Shape shape;
  make(random, true, shape);
  q.shape = shape;
  q.ball = {random.integers<D>(6), static_cast<double>(random.below(5))};
  q.motion = {random.integers<D>(2), accelerating ? random.integers<D>(2) : Vec<D>{}};
  q.other = {random.chance(2) ? random.integers<D>(2) : Vec<D>{},
             accelerating && random.chance(2) ? random.integers<D>(1) : Vec<D>{}};
  q.horizon = random.chance(2) ? std::numeric_limits<double>::infinity() : random.below(8);
  return q;
}

template <int D, class Shape>
Query<D> make_query(Class kind, bool accelerating, Random& random) {
  if (kind == Class::exact_graze) return made_exactly<D, Shape>(accelerating, random);
  if (kind == Class::small_integers) return made_of_small_integers<D, Shape>(accelerating, random);
  return made_from_contact<D, Shape>(kind, accelerating, random);
}

}  // namespace oracle
