#include <gtest/gtest.h>

#include <stdexcept>

#include "carom/sim/world.hpp"

namespace carom {
namespace {

World2 table() {
  World2 world({.gravity = {0, -1}});
  world.add({.shape = Circle{{5, 10}, 1}, .motion = {{1, 0}}, .layers = 2});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.add({.shape = Aabb2{{8, 0}, {9, 20}}, .motion = {{-0.5, 0}}, .restitution = 1});
  return world;
}

TEST(Casts, MeetBodiesWhereTheyStandNow) {
  World2 world = table();
  world.run_until(1, nullptr);  // the ball is at (6, 9.5), the box begins at 7.5
  const auto ball = world.cast(Circle{{0, 9.5}, 0.5}, Linear2{{1, 0}});
  ASSERT_TRUE(ball);
  EXPECT_EQ(ball->body, BodyId{0});
  EXPECT_EQ(ball->impact.time, 4.5);
  EXPECT_EQ(ball->impact.point, (Vec2{5, 9.5}));
  EXPECT_EQ(ball->impact.normal, (Vec2{1, 0}));
  const auto box = world.cast(Circle{{0, 9.5}, 0.5}, Linear2{{1, 0}}, kForever, 1);  // the ball is not there
  ASSERT_TRUE(box);
  EXPECT_EQ(box->body, BodyId{2});
  EXPECT_EQ(box->impact.time, 7);
  EXPECT_EQ(box->impact.point, (Vec2{7.5, 9.5}));
  EXPECT_FALSE(world.cast(Circle{{0, 9.5}, 0.5}, Linear2{{1, 0}}, 4));
  // A thrown ball lands: 1/2 g t² = 8 − 1/2.
  const auto floor = world.cast(Circle{{0, 8}, 0.5}, Accelerating2{{0, 0}, {0, -15}});
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->body, BodyId{1});
  EXPECT_EQ(floor->impact.time, 1);
}

TEST(Casts, OfCapsulesAndBoxesMeetWhatBallsMeet) {
  World2 world = table();
  world.run_until(1, nullptr);  // the ball is at (6, 9.5), the box begins at 7.5
  const Linear2 right{{1, 0}};
  const auto ball = world.cast(Capsule2{{-2, 9.5}, {0, 9.5}, 0.5}, right);
  ASSERT_TRUE(ball);
  EXPECT_EQ(ball->body, BodyId{0});
  EXPECT_EQ(ball->impact.time, 4.5);
  EXPECT_EQ(ball->impact.point, (Vec2{5, 9.5}));
  const auto box = world.cast(Aabb2{{0, 5}, {1, 6}}, right, kForever, 1);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->body, BodyId{2});
  EXPECT_EQ(box->impact.time, 6.5);
  EXPECT_EQ(box->impact.normal, (Vec2{1, 0}));
  // A tilted capsule lands on its lower end: 1/2 g t² = 2.5 − 1/2.
  const auto floor = world.cast(Capsule2{{0, 2.5}, {1, 4}, 0.5}, Accelerating2{{0, 0}, {0, -1}});
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->body, BodyId{1});
  EXPECT_EQ(floor->impact.time, 2);
  EXPECT_EQ(floor->impact.point, (Vec2{0, 0}));
}

TEST(Casts, OfHullsMeetChainsAndMeshesByTheirParts) {
  World2 plane;
  plane.add({.shape = Polygon{{{3, -1}, {3, 0}, {2, 4}}, false, Sides::two}, .motion = {{1, 0}}});
  plane.run_until(1, nullptr);  // its corner (3, 0) is at (4, 0)
  const auto corner = plane.cast(Aabb2{{-1, -3}, {0, 0}}, Linear2{{1, 0}});
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->impact.time, 4);
  World3 space;
  space.add({.shape = TriangleMesh{{{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}}, {{0, 1, 2}, {0, 2, 3}}}});
  const auto floor = space.cast(Capsule3{{4, 4, 3}, {5, 5, 7}, 1}, Linear3{{0, 0, -1}});
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->impact.time, 2);
  EXPECT_EQ(floor->impact.normal, (Vec3{0, 0, -1}));
  EXPECT_FALSE(space.cast(Aabb3{{20, 0, 1}, {21, 1, 2}}, Linear3{{0, 0, -1}}));
}

TEST(Casts, NameWhatTheyAreNotAskedAbout) {
  World3 world;
  world.add({.shape = Sphere{{0, 0, 0}, 1}});
  world.add({.shape = UprightCylinder{{5, 0, 0}, 1, 1}, .layers = 2});
  const Capsule3 capsule{{-9, 0, 0}, {-8, 0, 0}, 1};
  const Motion3 right = Linear3{{1, 0, 0}};
  EXPECT_TRUE(world.cast(Aabb3{{-9, 0, 0}, {-8, 1, 1}}, right));
  EXPECT_EQ(world.cast(capsule, right, kForever, 1)->impact.time, 6);
  try {
    world.cast(capsule, right);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "cast: body 1 is an upright cylinder, which a capsule is not asked about: leave it out by the mask");
  }
}

TEST(Casts, ChangeNothing) {
  World2 one = table();
  World2 other = table();
  for (int k = 1; k <= 40; ++k) {
    one.run_until(k * 0.1, nullptr);
    one.cast(Circle{{0, 5}, 0.5}, Linear2{{1, 0}});
    one.within(Circle{{5, 5}, 3});
  }
  other.run_until(4, nullptr);
  EXPECT_EQ(one.hash(), other.hash());
}

TEST(Casts, TellWhatIsWithinABall) {
  World2 world = table();
  EXPECT_EQ(world.within(Circle{{5, 8}, 1}), std::vector{BodyId{0}});  // touching
  EXPECT_EQ(world.within(Circle{{5, 8}, 0.9}).size(), 0u);
  EXPECT_EQ(world.within(Circle{{7, 1}, 1}), (std::vector{BodyId{1}, BodyId{2}}));
  EXPECT_EQ(world.within(Circle{{7, 1}, 1}, 2).size(), 0u);
  world.remove(BodyId{2});
  EXPECT_EQ(world.within(Circle{{7, 1}, 1}), std::vector{BodyId{1}});
}

TEST(Casts, AreRefusedInAPeriodicBox) {
  World2 world({.period = Vec2{5, 5}});
  EXPECT_THROW(world.cast(Circle{{0, 0}, 1}, Linear2{{1, 0}}), std::invalid_argument);
  EXPECT_THROW(world.within(Circle{{0, 0}, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
