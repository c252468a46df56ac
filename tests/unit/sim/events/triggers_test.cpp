#include "carom/sim/triggers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/query/distance.hpp"

// Times are closed forms, or those of `distance` on sampled paths.
namespace carom {
namespace {

Body<2> ball(const Vec2& at, const BodyMotion<2>& motion, double radius = 1) {
  Body<2> body;
  body.shape = Circle{at, radius};
  body.motion = motion;
  return body;
}

std::vector<TriggerEvent> touches(Triggers2& triggers, World2& world, double until) {
  std::vector<TriggerEvent> all;
  triggers.run_until(
      world, until, [](const Event2&) {}, [&](const TriggerEvent& touch) { all.push_back(touch); });
  return all;
}

TEST(Triggers, ReportWhenABallComesAndGoesAndDoNotBlockIt) {
  World2 world;
  const BodyId id = world.add(ball({-5, 0}, Linear2{{2, 0}}));
  Triggers2 triggers;
  triggers.add(Aabb2{{0, -1}, {3, 1}});
  const auto all = touches(triggers, world, 10);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].time, 2);
  EXPECT_TRUE(all[0].begins);
  EXPECT_EQ(all[0].body, id);
  EXPECT_NEAR(all[1].time, 4.5, 1e-14);
  EXPECT_FALSE(all[1].begins);
  EXPECT_EQ(world.placement(id).position, (Vec2{15, 0}));
}

TEST(Triggers, ABallThatStartsInOneTouchesItFromTheStart) {
  World2 world;
  world.add(ball({0, 0}, Linear2{{0, 1}}));
  Triggers2 triggers;
  triggers.add(Circle{{0, 0}, 2});
  const auto all = touches(triggers, world, 10);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].time, 0);
  EXPECT_NEAR(all[1].time, 3, 1e-14);
}

TEST(Triggers, FollowBouncesLawsAndFrames) {
  World2 world;
  Body<2> wall;
  wall.shape = Segment2{{6, -5}, {6, 5}};
  wall.mass = kImmovable;
  world.add(wall);
  world.add(ball({0, 0}, Linear2{{1, 0}}));
  Triggers2 triggers;
  triggers.add(HalfSpace2{{-1, 0}, -4});  // x ≥ 4
  std::vector<TriggerEvent> all;
  for (int frame = 1; frame <= 100; ++frame)
    for (const TriggerEvent& touch : touches(triggers, world, 0.1 * frame)) all.push_back(touch);
  // Touches at x = 3, back from the wall at x = 5.
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NEAR(all[0].time, 3, 1e-13);
  EXPECT_NEAR(all[1].time, 7, 1e-13);
}

TEST(Triggers, AStoppingBallStaysInIfItStopsThere) {
  World2 world;
  const BodyId id = world.add(ball({-4, 0}, Stopping2{{4, 0}, 2}));
  Triggers2 triggers;
  triggers.add(Segment2{{0, -3}, {0, 3}});
  const auto all = touches(triggers, world, 100);
  // 4 t − t² = 3.
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NEAR(all[0].time, 1, 1e-13);
  EXPECT_TRUE(triggers.touching(0).contains(id));
  world.remove(id);
  const auto after = touches(triggers, world, 101);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_FALSE(after[0].begins);
  EXPECT_TRUE(triggers.touching(0).empty());
}

TEST(Triggers, OnAParabolaABallTouchesTwice) {
  WorldOptions<2> options;
  options.gravity = {0, -2};
  World2 world(options);
  world.add(ball({0, 0}, Linear2{{0, 4}}, 0.5));
  Triggers2 triggers;
  triggers.add(Aabb2{{-1, 1.5}, {1, 2}});
  const auto all = touches(triggers, world, 10);
  // y = 4t − t² = 1 and 2.5 on the way up, 2.5 and 1 down.
  ASSERT_EQ(all.size(), 4U);
  const double up = 2 - std::sqrt(3.0);
  const double high = 2 - std::sqrt(1.5);
  EXPECT_NEAR(all[0].time, up, 1e-14);
  EXPECT_NEAR(all[1].time, high, 1e-13);
  EXPECT_NEAR(all[2].time, 4 - high, 1e-13);
  EXPECT_NEAR(all[3].time, 4 - up, 1e-13);
}

TEST(Triggers, MasksChooseBodies) {
  World2 world;
  Body<2> seen = ball({-5, 0}, Linear2{{1, 0}});
  seen.layers = 2;
  world.add(seen);
  Body<2> unseen = ball({-5, 5}, Linear2{{1, 0}});
  unseen.layers = 4;
  world.add(unseen);
  Triggers2 triggers;
  triggers.add(Aabb2{{0, -1}, {1, 9}}, 2);
  for (const TriggerEvent& touch : touches(triggers, world, 20)) EXPECT_EQ(touch.body, BodyId{0});
}

TEST(Triggers, ChangeNoBitOfTheWorld) {
  const auto gas = [] {
    World2 world;
    Body<2> room;
    room.shape = Polygon{{{0, 0}, {20, 0}, {20, 20}, {0, 20}}, true};
    room.mass = kImmovable;
    world.add(room);
    Random random(1);
    for (double x = 2; x < 20; x += 3)
      for (double y = 2; y < 20; y += 3) world.add(ball({x, y}, Linear2{3 * random.direction<2>()}));
    return world;
  };
  World2 alone = gas();
  alone.run_until(5);
  World2 watched = gas();
  Triggers2 triggers;
  triggers.add(Circle{{7, 7}, 2});
  triggers.add(ConvexPolygon{{{12, 3}, {18, 4}, {14, 9}}});
  const auto all = touches(triggers, watched, 5);
  EXPECT_EQ(alone.hash(), watched.hash());
  ASSERT_GT(all.size(), 20U);
  // Begin and end take turns, and between them the ball touches: asked of the world again at those times.
  World2 again = gas();
  std::set<std::pair<std::uint32_t, BodyId>> open;
  for (const TriggerEvent& touch : all) {
    EXPECT_EQ(touch.begins, open.insert({touch.trigger, touch.body}).second);
    if (!touch.begins) open.erase({touch.trigger, touch.body});
    again.run_until(touch.time);
    const Circle at{again.placement(touch.body).position, 1};
    const double gap = touch.trigger == 0 ? distance(at, Circle{{7, 7}, 2}).distance
                                          : distance(at, ConvexPolygon{{{12, 3}, {18, 4}, {14, 9}}}).distance;
    if (touch.time > 0) {
      EXPECT_NEAR(gap, 0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace carom
