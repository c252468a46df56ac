#include "carom/sim/world.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace carom {
namespace {

std::vector<EventKind> kinds(const std::vector<Event2>& events) {
  std::vector<EventKind> result;
  for (const Event2& event : events) result.push_back(event.kind);
  return result;
}

TEST(World, TwoBallsMeetWhenTheirGapIsUsedUp) {
  World2 world;
  const BodyId a = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{2, 0}}});
  const BodyId b = world.add({.shape = Circle{{10, 0}, 1}});
  const auto events = world.run_until(10);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].time, 4);  // gap 8 at speed 2
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_EQ(events[0].a, a);
  EXPECT_EQ(events[0].b, b);
  EXPECT_EQ(events[0].point, (Vec2{9, 0}));
  EXPECT_EQ(events[0].normal, (Vec2{1, 0}));
  EXPECT_EQ(events[0].approach_speed, 2);
  EXPECT_EQ(events[0].impulse, 2);
  EXPECT_EQ(world.placement(a).position, (Vec2{8, 0}));
  EXPECT_EQ(world.placement(b).position, (Vec2{22, 0}));
}

// The square of the distance of their middles is below the range of doubles: head on, they exchange their velocities
// (a fuzzer's, whose balls passed through each other, or had velocities that were no numbers).
TEST(World, BallsTooSmallForTheirSquaresBounceAsOthers) {
  for (const double r : {1e-300, 1e-200, 1e-160, 1e-100}) {
    World2 world({.contact_duration = 1e-6, .epoch_length = 1.0});
    const BodyId moving = world.add({.shape = Circle{{0, 0}, r}, .motion = Vec2{1, 0}});
    const BodyId still = world.add({.shape = Circle{{10 * r, 0}, r}});
    ASSERT_TRUE(world.next_event(1)) << r;
    EXPECT_EQ(world.placement(moving).velocity, (Vec2{0, 0})) << r;
    EXPECT_EQ(world.placement(still).velocity, (Vec2{1, 0})) << r;
  }
}

TEST(World, MoversMeetSidesThatAreTooShortForTheirSquares) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0}, .motion = Vec2{2, 0}, .response = Response::slide});
  world.add({.shape = Segment2{{1, 0}, {1, 1e-300}}});
  const auto event = world.next_event(1);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->point, (Vec2{1, 0}));
  EXPECT_EQ(event->normal, (Vec2{1, 0}));
}

TEST(World, BallsThatTurnNeedAMomentOfInertia) {
  World2 world({.tangential_restitution = 0});
  EXPECT_THROW(world.add({.shape = Circle{{0, 0}, 1e-160}}), std::invalid_argument);
  world.add({.shape = Circle{{0, 0}, 1e-150}});
}

TEST(World, EventExactlyAtTheEndHappensAndIsNotRepeated) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}, .motion = {{2, 0}}});
  world.add({.shape = Circle{{10, 0}, 1}});
  EXPECT_EQ(world.run_until(4).size(), 1u);
  EXPECT_EQ(world.run_until(8).size(), 0u);
}

TEST(World, BallBetweenWallsBouncesAtEqualTimes) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{1, 0}, 1}, .motion = {{3, 0}}});
  world.add({.shape = HalfSpace2{{1, 0}, 0}});
  world.add({.shape = HalfSpace2{{-1, 0}, -8}});
  const auto events = world.run_until(20);
  ASSERT_EQ(events.size(), 10u);
  for (std::size_t k = 0; k < events.size(); ++k)
    EXPECT_NEAR(events[k].time, 2.0 * static_cast<double>(k + 1), 1e-13);  // 6 of free way at speed 3
  EXPECT_NEAR(world.placement(ball).position.x, 1, 1e-12);
}

// Free fall from rest, height 2 − 0.1 above contact: t = √(2h/g).
TEST(World, FallingBallReachesTheGroundAtTheSquareRootTime) {
  World2 world({.gravity = {0, -9.81}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.add({.shape = Circle{{0, 2}, 0.1}});
  const auto event = world.next_event(10);
  ASSERT_TRUE(event);
  EXPECT_NEAR(event->time, std::sqrt(2 * 1.9 / 9.81), 1e-15);
  EXPECT_NEAR(event->approach_speed, std::sqrt(2 * 9.81 * 1.9), 1e-14);
}

// Geometric series: the bounces of a ball with restitution e end at t0 (1 + e)/(1 − e), t0 the first fall.
TEST(World, BouncingBallComesToRestInFiniteTime) {
  World2 world({.gravity = {0, -10}, .restitution_rule = CombineRule::minimum, .contact_duration = 1e-6});
  const BodyId ground = world.add({.shape = HalfSpace2{{0, 1}, 0}});
  const BodyId ball = world.add({.shape = Circle{{0, 1.1}, 0.1}, .motion = {{1, 0}}, .restitution = 0.5});
  const auto events = world.run_until(5);
  ASSERT_FALSE(events.empty());
  const Event2& last = events.back();
  EXPECT_EQ(last.kind, EventKind::rest);
  EXPECT_EQ(last.b, ground);
  EXPECT_NEAR(last.time, std::sqrt(0.2) * 3, 2e-6);
  EXPECT_EQ(world.placement(ball).position.y, 0.1);
  EXPECT_NEAR(world.placement(ball).position.x, 5, 1e-14);
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{1, 0}));
}

