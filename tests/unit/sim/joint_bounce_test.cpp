// Balls that meet several others at one instant.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

const double kHeight = std::sqrt(3.0);  // of a triangle of discs that touch, whose radius is 1

/// A disc that comes along x, and two that touch each other at the axis.
World2 bernoulli(double e, double speed = 1, double start = -10) {
  World2 world;
  world.add({.shape = Circle{{start, 0}, 1}, .motion = {{speed, 0}}, .restitution = e});
  for (const double side : {1.0, -1.0}) world.add({.shape = Circle{{0, side}, 1}, .restitution = e});
  return world;
}

// By momentum, symmetry and Newton's rule: (1 + e) v cos 30°/(1 + 2 cos² 30°) for the two, along the lines of centres,
// v (1 − 0.6 (1 + e)) for the first.
TEST(JointBounce, BallOnTwoThatTouchIsSymmetric) {
  for (const double e : {1.0, 0.5, 0.0}) {
    World2 world = bernoulli(e);
    const auto events = world.run_until(20);
    ASSERT_EQ(events.size(), 2u) << e;
    EXPECT_EQ(events[0].time, events[1].time);
    EXPECT_NEAR(events[0].time, 10 - kHeight, 1e-12);
    const double cos30 = kHeight / 2, each = (1 + e) * cos30 / (1 + 2 * cos30 * cos30);
    EXPECT_NEAR(world.placement(BodyId{0}).velocity.x, 1 - 0.6 * (1 + e), 1e-14);
    EXPECT_NEAR(world.placement(BodyId{0}).velocity.y, 0, 1e-15);
    for (const std::uint32_t id : {1u, 2u}) {
      const Vec2 v = world.placement(BodyId{id}).velocity;
      EXPECT_NEAR(norm(v), each, 1e-14) << e;
      EXPECT_NEAR(v.y, (id == 1 ? 0.5 : -0.5) * each, 1e-14) << e;
    }
    EXPECT_NEAR(events[0].impulse, each, 1e-14);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
  }
}

// Propagation, one after another: nothing but a pair approaches at first.
TEST(JointBounce, CradleThrowsOffTheLast) {
  World2 world;
  for (const double x : {-5.0, 0.0, 2.0, 4.0, 6.0})
    world.add({.shape = Circle{{x, 0}, 1}, .motion = {{x < 0 ? 1.0 : 0.0, 0}}});
  world.run_until(10);
  for (std::uint32_t id = 0; id < 5; ++id)
    EXPECT_EQ(world.placement(BodyId{id}).velocity, (Vec2{id == 4 ? 1.0 : 0.0, 0})) << id;
}

// Two from either side at once onto one that stands: it stands on, and they go back.
TEST(JointBounce, TwoOntoOneFromBothSides) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}});
  for (const double side : {-5.0, 5.0}) world.add({.shape = Circle{{side, 0}, 1}, .motion = {{-side, 0}}});
  world.run_until(5);
  EXPECT_EQ(world.placement(BodyId{0}).velocity, Vec2{});
  EXPECT_EQ(world.placement(BodyId{1}).velocity, (Vec2{-5, 0}));
  EXPECT_EQ(world.placement(BodyId{2}).velocity, (Vec2{5, 0}));
}

// A sphere on three that lie in a triangle, of which one can not be moved.
TEST(JointBounce, KeepsEnergyAndMomentumBesideWhatIsImmovable) {
  for (const double e : {1.0, 0.3}) {
    World3 world;
    world.add({.shape = Sphere{{0, 0, 5}, 1}, .motion = {{0, 0, -2}}, .restitution = e});
    for (int k = 0; k < 3; ++k) {
      const double angle = k * 2 * std::acos(-1.0) / 3;
      world.add({.shape = Sphere{{1.5 * std::cos(angle), 1.5 * std::sin(angle), 0}, 1},
                 .mass = k == 0 ? kImmovable : 2,
                 .restitution = e});
    }
    const auto events = world.run_until(3);
    // sin and cos round, so that not all three need to be met at one instant.
    EXPECT_GE(events.size(), 3u);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
    if (e == 1) {
      EXPECT_NEAR(world.ledger().kinetic, 2, 1e-13);
    }
  }
}

// Many at once on a lattice: energy, momentum, and no pair that goes on approaching.
TEST(JointBounce, LatticesThatCloseInKeepEnergyAndMomentum) {
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    World2 world;
    const int side = 2 + static_cast<int>(random.below(3));
    Vec2 momentum{};
    double energy = 0;
    for (int i = -side; i <= side; ++i)
      for (int j = -side; j <= side; ++j) {
        const Vec2 at{4.0 * i, 4.0 * j}, v = -0.25 * at;  // all neighbours meet at one instant
        const double mass = 1 + static_cast<double>(random.below(3));
        world.add({.shape = Circle{at, 1}, .motion = {v}, .mass = mass});
        momentum += mass * v;
        energy += 0.5 * mass * norm2(v);
      }
    const auto events = world.run_until(6);
    EXPECT_GT(events.size(), static_cast<std::size_t>(8 * side * side));
    EXPECT_EQ(events[0].time, events[1].time);
    EXPECT_NEAR(world.ledger().kinetic, energy, 1e-11 * energy);
    EXPECT_LT(norm(world.ledger().momentum - momentum), 1e-11 * energy);
    EXPECT_LE(world.deepest_overlap(), 1e-14);
    EXPECT_FALSE(world.first_overlap(1e-13));
  }
}

}  // namespace
}  // namespace carom
