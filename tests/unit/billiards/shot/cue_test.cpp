#include "carom/billiards/cue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/billiards/phase.hpp"
#include "published/struck.hpp"

namespace carom::billiards {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
const BallSpec kBall{};
const Vec3 kSpot{0.5, 0.25, kBall.radius};

BallState shoot(const Strike& stroke, const Cue& cue = {}, const Cloth& cloth = {}) {
  return strike(kSpot, kBall, cloth, cue, stroke);
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

// An elastic tip and an elastic, smooth cloth keep the energy of cue and ball, however often they meet: the cue keeps V
// − (m/M) times the pushes, which the ball's level velocity adds up. Of an end without mass, so that no push is turned.
TEST(Cue, ElasticTipKeepsTheEnergy) {
  const Cue cue{.end_mass = 1e-18, .restitution = 1};
  const Cloth cloth{.sliding_friction = 0, .restitution = 1, .smallest_hop = 0};
  for (const double side : {0.0, 0.2, -0.35})
    for (const double height : {-0.3, 0.0, 0.3})
      for (const double elevation : {0.0, 0.3, 0.8, 1.2, 1.4}) {
        const Strike stroke{.speed = 3, .heading = {2, -1}, .side = side, .height = height, .elevation = elevation};
        const BallState ball = shoot(stroke, cue, cloth);
        const double pushes = norm(Vec2{ball.velocity.x, ball.velocity.y}) / std::cos(elevation);
        const double left = 3 - kBall.mass / cue.mass * pushes;
        EXPECT_NEAR(kinetic_energy(ball, kBall) + 0.5 * cue.mass * left * left, 0.5 * cue.mass * 9, 1e-14);
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
  const BallState state = shoot({.speed = 2.5, .side = 0.3, .height = -0.35, .elevation = 75 * kDegree});
  EXPECT_GT(state.velocity.x, 0);
  EXPECT_LT(rolling_from(state, kBall, {}).velocity.x, 0);
}

TEST(Cue, JumpsWhenStruckDownHard) {
  const Cloth cloth;
  const BallState state = shoot({.speed = 6, .elevation = 30 * kDegree});
  const BallState bounced = next_state(phase_of(state, kBall, cloth), kBall, cloth);
  EXPECT_NEAR(bounced.velocity.z, -0.5 * state.velocity.z, 1e-15);
  EXPECT_EQ(phase_of(bounced, kBall, cloth).kind, Phase::airborne);
}

// Straight down on the centre, of a cue of twice the ball's mass. With halves for both restitutions the ball goes down
// with 1 (cue: .5), up with .5; down with .5 (cue: 0), up with .25; and is stopped there (cue: −.125). With .8 for the
// cloth: 1 (.5), .8; .5 (−.15), .4; and the push of 1.5 · .25/1.5 leaves it going up with .15.
TEST(Cue, TipThatFollowsTheBallTakesItsHop) {
  const Cue cue{.mass = 2 * kBall.mass, .restitution = 0.5};
  const Strike down{.speed = 1, .elevation = 90 * kDegree};
  EXPECT_NEAR(shoot(down, cue, {.restitution = 0.5, .smallest_hop = 0}).velocity.z, 0, 1e-15);
  EXPECT_NEAR(shoot(down, cue, {.restitution = 0.8, .smallest_hop = 0}).velocity.z, 0.15, 1e-15);
}

TEST(Cue, PressesABallThatDoesNotBounce) {
  const Cloth dead{.restitution = 0};
  for (const double elevation : {10., 45., 89., 90.})
    EXPECT_EQ(hop_of(shoot({.speed = 6, .elevation = elevation * kDegree}, {}, dead), kBall, dead), 0);
}

TEST(Cue, OfAnyMassEndsItsStroke) {
  for (const double mass : {1e-300, 1e3, 1e300})
    for (const double restitution : {0., 0.5, 1.}) {
      const Cloth cloth{.restitution = restitution, .smallest_hop = 0};
      const BallState ball = shoot({.speed = 3, .elevation = 90 * kDegree}, {.mass = mass, .restitution = 1}, cloth);
      EXPECT_TRUE(std::isfinite(norm(ball.velocity))) << mass << ' ' << restitution;
    }
}

// If the tip were out of its way, a ball of a stroke with 2 m/s would bounce up to 7 cm from the cloth here.
TEST(Cue, MasseStaysNearTheCloth) {
  for (double elevation = 60; elevation <= 90; elevation += 1)
    for (const double offset : {0.15, 0.2, 0.25, 0.3, 0.35}) {
      const Strike masse{.speed = 2, .side = offset, .height = -offset, .elevation = elevation * kDegree};
      EXPECT_LT(hop_of(shoot(masse), kBall, {}), kBall.radius / 3) << elevation << "° at " << offset;
    }
}

// Alciatore, Billiards Digest, October 2023: about 45°, at the centre.
TEST(Cue, JumpCueJumpsHighestAboutFortyFiveDegrees) {
  double best = 0;
  double highest = 0;
  for (double elevation = 0; elevation <= 90; elevation += 0.5) {
    const double hop = hop_of(shoot({.speed = 5, .elevation = elevation * kDegree}, jump_cue()), kBall, {});
    if (hop > highest) {
      highest = hop;
      best = elevation;
    }
  }
  EXPECT_NEAR(best, 45, 5);
  EXPECT_GT(highest, 2 * kBall.radius);
  EXPECT_LT(hop_of(shoot({.speed = 5, .elevation = 45 * kDegree}), kBall, {}),
            highest / 10);  // a playing cue is too heavy
}

// Alciatore, TP B.10: a ball of 11.19 mph whose cue is raised by 5° and 12°, with a restitution of .6 and a friction of
// .2: how far it hops, in feet, and under which angles it leaves the cloth. As printed there, with three digits.
TEST(Cue, HopsByThePublishedLengths) {
  struct Hops {
    double elevation;
    std::vector<double> lengths, angles;
  };
  const Cloth cloth{.sliding_friction = 0.2, .restitution = 0.6, .smallest_hop = 0};
  const double foot = 0.3048;
  for (const Hops& published : {Hops{5, {0.848, 0.500, 0.297, 0.177, 0.106}, {3.09, 1.89, 1.15, 0.69, 0.42}},
                                Hops{12, {1.906, 1.093}, {7.79, 4.91}}}) {
    Strike stroke{.speed = 1, .elevation = published.elevation * kDegree};
    stroke.speed = 11.19 * 0.44704 / norm(shoot(stroke).velocity);
    BallState state = shoot(stroke, {}, cloth);
    for (std::size_t k = 0; k < published.lengths.size(); ++k) {
      state = next_state(phase_of(state, kBall, cloth), kBall, cloth);
      const double landing = phase_of(state, kBall, cloth).end;
      EXPECT_NEAR(state.velocity.x * landing / foot, published.lengths[k], 0.004)
          << published.elevation << ", hop " << k;
      EXPECT_NEAR(std::atan2(state.velocity.z, state.velocity.x) / kDegree, published.angles[k], 0.01);
    }
  }
}

// Coriolis 1835; Alciatore, TP A.19: tan θ = a sin φ/(R cos φ + b), at any speed and friction: of an end without mass,
// which does not squirt.
TEST(Cue, MasseEndsInTheDirectionOfCoriolis) {
  for (const double elevation : {20., 45., 60., 75., 85.})
    for (const double side : {0.1, 0.25, 0.3})
      for (const double height : {-0.35, -0.25, 0., 0.2})
        for (const double speed : {1., 4.})
          for (const double friction : {0.1, 0.3}) {
            const Cloth cloth{.sliding_friction = friction};
            const Strike masse{.speed = speed, .side = side, .height = height, .elevation = elevation * kDegree};
            const Vec3 rolled = rolling_from(shoot(masse, {.end_mass = 1e-18}, cloth), kBall, cloth).velocity;
            const double expected =
                std::atan2(side * std::sin(masse.elevation), std::cos(masse.elevation) + height) / kDegree;
            EXPECT_NEAR(std::atan2(-rolled.y, rolled.x) / kDegree, expected, 1e-9)
                << elevation << ' ' << side << ' ' << height;
          }
}

// Half an inch off the centre of a ball of pool (Alciatore, Billiards Digest, squirt): 2.5° and 1.8°.
TEST(Cue, ShaftsSquirtByTheMeasuredAngles) {
  const double offset = 0.0127 / kBall.radius;
  EXPECT_NEAR(std::atan(squirt_tangent(offset, kBall.mass, Cue{}.end_mass)) / kDegree, 2.5, 0.05);
  EXPECT_NEAR(std::atan(squirt_tangent(offset, kBall.mass, low_deflection_cue().end_mass)) / kDegree, 1.8, 0.005);
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
