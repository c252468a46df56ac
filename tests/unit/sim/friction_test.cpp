#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/angular_momentum.hpp"

namespace carom {
namespace {

constexpr double kSticky = std::numeric_limits<double>::infinity();

/// A sphere of radius 1/2 and mass 1 that hits a floor at (u, 0, −3); both have this restitution and friction.
struct Drop {
  double u = 0;
  double e = 0.5;
  double friction = 0;
  double beta = 0;
  std::optional<SurfaceMotion<3>> surface{};
};

struct Rebound {
  Vec3 velocity;
  Vec3 spin;
  Ledger<3> ledger;
};

Rebound rebound(const Drop& drop) {
  World3 world({.tangential_restitution = drop.beta});
  const BodyId ball = world.add({.shape = Sphere{{0, 0, 1.5}, 0.5},
                                 .motion = {{drop.u, 0, -3}},
                                 .restitution = drop.e,
                                 .friction = drop.friction});
  world.add({.shape = HalfSpace3{{0, 0, 1}, 0}, .surface = drop.surface, .restitution = drop.e});
  world.run_until(1);
  return {world.state(ball).velocity, world.state(ball).spin, world.ledger()};
}

// Walton and Braun 1986: the impulse along the surface is μ (1 + e) m v_n = 0.9 m here, and turns the ball by r J/(2/5
// m r²): sliding while that is less than (1 + β) 2/7 u.
TEST(FrictionInWorlds, BallThatHitsAFloorSlidesOrSticks) {
  const Rebound slides = rebound({.u = 10, .friction = 0.2});
  EXPECT_NEAR(slides.velocity.x, 10 - 0.9, 1e-14);
  EXPECT_NEAR(slides.spin.y, 0.9 / (0.4 * 0.5), 1e-14);
  EXPECT_NEAR(slides.velocity.z, 1.5, 1e-15);
  const Rebound sticks = rebound({.u = 3, .friction = 0.2});
  EXPECT_NEAR(sticks.velocity.x, 3 * 5.0 / 7, 1e-14);
  EXPECT_NEAR(sticks.spin.y * 0.5, sticks.velocity.x, 1e-14);
  const Rebound springs = rebound({.u = 1.5, .friction = 0.2, .beta = 0.5});
  EXPECT_NEAR(springs.velocity.x, 1.5 * (1 - 1.5 * 2 / 7), 1e-14);
  for (const Rebound& one : {slides, sticks, springs}) EXPECT_NEAR(one.ledger.residual(), 0, 1e-13);
}

TEST(FrictionInWorlds, EndsAreTheRoughWorldAndTheSmoothOne) {
  for (const double u : {0.1, 1.0, 30.0}) {
    const Rebound sticky = rebound({.u = u, .friction = kSticky, .beta = 0.25});
    EXPECT_NEAR(sticky.velocity.x, u * (1 - 1.25 * 2 / 7), 1e-14 * u);
    const Rebound smooth = rebound({.u = u, .friction = 0, .beta = 0.25});
    EXPECT_EQ(smooth.velocity.x, u);
    EXPECT_TRUE(is_zero(smooth.spin));
  }
}

// A conveyor at 7 takes a ball along that falls on it: by 2/7 of its speed where it sticks, by μ (1 + e) v_n where it
// slides. Its work is its speed times the impulse along it.
TEST(FrictionInWorlds, ConveyorTakesAlongWhatFallsOnIt) {
  const SurfaceMotion<3> belt{.velocity = {7, 0, 5}};  // what it goes along its normal does not count
  const Rebound sticks = rebound({.friction = 1, .surface = belt});
  EXPECT_NEAR(sticks.velocity.x, 2, 1e-14);
  EXPECT_NEAR(sticks.spin.y, (7 - 2) / -0.5, 1e-13);
  EXPECT_NEAR(sticks.velocity.z, 1.5, 1e-15);
  EXPECT_NEAR(sticks.ledger.work, 14, 1e-13);
  const Rebound slides = rebound({.friction = 0.2, .surface = belt});
  EXPECT_NEAR(slides.velocity.x, 0.9, 1e-14);
  EXPECT_NEAR(slides.ledger.work, 6.3, 1e-13);
  for (const Rebound& one : {sticks, slides}) EXPECT_NEAR(one.ledger.residual(), 0, 1e-13);
}

// The floor of a drum that turns about (0, 0, 3) goes at (−ω) 3 along x.
TEST(FrictionInWorlds, DrumTurnsAboutItsCentre) {
  const Rebound turned =
      rebound({.friction = 1, .surface = SurfaceMotion<3>{.spin = {0, 0.5, 0}, .center = {0, 0, 3}}});
  EXPECT_NEAR(turned.velocity.x, -1.5 * 2 / 7, 1e-14);
  EXPECT_NEAR(turned.ledger.residual(), 0, 1e-14);
}

// A conveyor that is lifted as a whole: in its frame the ball falls at 3 + 1.
TEST(FrictionInWorlds, ConveyorMayMoveAsAWhole) {
  World3 world({.tangential_restitution = 0});
  const BodyId ball =
      world.add({.shape = Sphere{{0, 0, 1.5}, 0.5}, .motion = {{0, 0, -3}}, .restitution = 0.5, .friction = 0.2});
  world.add({.shape = HalfSpace3{{0, 0, 1}, 0},
             .motion = {{0, 0, 1}},
             .surface = SurfaceMotion<3>{.velocity = {7, 0, 0}},
             .restitution = 0.5});
  world.run_until(1);
  EXPECT_NEAR(world.state(ball).velocity.z, 1 + 0.5 * 4, 1e-14);
  EXPECT_NEAR(world.state(ball).velocity.x, 0.2 * 1.5 * 4, 1e-14);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
  EXPECT_NEAR(world.ledger().work, 6 * 1 + 1.2 * 7, 1e-13);
}

TEST(FrictionInWorlds, PairTakesItsRuleAndTheSmallerByDefault) {
  const auto slowed_by = [](CombineRule rule, double one, double other) {
    World2 world({.tangential_restitution = 0, .friction_rule = rule});
    const BodyId disc =
        world.add({.shape = Circle{{0, 2}, 0.5}, .motion = {{10, -1}}, .restitution = 1, .friction = one});
    world.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 1, .friction = other});
    world.run_until(3);
    return 10 - world.state(disc).velocity.x;
  };
  EXPECT_NEAR(slowed_by(WorldOptions<2>{}.friction_rule, 0.3, 0.1), 2 * 0.1, 1e-14);
  EXPECT_NEAR(slowed_by(WorldOptions<2>{}.friction_rule, 0.3, kSticky), 2 * 0.3, 1e-14);
  EXPECT_NEAR(slowed_by(CombineRule::average, 0.3, 0.1), 2 * 0.2, 1e-14);
  EXPECT_NEAR(slowed_by(CombineRule::maximum, 0.3, 0.1), 2 * 0.3, 1e-14);
  EXPECT_NEAR(slowed_by(CombineRule::mass_weighted, 0.3, 0.1), 2 * 0.1, 1e-14);
  EXPECT_NEAR(slowed_by(CombineRule::product, 0.3, 0.1), 2 * 0.03, 1e-14);
}

