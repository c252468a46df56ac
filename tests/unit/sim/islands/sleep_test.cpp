// What has hardly moved for long sleeps, at no cost, until something concerns it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kClearance = 1e-3;

/// Discs of diameter 1 that rub.
struct Pile {
  World2 world;

  explicit Pile(bool sleep = true, std::optional<double> tick = {})
      : world(WorldOptions<2>{.gravity = {0, -10}, .tangential_restitution = 0, .tick = tick, .sleep = sleep}) {}
  BodyId add(const Vec2& place) {
    return world.add({.shape = Circle{place, 0.5}, .restitution = 0.5, .friction = 0.5});
  }
  void add_wall(const HalfSpace2& wall) { world.add({.shape = wall, .restitution = 0.5, .friction = 0.5}); }
  void add_floor() { add_wall({{0, 1}, 0}); }
  BodyId add_table(const Aabb2& box) { return world.add({.shape = box, .restitution = 0.5, .friction = 0.5}); }

  /// Rows of `base`, `base` − 1, … discs, a little above where they rest, on a floor beside a wall, or between two.
  std::vector<BodyId> add_pyramid(int base, int walls = 2) {
    std::vector<BodyId> discs;
    add_floor();
    add_wall({{1, 0}, -0.51});
    if (walls == 2) add_wall({{-1, 0}, -0.51 - (base - 1) * (1 + kClearance)});
    for (int row = 0; row < base; ++row)
      for (int k = 0; k < base - row; ++k)
        discs.push_back(add({(k + 0.5 * row) * (1 + kClearance), 0.51 + row * 0.88}));
    return discs;
  }
  bool all_sleep(const std::vector<BodyId>& discs) const {
    for (const BodyId disc : discs)
      if (!world.asleep(disc)) return false;
    return true;
  }
  bool all_wake(const std::vector<BodyId>& discs) const {
    for (const BodyId disc : discs)
      if (world.asleep(disc)) return false;
    return true;
  }
};

// It lies where it was, not where the path began on which it fell asleep.
TEST(Sleep, NothingJumpsWhenItFallsAsleep) {
  constexpr double kLook = 1.0 / 256;
  for (const std::uint64_t seed : {5, 6, 7, 9}) {
    Pile pile;
    World2& world = pile.world;
    pile.add_floor();
    pile.add_wall({{1, 0}, 0});
    pile.add_wall({{-1, 0}, -15.9});
    Random random(seed);
    std::vector<BodyId> discs;
    for (int k = 0; k < 60; ++k)
      discs.push_back(pile.add({0.8 + 1.3 * (k % 12) + random.uniform(-0.1, 0.1), 0.65 + 1.3 * (k / 12)}));
    std::vector<Placement<2>> before(discs.size());
    std::vector<bool> slept(discs.size(), true);
    for (int look = 1; look <= 6 * 256; ++look) {
      world.run_until(look * kLook, nullptr);
      for (std::size_t k = 0; k < discs.size(); ++k) {
        const Placement<2> now = world.placement(discs[k]);
        const bool sleeps = world.asleep(discs[k]);
        if (sleeps && !slept[k]) {
          EXPECT_LE(norm(now.position - before[k].position), norm(before[k].velocity) * kLook + 1e-9)
              << seed << " " << k;
        }
        before[k] = now;
        slept[k] = sleeps;
      }
    }
  }
}

TEST(Sleep, WhatRestsSleepsAndCostsNothing) {
  Pile pile;
  const std::vector<BodyId> discs = pile.add_pyramid(6);
  World2& world = pile.world;
  EXPECT_FALSE(world.asleep(discs[0]));
  world.run_until(6, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  EXPECT_EQ(world.event_count(EventKind::sleep), 1u);
  EXPECT_EQ(world.ledger().kinetic, 0);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * world.ledger().initial);
  const std::uint64_t ticks = world.tick_counts().ticks, events = world.event_count(), hash = world.hash();
  const std::size_t contacts = world.contacts().size();
  EXPECT_GE(contacts, 21u);
  const Vec2 place = world.placement(discs.back()).position;
  world.run_until(1e6, nullptr);
  EXPECT_EQ(world.tick_counts().ticks, ticks);
  EXPECT_EQ(world.event_count(), events);
  EXPECT_EQ(world.contacts().size(), contacts);
  EXPECT_EQ(world.placement(discs.back()).position, place);
  EXPECT_NE(world.hash(), hash);  // of the time alone
}

// What sleeps is within a clearance of where it would be awake.
TEST(Sleep, IsWithinAClearanceOfStayingAwake) {
  Pile asleep, awake(false);
  std::vector<BodyId> discs;
  for (Pile* pile : {&asleep, &awake}) {
    discs = pile->add_pyramid(6);
    pile->world.run_until(16, nullptr);
  }
  EXPECT_TRUE(asleep.all_sleep(discs));
  EXPECT_TRUE(awake.all_wake(discs));
  for (const BodyId disc : discs)
    EXPECT_LE(norm(asleep.world.placement(disc).position - awake.world.placement(disc).position), kClearance);
}

