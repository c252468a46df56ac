#include "sim/bodies/body_check.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>

#include "carom/force/force_field.hpp"
#include "carom/response/rough_bounce.hpp"
#include "carom/shape/check.hpp"
#include "sim/bodies/particle.hpp"

namespace carom::sim {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

template <int D>
void check_shape(const Ball<D>& ball) {
  if (!is_finite(ball.center)) refuse("a ball's center must be finite");
  if (!(ball.radius >= 0) || std::isinf(ball.radius)) refuse("a ball's radius must be finite and >= 0");
}

template <int D>
void check_shape(const HalfSpace<D>& plane) {
  if (!is_finite(plane.normal) || is_zero(plane.normal) || !std::isfinite(plane.offset) || !is_finite(plane.point))
    refuse("a half-space needs a finite normal that is not 0, and a finite offset and point");
}

template <int D>
void check_shape(const Segment<D>& segment) {
  if (!is_finite(segment.from) || !is_finite(segment.to) || segment.from == segment.to)
    refuse("a segment needs two different finite ends");
  if (D == 3 && segment.sides == Sides::front) refuse("a segment in 3D has no front: it stops balls from all sides");
}

template <int D>
void check_shape(const Aabb<D>& box) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(box.low[k]) || !std::isfinite(box.high[k]) || !(box.low[k] < box.high[k]))
      refuse("a box needs finite corners with low < high");
}

void check_shape(const Polygon& polygon) {
  carom::check(polygon);
}

template <class Shape>
void check_shape(const Shape& shape) {
  carom::check(shape);
}

template <int D>
void check_law(const BodyMotion<D>& motion, const WorldOptions<D>& options) {
  if (!is_finite(motion.acceleration)) refuse("an acceleration must be finite");
  if (!(motion.deceleration >= 0) || std::isinf(motion.deceleration)) refuse("a deceleration must be finite and >= 0");
  if (!(motion.damping >= 0) || std::isinf(motion.damping)) refuse("a damping must be finite and >= 0");
  const int laws = static_cast<int>(!is_zero(motion.acceleration)) + static_cast<int>(motion.deceleration > 0) +
                   static_cast<int>(motion.damping > 0);
  if (laws > 1) refuse("a body has an acceleration, a deceleration or a damping of its own, but one of them only");
  if (laws > 0 && options.damping > 0)
    refuse("common damping and a law of a body's own cannot be combined: give each body its damping");
  if (motion.deceleration + motion.damping > 0 && !options.force_fields.empty())
    refuse("a force field cannot act on a body that decelerates or is damped by a law of its own");
  if (motion.damping > 0 && !is_zero(options.gravity))
    refuse("damping and gravity cannot be combined: such paths meet at transcendental times");
}

/// Its inverse is a number, too.
void check_mass(double mass) {
  if (!(mass > 0)) refuse("a mass must be > 0");
  if (mass < std::numeric_limits<double>::min()) refuse("a mass must be at least 2.3e-308: its inverse is needed");
}

/// The same of what a ball that turns resists with.
template <int D>
void check_inertia(double mass, double radius) {
  if (kHomogeneousInertia<D> * mass * radius * radius < std::numeric_limits<double>::min())
    refuse("a ball that turns needs a larger mass or radius: the inverse of its moment of inertia is no number");
}

template <int D>
void check_spin(const Body<D>& body, const WorldOptions<D>& options) {
  const bool rough = options.tangential_restitution.has_value();
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  if (!is_finite(body.spin)) refuse("a spin must be finite");
  if (!is_zero(body.spin) && !ball) refuse("only balls spin");
  if (!is_zero(body.spin) && !rough) refuse("only balls of a world with tangential_restitution spin");
  if (!is_zero(body.spin) && body.response == Response::pocket) refuse("a pocket does not spin");
  if (!is_zero(body.spin) && body.response == Response::slide) refuse("a ball that slides does not spin");
  if (!rough || !ball) return;
  if (ball->radius == 0 && !std::isinf(body.mass) && body.response != Response::pocket)
    refuse("a point has no spin: with tangential_restitution a ball that can be moved needs a radius > 0");
  if (ball->radius > 0) check_inertia<D>(body.mass, ball->radius);
}