// To a ball, a kinematic one is a wall that moves: head on along x, and off its centre line by friction.
TEST(FrictionInWorlds, KinematicBallIsAWallThatMoves) {
  World2 world({.tangential_restitution = 0});
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{2, 1}}, .mass = 5, .response = Response::slide});
  const BodyId ball = world.add({.shape = Circle{{2, 0.5}, 0.5}, .restitution = 0.5, .friction = 0.0625});
  ASSERT_EQ(world.run_until(0.75).size(), 1u);
  const BodyState<2> after = world.state(ball);
  EXPECT_NEAR(after.velocity.x, 2 * (1 + 0.75), 1e-13);             // e of the pair is the mean of 1 and 0.5
  EXPECT_NEAR(after.velocity.y, 0.0625 * after.velocity.x, 1e-13);  // it slides: the slip is 1, 1/3 would stop it
  EXPECT_NEAR(after.spin, -after.velocity.y / (0.5 * 0.5), 1e-13);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
}

// Two discs of radius r stick and become one of √2 r about their middle, with the angular momentum that they had.
TEST(FrictionInWorlds, BallsThatMergeKeepTheirAngularMomentum) {
  World2 world({.tangential_restitution = 0});
  const BodyId one = world.add(
      {.shape = Circle{{-2, 0.25}, 0.5}, .motion = {{1, 0}}, .mass = 2, .spin = 3, .response = Response::stick});
  world.add({.shape = Circle{{2, -0.25}, 0.5}, .motion = {{-1, 0}}, .mass = 2, .spin = -1});
  ASSERT_EQ(world.run_until(5).size(), 1u);
  const double orbit = -2 * (0.25 * 1 + 0.25 * 1);  // Σ m (x v_y − y v_x)
  const double own = 0.5 * 2 * 0.25 * (3 - 1);
  EXPECT_NEAR(world.state(one).spin, (orbit + own) / (0.5 * 4 * 0.5), 1e-14);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
}