// Head on at a sixteenth of the speed from which on e = 1/2 holds: (1/16)^¾ = 1/8 of the loss, e = 15/16.
TEST(World, SlowImpactsLoseLessWhereTheWorldSaysSo) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -1}}) {
    World2 world({.gravity = gravity, .restitution_speed = 16});
    const BodyId a = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{0.5, 0}}, .restitution = 0.5});
    const BodyId b = world.add({.shape = Circle{{2, 0}, 0.5}, .motion = {{-0.5, 0}}, .restitution = 0.5});
    world.run_until(1.5);
    EXPECT_EQ(world.state(a).velocity.x, -15.0 / 32);
    EXPECT_EQ(world.state(b).velocity.x, 15.0 / 32);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-15);
  }
  World2 world({.restitution_rule = CombineRule::minimum, .restitution_speed = 16});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  const BodyId ball = world.add({.shape = Circle{{0, 2}, 0.5}, .motion = {{0, -1}}, .restitution = 0.5});
  const auto& events = world.run_until(2);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].restitution, 15.0 / 16);
  EXPECT_EQ(world.state(ball).velocity.y, 15.0 / 16);
}

TEST(World, RefusesARestitutionSpeedThatIsNone) {
  EXPECT_THROW(World2({.restitution_speed = 0}), std::invalid_argument);
}

// On an incline of angle α a supported, frictionless ball accelerates with g sin α.
TEST(World, RestingBallSlidesDownAnInclineAsTheInclinedPlaneSays) {
  const Vec2 normal{0.6, 0.8};
  World2 world({.gravity = {0, -10}});
  world.add({.shape = HalfSpace2{normal, 0}});
  const BodyId ball = world.add({.shape = Circle{0.5 * normal, 0.5}, .restitution = 0});
  world.run_until(1);
  const Vec2 downhill{0.8, -0.6};
  const Placement<2> there = world.placement(ball);
  EXPECT_NEAR(dot(there.velocity, downhill), 6, 1e-13);
  EXPECT_NEAR(dot(there.position, downhill), 3, 1e-13);
  EXPECT_NEAR(dot(there.position, normal), 0.5, 1e-15);
}

TEST(World, RestingBallLeavesAtTheEdge) {
  World2 world({.gravity = {0, -10}});
  world.add({.shape = Segment2{{-1, 0}, {1, 0}}});
  const BodyId ball = world.add({.shape = Circle{{0, 0.1}, 0.1}, .motion = {{2, 0}}, .restitution = 0});
  const auto events = world.run_until(1);
  EXPECT_EQ(kinds(events), (std::vector{EventKind::rest, EventKind::release}));
  EXPECT_NEAR(events[1].time, 0.5, 1e-15);
  // v² = 4 > g R: it flies off, falling ½ g t².
  EXPECT_NEAR(world.placement(ball).position.y, 0.1 - 5 * 0.25, 1e-13);
}

