// Heaps and what moves by itself: a bulldozer, a shaker, walkers.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "carom/index/index.hpp"
#include "carom/math/random.hpp"
#include "carom/mover/walk.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kPull = 10;
constexpr double kDisc = 0.12;

/// Rough discs of radius 0.12 in a box of a width, at rest: four layers, from x = `left` on, and another body, if there
/// is one, which has id 3.
World2 settled(double width, double left, double right, const std::optional<Body<2>>& other = {}) {
  World2 world({.gravity = {0, -kPull}, .tangential_restitution = 0});
  for (const HalfSpace2& wall : {HalfSpace2{{0, 1}, 0}, HalfSpace2{{1, 0}, 0}, HalfSpace2{{-1, 0}, -width}})
    world.add({.shape = wall, .restitution = 0.3, .friction = 0.5});
  if (other) world.add(*other);
  Random random(4, 0);
  const int columns = static_cast<int>((right - left - 0.1) / 0.27);
  for (int k = 0; k < 4 * columns; ++k)
    world.add({.shape = Circle{{left + 0.19 + 0.27 * (k % columns) + random.uniform(-0.01, 0.01),
                                0.14 + 0.27 * (k / columns)},
                               kDisc},
               .restitution = 0.3,
               .friction = 0.5});
  world.run_until(4, nullptr);
  return world;
}

double energy_of(const World2& world) {
  return world.ledger().initial + world.ledger().work;
}

// A blade comes along the floor: all that lay there is before it, and nothing in it.
TEST(MovedHeaps, ABulldozerPushesAHeapAhead) {
  World2 world =
      settled(30, 0.3, 7, Body<2>{.shape = Aabb2{{0.1, 0.005}, {0.2, 3}}, .restitution = 0.3, .friction = 0.5});
  const BodyId blade{3};
  world.steer(blade, {1, 0}, world.time());
  const double began = world.time();
  for (int frame = 1; frame <= 240; ++frame) {
    world.run_until(began + frame / 60.0, nullptr);
    if (frame % 8 == 0) {
      ASSERT_FALSE(world.first_overlap(2e-14)) << frame;
    }
  }
  EXPECT_EQ(world.event_count(EventKind::stuck), 0u);
  EXPECT_NEAR(world.placement(blade).position.x, 4, 1e-12);
  double highest = 0;
  for (std::uint32_t id = 3; id < world.body_count(); ++id) {
    if (BodyId{id} == blade) continue;
    EXPECT_GE(world.placement(BodyId{id}).position.x, 4.2 + kDisc - 1e-13);
    highest = std::max(highest, world.placement(BodyId{id}).position.y);
  }
  EXPECT_GT(highest, 0.6);  // more than two layers: it does not just run ahead
  EXPECT_GT(world.ledger().work, 0);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * energy_of(world));
}

// A floor that shakes at 4 g keeps a heap awake and throws it; when it stops, the heap sleeps.
TEST(MovedHeaps, AShakerShakesAHeap) {
  World2 world({.gravity = {0, -kPull}, .tangential_restitution = 0});
  for (const HalfSpace2& wall : {HalfSpace2{{1, 0}, 0}, HalfSpace2{{-1, 0}, -3}})
    world.add({.shape = wall, .restitution = 0.3, .friction = 0.5});
  const Vibration<2> shaking{.amplitude = {0, 0.1}, .period = 0.12};  // to and fro at 3.3 m/s
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .vibration = shaking, .restitution = 0.3, .friction = 0.5});
  for (int k = 0; k < 30; ++k)
    world.add(
        {.shape = Circle{{0.3 + 0.27 * (k % 10), 0.3 + 0.3 * (k / 10)}, kDisc}, .restitution = 0.3, .friction = 0.5});
  double highest = 0;
  for (int frame = 1; frame <= 240; ++frame) {
    world.run_until(frame / 60.0, nullptr);
    ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
    for (std::uint32_t id = 3; id < world.body_count(); ++id) {
      EXPECT_FALSE(world.asleep(BodyId{id}));
      highest = std::max(highest, world.placement(BodyId{id}).position.y);
    }
  }
  EXPECT_GT(highest, 1);
  EXPECT_EQ(world.event_count(EventKind::stuck), 0u);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * energy_of(world));
}

