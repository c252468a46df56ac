#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "carom/sim/world.hpp"

namespace carom {
namespace {

// Straight at 1, .99, .99² … for a hundredth each.
TEST(StepwiseDamping, GoesStraightBetweenItsSteps) {
  World2 world({.stepwise_damping = StepwiseDamping{0.01, 0.99}});
  world.add({.shape = Circle{{0, 0}, 0.1}, .motion = {{1, 0}}});
  double way = 0, speed = 1;
  for (int step = 0; step < 300; ++step) {
    world.run_until(step * 0.01 + 0.005, nullptr);
    EXPECT_NEAR(world.placement(BodyId{0}).position.x, way + 0.005 * speed, 1e-13);
    EXPECT_NEAR(world.placement(BodyId{0}).velocity.x, speed, 1e-13);
    way += 0.01 * speed;
    speed *= 0.99;
  }
  const Ledger<2> ledger = world.ledger();
  EXPECT_NEAR(ledger.dissipated_damping, 0.5 - ledger.kinetic, 1e-14);
  EXPECT_NEAR(ledger.residual(), 0, 1e-14);
  EXPECT_EQ(world.event_count(), 0u);
}

// At its steps the velocity of the exact damping at k = −ln(f)/h, and h k/(1 − f) times its way.
TEST(StepwiseDamping, IsExactDampingAtItsSteps) {
  const double h = 0.01, f = 0.99, k = -std::log(f) / h;
  World2 steps({.stepwise_damping = StepwiseDamping{h, f}});
  World2 exact({.damping = k});
  for (World2* world : {&steps, &exact}) {
    world->add({.shape = Circle{{0, 0}, 0.1}, .motion = {{2, 0}}});
    world->run_until(1.005, nullptr);
  }
  EXPECT_NEAR(steps.placement(BodyId{0}).velocity.x, 2 * std::pow(f, 100), 1e-12);
  World2 later({.stepwise_damping = StepwiseDamping{h, f}});
  later.add({.shape = Circle{{0, 0}, 0.1}, .motion = {{2, 0}}});
  later.run_until(1, nullptr);
  const double way = 2 * (1 - std::exp(-k)) / k;
  EXPECT_NEAR(later.placement(BodyId{0}).position.x, way * (h * k / (1 - f)), 1e-12);
}

// The impact is where the path of that step leads: the ball of speed 1, .5, .25 … is at 1.75 after three steps of 1.
TEST(StepwiseDamping, MeetsExactly) {
  World2 world({.stepwise_damping = StepwiseDamping{1, 0.5}});
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{1, 0}}});
  world.add({.shape = Circle{{2.875, 0}, 0.5}});
  const auto& events = world.run_until(10);
  ASSERT_GE(events.size(), 1u);
  EXPECT_EQ(events[0].time, 3 + 0.125 / 0.125);
}

TEST(StepwiseDamping, StopsWhatIsSlow) {
  World2 world({.stepwise_damping = StepwiseDamping{0.25, 0.5, 0.2}});
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{1, 0}}});
  const auto& events = world.run_until(10);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::stop);
  EXPECT_EQ(events[0].time, 0.75);  // .125 < .2
  EXPECT_EQ(world.placement(BodyId{0}).velocity, Vec2{});
  EXPECT_EQ(world.placement(BodyId{0}).position.x, 0.25 * 1.75);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-15);
}

TEST(StepwiseDamping, GoesOnFromSnapshotsAtAndBetweenSteps) {
  const auto made = [] {
    World2 world({.stepwise_damping = StepwiseDamping{0.01, 0.99}});
    for (int k = 0; k < 9; ++k)
      world.add({.shape = Circle{{1.0 * (k % 3), 1.0 * (k / 3)}, 0.3}, .motion = {{0.3 * k - 1, 0.2 * k - 1}}});
    for (const Vec2& in : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}}) world.add({.shape = HalfSpace2{in, -3}});
    return world;
  };
  World2 whole = made();
  whole.run_until(3, nullptr);
  for (const double stop : {0.29, 0.3, 0.57, 1.005}) {
    World2 first = made();
    first.run_until(stop, nullptr);
    World2 second(first.snapshot());
    second.run_until(3, nullptr);
    EXPECT_EQ(second.hash(), whole.hash()) << stop;
  }
}

TEST(StepwiseDamping, IsCheckedAtTheDoor) {
  EXPECT_THROW(World2({.stepwise_damping = StepwiseDamping{0, 0.5}}), std::invalid_argument);
  EXPECT_THROW(World2({.stepwise_damping = StepwiseDamping{1, 1.5}}), std::invalid_argument);
  EXPECT_THROW(World2({.stepwise_damping = StepwiseDamping{1, 0.5, -1}}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
