// Bodies with laws of their own, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kRounding = 1e-14;

TEST(Laws, DeceleratingBallStopsWhereAndWhenTheFormulaSays) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.03}, .motion = Stopping2{{2, 0}, 0.5}, .mass = 0.17});
  const auto& events = world.run_until(10);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::stop);
  EXPECT_EQ(events[0].a, ball);
  EXPECT_EQ(events[0].b, kNoBody);
  EXPECT_EQ(events[0].time, 4);              // v/d
  EXPECT_EQ(events[0].point, (Vec2{4, 0}));  // v²/(2 d)
  EXPECT_EQ(world.placement(ball).velocity, Vec2{});
  EXPECT_EQ(world.placement(ball).position, (Vec2{4, 0}));
  EXPECT_NEAR(world.ledger().dissipated_friction, 0.17 * 2, kRounding);  // ½ m v²
  EXPECT_EQ(world.ledger().kinetic, 0);
}

TEST(Laws, BallThatWasAskedOnTheWayIsWhereTheParabolaSays) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.03}, .motion = Stopping2{{1.2, 1.6}, 0.5}});
  world.run_until(1);
  EXPECT_NEAR(world.placement(ball).position.x, 0.6 * 1.75, kRounding);  // v t − ½ d t² = 1.75
  EXPECT_NEAR(world.placement(ball).position.y, 0.8 * 1.75, kRounding);
  EXPECT_NEAR(norm(world.placement(ball).velocity), 1.5, kRounding);
  EXPECT_NEAR(world.motion(ball).stop, 3, kRounding);
  EXPECT_NEAR(world.ledger().residual(), 0, kRounding);
}

// The first ball arrives with v² = v₀² − 2 d s, gives all of it to its equal, and stops there and then; the other slows
// by the same law.
TEST(Laws, EqualDeceleratingBallsExchangeTheirVelocities) {
  World2 world;
  const BodyId first = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{5, 0}, 2}});
  const BodyId second = world.add({.shape = Circle{{5, 0}, 0.5}, .motion = Stopping2{{0, 0}, 2}});
  const auto& events = world.run_until(10);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_NEAR(events[0].time, 1, kRounding);  // 5 t − t² = 4
  EXPECT_NEAR(events[0].approach_speed, 3, kRounding);
  EXPECT_EQ(events[1].kind, EventKind::stop);
  EXPECT_EQ(events[1].a, second);
  EXPECT_NEAR(events[1].time, 1 + 1.5, kRounding);
  EXPECT_NEAR(world.placement(first).position.x, 4, kRounding);
  EXPECT_NEAR(world.placement(second).position.x, 5 + 9.0 / 4, kRounding);
}

// Both roll; the faster one catches the slower. Relative motion 3 t with equal decelerations: they meet when 3 t = 3.
TEST(Laws, DeceleratingBallsOfOneLawMeetAsInUniformMotion) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{6, 0}, 1}});
  world.add({.shape = Circle{{4, 0}, 0.5}, .motion = Stopping2{{3, 0}, 1}});
  const auto event = world.next_event(10);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, EventKind::impact);
  EXPECT_NEAR(event->time, 1, kRounding);
}

// The first ball would stop 1/8 past the second: a nudge with v² = 2 d/8 as it dies.
TEST(Laws, BallThatIsAboutToStopNudgesAnother) {
  World2 world;
  const BodyId jack = world.add({.shape = Circle{{5.0 - 0.125, 0}, 0.5}, .motion = Stopping2{{0, 0}, 1}, .mass = 0.5});
  const BodyId bowl = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{std::sqrt(8.0), 0}, 1}});
  world.run_until(10);
  const double v = 0.5;  // √(2 d/8)
  EXPECT_EQ(world.event_count(EventKind::impact), 1u);
  EXPECT_EQ(world.event_count(EventKind::stop), 2u);
  const double bowl_after = v / 3;      // (m − m')/(m + m') v, m = 1, m' = ½
  const double jack_after = 4 * v / 3;  // 2 m/(m + m') v
  EXPECT_NEAR(world.placement(bowl).position.x, 3.875 + bowl_after * bowl_after / 2, 1e-13);
  EXPECT_NEAR(world.placement(jack).position.x, 4.875 + jack_after * jack_after / 2, 1e-13);
}

// Touching counts, and the impact goes before the stop of the same time: it is one of speed 0, and leaves no speed.
TEST(Laws, StopAtTheVeryTouchPushesNothing) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{2, 0}, 1}});  // stops at 2, its rim at 2.5
  const BodyId still = world.add({.shape = Circle{{3, 0}, 0.5}, .motion = Stopping2{{0, 0}, 1}});
  const auto& events = world.run_until(10);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_EQ(events[0].time, 2);
  EXPECT_EQ(events[0].approach_speed, 0);
  EXPECT_EQ(events[1].kind, EventKind::stop);
  EXPECT_EQ(world.placement(still).position, (Vec2{3, 0}));
}

