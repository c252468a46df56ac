#include "query/curved/curved_balls.hpp"
#include "query/curved/first_impact.hpp"
#include "query/parts/ball_parts.hpp"
#include "query/straight/linear_impact.hpp"

namespace carom::query {
namespace {

template <int D>
double straight_time(const Ball<D>& a, const Vec<D>& velocity_a, const Ball<D>& b, const Vec<D>& velocity_b,
                     double horizon) {
  return first_contact_linear<D>(a.center - b.center, velocity_a - velocity_b, a.radius + b.radius, horizon, [&] {
    return linear_impact<D>(a.center, velocity_a, a.radius, b.center, velocity_b, b.radius, horizon);
  });
}

template <int D>
double slowing_time(const Ball<D>& a, const Ball<D>& b, const RelativeMotion<D>& m, double horizon) {
  if (const auto clock = slowing_clock(m.motion, m.other, horizon)) {
    // The time of a touch is not as good by this as by the curved ways below.
    if (straight_time(a, m.motion.velocity, b, m.other.velocity, clock->beyond()) == kNever) return kNever;
  }
  const auto feature_of = [&]<class N>(const Course<N, D>& x) { return ball_feature(x, a.radius, b.radius); };
  if (!has_clear_phases(m, horizon)) return algebraic_first_impact(m, horizon, feature_of);
  for (const Phase<D>& phase : Phases<D>(m)) {
    if (phase.from > horizon || at_rest(phase)) break;
    const auto time = curved_balls_impact(m, phase, a.radius, b.radius, horizon);
    if (!time) return slowing_first_impact(m, horizon, feature_of);
    if (*time != kNever) return *time;
  }
  return kNever;
}

template <int D>
double curved_time(const Ball<D>& a, const Ball<D>& b, const RelativeMotion<D>& m, double horizon) {
  if (slows(m)) return slowing_time(a, b, m, horizon);
  const Phase<D>* before = nullptr;
  for (const Phase<D>& phase : Phases<D>(m)) {
    if (phase.from > horizon || at_rest(phase)) break;
    const auto fast = curved_balls_impact(m, phase, a.radius, b.radius, horizon);
    const double time = fast ? *fast : first_impact_in(phase, before, horizon, [&]<class N>(const Course<N, D>& x) {
      return ball_feature(x, a.radius, b.radius);
    });
    if (time != kNever) return time;
    before = &phase;
  }
  return kNever;
}

template <int D>
double damped_time(const Ball<D>& a, const Ball<D>& b, const RelativeMotion<D>& m, double horizon) {
  const auto feature_of = [&]<class N>(const Course<N, D>& x) { return ball_feature(x, a.radius, b.radius); };
  const std::optional<double> damping = common_damping(m);
  if (!damping) return damped_first_impact(m, horizon, feature_of);
  const RelativeMotion<D> straight = straightened(m);
  return impact_by(
      CommonClock(*damping, horizon),
      [&](double end) { return straight_time(a, straight.motion.velocity, b, straight.other.velocity, end); },
      [&](const math::Dyadic& end) { return exact_impact_until(straight, end, feature_of); });
}

template <int D>
double first_time(const Ball<D>& a, const Ball<D>& b, const RelativeMotion<D>& m, double horizon) {
  if (is_damped(m.motion) || is_damped(m.other)) return damped_time(a, b, m, horizon);
  const bool straight =
      same_acceleration(m.motion, m.other) && moves_throughout(m.motion, horizon) && moves_throughout(m.other, horizon);
  return straight ? straight_time(a, m.motion.velocity, b, m.other.velocity, horizon) : curved_time(a, b, m, horizon);
}

template <int D>
Proximity start_of(const Ball<D>& a, const Ball<D>& b) {
  const double distance2 = norm2(a.center - b.center);
  const double reach = a.radius + b.radius;
  const bool clearly_apart = distance2 > 1.0001 * (reach * reach) && distance2 > 0x1p-400;
  return clearly_apart ? Proximity::apart : proximity_to(BallParts<D>{b}, a);
}

template <int D>
Impact<D> impact_at(double time, const Ball<D>& a, const Ball<D>& b, const RelativeMotion<D>& m, Proximity start) {
  const Vec<D> normal = towards_foot(position(m, time), heading(m, time), a.radius + b.radius, Vec<D>{-1});
  const Vec<D> center = b.center + m.other.displacement(time);
  return {time, center - b.radius * normal, normal, start};
}

}  // namespace

template <int D>
double ball_ball_time(const Ball<D>& a, const Motion<D>& motion_a, const Ball<D>& b, const Motion<D>& motion_b,
                      double horizon) {
  return first_time(a, b, {a.center, motion_a, b.center, motion_b}, horizon);
}

template <int D>
std::optional<Impact<D>> ball_ball_impact(const Ball<D>& a, const Motion<D>& motion_a, const Ball<D>& b,
                                          const Motion<D>& motion_b, double horizon) {
  const RelativeMotion<D> relative{a.center, motion_a, b.center, motion_b};
  const double time = first_time(a, b, relative, horizon);
  if (time == kNever) return std::nullopt;
  return impact_at(time, a, b, relative, start_of(a, b));
}

template std::optional<Impact<2>> ball_ball_impact(const Ball<2>&, const Motion<2>&, const Ball<2>&, const Motion<2>&,
                                                   double);
template std::optional<Impact<3>> ball_ball_impact(const Ball<3>&, const Motion<3>&, const Ball<3>&, const Motion<3>&,
                                                   double);
template double ball_ball_time(const Ball<2>&, const Motion<2>&, const Ball<2>&, const Motion<2>&, double);
template double ball_ball_time(const Ball<3>&, const Motion<3>&, const Ball<3>&, const Motion<3>&, double);

}  // namespace carom::query

namespace carom {

template <int D>
double impact_time(const Ball<D>& a, const Linear<D>& motion_a, const Ball<D>& b, const Linear<D>& motion_b,
                   double horizon) {
  return query::straight_time(a, motion_a.velocity, b, motion_b.velocity, horizon);
}

template <int D, std::same_as<Linear<D>> Straight>
std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const Straight& motion_a, const Ball<D>& b,
                                        const Linear<D>& motion_b, double horizon) {
  const double time = impact_time(a, motion_a, b, motion_b, horizon);
  if (time == query::kNever) return std::nullopt;
  return query::impact_at<D>(time, a, b, {a.center, motion_a, b.center, motion_b},
                             time > 0 ? Proximity::apart : query::proximity_to(query::BallParts<D>{b}, a));
}

template double impact_time(const Ball<2>&, const Linear<2>&, const Ball<2>&, const Linear<2>&, double);
template double impact_time(const Ball<3>&, const Linear<3>&, const Ball<3>&, const Linear<3>&, double);
template std::optional<Impact<2>> time_of_impact(const Ball<2>&, const Linear<2>&, const Ball<2>&, const Linear<2>&,
                                                 double);
template std::optional<Impact<3>> time_of_impact(const Ball<3>&, const Linear<3>&, const Ball<3>&, const Linear<3>&,
                                                 double);

}  // namespace carom
