#include "sim/domain/domain.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

/// What happens at a time to whom.
struct Beat {
  double time;
  EventKind kind;
  std::uint32_t a;
  std::uint32_t b;
};

void expect_story(const EngineParts<2>& parts, const std::vector<Beat>& story) {
  const EventLog<2>& log = parts.domain.log;
  ASSERT_EQ(log.size(), story.size());
  for (std::size_t k = 0; k < story.size(); ++k) {
    EXPECT_NEAR(log[k].time, story[k].time, 1e-13) << k;
    EXPECT_EQ(name(log[k].kind), name(story[k].kind)) << k;
    EXPECT_EQ(log[k].a, BodyId{story[k].a}) << k;
    EXPECT_EQ(log[k].b, BodyId{story[k].b}) << k;
  }
}

// Three equal balls in a row and a wall: a ball stands where it has hit the next one.
TEST(Domain, PassesVelocitiesThroughARowOfBallsToAWallAndBack) {
  EngineParts<2> parts;
  for (const double x : {0.0, 2.0, 4.0}) parts.add({.shape = Circle{{x, 0}, 0.5}});
  parts.data.store.particle(0).velocity = {1, 0};
  parts.add({.shape = HalfSpace2{{-1, 0}, -6.5}});
  parts.search();
  parts.run(20);
  constexpr EventKind kImpact = EventKind::impact;
  expect_story(parts,
               {{1, kImpact, 0, 1}, {2, kImpact, 1, 2}, {4, kImpact, 2, 3}, {6, kImpact, 1, 2}, {7, kImpact, 0, 1}});
  EXPECT_EQ(parts.data.store.position_at(0, parts.domain.now), (Vec2{1 - 13, 0}));
  EXPECT_EQ(parts.data.store.position_at(1, parts.domain.now), (Vec2{2, 0}));
  EXPECT_EQ(parts.data.store.position_at(2, parts.domain.now), (Vec2{4, 0}));
  EXPECT_EQ(parts.domain.now, (Time{5, 0}));
}

TEST(Domain, ExecutesWhatIsDueAtTheSameTimeInTheOrderOfIds) {
  EngineParts<2> parts;
  for (const double y : {9.0, 0.0, 5.0}) {
    parts.add({.shape = Circle{{0, y}, 0.5}, .motion = Vec2{1, 0}});
    parts.add({.shape = Circle{{2, y}, 0.5}});
  }
  parts.search();
  parts.run(1);
  expect_story(parts, {{1, EventKind::impact, 0, 1}, {1, EventKind::impact, 2, 3}, {1, EventKind::impact, 4, 5}});
}

// At the same instant one after the other: ranks tell the order.
TEST(Domain, RanksEventsOfABallAtTheSameInstant) {
  EngineParts<2> parts;
  for (const double x : {0.0, 2.0, 3.0, 4.0}) parts.add({.shape = Circle{{x, 0}, 0.5}});
  parts.data.store.particle(0).velocity = {1, 0};
  parts.search();
  parts.run(5);
  expect_story(parts, {{1, EventKind::impact, 0, 1}, {1, EventKind::impact, 1, 2}, {1, EventKind::impact, 2, 3}});
  for (std::uint32_t rank = 1; rank <= 3; ++rank) EXPECT_EQ(parts.domain.log[rank - 1].rank, rank);
  EXPECT_EQ(parts.data.store.particle(3).velocity, (Vec2{1, 0}));
}

// From a height of 1 under gravity 2 with e = ½: the speeds at the floor are 2, 1, ½ … and hops last half of that.
TEST(Domain, LetsABallBounceToRest) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -2};
  options.contact_duration = 0.06;
  EngineParts<2> parts(options);
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.5});
  parts.add({.shape = Circle{{0, 1.5}, 0.5}, .restitution = 0.5});
  parts.search();
  parts.run(20);
  std::vector<Beat> story;
  for (const double time : {1.0, 2.0, 2.5, 2.75, 2.875}) story.push_back({time, EventKind::impact, 1, 0});
  story.push_back({2.9375, EventKind::rest, 1, 0});
  expect_story(parts, story);
  EXPECT_EQ(parts.data.store.position_at(1, parts.domain.now), (Vec2{0, 0.5}));
  EXPECT_NEAR(parts.domain.ledger.lost_to_bounces(), 2, 1e-14);
}

