#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/busy_room.hpp"
#include "unit/sim/placements.hpp"

// Obstacles that have a velocity: what they throw, push and carry. Expected values are closed forms.
namespace carom {
namespace {

Body<2> ball(const Vec2& at, const Vec2& velocity, double restitution = 1) {
  Body<2> body;
  body.shape = Circle{at, 0.5};
  body.motion = velocity;
  body.restitution = restitution;
  return body;
}
Body<2> walker(const Vec2& at, const Vec2& intended) {
  Body<2> body = ball(at, intended);
  body.response = Response::slide;
  return body;
}
template <int D>
Body<D> wall(const Shape<D>& shape, const Vec<D>& velocity = {}) {
  Body<D> body;
  body.shape = shape;
  body.motion = velocity;
  body.mass = kImmovable;
  return body;
}

TEST(MovingObstacle, ThrowsABallBackAtTwiceItsSpeedMore) {
  // v' = 2 V − v. From x = 4 at −1 against a wall from 0 at 2: they meet, 0.5 apart, at t = 3.5/3.
  World<2> world;
  const BodyId id = world.add(ball({4, 0}, {-1, 0.25}));
  world.add(wall<2>(Segment2{{0, -10}, {0, 10}}, {2, 0}));
  const auto events = world.run_until(2);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_NEAR(events[0].time, 3.5 / 3, 1e-15);
  EXPECT_EQ(events[0].approach_speed, 3);
  EXPECT_NEAR(events[0].point.x, 7.0 / 3, 1e-14);
  EXPECT_EQ(velocity(world, id), (Vec2{5, 0.25}));
  EXPECT_NEAR(place(world, id).x, 4 - 3.5 / 3 + 5 * (2 - 3.5 / 3), 1e-14);
}

TEST(MovingObstacle, LosesWhatRestitutionSaysInItsOwnFrame) {
  // w' = −e w: v' = V − e (v − V) = 2 + 0.5·3.
  World<2> world;
  Body<2> moving = wall<2>(HalfSpace2{{1, 0}, 0}, {2, 0});
  moving.restitution = 0.5;
  const BodyId id = world.add(ball({4, 0}, {-1, 0}, 0.5));
  world.add(moving);
  world.run_until(2);
  EXPECT_EQ(velocity(world, id), (Vec2{3.5, 0}));
  // Dissipated ½ m (1 − e²) w² = ½·0.75·9; the wall did the rest of ½ (3.5² − 1).
  const Ledger<2> ledger = world.ledger();
  EXPECT_NEAR(ledger.dissipated_impacts, 3.375, 1e-14);
  EXPECT_NEAR(ledger.work, 0.5 * (3.5 * 3.5 - 1) + 3.375, 1e-14);
  EXPECT_NEAR(ledger.residual(), 0, 1e-15);
}

TEST(MovingObstacle, OverTakesABallThatIsSlower) {
  World<2> world;
  const BodyId id = world.add(ball({2, 0}, {1, 0}));
  world.add(wall<2>(Aabb2{{-1, -1}, {0, 1}}, {2, 0}));
  const auto events = world.run_until(4);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].time, 1.5);
  EXPECT_EQ(velocity(world, id), (Vec2{3, 0}));
}

TEST(MovingObstacle, MeetsABallThatSlowsByALawOfItsOwn) {
  // x = 2 t − t² stops at 1 at t = 1; a wall from 2.5 at −0.5 touches it there, 0.5 before the centre, at t = 2.
  World<2> world;
  Body<2> body = ball({0, 0}, {});
  body.motion = Stopping2{{2, 0}, 2};
  const BodyId id = world.add(body);
  world.add(wall<2>(Segment2{{2.5, -1}, {2.5, 1}}, {-0.5, 0}));
  const auto events = world.run_until(2.1);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::stop);
  EXPECT_NEAR(events[1].time, 2, 1e-14);
  EXPECT_LT(velocity(world, id).x, 0);
}

