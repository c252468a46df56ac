#include <gtest/gtest.h>

#include <cmath>

#include "carom/query/overlap.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/query/verdict.hpp"

// Bodies that stop. Expected values: parabolas solved on paper; where a stop decides, all numbers are small integers,
// so that the decisions hold without rounding.
namespace carom {
namespace {

TEST(TimeOfImpactStopping, TwoBallsThatSlowDownMeetOnAParabola) {
  // 6 t − t² = 8.
  const auto impact =
      time_of_impact(Circle{{0, 0}, 1}, Stopping2{{3, 0}, 1}, Circle{{10, 0}, 1}, Stopping2{{-3, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_NEAR(impact->point.x, 5, 1e-14);
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
}

TEST(TimeOfImpactStopping, ABallThatStopsBeforeTheOtherNeverMeetsIt) {
  // Its way is 2²/2 = 2; without the stop it would come back and turn away.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{4.5, 0}, 1}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{-2.5, 0}, 1}));
}

TEST(TimeOfImpactStopping, ABallThatJustStopsTouchingIsAHitAndAnUlpShortIsNot) {
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{4, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 2);
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{std::nextafter(4.0, 5.0), 0}, 1}));
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{4, 0}, 1}, {}, 2));
  EXPECT_FALSE(
      time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{4, 0}, 1}, {}, std::nextafter(2.0, 0.0)));
}

TEST(TimeOfImpactStopping, ABallStopsTouchingAWall) {
  const HalfSpace<2> wall{{-1, 0}, -3};
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, wall);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 2);
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, std::nextafter(1.0, 0.0)}, Stopping2{{2, 0}, 1}, wall));
}

TEST(TimeOfImpactStopping, APointThatStopsOnAPointMeetsItAlongItsWay) {
  const auto impact = time_of_impact(Sphere{{0, 0, 0}, 0}, Stopping3{{0, 2, 0}, 1}, Sphere{{0, 2, 0}, 0});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 2);
  EXPECT_EQ(impact->normal, (Vec3{0, 1, 0}));
}

TEST(TimeOfImpactStopping, ABallAtRestIsMetByOneThatMovesOn) {
  // The first stops at x = 2 at time 2; the other is there at 20 − t = 4.
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{20, 0}, 1}, Linear2{{-1, 0}});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 16);
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_NEAR(impact->point.x, 3, 1e-14);
}

TEST(TimeOfImpactStopping, BothStopAndTheLaterOneMeetsTheEarlierOneAtRest) {
  // At rest at x = 4 from t = 2; 20 − 6 t + t²/2 = 6.
  const auto impact =
      time_of_impact(Sphere{{0, 0, 0}, 1}, Stopping3{{4, 0, 0}, 2}, Sphere{{20, 0, 0}, 1}, Stopping3{{-6, 0, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 6 - std::sqrt(8), 1e-14);
}

TEST(TimeOfImpactStopping, BothAtRestInTouchIsAHitAtTheLaterStop) {
  // Ways 4 and 18, radii 2: 24 = 4 + 18 + 2.
  const auto meet = [](double x) {
    return time_of_impact(Circle{{0, 0}, 1}, Stopping2{{4, 0}, 2}, Circle{{x, 0}, 1}, Stopping2{{-6, 0}, 1});
  };
  ASSERT_TRUE(meet(24));
  EXPECT_EQ(meet(24)->time, 6);
  EXPECT_FALSE(meet(std::nextafter(24.0, 25.0)));
}

TEST(TimeOfImpactStopping, NeighboursThatMoveAlikeCollideWhenTheFrontOneStops) {
  Motion2 front = Linear2{{1, 0}};
  front.stop = 3;
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{2, 0}, 1}, front);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 3);
  EXPECT_EQ(impact->start, Proximity::touching);
  EXPECT_EQ(time_of_impact(Circle{{2, 0}, 1}, front, Circle{{0, 0}, 1}, Linear2{{1, 0}}, 3)->time, 3);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{2, 0}, 1}, front, std::nextafter(3.0, 0.0)));
  // When the rear one stops they part.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, front, Circle{{2, 0}, 1}, Linear2{{1, 0}}));
}

TEST(TimeOfImpactStopping, OverlappingBallsThatPartAndTurnBackMeetWhereTheyTurn) {
  // Parting at 1 − 0.5 until the first stops, then closing at 0.5.
  Motion2 first = Linear2{{-1, 0}};
  first.stop = 1;
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, first, Circle{{1.25, 0}, 1}, Linear2{{-0.5, 0}});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 1);
  EXPECT_EQ(impact->start, Proximity::overlapping);
  EXPECT_EQ(verdict(Circle{{0, 0}, 1}, first, Circle{{1.25, 0}, 1}, Linear2{{-0.5, 0}}), Verdict::overlapping);
}

TEST(TimeOfImpactStopping, ThoseThatApproachFromTheStartAreNotFoundAgainAtAStop) {
  // Deep inside a box they pass the stop of the other while they approach: the impact is the one at the start.
  Motion2 first = Linear2{{1, 0}};
  first.stop = 0.25;
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, first, Circle{{1.5, 0}, 1}, Linear2{{-0.5, 0}});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 0);
}

