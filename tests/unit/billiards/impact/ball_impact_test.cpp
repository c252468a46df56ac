#include "carom/billiards/ball_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/billiards/phase.hpp"
#include "carom/response/bounce.hpp"

namespace carom::billiards {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr BallImpactModel kModels[] = {BallImpactModel::frictionless, BallImpactModel::alciatore,
                                       BallImpactModel::mathavan_2014};

double angle_of(const Vec3& v) {
  return std::atan2(v.y, v.x) / kDegree;
}

// The cue ball moves along x; the object ball lies in the direction `cut` (degrees) from it, in touch.
BallState object_ball(double cut, double radius) {
  return {{2 * radius * std::cos(cut * kDegree), 2 * radius * std::sin(cut * kDegree), radius}, {}, {}};
}

BallState cue_ball(double speed, const Vec3& spin, double radius) {
  return {{0, 0, radius}, {speed, 0, 0}, spin};
}

BallState after_sliding(const BallState& state, const BallSpec& ball, const Cloth& cloth) {
  const MotionPhase phase = phase_of(state, ball, cloth);
  return phase.kind == Phase::sliding ? next_state(phase, ball, cloth) : state;
}

// A rolling cue ball, an elastic and frictionless hit: tan θ = sin φ cos φ/(sin² φ + 2/5) once it rolls again
// (Alciatore, TP B-13; the cut angle is φ).
TEST(BallImpact, RollingCueBallLeavesAtThePublishedCaromAngle) {
  const Equipment pool_table = pool();
  const double radius = pool_table.ball.radius;
  const auto carom_angle = [&](double cut) {
    const BallContact elastic{.model = BallImpactModel::frictionless, .restitution = 1};
    const BallImpact hit = ball_impact(cue_ball(2, rolling_spin({2, 0, 0}, radius, 0), radius), pool_table.ball,
                                       object_ball(cut, radius), pool_table.ball, elastic, pool_table.cloth);
    return -angle_of(after_sliding(hit.first, pool_table.ball, pool_table.cloth).velocity);
  };
  EXPECT_NEAR(carom_angle(10), 21.6806, 5e-5);
  EXPECT_NEAR(carom_angle(30), 33.6705, 5e-5);
  EXPECT_NEAR(carom_angle(48.59), 27.2671, 5e-5);
  EXPECT_NEAR(carom_angle(28.13), 33.749, 5e-4);
  EXPECT_LT(carom_angle(27), carom_angle(28.13));
  EXPECT_LT(carom_angle(29), carom_angle(28.13));
}

// Mathavan, Jackson, Parkin 2014, tables 1 and 2: speeds and directions once both balls roll.
TEST(BallImpact, OfMathavanGivesThePublishedSpeedsAndAngles) {
  struct Row {
    double speed, topspin, cut, cue_speed, object_speed, cue_angle, object_angle;
  };
  const Equipment table = snooker();
  for (const Row& row :
       {Row{1.539, 58.63, 33.83, 0.914, 0.831, 31.93, 32.20}, Row{1.364, 51.96, 40.52, 0.917, 0.676, 29.91, 38.62},
        Row{0.942, 35.89, 18.05, 0.383, 0.579, 29.47, 17.15}}) {
    const BallImpact hit = ball_impact(cue_ball(row.speed, {0, row.topspin, 0}, table.ball.radius), table.ball,
                                       object_ball(row.cut, table.ball.radius), table.ball, table.contact, table.cloth);
    const BallState cue = after_sliding(hit.first, table.ball, table.cloth);
    const BallState object = after_sliding(hit.second, table.ball, table.cloth);
    EXPECT_NEAR(norm(cue.velocity), row.cue_speed, 0.01 * row.cue_speed);
    EXPECT_NEAR(norm(object.velocity), row.object_speed, 0.01 * row.object_speed);
    EXPECT_NEAR(-angle_of(cue.velocity), row.cue_angle, 0.01 * row.cue_angle);
    EXPECT_NEAR(angle_of(object.velocity), row.object_angle, 0.01 * row.object_angle);
  }
}

// Alciatore, TP A-14: a stun shot throws the object ball by tan ψ = min(μ(v sin φ), tan φ/7), e = 1.
TEST(BallImpact, StunShotThrowsByThePublishedAngle) {
  const BallSpec ball;
  const BallContact contact{.model = BallImpactModel::alciatore, .restitution = 1};
  const auto thrown_by = [&](double cut) {
    const BallImpact hit =
        ball_impact(cue_ball(1, {}, ball.radius), ball, object_ball(cut, ball.radius), ball, contact, {});
    return cut - angle_of(hit.second.velocity);
  };
  EXPECT_NEAR(thrown_by(20), 2.976, 5e-4);
  EXPECT_NEAR(thrown_by(30), 4.154, 5e-4);
  EXPECT_NEAR(thrown_by(45), 3.433, 5e-4);
  EXPECT_NEAR(thrown_by(60), 2.979, 5e-4);
}

// Gearing outside spin, R ω_z = −v_tangential: the surfaces do not slide, and the object ball follows the line of
// centres.
TEST(BallImpact, GearingSpinGivesNoThrow) {
  const BallSpec ball;
  for (const BallImpactModel model : kModels)
    for (const double cut : {15.0, 40.0, 70.0}) {
      const double gearing = std::sin(cut * kDegree) / ball.radius;
      const auto thrown_by = [&](double spin) {
        const BallImpact hit = ball_impact(cue_ball(1, {0, 0, spin}, ball.radius), ball, object_ball(cut, ball.radius),
                                           ball, {.model = model}, {});
        return cut - angle_of(hit.second.velocity);
      };
      EXPECT_NEAR(thrown_by(gearing), 0, 1e-12);
      const bool rough = model != BallImpactModel::frictionless;
      EXPECT_EQ(thrown_by(0) > 0.5, rough);
      EXPECT_EQ(thrown_by(2 * gearing) < -0.5, rough);
    }
}

TEST(BallImpact, WithoutFrictionIsThePlainBounce) {
  const BallSpec ball1{.mass = 0.2, .radius = 0.03}, ball2{.mass = 0.15, .radius = 0.025};
  const BallState first{{0, 0, 0.5}, {2, 1, -1}, {3, 4, 5}}, second{{0.03, 0.04, 0.52}, {-1, 0, 0.5}, {6, 7, 8}};
  for (const double e : {0.0, 0.9, 1.0}) {
    const BallImpact hit =
        ball_impact(first, ball1, second, ball2, {.model = BallImpactModel::frictionless, .restitution = e}, {});
    const auto plain =
        bounce(first.velocity, ball1.mass, second.velocity, ball2.mass, second.position - first.position, e);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(hit.first.velocity[k], plain.velocity1[k], 1e-15);
      EXPECT_NEAR(hit.second.velocity[k], plain.velocity2[k], 1e-15);
    }
    EXPECT_EQ(hit.first.angular_velocity, first.angular_velocity);
    EXPECT_EQ(hit.second.angular_velocity, second.angular_velocity);
    EXPECT_NEAR(hit.dissipated, plain.dissipated, 1e-15);
  }
}

