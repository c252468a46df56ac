#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/busy_room.hpp"
#include "unit/sim/placements.hpp"

// Balls that slide, among still things, bouncing balls and each other. Expected values are closed forms.
namespace carom {
namespace {

WorldOptions<2> frames(double frame) {
  WorldOptions<2> options;
  options.frame = frame;
  return options;
}

Body<2> kinematic(const Vec2& at, const Vec2& velocity, double mass = 1, double radius = 1) {
  Body<2> body;
  body.shape = Circle{at, radius};
  body.motion = velocity;
  body.mass = mass;
  body.response = Response::slide;
  return body;
}
Body<2> ball(const Vec2& at, const Vec2& velocity, double mass = 1, double restitution = 1) {
  Body<2> body;
  body.shape = Circle{at, 1};
  body.motion = velocity;
  body.mass = mass;
  body.restitution = restitution;
  return body;
}
Body<2> still(const Shape<2>& shape) {
  Body<2> body;
  body.shape = shape;
  body.mass = kImmovable;
  return body;
}

TEST(KinematicBall, SlidesAlongALine) {
  World<2> world(frames(0.25));
  const BodyId id = world.add(kinematic({0, 2}, {1, -1}));
  world.add(still(Segment2{{-10, 0}, {10, 0}}));
  const auto events = world.run_until(3);
  EXPECT_EQ(place(world, id), (Vec2{3, 1}));
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::slide);
  EXPECT_EQ(events[0].time, 1);
  EXPECT_EQ(events[0].normal, (Vec2{0, -1}));
}

std::vector<Event2> releases(const std::vector<Event2>& events) {
  std::vector<Event2> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found),
               [](const Event2& event) { return event.kind == EventKind::release; });
  return found;
}

TEST(KinematicBall, LeavesAnotherWithinTwoFramesAfterTheyPart) {
  // The standing one is met at t = 2 and pressed until t = 5.
  World<2> world(frames(0.25));
  const BodyId id = world.add(kinematic({0, 0}, {1, 0}));
  const BodyId other = world.add(kinematic({4, 0}, {0, 0}));
  world.steer(id, {-1, 0}, 5);
  const auto found = releases(world.run_until(8));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].a, id);
  EXPECT_EQ(found[0].b, other);
  EXPECT_GT(found[0].time, 5);
  EXPECT_LE(found[0].time, 5.5);
}

TEST(KinematicBall, IsReleasedOnceByABallThatItGoesRound) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({-6, 0.5}, {1, 0}));
  Body<2> post = ball({0, 0}, {0, 0});
  post.mass = kImmovable;
  const BodyId still_ball = world.add(post);
  const auto events = world.run_until(12);
  const auto found = releases(events);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].b, still_ball);
  // It leaves the post on its top, where the way is straight on: at (0, 2) or just beyond.
  const auto last =
      std::find_if(events.rbegin(), events.rend(), [](const auto& e) { return e.kind == EventKind::slide; });
  ASSERT_NE(last, events.rend());
  EXPECT_LE(found[0].time, last->time + 2.0 / 64);
  EXPECT_NEAR(place(world, id).y, 2, 1e-3);
}

TEST(KinematicBall, RemembersWhatItTouchesInASnapshot) {
  World<2> world(frames(0.25));
  const BodyId id = world.add(kinematic({0, 0}, {1, 0}));
  world.add(kinematic({4, 0}, {0, 0}));
  world.run_until(4);
  ASSERT_EQ(world.state(id).touching.size() + world.state(BodyId{1}).touching.size(), 1U);
  world.steer(id, {-1, 0}, 5);
  World<2> again(world.snapshot());
  EXPECT_EQ(releases(world.run_until(8)).size(), 1U);
  EXPECT_EQ(releases(again.run_until(8)).size(), 1U);
  EXPECT_EQ(again.hash(), world.hash());
}

TEST(KinematicBall, IsTurnedByALinesEnd) {
  World<2> world(frames(100));
  const BodyId id = world.add(kinematic({-5, 0.6}, {1, 0}));
  world.add(still(Segment2{{0, 0}, {0, -5}}));
  world.run_until(5.2);
  // Touches where x = −0.8; its way is then (1, 0) without its part along (−0.8, 0.6).
  EXPECT_NEAR(place(world, id).x, -0.8 + 0.36, 1e-14);
  EXPECT_NEAR(place(world, id).y, 0.6 + 0.48, 1e-14);
}

