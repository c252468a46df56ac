#include "sim/bodies/supports.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

constexpr double kRounding = 1e-14;

/// Gravity 10 downwards.
WorldOptions<2> heavy() {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  return options;
}

void expect_near(const Vec2& a, const Vec2& b) {
  EXPECT_NEAR(a.x, b.x, kRounding);
  EXPECT_NEAR(a.y, b.y, kRounding);
}

TEST(Supports, PullIsGravityForcesAndTheOwnAcceleration) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = Circle{{}, 0.5}, .mass = 2});
  parts.add({.shape = Circle{{}, 0.5}, .motion = Accelerating2{{}, {1, 2}}, .mass = 2});
  parts.add({.shape = Circle{{}, 0.5}, .mass = kImmovable});
  parts.add({.shape = Circle{{}, 0.5}, .response = Response::slide});
  parts.apply_force(0, {4, 6});
  parts.apply_force(1, {4, 6});
  const Supports<2>& supports = parts.data.supports;
  EXPECT_EQ(supports.pull(0), (Vec2{2, -7}));
  EXPECT_EQ(supports.pull(1), (Vec2{3, -5}));
  EXPECT_EQ(supports.pull(2), Vec2{});
  EXPECT_EQ(supports.pull(3), Vec2{});
  EXPECT_EQ(supports.acceleration(0), supports.pull(0));
}

// On a face gravity is left along it: g − (g·n) n.
TEST(Supports, LeaveWhatIsAlongOneFace) {
  for (const double slope : {0.0, 0.3, -0.7, 1.5}) {
    EngineParts<2> parts(heavy());
    const Vec2 normal{-std::sin(slope), std::cos(slope)};
    parts.add({.shape = HalfSpace2{normal, 0}});
    parts.add({.shape = Circle{0.5 * normal, 0.5}});
    parts.rest(1, 0);
    const double along = -10 * std::sin(slope);
    expect_near(parts.data.supports.acceleration(1), {along * std::cos(slope), along * std::sin(slope)});
  }
}

TEST(Supports, HoldNothingThatIsPulledOff) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, -1}, 0}});
  parts.add({.shape = Circle{{0, -0.5}, 0.5}});
  parts.rest(1, 0);
  EXPECT_EQ(parts.data.supports.acceleration(1), (Vec2{0, -10}));
}

TEST(Supports, HoldABallBetweenTwoFacesStill) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0.6, 0.8}, 0}});
  parts.add({.shape = HalfSpace2{{-0.8, 0.6}, 0}});
  parts.add({.shape = Circle{{0.5 * 0.6 - 0.5 * 0.8, 0.5 * 0.8 + 0.5 * 0.6}, 0.5}});
  parts.rest(2, 0);
  parts.rest(2, 1);
  EXPECT_EQ(parts.data.supports.acceleration(2), Vec2{});
  Supports<2>::Normals normals;
  ASSERT_EQ(parts.data.supports.normals(2, normals), 2);
  expect_near(normals[0], {0.6, 0.8});
  expect_near(normals[1], {-0.8, 0.6});
  // Pulled out of the corner along the first face only that one presses; up, none does.
  parts.apply_force(2, {-19, 18});  // with gravity 20 along the first face and 5 into it
  expect_near(parts.data.supports.acceleration(2), {-16, 12});
  parts.apply_force(2, {0, 30});
  expect_near(parts.data.supports.acceleration(2), {0, 20});
}

// Faces at right angles in space leave the direction of their crease.
TEST(Supports, LeaveTheCreaseOfTwoFacesInSpace) {
  WorldOptions<3> options = scaled_options<3>();
  options.gravity = {-3, -4, 7};
  EngineParts<3> parts(options);
  parts.add({.shape = HalfSpace<3>{{1, 0, 0}, 0}});
  parts.add({.shape = HalfSpace<3>{{0, 1, 0}, 0}});
  parts.add({.shape = Sphere{{0.5, 0.5, 9}, 0.5}});
  parts.rest(2, 0);
  parts.rest(2, 1);
  EXPECT_EQ(parts.data.supports.acceleration(2), (Vec3{0, 0, 7}));
}