TEST(TimeOfImpactStopping, StoppedOnceIsStoppedForever) {
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{0, 0}, 5}, Circle{{2.5, 0}, 1}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Stopping2{{1, 0}, 8}, Circle{{2.5, 0}, 1}, Stopping2{{-1, 0}, 8}));
}

TEST(TimeOfImpactStopping, OverARimThePullDecidesWhereAStopLeavesNoVelocity) {
  // Until the ball stops at 1 they move apart by ½ u, to (3, 0, 4)/8 from the rim, where the cylinder's velocity is 0,
  // too. Then its pull alone moves it, towards the ball or away from it.
  const Vec3 u{3.0 / 64, 0, 4.0 / 64};
  const Sphere ball{Vec3{2.375, 0, 1.5} - 0.5 * u, 1};
  for (const double pull : {0.5, -0.5}) {
    const Vec3 velocity = (1 - pull) * u;
    Motion3 stopping = Linear3{velocity};
    stopping.acceleration = -velocity;
    stopping.stop = 1;
    const Accelerating3 turning{-pull * u, pull * u};
    const auto impact = time_of_impact(ball, stopping, UprightCylinder{{0, 0, 0}, 2, 1}, turning);
    ASSERT_EQ(impact.has_value(), pull > 0);
    if (impact) {
      EXPECT_EQ(impact->time, 1);
    }
  }
}

TEST(TimeOfImpactStopping, WithoutDecelerationItIsLinear) {
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 0}, Circle{{10, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 4);
}

TEST(TimeOfImpactStopping, AllShapesMeetABallThatStops) {
  // 4 t − t² = 3 at t = 1; the way is 4.
  const Stopping2 slow{{4, 0}, 2};
  EXPECT_DOUBLE_EQ(time_of_impact(Circle{{0, 0}, 1}, slow, Segment2{{4, -1}, {4, 1}})->time, 1);
  EXPECT_DOUBLE_EQ(time_of_impact(Circle{{0, 0}, 1}, slow, Aabb2{{4, -1}, {5, 1}})->time, 1);
  EXPECT_DOUBLE_EQ(time_of_impact(Circle{{0, 0}, 1}, slow, Polygon{{{4, -1}, {6, 0}, {4, 1}}})->time, 1);
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, slow, Segment2{{5, -1}, {5, 1}})->time, 2);
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, slow, Aabb2{{5, -1}, {6, 1}})->time, 2);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, slow, Segment2{{std::nextafter(5.0, 6.0), -1}, {6, 1}}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, slow, Aabb2{{std::nextafter(5.0, 6.0), -1}, {6, 1}}));
}

TEST(TimeOfImpactStopping, TheLawThatIsGivenDecidesAndNotItsRounding) {
  // w / 2 far after 1/j, which is no double: v = j w, d = j² |w|, for whole |w| (Pythagorean).
  constexpr double kWays[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {1, 0, 1}};
  for (const auto& [x, y, length] : kWays) {
    for (double j = 1; j < 60; j += 2) {
      const Motion2 law = Stopping2{{j * x, j * y}, j * j * length};
      const Vec2 end{x / 2, y / 2};
      const Segment2 wall{end - Vec2{y, -x}, end + Vec2{y, -x}};
      const auto hit = time_of_impact(Circle{{0, 0}, 0}, law, wall);
      ASSERT_TRUE(hit) << x << ' ' << j;
      EXPECT_EQ(hit->time, 1 / j);
      const auto half_space = HalfSpace2::through(end, {-x, -y});
      EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 0}, law, half_space));
      // One rounding of the largest coordinate further away it is a miss.
      const Vec2 beyond{end.x, std::nextafter(end.y + (y == 0 ? 1 : 0), 1e9)};
      EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 0}, law, HalfSpace2::through(beyond, {-x, -y - (y == 0 ? 1 : 0)})));
    }
  }
}

TEST(TimeOfImpactStopping, SpeedsOfAllSizesStop) {
  for (const double s : {0x1p-1000, 0x1p-600, 0x1p-300, 1.0, 0x1p300, 0x1p600, 0x1p900}) {
    // 3²/(2·9) = 1/2.
    const auto hit =
        time_of_impact(Circle{{0, 0}, 0}, Stopping2{{3 * s, 0}, 9 * s}, Segment2{{0.5 * s, -s}, {0.5 * s, s}});
    ASSERT_TRUE(hit) << s;
    EXPECT_EQ(hit->time, 1.0 / 3);
  }
}

TEST(TimeOfImpactStopping, WhatPartsFromAnOverlapDoesNotTurnAtItsStop) {
  // Out of the ground by w (√(x² + y² + z²) / 2 d at most), which is not enough: deeper it never gets.
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = 1; z <= 5; ++z) {
        const Vec3 v{0.1 * x, 0.1 * y, 0.1 * z};
        const HalfSpace3 ground{{0.3, 0.7, 1.1}, 0};
        if (dot(v, ground.normal) <= 0) continue;
        EXPECT_FALSE(time_of_impact(Sphere{{0, 0, -2}, 0.25}, Stopping3{v, 0.7}, ground)) << x << ' ' << y << ' ' << z;
        EXPECT_FALSE(time_of_impact(Sphere{{0.1, 0.2, -0.7}, 0.3}, Stopping3{v, 0.7}, Aabb3{{-9, -9, -9}, {9, 9, 0}}));
      }
    }
  }
}

}  // namespace
}  // namespace carom