TEST(KinematicBall, RoundsAnEndInFramesAndGoesOn) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({-5, 0.6}, {1, 0}));
  world.add(still(Segment2{{0, 0}, {0, -5}}));
  world.run_until(20);
  EXPECT_GT(place(world, id).x, 5);
  EXPECT_NEAR(place(world, id).y, 1, 0.02);
  EXPECT_EQ(velocity(world, id), (Vec2{1, 0}));
}

TEST(KinematicBall, IsStuckInACornerAndDoesNotCreep) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({0, 3}, {1, -2}));
  world.add(still(Segment2{{-10, 0}, {10, 0}}));
  world.add(still(Segment2{{3, -10}, {3, 10}}));
  const auto events = world.run_until(4);
  EXPECT_EQ(place(world, id), (Vec2{2, 1}));
  EXPECT_EQ(events.back().kind, EventKind::stuck);
  EXPECT_TRUE(world.run_until(1000).empty());
  EXPECT_EQ(place(world, id), (Vec2{2, 1}));
}

TEST(KinematicBall, GoesThroughACorridorExactlyAsWide) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({-20, 0.25}, {3, 0}));
  for (const double side : {1.0, -1.0}) {
    world.add(still(Segment2{{-5, side}, {5, side}}));
    world.add(still(Segment2{{-5, side}, {-15, 6 * side}}));
  }
  world.run_until(20);
  EXPECT_EQ(velocity(world, id), (Vec2{3, 0}));
  EXPECT_GT(place(world, id).x, 6);
}

TEST(KinematicBall, MeetsNoJointOfAStraightWall) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({-30.2, 7}, {0.8, -0.6}));
  for (int k = -40; k < 40; ++k) world.add(still(Segment2{{0.7 * k, 0.1 * k}, {0.7 * (k + 1), 0.1 * (k + 1)}}));
  const double length = std::sqrt(0.5);
  const double along = (0.8 * 0.7 - 0.6 * 0.1) / length;
  world.run_until(16);
  const double before = place(world, id).x;
  world.run_until(46);
  EXPECT_NEAR(place(world, id).x - before, 30 * along * 0.7 / length, 1e-9);
  EXPECT_GE(dot(place(world, id), Vec2{-0.1, 0.7}) / length, 1 - 1e-12);
}

TEST(KinematicBall, ThrowsALighterBallOffLikeAMovingWall) {
  World<2> world(frames(100));
  const BodyId id = world.add(kinematic({0, 0}, {1, 0}, 10));
  const BodyId other = world.add(ball({4, 0}, {0, 0}));
  world.run_until(3);
  EXPECT_EQ(velocity(world, id), (Vec2{1, 0}));
  EXPECT_EQ(velocity(world, other), (Vec2{2, 0}));
  EXPECT_NEAR(place(world, other).x, 6, 1e-14);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
}

TEST(KinematicBall, GivesWayToAHeavierBall) {
  World<2> world(frames(100));
  const BodyId id = world.add(kinematic({0, 0}, {0, 0}, 1));
  const BodyId other = world.add(ball({-4, 0}, {2, 0}, 10));
  world.run_until(2);
  EXPECT_EQ(velocity(world, id), (Vec2{2, 0}));
  EXPECT_EQ(velocity(world, other), (Vec2{2, 0}));
  EXPECT_NEAR(place(world, id).x, 2, 1e-14);
}

TEST(KinematicBall, ThatCanNotGiveWayIsAWall) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({0, 0}, {0, 0}, 1));
  const BodyId other = world.add(ball({-4, 0}, {2, 0}, 10));
  world.add(still(Segment2{{1, -5}, {1, 5}}));
  world.run_until(2);
  EXPECT_EQ(place(world, id), (Vec2{0, 0}));
  EXPECT_EQ(velocity(world, other), (Vec2{-2, 0}));
  EXPECT_NEAR(place(world, other).x, -4, 1e-14);
}

TEST(KinematicBall, AmongKinematicOnesTheHeavierGoesOn) {
  World<2> world(frames(1.0 / 64));
  const BodyId heavy = world.add(kinematic({0, 0}, {1, 0}, 2));
  const BodyId light = world.add(kinematic({5, 0}, {-1, 0}, 1));
  world.run_until(10);
  EXPECT_NEAR(place(world, heavy).x, 10, 1e-12);
  EXPECT_NEAR(place(world, light).x, 12, 1e-12);
}

