#include <gtest/gtest.h>

#include <cmath>

#include "carom/mover/walk.hpp"
#include "property/slide_laws.hpp"

// Scripted movers in whole scenes.
namespace carom::testing {
namespace {

TEST(SlideScenes, AFunnelEndsWhereTheMoverIsAsWide) {
  // Walls of slope ±3/4 that would meet at the origin: the centre of a circle of radius r stops 5r/3 before it.
  Obstacles<2> world;
  world.segments = {{{-8, 6}, {-0.1, 0.075}}, {{-8, -6}, {-0.1, -0.075}}};
  const Index2 index = world.index();
  for (const double y : {0.0, 0.25, 2.0}) {
    Circle circle{{-8, y}, 0.5};
    SlideResult<Circle> result;
    for (int frame = 0; frame < 200; ++frame) {
      result = move_and_slide(index, circle, Vec2{0.1, 0});
      ASSERT_EQ(complaint(index, world, circle, Vec2{0.1, 0}, result), "");
      circle = result.mover;
    }
    EXPECT_EQ(result.end, SlideEnd::stuck);
    EXPECT_NEAR(circle.center.x, -0.5 / 0.6, 1e-12);
    EXPECT_NEAR(circle.center.y, 0, 1e-12);
    EXPECT_EQ(result.holding.size(), 2U);
  }
}

TEST(SlideScenes, ARowOfPostsWithGapsTooSmallHoldsEverywhere) {
  Obstacles<2> world;
  for (int k = -20; k <= 20; ++k) world.balls.push_back({{0, 1.1 * k}, 0.1});
  const Index2 index = world.index();
  Random random(3);
  for (int k = 0; k < 6; ++k) {
    Circle circle{{-3, random.uniform(-10, 10)}, 0.5};
    for (int frame = 0; frame < 60; ++frame) {
      const Vec2 intended{std::ldexp(1.0, frame / 4 - 3), random.uniform(-0.1, 0.1)};
      const auto result = move_and_slide(index, circle, intended);
      ASSERT_EQ(complaint(index, world, circle, intended, result), "");
      circle = result.mover;
      ASSERT_LT(circle.center.x, 0);
    }
  }
}

TEST(SlideScenes, AlongASpiralItComesToTheMiddle) {
  // Square turns, each 1 narrower: a mover 0.8 wide is driven along them by its keys.
  Obstacles<2> world;
  Vec2 at{0, 0};
  Vec2 along{1, 0};
  double length = 12;
  for (int side = 0; side < 20; ++side) {
    const Vec2 next = at + length * along;
    world.segments.push_back({at, next});
    at = next;
    along = {-along.y, along.x};
    if (side >= 2 && side % 2 == 0) length -= 1;
    if (length < 1) break;
  }
  const Index2 index = world.index();
  Circle circle{{0.5, 0.5}, 0.4};
  along = {1, 0};
  double way = 0;
  for (int turn = 0; turn < 16; ++turn) {
    for (int frame = 0; frame < 60; ++frame) {
      // Pressing outwards all the time.
      const Vec2 intended = 0.25 * along + Vec2{0.1 * along.y, -0.1 * along.x};
      const auto result = move_and_slide(index, circle, intended);
      if (frame % 10 == 0) {
        ASSERT_EQ(complaint(index, world, circle, intended, result), "") << turn;
      }
      way += norm(result.displacement);
      circle = result.mover;
    }
    along = {-along.y, along.x};
  }
  EXPECT_GT(way, 60);
}

TEST(SlideScenes, TenThousandTrianglesAreCrossedWithoutASnag) {
  Random random(8);
  const Obstacles<3> world = random_terrain(random, 71, 0.25);
  const Index3 index = world.index();
  ASSERT_GT(world.triangles.size(), 10'000U);
  const WalkOptions options{.slope = 0.3, .snap = 0.5};
  Sphere mover{{-30, -30, 2}, 0.4};
  mover = walk(index, mover, Vec3{0, 0, -5}, options).mover;
  const Vec3 start = mover.center;
  for (int frame = 0; frame < 600; ++frame) {
    const auto result = walk(index, mover, Vec3{0.09, 0.083, -0.1}, options);
    ASSERT_EQ(result.end, SlideEnd::done) << frame;
    ASSERT_TRUE(result.ground) << frame;
    mover = result.mover;
  }
  EXPECT_NEAR(mover.center.x, start.x + 600 * 0.09, 1e-8);
  EXPECT_NEAR(mover.center.y, start.y + 600 * 0.083, 1e-8);
}

/// A thousand in a room whose only door all want to go through, each an item that the others meet.
struct Crowd {
  std::vector<Segment2> walls{
      {{0, 0}, {0, 30}}, {{0, 30}, {30, 30}}, {{30, 30}, {30, 16}}, {{30, 14}, {30, 0}}, {{30, 0}, {0, 0}}};
  std::vector<Circle> movers;
  Index2 index;

  Crowd() {
    for (int i = 0; i < 40; ++i)
      for (int j = 0; j < 25; ++j) movers.push_back({{0.6 + 0.62 * i, 1 + 1.15 * j}, 0.25});
    index = Index2({.balls = movers, .segments = walls});
  }

  void frame() {
    for (std::uint32_t k = 0; k < movers.size(); ++k) {
      const ItemId self{ItemKind::ball, k};
      SlideOptions options;
      options.passage = [self](ItemId item) { return item == self ? Passage::ignored : Passage::blocks; };
      const Vec2 goal = movers[k].center.x < 29.5 ? Vec2{30, 15} : Vec2{90, 15};
      const Vec2 way = goal - movers[k].center;
      movers[k] = move_and_slide(index, movers[k], (0.1 / norm(way)) * way, options).mover;
      index.move(self, movers[k]);
    }
  }

  double deepest() const {
    double least = kForever;
    index.all_pairs(
        0, [&](std::uint32_t a, std::uint32_t b) { least = std::min(least, distance(movers[a], movers[b]).distance); });
    for (const Circle& mover : movers)
      for (const Segment2& wall : walls) least = std::min(least, distance(mover, wall).distance);
    return least;
  }
};

TEST(SlideScenes, AThousandPushThroughADoorWithoutOverlap) {
  Crowd crowd;
  for (int frame = 0; frame < 120; ++frame) {
    crowd.frame();
    if (frame % 20 == 19) {
      ASSERT_GE(crowd.deepest(), -1e-12 * 0.25) << frame;
    }
  }
  EXPECT_TRUE(std::any_of(crowd.movers.begin(), crowd.movers.end(), [](const Circle& c) { return c.center.x > 31; }));
  for (const Circle& mover : crowd.movers) {
    EXPECT_GT(mover.center.x, 0.24);
    EXPECT_LT(std::fabs(mover.center.y - 15), 14.76);
  }
}

}  // namespace
}  // namespace carom::testing