TEST(MovingObstacle, MeetsAFallingBallOnARisingFloor) {
  // y = 5 − t²/2 meets 0.5 + t at t = −1 + √10.
  WorldOptions<2> options;
  options.gravity = {0, -1};
  World<2> world(options);
  const BodyId id = world.add(ball({0, 5}, {0, 0}));
  world.add(wall<2>(HalfSpace2{{0, 1}, 0}, {0, 1}));
  const auto events = world.run_until(2.5);
  ASSERT_GE(events.size(), 1U);
  const double met = std::sqrt(10.0) - 1;
  EXPECT_NEAR(events[0].time, met, 1e-14);
  EXPECT_NEAR(velocity(world, id).y, 2 + met - (2.5 - met), 1e-13);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
}

TEST(MovingObstacle, TurnsWhenItIsSteered) {
  // A wall that goes forth and back: at 1 for one second, at −1 for the next.
  World<2> world;
  const BodyId moving = world.add(wall<2>(Segment2{{0, -1}, {0, 1}}, {1, 0}));
  const BodyId id = world.add(ball({3, 0}, {-1, 0}));
  world.steer(moving, {-1, 0}, 1);
  world.steer(moving, {0, 0}, 2);
  const auto events = world.run_until(3);
  // At t = 1 the ball is at 2, the wall at 1: touching at 2.5 − ... the wall draws back as fast as the ball comes, and
  // stands from t = 2 on at 0, where the ball, then at 1, touches it half a second later.
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].kind, EventKind::change);
  EXPECT_EQ(events[1].kind, EventKind::change);
  EXPECT_EQ(events[2].kind, EventKind::impact);
  EXPECT_EQ(events[2].time, 2.5);
  EXPECT_EQ(place(world, id), (Vec2{1, 0}));
  EXPECT_EQ(place(world, moving), (Vec2{0, 0}));
}

TEST(MovingObstacle, CarriesAWalkerThatPressesOnItByExactlyItsWay) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0.5}, {0, -1}));
  const BodyId lift = world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {0.75, 0.25}));
  world.run_until(8);
  EXPECT_EQ(place(world, id), (Vec2{6, 2.5}));
  EXPECT_EQ(place(world, lift), (Vec2{6, 2}));
  EXPECT_EQ(world.event_count(EventKind::slide) + world.event_count(EventKind::stuck), 1U);
}

TEST(MovingObstacle, AWalkerWalksOnItAtItsOwnSpeedThere) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0.5}, {0.5, -1}));
  world.add(wall<2>(Segment2{{-20, 0}, {20, 0}}, {-2, 0}));
  world.run_until(4);
  EXPECT_EQ(place(world, id), (Vec2{-6, 0.5}));
}

TEST(MovingObstacle, PushesAWalkerThatItRunsInto) {
  // Met at t = 1; it does not press on the wall, so only the part along the normal is taken.
  World<2> world;
  const BodyId id = world.add(walker({1.5, 0}, {0, 0}));
  world.add(wall<2>(Segment2{{0, -9}, {0, 9}}, {1, 3}));
  world.run_until(3);
  EXPECT_EQ(place(world, id), (Vec2{3.5, 0}));
}

TEST(MovingObstacle, LetsAWalkerGoThatWalksAway) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0.5}, {0, -1}));
  world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {1, 0}));
  world.steer(id, {0, 1}, 2);
  world.run_until(3);
  EXPECT_EQ(place(world, id), (Vec2{2, 1.5}));
  EXPECT_EQ(world.event_count(EventKind::release), 1U);
}

TEST(MovingObstacle, ItsRidersTurnWithIt) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0.5}, {0, -1}));
  const BodyId lift = world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {0, 1}));
  world.steer(lift, {1, 0}, 1);
  world.steer(lift, {0, -0.5}, 2);
  world.run_until(4);
  EXPECT_EQ(place(world, id), (Vec2{1, 0.5}));
  EXPECT_EQ(place(world, lift), (Vec2{1, 0}));
}

TEST(MovingObstacle, AStillWallStripsARiderOff) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0.5}, {0, -1}));
  world.add(wall<2>(Segment2{{-9, 0}, {9, 0}}, {1, 0}));
  world.add(wall<2>(Segment2{{2, 0.1}, {2, 5}}));
  world.run_until(5);
  EXPECT_EQ(place(world, id), (Vec2{1.5, 0.5}));
}

