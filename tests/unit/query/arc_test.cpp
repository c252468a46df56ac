#include <gtest/gtest.h>

#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"

// Arcs, from inside above all. Expected values are closed forms.
namespace carom {
namespace {

const Arc kRight{{0, 0}, 5, {0, -1}, {0, 1}};  // the right half of a circle
const Arc kCircle{{0, 0}, 5};

TEST(ArcQuery, ABallIsStoppedFromInsideAndFromOutside) {
  const auto from_inside = time_of_impact(Circle{{0, 0}, 1}, Linear2{{0.75, 1}}, kRight);
  ASSERT_TRUE(from_inside);
  EXPECT_DOUBLE_EQ(from_inside->time, 3.2);  // 4 at 1.25
  EXPECT_NEAR(norm(from_inside->normal - Vec2{0.6, 0.8}), 0, 1e-15);
  EXPECT_NEAR(norm(from_inside->point - Vec2{3, 4}), 0, 1e-15);
  const auto from_outside = time_of_impact(Circle{{12, 0}, 1}, Linear2{{-2, 0}}, kRight);
  ASSERT_TRUE(from_outside);
  EXPECT_EQ(from_outside->time, 3);
  EXPECT_EQ(from_outside->normal, (Vec2{-1, 0}));
  EXPECT_EQ(from_outside->point, (Vec2{5, 0}));
}

TEST(ArcQuery, ABallComesThroughWhereThereIsNoArc) {
  // In from the left, over the middle, to the inside of the right half.
  const auto impact = time_of_impact(Circle{{-20, 0}, 1}, Linear2{{4, 0}}, kRight);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 6);
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-1, 0}}, kRight));
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-1, 0}}, kCircle)->time, 4);
}

TEST(ArcQuery, ItsEndsStopABall) {
  // The end (0, 5) from the left and above: 3, 4, 5.
  const auto impact = time_of_impact(Circle{{-9, 9}, 5}, Linear2{{1, 0}}, kRight);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 6);
  EXPECT_NEAR(norm(impact->point - Vec2{0, 5}), 0, 1e-15);
  // Straight above, tangent to the circle there, the ball grazes the end and nothing else.
  EXPECT_EQ(time_of_impact(Circle{{-9, 6}, 1}, Linear2{{1, 0}}, kRight)->time, 9);
  EXPECT_FALSE(time_of_impact(Circle{{-9, std::nextafter(6.0, 7.0)}, 1}, Linear2{{1, 0}}, kRight));
}

TEST(ArcQuery, WhatSlidesAlongItsInsideApproachesAndAlongItsOutsideDoesNot) {
  EXPECT_EQ(verdict(Circle{{4, 0}, 1}, Linear2{{0, 1}}, kCircle, Linear2{}), Verdict::hit);
  EXPECT_EQ(time_of_impact(Circle{{4, 0}, 1}, Linear2{{0, 1}}, kCircle)->time, 0);
  EXPECT_EQ(verdict(Circle{{6, 0}, 1}, Linear2{{0, 1}}, kCircle, Linear2{}), Verdict::touching_separating);
  // Pulled inwards as its circle of radius 4 asks for, v²/4, and more, it stays off.
  EXPECT_EQ(verdict(Circle{{4, 0}, 1}, Accelerating2{{0, 2}, {-2, 0}}, kCircle, Linear2{}, 0.125),
            Verdict::touching_separating);
}

TEST(ArcQuery, APointPassesFromNeitherSide) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 0}, Linear2{{1, 0}}, kRight)->time, 5);
  EXPECT_EQ(time_of_impact(Circle{{7, 0}, 0}, Linear2{{-1, 0}}, kRight)->time, 2);
  // On the curve it leaves to both sides.
  EXPECT_EQ(verdict(Circle{{5, 0}, 0}, Linear2{{1, 0}}, kRight, Linear2{}), Verdict::touching_separating);
  EXPECT_EQ(verdict(Circle{{5, 0}, 0}, Linear2{{-1, 0}}, kRight, Linear2{}), Verdict::touching_separating);
}

TEST(ArcQuery, ABallAsLargeAsTheCircleTouchesItAllAround) {
  EXPECT_EQ(proximity(Circle{{0, 0}, 5}, kCircle), Proximity::touching);
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 5}, Linear2{{1, 0}}, kCircle)->time, 0);
  EXPECT_EQ(overlap(Circle{{1, 0}, 5}, kCircle).depth, 1);
}

TEST(ArcQuery, DirectionsOfAnyLengthAreTakenAsGiven) {
  // The end at 5 (1, 1)/√2 is on no double: a ball that just grazes it is told apart from one an ulp higher by a root.
  const Arc arc{{0, 0}, 5, {0, -1}, {1e-3, 1e-3}};
  const Arc longer{{0, 0}, 5, {0, -7}, {1, 1}};
  for (double x = 3.5; x < 3.6; x += 0x1p-7)
    for (const double y : {3.5, 3.75, 4.5})
      EXPECT_NEAR(distance(Circle{{x, y}, 0.25}, arc).distance, distance(Circle{{x, y}, 0.25}, longer).distance, 1e-15);
}

}  // namespace
}  // namespace carom
