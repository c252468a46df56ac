#include "carom/query/distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/query/overlap.hpp"
#include "carom/query/time_of_impact.hpp"

// Lengths from Pythagorean triples and quadruples.
namespace carom {
namespace {

template <int D>
void expect_near(const Vec<D>& a, const Vec<D>& b) {
  EXPECT_NEAR(norm(a - b), 0, 1e-14);
}

TEST(Distance, OfBallsIsThatOfTheirCentresLessTheRadii) {
  const auto d = distance(Circle{{0, 0}, 1}, Circle{{6, 8}, 2});
  EXPECT_EQ(d.distance, 7);
  expect_near(d.point_a, Vec2{0.6, 0.8});
  expect_near(d.point_b, Vec2{4.8, 6.4});
  expect_near(d.normal, Vec2{0.6, 0.8});
}

TEST(Distance, DoesNotCancelWhereShapesAlmostTouch) {
  // 3-4-5 with one ulp more: the gap is 0.6 ulp of 3, whatever the coordinates' size.
  const double ulp = 0x1p-51;
  EXPECT_NEAR(distance(Circle{{0, 0}, 2}, Circle{{3 + ulp, 4}, 3}).distance / ulp, 0.6, 1e-13);
  EXPECT_NEAR(distance(Circle{{0, 0}, 2}, Circle{{3 - ulp, 4}, 3}).distance / ulp, -0.6, 1e-13);
  EXPECT_EQ(distance(Circle{{0, 0}, 2}, Circle{{3, 4}, 3}).distance, 0);
}

TEST(Distance, InsideASolidIsMinusTheWayOutAndTheRadius) {
  EXPECT_EQ(distance(Circle{{2, 1.5}, 0.25}, Aabb2{{0, 0}, {4, 2}}).distance, -0.75);
  EXPECT_EQ(distance(Sphere{{0, 0, 1.5}, 0.25}, UprightCylinder{{0, 0, 0}, 5, 2}).distance, -0.75);
  EXPECT_NEAR(distance(Sphere{{3, 4, 0}, 1}, UprightCylinder{{0, 0, 0}, 6, 9}).distance, -2, 1e-15);
  EXPECT_EQ(distance(Circle{{1, 1}, 0}, ConvexPolygon{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}}).distance, -1);
  EXPECT_EQ(distance(Circle{{0, 0}, 1}, Capsule2{{-5, 0}, {5, 0}, 2}).distance, -3);
}

TEST(Distance, OfACylinderIsToItsSideItsCapOrItsRim) {
  const UprightCylinder c{{1, 0, 0}, 2, 3};
  EXPECT_NEAR(distance(Sphere{{1 + 6, 8, 1}, 1}, c).distance, 7, 1e-15);
  EXPECT_EQ(distance(Sphere{{1.5, 0, 5}, 1}, c).distance, 1);
  const auto rim = distance(Sphere{{1 + 3 + 2, 0, 3 + 4}, 1}, c);
  EXPECT_NEAR(rim.distance, 4, 1e-15);
  expect_near(rim.point_b, Vec3{3, 0, 3});
  expect_near(rim.normal, Vec3{-0.6, 0, -0.8});
  // So large that it holds the whole rim.
  EXPECT_NEAR(distance(Sphere{{1 + 3 + 2, 0, 3 + 4}, 100}, c).distance, -95, 1e-13);
}

TEST(Distance, OfATriangleIsToItsFaceAnEdgeOrACorner) {
  const Triangle t{{0, 0, 0}, {12, 0, 0}, {0, 12, 0}};
  EXPECT_EQ(distance(Sphere{{2, 2, 5}, 1}, t).distance, 4);
  EXPECT_EQ(distance(Sphere{{2, 2, -5}, 1}, t).distance, 4);
  EXPECT_NEAR(distance(Sphere{{5, -3, 4}, 1}, t).distance, 4, 1e-15);
  EXPECT_NEAR(distance(Sphere{{-2, -3, 6}, 1}, t).distance, 6, 1e-15);
}

TEST(Distance, OfBoxesAndCylindersIsTheGapOfTheirProjections) {
  const auto boxes = distance(Aabb3{{0, 0, 0}, {1, 1, 1}}, Aabb3{{3, 4, 7}, {9, 9, 9}});
  EXPECT_EQ(boxes.distance, 7);  // 2, 3, 6
  expect_near(boxes.normal, Vec3{2, 3, 6} / 7);
  EXPECT_EQ(distance(Aabb2{{0, 0}, {4, 4}}, Aabb2{{3, -9}, {9, 9}}).distance, -1);
  const UprightCylinder a{{0, 0, 0}, 1, 1};
  EXPECT_NEAR(distance(a, UprightCylinder{{3, 4, 0}, 2, 5}).distance, 2, 1e-15);
  EXPECT_NEAR(distance(a, UprightCylinder{{6, 0, 6}, 2, 1}).distance, 5, 1e-15);  // 3 across, 4 up
  EXPECT_NEAR(distance(a, Aabb3{{4, 5, -9}, {9, 9, 9}}).distance, std::sqrt(41) - 1, 1e-15);
  EXPECT_EQ(distance(Aabb3{{2, -9, -9}, {9, 9, 9}}, a).distance, 1);
  expect_near(distance(Aabb3{{2, -9, -9}, {9, 9, 9}}, a).normal, Vec3{-1, 0, 0});
}

// 3, 4, 5 and 1, 2, 2, 3 times so much that squares overflow.
TEST(Distance, IsThatOfThingsSoFarApartThatSquaresOverflow) {
  const double huge = 0x1p600;
  const Circle ball{{3 * huge, 4 * huge}, 2 * huge};
  EXPECT_EQ(distance(Circle{{0, 0}, huge}, ball).distance, 2 * huge);
  EXPECT_EQ(distance(Segment2{{-huge, 0}, {0, 0}}, ball).distance, 3 * huge);
  EXPECT_EQ(distance(Aabb2{{-huge, -huge}, {0, 0}}, ball).distance, 3 * huge);
  EXPECT_EQ(distance(Polygon{{{0, 0}, {-huge, 0}, {0, -huge}}}, ball).distance, 3 * huge);
  EXPECT_EQ(distance(Aabb2{{-huge, -huge}, {0, 0}}, Circle{{3 * huge, 4 * huge}, 0}).distance, 5 * huge);
  EXPECT_EQ(
      distance(Triangle{{0, 0, 0}, {-huge, 0, 0}, {0, -huge, 0}}, Sphere{{huge, 2 * huge, 2 * huge}, huge}).distance,
      2 * huge);
}

TEST(Distance, OfACylinderFromAPlaneIsThatOfItsLowestPoint) {
  // 3/5 of R = 5 and 4/5 of h = 10 below its middle, which is 20 above.
  const UprightCylinder cylinder{{7, 9, 20}, 5, 10, Axis::y};
  const auto d = distance(cylinder, HalfSpace3{{0, 8, 6}, 12.2 - 11, {0, 0, 0}});
  EXPECT_NEAR(d.distance, 9 * 0.8 + 20 * 0.6 - 1.2 - 3 - 8, 1e-14);
  expect_near(d.normal, Vec3{0, -0.8, -0.6});
  expect_near(d.point_a, Vec3{7, -1, 15});
  const UprightCylinder lying{{0, 0, 4}, 3, 8, Axis::x};
  EXPECT_EQ(distance(lying, HalfSpace3{{0, 0, 1}, 0}).distance, 1);
  EXPECT_EQ(distance(HalfSpace3{{0, 0, 1}, 2}, lying).distance, -1);
  expect_near(distance(lying, HalfSpace3{{0, 0, 1}, 0}).point_b, Vec3{0, 0, 0});
}

TEST(Distance, OfAnArcIsToItsCurveAndItsEnds) {
  const Arc arc{{1, 2}, 5, {3, 4}, {-2, 0}};  // from (4, 6) anticlockwise to (−4, 2)
  EXPECT_EQ(distance(Circle{{1, 9}, 1}, arc).distance, 1);
  EXPECT_EQ(distance(Circle{{1, 4}, 1}, arc).distance, 2);
  expect_near(distance(Circle{{1, 4}, 1}, arc).normal, Vec2{0, 1});
  EXPECT_EQ(distance(Circle{{1, 6.5}, 1}, arc).distance, -0.5);
  EXPECT_EQ(distance(Circle{{-4, -1}, 1}, arc).distance, 2);         // below its end
  EXPECT_NEAR(distance(Circle{{7, 2}, 1}, arc).distance, 4, 1e-15);  // 3, 4, 5 from its beginning
  // A disc larger than the circle, around its centre, is through it everywhere.
  EXPECT_EQ(distance(Circle{{1, 2}, 7}, Arc{{1, 2}, 5}).distance, -2);
}

// A side so short that its square underflows, or so long that it overflows, is still where it is.
TEST(Distance, OfSidesWhoseSquaresLeaveTheRangeOfDoubles) {
  for (const double tiny : {1e-300, 1e-200, 1e-160, 5e-324}) {
    const auto triangle = distance(Circle{{0, 0}, 1}, ConvexPolygon{{{5, 0}, {6, 0}, {5, tiny}}});
    EXPECT_DOUBLE_EQ(triangle.distance, 4) << tiny;
    EXPECT_EQ(triangle.normal, (Vec2{1, 0}));
    EXPECT_NEAR(norm(triangle.point_b - Vec2{5, 0}), 0, 1e-15);
    const auto capsule = distance(Sphere{{0, tiny, 0}, 1}, Capsule<3>{{1, 0, 0}, {1, tiny, 0}, 0});
    EXPECT_EQ(capsule.distance, 0) << tiny;
    EXPECT_NEAR(norm(capsule.point_b - Vec3{1, 0, 0}), 0, 1e-15);
    const auto segment = distance(Circle{{0, 3}, 1}, Segment2{{-tiny, 0}, {tiny, 0}});
    EXPECT_DOUBLE_EQ(segment.distance, 2) << tiny;
    EXPECT_NEAR(norm(segment.point_b), 0, 1e-15);
  }
  for (const double tiny : {1e-100, 1e-160, 1e-200, 1e-300}) {
    const Triangle triangle{{0, 0, 0}, {0, 4 * tiny, 0}, {0, 0, 4 * tiny}};  // across x
    const auto above = distance(Sphere{{3, tiny, tiny}, 1}, triangle);
    EXPECT_DOUBLE_EQ(above.distance, 2) << tiny;
    EXPECT_NEAR(norm(above.normal - Vec3{-1, 0, 0}), 0, 1e-15) << tiny;
    EXPECT_NEAR(norm(above.point_b), 0, 1e-15) << tiny;
  }
  const auto far = distance(Circle{{0, 3e160}, 1e160}, Segment2{{-1e200, 0}, {1e200, 0}});
  EXPECT_DOUBLE_EQ(far.distance, 2e160);
}

TEST(Distance, BehindAOneSidedEdgeThereIsNothing) {
  const auto d = distance(Circle{{5, -0.5}, 1}, Segment2{{0, 0}, {10, 0}, Sides::front});
  EXPECT_TRUE(std::isinf(d.distance));
  EXPECT_FALSE(overlap(Circle{{5, -0.5}, 1}, Segment2{{0, 0}, {10, 0}, Sides::front}));
}

TEST(Distance, ABallRollsOverAMeshWithoutCatching) {
  // Flat ground of many triangles: touching or a little sunk or raised, along and across its edges.
  TriangleMesh ground;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) ground.vertices.push_back({i - 2.5, j - 2.5, 0});
  const auto at = [](int i, int j) { return static_cast<std::uint32_t>(6 * i + j); };
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      ground.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      ground.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  for (const double height : {0.25, 0.25 - 1e-16, 0.25 + 1e-16, 0.2})
    for (const Vec3& velocity : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0.3, -0.7, 0}, Vec3{1, 0, 1e-9}})
      EXPECT_FALSE(time_of_impact(Sphere{{-1.5, -1.5, height}, 0.25}, Linear3{velocity}, ground, {}, 2)) << height;
  const auto falls = time_of_impact(Sphere{{0.5, 0.5, 1.25}, 0.25}, Linear3{{0, 0, -2}}, ground);
  ASSERT_TRUE(falls);
  EXPECT_EQ(falls->time, 0.5);
  EXPECT_EQ(falls->normal, (Vec3{0, 0, -1}));
}

}  // namespace
}  // namespace carom