TEST(MovingObstacle, WithGravityOnlyWhatIsBelowCarries) {
  // The wall of the lift moves up past a walker who presses against it from a still floor.
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(wall<2>(HalfSpace2{{0, 1}, 0}));
  world.add(wall<2>(Segment2{{1, -50}, {1, 50}}, {0, 2}));
  const BodyId id = world.add(walker({0, 0.5}, {1, -0.5}));
  const BodyId other = world.add(walker({-20, 0.5}, {-1, -1}));
  world.add(wall<2>(Aabb2{{-40, -1}, {-10, 0}}, {3, 0}));
  world.run_until(4);
  EXPECT_EQ(place(world, id), (Vec2{0.5, 0.5}));
  EXPECT_NEAR(place(world, other).x, -20 - 4, 1e-12);  // on the half-space and the box: the still one carries
}

TEST(MovingObstacle, StallsWhereItWouldCrushAWalker) {
  World<2> world;
  const BodyId id = world.add(walker({0, 0}, {0, 0}));
  world.add(wall<2>(Segment2{{2, -5}, {2, 5}}));
  const BodyId press = world.add(wall<2>(Segment2{{-3, -5}, {-3, 5}}, {1, 0}));
  world.run_until(10);
  EXPECT_EQ(world.event_count(EventKind::stuck), 1U);
  EXPECT_FALSE(world.state(id).held);
  EXPECT_NEAR(place(world, id).x, 1.5, 1e-14);
  EXPECT_NEAR(place(world, press).x, 4, 1e-14);
  EXPECT_LT(world.event_count(), 20U);
  world.steer(press, {-1, 0}, world.time());
  world.steer(id, {-1, 0}, world.time());
  world.run_until(11);
  EXPECT_NEAR(place(world, id).x, 0.5, 1e-12);
}

// Two that come towards each other stall both; a snapshot of what stalled goes on alike.
TEST(MovingObstacle, StallsWhereItWouldSqueezeABall) {
  for (const double other : {0.0, -0.5}) {
    World<2> world;
    const BodyId id = world.add(ball({0, 0}, {1, 0}));
    const BodyId right = world.add(wall<2>(Segment2{{2, -5}, {2, 5}}, {other, 0}));
    const BodyId left = world.add(wall<2>(Segment2{{-3, -5}, {-3, 5}}, {1, 0}));
    EXPECT_TRUE(world.run_until(
        10, [](const Event2&) {}, 20000));
    EXPECT_EQ(world.event_count(EventKind::stuck), other == 0 ? 1u : 2u);
    EXPECT_EQ(world.event_count(EventKind::stick), 0u);
    EXPECT_NEAR((2 + place(world, right).x) - (place(world, left).x - 3), 1, 1e-4);
    EXPECT_FALSE(world.first_overlap(1e-14));
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * world.ledger().work);
    World<2> again(world.snapshot());
    for (World<2>* one : {&world, &again}) {
      one->steer(left, {-1, 0}, one->time());
      one->set_velocity(id, {-2, 0});
      one->run_until(11);
    }
    EXPECT_EQ(world.hash(), again.hash());
    EXPECT_FALSE(world.first_overlap(1e-14));
  }
}

