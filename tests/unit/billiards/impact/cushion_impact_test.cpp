#include "carom/billiards/cushion_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/math/random.hpp"

namespace carom::billiards {
namespace {

constexpr CushionImpactModel kModels[] = {CushionImpactModel::reflection, CushionImpactModel::han_2005,
                                          CushionImpactModel::mathavan_2010, CushionImpactModel::stronge};

BallState at_cushion(const Vec3& velocity, const Vec3& spin, const BallSpec& ball) {
  return {{0, 0, ball.radius}, velocity, spin};
}

void expect_near(const Vec3& a, const Vec3& b, double error) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], error) << "component " << k;
}

TEST(CushionImpact, ReflectionTurnsTheNormalVelocity) {
  const BallSpec ball;
  const Cushion cushion{.model = CushionImpactModel::reflection, .restitution = 0.5};
  const CushionImpact hit = cushion_impact(at_cushion({3, -2, 0}, {1, 2, 3}, ball), ball, {2, 0}, cushion, {});
  EXPECT_EQ(hit.ball, at_cushion({-1.5, -2, 0}, {1, 2, 3}, ball));
  EXPECT_NEAR(hit.dissipated, 0.5 * ball.mass * (9 - 2.25), 1e-15);
}

TEST(CushionImpact, BallsThatLeaveAreLeftAlone) {
  const BallSpec ball;
  const BallState state = at_cushion({-1, 2, 0}, {1, 2, 3}, ball);
  for (const CushionImpactModel model : kModels)
    EXPECT_EQ(cushion_impact(state, ball, {1, 0}, {.model = model}, {}).ball, state);
}

// Without friction at the nose and at the height of the centre, every model is a reflection.
TEST(CushionImpact, WithoutFrictionAndHeightIsAReflection) {
  const BallSpec ball;
  const BallState state = at_cushion({3, -2, 0}, {10, 20, 30}, ball);
  for (const CushionImpactModel model : kModels) {
    const Cushion cushion{.model = model, .restitution = 0.8, .friction = 0, .height = ball.radius};
    const CushionImpact hit = cushion_impact(state, ball, {1, 0}, cushion, {.sliding_friction = 0});
    expect_near(hit.ball.velocity, {-2.4, -2, 0}, 1e-14);
    expect_near(hit.ball.angular_velocity, {10, 20, 30}, 1e-13);
  }
}

// Stronge's contact as pooltool (Kiefl, Journal of Open Source Software 9, 2024) publishes it: m = 0.23 kg,
// R = 0.03275 m, e = 0.7, μ = 0.2, frequency ratio 1.7; contact velocities (−3, −1) → (−1.81, 0.7) and
// (−0.5, −1) → (0.329114283, 0.7).
TEST(CushionImpact, OfStrongeGivesThePublishedContactVelocities) {
  const BallSpec ball{.mass = 0.23, .radius = 0.03275};
  const Cushion cushion{.model = CushionImpactModel::stronge,
                        .restitution = 0.7,
                        .friction = 0.2,
                        .height = ball.radius,
                        .frequency_ratio = 1.7};
  for (const auto& [before, after] : {std::pair{-3.0, -1.81}, std::pair{-0.5, 0.329114283}}) {
    const BallState hit = cushion_impact(at_cushion({1, before, 0}, {}, ball), ball, {1, 0}, cushion, {}).ball;
    const Vec3 contact = hit.velocity + cross(hit.angular_velocity, Vec3{ball.radius, 0, 0});
    EXPECT_NEAR(contact.x, -0.7, 1e-15);
    EXPECT_NEAR(contact.y, after, 5e-10);
  }
}

