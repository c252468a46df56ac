#include "sim/kinematic/kinematic_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/kinematic/vibration.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

Body<2> steered(const Vec2& place, const Vec2& velocity, double mass = 1) {
  return {.shape = Circle{place, 0.5}, .motion = velocity, .mass = mass, .response = Response::slide};
}

/// Bodies 0 and 1 meet at a time.
void meet(EngineParts<2>& parts, const Time& time) {
  parts.domain.now = time;
  Meeting<2> meeting = parts.domain.resolver.bring_together(0, 1, {}, {time, 1, 0, 1});
  parts.domain.kinematic.meet(meeting);
}

/// A ball meets a piece of an obstacle.
void meet_obstacle(EngineParts<2>& parts, std::uint32_t ball, std::uint32_t number, const Time& time) {
  parts.domain.now = time;
  ObstacleMeeting<2> meeting = parts.domain.resolver.bring_to(ball, number, {time, 1, 0, 1});
  parts.domain.kinematic.meet(meeting);
}

Vec2 velocity(const EngineParts<2>& parts, std::uint32_t id) {
  return parts.data.store.particle(id).velocity;
}

void expect_event(const Event<2>& event, EventKind kind, std::uint32_t a, std::uint32_t b) {
  EXPECT_EQ(name(event.kind), name(kind));
  EXPECT_EQ(event.a, BodyId{a});
  EXPECT_EQ(event.b, BodyId{b});
}

/// What the ledger lost, and what drives did.
void expect_work(const EngineParts<2>& parts, double work, double lost) {
  const Ledger<2> ledger = parts.domain.ledger.at(parts.domain.now);
  EXPECT_NEAR(ledger.work, work, 1e-13);
  EXPECT_NEAR(ledger.dissipated_impacts, lost, 1e-13);
}

TEST(KinematicBodies, SlideAlongAWall) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add(steered({0, 2.5}, {3, -2}, 2));
  meet_obstacle(parts, 1, 0, {0, 1});
  EXPECT_EQ(velocity(parts, 1), (Vec2{3, 0}));
  EXPECT_EQ(parts.data.store.kinematic(1).intended, (Vec2{3, -2}));
  ASSERT_EQ(parts.data.store.kinematic(1).contacts.size(), 1u);
  ASSERT_EQ(parts.domain.log.size(), 1u);
  expect_event(parts.domain.log[0], EventKind::slide, 1, 0);
  EXPECT_EQ(parts.domain.log[0].normal, (Vec2{0, -1}));
  EXPECT_EQ(parts.domain.log[0].impulse, 4);
  EXPECT_EQ(parts.domain.log[0].point, (Vec2{3, 0}));
  expect_work(parts, -0.5 * 2 * 4, 0);
}

TEST(KinematicBodies, AreStuckInACorner) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = HalfSpace2{{1, 0}, 0}});
  parts.add(steered({2.5, 1.5}, {-1, -1}));
  meet_obstacle(parts, 2, 0, {0, 1});
  EXPECT_EQ(velocity(parts, 2), (Vec2{-1, 0}));
  meet_obstacle(parts, 2, 1, {0, 2});
  EXPECT_EQ(velocity(parts, 2), Vec2{});
  expect_event(parts.domain.log[0], EventKind::slide, 2, 0);
  expect_event(parts.domain.log[1], EventKind::stuck, 2, 1);
}

TEST(KinematicBodies, YieldToHeavierBalls) {
  EngineParts<2> parts;
  parts.add(steered({0, 0}, {2, 1}));
  parts.add({.shape = Circle{{5, 1}, 0.5}, .motion = Vec2{-2, 0}, .mass = 3});
  meet(parts, {0, 1});
  // The normal is along x: it goes along with the ball there, and keeps the rest.
  EXPECT_EQ(velocity(parts, 0), (Vec2{-2, 1}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{-2, 0}));
  expect_event(parts.domain.log[0], EventKind::slide, 0, 1);
  EXPECT_EQ(parts.domain.log[0].impulse, 4);
  EXPECT_EQ(parts.data.store.kinematic(0).touching, (std::vector<BodyState<2>::Touch>{{BodyId{1}, true}}));
  expect_work(parts, 0, 0);
}