// Balls between it and a wall pass the press on.
TEST(MovingObstacle, StallsWhereAColumnLeavesNoRoom) {
  World<2> world({.gravity = {0, -10}});
  world.add(wall<2>(HalfSpace2{{0, 1}, 0}));
  for (int k = 0; k < 5; ++k) world.add(ball({0, 0.5 + k}, {0, 0}, 0.3));
  const BodyId press = world.add(wall<2>(Aabb2{{-3, 6}, {3, 7}}, {0, -0.25}));
  EXPECT_TRUE(world.run_until(
      20, [](const Event2&) {}, 200'000));
  EXPECT_GE(world.event_count(EventKind::stuck), 1u);
  EXPECT_EQ(world.event_count(EventKind::stick), 0u);
  EXPECT_EQ(world.placement(press).velocity, Vec2{});
  EXPECT_NEAR(place(world, press).y, -1, 0.02);
  EXPECT_FALSE(world.first_overlap(1e-14));
}

TEST(MovingObstacle, WhatRestsOnItFallsWhenItDropsAway) {
  // At rest until the floor drops at 5 from t = 1 on: ½ 10 s² = 5 s, caught at s = 1.
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  const BodyId floor = world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}));
  const BodyId id = world.add(ball({0, 0.5}, {0, 0}, 0));
  world.steer(floor, {0, -5}, 1);
  world.run_until(1.5);
  EXPECT_EQ(world.event_count(EventKind::release), 1U);
  EXPECT_NEAR(place(world, id).y, 0.5 - 1.25, 1e-14);
  const auto event = world.next_event(3);
  ASSERT_TRUE(event);
  EXPECT_NEAR(event->time, 2, 1e-12);
  EXPECT_NEAR(event->approach_speed, 5, 1e-11);
}

TEST(MovingObstacle, ABallComesToRestOnAFloorThatRises) {
  // In the floor's frame it drops 1, and rebounds less and less; then it goes along at the floor's speed.
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  Body<2> floor = wall<2>(Aabb2{{-2, -1}, {2, 0}}, {0, 1});
  floor.restitution = 0.5;
  world.add(floor);
  const BodyId id = world.add(ball({0, 1.5}, {0.25, 1}, 0.5));
  world.run_until(5);
  EXPECT_EQ(world.event_count(EventKind::rest), 1U);
  EXPECT_LT(world.event_count(), 100U);
  EXPECT_EQ(velocity(world, id), (Vec2{0.25, 1}));
  EXPECT_NEAR(place(world, id).x, 1.25, 1e-14);
  EXPECT_NEAR(place(world, id).y, 5.5, 1e-14);
  // It lost the energy of its drop in that frame, and the floor raised it, gradually, by 4 m.
  EXPECT_NEAR(world.ledger().dissipated_impacts - world.ledger().added_by_hops, 10, 1e-2);
  EXPECT_NEAR(world.ledger().work, 4 * 10 + world.ledger().dissipated_impacts - world.ledger().added_by_hops, 1e-11);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

TEST(MovingObstacle, AFloorThatIsDrawnAwayLeavesWhatRestsOnItBehind) {
  // It has no friction: at rest from the start, its centre is over the edge at 2 − 1 t at t = 2.
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {-1, 0}));
  const BodyId id = world.add(ball({0, 0.5}, {0, 0}, 0));
  const auto events = world.run_until(2);
  ASSERT_GE(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::rest);
  EXPECT_EQ(events[1].kind, EventKind::release);
  EXPECT_EQ(events[1].time, 2);
  EXPECT_EQ(place(world, id), (Vec2{0, 0.5}));
}

TEST(MovingObstacle, ALiftThatStopsThrowsWhatRestsOnItUp) {
  // Up at 2 until t = 1; then 0.2 s up and 0.2 s down again.
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  const BodyId lift = world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {0, 2}));
  const BodyId id = world.add(ball({0, 0.5}, {0, 2}, 0));
  world.steer(lift, {0, 0}, 1);
  world.run_until(1.2);
  EXPECT_NEAR(place(world, id).y, 2.5 + 0.2, 1e-13);
  world.run_until(3);
  EXPECT_NEAR(place(world, id).y, 2.5, 1e-13);
  EXPECT_EQ(velocity(world, id), (Vec2{0, 0}));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

TEST(MovingObstacle, GoesOnFromASnapshot) {
  World<2> world;
  world.add(walker({0, 0.5}, {0.25, -1}));
  world.add(ball({3, 4}, {-1, -0.7}));
  const BodyId lift = world.add(wall<2>(Aabb2{{-2, -1}, {2, 0}}, {0.3, 0.7}));
  world.steer(lift, {-0.3, -0.1}, 3);
  world.run_until(1.7);
  World<2> again(world.snapshot());
  world.run_until(6);
  again.run_until(6);
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_EQ(again.body(lift).motion.velocity, (Vec2{-0.3, -0.1}));
}

