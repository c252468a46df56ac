#pragma once
#include "carom/billiards/equipment.hpp"
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// Where a ball is and how it moves. z points up and the cloth is the plane z = 0, so that the centre of a ball on the
/// cloth is at z = radius.
struct BallState {
  Vec3 position{};          ///< m, of the centre
  Vec3 velocity{};          ///< m/s
  Vec3 angular_velocity{};  ///< rad/s

  friend constexpr bool operator==(const BallState&, const BallState&) = default;
};

/// The horizontal velocity of the ball's lowest point, v + ω × (−R ẑ) = (v_x − R ω_y, v_y + R ω_x, 0): zero when it
/// rolls.
Vec3 slip(const BallState& state, double radius);

/// The angular velocity of a ball that rolls with this velocity and has this side spin: (−v_y/R, v_x/R, side_spin).
Vec3 rolling_spin(const Vec3& velocity, double radius, double side_spin);

/// ½ m v² + ½ (2/5 m R²) ω², in joules.
double kinetic_energy(const BallState& state, const BallSpec& ball);

}  // namespace carom::billiards

#pragma GCC visibility pop