TEST(FrictionInWorlds, BallThatSticksToAWallStopsSpinning) {
  World2 world({.tangential_restitution = 0});
  const BodyId ball =
      world.add({.shape = Circle{{0, 2}, 0.5}, .motion = {{0, -1}}, .spin = 3, .response = Response::stick});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.run_until(5);
  EXPECT_EQ(world.state(ball).spin, 0);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
}

// Friction between two movable discs: momentum, angular momentum about the origin and the ledger are kept, whatever the
// numbers, and energy is lost or kept.
TEST(FrictionInWorlds, CollidingDiscsKeepMomentumAngularMomentumAndTheLedger) {
  Random random(8);
  int slid = 0;
  for (int round = 0; round < 200; ++round) {
    World2 world({.tangential_restitution = random.uniform(-1, 1)});
    const auto disc = [&](double x) {
      return Body<2>{.shape = Circle{{x, random.uniform(-0.5, 0.5)}, random.uniform(0.3, 0.6)},
                     .motion = {{-x, random.uniform(-1, 1)}},
                     .mass = random.uniform(0.5, 3),
                     .spin = random.uniform(-4, 4),
                     .restitution = random.uniform(0, 1),
                     .friction = random.uniform(0, 0.5)};
    };
    const std::array ids = {world.add(disc(-2)), world.add(disc(2))};
    const double before = testing::angular_momentum(world, ids);
    const Ledger<2> start = world.ledger();
    if (world.run_until(3).empty()) continue;
    ++slid;
    EXPECT_NEAR(testing::angular_momentum(world, ids), before, 1e-12);
    EXPECT_LE(norm(world.ledger().momentum - start.momentum), 1e-13);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
    EXPECT_LE(world.ledger().kinetic, start.kinetic * (1 + 1e-15));
  }
  EXPECT_GT(slid, 100);
}

TEST(FrictionInWorlds, RefusesWhatMakesNoSense) {
  World2 smooth;
  EXPECT_THROW(smooth.add({.shape = Circle{{}, 1}, .friction = 0.5}), std::invalid_argument);
  EXPECT_THROW(smooth.add({.shape = HalfSpace2{{0, 1}, 0}, .surface = SurfaceMotion<2>{}}), std::invalid_argument);
  smooth.add({.shape = Circle{{}, 1}, .friction = 0});
  World2 rough({.tangential_restitution = 0});
  EXPECT_THROW(rough.add({.shape = Circle{{}, 1}, .friction = -0.5}), std::invalid_argument);
  EXPECT_THROW(rough.add({.shape = Circle{{}, 1}, .friction = std::nan("")}), std::invalid_argument);
  EXPECT_THROW(rough.add({.shape = Circle{{}, 1}, .surface = SurfaceMotion<2>{}}), std::invalid_argument);
  EXPECT_THROW(rough.add({.shape = HalfSpace2{{0, 1}, 0}, .surface = SurfaceMotion<2>{.velocity = {INFINITY, 0}}}),
               std::invalid_argument);
}

TEST(FrictionInWorlds, WorldGoesOnFromASnapshot) {
  const auto build = [] {
    World2 world({.tangential_restitution = 0});
    Random random(4);
    for (int k = 0; k < 20; ++k)
      world.add({.shape = Circle{{k % 5 + 0.5, k / 5 + 0.5}, 0.3},
                 .motion = {random.in_ball<2>()},
                 .restitution = 0.9,
                 .friction = 0.3});
    for (int k = 0; k < 4; ++k)
      world.add(
          {.shape = HalfSpace2{{k % 2 == 0 ? (k == 0 ? 1.0 : -1.0) : 0.0, k % 2 == 1 ? (k == 1 ? 1.0 : -1.0) : 0.0},
                               k < 2 ? 0.0 : -5.0},
           .surface = SurfaceMotion<2>{.velocity = {0.5, 0.5}}});
    return world;
  };
  World2 whole = build();
  whole.run_until(4);
  World2 first = build();
  first.run_until(2);
  World2 second(first.snapshot());
  second.run_until(4);
  EXPECT_GT(whole.event_count(), 50u);
  EXPECT_EQ(second.hash(), whole.hash());
  EXPECT_NEAR(whole.ledger().residual(), 0, 1e-12);
}

}  // namespace
}  // namespace carom