TEST(MovingObstacle, CarriesASphereInSpace) {
  World<3> world;
  Body<3> body;
  body.shape = Sphere{{0, 0, 0.5}, 0.5};
  body.motion = Vec3{0, 0, -1};
  body.response = Response::slide;
  const BodyId id = world.add(body);
  TriangleMesh mesh{{{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  world.add(wall<3>(mesh, {0.5, -0.25, 2}));
  world.run_until(4);
  EXPECT_EQ(world.placement(id).position, (Vec3{2, -1, 8.5}));
}

TEST(MovingObstacle, IsRefusedWhereItCanNotBe) {
  WorldOptions<2> damped;
  damped.damping = 1;
  World<2> world(damped);
  EXPECT_THROW(world.add(wall<2>(HalfSpace2{{0, 1}, 0}, {0, 1})), std::invalid_argument);
  const BodyId floor = world.add(wall<2>(HalfSpace2{{0, 1}, 0}));
  EXPECT_THROW(world.set_velocity(floor, {0, 1}), std::invalid_argument);
  World<2> open;
  Body<2> body = wall<2>(HalfSpace2{{0, 1}, 0});
  body.motion = Accelerating2{{}, {0, 1}};
  EXPECT_THROW(open.add(body), std::invalid_argument);
  const BodyId still = open.add(wall<2>(HalfSpace2{{0, 1}, 0}));
  EXPECT_THROW(open.apply_impulse(still, {0, 1}), std::invalid_argument);
  EXPECT_THROW(open.steer(still, {0, NAN}, 0), std::invalid_argument);
  const BodyId id = open.add(ball({0, 5}, {}));
  EXPECT_THROW(open.steer(id, {0, 1}, 0), std::invalid_argument);
}

TEST(MovingObstacle, StartsWhileTheWorldRuns) {
  World<2> world;
  const BodyId floor = world.add(wall<2>(HalfSpace2{{0, 1}, 0}));
  const BodyId id = world.add(ball({0, 4.5}, {0, 0}));
  world.run_until(1);
  world.set_velocity(floor, {0, 2});
  const auto events = world.run_until(4);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].time, 3);
  EXPECT_EQ(velocity(world, id), (Vec2{0, 4}));
}

/// A closed room with bouncing balls and kinematic ones of all masses among obstacles, all steered at random.
World<2> busy_room(std::uint64_t seed, BroadPhase broad_phase) {
  WorldOptions<2> options;
  options.broad_phase = broad_phase;
  World<2> world(options);
  world.add(wall<2>(Polygon{{{0, 0}, {30, 0}, {34, 15}, {30, 30}, {0, 30}}, true}));
  Random random(seed);
  for (const Shape<2>& shape : {Shape<2>(Aabb2{{10, 10}, {14, 12}}), Shape<2>(Segment2{{18, 22}, {23, 24}}),
                                Shape<2>(Polygon{{{20, 5}, {24, 6}, {21, 9}}, true}), Shape<2>(Circle{{8, 21}, 1.5})}) {
    const BodyId id = world.add(wall<2>(shape, 1.5 * random.direction<2>()));
    for (int k = 1; k < 4; ++k) world.steer(id, 1.5 * random.direction<2>(), 0.8 * k);
  }
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) {
      Body<2> body = ball({3 + 3 * i + 0.1 * j, 3 + 3.0 * j}, random.direction<2>(), 0.9);
      body.mass = static_cast<double>(1 + random.below(3));
      if ((i + j) % 2 == 0) body.response = Response::slide;
      const BodyId id = world.add(body);
      if (world.first_overlap()) {
        world.remove(id);
        continue;
      }
      if (body.response != Response::slide) continue;
      for (int k = 1; k < 5; ++k) world.steer(id, 2 * random.direction<2>(), 0.7 * k);
    }
  return world;
}

TEST(MovingObstacles, AreNeverOverlappedNorLoseEnergyFromTheLedger) {
  expect_neither_overlap_nor_lost_energy(busy_room);
}

TEST(MovingObstacles, TellTheSameStoryWithAndWithoutAGridAndFromASnapshot) {
  expect_same_story(busy_room);
}

}  // namespace
}  // namespace carom
