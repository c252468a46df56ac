// World::add_later: balls that come while the world runs.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

/// When each ball came, by the events.
std::vector<std::pair<std::uint32_t, double>> arrivals(World2& world, double until) {
  std::vector<std::pair<std::uint32_t, double>> list;
  world.run_until(until, [&](const Event2& event) {
    if (event.kind == EventKind::appear) list.emplace_back(event.a.value, event.time);
  });
  return list;
}

TEST(AddLater, ABallComesAtItsTimeAsItWasGiven) {
  World2 world({.gravity = {0, -2}});
  const BodyId ball = world.add_later({.shape = Circle{{0, 4}, 0.5}, .motion = Vec2{3, 0}}, 1);
  EXPECT_TRUE(world.awaited(ball));
  EXPECT_FALSE(world.present(ball));
  world.run_until(0.75, nullptr);
  EXPECT_TRUE(world.awaited(ball));
  EXPECT_EQ(world.placement(ball).position, (Vec2{0, 4}));
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{3, 0}));
  EXPECT_EQ(world.ledger().initial, 0);
  const std::vector<Event2> events = world.run_until(2);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::appear);
  EXPECT_EQ(events[0].a, ball);
  EXPECT_EQ(events[0].time, 1);
  EXPECT_EQ(events[0].point, (Vec2{0, 4}));
  EXPECT_FALSE(world.awaited(ball));
  EXPECT_TRUE(world.present(ball));
  EXPECT_EQ(world.placement(ball).position, (Vec2{3, 3}));
  EXPECT_EQ(world.ledger().initial, 0.5 * 9 + 8);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

// Common damping k: v = 4 exp(−k (t − 5)), 2.5 epochs after the start.
TEST(AddLater, ADampedBallBeginsWithItsVelocity) {
  World2 world({.damping = 0.5, .epoch_length = 2});
  const BodyId ball = world.add_later({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{4, 0}}, 5);
  world.run_until(5, nullptr);
  EXPECT_NEAR(world.placement(ball).velocity.x, 4, 1e-15);
  world.run_until(6, nullptr);
  EXPECT_NEAR(world.placement(ball).velocity.x, 4 * std::exp(-0.5), 1e-14);
  EXPECT_NEAR(world.placement(ball).position.x, 8 * (1 - std::exp(-0.5)), 1e-14);
}

// The other goes away at 1 per unit of time: they touch at t = 1, which is no overlap.
TEST(AddLater, ABallWaitsForItsPlace) {
  World2 world({.frame = 0.25});
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{1, 0}});
  const BodyId ball = world.add_later({.shape = Circle{{0, 0}, 0.5}}, 0.125);
  EXPECT_EQ(arrivals(world, 0.875), (std::vector<std::pair<std::uint32_t, double>>{}));
  EXPECT_TRUE(world.awaited(ball));
  EXPECT_EQ(arrivals(world, 2), (std::vector<std::pair<std::uint32_t, double>>{{1, 1}}));
}

// Each falls by its diameter within 1.
TEST(AddLater, OfThoseThatAskTogetherTheLowestComesFirst) {
  World2 world({.gravity = {0, -2}, .frame = 0.25});
  for (int k = 0; k < 3; ++k) world.add_later({.shape = Circle{{0, 9}, 0.5}}, 0.5);
  EXPECT_EQ(arrivals(world, 4), (std::vector<std::pair<std::uint32_t, double>>{{0, 0.5}, {1, 1.5}, {2, 2.5}}));
}

TEST(AddLater, ObstaclesHoldPlacesWhereTheyAreThen) {
  World2 world({.frame = 0.25});
  world.add({.shape = HalfSpace<2>{{0, 1}, 0}});
  world.add({.shape = Aabb2{{10, 0}, {11, 1}}, .motion = Vec2{0.5, 0}});
  const BodyId touches = world.add_later({.shape = Circle{{0, 0.5}, 0.5}}, 1);
  const BodyId overlaps = world.add_later({.shape = Circle{{5, 0.5}, 0.5000001}}, 1);
  const BodyId passes = world.add_later({.shape = Circle{{7, 0}, 0.5}, .layers = 2, .mask = 2}, 1);
  // Its low side is at 10 + t/2: it leaves what reaches to 11 at t = 2.
  const BodyId in_its_way = world.add_later({.shape = Circle{{10.5, 0.75}, 0.5}}, 1);
  EXPECT_EQ(arrivals(world, 9), (std::vector<std::pair<std::uint32_t, double>>{
                                    {touches.value, 1}, {passes.value, 1}, {in_its_way.value, 2}}));
  EXPECT_TRUE(world.awaited(overlaps));
}