TEST(KinematicBall, AmongKinematicOnesAWallBehindTheLighterStopsTheHeavier) {
  World<2> world(frames(1.0 / 64));
  const BodyId heavy = world.add(kinematic({0, 0}, {1, 0}, 2));
  const BodyId light = world.add(kinematic({5, 0}, {-1, 0}, 1));
  world.add(still(Segment2{{8, -5}, {8, 5}}));
  world.run_until(10);
  EXPECT_NEAR(place(world, heavy).x, 5, 1e-12);
  EXPECT_NEAR(place(world, light).x, 7, 1e-12);
}

TEST(KinematicBall, OfEqualKinematicOnesNeitherMovesTheOther) {
  World<2> world(frames(1.0 / 64));
  const BodyId a = world.add(kinematic({0, 0}, {1, 0}));
  const BodyId b = world.add(kinematic({6, 0}, {-1, 0}));
  world.run_until(10);
  EXPECT_NEAR(place(world, a).x, 2, 1e-12);
  EXPECT_NEAR(place(world, b).x, 4, 1e-12);
  // And both can back away: who follows sees it at the next frame.
  world.set_velocity(a, {-1, 0});
  world.run_until(12);
  EXPECT_NEAR(place(world, a).x, 0, 1e-12);
  EXPECT_NEAR(place(world, b).x, 2 + 1.0 / 64, 1e-12);
}

/// The number of events until 2, and from then until 10.
std::array<std::uint64_t, 2> events_of(World<2>& world) {
  world.run_until(2);
  const std::uint64_t early = world.event_count();
  world.run_until(10);
  return {early, world.event_count() - early};
}

// One event, then silence until something changes: in any direction and at any place, and whoever intends to stand.
TEST(KinematicBall, FaceToFaceWithAnEqualOneIsSilent) {
  Random random(7);
  for (int round = 0; round < 100; ++round) {
    World<2> world;
    const Vec2 middle = 100 * random.in_ball<2>();
    const Vec2 along = random.direction<2>();
    const bool stands = random.below(3) == 0;
    const double mass = stands && random.below(2) == 0 ? 2 : 1;
    const double speed = random.uniform(0.5, 3);
    const BodyId a = world.add(kinematic(middle - 1.3 * along, speed * along));
    const Vec2 back = stands ? Vec2{} : -random.uniform(0.5, 3) * along;
    const BodyId b = world.add(kinematic(middle + 1.3 * along, back, mass));
    EXPECT_EQ(events_of(world), (std::array<std::uint64_t, 2>{1, 0})) << round;
    EXPECT_EQ(world.event_count(EventKind::stuck), 1u);
    // Until one backs away, and the other follows from the next frame on.
    const Vec2 a_before = place(world, a), b_before = place(world, b);
    world.set_velocity(b, along);
    world.run_until(12);
    EXPECT_NEAR(norm(place(world, b) - b_before - 2 * along), 0, 1e-12);
    EXPECT_NEAR(dot(place(world, a) - a_before, along), 2 * std::min(speed, 1.0), 0.02);
  }
}

TEST(KinematicBall, WalksBehindASlowerOneOfTheSameMass) {
  World<2> world(frames(1.0 / 64));
  const BodyId fast = world.add(kinematic({0, 0}, {3, 0}));
  const BodyId slow = world.add(kinematic({6, 0}, {1, 0}));
  world.run_until(10);
  EXPECT_NEAR(place(world, slow).x, 16, 1e-12);
  EXPECT_NEAR(place(world, fast).x, 14, 1e-12);
}