TEST(World, BlowIntoARestingContactIsFollowedByTheSurfacesImpactAtTheSameTime) {
  World2 world({.gravity = {0, -10}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  const BodyId rests = world.add({.shape = Circle{{0, 0.5}, 0.5}});
  const BodyId falls = world.add({.shape = Circle{{0, 1.75}, 0.5}});
  const auto events = world.run_until(0.3);  // falls 0.25 in √0.05 = 0.2236 s
  ASSERT_GE(events.size(), 3u);
  EXPECT_EQ(events[0].kind, EventKind::rest);
  EXPECT_EQ(events[1].a, rests);
  EXPECT_EQ(events[1].b, falls);
  EXPECT_NEAR(events[1].time, std::sqrt(0.05), 1e-15);
  EXPECT_EQ(events[2].instant, events[1].instant);
  EXPECT_EQ(events[2].a, rests);
  EXPECT_GT(events[2].rank, events[1].rank);
}

// F Δt / m, and ½ F/m t² on the way.
TEST(World, ForceOverAnIntervalChangesTheVelocityByFTOverM) {
  World3 world;
  const BodyId ball = world.add({.shape = Sphere{{0, 0, 0}, 1}, .mass = 4});
  world.apply_force(ball, {8, 0, 0}, 1, 3);
  const auto events = world.run_until(4);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::force_begin);
  EXPECT_EQ(events[0].time, 1);
  EXPECT_EQ(events[1].kind, EventKind::force_end);
  EXPECT_EQ(events[1].time, 3);
  EXPECT_EQ(world.placement(ball).velocity, (Vec3{4, 0, 0}));
  EXPECT_EQ(world.placement(ball).position, (Vec3{4 + 4, 0, 0}));
  EXPECT_EQ(world.ledger().work, 0.5 * 4 * 16);  // force times distance 4
  EXPECT_EQ(world.ledger().residual(), 0);
}

// With damping k the distance to go is v/k (1 − exp(−k t)), whatever happens on the way of each.
TEST(World, DampedBallFollowsTheExponential) {
  World2 world({.damping = 0.5});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{3, 0}}});
  for (const double t : {0.5, 3.0, 20.0}) {
    world.run_until(t);
    EXPECT_NEAR(world.placement(ball).position.x, 6 * (1 - std::exp(-0.5 * t)), 6e-15);
    EXPECT_NEAR(world.placement(ball).velocity.x, 3 * std::exp(-0.5 * t), 3e-15);
  }
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
}

// x(t) = v/k (1 − exp(−k t)) = gap gives t = −ln(1 − k gap/v)/k; a gap beyond v/k is never crossed.
TEST(World, DampedBallsMeetAtTheLogarithmicTimeOrNever) {
  World2 world({.damping = 0.5});
  world.add({.shape = Circle{{0, 0}, 1}, .motion = {{3, 0}}});
  world.add({.shape = Circle{{7, 0}, 1}});
  const auto events = world.run_until(100);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].time, -std::log(1 - 0.5 * 5 / 3) / 0.5, 1e-14);
  EXPECT_NEAR(events[0].approach_speed, 3 - 0.5 * 5, 1e-14);

  World2 far({.damping = 0.5});
  far.add({.shape = Circle{{0, 0}, 1}, .motion = {{3, 0}}});
  far.add({.shape = Circle{{8.001, 0}, 1}});
  EXPECT_TRUE(far.run_until(100).empty());
}

TEST(World, StickyBallsBecomeOneThatKeepsMassMomentumAndArea) {
  World2 world;
  const BodyId a = world.add({.shape = Circle{{0, 0}, 3}, .motion = {{1, 0}}, .mass = 2, .response = Response::stick});
  const BodyId b = world.add({.shape = Circle{{10, 0}, 4}, .motion = {{-2, 0}}, .mass = 1});
  const auto events = world.run_until(2);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::merge}));
  EXPECT_EQ(events[0].time, 1);
  EXPECT_TRUE(world.present(a));
  EXPECT_FALSE(world.present(b));
  EXPECT_EQ(world.state(b).presence, Presence::merged);
  EXPECT_EQ(world.radius(a), 5);
  EXPECT_EQ(world.state(a).mass, 3);
  EXPECT_NEAR(norm(world.placement(a).velocity), 0, 1e-16);
  EXPECT_EQ(world.ledger().dissipated_merging, 0.5 * 2 * 1 + 0.5 * 1 * 4);
}

// Area π(3² + 4²), so radius 5; the heavier one's name, restitution and response go on, of equal ones those of the
// lower id.
TEST(World, TheHeavierOfTwoThatMergeGoesOn) {
  for (const double mass : {70.0, 0.01}) {
    World2 world;
    const BodyId bullet = world.add(
        {.shape = Circle{{0, 0}, 3}, .motion = {{1, 0}}, .mass = 0.01, .restitution = 0, .response = Response::stick});
    const BodyId block = world.add({.shape = Circle{{10, 0}, 4}, .mass = mass, .restitution = 0.5});
    const auto events = world.run_until(4);
    const bool heavier = mass > 0.01;
    const BodyId stays = heavier ? block : bullet, goes = heavier ? bullet : block;
    ASSERT_EQ(kinds(events), (std::vector{EventKind::merge}));
    EXPECT_EQ(events[0].a, stays);
    EXPECT_EQ(events[0].b, goes);
    EXPECT_EQ(events[0].normal, (Vec2{heavier ? -1.0 : 1.0, 0}));
    EXPECT_EQ(events[0].point, (Vec2{6, 0}));
    EXPECT_EQ(world.state(goes).presence, Presence::merged);
    EXPECT_EQ(world.radius(stays), 5);
    EXPECT_EQ(world.state(stays).mass, mass + 0.01);
    EXPECT_EQ(world.body(stays).response, heavier ? Response::bounce : Response::stick);
    EXPECT_EQ(world.body(stays).restitution, heavier ? 0.5 : 0);
  }
}

