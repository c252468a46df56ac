#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

/// A plate under the y axis' origin that goes up and down.
Body<2> plate(const Vibration<2>& vibration, double restitution = 1) {
  return {.shape = HalfSpace2{{0, 1}, 0}, .vibration = vibration, .restitution = restitution};
}

/// Place of the plate by the definition, in units of its amplitude.
double wave(const Vibration<2>& v, double time) {
  const double at = time / v.period + v.phase;
  const double within = at - std::floor(at);  // 0 at the middle, going up
  if (within <= v.rise / 2) return 2 * within / v.rise;
  if (within >= 1 - v.rise / 2) return 2 * (within - 1) / v.rise;
  return 1 - 2 * (within - v.rise / 2) / (1 - v.rise);
}

TEST(Vibration, FollowsItsWaveAndNeverDrifts) {
  for (const Vibration<2>& v :
       {Vibration<2>{{0, 0.25}, 0.5}, {{0.5, 1}, 3, 0.7}, {{1, 0}, 1, 0.125, 0.25}, {{0, -2}, 0.75, 0.9375, 0.875}}) {
    World2 world;
    const BodyId wall = world.add(plate(v));
    world.add({.shape = Circle{{0, 1000}, 1}});
    for (int k = 0; k <= 400; ++k) {
      const double time = k * 0.0703125;
      world.run_until(time);
      EXPECT_LE(norm(world.placement(wall).position - wave(v, time) * v.amplitude), 1e-12) << time;
    }
    world.run_until(10'000 * v.period);
    EXPECT_LE(norm(world.placement(wall).position - wave(v, 0) * v.amplitude), 1e-11);
    EXPECT_EQ(world.event_count(EventKind::change), 20'000u);
  }
}

// Period one: a ball that leaves the plate at u and comes back after one period meets it at the same place and speed V,
// if u = e u + (1 + e) V and 2 u/g = T. With e = 1/2: u = 3 V = 12 a/T, and a = g T²/24. Each bounce does the work that
// it takes, ½ m (1 − e²)(u + V)².
TEST(Vibration, BallBouncesOnceInEachPeriodAtTheAmplitudeThatTheoryAsksFor) {
  const double g = 9.6, period = 0.5, e = 0.5, amplitude = g * period * period / 24;
  const double plate_speed = 4 * amplitude / period, u = 3 * plate_speed;
  World2 world({.gravity = {0, -g}, .restitution_rule = CombineRule::minimum});
  const BodyId ball = world.add({.shape = Circle{{0, 0.25}, 0.25}, .motion = {{0, u}}, .mass = 2, .restitution = e});
  world.add(plate({{0, amplitude}, period}));
  int bounces = 0;
  world.run_until(40.25 * period, [&](const Event2& event) {
    if (event.kind != EventKind::impact) return;
    ++bounces;
    EXPECT_NEAR(event.time, bounces * period, 1e-10);
    EXPECT_NEAR(event.approach_speed, u + plate_speed, 1e-10);
    EXPECT_NEAR(world.state(ball).velocity.y, u, 1e-10);
  });
  EXPECT_EQ(bounces, 40);
  const double each = 0.5 * 2 * (1 - e * e) * (u + plate_speed) * (u + plate_speed);
  EXPECT_NEAR(world.ledger().work, 40 * each, 1e-8 * each);
  EXPECT_NEAR(world.ledger().dissipated_impacts, 40 * each, 1e-8 * each);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-13 * 40 * each);
}

// Fermi's and Ulam's ball between a wall at rest and one that swings (Ulam, Proceedings of the Fourth Berkeley
// Symposium 3, 315, 1961): the oracle goes from stroke to stroke in long double, v' = 2 V − v at the swinging wall.
TEST(Vibration, FermiUlamBallFollowsTheMap) {
  const Vibration<2> v{{0, 0.125}, 1, 0, 0.5};
  const long double height = 2, speed = 0.5L, start = 1, start_velocity = -0.8125L;
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 1}, 0}, .motion = {{0, -0.8125}}});
  world.add(plate(v));
  world.add({.shape = HalfSpace2{{0, -1}, -2}});
  std::vector<std::pair<double, double>> bounces;  // time, and velocity after
  world.run_until(30, [&](const Event2& event) {
    if (event.kind == EventKind::impact) bounces.push_back({event.time, world.state(ball).velocity.y});
  });
  ASSERT_GT(bounces.size(), 15u);

  long double time = 0, y = start, velocity = start_velocity;
  std::size_t told = 0;
  const auto bounce_at = [&](long double after, long double new_velocity) {
    time += after;
    y += velocity * after;
    velocity = new_velocity;
    ASSERT_LT(told, bounces.size());
    EXPECT_NEAR(bounces[told].first, static_cast<double>(time), 1e-9);
    EXPECT_NEAR(bounces[told].second, static_cast<double>(velocity), 1e-9);
    ++told;
  };
  // Strokes end at 1/4 + k/2; the wall goes up first.
  for (int stroke = 0; stroke < 60; ++stroke) {
    const long double end = std::min(30.0L, 0.25L + 0.5L * stroke);
    const long double wall_speed = stroke % 2 == 0 ? speed : -speed;
    const long double wall_at_end = stroke % 2 == 0 ? 0.125L : -0.125L;
    while (told < bounces.size()) {
      const long double wall = wall_at_end - wall_speed * (end - time);
      const long double to_wall = velocity < wall_speed ? (y - wall) / (wall_speed - velocity) : 1e9L;
      const long double to_top = velocity > 0 ? (height - y) / velocity : 1e9L;
      if (time + std::min(to_wall, to_top) > end) break;
      if (to_wall < to_top)
        bounce_at(to_wall, 2 * wall_speed - velocity);
      else
        bounce_at(to_top, -velocity);
    }
    y += velocity * (end - time);
    time = end;
  }
  EXPECT_EQ(told, bounces.size());
}