TEST(KinematicBall, SqueezingABallAgainstAWallEndsInBoundedWork) {
  for (const double restitution : {1.0, 0.5, 0.0, 1.2}) {
    World<2> world(frames(1.0 / 64));
    const BodyId id = world.add(kinematic({0, 0}, {1, 0}, 10));
    const BodyId other = world.add(ball({4, 0}, {0, 0}, 1, restitution));
    world.add(still(Segment2{{6, -5}, {6, 5}}));
    std::uint64_t events = 0;
    const bool done = world.run_until(
        8, [&](const Event2&) { ++events; }, 1'000'000);
    EXPECT_TRUE(done) << restitution;
    EXPECT_LT(events, 500'000U) << restitution;
    EXPECT_NEAR(place(world, other).x, 5, 1e-6) << restitution;
    EXPECT_NEAR(place(world, id).x, 3, 1e-6) << restitution;
    EXPECT_GE(place(world, other).x - place(world, id).x, 2 - 1e-12);
    EXPECT_LE(world.deepest_overlap(), 1e-10);  // of a fast ball, by the rounding of times
    // Backing away frees the ball.
    world.set_velocity(id, {-1, 0});
    EXPECT_TRUE(world.run_until(
        9, [&](const Event2&) {}, 1000));
    EXPECT_TRUE(world.present(other));
    EXPECT_FALSE(world.state(other).held);
  }
}

TEST(KinematicBall, GivesWayToAMovingImmovableBall) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({0, 0}, {0, 1}));
  world.add(ball({-5, 0.0}, {1, 0}, kImmovable));
  world.run_until(2);
  EXPECT_EQ(velocity(world, id), (Vec2{0, 1}));
  World<2> carried(frames(1.0 / 64));
  const BodyId carried_id = carried.add(kinematic({0, 0}, {0, 0}));
  carried.add(ball({-5, 0.0}, {1, 0}, kImmovable));
  carried.run_until(8);
  EXPECT_NEAR(place(carried, carried_id).x, 5, 1e-12);
}