TEST(BallImpact, HeadOnElasticHitExchangesTheVelocities) {
  const BallSpec ball;
  for (const BallImpactModel model : kModels) {
    const BallImpact hit = ball_impact(cue_ball(2, {}, ball.radius), ball, object_ball(0, ball.radius), ball,
                                       {.model = model, .restitution = 1}, {});
    EXPECT_NEAR(norm(hit.first.velocity), 0, 1e-14);
    EXPECT_NEAR(hit.second.velocity.x, 2, 1e-14);
  }
}

TEST(BallImpact, SeparatingBallsAreLeftAlone) {
  const BallSpec ball;
  const BallState first = cue_ball(-1, {1, 2, 3}, ball.radius), second = object_ball(30, ball.radius);
  for (const BallImpactModel model : kModels) {
    const BallImpact hit = ball_impact(first, ball, second, ball, {.model = model}, {});
    EXPECT_EQ(hit.first, first);
    EXPECT_EQ(hit.second, second);
    EXPECT_EQ(hit.dissipated, 0);
  }
}

// Without vertical sliding (a stun shot) the cloth is not pressed, and the paper's integral has a closed form: friction
// μ J all along, as in a single blow.
TEST(BallImpact, OfMathavanOnAStunShotIsTheSingleBlow) {
  const BallSpec ball;
  BallContact contact{
      .model = BallImpactModel::mathavan_2014, .restitution = 0.9, .friction = {.constant = 0.05, .rise = 0}};
  for (const double cut : {5.0, 30.0, 60.0}) {
    contact.model = BallImpactModel::mathavan_2014;
    const BallImpact stepped =
        ball_impact(cue_ball(1, {}, ball.radius), ball, object_ball(cut, ball.radius), ball, contact, {});
    contact.model = BallImpactModel::alciatore;
    const BallImpact blow =
        ball_impact(cue_ball(1, {}, ball.radius), ball, object_ball(cut, ball.radius), ball, contact, {});
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(stepped.first.velocity[k], blow.first.velocity[k], 1e-13);
      EXPECT_NEAR(stepped.second.velocity[k], blow.second.velocity[k], 1e-13);
      EXPECT_NEAR(stepped.second.angular_velocity[k], blow.second.angular_velocity[k], 1e-11);
    }
  }
}

TEST(BallImpact, OfMathavanKeepsBallsOnTheCloth) {
  const Equipment table = snooker();
  const BallImpact hit = ball_impact(cue_ball(2, {0, 200, 0}, table.ball.radius), table.ball,
                                     object_ball(20, table.ball.radius), table.ball, table.contact, table.cloth);
  EXPECT_EQ(hit.first.velocity.z, 0);
  EXPECT_EQ(hit.second.velocity.z, 0);
}

TEST(BallImpact, BallsOfDifferentSizesPushEachOtherOffTheCloth) {
  const BallSpec small{.mass = 0.1, .radius = 0.025}, large{.mass = 0.2, .radius = 0.03};
  const double apart = 2 * std::sqrt(small.radius * large.radius);  // both on the cloth, in touch
  for (const BallImpactModel model : kModels) {
    const BallImpact hit = ball_impact({{0, 0, small.radius}, {2, 0, 0}, {}}, small, {{apart, 0, large.radius}, {}, {}},
                                       large, {.model = model}, {});
    EXPECT_LT(hit.first.velocity.z, 0);
    EXPECT_GT(hit.second.velocity.z, 0);
    EXPECT_NEAR(0.1 * hit.first.velocity.z + 0.2 * hit.second.velocity.z, 0, 1e-16);
  }
}

}  // namespace
}  // namespace carom::billiards