// v' = V − e (v − V), V of the ball that is steered and keeps it.
TEST(KinematicBodies, AreWallsThatMoveToLighterAndEqualBalls) {
  for (const double mass : {0.25, 1.0}) {
    EngineParts<2> parts;
    parts.add(steered({0, 0}, {2, 0}));
    parts.add({.shape = Circle{{5, 0}, 0.5}, .motion = Vec2{-2, 7}, .mass = mass, .restitution = 0});
    parts.data.store.particle(1).position = {5, -7};
    meet(parts, {0, 1});
    EXPECT_EQ(velocity(parts, 0), (Vec2{2, 0}));
    EXPECT_EQ(velocity(parts, 1), (Vec2{4, 7}));  // e = ½
    EXPECT_FALSE(parts.data.store.particle(0).immovable);
    expect_event(parts.domain.log[0], EventKind::impact, 0, 1);
    EXPECT_EQ(parts.domain.log[0].restitution, 0.5);
    const double lost = 0.5 * mass * 16 * 0.75;
    expect_work(parts, 0.5 * mass * (16 - 4) + lost, lost);
  }
}

TEST(KinematicBodies, YieldToHeavierKinematicBalls) {
  for (const double mass : {0.5, 2.0}) {
    EngineParts<2> parts;
    parts.add(steered({0, 0}, {2, 1}));
    parts.add(steered({5, 0}, {-2, 1}, mass));
    meet(parts, {0, 1});
    EXPECT_EQ(velocity(parts, 0), (Vec2{mass > 1 ? -2.0 : 2.0, 1}));
    EXPECT_EQ(velocity(parts, 1), velocity(parts, 0));
    expect_event(parts.domain.log[0], EventKind::slide, mass > 1 ? 0 : 1, mass > 1 ? 1 : 0);
  }
}

TEST(KinematicBodies, OfEqualMassStopEachOther) {
  EngineParts<2> parts;
  parts.add(steered({0, 0}, {2, 1}));
  parts.add(steered({5, 0}, {-2, 1}));
  meet(parts, {0, 1});
  EXPECT_EQ(velocity(parts, 0), (Vec2{0, 1}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{0, 1}));
  expect_work(parts, -4, 0);
}

TEST(KinematicBodies, OfEqualMassTheFasterOneYields) {
  EngineParts<2> parts;
  parts.add(steered({0, 0}, {3, 0}));
  parts.add(steered({3, 0}, {1, 0}));
  meet(parts, {0, 1});
  EXPECT_EQ(velocity(parts, 0), (Vec2{1, 0}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{1, 0}));
  expect_event(parts.domain.log[0], EventKind::slide, 0, 1);
}

TEST(KinematicBodies, GoWhereTheyAreSteered) {
  EngineParts<2> parts;
  parts.add(steered({0, 0}, {2, 1}, 3));
  parts.domain.now = {0, 2};
  parts.domain.kinematic.steer(0, {0, 4});
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{4, 2}));
  EXPECT_EQ(velocity(parts, 0), (Vec2{0, 4}));
  EXPECT_EQ(parts.data.store.kinematic(0).intended, (Vec2{0, 4}));
  expect_event(parts.domain.log[0], EventKind::change, 0, kNone);
  expect_work(parts, 0.5 * 3 * (16 - 5), 0);
  parts.domain.kinematic.steer(0, {0, 4});
  EXPECT_EQ(parts.domain.log.size(), 1u);  // nothing has changed
}

