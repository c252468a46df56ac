// Which part of space a picture shows.
#include "io/draw/extent.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::io {
namespace {

/// Balls of radius 0.1 at rest on the line from 0 to 10, the first of which goes down at this speed; watched ten times.
Aabb2 shown(int balls, double speed) {
  World2 world;
  for (int k = 0; k < balls; ++k)
    world.add({.shape = Circle{{10.0 * k / (balls - 1), 0}, 0.1}, .motion = {{0, k == 0 ? -speed : 0.0}}});
  ExtentFinder<2> finder;
  finder.begin(world, Cast<2>(Scene<2>{}, world));
  for (int t = 1; t <= 10; ++t) {
    world.run_until(t);
    finder.visit_all(world);
  }
  return finder.found();
}

TEST(Extent, ABallIsFollowedOutOfFewAndOfMany) {
  for (const int balls : {5, 51}) {
    const Aabb2 box = shown(balls, 1);
    EXPECT_EQ(box.low, (Vec2{-0.1, -10.1})) << balls;
    EXPECT_EQ(box.high, (Vec2{10.1, 0.1})) << balls;
  }
}

TEST(Extent, ABallThatGoesFarOffIsLetGo) {
  // At the start they fill 10.2 by 0.2: half of that diagonal is left around it.
  const double margin = std::hypot(10.2, 0.2) / 2;
  for (const int balls : {5, 51}) {
    const Aabb2 box = shown(balls, 10);
    EXPECT_NEAR(box.low.y, -0.1 - margin, 1e-12) << balls;
    EXPECT_EQ(box.high, (Vec2{10.1, 0.1})) << balls;
  }
}

}  // namespace
}  // namespace carom::io
