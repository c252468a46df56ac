// A cue strikes a ball in the middle: it slides, rolls and lies still. Then the same stroke, with right-hand side.
#include <carom/billiards/cue.hpp>
#include <carom/billiards/phase.hpp>
#include <cstdio>

using namespace carom::billiards;

int main() {
  const BallSpec ball{.mass = 0.18, .radius = 0.03};
  const Cloth cloth{.sliding_friction = 0.2, .rolling_friction = 0.01, .gravity = 9.81};
  const Cue cue{.mass = 0.54, .end_mass = 0.009, .restitution = 1};

  BallState state = strike({0, 0, ball.radius}, ball, cloth, cue, {.speed = 4. / 3});
  std::printf("struck: %.4f m/s\n", state.velocity.x);
  for (MotionPhase phase = phase_of(state, ball, cloth); phase.kind != Phase::resting;) {
    state = next_state(phase, ball, cloth);
    std::printf("%s for %.4f s, to x = %.4f m at %.4f m/s\n", phase.kind == Phase::sliding ? "slides" : "rolls",
                phase.end, state.position.x, state.velocity.x);
    phase = phase_of(state, ball, cloth);
  }

  const BallState squirting = strike({0, 0, ball.radius}, ball, cloth, cue, {.speed = 4. / 3, .side = 0.2});
  std::printf("with side it leaves %.4f to the left\n", squirting.velocity.y / squirting.velocity.x);
}