TEST(KinematicBodies, SteeredOffAWallLeaveIt) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add(steered({0, 0.5}, {3, -2}));
  meet_obstacle(parts, 1, 0, {});
  parts.domain.kinematic.steer(1, {3, 2});
  EXPECT_EQ(velocity(parts, 1), (Vec2{3, 2}));
  EXPECT_TRUE(parts.data.store.kinematic(1).contacts.empty());
  ASSERT_EQ(parts.domain.log.size(), 3u);
  expect_event(parts.domain.log[1], EventKind::release, 1, 0);
  expect_event(parts.domain.log[2], EventKind::change, 1, kNone);
  EXPECT_EQ(parts.domain.log[1].rank, 2u);
  EXPECT_EQ(parts.domain.log[2].rank, 3u);
}

TEST(KinematicBodies, TurnToTheirIntentionPastAnEdgeInTheNextFrame) {
  EngineParts<2> parts;
  parts.add({.shape = Segment2{{-1, 0}, {1, 0}}});
  parts.add(steered({0, 0.5}, {1, -2}));
  meet_obstacle(parts, 1, 0, {});
  EXPECT_EQ(velocity(parts, 1), (Vec2{1, 0}));
  parts.domain.now = {0, 0.5};
  parts.domain.kinematic.begin_frame();
  EXPECT_EQ(velocity(parts, 1), (Vec2{1, 0}));
  EXPECT_EQ(parts.domain.log.size(), 1u);
  parts.domain.now = {0, 2};
  parts.domain.kinematic.begin_frame();
  EXPECT_EQ(velocity(parts, 1), (Vec2{1, -2}));
  EXPECT_EQ(parts.data.store.particle(1).position, (Vec2{2, 0.5}));
  ASSERT_EQ(parts.domain.log.size(), 3u);
  expect_event(parts.domain.log[1], EventKind::release, 1, 0);
  expect_event(parts.domain.log[2], EventKind::change, 1, kNone);
}

// A ball is left when it is apart at the turn after the one that followed the last meeting.
TEST(KinematicBodies, ReleaseABallThatTheyHaveLeft) {
  EngineParts<2> parts;
  parts.add(steered({0, 0}, {2, 0}));
  parts.add({.shape = Circle{{3, 0}, 0.5}, .motion = Vec2{0, 0}, .mass = 0.5});
  meet(parts, {0, 1});
  EXPECT_TRUE(parts.data.store.kinematic(0).touching.empty());  // a bounce is no touch
  EngineParts<2> yielding;
  yielding.add(steered({0, 0}, {2, 0}));
  yielding.add({.shape = Circle{{3, 0}, 0.5}, .motion = Vec2{0, 1}, .mass = 5});
  yielding.data.store.particle(1).position = {3, -1};
  meet(yielding, {0, 1});
  EXPECT_EQ(velocity(yielding, 0), Vec2{});
  expect_event(yielding.domain.log[0], EventKind::stuck, 0, 1);
  yielding.domain.now = {0, 2};
  yielding.domain.kinematic.begin_frame();
  EXPECT_EQ(yielding.data.store.kinematic(0).touching.size(), 1u);
  EXPECT_EQ(velocity(yielding, 0), (Vec2{2, 0}));
  yielding.domain.now = {0, 3};
  yielding.domain.kinematic.begin_frame();
  EXPECT_TRUE(yielding.data.store.kinematic(0).touching.empty());
  const EventLog<2>& log = yielding.domain.log;
  expect_event(log[2], EventKind::release, 0, 1);
  EXPECT_EQ(log[2].time, 3);
}

TEST(KinematicBodies, SteerWallsAndWhatRidesOnThem) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add(steered({0, 0.5}, {1, -1}));
  meet_obstacle(parts, 1, 0, {});
  parts.domain.now = {0, 1};
  parts.domain.kinematic.steer(0, {3, 2});
  EXPECT_EQ(velocity(parts, 0), (Vec2{3, 2}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{4, 2}));
  expect_event(parts.domain.log[1], EventKind::change, 0, kNone);
  expect_event(parts.domain.log[2], EventKind::change, 1, kNone);
}

