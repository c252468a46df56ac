#pragma once
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/overlap.hpp"
#include "query/parts/ball_parts.hpp"

// The queries, for any pair of shapes. A file per pair of shapes says how it is seen (`Seen`) and instantiates them.
// What the parts answer is called by its bare name: some kinds of parts, included later, bring functions of their own.
namespace carom {
namespace query {

/// A pair of shapes as a ball among features: `Seen<A, B>{a, b}` has a `ball`, which moves as the first shape, and
/// `parts`, which move as the second.
template <class A, class B>
struct Seen;
template <int D, class B>
struct Seen<Ball<D>, B> {
  const Ball<D>& ball;
  typename PartsOf<B>::type parts;

  Seen(const Ball<D>& a, const B& b) : ball(a), parts{b} {}
};

/// Of two hulls the one of the lesser rank is asked first.
template <int D>
constexpr int rank_of(const Segment<D>*) {
  return 0;
}
template <int D>
constexpr int rank_of(const Capsule<D>*) {
  return 1;
}
template <int D>
constexpr int rank_of(const Aabb<D>*) {
  return 2;
}
constexpr int rank_of(const ConvexPolygon*) {
  return 3;
}
constexpr int rank_of(const Triangle*) {
  return 3;
}
template <class A, class B>
concept TurnedHulls = HullShape<A> && HullShape<B> &&
    (rank_of(static_cast<const A*>(nullptr)) > rank_of(static_cast<const B*>(nullptr)));

/// A shape first, second a ball; a half-space first, or a hull that a cylinder stands on: asked the other way round.
template <class A, class B>
concept Turned = (BallShape<B> && !BallShape<A>) || StandingPair<B, A> || StandingOnHull<B, A> || TurnedHulls<A, B>;

template <int D>
std::optional<Impact<D>> turned(std::optional<Impact<D>> impact, const Ball<D>& ball, const Motion<D>& motion) {
  if (!impact) return impact;
  impact->point = ball.center + motion.displacement(impact->time) + ball.radius * impact->normal;
  impact->normal = -impact->normal;
  return impact;
}

template <int D>
Distance<D> turned(const Distance<D>& d) {
  return {d.distance, d.point_b, d.point_a, -d.normal};
}

}  // namespace query

template <class A, SupportedPair<A> B>
std::optional<Impact<kDimension<A>>> time_of_impact(const A& a, const Motion<kDimension<A>>& motion_a, const B& b,
                                                    const Motion<kDimension<A>>& motion_b, double horizon) {
  if constexpr (query::Turned<A, B> && BallShape<B>) {
    return query::turned(time_of_impact(b, motion_b, a, motion_a, horizon), b, motion_b);
  } else if constexpr (query::Turned<A, B>) {
    auto impact = time_of_impact(b, motion_b, a, motion_a, horizon);
    if (!impact) return impact;
    // Where they touch the point is that of both.
    if (impact->time == 0 && impact->start == Proximity::overlapping) impact->point = distance(b, a).point_a;
    impact->normal = -impact->normal;
    return impact;
  } else if constexpr (BallShape<A> && BallShape<B>) {
    return query::ball_ball_impact(a, motion_a, b, motion_b, horizon);
  } else {
    const query::Seen<A, B> seen(a, b);
    return first_impact_with(seen.parts, seen.ball, motion_a, motion_b, horizon);
  }
}

template <class A, SupportedPair<A> B>
Proximity proximity(const A& a, const B& b) {
  if constexpr (query::Turned<A, B>) {
    return proximity(b, a);
  } else {
    const query::Seen<A, B> seen(a, b);
    return proximity_to(seen.parts, seen.ball);
  }
}

template <class A, SupportedPair<A> B>
Overlap overlap(const A& a, const B& b) {
  const double apart = distance(a, b).distance;
  return {query::proximity_of_sign(query::sign_of(apart)), std::max(0.0, -apart)};
}

template <class A, SupportedPair<A> B>
std::optional<Contact<kDimension<A>>> contact(const A& a, const B& b) {
  const auto d = distance(a, b);
  if (d.distance > 0) return std::nullopt;
  return Contact<kDimension<A>>{d.point_b, d.normal, std::max(0.0, -d.distance)};
}

template <class A, SupportedPair<A> B>
Distance<kDimension<A>> distance(const A& a, const B& b) {
  if constexpr (query::Turned<A, B>) {
    return query::turned(distance(b, a));
  } else {
    const query::Seen<A, B> seen(a, b);
    return distance_to(seen.parts, seen.ball);
  }
}

}  // namespace carom

/// Compiles every query about shapes of type A and B, in this order.
// NOLINTBEGIN(bugprone-macro-parentheses): types stand in no parentheses
#define CAROM_ANSWER(A, B)                                                                                       \
  template std::optional<Impact<kDimension<A>>> time_of_impact(const A&, const Motion<kDimension<A>>&, const B&, \
                                                               const Motion<kDimension<A>>&, double);            \
  template Proximity proximity(const A&, const B&);                                                              \
  template Overlap overlap(const A&, const B&);                                                                  \
  template std::optional<Contact<kDimension<A>>> contact(const A&, const B&);                                    \
  template Distance<kDimension<A>> distance(const A&, const B&)
// NOLINTEND(bugprone-macro-parentheses)
