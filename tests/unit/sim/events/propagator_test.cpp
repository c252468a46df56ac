#include "sim/events/propagator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

WorldOptions<2> heavy() {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  return options;
}

WorldOptions<2> boxed() {
  WorldOptions<2> options = scaled_options<2>();
  options.period = Vec2{2, 4};
  return options;
}

TEST(Propagator, AdvancesByClosedForms) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{3, 20}});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{1, 2}});
  BodyState<2> state = first_state<2>({.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{3, 20}}, {1, 1});
  state.rank = 4;
  parts.add({.shape = Circle{}}, state);
  for (const std::uint32_t id : {0u, 1u, 2u}) parts.domain.propagator.advance(id, {1, 1});
  // 20 t − 5 t² at t = 5.
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{16, -23}));
  EXPECT_EQ(parts.data.store.particle(0).velocity, (Vec2{3, -30}));
  EXPECT_EQ(parts.data.store.particle(0).time(), (Time{1, 1}));
  EXPECT_EQ(parts.data.store.particle(1).position, (Vec2{5, 10}));
  // At its own time nothing changes, nor its rank.
  EXPECT_EQ(parts.data.store.particle(2).position, (Vec2{1, 2}));
  EXPECT_EQ(parts.data.store.record(2).rank, 4u);
  parts.domain.propagator.advance(2, {1, 2});
  EXPECT_EQ(parts.data.store.record(2).rank, 0u);
}

TEST(Propagator, KeepsTheTimeOfTheLastImpactOnTheWay) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{1, 2}, 0.5}});
  parts.data.store.note_impact(0, {}, false);
  parts.domain.propagator.advance(0, {1, 1});
  EXPECT_EQ(parts.data.store.last_impact(0), Time{});
}

TEST(Propagator, CountsTheBoxesThatABallCrosses) {
  EngineParts<2> parts(boxed());
  parts.add({.shape = Circle{{0.5, 3}, 0.25}, .motion = Vec2{3, -1.5}});
  parts.domain.propagator.advance(0, {0, 3});
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{1.5, 2.5}));
  EXPECT_EQ(parts.data.store.record(0).image, (std::array<std::int32_t, 2>{4, -1}));
  EXPECT_EQ(parts.data.store.unwrapped(0), (Vec2{9.5, -1.5}));
}

// Law: whole boxes are added and taken, and the place is inside.
TEST(Propagator, PutsBallsBackWithoutMovingThem) {
  EngineParts<2> parts(boxed());
  Random random(3);
  parts.add({.shape = Circle{{0, 0}, 0.25}});
  Particle<2>& particle = parts.data.store.particle(0);
  for (int k = 0; k < 2000; ++k) {
    const double size = std::pow(10, random.uniform(-20, 3));
    const Vec2 place{size * random.normal(), size * random.normal()};
    particle.position = place;
    parts.data.store.record(0).image = {};
    parts.domain.propagator.wrap(0);
    for (int axis = 0; axis < 2; ++axis) {
      const double side = (*parts.data.setting.options.period)[axis];
      ASSERT_GE(particle.position[axis], 0);
      ASSERT_LT(particle.position[axis], side);
      ASSERT_NEAR(parts.data.store.unwrapped(0)[axis], place[axis], 1e-15 * (side + size * 8));
      if (place[axis] >= 0 && place[axis] < side) {
        ASSERT_EQ(particle.position[axis], place[axis]);
      }
    }
  }
}

TEST(Propagator, GoesStraightAsAnyOtherWay) {
  Random random(4);
  for (int k = 0; k < 500; ++k) {
    EngineParts<2> parts(boxed());
    const Body<2> ball{.shape = Circle{{random.uniform(0, 2), random.uniform(0, 4)}, 0.25},
                       .motion = Vec2{random.normal(), random.normal()}};
    parts.add(ball);
    parts.add(ball);
    const Time time{0, random.below(4) == 0 ? 0 : random.uniform(0, 4)};
    parts.domain.propagator.advance(0, time);
    const bool wraps = parts.domain.propagator.advance_straight(1, time);
    const BodyState<2> a = parts.data.store.state(0), b = parts.data.store.state(1);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.image, b.image);
    EXPECT_EQ(wraps, b.image != (std::array<std::int32_t, 2>{}));
  }
}

TEST(Propagator, RenewsTheVersionOfWhatIsCommitted) {
  EngineParts<2> parts;
  for (int k = 0; k < 2; ++k) parts.add({.shape = Circle{{1, 2}, 0.5}});
  const std::uint32_t before = parts.data.store.version(0);
  const std::uint32_t other = parts.data.store.version(1);
  parts.domain.propagator.commit(0);
  parts.domain.propagator.commit_straight(0);
  EXPECT_EQ(parts.data.store.version(0), before + 2);
  EXPECT_EQ(parts.data.store.version(1), other);
}