template <int D>
void check_surface(const Body<D>& body, const WorldOptions<D>& options) {
  const bool rough = options.tangential_restitution.has_value();
  if (!(body.friction >= 0)) refuse("a friction must be >= 0");
  if (!(body.rolling_friction >= 0 && body.spinning_friction >= 0) ||
      std::isinf(body.rolling_friction + body.spinning_friction))
    refuse("what resists rolling and spinning must be finite and >= 0");
  if (body.rolling_friction + body.spinning_friction > 0 && !rough)
    refuse("what resists rolling and spinning needs a world with tangential_restitution");
  if (body.friction > 0 && std::isfinite(body.friction) && !rough)
    refuse("friction needs a world with tangential_restitution: 0 where surfaces do not spring back along each other");
  if (!body.surface) return;
  const SurfaceMotion<D>& surface = *body.surface;
  if (std::holds_alternative<Ball<D>>(body.shape))
    refuse("a ball has no moving surface, but an immovable one may spin");
  if (!rough) refuse("a moving surface needs a world with tangential_restitution: without it nothing holds on to it");
  if (!is_finite(surface.velocity) || !is_finite(surface.spin) || !is_finite(surface.center))
    refuse("a surface's velocity, spin and center must be finite");
}

template <int D>
void check_vibration(const Body<D>& body, const WorldOptions<D>& options, double time) {
  const Vibration<D>& vibration = *body.vibration;
  if (std::holds_alternative<Ball<D>>(body.shape)) refuse("balls do not vibrate, but all other shapes may");
  if (!is_finite(vibration.amplitude) || is_zero(vibration.amplitude))
    refuse("a vibration's amplitude must be finite and not zero");
  if (!(vibration.period > 0) || std::isinf(vibration.period)) refuse("a vibration's period must be finite and > 0");
  if (time > 0x1p50 * vibration.period) refuse("a vibration's period is too short for so late a time");
  if (!(vibration.phase >= 0 && vibration.phase < 1)) refuse("a vibration's phase must be from 0 up to but not 1");
  if (!(vibration.rise > 0 && vibration.rise < 1)) refuse("a vibration's rise must be between 0 and 1");
  if (!is_zero(body.motion.velocity)) refuse("what vibrates has no other velocity");
  if (options.damping > 0) refuse("an immovable body cannot move in a damped world");
}

template <int D>
void check_kinematic(const Body<D>& body, const WorldOptions<D>& options) {
  if (!std::holds_alternative<Ball<D>>(body.shape)) refuse("only balls slide");
  if (std::isinf(body.mass)) refuse("a ball that slides needs a finite mass");
  if (has_own_law(body.motion)) refuse("a ball that slides has no law of its own: it goes where it is steered");
  if (options.damping > 0) refuse("common damping and balls that slide cannot be combined");
  if (options.period) refuse("a periodic box has no balls that slide");
}

template <int D>
void check_numbers(const BodyState<D>& state) {
  if (!(state.radius >= 0) || std::isinf(state.radius)) refuse("a ball's radius must be finite and >= 0");
  check_mass(state.mass);
  if (!is_finite(state.position) || !is_finite(state.velocity) || !is_finite(state.spin) || !is_finite(state.force) ||
      !is_finite(state.intended) || !is_finite(state.restoring) || !is_finite(state.carried) ||
      !is_finite(state.still_at))
    refuse("where a ball is, how it moves and what acts on it must be finite");
  if (!std::isfinite(norm2(state.force / state.mass))) refuse("a force must not accelerate a ball beyond all numbers");
  if (!std::isfinite(state.time.offset) || !std::isfinite(state.last_impact.offset) ||
      !std::isfinite(state.pulled.offset))
    refuse("the times of a ball's events must be finite");
}

template <int D>
const Body<D>& body_of(const Snapshot<D>& snapshot, BodyId id) {
  if (id.value >= snapshot.bodies.size()) refuse("there is no body " + std::to_string(id.value));
  return snapshot.bodies[id.value];
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return x > 0 && std::isfinite(x) && std::frexp(x, &exponent) == 0.5;
}

}  // namespace