// Han 2005, eqs 14–22, in his components: X into the cushion, Y along it, Z up.
BallState han_2005(const BallState& state, const BallSpec& ball, const Cushion& cushion) {
  const double r = ball.radius, m = ball.mass, a = 7 / (2 * m), b = 1 / m;
  const Vec3 v = state.velocity, w = state.angular_velocity;
  const double e = cushion.restitution / std::hypot(1, cushion.restitution_fall * v.x);
  const double angle = std::asin(cushion.height / r - 1), s = std::sin(angle), c = std::cos(angle);
  const double sx = v.x * s - v.z * c + r * w.y;
  const double sy = -v.y - r * w.z * c + r * w.x * s;
  const double slip_speed = std::sqrt(sx * sx + sy * sy);
  const double pz = (1 + e) * v.x * c / b;
  const double share = slip_speed / a <= cushion.friction * pz ? 1 / a : cushion.friction * pz / slip_speed;
  const double px = share * sx, py = share * sy, inertia = 0.4 * m * r * r;
  const Vec3 p{-px * s - pz * c, py, px * c - pz * s};
  BallState after = state;
  after.velocity += Vec3{p.x / m, p.y / m, 0};
  after.angular_velocity += (r / inertia) * Vec3{-p.y * s, p.x * s - p.z * c, p.y * c};
  return after;
}

TEST(CushionImpact, OfHanFollowsHisEquations) {
  const BallSpec ball;
  for (const double friction : {0.05, 0.2, 2.0})
    for (const Vec3& velocity : {Vec3{2, 0, 0}, Vec3{1, 3, 0}, Vec3{0.2, -4, 0}})
      for (const Vec3& spin : {Vec3{0, 0, 0}, Vec3{10, 30, 40}, Vec3{0, 70, -100}}) {
        const Cushion cushion{
            .model = CushionImpactModel::han_2005, .restitution = 0.9, .restitution_fall = 0.1, .friction = friction};
        const BallState state = at_cushion(velocity, spin, ball);
        const CushionImpact hit = cushion_impact(state, ball, {1, 0}, cushion, {});
        const BallState expected = han_2005(state, ball, cushion);
        expect_near(hit.ball.velocity, expected.velocity, 1e-14);
        expect_near(hit.ball.angular_velocity, expected.angular_velocity, 1e-12);
      }
}

// Mathavan, Jackson, Parkin 2010, eqs 12–17, by Euler's method with small steps, in their components: y into the
// cushion.
BallState mathavan_2010(const BallState& state, const BallSpec& ball, const Cushion& cushion, double cloth_friction) {
  const double m = ball.mass, r = ball.radius, s = cushion.height / r - 1, c = std::sqrt(1 - s * s);
  const double w = cushion.friction, f = cloth_friction, k = 5 / (2 * m * r), dp = 2e-6 * m * state.velocity.y;
  double vx = state.velocity.x, vy = state.velocity.y;
  Vec3 o = state.angular_velocity;
  const auto direction = [](double x, double y) {
    const double length = std::sqrt(x * x + y * y);
    return length > 0 ? Vec2{x / length, y / length} : Vec2{};
  };
  double compression = 0, work = 0;
  for (bool compressing = true; compressing || work < cushion.restitution * cushion.restitution * compression;) {
    const Vec2 nose = direction(vx + o.y * r * s - o.z * r * c, -vy * s + o.x * r);
    const Vec2 cloth = direction(vx - o.y * r, vy + o.x * r);
    const double pressed = s + w * nose.y * c;
    vx -= (w * nose.x + f * cloth.x * pressed) * dp / m;
    vy -= (c - w * s * nose.y + f * cloth.y * pressed) * dp / m;
    o.x -= k * (w * nose.y + f * cloth.y * pressed) * dp;
    o.y -= k * (w * nose.x * s - f * cloth.x * pressed) * dp;
    o.z += k * w * nose.x * c * dp;
    (compressing ? compression : work) += dp * std::abs(vy) * c;
    compressing = compressing && vy > 0;
  }
  return {state.position, {vx, vy, 0}, o};
}

TEST(CushionImpact, OfMathavanFollowsTheEquationsOfThePaper) {
  Equipment table = snooker();
  table.cushion.restitution = 0.98;
  table.cushion.restitution_fall = 0;
  table.cushion.friction = 0.14;
  for (const double angle : {0.2, 0.8, 1.4})
    for (const double topspin : {-2.0, 0.0, 1.0})
      for (const double side : {-2.0, 0.0, 2.0}) {
        const double speed = 1.5, r = table.ball.radius;
        const BallState state = at_cushion(
            {speed * std::cos(angle), speed * std::sin(angle), 0},
            {-topspin * speed / r * std::sin(angle), topspin * speed / r * std::cos(angle), side * speed / r},
            table.ball);
        const BallState found = cushion_impact(state, table.ball, {0, 1}, table.cushion, table.cloth).ball;
        const BallState expected = mathavan_2010(state, table.ball, table.cushion, table.cloth.sliding_friction);
        expect_near(found.velocity, expected.velocity, 0.005 * speed);
        expect_near(r * found.angular_velocity, r * expected.angular_velocity, 0.01 * speed);
      }
}

