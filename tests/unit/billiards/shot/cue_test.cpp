#include "carom/billiards/cue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "carom/billiards/phase.hpp"

namespace carom::billiards {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
const BallSpec kBall{};
const Vec3 kSpot{0.5, 0.25, kBall.radius};

BallState shoot(const Strike& stroke, const Cue& cue = {}) {
  return strike(kSpot, kBall, cue, stroke);
}

std::string refusal_of(const Strike& stroke, const Cue& cue = {}) {
  try {
    shoot(stroke, cue);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// Alciatore, TP A-31: ball 20 times the cue's end mass, tip at a fifth of the radius.
TEST(Cue, SquirtsByThePublishedAngle) {
  EXPECT_NEAR(std::atan(squirt_tangent(0.2, 20, 1)) / kDegree, 1.1993583313, 5e-11);
  EXPECT_EQ(squirt_tangent(-0.2, 20, 1), -squirt_tangent(0.2, 20, 1));
}

TEST(Cue, SquirtsAwayFromTheSideOfTheTip) {
  const Cue cue{.end_mass = kBall.mass / 20};
  const BallState right = shoot({.speed = 2, .side = 0.2}, cue);
  EXPECT_NEAR(std::atan2(right.velocity.y, right.velocity.x) / kDegree, 1.1993583313, 1e-9);  // to the left
  EXPECT_GT(right.angular_velocity.z, 0);  // hit on the right it turns to the left, seen from above
  const BallState left = shoot({.speed = 2, .side = -0.2}, cue);
  EXPECT_EQ(left.velocity, (Vec3{right.velocity.x, -right.velocity.y, 0}));
  EXPECT_EQ(left.angular_velocity.z, -right.angular_velocity.z);
}

// Alciatore, TP A-30: v = 2V/(1 + m/M + 5/2 (a² + b²)) for an elastic tip.
TEST(Cue, GivesTheSpeedOfAnElasticTip) {
  const Cue cue{.mass = 0.54, .restitution = 1};
  const BallState state = shoot({.speed = 3, .height = 0.3}, cue);
  EXPECT_NEAR(state.velocity.x, 2 * 3 / (1 + kBall.mass / 0.54 + 2.5 * 0.09), 1e-15);
}

// An elastic tip keeps the energy of cue and ball: the cue keeps V − (m/M) v.
TEST(Cue, ElasticTipKeepsTheEnergy) {
  const Cue cue{.restitution = 1};
  for (const double side : {0.0, 0.2, -0.35})
    for (const double height : {-0.3, 0.0, 0.3})
      for (const double elevation : {0.0, 0.3, 1.2}) {
        const Strike stroke{.speed = 3, .heading = {2, -1}, .side = side, .height = height, .elevation = elevation};
        const BallState ball = shoot(stroke, cue);
        const double left = 3 - kBall.mass / cue.mass * norm(ball.velocity);
        EXPECT_NEAR(kinetic_energy(ball, kBall) + 0.5 * cue.mass * left * left, 0.5 * cue.mass * 9, 1e-15);
      }
}

// Coriolis 1835: hit at 7/5 of the radius above the cloth a ball rolls at once.
TEST(Cue, TwoFifthsAboveTheCentreRollsAtOnce) {
  const BallState state = shoot({.speed = 2, .heading = {3, 4}, .height = 0.4});
  EXPECT_NEAR(norm(slip(state, kBall.radius)), 0, 1e-15);
}

TEST(Cue, StrikesWhereItPoints) {
  const BallState state = shoot({.speed = 2, .heading = {3, 4}});
  EXPECT_DOUBLE_EQ(state.velocity.y / state.velocity.x, 4. / 3);
  EXPECT_EQ(state.velocity.z, 0);
  EXPECT_EQ(state.angular_velocity, Vec3{});
  EXPECT_EQ(state.position, kSpot);
}

// The impulse J d at r = R(a, b) across the cue gives I ω = r × J d.
TEST(Cue, SpinIsThatOfItsImpulse) {
  const double e = 0.5, a = 0.2, b = -0.3;
  const BallState state = shoot({.speed = 2, .side = a, .height = b, .elevation = e});
  const double speed = norm(state.velocity);
  const Vec3 along{std::cos(e), 0, -std::sin(e)}, right{0, -1, 0}, up{std::sin(e), 0, std::cos(e)};
  const Vec3 spin = (speed / (0.4 * kBall.radius)) * cross(a * right + b * up, along);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(state.angular_velocity[k], spin[k], 1e-12);
}

TEST(Cue, LevelWithoutSideGoesStraight) {
  const BallState rolled = next_state(phase_of(shoot({.speed = 2, .height = -0.4}), kBall, {}), kBall, {});
  EXPECT_EQ(rolled.position.y, kSpot.y);
}

// An elevated cue with right-hand side: the ball squirts to the left and then curves to the right.
TEST(Cue, ElevatedWithSideSwervesBack) {
  const Cloth cloth;
  BallState state = shoot({.speed = 2, .side = 0.3, .elevation = 0.2});
  EXPECT_GT(state.velocity.y, 0);
  MotionPhase phase = phase_of(state, kBall, cloth);
  EXPECT_EQ(phase.end, 0);
  while (phase.kind != Phase::rolling) {
    state = next_state(phase, kBall, cloth);
    phase = phase_of(state, kBall, cloth);
  }
  EXPECT_LT(state.velocity.y, 0);
}

TEST(Cue, SteepMasseBringsTheBallBack) {
  const Cloth cloth;
  BallState state = shoot({.speed = 2.5, .side = 0.3, .height = -0.35, .elevation = 70 * kDegree});
  const double forward = state.velocity.x;
  MotionPhase phase = phase_of(state, kBall, cloth);
  while (phase.kind != Phase::rolling) {
    state = next_state(phase, kBall, cloth);
    phase = phase_of(state, kBall, cloth);
  }
  EXPECT_GT(forward, 0);
  EXPECT_LT(state.velocity.x, 0);
}

TEST(Cue, JumpsWhenStruckDownHard) {
  const Cloth cloth;
  const BallState state = shoot({.speed = 6, .elevation = 45 * kDegree});
  const BallState bounced = next_state(phase_of(state, kBall, cloth), kBall, cloth);
  EXPECT_NEAR(bounced.velocity.z, -0.5 * state.velocity.z, 1e-15);
  EXPECT_EQ(phase_of(bounced, kBall, cloth).kind, Phase::airborne);
}

TEST(Cue, RefusesAMiscue) {
  EXPECT_EQ(refusal_of({.speed = 2, .side = 0.3, .height = 0.4}), "");
  EXPECT_EQ(refusal_of({.speed = 2, .side = 0.45, .height = 0.6}),
            "strike: a miscue: the tip's distance from the centre, in radii, is 0.75: it must be at most the cue's "
            "miscue_offset");
}

TEST(Cue, RefusesWhatIsNoStroke) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of({.speed = nan}), "strike.speed is nan: it must be finite and > 0");
  EXPECT_EQ(refusal_of({.speed = 0}), "strike.speed is 0: it must be finite and > 0");
  EXPECT_EQ(refusal_of({.speed = 1001}), "strike.speed is 1001: it must be at most 1000 m/s");
  EXPECT_EQ(refusal_of({.speed = 1, .heading = {1e200, 1e200}}), "strike.heading must be finite and not zero");
  EXPECT_EQ(refusal_of({.speed = 1, .heading = {0, 0}}), "strike.heading must be finite and not zero");
  EXPECT_NE(refusal_of({.speed = 1, .side = nan}), "");
  EXPECT_EQ(refusal_of({.speed = 1, .elevation = -0.1}),
            "strike.elevation is -0.1: it must be between 0 and a right angle, in radians");
  EXPECT_EQ(refusal_of({.speed = 1}, {.end_mass = 0}), "cue.end_mass is 0: it must be finite and > 0");
}

}  // namespace
}  // namespace carom::billiards
