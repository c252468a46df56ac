#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/placements.hpp"

// Arcs as bodies of a world. Expected values are closed forms: in a circle every chord of a ball is as long as the
// first, and turns it by the same angle.
namespace carom {
namespace {

Body<2> standing(const Shape<2>& shape, double restitution = 1) {
  Body<2> body;
  body.shape = shape;
  body.restitution = restitution;
  return body;
}

Body<2> ball(const Vec2& at, double radius, const BodyMotion<2>& motion, double restitution = 1) {
  Body<2> body = standing(Circle{at, radius}, restitution);
  body.motion = motion;
  return body;
}

TEST(ArcBody, InACircleAllChordsAreEqual) {
  // ρ = 3: from (3, 0) at 60° to the tangent, chords of 2·3 sin 60°.
  World<2> world;
  world.add(standing(Arc{{1, 2}, 4}));
  const double third = std::numbers::pi / 3;
  const BodyId id = world.add(ball({4, 2}, 1, Vec2{-std::sin(third), std::cos(third)}));
  const auto events = world.run_until(1000);
  const double chord = 6 * std::sin(third);
  ASSERT_EQ(events.size(), static_cast<std::size_t>(1000 / chord));
  for (std::size_t k = 0; k < events.size(); ++k)
    EXPECT_NEAR(events[k].time, static_cast<double>(k + 1) * chord, 1e-9) << k;
  EXPECT_NEAR(norm(velocity(world, id)), 1, 1e-12);
  EXPECT_LE(world.deepest_overlap(), 1e-14);
}

TEST(ArcBody, BallsStayInAStadium) {
  World<2> world;
  world.add(standing(Arc{{2, 0}, 2, {0, -1}, {0, 1}}));
  world.add(standing(Arc{{-2, 0}, 2, {0, 1}, {0, -1}}));
  world.add(standing(Segment2{{-2, -2}, {2, -2}}));
  world.add(standing(Segment2{{2, 2}, {-2, 2}}));
  Random random(3);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      world.add(ball({-2.5 + i, -1.2 + 0.8 * j}, 0.25, Vec2{random.uniform(-1, 1), random.uniform(-1, 1)}));
  const double before = world.ledger().kinetic;
  world.run_until(300);
  EXPECT_GT(world.event_count(), 5000U);
  EXPECT_NEAR(world.ledger().kinetic, before, 1e-11 * before);
  EXPECT_FALSE(world.first_overlap(1e-12));
  for (std::uint32_t id = 4; id < world.body_count(); ++id) {
    const Vec2 at = place(world, BodyId{id});
    EXPECT_LT(norm(at - Vec2{std::clamp(at.x, -2.0, 2.0), 0}), 1.75 + 1e-12) << id;
  }
}

TEST(ArcBody, WhatLosesEnergyInACircleSlidesAlongItInTheEnd) {
  // The part along the wall stays; the bounces across it collapse. One turn of ρ = 3 at √3/2 takes 2π·3/(√3/2).
  World<2> world;
  world.add(standing(Arc{{0, 0}, 4}, 0.5));
  const BodyId id = world.add(ball({3, 0}, 1, Vec2{-0.5, std::sqrt(0.75)}, 0.5));
  world.run_until(60);
  EXPECT_LT(world.event_count(), 6434U * 60 / 12);  // about three turns
  EXPECT_NEAR(norm(velocity(world, id)), std::sqrt(0.75), 1e-5);
  EXPECT_NEAR(norm(place(world, id)), 3, 1e-5);
  EXPECT_LE(norm(place(world, id)), 3 + 1e-13);
}

TEST(ArcBody, ABallComesToRestAtTheBottomOfABowl) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(standing(Arc{{0, 0}, 2, {-1, 0}, {1, 0}}, 0.4));
  const BodyId id = world.add(ball({-1, -0.5}, 0.25, Vec2{}, 0.4));
  world.run_until(1);
  const Ledger<2> ledger = world.ledger();
  EXPECT_NEAR(ledger.residual(), 0, 1e-9);
  world.run_until(40);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_LT(norm(place(world, id)), 1.75 + 1e-12);
  EXPECT_LT(place(world, id).y, -1);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9);
}

/// Kinetic energy of balls beside that of their turning together about the origin.
double energy_beside_swing(const World<2>& world) {
  double spin = 0, inertia = 0, energy = 0;
  const auto for_balls = [&](auto visit) {
    for (std::uint32_t id = 1; id < world.body_count(); ++id) {
      const BodyState<2> state = world.state(BodyId{id});
      visit(place(world, BodyId{id}), state.velocity - state.restoring);
    }
  };
  for_balls([&](const Vec2& at, const Vec2& velocity) {
    spin += cross(at, velocity);
    inertia += norm2(at);
  });
  for_balls([&](const Vec2& at, const Vec2& velocity) { energy += 0.5 * norm2(velocity - cross(spin / inertia, at)); });
  return energy;
}

// Smooth balls in a smooth bowl swing to and fro together, as a pendulum: nothing takes that.
TEST(ArcBody, AHeapInABowlComesToRestWithoutOverlap) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(standing(Arc{{0, 0}, 3, {-1, 0}, {1, 0}}, 0.3));
  Random random(7);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 5; ++j)
      world.add(ball({-1.5 + 0.5 * i + random.uniform(-0.02, 0.02), -1.5 + 0.5 * j}, 0.2, Vec2{}, 0.3));
  world.run_until(30);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_LT(energy_beside_swing(world), 1e-4);
  EXPECT_LT(world.ledger().kinetic, 0.1);  // of 35 that fell by up to 2 m each
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-8 * std::fabs(world.ledger().initial));
}

TEST(ArcBody, AWalkerGoesAlongItsInsideByChordsAndNeverThrough) {
  World<2> world;
  world.add(standing(Arc{{0, 0}, 3, {-1, 0.25}, {1, 0.25}}));
  Body<2> walker = ball({-2, -1}, 0.4, Vec2{2, -1});
  walker.response = Response::slide;
  const BodyId id = world.add(walker);
  for (int frame = 1; frame <= 900; ++frame) {
    world.run_until(frame / 60.0);
    ASSERT_FALSE(world.first_overlap(1e-12)) << frame;
    ASSERT_LT(norm(place(world, id)), 2.6 + 1e-12) << frame;
  }
  // It presses on where the arc faces its way.
  EXPECT_NEAR(norm(place(world, id) - 2.6 / std::sqrt(5) * Vec2{2, -1}), 0, 0.05);
}

TEST(ArcBody, DegenerateOnesAreRefused) {
  World<2> world;
  EXPECT_THROW(world.add(standing(Arc{{0, 0}, 0})), std::invalid_argument);
  EXPECT_THROW(world.add(standing(Arc{{0, 0}, 1, {0, 0}, {1, 0}})), std::invalid_argument);
}

}  // namespace
}  // namespace carom