template <int D>
void check_forces(const WorldOptions<D>& options) {
  if (const auto& damping = options.stepwise_damping) {
    if (!(damping->interval > 0) || std::isinf(damping->interval))
      refuse("a stepwise damping's interval must be finite and > 0");
    if (!(damping->factor >= 0 && damping->factor <= 1)) refuse("a stepwise damping's factor must be from 0 to 1");
    if (!(damping->rest_speed >= 0) || std::isinf(damping->rest_speed))
      refuse("a stepwise damping's rest_speed must be finite and >= 0");
  }
  for (const ForceField<D>& field : options.force_fields) carom::check(field);
  if (options.force_interval && !is_power_of_two(*options.force_interval))
    refuse("force_interval must be a power of two");
  if (!options.force_fields.empty() && !options.force_interval) refuse("force fields need force_interval");
  if (!options.force_fields.empty() && options.damping > 0)
    refuse("damping and force fields cannot be combined: such paths meet at transcendental times");
  if (options.force_interval && options.epoch_length && *options.force_interval > *options.epoch_length)
    refuse("force_interval must be at most epoch_length");
}

template <int D>
void check_options(const WorldOptions<D>& options) {
  if (!is_finite(options.gravity)) throw std::invalid_argument("gravity must be finite");
  if (!(options.damping >= 0) || !std::isfinite(options.damping))
    throw std::invalid_argument("damping must be finite and >= 0");
  if (options.damping > 0 && !is_zero(options.gravity))
    throw std::invalid_argument("damping and gravity cannot be combined: such paths meet at transcendental times");
  if (options.restitution_speed && !(*options.restitution_speed > 0 && std::isfinite(*options.restitution_speed)))
    throw std::invalid_argument("restitution_speed must be finite and > 0");
  if (const auto& beta = options.tangential_restitution; beta && !(*beta >= -1 && *beta <= 1))
    throw std::invalid_argument("tangential_restitution must be from -1 to 1");
  if (options.tangential_restitution && options.damping > 0)
    throw std::invalid_argument("common damping and tangential_restitution cannot be combined");
  if (const auto& warm = options.thermostat) {
    if (!(warm->interval > 0) || std::isinf(warm->interval))
      throw std::invalid_argument("a thermostat's interval must be finite and > 0");
    if (!(warm->noise >= 0) || std::isinf(warm->noise))
      throw std::invalid_argument("a thermostat's noise must be finite and >= 0");
  }
  check_forces(options);
  if (options.contact_duration && !(*options.contact_duration > 0 && std::isfinite(*options.contact_duration)))
    throw std::invalid_argument("contact_duration must be finite and > 0");
  if (options.epoch_length && !is_power_of_two(*options.epoch_length))
    throw std::invalid_argument("epoch_length must be a power of two");
  if (options.epoch_length && options.damping * *options.epoch_length > 1)
    throw std::invalid_argument("epoch_length must be at most 1/damping");
  if (options.tick && !is_power_of_two(*options.tick)) throw std::invalid_argument("tick must be a power of two");
  if (options.tick && options.epoch_length && *options.tick > *options.epoch_length)
    throw std::invalid_argument("tick must be at most epoch_length");
  const bool lasting = options.lasting_contacts.value_or(false);
  if (lasting && options.damping > 0)
    throw std::invalid_argument("common damping and lasting_contacts cannot be combined");
  if (lasting && options.period)
    throw std::invalid_argument("a periodic box has no lasting_contacts: nothing presses there");
  if (!(options.frame > 0) || std::isinf(options.frame)) throw std::invalid_argument("frame must be finite and > 0");
  if (!options.period) return;
  if (!is_zero(options.gravity)) throw std::invalid_argument("a periodic box cannot have gravity");
  for (int k = 0; k < D; ++k)
    if (!((*options.period)[k] > 0) || !std::isfinite((*options.period)[k]))
      throw std::invalid_argument("the sides of a periodic box must be finite and > 0");
}