TEST(Supports, LetABallSlowByItsOwnLawWhereTheyCarryIt) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = HalfSpace2{{0.6, 0.8}, 0}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Stopping2{{3, 0}, 2}});
  const auto motion = [&] { return parts.data.supports.motion(2); };
  EXPECT_EQ(motion().acceleration, (Vec2{0, -10}));
  EXPECT_EQ(motion().stop, INFINITY);
  parts.rest(2, 0);
  EXPECT_EQ(motion().acceleration, (Vec2{-2, 0}));
  EXPECT_EQ(motion().stop, 1.5);
  parts.data.store.particle(2).velocity = {};
  EXPECT_EQ(motion().acceleration, Vec2{});
  parts.data.store.own_load(2).supports = {{BodyId{1}, 0}};
  expect_near(motion().acceleration, {4.8, -3.6});
  EXPECT_EQ(motion().stop, INFINITY);
}

TEST(Supports, AreAsFastAsTheirBody) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{1, 2}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Vec2{1, 2}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Stopping2{{1, 0}, 1}});
  const Supports<2>& supports = parts.data.supports;
  EXPECT_EQ(supports.velocity(1), Vec2{});
  EXPECT_TRUE(supports.fit(1, {7, 7}));
  EXPECT_FALSE(supports.fit(2, {7, 7}));
  EXPECT_TRUE(supports.fit(2, {}));
  parts.rest(1, 0);
  EXPECT_EQ(supports.velocity(1), (Vec2{1, 2}));
  EXPECT_TRUE(supports.fit(1, {1, 2}));
  EXPECT_FALSE(supports.fit(1, {}));
}

TEST(Supports, IncludeTheFacesOnWhichABallRestsAndTheirBorders) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = Polygon{{{0, 0}, {4, 0}, {2, 3}}}});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Circle{{2, -0.5}, 0.5}});
  parts.rest(2, 0, 0);
  // Edge 0 has the corners 0 and 1, which are the faces 3 and 4.
  const std::vector<bool> included{true, false, false, true, true, false};
  for (std::uint32_t face = 0; face < included.size(); ++face)
    EXPECT_EQ(parts.data.supports.include(2, parts.data.obstacles.face(0, face)), included[face]) << face;
  EXPECT_FALSE(parts.data.supports.include(2, parts.data.obstacles.face(1, 0)));
}

// A hop at speed e v lasts 2 e v/p, p the pressure.
TEST(Supports, WouldHoldARebounceShorterThanAContact) {
  WorldOptions<2> options = heavy();
  options.contact_duration = 0.5;
  EngineParts<2> parts(options);
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}});
  const Obstacle<2>& face = parts.data.obstacles[0];
  const auto holds = [&](double speed, double restitution) {
    parts.data.store.particle(1).velocity = {0, -speed};
    return parts.data.supports.would_hold(1, face, {0, 1}, restitution);
  };
  EXPECT_TRUE(holds(4.9, 0.5));
  EXPECT_FALSE(holds(5.1, 0.5));
  EXPECT_TRUE(holds(1000, 0));
  EXPECT_FALSE(holds(2.6, 1));
  parts.apply_force(1, {0, 10});
  EXPECT_FALSE(holds(0, 0.5));  // nothing presses
}

TEST(Supports, WouldNotHoldWhatSlidesOffWithinAContact) {
  WorldOptions<2> options = heavy();
  options.contact_duration = 0.5;
  EngineParts<2> parts(options);
  parts.add({.shape = Segment2{{0, 0}, {10, 0}}});
  parts.add({.shape = Circle{{9, 0.5}, 0.5}});
  for (const double speed : {1.9, 2.1}) {
    parts.data.store.particle(1).velocity = {speed, 0};
    EXPECT_EQ(parts.data.supports.would_hold(1, parts.data.obstacles[0], {0, 1}, 0.5), speed < 2);
  }
}