// a = 4 takes it over the gap of 2 in 1; a quarter of its speed is left, and of its acceleration.
TEST(World, AForceGoesOverToTheHeavierOfTwoThatMerge) {
  World2 world;
  const BodyId pulled = world.add({.shape = Circle{{0, 0}, 1}, .mass = 1, .response = Response::stick});
  const BodyId heavy = world.add({.shape = Circle{{4, 0}, 1}, .mass = 3});
  world.apply_force(pulled, {4, 0}, 0, 9);
  world.run_until(1.5);
  EXPECT_EQ(world.event_count(EventKind::merge), 1u);
  EXPECT_EQ(world.placement(heavy).velocity, (Vec2{1.5, 0}));
}

TEST(World, RefusesForcesThatAccelerateBeyondAllNumbers) {
  World2 world;
  const BodyId light = world.add({.shape = Circle{{0, 0}, 1}, .mass = 1e-300});
  world.apply_force(light, {0, 1e30}, 0, 1);
  try {
    world.run_until(1);
    FAIL();
  } catch (const std::domain_error& error) {
    EXPECT_STREQ(error.what(),
                 "a force of 1e+30 on body 0, whose mass is 1e-300, accelerates it beyond all numbers: expected less "
                 "force, or more mass");
  }
}

// The copy of b that a met: 0 at 9 and 1 at 0 meet across the box's end; to 1, which goes on, 0 is one box lower.
TEST(World, TheHeavierGoesOnAcrossThePeriodicBoxToo) {
  World2 world({.period = Vec2{10, 10}});
  world.add({.shape = Circle{{7.5, 5}, 0.5}, .motion = {{1, 0}}, .mass = 1, .response = Response::stick});
  const BodyId heavy = world.add({.shape = Circle{{0, 5}, 0.5}, .mass = 3, .response = Response::stick});
  const auto events = world.run_until(1.5);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::merge}));
  EXPECT_EQ(events[0].a, heavy);
  EXPECT_EQ(events[0].image, (std::array<std::int32_t, 2>{-1, 0}));
  EXPECT_EQ(events[0].normal, (Vec2{-1, 0}));
  const Placement<2> lump = world.placement(heavy);  // the centre of mass at -0.25, a quarter of the speed
  EXPECT_EQ(lump.position, (Vec2{9.75, 5}));
  EXPECT_EQ(lump.image, (std::array<std::int32_t, 2>{-1, 0}));
  EXPECT_EQ(lump.velocity, (Vec2{0.25, 0}));
}

// Of radius √2 and fallen by ¼²/2 it is raised until it touches the floor, and the ledger says what that took.
TEST(World, ALumpThatGrowsIntoAWallIsPutOutside) {
  World2 world({.gravity = {0, -1}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  const BodyId a = world.add({.shape = Circle{{0, 1.125}, 1}, .motion = {{1, 0}}, .mass = 2});
  world.add({.shape = Circle{{2.5, 1.125}, 1}, .motion = {{-1, 0}}, .mass = 2, .response = Response::stick});
  const auto events = world.run_until(0.25);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::merge, EventKind::impact}));
  EXPECT_EQ(events[0].a, a);
  EXPECT_NEAR(world.placement(a).position.x, 1.25, 1e-15);
  EXPECT_NEAR(world.placement(a).position.y, std::sqrt(2.0), 1e-15);
  EXPECT_LE(world.deepest_overlap(), 1e-15);
  EXPECT_NEAR(world.ledger().added_by_placing, 4 * (std::sqrt(2.0) - (1.125 - 0.03125)), 1e-14);
  EXPECT_EQ(world.ledger().dissipated_merging, 2);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
}

// In a corner of 60° a circle touches both walls where its centre is twice its radius away from the corner.
TEST(World, ALumpThatGrowsInACornerTouchesBothWalls) {
  World2 world;
  const double sine = std::sqrt(0.75);
  world.add({.shape = Segment2{{0, 0}, {20, 0}}});
  world.add({.shape = Segment2{{0, 0}, {10, 20 * sine}}});
  // In the middle of the corner, one behind the other.
  const auto at = [&](double away) { return Vec2{away * sine, away * 0.5}; };
  const BodyId a = world.add({.shape = Circle{at(2.1), 1}, .mass = 9});
  world.add({.shape = Circle{at(5), 1}, .motion = -at(1), .mass = 1, .response = Response::stick});
  ASSERT_EQ(world.run_until(0.91).front().kind, EventKind::merge);
  EXPECT_EQ(world.radius(a), std::sqrt(2.0));
  EXPECT_NEAR(norm(world.placement(a).position - at(2 * std::sqrt(2.0))), 0, 0.01);  // and went on at 0.1
  EXPECT_LE(world.deepest_overlap(), 1e-14);
  EXPECT_FALSE(world.first_overlap(1e-14));
}

