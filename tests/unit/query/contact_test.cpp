#include "carom/query/contact.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(Contact, MovingTheFirstBackByTheDepthPartsThem) {
  const Circle a{{0, 0}, 2};
  const Circle b{{1.8, 2.4}, 3};  // distance 3 along (0.6, 0.8): depth 2
  const auto c = contact(a, b);
  ASSERT_TRUE(c);
  EXPECT_NEAR(c->depth, 2, 1e-15);
  EXPECT_NEAR(norm(c->normal - Vec2{0.6, 0.8}), 0, 1e-15);
  EXPECT_NEAR(norm(c->point - Vec2{0, 0}), 0, 1e-15);
  EXPECT_FALSE(contact(a, Circle{{6, 0}, 3}));
}

TEST(Contact, TouchingHasNoDepth) {
  const auto c = contact(Circle{{0, 0}, 2}, Circle{{3, 4}, 3});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->depth, 0);
}

TEST(Contact, CoincidentCentresHaveADocumentedNormal) {
  // Classic: coincident centres have no normal.
  const auto c = contact(Sphere{{1, 2, 3}, 1}, Sphere{{1, 2, 3}, 1});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(c->depth, 2);
}

TEST(Contact, PlaneSegmentAndBoxGiveFootNormalAndDepth) {
  const auto plane = contact(Circle{{3, 0.5}, 1}, HalfSpace2{{0, 1}, 0});
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->point, (Vec2{3, 0}));
  EXPECT_EQ(plane->normal, (Vec2{0, -1}));
  EXPECT_EQ(plane->depth, 0.5);
  const auto side = contact(Circle{{3, 0.5}, 1}, Segment2{{0, 0}, {10, 0}});
  ASSERT_TRUE(side);
  EXPECT_EQ(side->normal, (Vec2{0, -1}));
  EXPECT_EQ(side->depth, 0.5);
  const auto end = contact(Circle{{-0.3, 0.4}, 1}, Segment2{{0, 0}, {10, 0}});
  ASSERT_TRUE(end);
  EXPECT_NEAR(end->depth, 0.5, 1e-15);
  EXPECT_EQ(end->point, (Vec2{0, 0}));
  const auto box = contact(Sphere{{1, 1, 1.8}, 0.5}, Aabb3{{0, 0, 0}, {2, 2, 2}});
  ASSERT_TRUE(box);
  EXPECT_EQ(box->normal, (Vec3{0, 0, -1}));
  EXPECT_NEAR(box->depth, 0.7, 1e-15);
}

TEST(Contact, ACentreOnAnEdgeHasTheEdgesFrontTurnedOver) {
  const auto c = contact(Circle{{3, 0}, 1}, Segment2{{0, 0}, {10, 0}});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->normal, (Vec2{0, -1}));
  EXPECT_EQ(c->depth, 1);
}

TEST(Contact, TheDeepestOfAPolygonsEdgesCounts) {
  const Polygon room{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true, Sides::front};
  const auto c = contact(Circle{{0.25, 0.75}, 1}, room);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->normal, (Vec2{-1, 0}));
  EXPECT_EQ(c->depth, 0.75);
  EXPECT_FALSE(contact(Circle{{-0.25, 5}, 1}, room));
}

}  // namespace
}  // namespace carom