TEST(Supports, PhasesEndWhereABallStops) {
  EngineParts<2> parts;
  BodyState<2> state = first_state<2>({.shape = Circle{{}, 0.5}, .motion = Vec2{3, 4}}, {2, 1});
  state.rank = 5;
  parts.add({.shape = Circle{{}, 0.5}, .motion = Stopping2{{3, 4}, 2}}, state);
  parts.add({.shape = Circle{{}, 0.5}, .motion = Damped2{{3, 4}, 2}});
  parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{3, 4}});
  const PhaseEnd end = parts.data.supports.phase_end(0);
  EXPECT_EQ(end.key, (DueKey{{2, 3.5}, 1, 0, kNone}));
  EXPECT_EQ(end.released_support, kNone);
  EXPECT_EQ(parts.data.supports.phase_end(1).key.time, EpochClock::never());
  EXPECT_EQ(parts.data.supports.phase_end(2).key.time, EpochClock::never());
}

/// When a ball at (9, 0.5) slides off the right end of a floor from 0 to 10, in a time < 4.
double slides_off(const WorldOptions<2>& options, const BodyMotion<2>& motion, double along = 0) {
  EngineParts<2> parts(options);
  parts.add({.shape = Segment2{{0, 0}, {10, 0}}});
  parts.add({.shape = Circle{{9, 0.5}, 0.5}, .motion = motion});
  if (along != 0) parts.apply_force(1, {along, 0});
  parts.rest(1, 0);
  const PhaseEnd end = parts.data.supports.phase_end(1);
  if (end.key.time == EpochClock::never()) return INFINITY;
  if (end.released_support == kNone) return -end.key.time.offset;
  EXPECT_EQ(end.released_support, 0u);
  EXPECT_EQ(end.key.low, 0u);
  EXPECT_EQ(end.key.high, 1u);
  EXPECT_EQ(end.key.time.epoch, 0);
  return end.key.time.offset;
}

TEST(Supports, PhasesEndAtTheEdgeOfAFace) {
  EXPECT_EQ(slides_off(heavy(), Vec2{0.5, 0}), 2);
  EXPECT_EQ(slides_off(heavy(), Vec2{}), INFINITY);
  // x = ½ a t².
  EXPECT_NEAR(slides_off(heavy(), Vec2{}, 2), 1, kRounding);
  // v t + ½ a t² = 1, v < 0: to the left, and back.
  EXPECT_NEAR(slides_off(heavy(), Vec2{-1, 0}, 4), (1 + std::sqrt(1 + 8.0)) / 4, kRounding);
}

TEST(Supports, PhasesEndAtTheEdgeOrWhereABallStopsWhicheverIsFirst) {
  // v t − ½ a t² = 1 has no root: it stops at v/a.
  EXPECT_EQ(slides_off(heavy(), Stopping2{{1, 0}, 1}), -1);
  EXPECT_NEAR(slides_off(heavy(), Stopping2{{2, 0}, 1}), 2 - std::sqrt(2), kRounding);
}

// v (1 − exp(−k t))/k = 1; under no gravity a force presses.
TEST(Supports, PhasesOfDampedBallsEndAtTheEdgeIfTheyGetThere) {
  EXPECT_NEAR(slides_off(scaled_options<2>(), Damped2{{1, 0}, 0.5}), -std::log(1 - 0.5) / 0.5, kRounding);
  EXPECT_EQ(slides_off(scaled_options<2>(), Damped2{{1, 0}, 2}), INFINITY);
}

TEST(Supports, PhasesEndAsSeenFromAFaceThatMoves) {
  EngineParts<2> parts(heavy());
  parts.add({.shape = Segment2{{0, 0}, {10, 0}}, .motion = Vec2{2, 0}});
  parts.add({.shape = Circle{{1, 0.5}, 0.5}, .motion = Vec2{1, 0}});
  parts.rest(1, 0);
  EXPECT_EQ(parts.data.supports.phase_end(1).key.time, (Time{0, 1}));
}

}  // namespace
}  // namespace carom::sim
