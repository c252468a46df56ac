#include "carom/billiards/ball_state.hpp"

namespace carom::billiards {

Vec3 slip(const BallState& state, double radius) {
  return {state.velocity.x - radius * state.angular_velocity.y, state.velocity.y + radius * state.angular_velocity.x,
          0};
}

Vec3 rolling_spin(const Vec3& velocity, double radius, double side_spin) {
  return {-velocity.y / radius, velocity.x / radius, side_spin};
}

double kinetic_energy(const BallState& state, const BallSpec& ball) {
  const double spin2 = ball.radius * ball.radius * norm2(state.angular_velocity);
  return 0.5 * ball.mass * (norm2(state.velocity) + 0.4 * spin2);
}

}  // namespace carom::billiards
