#include "carom/billiards/phase.hpp"

#include <cassert>
#include <cmath>

namespace carom::billiards {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Vec3 kUp{0, 0, 1};

bool is_airborne(const BallState& state, const BallSpec& ball, const Cloth& cloth) {
  const double up = state.velocity.z;
  return state.position.z > ball.radius || up < 0 || (up > 0 && up * up > 2 * cloth.gravity * cloth.smallest_hop);
}

// The time at which z + v t − ½ g t² = radius, for a height h = z − radius ≥ 0: (v + s)/g = 2h/(s − v), s² = v² + 2gh.
double landing_time(double height, double up, double gravity) {
  const double arrival = std::sqrt(up * up + 2 * gravity * height);
  if (up > 0) return gravity > 0 ? (up + arrival) / gravity : kInfinity;
  if (height <= 0) return 0;
  return arrival > 0 ? 2 * height / (arrival - up) : kInfinity;
}

void fly(MotionPhase& phase, const Cloth& cloth) {
  const BallState& start = phase.start;
  phase.kind = Phase::airborne;
  phase.motion = Accelerating3{start.velocity, {0, 0, -cloth.gravity}};
  phase.end = landing_time(start.position.z - phase.radius, start.velocity.z, cloth.gravity);
}

void glide(MotionPhase& phase, const Cloth& cloth) {
  const Vec3& velocity = phase.start.velocity;
  if (is_zero(velocity)) return;
  phase.kind = Phase::gliding;
  if (cloth.law == ClothLaw::damping) {
    phase.motion = Damped3{velocity, cloth.damping};
  } else {
    phase.motion = Stopping3{velocity, cloth.deceleration};
    phase.end = phase.motion.stop;
  }
}

// The slip u shrinks by 7/2 μ g, its direction û stays: v' = −μ g û, ω' = (5/2) μ g (ẑ × û)/R, until 2|u|/(7 μ g).
void slide(MotionPhase& phase, const Vec3& u, double speed, const Cloth& cloth) {
  const double deceleration = cloth.sliding_friction * cloth.gravity;
  const Vec3 direction = u / speed;
  phase.kind = Phase::sliding;
  phase.motion = Accelerating3{phase.start.velocity, -deceleration * direction};
  phase.angular_acceleration = (2.5 * deceleration / phase.radius) * cross(kUp, direction);
  phase.end = 2 * speed / (7 * std::abs(deceleration));  // a friction of −0 is none
}

// μ_r g against the velocity; the spin follows the velocity.
void roll(MotionPhase& phase, const Cloth& cloth) {
  phase.kind = Phase::rolling;
  phase.motion = Stopping3{phase.start.velocity, cloth.rolling_friction * cloth.gravity};
  phase.end = phase.motion.stop;
}

void add_side_spin(MotionPhase& phase, const Cloth& cloth) {
  const double spin = std::abs(phase.start.angular_velocity.z);
  phase.spin_deceleration = 2.5 * cloth.spinning_friction * cloth.gravity / phase.radius;
  phase.spin_end = spin > 0 ? spin / std::abs(phase.spin_deceleration) : 0;
}

bool rolls(const BallState& state, double radius, double slip_speed) {
  return slip_speed == 0 || state.angular_velocity == rolling_spin(state.velocity, radius, state.angular_velocity.z);
}

void on_cloth(MotionPhase& phase, const Cloth& cloth) {
  BallState& start = phase.start;
  start.velocity.z = 0;
  if (cloth.law != ClothLaw::friction) return glide(phase, cloth);
  add_side_spin(phase, cloth);
  const Vec3 u = slip(start, phase.radius);
  const double slip_speed = norm(u);
  if (!rolls(start, phase.radius, slip_speed)) return slide(phase, u, slip_speed, cloth);
  start.angular_velocity = rolling_spin(start.velocity, phase.radius, start.angular_velocity.z);
  if (!is_zero(start.velocity)) return roll(phase, cloth);
  if (start.angular_velocity.z == 0) return;
  phase.kind = Phase::spinning;
  phase.end = phase.spin_end;
}

double side_spin_at(const MotionPhase& phase, double t) {
  const double spin = phase.start.angular_velocity.z;
  if (t >= phase.spin_end) return 0;
  return spin - std::copysign(phase.spin_deceleration * t, spin);
}

// v − (2/7) u is reached whatever the friction; ω follows.
BallState end_of_slide(const MotionPhase& phase, BallState state) {
  state.velocity = phase.start.velocity - (2. / 7) * slip(phase.start, phase.radius);
  state.angular_velocity = rolling_spin(state.velocity, phase.radius, state.angular_velocity.z);
  return state;
}

BallState end_of_flight(const MotionPhase& phase, BallState state) {
  const double up = phase.start.velocity.z;
  const double height = phase.start.position.z - phase.radius;
  state.position.z = phase.radius;
  if (height > 0 || up > 0) state.velocity.z = -std::sqrt(up * up - 2 * phase.motion.acceleration.z * height);
  return state;
}

BallState end_of_phase(const MotionPhase& phase, BallState state) {
  switch (phase.kind) {
    case Phase::sliding:
      return end_of_slide(phase, state);
    case Phase::airborne:
      return end_of_flight(phase, state);
    case Phase::rolling:
      state.angular_velocity = {0, 0, state.angular_velocity.z};
      [[fallthrough]];
    case Phase::gliding:
    case Phase::spinning:
    case Phase::resting:
      state.velocity = {};
  }
  return state;
}

}  // namespace