// It slides off the end of its shelf and falls: ½ g t² = 1.
TEST(Domain, LetsABallSlideOffAShelf) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -2};
  EngineParts<2> parts(options);
  parts.add({.shape = Segment2{{-9, 1}, {2, 1}}});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .response = Response::stick});
  parts.add({.shape = Circle{{0, 1.5}, 0.5}, .motion = Vec2{1, 0}});
  parts.rest(2, 0);
  parts.search();
  parts.run(20);
  expect_story(parts, {{2, EventKind::release, 2, 0}, {3, EventKind::stick, 2, 1}});
  EXPECT_EQ(parts.data.store.particle(2).position, (Vec2{3, 0.5}));
}

// It stops at 2, is hit there at 3 and gets ½ v²/a further.
TEST(Domain, StopsABallThatIsHitAndStopsAgain) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{2, 0}, 1}});
  parts.add({.shape = Circle{{-2, 0}, 0.5}, .motion = Vec2{1, 0}});
  parts.search();
  parts.run(20);
  expect_story(parts, {{2, EventKind::stop, 0, kNone}, {3, EventKind::impact, 0, 1}, {4, EventKind::stop, 0, kNone}});
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{2.5, 0}));
  EXPECT_EQ(parts.data.store.particle(1).position, (Vec2{1, 0}));
}

// Radii 3 and 4 make 5; the common centre of mass goes on at ½.
TEST(Domain, MergesStickyBallsThatStickToAWallAfterwards) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 3}, .motion = Vec2{2, 0}, .mass = 1, .response = Response::stick});
  parts.add({.shape = Circle{{9, 0}, 4}, .mass = 3, .response = Response::stick});
  parts.add({.shape = HalfSpace2{{-1, 0}, -14.25}});
  parts.search();
  parts.run(20);
  expect_story(parts, {{1, EventKind::merge, 1, 0}, {5, EventKind::stick, 1, 2}});
  EXPECT_EQ(parts.data.store.particle(1).position, (Vec2{9.25, 0}));
}

TEST(Domain, SwallowsABallAndLetsAnotherOnePassBy) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{1, 0}});
  parts.add({.shape = Circle{{4, 0}, 0.5}, .response = Response::pocket});
  parts.add({.shape = Circle{{0, 2}, 0.5}, .motion = Vec2{1, 0}});
  parts.search();
  parts.run(20);
  expect_story(parts, {{3, EventKind::pocket, 0, 1}});
  EXPECT_EQ(parts.data.store.balls(), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(parts.data.store.position_at(2, parts.domain.now), (Vec2{20, 2}));
}

// A kinematic ball comes to a wall, goes along it, and is a wall itself to a ball.
TEST(Domain, SlidesAKinematicBallAlongAWallAndIntoABall) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Circle{{0, 2.5}, 0.5}, .motion = Vec2{1, -1}, .response = Response::slide});
  parts.add({.shape = Circle{{5, 0.5}, 0.5}});
  parts.search();
  parts.run(5);
  expect_story(parts, {{2, EventKind::slide, 1, 0}, {4, EventKind::impact, 1, 2}});
  EXPECT_EQ(parts.data.store.particle(1).velocity, (Vec2{1, 0}));
  EXPECT_EQ(parts.data.store.particle(2).velocity, (Vec2{2, 0}));
}

// In a box of 4 the second ball comes to the first one from behind.
TEST(Domain, MeetsCopiesInAPeriodicBox) {
  WorldOptions<2> options = scaled_options<2>();
  options.period = Vec2{4, 4};
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{1, 1}, 0.25}, .motion = Vec2{1, 0}});
  parts.add({.shape = Circle{{3, 1}, 0.25}});
  parts.search();
  parts.run(8);
  expect_story(parts, {{1.5, EventKind::impact, 0, 1}, {4.5, EventKind::impact, 0, 1}, {7.5, EventKind::impact, 0, 1}});
  EXPECT_EQ(parts.data.store.state(0).position, (Vec2{1.5, 1}));
  EXPECT_EQ(parts.data.store.state(0).image, (std::array<std::int32_t, 2>{1, 0}));
  EXPECT_EQ(parts.data.store.state(1).image, (std::array<std::int32_t, 2>{1, 0}));
  EXPECT_EQ(parts.domain.log[1].normal, (Vec2{-1, 0}));
}

}  // namespace
}  // namespace carom::sim