TEST(Laws, StoppedBallThatIsHitAgainMovesAndSlowsAgain) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{1, 0}, 1}});
  world.add({.shape = Circle{{-10, 0}, 0.5}, .motion = Linear2{{1, 0}}, .mass = kImmovable});
  world.run_until(5);
  EXPECT_EQ(world.placement(ball).position, (Vec2{0.5, 0}));
  const auto hit = world.next_event(20);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, 9.5, kRounding);  // the ram's rim reaches the ball's at 0
  const auto& [position, velocity, image, spin] = world.placement(ball);
  EXPECT_NEAR(velocity.x, 2, kRounding);
  const auto again = world.next_event(20);  // 2 t − ½ t² = t: caught again as it slows
  ASSERT_TRUE(again);
  EXPECT_NEAR(again->time, 9.5 + 2, 1e-13);
}

TEST(Laws, DeceleratingBallReboundsFromAWallAndStops) {
  World2 world;
  world.add({.shape = HalfSpace<2>{{-1, 0}, -3}});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{3, 0}, 1}});
  world.run_until(10);
  EXPECT_EQ(world.event_count(EventKind::impact), 1u);
  EXPECT_EQ(world.event_count(EventKind::stop), 1u);
  EXPECT_NEAR(world.placement(ball).position.x, 2 - 2.5, kRounding);  // a path of v²/(2 d) = 4.5, folded at 2
}

TEST(Laws, OwnAccelerationFallsAsGravityDoes) {
  World2 world({.gravity = {0, -1}});
  const BodyId up = world.add({.shape = Circle{{0, 0}, 0.1}, .motion = Accelerating2{{0, 1}, {0, 3}}});
  const BodyId down = world.add({.shape = Circle{{5, 0}, 0.1}, .motion = Linear2{{0, 1}}});
  world.run_until(2);
  EXPECT_NEAR(world.placement(up).position.y, 2 + 0.5 * 2 * 4, kRounding);
  EXPECT_NEAR(world.placement(down).position.y, 2 - 0.5 * 1 * 4, kRounding);
  EXPECT_NEAR(world.ledger().work, 3 * 6, 1e-13);  // m a·Δy
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13);
}

TEST(Laws, OwnAccelerationPressesABallAgainstAWallUntilItRests) {
  World2 world;
  world.add({.shape = HalfSpace<2>{{1, 0}, 0}, .restitution = 0.5});
  const BodyId ball =
      world.add({.shape = Circle{{2, 0}, 1}, .motion = Accelerating2{{0, 1}, {-2, 0}}, .restitution = 0.5});
  world.run_until(6);
  EXPECT_EQ(world.event_count(EventKind::rest), 1u);
  EXPECT_EQ(world.placement(ball).position.x, 1);
  EXPECT_NEAR(world.placement(ball).position.y, 6, kRounding);
  EXPECT_EQ(world.motion(ball).acceleration, Vec2{});
}

// J. Conger's table: velocity × 0.99 every 10 ms is exp(−k t) with k = −ln 0.99 / 0.01 s; the way is v/k (1 − exp(−k
// t)).
TEST(Laws, VelocityTimes099Every10MillisecondsIsDampingByALogarithm) {
  const double k = -std::log(0.99) / 0.01;
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.1}, .motion = Damped2{{300, 0}, k}, .mass = 2});
  for (const int step : {1, 10, 100, 300}) {
    world.run_until(0.01 * step);
    const double left = std::pow(0.99, step);
    EXPECT_NEAR(world.placement(ball).velocity.x, 300 * left, 300 * 1e-13);
    EXPECT_NEAR(world.placement(ball).position.x, 300 / k * (1 - left), 300 * 1e-13);
    EXPECT_NEAR(world.ledger().dissipated_damping, 90000 * (1 - left * left), 90000 * 1e-13);  // ½ m v² (1 − e^(−2kt))
  }
}

TEST(Laws, CommonDampingIsEveryBallsMotionBeforeAndAfterTheFirstStep) {
  World2 world({.damping = 0.5});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.1}, .motion = {{3, 0}}});
  EXPECT_EQ(world.motion(ball).damping, 0.5);
  world.run_until(1);
  EXPECT_EQ(world.motion(ball).damping, 0.5);
  EXPECT_NEAR(world.motion(ball).velocity.x, 3 * std::exp(-0.5), kRounding);
}

// Two and two head for each other, but nobody comes farther than v/k: there is nothing to wait for, neither among balls
// alone nor beside a wall.
TEST(Laws, DampedBallsThatMeetNobodyComeToTheEnd) {
  for (const bool walled : {false, true}) {
    WorldOptions<2> options{.damping = 1};
    if (!walled) options.period = Vec2{96, 96};
    World2 world(options);
    if (walled) world.add({.shape = HalfSpace2{{1, 0}, 0}});
    for (int k = 0; k < 256; ++k)
      world.add(
          {.shape = Circle{{3 + 6.0 * (k % 16), 3 + 6.0 * (k / 16)}, 0.5}, .motion = Vec2{k % 2 == 0 ? 0.6 : -0.6, 0}});
    EXPECT_TRUE(world.run_until(20).empty());
    EXPECT_EQ(world.time(), 20);
    for (std::uint32_t k = 0; k < 256; ++k) {
      const BodyId ball{walled ? k + 1 : k};
      const Vec2 start{3 + 6.0 * (k % 16), 3 + 6.0 * (k / 16)};
      EXPECT_NEAR(norm(world.placement(ball).position - start), 0.6 * (1 - std::exp(-20)), kRounding * 40);
    }
  }
}

