// World::place: a ball is put elsewhere.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

TEST(Place, KeepsTheVelocityAndGoesOnFromThere) {
  World2 world({.gravity = {0, -2}});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{3, 0}});
  world.place(ball, {0, 10});  // before it has run
  world.run_until(1, nullptr);
  EXPECT_EQ(world.placement(ball).position, (Vec2{3, 9}));
  EXPECT_EQ(world.ledger().initial, 0.5 * 9 + 20);
  world.place(ball, {-7, 5});
  const std::vector<Event<2>> events = world.run_until(2);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::change);
  EXPECT_EQ(world.placement(ball).position, (Vec2{-4, 2}));
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{3, -4}));
  EXPECT_EQ(world.ledger().work, -8);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

// What was known of its old path is void, there and at its new place: t = (5 − 1)/2 after it was placed.
TEST(Place, MeetsWhatIsThere) {
  for (const BroadPhase search : {BroadPhase::all_pairs, BroadPhase::automatic}) {
    World2 world({.broad_phase = search});
    const BodyId mover = world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 0}});
    world.add({.shape = Circle{{9, 0}, 0.5}});
    const BodyId other = world.add({.shape = Circle{{5, 50}, 0.5}});
    world.run_until(1, nullptr);
    world.place(mover, {0, 50});
    const auto first = world.next_event(10);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->kind, EventKind::change);
    const auto second = world.next_event(10);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->kind, EventKind::impact);
    EXPECT_EQ(second->b, other);
    EXPECT_DOUBLE_EQ(second->time, 3);
  }
}

World2 pile(BroadPhase search) {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0, .broad_phase = search});
  for (const HalfSpace<2>& wall : {HalfSpace<2>{{0, 1}, 0}, HalfSpace<2>{{1, 0}, 0}, HalfSpace<2>{{-1, 0}, -7}})
    world.add({.shape = wall, .restitution = 0.4, .friction = 0.5});
  Random random(3, 0);
  for (int k = 0; k < 40; ++k)
    world.add({.shape = Circle{{0.7 + 1.1 * (k % 6) + random.uniform(-0.05, 0.05), 0.6 + 1.1 * (k / 6)}, 0.5},
               .restitution = 0.4,
               .friction = 0.5});
  return world;
}

// From under a heap at rest: what lay on it wakes and comes down, it falls in from above and wakes what it meets;
// nothing overlaps, the ledger closes, and every search and a snapshot go the same way.
TEST(Place, TakesABallOutOfAHeapAndDropsItIn) {
  std::vector<std::uint64_t> hashes;
  for (const BroadPhase search : {BroadPhase::all_pairs, BroadPhase::automatic}) {
    World2 world = pile(search);
    world.run_until(9, nullptr);
    const BodyId chosen{3 + 2};  // of the lowest row
    ASSERT_TRUE(world.asleep(chosen));
    double lowest = 99;
    for (std::uint32_t id = 3 + 6; id < 3 + 12; ++id) lowest = std::min(lowest, world.placement(BodyId{id}).position.y);
    world.place(chosen, {3.5, 14});
    EXPECT_FALSE(world.asleep(chosen));
    EXPECT_EQ(world.placement(chosen).velocity, (Vec2{0, 0}));
    bool has_hit = false;
    for (int frame = 1; frame <= 600; ++frame) {
      world.run_until(9 + frame / 60.0, [&](const Event<2>& event) {
        has_hit = has_hit || (event.kind == EventKind::impact && (event.a == chosen || event.b == chosen));
      });
      ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
    }
    EXPECT_TRUE(has_hit);
    EXPECT_TRUE(world.asleep(chosen));
    double now_lowest = 99;
    for (std::uint32_t id = 3 + 6; id < 3 + 12; ++id)
      now_lowest = std::min(now_lowest, world.placement(BodyId{id}).position.y);
    EXPECT_LT(now_lowest, lowest - 0.3);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * world.ledger().initial);
    hashes.push_back(world.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// Every search knows of the new place: a gas in a periodic box.
TEST(Place, WorksWithEverySearch) {
  std::vector<std::uint64_t> hashes;
  for (const BroadPhase search : {BroadPhase::all_pairs, BroadPhase::automatic}) {
    World2 world({.period = Vec2{20, 20}, .broad_phase = search});
    Random random(5, 0);
    for (int k = 0; k < 64; ++k)
      world.add({.shape = Circle{{1.25 + 2.5 * (k % 8), 1.25 + 2.5 * (k / 8)}, 0.6},
                 .motion = Vec2{random.uniform(-1, 1), random.uniform(-1, 1)}});
    world.run_until(5, nullptr);
    // To a place with room, found by brute force.
    Vec2 place{};
    for (bool found = false; !found;) {
      place = {random.uniform(0, 20), random.uniform(0, 20)};
      found = true;
      for (std::uint32_t id = 1; id < world.body_count(); ++id) {
        Vec2 apart = world.placement(BodyId{id}).position - place;
        for (int k = 0; k < 2; ++k) apart[k] -= 20 * std::round(apart[k] / 20);
        found = found && norm(apart) > 1.2;
      }
    }
    world.place(BodyId{0}, place);
    world.run_until(15, nullptr);
    EXPECT_FALSE(world.first_overlap(1e-13));
    hashes.push_back(world.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Place, TakesAWalkerOffWhatItTouched) {
  World2 world;
  world.add({.shape = HalfSpace<2>{{0, 1}, 0}});
  const BodyId walker = world.add({.shape = Circle{{0, 2}, 0.5}, .motion = Vec2{1, -1}, .response = Response::slide});
  world.run_until(3, nullptr);
  ASSERT_EQ(world.placement(walker).position.y, 0.5);
  world.place(walker, {0, 9});
  world.run_until(4, nullptr);
  EXPECT_EQ(world.placement(walker).position, (Vec2{1, 8}));
}

TEST(Place, RefusesWhatCannotBePlaced) {
  World2 world({.period = Vec2{10, 10}});
  const BodyId ball = world.add({.shape = Circle{{1, 1}, 0.5}});
  EXPECT_THROW(world.place(ball, {10, 1}), std::invalid_argument);
  EXPECT_THROW(world.place(ball, {-1e-9, 1}), std::invalid_argument);
  EXPECT_THROW(world.place(ball, {NAN, 1}), std::invalid_argument);
  EXPECT_THROW(world.place(BodyId{7}, {1, 1}), std::out_of_range);
  World2 walled;
  const BodyId wall = walled.add({.shape = HalfSpace<2>{{0, 1}, 0}});
  EXPECT_THROW(walled.place(wall, {1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
