#include <gtest/gtest.h>

#include <cmath>

#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"

// An upright cylinder before a segment or a triangle; numbers by hand.
namespace carom {
namespace {

/// The plane 4 z = 3 x, large: its normal is (−3, 0, 4)/5, so that the support of a cylinder is (3 R + 4 h)/5.
const Triangle kSlope{{-40, -40, -30}, {40, -40, 30}, {0, 80, 0}};

TEST(CylinderAndTriangle, ACylinderFallsOnASlope) {
  const UprightCylinder cylinder{{0, 0, 10}, 2, 1};
  // (4 z − 10)/5 = 0 at z = 2.5.
  const auto hit = time_of_impact(cylinder, Linear3{{0, 0, -1}}, kSlope);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 7.5);
  EXPECT_NEAR(norm(hit->normal - Vec3{0.6, 0, -0.8}), 0, 1e-15);
  EXPECT_NEAR(norm(hit->point - Vec3{2, 0, 1.5}), 0, 1e-14);
  EXPECT_DOUBLE_EQ(distance(cylinder, kSlope).distance, 6);
}

TEST(CylinderAndTriangle, StandingOnASlopeExactlyIsTouching) {
  EXPECT_EQ(proximity(UprightCylinder{{0, 0, 2.5}, 2, 1}, kSlope), Proximity::touching);
  EXPECT_EQ(proximity(UprightCylinder{{0, 0, std::nextafter(2.5, 3)}, 2, 1}, kSlope), Proximity::apart);
  EXPECT_EQ(proximity(UprightCylinder{{0, 0, std::nextafter(2.5, 2)}, 2, 1}, kSlope), Proximity::overlapping);
}

TEST(CylinderAndTriangle, ItSlidesDownASlopeWithoutBeingCaught) {
  const UprightCylinder standing{{0, 0, 2.5}, 2, 1};
  EXPECT_EQ(verdict(standing, Linear3{{-4, 0, -3}}, kSlope, {}, 5), Verdict::touching_separating);
  EXPECT_EQ(verdict(standing, Linear3{{-4, 0, -2.9}}, kSlope, {}, 5), Verdict::touching_separating);
  const auto hit = time_of_impact(standing, Linear3{{-4, 0, -3.1}}, kSlope, {}, 5);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->time, 0);
}

TEST(CylinderAndTriangle, ItLandsFlatOnALevelTriangle) {
  const Triangle floor{{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}};
  const UprightCylinder cylinder{{0.5, -1, 5}, 1, 0.5};
  const auto hit = time_of_impact(cylinder, Accelerating3{{}, {0, 0, -7}}, floor);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 1);  // 3.5 = ½ 7 t²
  EXPECT_EQ(hit->normal, (Vec3{0, 0, -1}));
  EXPECT_EQ(hit->point, (Vec3{0.5, -1, 1}));
  const auto inside = contact(UprightCylinder{{0.5, -1, 1.25}, 1, 0.5}, floor);
  ASSERT_TRUE(inside);
  EXPECT_DOUBLE_EQ(inside->depth, 0.25);
  EXPECT_EQ(inside->normal, (Vec3{0, 0, -1}));
}

TEST(CylinderAndTriangle, ACornerAtThreeFourFiveIsTouched) {
  // The corner is (3, 4) across from the axis, the rest is farther.
  const Triangle t{{3, 4, 0}, {30, 40, 1}, {40, 30, -1}};
  EXPECT_EQ(proximity(UprightCylinder{{0, 0, 0}, 5, 2}, t), Proximity::touching);
  EXPECT_EQ(proximity(t, UprightCylinder{{0, 0, 0}, 5, 2}), Proximity::touching);
  // And at the rim, by its last point.
  EXPECT_EQ(proximity(UprightCylinder{{0, 0, 2}, 5, 2}, Triangle{{3, 4, 0}, {30, 40, -1}, {40, 30, -1}}),
            Proximity::touching);
}

TEST(CylinderAndTriangle, ALevelDiscInAnUprightTriangleIsAsDeepAsItsRadius) {
  const Triangle wall{{-9, 0, -9}, {9, 0, -9}, {0, 0, 9}};
  const UprightCylinder disc{{0, 0, 0}, 1, 0};
  EXPECT_DOUBLE_EQ(distance(disc, wall).distance, -1);
  // A disc that lies in a level triangle has no inside in common with it.
  EXPECT_EQ(proximity(disc, Triangle{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}), Proximity::touching);
}