template <int D>
void check_body(const Body<D>& body, const WorldOptions<D>& options, double time) {
  std::visit([](const auto& shape) { check_shape(shape); }, body.shape);
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  if (!is_finite(body.motion.velocity)) refuse("a velocity must be finite");
  check_law(body.motion, options);
  check_mass(body.mass);
  if (!(body.restitution >= 0) || std::isinf(body.restitution)) refuse("a restitution must be finite and >= 0");
  const bool moves = !is_zero(body.motion.velocity);
  const bool has_law = has_own_law(body.motion);
  if (has_law && !ball) refuse("only balls have an acceleration, a deceleration or a damping of their own");
  if (has_law && (std::isinf(body.mass) || body.response == Response::pocket))
    refuse("an immovable ball keeps its velocity: it has no acceleration, deceleration or damping of its own");
  if (moves && body.response == Response::pocket) refuse("a pocket does not move");
  if (body.response == Response::slide) check_kinematic(body, options);
  check_spin(body, options);
  check_surface(body, options);
  if (body.vibration) check_vibration(body, options, time);
  if (moves && (std::isinf(body.mass) || !ball) && options.damping > 0)
    refuse("an immovable body cannot move in a damped world");
  if (!options.period) return;
  if (!ball) refuse("a periodic box holds balls only");
  for (int k = 0; k < D; ++k) {
    const double side = (*options.period)[k];
    if (!(ball->center[k] >= 0 && ball->center[k] < side)) refuse("a ball must start inside the periodic box");
    if (!(2 * ball->radius <= side)) refuse("a ball must fit into the periodic box");
  }
}

template <int D>
void check_state(const BodyState<D>& state, const std::vector<Body<D>>& bodies, const ObstacleSet<D>& obstacles) {
  check_numbers(state);
  const auto is_ball = [&](std::uint32_t body) {
    return body < bodies.size() && std::holds_alternative<Ball<D>>(bodies[body].shape);
  };
  for (const auto& [body, face] : state.supports)
    if (!obstacles.has_face(body.value, face) || !obstacles.face(body.value, face).flat())
      refuse("a support names face " + std::to_string(face) + " of body " + std::to_string(body.value) +
             ", which is not a flat face");
  for (const auto& contact : state.contacts) {
    const std::uint32_t body = contact.body.value;
    const bool fits = contact.face == BodyState<D>::Contact::kBall
                          ? is_ball(body)
                          : !is_ball(body) && obstacles.has_face(body, contact.face);
    if (!fits) refuse("a ball touches body " + std::to_string(body) + ", which has no such face");
  }
  for (const auto& [body, lately] : state.touching)
    if (!is_ball(body.value)) refuse("a ball touches body " + std::to_string(body.value) + ", which is no ball");
}

/// Those that sleep together stand, and the first of them sleeps with itself.
template <int D>
void check_sleep(const Snapshot<D>& snapshot, std::size_t id) {
  const BodyState<D>& state = snapshot.states[id];
  if (state.sleeps_with == kNoBody) return;
  const std::size_t first = state.sleeps_with.value;
  const bool fits = state.in_island && first <= id && snapshot.states[first].in_island &&
                    snapshot.states[first].sleeps_with.value == first;
  if (!fits || !is_zero(state.velocity) || !is_zero(state.restoring))
    refuse("body " + std::to_string(id) + " can not sleep");
}

/// What is awaited has done nothing yet, and asks once.
template <int D>
void check_arrivals(const Snapshot<D>& snapshot) {
  std::vector<bool> asks(snapshot.states.size());
  for (const Arrival& arrival : snapshot.arrivals) {
    const std::uint32_t id = arrival.body.value;
    const Body<D>& body = body_of(snapshot, arrival.body);
    const bool comes = std::holds_alternative<Ball<D>>(body.shape) && comes_later(body.response) &&
                       snapshot.states[id].presence == Presence::awaited && !asks[id] && !snapshot.options.period;
    if (!comes || !std::isfinite(arrival.from)) refuse("body " + std::to_string(id) + " can not come later");
    asks[id] = true;
  }
  for (std::size_t id = 0; id < snapshot.states.size(); ++id) {
    const BodyState<D>& state = snapshot.states[id];
    if (state.presence != Presence::awaited) continue;
    if (!asks[id] || state.held || state.in_island || !state.supports.empty())
      refuse("body " + std::to_string(id) + " can not be awaited");
  }
}

/// Bodies are where they were at a time that has been, on a clock whose epochs are no longer than they are, and which
/// does not go before a world has run.
template <int D>
void check_times(const Snapshot<D>& snapshot) {
  constexpr std::int64_t kLast = std::int64_t{1} << 62;
  const auto& length = snapshot.options.epoch_length;
  const auto is_on_clock = [&](const Time& time) {
    return time.offset >= 0 && time.offset <= length.value_or(INFINITY) && time.epoch >= 0 &&
           time.epoch <= (length ? kLast : 0);
  };
  if (!is_on_clock(snapshot.now)) refuse("the world's time is in no epoch");
  for (std::size_t id = 0; id < snapshot.states.size(); ++id) {
    const BodyState<D>& state = snapshot.states[id];
    const bool has_been = is_on_clock(state.time) && !(snapshot.now < state.time);
    if (!has_been || state.pulled.epoch < -1 || state.last_impact.epoch < -1)
      refuse("body " + std::to_string(id) + " is at a time that has not been");
  }
  if (snapshot.ticked.epoch < -1 || snapshot.ticked.epoch > kLast) refuse("the last tick was in no epoch");
}