BallState MotionPhase::at(double t) const {
  BallState state = start;
  state.position += motion.displacement(t);
  state.velocity = motion.velocity_at(t);
  state.angular_velocity += t * angular_acceleration;
  state.angular_velocity.z = side_spin_at(*this, t);
  if (t >= end) return end_of_phase(*this, state);
  if (kind == Phase::rolling) state.angular_velocity = rolling_spin(state.velocity, radius, state.angular_velocity.z);
  return state;
}

MotionPhase phase_of(const BallState& state, const BallSpec& ball, const Cloth& cloth) {
  MotionPhase phase;
  phase.start = state;
  phase.radius = ball.radius;
  if (is_airborne(state, ball, cloth))
    fly(phase, cloth);
  else
    on_cloth(phase, cloth);
  return phase;
}

BallState bounce_on_cloth(const BallState& state, const BallSpec& ball, const Cloth& cloth) {
  assert(state.velocity.z <= 0);
  BallState after = state;
  const double rebound = -cloth.restitution * state.velocity.z;
  after.velocity.z = rebound * rebound > 2 * cloth.gravity * cloth.smallest_hop ? rebound : 0;
  if (cloth.law != ClothLaw::friction) return after;
  // A friction impulse j (per mass) takes j off the velocity and (7/2) j off the slip.
  const Vec3 u = slip(state, ball.radius);
  const double slip_speed = norm(u);
  const double friction = cloth.sliding_friction * (after.velocity.z - state.velocity.z);
  if (3.5 * friction >= slip_speed) {
    after.velocity -= (2. / 7) * u;
    after.angular_velocity = rolling_spin(after.velocity, ball.radius, state.angular_velocity.z);
  } else {
    const Vec3 push = (friction / slip_speed) * u;
    after.velocity -= push;
    after.angular_velocity += (2.5 / ball.radius) * cross(kUp, push);
  }
  return after;
}

BallState next_state(const MotionPhase& phase, const BallSpec& ball, const Cloth& cloth) {
  assert(std::isfinite(phase.end));
  const BallState end = phase.at(phase.end);
  return phase.kind == Phase::airborne ? bounce_on_cloth(end, ball, cloth) : end;
}

}  // namespace carom::billiards
