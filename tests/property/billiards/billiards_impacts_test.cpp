// Laws that every model of an impact obeys, on random balls.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/cushion_impact.hpp"
#include "carom/math/random.hpp"

namespace carom::billiards {
namespace {

constexpr int kImpacts = 100000;
// Of the sums that the laws compare: at most a few dozen roundings each.
constexpr double kRounding = 1e-14;

struct Pair {
  BallState first, second;
  BallSpec ball1, ball2;
  BallContact contact;
  Cloth cloth;
};

BallSpec random_ball(Random& random) {
  return {.mass = random.uniform(0.05, 0.5), .radius = random.uniform(0.02, 0.04)};
}

// Speeds from slow to fast, spins with surface speeds alike; every other pair on the cloth.
Pair random_pair(Random& random, BallImpactModel model, bool on_cloth) {
  Pair p;
  p.ball1 = random_ball(random);
  p.ball2 = random_ball(random);
  if (on_cloth) p.ball2.radius = p.ball1.radius;
  const double speed = std::exp(random.uniform(-3, 2));
  Vec3 line = random.direction<3>();
  if (on_cloth) line.z = 0;
  line = ((p.ball1.radius + p.ball2.radius) / norm(line)) * line;
  const double height = on_cloth ? p.ball1.radius : 0.5;
  p.first = {{0, 0, height}, speed * random.in_ball<3>(), (2 * speed / p.ball1.radius) * random.in_ball<3>()};
  p.second = {p.first.position + line, speed * random.in_ball<3>(), (2 * speed / p.ball2.radius) * random.in_ball<3>()};
  if (on_cloth) p.first.velocity.z = p.second.velocity.z = 0;
  if (random.below(4) == 0) p.second.velocity = p.second.angular_velocity = {};
  p.contact = {.model = model,
               .restitution = random.uniform(),
               .friction = {.constant = random.uniform(0, 0.3), .rise = random.uniform(0, 0.3)}};
  p.cloth.sliding_friction = random.uniform(0, 0.5);
  return p;
}

BallImpact impact(const Pair& p) {
  return ball_impact(p.first, p.ball1, p.second, p.ball2, p.contact, p.cloth);
}

double energy(const BallState& a, const BallSpec& ball1, const BallState& b, const BallSpec& ball2) {
  return kinetic_energy(a, ball1) + kinetic_energy(b, ball2);
}

// About the origin: Σ m r × v + 2/5 m R² ω.
Vec3 angular_momentum(const BallState& state, const BallSpec& ball) {
  return ball.mass *
         (cross(state.position, state.velocity) + (0.4 * ball.radius * ball.radius) * state.angular_velocity);
}

Vec3 mirror(const Vec3& v) {
  return {v.x, -v.y, v.z};
}

// An angular velocity keeps its sense about the mirror's normal and changes it about the others.
BallState mirror(const BallState& s) {
  return {mirror(s.position), mirror(s.velocity), -mirror(s.angular_velocity)};
}

class BallModels : public ::testing::TestWithParam<BallImpactModel> {};
INSTANTIATE_TEST_SUITE_P(All, BallModels,
                         ::testing::Values(BallImpactModel::frictionless, BallImpactModel::alciatore,
                                           BallImpactModel::mathavan_2014));

TEST_P(BallModels, NeverRaiseTheEnergyNorLeaveBallsApproaching) {
  Random random(11);
  for (int k = 0; k < kImpacts; ++k) {
    const Pair p = random_pair(random, GetParam(), k % 2 == 0);
    const BallImpact hit = impact(p);
    const double before = energy(p.first, p.ball1, p.second, p.ball2);
    const double after = energy(hit.first, p.ball1, hit.second, p.ball2);
    ASSERT_LE(after, before * (1 + kRounding)) << k;
    ASSERT_NEAR(hit.dissipated, before - after, kRounding * before) << k;
    const Vec3 line = p.second.position - p.first.position;
    ASSERT_LE(dot(hit.first.velocity - hit.second.velocity, line), kRounding * std::sqrt(before)) << k;
  }
}

TEST_P(BallModels, KeepMomentumAndAngularMomentumOffTheCloth) {
  Random random(12);
  for (int k = 0; k < kImpacts; ++k) {
    const Pair p = random_pair(random, GetParam(), false);
    const BallImpact hit = impact(p);
    const double scale =
        4 * (norm(p.first.velocity) + norm(p.second.velocity) + p.ball1.radius * norm(p.first.angular_velocity) +
             p.ball2.radius * norm(p.second.angular_velocity));
    ASSERT_LE(norm(p.ball1.mass * (hit.first.velocity - p.first.velocity) +
                   p.ball2.mass * (hit.second.velocity - p.second.velocity)),
              kRounding * scale)
        << k;
    ASSERT_LE(norm(angular_momentum(hit.first, p.ball1) + angular_momentum(hit.second, p.ball2) -
                   angular_momentum(p.first, p.ball1) - angular_momentum(p.second, p.ball2)),
              kRounding * scale)
        << k;
  }
}

Vec3 contact_velocity(const BallState& first, const BallState& second, const Pair& p, const Vec3& normal) {
  return first.velocity - second.velocity +
         cross(p.ball1.radius * first.angular_velocity + p.ball2.radius * second.angular_velocity, normal);
}

// Newton's restitution along the normal; Coulomb's friction across it: μ J against the sliding, or none is left.
TEST(AlciatoreModel, ObeysNewtonAndCoulombForAnyMassesAndRadii) {
  Random random(19);
  for (int k = 0; k < kImpacts / 10; ++k) {
    const Pair p = random_pair(random, BallImpactModel::alciatore, false);
    const Vec3 line = p.second.position - p.first.position, normal = line / norm(line);
    const Vec3 before = contact_velocity(p.first, p.second, p, normal);
    if (!(dot(before, normal) > 0.01 * norm(before))) continue;
    const BallImpact hit = impact(p);
    const Vec3 after = contact_velocity(hit.first, hit.second, p, normal);
    const double size = norm(before);
    ASSERT_NEAR(dot(after, normal), -p.contact.restitution * dot(before, normal), 1e-13 * size);
    const Vec3 impulse = p.ball1.mass * (p.first.velocity - hit.first.velocity);
    const Vec3 sliding = before - dot(before, normal) * normal, left = after - dot(after, normal) * normal;
    const double pressing = dot(impulse, normal), rubbing = norm(impulse - pressing * normal);
    const double limit = p.contact.friction.at(norm(sliding)) * pressing;
    ASSERT_LE(rubbing, limit + 1e-14 * size);
    ASSERT_TRUE(norm(left) < 1e-12 * size || std::abs(rubbing - limit) < 1e-13 * size);
    ASSERT_NEAR(norm(cross(left, sliding)), 0, 1e-12 * size * size);
    ASSERT_GE(dot(left, sliding), -1e-12 * size * size);
  }
}

// On a cloth without friction only vertical momentum goes into the table, and angular momentum about the vertical
// stays.
TEST_P(BallModels, KeepHorizontalMomentumOnASmoothCloth) {
  Random random(13);
  for (int k = 0; k < kImpacts / 10; ++k) {
    Pair p = random_pair(random, GetParam(), true);
    p.cloth.sliding_friction = 0;
    const BallImpact hit = impact(p);
    const Vec3 change = p.ball1.mass * (hit.first.velocity - p.first.velocity) +
                        p.ball2.mass * (hit.second.velocity - p.second.velocity);
    const Vec3 turn = angular_momentum(hit.first, p.ball1) + angular_momentum(hit.second, p.ball2) -
                      angular_momentum(p.first, p.ball1) - angular_momentum(p.second, p.ball2);
    const double scale = 20 * (norm(p.first.velocity) + norm(p.second.velocity) + 0.1 * norm(p.first.angular_velocity));
    ASSERT_LE(std::abs(change.x) + std::abs(change.y), kRounding * scale) << k;
    ASSERT_LE(std::abs(turn.z), kRounding * scale) << k;
  }
}

TEST_P(BallModels, AreTheSameInAMirror) {
  Random random(14);
  for (int k = 0; k < kImpacts / 10; ++k) {
    const Pair p = random_pair(random, GetParam(), k % 2 == 0);
    Pair q = p;
    q.first = mirror(p.first);
    q.second = mirror(p.second);
    const BallImpact hit = impact(p), mirrored = impact(q);
    ASSERT_EQ(mirrored.first, mirror(hit.first)) << k;
    ASSERT_EQ(mirrored.second, mirror(hit.second)) << k;
  }
}

TEST_P(BallModels, DoNotMindWhichBallIsFirst) {
  Random random(15);
  for (int k = 0; k < kImpacts / 10; ++k) {
    const Pair p = random_pair(random, GetParam(), k % 2 == 0);
    const BallImpact hit = impact(p);
    const BallImpact swapped = ball_impact(p.second, p.ball2, p.first, p.ball1, p.contact, p.cloth);
    const double scale = norm(p.first.velocity) + norm(p.second.velocity) + norm(p.first.angular_velocity);
    ASSERT_LE(norm(swapped.first.velocity - hit.second.velocity), 1e-12 * scale) << k;
    ASSERT_LE(norm(swapped.second.velocity - hit.first.velocity), 1e-12 * scale) << k;
  }
}

struct AtCushion {
  BallState state;
  BallSpec ball;
  Vec2 towards;
  Cushion cushion;
  Cloth cloth;
};

AtCushion random_cushion(Random& random, CushionImpactModel model, bool on_cloth) {
  AtCushion c;
  c.ball = random_ball(random);
  c.towards = random.uniform(0.5, 2) * random.direction<2>();
  c.cushion = {.model = model,
               .restitution = random.uniform(),
               .friction = random.uniform(0, 0.5),
               .height = random.uniform(0.8, 1.6) * c.ball.radius,
               .frequency_ratio = random.uniform(1.05, 1.95)};
  c.cloth.sliding_friction = random.uniform(0, 0.5);
  const double speed = std::exp(random.uniform(-3, 2));
  c.state = {{0, 0, c.ball.radius}, speed * random.in_ball<3>(), (2 * speed / c.ball.radius) * random.in_ball<3>()};
  if (on_cloth)
    c.state.velocity.z = 0;
  else
    c.state.position.z += random.uniform(0, 0.3) * c.ball.radius;
  return c;
}

CushionImpact impact(const AtCushion& c) {
  return cushion_impact(c.state, c.ball, c.towards, c.cushion, c.cloth);
}

class CushionModels : public ::testing::TestWithParam<CushionImpactModel> {};
INSTANTIATE_TEST_SUITE_P(All, CushionModels,
                         ::testing::Values(CushionImpactModel::reflection, CushionImpactModel::han_2005,
                                           CushionImpactModel::mathavan_2010, CushionImpactModel::stronge));

TEST_P(CushionModels, NeverRaiseTheEnergy) {
  Random random(16);
  for (int k = 0; k < kImpacts; ++k) {
    const AtCushion c = random_cushion(random, GetParam(), k % 2 == 0);
    const CushionImpact hit = impact(c);
    const double before = kinetic_energy(c.state, c.ball), after = kinetic_energy(hit.ball, c.ball);
    ASSERT_LE(after, before * (1 + kRounding)) << k;
    ASSERT_NEAR(hit.dissipated, before - after, kRounding * before) << k;
  }
}

TEST_P(CushionModels, AreTheSameInAMirror) {
  Random random(17);
  for (int k = 0; k < kImpacts / 10; ++k) {
    const AtCushion c = random_cushion(random, GetParam(), k % 2 == 0);
    AtCushion d = c;
    d.state = mirror(c.state);
    d.towards.y = -c.towards.y;
    const CushionImpact hit = impact(c), mirrored = impact(d);
    ASSERT_EQ(mirrored.ball, mirror(hit.ball)) << k;
  }
}

TEST_P(CushionModels, LeaveNoBallApproaching) {
  Random random(18);
  for (int k = 0; k < kImpacts; ++k) {
    const AtCushion c = random_cushion(random, GetParam(), true);
    const CushionImpact hit = impact(c);
    const double speed = std::sqrt(kinetic_energy(c.state, c.ball));
    ASSERT_LE(dot(Vec2{hit.ball.velocity.x, hit.ball.velocity.y}, c.towards), kRounding * speed) << k;
  }
}

}  // namespace
}  // namespace carom::billiards