TEST(Propagator, KnowsWhichPathsAreSpecial) {
  EngineParts<2> plain;
  const auto expect = [&](EngineParts<2>& parts, const Body<2>& body, bool curved, bool slows, bool special) {
    const Particle<2>& particle = parts.data.store.particle(parts.add(body));
    EXPECT_EQ(particle.curved, curved);
    EXPECT_EQ(particle.slows, slows);
    EXPECT_EQ(particle.special, special);
  };
  const Circle circle{{}, 0.5};
  expect(plain, {.shape = circle, .motion = Vec2{1, 0}}, false, false, false);
  expect(plain, {.shape = circle, .motion = Stopping2{{1, 0}, 1}}, true, true, true);
  expect(plain, {.shape = circle, .motion = Stopping2{{}, 1}}, false, false, true);
  expect(plain, {.shape = circle, .motion = Damped2{{1, 0}, 1}}, true, true, true);
  expect(plain, {.shape = circle, .motion = Accelerating2{{}, {1, 0}}}, true, false, true);
  expect(plain, {.shape = circle, .mass = kImmovable}, false, false, true);
  expect(plain, {.shape = circle, .response = Response::stick}, false, false, true);
  expect(plain, {.shape = circle, .response = Response::pocket}, false, false, true);
  expect(plain, {.shape = circle, .response = Response::slide}, false, false, true);
  expect(plain, {.shape = HalfSpace2{{0, 1}, 0}}, false, false, true);
  plain.data.setting.filters = true;
  expect(plain, {.shape = circle}, false, false, true);
  EngineParts<2> falling(heavy());
  expect(falling, {.shape = circle}, true, false, true);
  expect(falling, {.shape = circle, .mass = kImmovable}, false, false, true);
}

TEST(Propagator, FollowsAForceFromTheCommitOn) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{1, 2}, 0.5}, .mass = 2});
  parts.apply_force(0, {4, 0});
  EXPECT_EQ(parts.data.store.law(0).acceleration, (Vec2{2, 0}));
  parts.data.store.own_load(0).force = {};
  parts.domain.propagator.commit(0);
  EXPECT_EQ(parts.data.store.law(0).acceleration, Vec2{});
  EXPECT_FALSE(parts.data.store.particle(0).curved);
}

TEST(Propagator, TakesWhatLeavesOutOfListsAndTheCalendar) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{1, 0}});
  parts.add({.shape = Circle{{4, 0}, 0.5}});
  parts.add({.shape = Circle{{0, 9}, 0.5}, .response = Response::slide});
  parts.search();
  EXPECT_FALSE(parts.domain.calendar.empty());
  const std::uint32_t version = parts.data.store.version(0);
  parts.domain.propagator.leave(0, Presence::pocketed);
  EXPECT_EQ(parts.data.store.state(0).presence, Presence::pocketed);
  EXPECT_NE(parts.data.store.version(0), version);
  EXPECT_EQ(parts.data.store.balls(), (std::vector<std::uint32_t>{1, 2}));
  parts.domain.propagator.leave(2, Presence::removed);
  EXPECT_FALSE(parts.data.store.is_kinematic(2));
  parts.domain.propagator.leave(1, Presence::removed);
  EXPECT_TRUE(parts.domain.calendar.empty());
  EXPECT_TRUE(parts.data.store.balls().empty());
}

// The place is that of a ball that touches: rounding on the way is taken off, and told to the ledger.
TEST(Propagator, PressesBallsThatRestToTheirFace) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Circle{{0, 0.5 + 0x1p-30}, 0.5}, .motion = Vec2{1, 0}, .mass = 2});
  parts.rest(1, 0);
  parts.domain.propagator.advance(1, {0, 3});
  EXPECT_EQ(parts.data.store.particle(1).position, (Vec2{3, 0.5}));
  EXPECT_NEAR(parts.domain.ledger.at({0, 3}).added_by_placing, -2 * 10 * 0x1p-30, 1e-15);
}

TEST(Propagator, ComingToRestTakesTheVelocityIntoTheFace) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = HalfSpace2{{1, 0}, 0}});
  parts.add({.shape = Circle{{0.5, 0.5}, 0.5}, .motion = Vec2{-3, -4}, .mass = 2});
  parts.domain.propagator.rest_on(2, parts.data.obstacles[0], {});
  EXPECT_EQ(parts.data.store.particle(2).velocity, (Vec2{-3, 0}));
  EXPECT_EQ(parts.domain.ledger.lost_to_bounces(), 0.5 * 2 * 16);
  parts.domain.propagator.rest_on(2, parts.data.obstacles[1], {});
  EXPECT_EQ(parts.data.store.particle(2).velocity, Vec2{});
  EXPECT_EQ(parts.domain.ledger.lost_to_bounces(), 25);
  EXPECT_EQ(parts.data.store.load(2).supports.size(), 2u);
}