/// A hundred and fifty discs poured into a box, faster than they fall out of the way.
World2 poured(BroadPhase search, std::uint64_t seed) {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0, .broad_phase = search});
  for (const HalfSpace<2>& wall : {HalfSpace<2>{{0, 1}, 0}, HalfSpace<2>{{1, 0}, 0}, HalfSpace<2>{{-1, 0}, -9}})
    world.add({.shape = wall, .restitution = 0.4, .friction = 0.5});
  Random random(seed, 0);
  for (int k = 0; k < 150; ++k) {
    const double radius = random.uniform(0.3, 0.5);
    world.add_later({.shape = Circle{{random.uniform(3.5, 5.5), 18}, radius},
                     .motion = Vec2{0, -4},
                     .mass = radius * radius,
                     .restitution = 0.4,
                     .friction = 0.5},
                    k / 64.0);
  }
  return world;
}

TEST(AddLater, APourNeverOverlapsAndComesToRest) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    World2 world = poured(BroadPhase::automatic, seed);
    for (int frame = 1; frame <= 60 * 20; ++frame) {
      world.run_until(frame / 60.0, nullptr);
      ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
    }
    EXPECT_EQ(world.event_count(EventKind::appear), 149u);  // the first is there from the start
    EXPECT_LT(world.ledger().kinetic, 1e-3);
    EXPECT_LT(std::fabs(world.ledger().residual()), 1e-9 * world.ledger().initial);
  }
}

TEST(AddLater, APourIsTheSameWithEverySearchFrameRateAndSnapshot) {
  World2 once = poured(BroadPhase::automatic, 2);
  once.run_until(6, nullptr);
  World2 pairs = poured(BroadPhase::all_pairs, 2);
  for (int k = 1; k <= 600; ++k) pairs.run_until(k / 100.0);
  EXPECT_EQ(pairs.hash(), once.hash());
  World2 resumed = poured(BroadPhase::automatic, 2);
  for (int k = 1; k <= 48; ++k) {  // at multiples of 1/8, and right after events
    resumed.run_until(k / 8.0, nullptr);
    if (k < 48) resumed.next_event((k + 1) / 8.0);
    resumed = World2(resumed.snapshot());
  }
  EXPECT_EQ(resumed.hash(), once.hash());
}

// A world that begins with one ball chooses a search for few.
TEST(AddLater, TheSearchGrowsWithTheWorld) {
  World2 world = poured(BroadPhase::automatic, 3);
  world.run_until(0.1, nullptr);
  EXPECT_EQ(world.search_kind(), SearchKind::all_pairs);
  world.run_until(8, nullptr);
  EXPECT_EQ(world.search_kind(), SearchKind::cells);
}

TEST(AddLater, RefusesWhatCanNotComeLater) {
  World2 world;
  const auto said = [](auto change) {
    try {
      change();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  world.run_until(3, nullptr);
  EXPECT_EQ(said([&] { world.add_later({.shape = Circle{{0, 0}, 1}}, 2); }), "a ball comes now or later");
  EXPECT_EQ(said([&] { world.add_later({.shape = Circle{{0, 0}, 1}}, INFINITY); }), "a ball comes now or later");
  EXPECT_EQ(said([&] { world.add_later({.shape = Aabb2{{0, 0}, {1, 1}}}, 4); }), "only balls come later");
  for (const Response response : {Response::slide, Response::pocket})
    EXPECT_EQ(said([&] {
                world.add_later({.shape = Circle{{0, 0}, 1}, .response = response}, 4);
              }),
              "a ball that slides and a pocket are there from the start");
  World2 periodic({.period = Vec2{9, 9}});
  EXPECT_EQ(said([&] {
              periodic.add_later({.shape = Circle{{1, 1}, 1}}, 4);
            }),
            "no ball comes later into a periodic box");
  const BodyId ball = world.add_later({.shape = Circle{{0, 0}, 1}}, 4);
  for (const std::string& what : {said([&] { world.remove(ball); }), said([&] { world.place(ball, {}); }),
                                  said([&] { world.set_velocity(ball, {}); })})
    EXPECT_EQ(what, "body 0 is not in the world yet");
  Snapshot<2> snapshot = world.snapshot();
  snapshot.arrivals.push_back(snapshot.arrivals[0]);
  EXPECT_EQ(said([&] { World2 again(snapshot); }), "body 0 can not come later");
  snapshot.arrivals.clear();
  EXPECT_EQ(said([&] { World2 again(snapshot); }), "body 0 can not be awaited");
}

// As the first thing that is done to a world that goes on from a snapshot.
TEST(AddLater, AddingToAWorldThatGoesOnCountsTheBallOnce) {
  World2 world({.gravity = {0, -10}});
  world.add({.shape = HalfSpace<2>{{0, 1}, 0}, .restitution = 0.5});
  for (int k = 0; k < 40; ++k) world.add({.shape = Circle{{2.0 * k, 1}, 0.5}, .restitution = 0.5});
  world.run_until(0.25, nullptr);
  World2 again(world.snapshot());
  for (World2* one : {&world, &again}) {
    one->add({.shape = Circle{{0, 5}, 0.5}, .restitution = 0.5});
    one->run_until(4, nullptr);
  }
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_EQ(again.event_count(), world.event_count());
}

}  // namespace
}  // namespace carom