// Between walls 2.1 apart a circle of radius √2 has no place: what is left is told.
TEST(World, ALumpWithoutRoomTellsHowDeepItOverlaps) {
  World2 world;
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.add({.shape = HalfSpace2{{0, -1}, -2.1}});
  world.add({.shape = Circle{{0, 1.05}, 1}, .motion = {{1, 0}}});
  world.add({.shape = Circle{{4, 1.05}, 1}, .motion = {{-1, 0}}, .response = Response::stick});
  world.run_until(1.5);
  EXPECT_EQ(world.event_count(EventKind::merge), 1u);
  EXPECT_NEAR(world.deepest_overlap(), std::sqrt(2.0) - 1.05, 1e-14);
}

// A wall as thin as nothing has another side: there is room, and the way there is barred.
TEST(World, ALumpIsNotPutThroughAWall) {
  World2 world;
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.add({.shape = Segment2{{-20, 2.1}, {20, 2.1}}});
  const BodyId a = world.add({.shape = Circle{{0, 1.05}, 1}, .motion = {{1, 0}}});
  world.add({.shape = Circle{{4, 1.05}, 1}, .motion = {{-1, 0}}, .response = Response::stick});
  world.run_until(1.5);
  EXPECT_LT(world.placement(a).position.y, 2.1);
  EXPECT_GT(world.deepest_overlap(), 0.1);
}

// Grown over a ball that does not stick: how deep is known before they meet.
TEST(World, ALumpThatGrowsOverABallTellsHowDeep) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}, .mass = 3});
  world.add({.shape = Circle{{4, 0}, 1}, .motion = {{-1, 0}}, .response = Response::stick});
  world.add({.shape = Circle{{0, 2.25}, 1}, .motion = {{0, 0.125}}});
  ASSERT_EQ(kinds(world.run_until(2)), (std::vector{EventKind::merge}));
  // The lump is at (½, 0), the other at (0, 2½).
  EXPECT_NEAR(world.deepest_overlap(), std::max(0.0, 1 + std::sqrt(2.0) - std::hypot(0.5, 2.5)), 1e-15);
}

/// A ball between two walls that it hits far more often than contacts last, after that many impacts in a row.
World2 after_a_row(double restitution, double wall_velocity) {
  WorldOptions<2> options;
  options.contact_duration = 1;
  World2 world(options);
  world.add({.shape = HalfSpace2{{1, 0}, 0}, .motion = Vec2{wall_velocity, 0}, .restitution = restitution});
  world.add({.shape = HalfSpace2{{-1, 0}, -2}, .restitution = restitution});
  world.add({.shape = Circle{{1, 0}, 0.5}, .motion = Vec2{8, 0}, .restitution = restitution});
  world.run_until(0.25);
  Snapshot<2> snapshot = world.snapshot();
  snapshot.states[2].crowded = 1u << 20;
  return World2(snapshot);
}

// Nothing is lost, and time advances: no rule ends that. What would lose something is ended.
TEST(World, ElasticMotionHasNoEnd) {
  World2 elastic = after_a_row(1, 0);
  elastic.run_until(20);
  EXPECT_EQ(elastic.event_count(EventKind::stick), 0u);
  EXPECT_EQ(elastic.ledger().kinetic, 32);
  for (auto [restitution, velocity] : {std::pair(0.5, 0.0), std::pair(1.0, -0.5)}) {
    World2 world = after_a_row(restitution, velocity);
    world.run_until(20);
    EXPECT_EQ(world.event_count(EventKind::stick), 1u);
    EXPECT_GT(world.ledger().dissipated_stops, 7);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
  }
}

TEST(World, GrownBallMergesAtOnceWithWhatItNowOverlaps) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 3}, .motion = {{1, 0}}, .response = Response::stick});
  world.add({.shape = Circle{{10, 0}, 4}, .motion = {{-1, 0}}, .response = Response::stick});
  // The lump of radius 5 sits at (5.5, 0)-ish after the first merge and covers this one, which moves away.
  world.add({.shape = Circle{{4.5, 4.2}, 0.5}, .motion = {{0, 0.001}}, .response = Response::stick});
  const auto events = world.run_until(1.6);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::merge, EventKind::merge}));
  EXPECT_EQ(events[0].instant, events[1].instant);
  EXPECT_EQ(events[1].rank, events[0].rank + 1);
}