TEST(CylinderAndTriangle, APointGoesAlongItOrAwayFromATouchWithoutAHit) {
  const UprightCylinder point{{0, 0, 0}, 0, 0};
  const Vec3 low{5, -6, 2};
  for (const Vec3& high : {Vec3{5, -6, 8}, Vec3{-6, 5, 8}}) {
    const Triangle t{{0, 0, 0}, low, high};
    ASSERT_EQ(proximity(point, t), Proximity::touching);
    for (const Vec3& way : {low, high, low + high, -low, Vec3{1, 1, 1}, Vec3{-1, -1, -1}}) {
      EXPECT_EQ(verdict(point, Linear3{way}, t), Verdict::touching_separating);
      EXPECT_EQ(verdict(t, Linear3{-way}, point), Verdict::touching_separating);
    }
    const Accelerating3 away_and_back{-low, 2 * low};
    EXPECT_EQ(time_of_impact(point, away_and_back, t)->time, 1);
  }
}

TEST(CylinderAndSegment, APointGoesAlongItWithoutAHit) {
  const Segment3 s{{0, 0, 0}, {5, -6, 2}};
  const UprightCylinder point{{0, 0, 0}, 0, 0};
  EXPECT_EQ(verdict(point, Linear3{{5, -6, 2}}, s), Verdict::touching_separating);
  EXPECT_EQ(verdict(point, Accelerating3{{}, {5, -6, 2}}, s), Verdict::touching_separating);
}

TEST(CylinderAndSegment, AnUprightEdgeIsMetAsACornerFromAbove) {
  const auto hit =
      time_of_impact(UprightCylinder{{-10, 3, 0}, 5, 1}, Linear3{{1, 0, 0}}, Segment3{{0, 0, -4}, {0, 0, 4}});
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 6);  // at (−4, 3)
  EXPECT_NEAR(norm(hit->normal - Vec3{0.8, -0.6, 0}), 0, 1e-15);
}

TEST(CylinderAndSegment, ALevelEdgeIsMetByTheSideOrACap) {
  const Segment3 edge{{-5, 0, 2}, {5, 0, 2}};
  const auto side = time_of_impact(UprightCylinder{{0, -7, 2.5}, 2, 1}, Linear3{{0, 1, 0}}, edge);
  ASSERT_TRUE(side);
  EXPECT_DOUBLE_EQ(side->time, 5);
  const auto cap = time_of_impact(UprightCylinder{{0, 1, 7}, 2, 1}, Linear3{{0, 0, -1}}, edge);
  ASSERT_TRUE(cap);
  EXPECT_DOUBLE_EQ(cap->time, 4);
}

TEST(CylinderAndSegment, TheRimMeetsATiltedEdge) {
  // z = x in the plane y = 3: the lower rim, 5 around (0, 0), is at x = 4 there.
  const Segment3 edge{{-20, 3, -20}, {20, 3, 20}};
  const auto hit = time_of_impact(UprightCylinder{{0, 0, 10}, 5, 1}, Linear3{{0, 0, -1}}, edge);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 5);  // its lower base at z = 4
  EXPECT_NEAR(norm(hit->point - Vec3{4, 3, 4}), 0, 1e-14);
  // Across both the edge and the rim, whose direction there is (−3, 4, 0): (4, 3, −4)/√41.
  EXPECT_NEAR(norm(hit->normal - (1 / std::sqrt(41.0)) * Vec3{4, 3, -4}), 0, 1e-15);
}

TEST(CylinderAndSegment, AnEdgeAlongTheAxisIsPartedFromSideways) {
  const Segment3 axis{{0, 0, -1}, {0, 0, 1}};
  const auto d = distance(UprightCylinder{{0, 0, 0}, 1, 3}, axis);
  EXPECT_EQ(d.distance, -1);
  EXPECT_EQ(d.normal.z, 0);
  // On the axis every way across is as deep: none is nearer, so nothing approaches.
  EXPECT_EQ(verdict(UprightCylinder{{0, 0, 0}, 1, 3}, Linear3{{1, 0, 0}}, axis), Verdict::overlapping);
  EXPECT_FALSE(time_of_impact(UprightCylinder{{0, 0, 0}, 1, 3}, Linear3{{1, 0, 0}}, axis));
}

TEST(CylinderAndSegment, InOverlapASwervingEdgeIsAnImpactWhereItSinksAgain) {
  // 0.5 below the top cap, moving out at 1 and pulled back by 2: it turns after half a second.
  const UprightCylinder cylinder{{0, 0, 0}, 9, 9};
  const Segment3 edge{{-1, 0, 8.5}, {1, 0, 8.5}};
  const auto hit = time_of_impact(cylinder, Accelerating3{{0, 0, -0.5}, {0, 0, 1}}, edge);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, 0.5, 1e-14);
  EXPECT_EQ(hit->start, Proximity::overlapping);
}

}  // namespace
}  // namespace carom
