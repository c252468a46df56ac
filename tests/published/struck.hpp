#pragma once
#include "carom/billiards/phase.hpp"

// What becomes of a ball that was struck.
namespace carom::billiards {

/// How high the centre rises in the first hop, in m.
inline double hop_of(const BallState& struck, const BallSpec& ball, const Cloth& cloth) {
  const double up = struck.velocity.z < 0 ? bounce_on_cloth(struck, ball, cloth).velocity.z : struck.velocity.z;
  return up * up / (2 * cloth.gravity);
}

/// Once it rolls.
inline BallState rolling_from(BallState state, const BallSpec& ball, const Cloth& cloth) {
  MotionPhase phase = phase_of(state, ball, cloth);
  while (phase.kind != Phase::rolling) {
    state = next_state(phase, ball, cloth);
    phase = phase_of(state, ball, cloth);
  }
  return state;
}

}  // namespace carom::billiards