template <int D>
void check_plans(const Snapshot<D>& snapshot) {
  check_times(snapshot);
  if (snapshot.options.tangential_restitution)
    for (const BodyState<D>& state : snapshot.states)
      if (state.radius > 0) check_inertia<D>(state.mass, state.radius);
  for (std::size_t id = 0; id < snapshot.states.size() && id < snapshot.bodies.size(); ++id) {
    check_sleep(snapshot, id);
    if (!snapshot.states[id].in_island) continue;
    const Body<D>& body = snapshot.bodies[id];
    const bool joins = std::holds_alternative<Ball<D>>(body.shape) && body.response == Response::bounce &&
                       std::isfinite(snapshot.states[id].mass) && !snapshot.states[id].held &&
                       !has_own_law(body.motion);
    if (!joins || !snapshot.options.lasting_contacts.value_or(false) || !snapshot.options.tick)
      refuse("body " + std::to_string(id) + " can not be in lasting contact");
  }
  for (const ContactState<D>& contact : snapshot.contacts) {
    body_of(snapshot, contact.a);
    body_of(snapshot, contact.b);
    if (!std::holds_alternative<Ball<D>>(snapshot.bodies[contact.a.value].shape))
      refuse("the first body of a lasting contact is a ball");
    if (!(contact.normal_impulse >= 0) || std::isinf(contact.normal_impulse) ||
        !is_finite(contact.tangential_impulse) || !is_finite(contact.torque))
      refuse("the impulses of a contact must be finite");
  }
  if (!std::isfinite(snapshot.ticked.offset)) refuse("the time of the last tick must be finite");
  for (const Event<D>& event : snapshot.untold) {
    body_of(snapshot, event.a);
    if (event.b != kNoBody) body_of(snapshot, event.b);
    if (!std::isfinite(event.time) || !std::isfinite(event.instant.offset))
      refuse("the time of an event must be finite");
  }
  for (const AppliedForce<D>& applied : snapshot.forces) {
    const Body<D>& body = body_of(snapshot, applied.body);
    // One that took it may have stuck to an immovable one since.
    const bool takes_forces = body.response == Response::bounce || body.response == Response::stick;
    if (!std::holds_alternative<Ball<D>>(body.shape) || !takes_forces)
      refuse("no force can act on body " + std::to_string(applied.body.value));
    if (!is_finite(applied.force) || std::isnan(applied.from) || std::isnan(applied.until))
      refuse("a force must be finite and needs a beginning and an end");
    if (snapshot.options.damping > 0) refuse("damping and forces cannot be combined");
  }
  check_arrivals(snapshot);
  for (const Steer<D>& steer : snapshot.steers) {
    const Body<D>& body = body_of(snapshot, steer.body);
    const bool immovable = !std::holds_alternative<Ball<D>>(body.shape) || std::isinf(body.mass);
    const bool driven = immovable && body.response != Response::pocket && !body.vibration;
    if ((!driven && body.response != Response::slide) || snapshot.options.damping > 0)
      refuse("body " + std::to_string(steer.body.value) + " can not be steered");
    if (!is_finite(steer.velocity) || !std::isfinite(steer.from)) refuse("a velocity and its time must be finite");
  }
}

template void check_options(const WorldOptions<2>&);
template void check_options(const WorldOptions<3>&);
template void check_body(const Body<2>&, const WorldOptions<2>&, double);
template void check_body(const Body<3>&, const WorldOptions<3>&, double);
template void check_state(const BodyState<2>&, const std::vector<Body<2>>&, const ObstacleSet<2>&);
template void check_state(const BodyState<3>&, const std::vector<Body<3>>&, const ObstacleSet<3>&);

template void check_plans(const Snapshot<2>&);
template void check_plans(const Snapshot<3>&);

}  // namespace carom::sim