// The error of its steps, which docs/theory/billiards.md states, over random balls at random noses.
TEST(CushionImpact, OfMathavanIsWithinTwoPercentOfItsEquations) {
  constexpr int kImpacts = 60;
  Random random(5);
  double worst = 0, sum = 0;
  for (int k = 0; k < kImpacts; ++k) {
    const BallSpec ball;
    const Cushion cushion{.model = CushionImpactModel::mathavan_2010,
                          .restitution = random.uniform(0.7, 1),
                          .friction = random.uniform(0.05, 0.25),
                          .height = ball.radius * random.uniform(1.25, 1.4)};
    const Cloth cloth{.sliding_friction = random.uniform(0.15, 0.25)};
    const double angle = random.uniform(-1.4, 1.4);
    const auto spin = [&] { return random.uniform(-2, 2) / ball.radius; };
    const BallState state = at_cushion({std::sin(angle), std::cos(angle), 0}, {spin(), spin(), spin()}, ball);
    const BallState found = cushion_impact(state, ball, {0, 1}, cushion, cloth).ball;
    const BallState expected = mathavan_2010(state, ball, cushion, cloth.sliding_friction);
    const double error = std::max(norm(found.velocity - expected.velocity),
                                  ball.radius * norm(found.angular_velocity - expected.angular_velocity));
    worst = std::max(worst, error);
    sum += error;
  }
  EXPECT_LT(worst, 0.02);
  EXPECT_LT(sum / kImpacts, 0.002);
}

// An airborne ball takes the whole impulse: one that hits the nose below its centre is thrown upwards.
// Han's impulse at a high nose goes into the cloth mostly: v' = v (1 − (1 + e) cos² θ) > 0 without friction.
TEST(CushionImpact, BallThatWouldMoveOnIntoTheCushionStops) {
  const BallSpec ball;
  for (const CushionImpactModel model : {CushionImpactModel::han_2005, CushionImpactModel::stronge}) {
    const Cushion cushion{.model = model, .restitution = 0.1, .friction = 0, .height = 1.6 * ball.radius};
    const CushionImpact hit = cushion_impact(at_cushion({2, 1, 0}, {}, ball), ball, {1, 0}, cushion, {});
    expect_near(hit.ball.velocity, {0, 1, 0}, 1e-15);
  }
}

TEST(CushionImpact, HitBelowTheCentreThrowsTheBallUp) {
  const BallSpec ball;
  BallState state = at_cushion({2, 0, 0}, {}, ball);
  state.position.z = 0.05;
  for (const CushionImpactModel model :
       {CushionImpactModel::han_2005, CushionImpactModel::mathavan_2010, CushionImpactModel::stronge}) {
    const CushionImpact hit = cushion_impact(state, ball, {1, 0}, {.model = model}, {});
    EXPECT_GT(hit.ball.velocity.z, 0);
    EXPECT_GT(hit.dissipated, 0);
  }
}

// What is too small to have a square among doubles changes nothing: the impact is that of a ball without it.
TEST(CushionImpact, WhatIsFarTooSmallChangesNothing) {
  const BallSpec ball;
  for (const CushionImpactModel model : kModels)
    for (int k = 100; k <= 320; ++k) {
      const double tiny = std::pow(10, -k);
      const CushionImpact without =
          cushion_impact(at_cushion({10, 0, 0}, {0, 167, 0}, ball), ball, {1, 0}, {.model = model}, {});
      const CushionImpact hit =
          cushion_impact(at_cushion({10, -tiny, 0}, {20 * tiny, 167, tiny}, ball), ball, {1, 0}, {.model = model}, {});
      expect_near(hit.ball.velocity, without.ball.velocity, 1e-12);
      expect_near(hit.ball.angular_velocity, without.ball.angular_velocity, 1e-9);
    }
}

}  // namespace
}  // namespace carom::billiards
