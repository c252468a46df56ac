#pragma once
#include <limits>

#include "carom/billiards/ball_state.hpp"
#include "carom/billiards/equipment.hpp"
#include "carom/motion/motion.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// What a ball does: gliding is the motion of a spinless cloth law (ClothLaw::damping or deceleration).
enum class Phase { resting, spinning, rolling, sliding, gliding, airborne };

/// A stretch of a ball's motion with one law, from time 0 to `end` (docs/theory/billiards.md).
struct MotionPhase {
  Phase kind = Phase::resting;
  BallState start{};
  Motion3 motion{};                                      ///< the centre's law: what the queries take, good up to `end`
  Vec3 angular_acceleration{};                           ///< rad/s², horizontal, of a sliding ball
  double spin_deceleration = 0;                          ///< rad/s²: side spin falls at this rate, down to zero
  double radius = 0;                                     ///< m
  double end = std::numeric_limits<double>::infinity();  ///< s: when another law takes over
  double spin_end = std::numeric_limits<double>::infinity();  ///< s: when the side spin is gone

  /// The state at 0 ≤ t ≤ end. At `end` it is exact in form: a ball that ends sliding rolls (its spin is
  /// rolling_spin), one that ends rolling has no velocity, one that falls is at z = radius with its speed of arrival.
  BallState at(double t) const;
};

/// What the ball does from `state` on, and until when. Airborne are balls above the cloth, those that move down into it
/// (they bounce at time 0), and those that move up and will rise by more than cloth.smallest_hop. All others are
/// on the cloth, and a smaller upward velocity is dropped. A ball rolls if its slip is zero or its spin is
/// rolling_spin.
MotionPhase phase_of(const BallState& state, const BallSpec& ball, const Cloth& cloth);

/// A ball that falls on the cloth: the normal impulse m (1 + e)|v_z|, and at the lowest point friction up to
/// sliding_friction times that, but no more than what ends the slip. Energy never rises; a rebound lower than
/// cloth.smallest_hop is none. Side spin is kept. Precondition: velocity.z ≤ 0.
BallState bounce_on_cloth(const BallState& state, const BallSpec& ball, const Cloth& cloth);

/// The state that the next phase starts from: at(end), and for an airborne ball after its bounce. Precondition: the end
/// is finite.
BallState next_state(const MotionPhase& phase, const BallSpec& ball, const Cloth& cloth);

}  // namespace carom::billiards

#pragma GCC visibility pop
