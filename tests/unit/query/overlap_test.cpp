#include "carom/query/overlap.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

TEST(Overlap, CirclesTouchWhenTheSquaredDistanceIsTheSquaredSumOfRadii) {
  // Classic: proximity without a square root. 3-4-5.
  EXPECT_EQ(proximity(Circle{{0, 0}, 2}, Circle{{3, 4}, 3}), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{0, 0}, 2}, Circle{{3, std::nextafter(4, 5)}, 3}), Proximity::apart);
  EXPECT_EQ(proximity(Circle{{0, 0}, 2}, Circle{{3, std::nextafter(4, 3)}, 3}), Proximity::overlapping);
}

TEST(Overlap, SpheresTouchByTheSameRule) {
  EXPECT_EQ(proximity(Sphere{{0, 0, 0}, 3}, Sphere{{2, 3, 6}, 4}), Proximity::touching);
  EXPECT_EQ(proximity(Sphere{{0, 0, 0}, 3}, Sphere{{2, 3, std::nextafter(6, 7)}, 4}), Proximity::apart);
  EXPECT_TRUE(overlap(Sphere{{0, 0, 0}, 3}, Sphere{{2, 3, 6}, 4}));
}

TEST(Overlap, DecisionsHoldWherePlainArithmeticOverflowsOrUnderflows) {
  EXPECT_EQ(proximity(Circle{{0, 0}, 1e300}, Circle{{3e300, 0}, 2e300}), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{0, 0}, 0x1p-1074}, Circle{{0x1p-1073, 0}, 0x1p-1074}), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{1e300, 0}, 1}, Circle{{-1e300, 1e-300}, 1}), Proximity::apart);
}

TEST(Overlap, ABallTouchesAPlaneAtItsRadius) {
  EXPECT_EQ(proximity(Sphere{{0, 0, 1}, 1}, HalfSpace3{{0, 0, 1}, 0}), Proximity::touching);
  EXPECT_EQ(proximity(Sphere{{0, 0, -7}, 1}, HalfSpace3{{0, 0, 1}, 0}), Proximity::overlapping);
  EXPECT_EQ(proximity(Sphere{{0, 0, 1.5}, 1}, HalfSpace3{{0, 0, 1}, 0}), Proximity::apart);
}

TEST(Overlap, ASegmentIsNearestAtItsSideOrAnEnd) {
  const Segment2 bar{{0, 0}, {10, 0}};
  EXPECT_EQ(proximity(Circle{{5, 1}, 1}, bar), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{-3, 4}, 5}, bar), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{-3, 4}, 4.9}, bar), Proximity::apart);
  EXPECT_EQ(proximity(Circle{{5, 0}, 1}, bar), Proximity::overlapping);
}

TEST(Overlap, BehindAOneSidedSegmentIsApart) {
  const Segment2 bar{{0, 0}, {10, 0}, Sides::front};
  EXPECT_EQ(proximity(Circle{{5, -0.5}, 1}, bar), Proximity::apart);
  EXPECT_EQ(proximity(Circle{{5, 0.5}, 1}, bar), Proximity::overlapping);
  EXPECT_EQ(proximity(Circle{{5, 0}, 1}, bar), Proximity::overlapping);
}

TEST(Overlap, ABoxIsSolid) {
  const Aabb3 box{{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(proximity(Sphere{{1, 1, 1}, 0.1}, box), Proximity::overlapping);
  EXPECT_EQ(proximity(Sphere{{1, 1, 3}, 1}, box), Proximity::touching);
  EXPECT_EQ(proximity(Sphere{{2 + 3, 2 + 4, 1}, 5}, box), Proximity::touching);
  EXPECT_EQ(proximity(Sphere{{2 + 2, 2 + 3, 2 + 6}, 7}, box), Proximity::touching);
  EXPECT_EQ(proximity(Sphere{{4, 5, 8}, 6.9}, box), Proximity::apart);
}

TEST(Overlap, CrossingBarsOverlapWithNoCornerInside) {
  // Classic: "is a vertex of one inside the other" misses this.
  EXPECT_EQ(proximity(Aabb2{{-5, -1}, {5, 1}}, Aabb2{{-1, -5}, {1, 5}}), Proximity::overlapping);
  EXPECT_EQ(proximity(Aabb3{{-5, -1, 0}, {5, 1, 1}}, Aabb3{{-1, -5, 0}, {1, 5, 1}}), Proximity::overlapping);
}

TEST(Overlap, EveryAxisIsTestedAgainstItsOwnBounds) {
  // Classic: a containment test that checks z against the x bounds.
  EXPECT_EQ(proximity(Aabb3{{0, 0, 0}, {1, 1, 1}}, Aabb3{{0, 0, 5}, {1, 1, 6}}), Proximity::apart);
  EXPECT_EQ(proximity(Aabb3{{0, 0, 5}, {1, 1, 6}}, Aabb3{{0, 0, 4}, {1, 1, 5.5}}), Proximity::overlapping);
  EXPECT_EQ(proximity(Aabb3{{0, 0, 0}, {1, 1, 1}}, Aabb3{{1, 1, 1}, {2, 2, 2}}), Proximity::touching);
}

TEST(Overlap, APolygonIsItsBoundary) {
  const Polygon room{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true, Sides::two};
  EXPECT_EQ(proximity(Circle{{5, 5}, 1}, room), Proximity::apart);
  EXPECT_EQ(proximity(Circle{{1, 5}, 1}, room), Proximity::touching);
  EXPECT_EQ(proximity(Circle{{-3, -4}, 5}, room), Proximity::touching);
}

}  // namespace
}  // namespace carom