TEST(KinematicBall, AMovingImmovableBallThatCrushesItStalls) {
  World<2> world(frames(1.0 / 64));
  const BodyId id = world.add(kinematic({0, 0}, {0, 0}));
  const BodyId press = world.add(ball({-5, 0.0}, {1, 0}, kImmovable));
  world.add(still(Segment2{{2, -5}, {2, 5}}));
  EXPECT_TRUE(world.run_until(
      10, [](const Event2&) {}, 10'000));
  EXPECT_EQ(world.event_count(EventKind::stuck), 1u);
  EXPECT_EQ(velocity(world, press), Vec2{});
  EXPECT_NEAR(place(world, id).x, 1, 1e-12);
  EXPECT_NEAR(place(world, press).x, -1, 1e-12);
  world.steer(press, {-1, 0}, world.time());
  world.steer(id, {-0.5, 0}, world.time());
  world.run_until(12);
  EXPECT_NEAR(place(world, id).x, 0, 1e-12);
}

// Over the edge of a box, from beyond the end of that: the centre is .06 outside and .3 from the edge when z is that.
TEST(KinematicBall, MeetsTheEdgeOfABoxThatItComesAlong) {
  World<3> world;
  Body<3> body{.shape = Ball<3>{{-1, 0.06, 0.6}, 0.3}, .motion = {{1, 0, -0.25}}, .response = Response::slide};
  world.add(body);
  world.add({.shape = Aabb3{{-0.5, -2, -1}, {2, 0, 0}}});
  const auto event = world.next_event(2);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, EventKind::slide);
  EXPECT_NEAR(event->time, 4 * (0.6 - std::sqrt(0.3 * 0.3 - 0.06 * 0.06)), 1e-14);
  world.run_until(2);
  EXPECT_FALSE(world.first_overlap(1e-14));
}

// By a heap between it and a wall, which has to stay as it is; the walker goes on when it turns.
TEST(KinematicBall, StandsBeforeAHeapThatLeavesNoRoom) {
  World<2> world({.gravity = {0, -10}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.5});
  world.add({.shape = HalfSpace2{{-1, 0}, -4.5}, .restitution = 0.5});
  world.add({.shape = HalfSpace2{{0, -1}, -1.05}, .restitution = 0.5});
  for (int k = 0; k < 4; ++k) world.add({.shape = Circle{{1.0 * k + 1, 0.5}, 0.5}, .restitution = 0.5});
  const BodyId id = world.add(kinematic({-2, 0.5}, {1, 0}, 50, 0.5));
  EXPECT_TRUE(world.run_until(
      6, [](const Event2&) {}, 400'000));
  EXPECT_NEAR(place(world, id).x, 0, 0.02);
  EXPECT_EQ(world.event_count(EventKind::stick), 0u);
  EXPECT_FALSE(world.first_overlap(1e-14));
  world.steer(id, {-1, 0}, world.time());
  world.run_until(7);
  EXPECT_NEAR(place(world, id).x, -1, 0.02);
}

TEST(KinematicBall, IsNotPulledByGravity) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  const BodyId id = world.add(kinematic({0, 5}, {1, 0}));
  world.add(ball({5, 20}, {0, 0}));
  world.run_until(1);
  EXPECT_EQ(place(world, id), (Vec2{1, 5}));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

// All at one instant: a is in contact with b, b goes, a goes with it, b stands again.
TEST(KinematicBall, InContactWithAnotherGoesAsThatMovesNow) {
  World<2> world(frames(100));
  const BodyId a = world.add(kinematic({0, 0}, {1, 0}));
  const BodyId b = world.add(kinematic({2, 0}, {0, 0}));
  const BodyId c = world.add(kinematic({-2, 0}, {0, 0}, 5));
  world.run_until(0);
  EXPECT_EQ(velocity(world, a), (Vec2{0, 0}));
  world.set_velocity(b, {1, 0});
  world.set_velocity(c, {1, 0});
  world.run_until(0);
  EXPECT_EQ(velocity(world, a), (Vec2{1, 0}));
  world.set_velocity(b, {0, 0});
  world.run_until(1);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_GE(place(world, b).x - place(world, a).x, 2 - 1e-14);
}

TEST(KinematicBall, FramesWithoutEndAreRefused) {
  World<2> world(frames(1e-12));
  world.add(kinematic({0, 0}, {1, 0}));
  EXPECT_THROW(world.run_until(1), std::invalid_argument);
  EXPECT_NO_THROW(world.run_until(1e-9));
  EXPECT_THROW(World<2>(frames(0)), std::invalid_argument);
}

TEST(KinematicBall, IsSteeredFromATimeOn) {
  World<2> world(frames(0.5));
  const BodyId id = world.add(kinematic({0, 0}, {1, 0}));
  world.steer(id, {0, 2}, 1.25);
  world.run_until(2);
  EXPECT_EQ(place(world, id), (Vec2{1.25, 1.5}));
}

TEST(KinematicBall, IsRefusedWhereItCanNotBe) {
  World<2> world;
  EXPECT_THROW(world.add(kinematic({0, 0}, {1, 0}, kImmovable)), std::invalid_argument);
  const BodyId bouncing = world.add(ball({0, 0}, {0, 0}));
  EXPECT_THROW(world.steer(bouncing, {1, 0}, 0), std::invalid_argument);
  const BodyId id = world.add(kinematic({5, 0}, {1, 0}));
  EXPECT_THROW(world.apply_impulse(id, {1, 0}), std::invalid_argument);
  EXPECT_THROW(world.apply_force(id, {1, 0}, 0, 1), std::invalid_argument);
}

TEST(Layers, BodiesWithoutACommonOnePassThroughEachOther) {
  World<2> world;
  Body<2> ghost = ball({0, 0}, {1, 0});
  ghost.layers = 2;
  ghost.mask = 2;
  ghost.user = 42;
  const BodyId id = world.add(ghost);
  world.add(ball({5, 0}, {0, 0}));
  world.add(still(Segment2{{9, -5}, {9, 5}}));
  EXPECT_TRUE(world.run_until(20).empty());
  EXPECT_EQ(place(world, id), (Vec2{20, 0}));
  EXPECT_EQ(world.body(id).user, 42U);
}

/// A closed room with bouncing balls and kinematic ones of all masses, steered at random.
World<2> busy_room(std::uint64_t seed, BroadPhase broad_phase) {
  WorldOptions<2> options;
  options.broad_phase = broad_phase;
  World<2> world(options);
  world.add(still(Polygon{{{0, 0}, {30, 0}, {34, 15}, {30, 30}, {0, 30}}, true}));
  world.add(still(Aabb2{{10, 10}, {14, 12}}));
  world.add(still(Circle{{20, 20}, 1.5}));
  Random random(seed);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) {
      const Vec2 at{3 + 3.7 * i, 3 + 3.7 * j};
      if ((at.x > 8 && at.x < 16 && at.y > 8 && at.y < 14) || norm(at - Vec2{20, 20}) < 2.7) continue;
      const double mass = static_cast<double>(1 + random.below(3));
      Body<2> body = (i + j) % 2 == 0 ? kinematic(at, 2 * random.direction<2>(), mass)
                                      : ball(at, random.direction<2>(), mass, 0.9);
      const BodyId id = world.add(body);
      if (body.response != Response::slide) continue;
      for (int k = 1; k < 5; ++k) world.steer(id, 2 * random.direction<2>(), 0.7 * k);
    }
  return world;
}

TEST(KinematicBalls, NeverOverlapNorLoseEnergyFromTheLedger) {
  expect_neither_overlap_nor_lost_energy(busy_room);
}

TEST(KinematicBalls, TellTheSameStoryWithAndWithoutAGridAndFromASnapshot) {
  expect_same_story(busy_room);
}

}  // namespace
}  // namespace carom