TEST(World, StickyBallStaysWhereItMeetsAWall) {
  World2 world({.gravity = {0, -1}});
  world.add({.shape = HalfSpace2{{-1, 0}, -5}});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{4, 0}}, .response = Response::stick});
  EXPECT_EQ(kinds(world.run_until(10)), (std::vector{EventKind::stick}));
  EXPECT_EQ(world.placement(ball).position.x, 4);
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{}));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-15);
}

TEST(World, PocketSwallowsWhatTouchesIt) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{2, 0}}, .mass = 3});
  const BodyId pocket = world.add({.shape = Circle{{10, 0}, 2}, .response = Response::pocket});
  const auto events = world.run_until(10);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::pocket}));
  EXPECT_EQ(events[0].time, 3.5);
  EXPECT_EQ(events[0].a, ball);
  EXPECT_EQ(events[0].b, pocket);
  EXPECT_FALSE(world.present(ball));
  EXPECT_EQ(world.ledger().kinetic, 0);
  EXPECT_EQ(world.ledger().dissipated_pockets, 6);
}

TEST(World, CallerMayChangeBodiesAtAnyTime) {
  World2 world;
  const BodyId a = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}});
  world.run_until(2);
  world.set_velocity(a, {0, 1});
  world.run_until(3);
  EXPECT_EQ(world.placement(a).position, (Vec2{2, 1}));
  world.apply_impulse(a, {1, 0});
  const BodyId b = world.add({.shape = Circle{{7, 1}, 1}});
  auto events = world.run_until(7);
  EXPECT_EQ(kinds(events), (std::vector{EventKind::change, EventKind::change}));
  EXPECT_EQ(world.placement(a).position, (Vec2{6, 5}));
  world.set_velocity(b, {-1, 0});
  world.remove(a);
  events = world.run_until(20);
  EXPECT_EQ(kinds(events), (std::vector{EventKind::change, EventKind::change}));
  EXPECT_FALSE(world.present(a));
  EXPECT_EQ(world.placement(b).position, (Vec2{-6, 1}));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-15);
}

TEST(World, RemovingTheGroundLetsWhatRestsOnItFall) {
  World2 world({.gravity = {0, -10}});
  const BodyId ground = world.add({.shape = HalfSpace2{{0, 1}, 0}});
  const BodyId ball = world.add({.shape = Circle{{0, 1}, 1}, .restitution = 0});
  world.run_until(1);
  EXPECT_EQ(world.placement(ball).position.y, 1);
  world.remove(ground);
  world.run_until(2);
  EXPECT_NEAR(world.placement(ball).position.y, 1 - 5, 1e-14);
}

TEST(World, SteppingAndSamplingChangeNothing) {
  const auto make = [] {
    World2 world({.gravity = {0, -1}});
    world.add({.shape = HalfSpace2{{0, 1}, 0}});
    for (int k = 0; k < 12; ++k)
      world.add({.shape = Circle{{0.3 * k, 1 + 0.1 * k * k}, 0.1}, .motion = {{0.5 - 0.1 * k, 0}}});
    return world;
  };
  World2 whole = make();
  whole.run_until(5);
  World2 stepped = make();
  for (int frame = 1; frame <= 50; ++frame) {
    stepped.run_until(0.1 * frame);
    for (std::uint32_t k = 1; k <= 12; ++k) stepped.placement(BodyId{k});
  }
  EXPECT_EQ(whole.hash(), stepped.hash());
}

TEST(World, PeriodicBallsMeetThroughTheBoundary) {
  World2 world({.period = Vec2{10, 10}});
  const BodyId a = world.add({.shape = Circle{{1, 5}, 0.5}, .motion = {{-1, 0}}});
  const BodyId b = world.add({.shape = Circle{{8, 5}, 0.5}});
  const auto events = world.run_until(4);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].time, 2);  // gap 3 − 1
  EXPECT_EQ(events[0].normal, (Vec2{-1, 0}));
  EXPECT_EQ(events[0].point, (Vec2{8.5, 5}));
  EXPECT_EQ(world.placement(a).position, (Vec2{9, 5}));
  EXPECT_EQ(world.placement(a).image[0], -1);
  EXPECT_EQ(world.placement(b).position, (Vec2{6, 5}));
}

TEST(World, ImmovableMovingBallIsNotSlowedAndItsWorkIsBooked) {
  World2 world;
  const BodyId ram = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}, .mass = kImmovable});
  const BodyId ball = world.add({.shape = Circle{{4, 0}, 1}, .mass = 2});
  world.run_until(5);
  EXPECT_EQ(world.placement(ram).velocity, (Vec2{1, 0}));
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{2, 0}));
  EXPECT_EQ(world.ledger().work, 4);
  EXPECT_EQ(world.ledger().residual(), 0);
}