/// A ball on a floor.
struct Resting {
  Resting() {
    parts.add({.shape = HalfSpace2{{0, 1}, 0}});
    parts.add({.shape = Circle{{0, 0.5}, 0.5}});
    parts.rest(1, 0);
  }
  EngineParts<2> parts{heavy()};
};

TEST(Propagator, LetsGoOfAFaceThatABallLeaves) {
  Resting resting;
  EngineParts<2>& parts = resting.parts;
  parts.data.store.particle(1).velocity = {0, 1};
  parts.domain.propagator.commit(1);
  EXPECT_TRUE(parts.data.store.load(1).supports.empty());
  EXPECT_EQ(parts.data.store.law(1).acceleration, (Vec2{0, -10}));
  ASSERT_EQ(parts.domain.log.size(), 1u);
  EXPECT_EQ(parts.domain.log[0].kind, EventKind::release);
  EXPECT_EQ(parts.domain.log[0].a, BodyId{1});
  EXPECT_EQ(parts.domain.log[0].b, BodyId{0});
}

TEST(Propagator, LetsGoOfAFaceOffWhichABallIsPulled) {
  Resting resting;
  EngineParts<2>& parts = resting.parts;
  parts.data.store.own_load(1).force = {0, 11};
  parts.domain.propagator.commit(1);
  EXPECT_TRUE(parts.data.store.load(1).supports.empty());
  EXPECT_EQ(parts.data.store.law(1).acceleration, (Vec2{0, 1}));
  EXPECT_EQ(parts.domain.log.size(), 1u);
}

// A hop that lasts for less than a contact, 2 v/g.
TEST(Propagator, HoldsABallThatWouldHopForLessThanAContact) {
  Resting resting;
  EngineParts<2>& parts = resting.parts;
  const double enough = 0.5 * 10 * *parts.data.setting.options.contact_duration;
  parts.data.store.particle(1).velocity = {1, 0.99 * enough};
  parts.domain.propagator.commit(1);
  EXPECT_EQ(parts.data.store.load(1).supports.size(), 1u);
  EXPECT_EQ(parts.data.store.particle(1).velocity, (Vec2{1, 0}));
  EXPECT_TRUE(parts.domain.log.empty());
  parts.data.store.particle(1).velocity = {1, 1.01 * enough};
  parts.domain.propagator.commit(1);
  EXPECT_TRUE(parts.data.store.load(1).supports.empty());
}

TEST(Propagator, ReleasesAllFromABodyAndNoOthers) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Segment2{{10, 5}, {20, 5}}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}});
  parts.add({.shape = Circle{{15, 5.5}, 0.5}});
  parts.add({.shape = Circle{{17, 5.5}, 0.5}});
  parts.rest(2, 0);
  parts.rest(3, 1);
  parts.rest(4, 1);
  parts.data.store.list_balls();
  parts.domain.propagator.release_all_from(1, {0, 2});
  EXPECT_EQ(parts.data.store.load(2).supports.size(), 1u);
  for (const std::uint32_t id : {3u, 4u}) {
    EXPECT_TRUE(parts.data.store.load(id).supports.empty());
    EXPECT_EQ(parts.data.store.particle(id).time(), (Time{0, 2}));
    EXPECT_EQ(parts.domain.log[id - 3].kind, EventKind::release);
    EXPECT_EQ(parts.domain.log[id - 3].a, BodyId{id});
  }
  EXPECT_EQ(parts.data.store.position_at(3, {0, 3}), (Vec2{15, 0.5}));
  EXPECT_EQ(parts.domain.log.size(), 2u);
}

TEST(Propagator, RecordsEventsOfABodyOneRankAfterTheOther) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{1, 2}, 0.5}});
  parts.domain.propagator.record({}, EventKind::change, 0);
  parts.domain.propagator.record({}, EventKind::force_begin, 0, 7);
  EXPECT_EQ(parts.domain.log[0].rank, 1u);
  EXPECT_EQ(parts.domain.log[1].rank, 2u);
  EXPECT_EQ(parts.domain.log[0].b, kNoBody);
  EXPECT_EQ(parts.domain.log[1].b, BodyId{7});
  EXPECT_EQ(parts.domain.log[1].point, (Vec2{1, 2}));
  EXPECT_EQ(parts.data.store.record(0).rank, 2u);
}

}  // namespace
}  // namespace carom::sim
