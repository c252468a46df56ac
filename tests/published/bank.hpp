#pragma once
#include <cmath>
#include <numbers>

#include "carom/billiards/cushion_impact.hpp"

// One rebound from a straight cushion. Angles are from the rail's normal; "settled" is once the ball rolls again.
namespace carom::billiards {

struct Bank {
  double speed;          // right after the cushion, of that before
  double settled_speed;  // once it rolls
  double slope;          // tangent of the angle right after, of that before
  double settled_angle;  // degrees
};

enum class Start { rolling, stunned };

inline Bank bank(const Equipment& equipment, double speed, double degrees, Start start) {
  const double angle = degrees * std::numbers::pi / 180, r = equipment.ball.radius;
  BallState state;
  state.position = {0, 0, r};
  state.velocity = {speed * std::sin(angle), speed * std::cos(angle), 0};
  if (start == Start::rolling) state.angular_velocity = {-state.velocity.y / r, state.velocity.x / r, 0};
  const BallState after = cushion_impact(state, equipment.ball, {0, 1}, equipment.cushion, equipment.cloth).ball;
  // Sliding ends at 5/7 of the velocity and 2/7 of the spin's (Coriolis).
  const Vec3 &v = after.velocity, &w = after.angular_velocity;
  const double x = (5 * v.x + 2 * r * w.y) / 7, y = (5 * v.y - 2 * r * w.x) / 7;
  return {std::hypot(v.x, v.y) / speed, std::hypot(x, y) / speed, -v.x / v.y / std::tan(angle),
          std::atan2(x, -y) * 180 / std::numbers::pi};
}

}  // namespace carom::billiards