TEST(World, RefusesWhatMakesNoSense) {
  EXPECT_THROW(World2({.gravity = {0, -1}, .damping = 1}), std::invalid_argument);
  EXPECT_THROW(World2({.damping = -1}), std::invalid_argument);
  EXPECT_THROW(World2({.gravity = {0, NAN}}), std::invalid_argument);
  EXPECT_THROW(World2({.epoch_length = 3}), std::invalid_argument);
  World2 world;
  EXPECT_THROW(world.add({.shape = Circle{{0, 0}, -1}}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Circle{{NAN, 0}, 1}}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Circle{{0, 0}, 1}, .mass = 0}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Segment2{{1, 1}, {1, 1}}}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = HalfSpace2{{0, 0}, 0}}), std::invalid_argument);
  EXPECT_EQ(world.body_count(), 0u);
  world.run_until(1);
  EXPECT_THROW(world.run_until(0.5), std::invalid_argument);
  EXPECT_THROW(world.run_until(INFINITY), std::invalid_argument);
}

TEST(World, RefusesToRunWithAnotherRoundingMode) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}});
  std::fesetround(FE_UPWARD);
  EXPECT_THROW(world.run_until(1), std::runtime_error);
  std::fesetround(FE_TONEAREST);
  EXPECT_NO_THROW(world.run_until(1));
}

// A ball squeezed between a heavy one and a wall collides ever faster; the contact-duration rule makes the last ones
// elastic.
TEST(World, CollapsingClusterEndsInFinitelyManyEvents) {
  World2 world({.contact_duration = 1e-4});
  for (int k = 0; k < 12; ++k)
    world.add({.shape = Circle{{2.5 * k, 0}, 1}, .motion = {{-1.0 * k, 0}}, .restitution = 0.1});
  world.add({.shape = HalfSpace2{{1, 0}, -1.5}, .restitution = 0.1});
  world.run_until(50);
  EXPECT_LT(world.event_count(), 100000u);
  EXPECT_LE(world.deepest_overlap(), 1e-12);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-11);
}

// Overlapping two walls that leave it no room, a ball would bounce between them at one instant for ever.
TEST(World, SqueezedBallStaysWhereItIs) {
  World2 world;
  world.add({.shape = HalfSpace2{{1, 0}, 0}});
  world.add({.shape = HalfSpace2{{-1, 0}, -1.9}});
  const BodyId ball = world.add({.shape = Circle{{0.95, 0}, 1}, .motion = {{1, 0}}});
  const auto events = world.run_until(1);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().kind, EventKind::stick);
  EXPECT_EQ(events.back().time, 0);
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{}));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-15);
}

TEST(World, SnapshotKeepsForcesThatHaveNotBegun) {
  // A force of 2 on a mass of 1 for 1 ≤ t < 2: at t = 3 it has come 1 + 2 = 3 far.
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}});
  world.apply_force(BodyId{0}, {2, 0}, 1, 2);
  for (const double time : {0.0, 0.5, 1.5}) {
    world.run_until(time);
    World2 other(world.snapshot());
    other.run_until(3);
    EXPECT_DOUBLE_EQ(other.placement(BodyId{0}).position.x, 3) << time;
  }
}