// In each of 200 rows two stop each other, and a third one, which one of them would have met later, has nobody left to
// wait for: in linked cells, and in lists where more stand around.
TEST(Laws, BallsThatAllStopComeToTheEnd) {
  for (const bool is_dense : {false, true}) {
    const Vec2 gap = is_dense ? Vec2{2.05, 1.05} : Vec2{3, 3};
    WorldOptions<3> options;
    options.period = Vec3{9, 20 * gap.x, 10 * gap.y};
    World3 world(options);
    for (int row = 0; row < 200; ++row) {
      const auto add = [&](double x, double y, double velocity) {
        world.add({.shape = Sphere{{x, y + gap.x * (row % 20), gap.y * (row / 20)}, 0.5},
                   .motion = Vec3{velocity, 0, 0},
                   .restitution = 0});
      };
      const double meets = 0.2 + 0.001 * row;
      add(1, 0, 1);
      add(2 + 2 * meets, 0, -1);
      add(1.5 + meets, 0.95, 0);
      for (int k = 0; is_dense && k < 5; ++k) {
        add(4 + 1.02 * k, 0, 0);
        add(4 + 1.02 * k, 1.02, 0);
      }
    }
    EXPECT_EQ(world.run_until(100).size(), 200);
    EXPECT_EQ(world.ledger().kinetic, 0);
  }
}

// v/k (1 − exp(−k t)) = s at t = −ln(1 − k s/v)/k.
TEST(Laws, DampedBallHitsAStillOneWhenTheLogarithmSays) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Damped2{{3, 0}, 1}});
  world.add({.shape = Circle{{3, 0}, 0.5}});
  const auto event = world.next_event(100);
  ASSERT_TRUE(event);
  EXPECT_NEAR(event->time, std::log(3.0), kRounding);
  EXPECT_NEAR(event->approach_speed, 1, kRounding);  // v − k s
}

TEST(Laws, DampedBallThatDiesBeforeAnotherNeverHitsIt) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Damped2{{3, 0}, 1}});  // reaches 3 at last
  world.add({.shape = Circle{{4.0625, 0}, 0.5}});
  EXPECT_FALSE(world.next_event(1e6));
}

TEST(Laws, DeceleratingBallSlidesOnALevelFloorAndFliesOverItsEdge) {
  World2 world({.gravity = {0, -2}});
  world.add({.shape = Segment<2>{{0, 0}, {3, 0}}, .restitution = 0});
  const BodyId ball = world.add({.shape = Circle{{0.5, 1}, 1}, .motion = Stopping2{{3, 0}, 1}, .restitution = 0});
  world.run_until(10);
  EXPECT_EQ(world.event_count(EventKind::rest), 1u);
  EXPECT_EQ(world.event_count(EventKind::release), 1u);
  // At the edge v² = 9 − 2·2.5 = 4, after 1 s; then free fall for 9 s.
  EXPECT_NEAR(world.placement(ball).position.x, 3 + 2 * 9, 1e-12);
  EXPECT_NEAR(world.placement(ball).velocity.x, 2, 1e-13);
  EXPECT_NEAR(world.ledger().dissipated_friction, 2.5, 1e-13);
}

TEST(Laws, ContradictoryLawsAreRefused) {
  World2 plain;
  Body<2> both{.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{1, 0}, 1}};
  both.motion.damping = 1;
  EXPECT_THROW(plain.add(both), std::invalid_argument);
  EXPECT_THROW(plain.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{1, 0}, -1}}), std::invalid_argument);
  EXPECT_THROW(plain.add({.shape = Circle{{0, 0}, 1}, .motion = Damped2{{1, 0}, 1}, .mass = kImmovable}),
               std::invalid_argument);
  EXPECT_THROW(plain.add({.shape = HalfSpace<2>{{1, 0}, 0}, .motion = Stopping2{{0, 0}, 1}}), std::invalid_argument);
  const BodyId slow = plain.add({.shape = Circle{{0, 0}, 1}, .motion = Damped2{{1, 0}, 1}});
  EXPECT_THROW(plain.apply_force(slow, {1, 0}, 0, 1), std::invalid_argument);
  World2 damped({.damping = 1});
  EXPECT_THROW(damped.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{1, 0}, 1}}), std::invalid_argument);
  World2 heavy({.gravity = {0, -1}});
  EXPECT_THROW(heavy.add({.shape = Circle{{0, 0}, 1}, .motion = Damped2{{1, 0}, 1}}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