/// How far a walker gets to the right, and then back to the left.
std::pair<double, double> there_and_back(World2& world, BodyId walker, const Vec2& right, const Vec2& left) {
  const double began = world.time(), start = world.placement(walker).position.x;
  double turned = start;
  for (int frame = 0; frame < 480; ++frame) {
    if (frame == 0) world.steer(walker, right, world.time());
    if (frame == 240) {
      turned = world.placement(walker).position.x;
      world.steer(walker, left, world.time());
    }
    world.run_until(began + (frame + 1) / 60.0, nullptr);
    if (frame % 8 == 0) {
      EXPECT_FALSE(world.first_overlap(2e-14)) << frame;
    }
  }
  return {turned - start, turned - world.placement(walker).position.x};
}

// 300 discs that fall between three walls, and what comes against them.
World2 falling(std::uint64_t seed, BroadPhase search = BroadPhase::automatic) {
  World2 world({.gravity = {0, -kPull}, .tangential_restitution = 0, .tick = 1.0 / 64, .broad_phase = search});
  for (const HalfSpace2& wall : {HalfSpace2{{0, 1}, 0}, HalfSpace2{{1, 0}, 0}, HalfSpace2{{-1, 0}, -4}})
    world.add({.shape = wall, .restitution = 0.5, .friction = 0.5});
  Random random(seed, 0);
  for (int k = 0; k < 300; ++k)
    world.add({.shape = Circle{{0.2 + 0.3 * (k % 13) + random.uniform(-0.01, 0.01), 0.2 + 0.3 * (k / 13)}, kDisc},
               .restitution = 0.5,
               .friction = 0.5});
  return world;
}

// Where a floor rises under what falls, not all have to be solved again in each tick.
TEST(MovedHeaps, WhatFallsOnALiftIsSeldomSolvedAgain) {
  World2 world = falling(1);
  world.add({.shape = Aabb2{{1, -3}, {3, -0.01}}, .motion = Vec2{0, 0.5}, .restitution = 0.5, .friction = 0.5});
  for (int frame = 1; frame <= 180; ++frame) {
    world.run_until(frame / 60.0, nullptr);
    ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
  }
  EXPECT_GT(world.contacts().size(), 300u);
  EXPECT_LT(world.tick_counts().again, world.tick_counts().ticks);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * energy_of(world));
}

// Who surely meets nothing until the next tick is not looked after, where a heap is searched by cells: what is driven
// through it, from any side and however fast, and what swallows, meets the same as where all are asked.
TEST(MovedHeaps, AllSearchesTellTheSameOfWhatIsDriven) {
  const auto run = [](BroadPhase search, std::uint64_t seed) {
    World2 world = falling(seed, search);
    Random random(seed, 1);
    for (int k = 0; k < 4; ++k) {
      const Vec2 from{random.uniform(-2, 6), random.uniform(-3, 9)};
      const Vec2 to = from + Vec2{random.uniform(-1, 1), random.uniform(-1, 1)};
      const Vec2 velocity{random.uniform(-2, 2), random.uniform(-2, 2)};
      const BodyId id = world.add({.shape = Segment2{from, to}, .motion = velocity, .restitution = 0.5});
      world.steer(id, -8 * velocity, random.uniform(0.5, 1));
      world.steer(id, {}, 1.5);
    }
    for (int k = 0; k < 6; ++k) {
      const Circle ball{{0.5 + 0.6 * k, 7.5}, 0.1};
      const BodyId walker = world.add({.shape = ball, .mass = 50, .restitution = 0.5, .response = Response::slide});
      for (int turn = 0; turn < 12; ++turn)
        world.steer(walker, {random.uniform(-9, 9), random.uniform(-9, 4)}, 0.1 * turn + 0.01 * k);
    }
    world.add({.shape = HalfSpace2{{0, 1}, -1}, .vibration = Vibration<2>{.amplitude = {0, 1.1}, .period = 0.5}});
    world.add({.shape = Aabb2{{1.5, -1}, {2, 0.2}}, .response = Response::pocket});
    world.run_until(1, nullptr);
    EXPECT_GT(world.event_count(EventKind::pocket), 3u);
    return world.hash();
  };
  for (const std::uint64_t seed : {1})
    EXPECT_EQ(run(BroadPhase::cells, seed), run(BroadPhase::all_pairs, seed)) << seed;
}