TEST(KinematicBodies, SteeringAFloorReleasesWhatRestsOnIt) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}});
  parts.rest(1, 0);
  parts.data.store.list_balls();
  parts.domain.kinematic.steer(0, {0, -1});
  EXPECT_TRUE(parts.data.store.load(1).supports.empty());
  expect_event(parts.domain.log[0], EventKind::release, 1, 0);
  expect_event(parts.domain.log[1], EventKind::change, 0, kNone);
}

/// A wall that vibrates: up through its middle at time 0, with period 4.
std::uint32_t add_vibrating(EngineParts<2>& parts, double rise) {
  const Vibration<2> vibration{.amplitude = {0, 1}, .period = 4, .phase = 0, .rise = rise};
  const Body<2> body{.shape = HalfSpace2{{0, 1}, 0}, .vibration = vibration};
  BodyState<2> state = first_state(body);
  state.velocity = {0, 2 / (rise * 4)};  // 2 A in the share `rise` of a period
  return parts.add(body, state);
}

TEST(KinematicBodies, ThatVibrateTurnBackWhenTheirStrokeEnds) {
  for (const double rise : {0.5, 0.25}) {
    EngineParts<2> parts;
    const std::uint32_t id = add_vibrating(parts, rise);
    // +A at rise/2 of a period, −A at 1 − rise/2.
    double top = 4 * 0.5 * rise, bottom = 4 * (1 - 0.5 * rise);
    for (std::size_t turn = 0; turn < 6; ++turn) {
      const bool at_top = turn % 2 == 0;
      const double plain = at_top ? top : bottom;
      (at_top ? top : bottom) += 4;
      const Time due = parts.domain.kinematic.turn_due(id);
      EXPECT_EQ(due, parts.data.setting.clock.from_plain(plain));
      parts.domain.now = due;
      EXPECT_NEAR(parts.data.store.position_at(id, due).y, at_top ? 1 : -1, 1e-14);
      parts.domain.kinematic.turn_back(id);
      EXPECT_EQ(parts.data.store.particle(id).position, (Vec2{0, at_top ? 1.0 : -1.0}));
      EXPECT_EQ(velocity(parts, id), (Vec2{0, at_top ? -2 / ((1 - rise) * 4) : 2 / (rise * 4)}));
      expect_event(parts.domain.log[turn], EventKind::change, id, kNone);
    }
    parts.data.store.record(id).presence = Presence::removed;
    EXPECT_EQ(parts.domain.kinematic.turn_due(id), EpochClock::never());
  }
}

// Squeezed between a wall and one that comes.
TEST(KinematicBodies, WhatCrushesThemStalls) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = HalfSpace2{{0, -1}, -1}, .motion = Vec2{0, -1}});
  parts.add(steered({0, 0.5}, {0, -1}));
  meet_obstacle(parts, 2, 0, {});
  EXPECT_EQ(velocity(parts, 1), (Vec2{0, -1}));
  meet_obstacle(parts, 2, 1, {});
  EXPECT_EQ(velocity(parts, 1), Vec2{});
  EXPECT_EQ(velocity(parts, 2), Vec2{});
  expect_event(parts.domain.log[1], EventKind::stuck, 1, 2);
  EXPECT_TRUE(parts.data.store.is_kinematic(2));
}

// What vibrates stands for good.
TEST(KinematicBodies, WhatVibratesStallsForGood) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  const std::uint32_t id = parts.add({.shape = HalfSpace2{{0, -1}, -1}, .vibration = Vibration<2>{{0, 1}, 4, 0.5}});
  parts.add(steered({0, 0.5}, {0, -1}));
  parts.data.store.particle(id).velocity = {0, -1};
  EXPECT_TRUE(parts.domain.kinematic.stall(2, 1));
  EXPECT_EQ(velocity(parts, id), Vec2{});
  EXPECT_EQ(parts.domain.kinematic.turn_due(id), EpochClock::never());
}

}  // namespace
}  // namespace carom::sim