TEST(Sleep, IsEndedByWhatMeetsIt) {
  Pile pile;
  const std::vector<BodyId> discs = pile.add_pyramid(4);
  World2& world = pile.world;
  world.run_until(6, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  const BodyId stone = pile.add({1.2, 6});
  std::vector<Event<2>> events;
  world.run_until(8, [&](const Event<2>& event) {
    if (event.kind != EventKind::wake) return;
    events.push_back(event);
    EXPECT_TRUE(pile.all_wake(discs));
  });
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].a, discs[0]);
  EXPECT_EQ(events[0].b, stone);
  EXPECT_FALSE(world.first_overlap(1e-14));
  world.run_until(30, nullptr);
  EXPECT_TRUE(pile.all_sleep(discs));
}

// What passes by, however near, wakes nothing: not until the stone beside a table comes back up to it.
TEST(Sleep, IsNotEndedByWhatPassesBy) {
  Pile pile;
  pile.add_floor();
  pile.add_table({{-5, 0}, {0, 4}});
  const std::vector<BodyId> discs{pile.add({-0.6, 4.51}), pile.add({-1.61, 4.51}), pile.add({-1.1, 5.4})};
  // Two of them carry the third.
  pile.add_table({{-2.5, 4}, {-2.15, 5}});
  pile.add_table({{-0.09, 4}, {0, 4.4}});
  World2& world = pile.world;
  world.run_until(6, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  const double edge = world.placement(discs[0]).position[0] + 0.5;
  const double beside = std::max(0.0, edge) + 0.5 + 5 * kClearance;
  pile.add({beside, 9});
  world.run_until(9, nullptr);
  EXPECT_TRUE(pile.all_sleep(discs));
  EXPECT_EQ(world.event_count(EventKind::wake), 0u);
}

/// Three discs on a shelf that goes right, one at a place near its end: what is carried stays awake.
BodyId add_carried(Pile& pile, const Vec2& place, double speed) {
  const auto [x, y] = place;
  pile.world.add({.shape = Aabb2{{x - 2, y - 0.52}, {x + 0.01, y - 0.5}},
                  .motion = Vec2{speed, 0},
                  .restitution = 0.5,
                  .friction = 0.5});
  constexpr double kApart = 1 + kClearance;
  const std::vector<BodyId> discs{pile.add({x, y}), pile.add({x - kApart, y}),
                                  pile.add({x - 0.5 * kApart, y + std::sqrt(0.75) * kApart})};
  for (const BodyId disc : discs) pile.world.set_velocity(disc, {speed, 0});
  return discs[0];
}

double fastest(const World2& world, const std::vector<BodyId>& discs) {
  double speed = 0;
  for (const BodyId disc : discs) speed = std::max(speed, norm(world.placement(disc).velocity));
  return speed;
}

// In the middle of a tick of others, too. A deep pile takes long to find its forces, 0.16 m/s a tick, and sinks or
// flies up where it does not begin at them.
TEST(Sleep, IsEndedGently) {
  constexpr double kTick = 1.0 / 64;
  Pile pile(true, kTick);
  const std::vector<BodyId> discs = pile.add_pyramid(16);
  add_carried(pile, {3, 40}, 0.01);
  pile.world.run_until(12, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  const Snapshot<2> asleep = pile.world.snapshot();
  for (const double part : {0.0, 0.1, 0.5, 0.9}) {
    World2 world(asleep);
    world.run_until(12 + part * kTick, nullptr);
    world.apply_impulse(discs[5], {0, -1e-6});
    for (int k = 1; k <= 8; ++k) {
      world.run_until(12 + k * kTick, nullptr);
      EXPECT_FALSE(world.asleep(discs[0]));
      EXPECT_LE(fastest(world, discs), 2e-3) << part << " " << k;
    }
  }
}

// At a tick, by what comes near.
TEST(Sleep, IsEndedGentlyByWhatComesNear) {
  Pile pile(true, 1.0 / 64);
  const std::vector<BodyId> discs = pile.add_pyramid(16);
  World2& world = pile.world;
  world.run_until(12, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  const auto top = [&] { return world.placement(discs.back()).position; };
  const BodyId carried = add_carried(pile, top() - Vec2{1.1, 0}, 0.02);
  while (world.time() < 20 && pile.all_sleep(discs)) world.run_until(world.time() + 1.0 / 64, nullptr);
  ASSERT_TRUE(pile.all_wake(discs));
  EXPECT_GT(norm(world.placement(carried).position - top()), 1 + kClearance);
  for (int k = 1; k <= 2; ++k) {  // until they meet
    EXPECT_LE(fastest(world, discs), 2e-3) << k;
    world.run_until(world.time() + 1.0 / 64, nullptr);
  }
}

// Whatever the caller does to one of them, or to what they rest on, concerns all.
TEST(Sleep, IsEndedByTheCaller) {
  const auto try_with = [](auto&& change) {
    Pile pile;
    pile.add_floor();
    const BodyId table = pile.add_table({{-1, 0}, {4, 1}});
    std::vector<BodyId> discs;
    for (const Vec2& place : {Vec2{0.5, 1.51}, Vec2{1.502, 1.51}, Vec2{1.001, 2.4}}) discs.push_back(pile.add(place));
    pile.world.run_until(6, nullptr);
    ASSERT_TRUE(pile.all_sleep(discs));
    change(pile.world, table, discs);
    pile.world.run_until(6.01, nullptr);
    EXPECT_TRUE(pile.all_wake(discs));
    EXPECT_EQ(pile.world.event_count(EventKind::wake), 1u);
    pile.world.run_until(8, nullptr);
    EXPECT_FALSE(pile.world.first_overlap(1e-14));
  };
  try_with([](World2& world, BodyId table, const auto&) { world.remove(table); });
  try_with([](World2& world, BodyId table, const auto&) { world.set_velocity(table, {0.5, 0}); });
  try_with([](World2& world, BodyId, const auto& discs) { world.remove(discs[1]); });
  try_with([](World2& world, BodyId, const auto& discs) { world.apply_impulse(discs[2], {0, 1}); });
  try_with([](World2& world, BodyId, const auto& discs) { world.set_velocity(discs[0], {-1, 0}); });
  try_with([](World2& world, BodyId, const auto& discs) { world.apply_force(discs[0], {1, 0}, world.time(), 9); });
}

// A walker that stands in a heap keeps nobody awake, and wakes it as it goes.
TEST(Sleep, IsEndedByAWalkerThatGoes) {
  Pile pile;
  const std::vector<BodyId> discs = pile.add_pyramid(3, 1);
  World2& world = pile.world;
  const BodyId walker = world.add({.shape = Circle{{4, 0.5}, 0.5},
                                   .motion = Vec2{-1, 0},
                                   .mass = 50,
                                   .restitution = 0.5,
                                   .friction = 0.5,
                                   .response = Response::slide});
  world.steer(walker, {}, 1);
  world.run_until(8, nullptr);
  ASSERT_TRUE(pile.all_sleep(discs));
  world.steer(walker, {-1, 0}, world.time());
  world.run_until(8.2, nullptr);
  EXPECT_TRUE(pile.all_wake({discs[2]}));
  EXPECT_FALSE(world.first_overlap(1e-14));
}

// A lift that goes at a constant velocity carries what does not sleep.
TEST(Sleep, IsNotForWhatIsCarried) {
  Pile pile;
  pile.world.add({.shape = Aabb2{{-1, 0}, {4, 1}}, .motion = Vec2{0, 0.5}, .restitution = 0.5, .friction = 0.5});
  const std::vector<BodyId> discs{pile.add({0.5, 1.51}), pile.add({1.502, 1.51}), pile.add({1.001, 2.4})};
  pile.world.run_until(6, nullptr);
  EXPECT_TRUE(pile.all_wake(discs));
  EXPECT_NEAR(pile.world.placement(discs[0]).position[1], 1.5 + 0.5 * 6, 2 * kClearance);
}

// A world that is kept asleep, or as it falls asleep, goes on with the same bits.
TEST(Sleep, IsKept) {
  for (const double kept_at : {0.25, 6.0}) {
    Pile pile;
    const std::vector<BodyId> discs = pile.add_pyramid(4);
    World2& world = pile.world;
    world.run_until(kept_at, nullptr);
    EXPECT_EQ(pile.all_sleep(discs), kept_at > 5);
    World2 again(world.snapshot());
    EXPECT_EQ(again.hash(), world.hash());
    EXPECT_EQ(again.contacts(), world.contacts());
    for (World2* one : {&world, &again}) {
      one->add({.shape = Circle{{1.2, 6}, 0.5}, .restitution = 0.5, .friction = 0.5});
      one->run_until(20, nullptr);
      EXPECT_TRUE(one->asleep(discs[0]));
    }
    EXPECT_EQ(again.hash(), world.hash());
  }
}

TEST(Sleep, OfNoSenseIsRefused) {
  Pile pile;
  const std::vector<BodyId> discs = pile.add_pyramid(3);
  pile.world.run_until(6, nullptr);
  const auto refuses = [&](auto&& change) {
    Snapshot<2> snapshot = pile.world.snapshot();
    change(snapshot.states[discs[1].value]);
    EXPECT_THROW(World2{snapshot}, std::invalid_argument);
  };
  ASSERT_TRUE(pile.world.asleep(discs[1]));
  refuses([](BodyState<2>& state) { state.velocity = {0, 1}; });
  refuses([&](BodyState<2>& state) { state.sleeps_with = discs[2]; });
  refuses([](BodyState<2>& state) { state.sleeps_with = BodyId{0}; });
  refuses([](BodyState<2>& state) { state.sleeps_with = BodyId{4711}; });
  refuses([](BodyState<2>& state) { state.in_island = false; });
}

}  // namespace
}  // namespace carom