// A lid comes down until there is no room left: then it stops. The ticks of that heap are solved as often as they may
// be, and end.
TEST(MovedHeaps, ALidStopsWhereAHeapHasNoRoom) {
  World2 world = falling(2);
  const BodyId lid = world.add({.shape = Aabb2{{0, 8}, {4, 9}}, .motion = Vec2{0, -2}, .restitution = 0.5});
  std::uint32_t ended = 0, impacts = 0;
  while (const auto event = world.next_event(5)) {
    if (event->kind == EventKind::impact && ++impacts % 16 == 0) ended += world.snapshot().ticked_again > 8 ? 1 : 0;
  }
  EXPECT_EQ(world.event_count(EventKind::stuck), 1u);
  EXPECT_EQ(world.event_count(EventKind::stick), 0u);
  EXPECT_EQ(world.placement(lid).velocity, Vec2{});
  EXPECT_GT(ended, 10u);
  EXPECT_LT(impacts, 60'000u);
  EXPECT_FALSE(world.first_overlap(1e-14));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * energy_of(world));
}

// Discs that a walker drives against each other, each with what carries it, part at once: none goes on bouncing until
// it jams, after 2²⁰ impacts in a row.
TEST(MovedHeaps, WhatIsDrivenTogetherDoesNotBounceOn) {
  World2 world({.gravity = {0, -kPull}, .tangential_restitution = 0});
  for (const HalfSpace2& wall : {HalfSpace2{{0, 1}, 0}, HalfSpace2{{1, 0}, 0}, HalfSpace2{{-1, 0}, -8}})
    world.add({.shape = wall, .restitution = 0.4, .friction = 0.4});
  std::mt19937_64 random(1);
  const auto some = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (int k = 0; k < 120; ++k) {
    const double aside = 0.1 * some(), radius = 0.1 + 0.04 * some();
    world.add({.shape = Circle{{1.6 + 0.4 * (k % 15) + aside, 0.2 + 0.32 * (k / 15)}, radius},
               .restitution = 0.4,
               .friction = 0.4});
  }
  const Body<2> wader{
      .shape = Circle{{0.5, 0.45}, 0.4}, .mass = 60, .restitution = 0.4, .friction = 0.4, .response = Response::slide};
  const BodyId walker = world.add(wader);
  for (int turn = 0; turn < 3; ++turn) world.steer(walker, {turn % 2 == 0 ? 3.0 : -3.0, 0}, 1 + turn * 8.0 / 3);
  world.run_until(9, nullptr);
  EXPECT_GT(world.event_count(EventKind::impact), 5'000u);
  EXPECT_LT(world.event_count(EventKind::impact), 200'000u);
}

// A kinematic ball much heavier than the discs wades through them along the floor, and back.
TEST(MovedHeaps, AHeavyWalkerWadesThroughAHeap) {
  World2 world =
      settled(20, 1.2, 8,
              Body<2>{.shape = Circle{{0.6, 0.45}, 0.4}, .mass = 100, .restitution = 0.3, .response = Response::slide});
  const auto [there, back] = there_and_back(world, BodyId{3}, {0.7, 0}, {-0.7, 0});
  EXPECT_GT(there, 2.2);  // of 2.8: for some frames nothing has room
  EXPECT_GT(back, 2.2);
}

// Characters of the caller's own: the heap, at rest, is the level on which they go.
TEST(MovedHeaps, CharactersWalkOverAHeap) {
  const World2 world = settled(10, 0, 10);
  std::vector<Circle> balls;
  for (std::uint32_t id = 3; id < world.body_count(); ++id)
    balls.push_back({world.placement(BodyId{id}).position, kDisc});
  const std::vector<Aabb2> boxes{{{-1, -1}, {11, 0}}, {{-1, 0}, {0, 9}}, {{10, 0}, {11, 9}}};
  const Index2 level({.balls = balls, .boxes = boxes});
  const WalkOptions options{.slope = 0.3, .step_up = 0.15, .snap = 0.15};
  Capsule2 walker{{1, 1.6}, {1, 2.2}, 0.3};
  const double start = walker.from.x;
  int stuck = 0;
  for (int frame = 1; frame <= 60 * 8; ++frame) {
    const double way = frame <= 240 ? 1.8 / 60 : -1.8 / 60;
    const auto moved = walk(level, walker, Vec2{way, -2.0 / 60}, options);
    walker = moved.mover;
    stuck += moved.end == SlideEnd::stuck ? 1 : 0;
    ASSERT_NE(moved.end, SlideEnd::overlapping) << frame;
    if (frame == 240) {
      EXPECT_GT(walker.from.x, start + 6.5);
    }
  }
  EXPECT_EQ(stuck, 0);
  EXPECT_LT(walker.from.x, start + 0.6);
}

}  // namespace
}  // namespace carom