TEST(World, SnapshotWithASupportThatIsNoFaceIsRefused) {
  World2 world({.gravity = {0, -1}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.add({.shape = Circle{{0, 1}, 1}});
  world.run_until(1);
  Snapshot<2> snapshot = world.snapshot();
  ASSERT_EQ(snapshot.states[1].supports.size(), 1u);
  snapshot.states[1].supports[0].face = 1;
  EXPECT_THROW(World2{snapshot}, std::invalid_argument);
  snapshot.states[1].supports[0] = {BodyId{7}, 0};
  EXPECT_THROW(World2{snapshot}, std::invalid_argument);
}

// Among few obstacles, which are all asked, and among many: a ball half a unit above the floor's middle piece, and one
// that is 3/4 deep in it.
TEST(World, OverlapsAreThoseDeeperThanAsked) {
  for (const int pieces : {1, 50}) {
    const double middle = 2.0 * (pieces / 2) + 1;
    const std::pair both{BodyId{static_cast<std::uint32_t>(pieces / 2)}, BodyId{static_cast<std::uint32_t>(pieces)}};
    const auto ball_at = [&](double height) {
      World2 world;
      for (int k = 0; k < pieces; ++k) world.add({.shape = Segment2{{2.0 * k, 0}, {2.0 * k + 2, 0}}});
      world.add({.shape = Circle{{middle, height}, 1}});
      return world;
    };
    const World2 above = ball_at(1.5), deep = ball_at(0.25);
    EXPECT_FALSE(above.first_overlap());
    EXPECT_FALSE(above.first_overlap(-0.25));
    EXPECT_EQ(above.first_overlap(-0.75), both);
    EXPECT_FALSE(above.first_overlap(2));
    EXPECT_EQ(deep.first_overlap(0.5), both);
    EXPECT_FALSE(deep.first_overlap(1));
  }
}

TEST(World, ManyTouchingBallsOfACradlePassTheBlowOn) {
  World2 world;
  for (int k = 0; k < 5; ++k) world.add({.shape = Circle{{2.0 * k, 0}, 1}, .motion = {{k == 0 ? 1.0 : 0.0, 0}}});
  world.run_until(1);
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(world.placement(BodyId{k}).velocity, (Vec2{0, 0}));
  EXPECT_EQ(world.placement(BodyId{4}).velocity, (Vec2{1, 0}));
}

/// Impacts of three discs on a line, the outer ones on their way to the middle one, until no two approach or an impact
/// counts as elastic.
std::uint64_t impacts_of_three(double restitution, double contact_duration) {
  World2 world({.contact_duration = contact_duration});
  for (const double x : {-2.5, 0.0, 3.0})
    world.add(
        {.shape = Circle{{x, 0}, 1}, .motion = {{x < 0 ? 1.0 : (x > 0 ? -1.0 : 0.0), 0}}, .restitution = restitution});
  world.run_until(20, nullptr);
  return world.event_count(EventKind::impact);
}

// Three on a line meet without end if e < 7 − 4√3 = 0.0718, in a finite time, and else a few times (McNamara and Young,
// Physics of Fluids A 4, 496, 1992).
TEST(World, ThreeOnALineCollapseBelowTheRestitutionOfMcNamaraAndYoung) {
  const double limit = 7 - 4 * std::sqrt(3.0);
  for (const double restitution : {1.05 * limit, 0.1, 0.5}) {
    EXPECT_LE(impacts_of_three(restitution, 1e-6), 40u);
    EXPECT_EQ(impacts_of_three(restitution, 1e-12), impacts_of_three(restitution, 1e-6)) << restitution;
  }
  for (const double restitution : {0.9 * limit, 0.05, 0.01}) {
    EXPECT_GT(impacts_of_three(restitution, 1e-5), impacts_of_three(restitution, 1e-3)) << restitution;
    EXPECT_GT(impacts_of_three(restitution, 1e-7), impacts_of_three(restitution, 1e-5)) << restitution;
  }
}

TEST(World, TellsABodyAsItWasAddedButABallWhereItMetLast) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}, .mass = 2, .restitution = 0.5, .user = 7});
  world.add({.shape = Circle{{4, 0}, 1}, .mass = 2, .restitution = 0.5, .user = 8});
  world.add({.shape = Segment2{{-9, -9}, {9, -9}}});
  world.run_until(3);
  Body<2> expected{.shape = Circle{{2, 0}, 1}, .motion = {{0.25, 0}}, .mass = 2, .restitution = 0.5, .user = 7};
  EXPECT_EQ(world.body(BodyId{0}), expected);
  expected = {.shape = Circle{{4, 0}, 1}, .motion = {{0.75, 0}}, .mass = 2, .restitution = 0.5, .user = 8};
  EXPECT_EQ(world.body(BodyId{1}), expected);
  EXPECT_EQ(world.body(BodyId{2}), (Body<2>{.shape = Segment2{{-9, -9}, {9, -9}}}));
}

TEST(World, ABodyThatStopsExactlyAtAContactIsToldToStop) {
  // From speed 2 at deceleration 1 it comes 2²/2 = 2 far in 2.
  const std::vector<Body<2>> walls = {{.shape = Segment2{{2.5, -1}, {2.5, 1}}},
                                      {.shape = HalfSpace2{{-1, 0}, -2.5}},
                                      {.shape = Circle{{3, 0}, 0.5}},
                                      {.shape = Circle{{3, 0}, 0.5}, .motion = Stopping2{{0, 0}, 1}}};
  for (std::size_t k = 0; k < walls.size(); ++k) {
    World2 world;
    world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{2, 0}, 1}});
    world.add(walls[k]);
    const auto events = world.run_until(5);
    ASSERT_EQ(events.size(), 2u) << k;
    EXPECT_EQ(events[0].kind, EventKind::impact);
    EXPECT_EQ(events[1].kind, EventKind::stop);
    EXPECT_EQ(events[1].a, BodyId{0});
    for (const Event2& event : events) EXPECT_EQ(event.time, 2);
    EXPECT_TRUE(is_zero(world.placement(BodyId{0}).velocity));
  }
}

}  // namespace
}  // namespace carom