/// A granular gas in a box that is shaken up and down.
World2 shaken(BroadPhase broad_phase, std::optional<double> tangential = std::nullopt) {
  World2 world({.gravity = {0, -1}, .tangential_restitution = tangential, .broad_phase = broad_phase});
  Random random(4);
  for (int k = 0; k < 60; ++k)
    world.add(
        {.shape = Circle{{k % 10 + 0.5, k / 10 + 0.75}, 0.3}, .motion = {random.in_ball<2>()}, .restitution = 0.8});
  const Vibration<2> shaking{{0, 0.125}, 0.75, 0.25};
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .vibration = shaking, .restitution = 0.8});
  world.add({.shape = HalfSpace2{{0, -1}, -8}, .vibration = shaking, .restitution = 0.8});
  world.add({.shape = HalfSpace2{{1, 0}, 0}, .restitution = 0.8});
  world.add({.shape = HalfSpace2{{-1, 0}, -10}, .restitution = 0.8});
  world.add({.shape = Aabb2{{4.75, 7.25}, {5.25, 7.5}}, .vibration = Vibration<2>{{2, 0.25}, 2}, .restitution = 0.8});
  return world;
}

TEST(Vibration, TellsTheSameStoryWithAndWithoutAGridAndFromASnapshot) {
  for (const std::optional<double> tangential : {std::optional<double>{}, std::optional<double>{0.5}}) {
    World2 by_grid = shaken(BroadPhase::automatic, tangential);
    World2 by_pairs = shaken(BroadPhase::all_pairs, tangential);
    World2 resumed = shaken(BroadPhase::automatic, tangential);
    by_grid.run_until(12, [](const Event2&) {});
    by_pairs.run_until(12, [](const Event2&) {});
    for (const double until : {0.0, 0.375, 1.0, 4.5, 7.1, 12.0}) {
      resumed.run_until(until, [](const Event2&) {});
      resumed = World2(resumed.snapshot());
    }
    EXPECT_EQ(by_grid.hash(), by_pairs.hash());
    EXPECT_EQ(by_grid.hash(), resumed.hash());
    EXPECT_GT(by_grid.event_count(EventKind::impact), 300u);
    EXPECT_LE(by_grid.deepest_overlap(), 1e-12);
    EXPECT_FALSE(by_grid.first_overlap(1e-12));
    const Ledger<2> ledger = by_grid.ledger();
    EXPECT_GT(ledger.work, 0);
    EXPECT_NEAR(ledger.residual(), 0, 1e-11 * (ledger.work + std::fabs(ledger.initial)));
  }
}

TEST(Vibration, RefusesWhatMakesNoSense) {
  World2 world;
  EXPECT_THROW(world.add({.shape = Circle{{}, 1}, .vibration = Vibration<2>{{1, 0}}}), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, 0}})), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, INFINITY}})), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, 1}, 0})), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, 1}, 1, 1})), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, 1}, 1, -0.5})), std::invalid_argument);
  EXPECT_THROW(world.add(plate({{0, 1}, 1, 0, 1})), std::invalid_argument);
  EXPECT_THROW(World2({.damping = 1}).add(plate({{0, 1}})), std::invalid_argument);
  const BodyId wall = world.add(plate({{0, 1}}));
  EXPECT_THROW(world.set_velocity(wall, {0, 1}), std::invalid_argument);
  EXPECT_THROW(world.steer(wall, {0, 1}, 3), std::invalid_argument);
  World2 hasty;
  hasty.add(plate({{0, 1}, 1e-300}));
  hasty.add({.shape = Circle{{0, 9}, 1}});
  EXPECT_THROW(hasty.run_until(1), std::invalid_argument);
  world.add({.shape = Circle{{0, 9}, 1}});
  world.run_until(1);
  EXPECT_THROW(world.add(plate({{0, 1}, 1e-300})), std::invalid_argument);
}

}  // namespace
}  // namespace carom
