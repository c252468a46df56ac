#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"

// The table "What an answer means" of docs/use/queries.md, row by row, for every pair of shapes in both orders.
namespace carom {
namespace {

/// What the first shape does along x, and aside along y.
struct Move {
  double start = 0;  ///< 0: touching, < 0: apart by as much, > 0: overlapping
  double speed = 0;
  double pull = 0;
  double aside = 0;
};

struct Answer {
  Verdict verdict;
  double time;  ///< −1: none
};

struct Example {
  std::string name;
  std::function<Answer(const Move&, double horizon)> ask;
  std::function<Proximity(double start)> stand;
};

template <int D>
Ball<D> moved(Ball<D> shape, double by) {
  shape.center.x += by;
  return shape;
}
template <int D>
Aabb<D> moved(Aabb<D> shape, double by) {
  shape.low.x += by;
  shape.high.x += by;
  return shape;
}
template <int D>
Capsule<D> moved(Capsule<D> shape, double by) {
  shape.from.x += by;
  shape.to.x += by;
  return shape;
}
ConvexPolygon moved(ConvexPolygon shape, double by) {
  for (Vec2& v : shape.vertices) v.x += by;
  return shape;
}
UprightCylinder moved(UprightCylinder shape, double by) {
  shape.center.x += by;
  return shape;
}

template <class A, class B>
Answer answer(const A& a, const Motion<kDimension<A>>& motion_a, const B& b, const Motion<kDimension<A>>& motion_b,
              double horizon) {
  const auto impact = time_of_impact(a, motion_a, b, motion_b, horizon);
  return {verdict(a, motion_a, b, motion_b, horizon), impact ? impact->time : -1};
}

/// The first shape touches the second from the left.
template <class A, class B>
void add(std::vector<Example>& examples, const std::string& name, const A& a, const B& b) {
  const auto motion_of = [](const Move& move) {
    Accelerating<kDimension<A>> law;
    law.velocity.x = move.speed;
    law.velocity.y = move.aside;
    law.acceleration.x = move.pull;
    return law;
  };
  examples.push_back(
      {name,
       [=](const Move& move, double horizon) { return answer(moved(a, move.start), motion_of(move), b, {}, horizon); },
       [=](double start) { return proximity(moved(a, start), b); }});
  examples.push_back(
      {name + ", turned",
       [=](const Move& move, double horizon) { return answer(b, {}, moved(a, move.start), motion_of(move), horizon); },
       [=](double start) { return proximity(b, moved(a, start)); }});
}

std::vector<Example> all_examples() {
  std::vector<Example> all;
  const Circle disc{{0, 0}, 1};
  const Sphere ball{{0, 0, 0}, 1};
  add(all, "ball-ball 2D", disc, Circle{{3, 0}, 2});
  add(all, "ball-ball 3D", ball, Sphere{{3, 0, 0}, 2});
  add(all, "ball-point", disc, Circle{{1, 0}, 0});
  add(all, "ball-half-space 2D", disc, HalfSpace2{{-1, 0}, -1});
  add(all, "ball-half-space 3D", ball, HalfSpace3{{-1, 0, 0}, -1});
  add(all, "ball-segment 2D", disc, Segment2{{1, -5}, {1, 5}});
  add(all, "ball-one-sided segment", disc, Segment2{{1, -5}, {1, 5}, Sides::front});
  add(all, "ball-segment's end", disc, Segment2{{1, 0}, {5, 0}});
  add(all, "ball-segment 3D", ball, Segment3{{1, -5, 1}, {1, 5, -1}});
  add(all, "ball-capsule 2D", disc, Capsule2{{3, -5}, {3, 5}, 2});
  add(all, "ball-capsule 3D", ball, Capsule3{{3, 0, 0}, {7, 0, 0}, 2});
  add(all, "ball-box 2D", disc, Aabb2{{1, -5}, {9, 5}});
  add(all, "ball-box 3D", ball, Aabb3{{1, -5, -5}, {9, 5, 5}});
  add(all, "ball-polygon", disc, Polygon{{{1, -5}, {9, -5}, {9, 5}, {1, 5}}});
  add(all, "ball-polygon's joint", disc, Polygon{{{1, -5}, {1, 0}, {1, 5}}, false, Sides::two});
  add(all, "ball-convex polygon", disc, ConvexPolygon{{{1, -5}, {9, -5}, {9, 5}, {1, 5}}});
  add(all, "ball-convex polygon's corner", disc, ConvexPolygon{{{1, 0}, {5, -3}, {5, 3}}});
  add(all, "point-convex polygon", Circle{{1, 0}, 0}, ConvexPolygon{{{1, -5}, {9, -5}, {9, 5}, {1, 5}}});
  add(all, "ball-arc from outside", disc, Arc{{3, 0}, 2, {0, 1}, {0, -1}});
  add(all, "ball-circle from outside", disc, Arc{{3, 0}, 2});
  add(all, "ball-arc's end", disc, Arc{{4, 0}, 3, {-1, 0}, {0, -1}});
  add(all, "ball-cylinder", ball, UprightCylinder{{3, 0, 0}, 2, 4});
  add(all, "ball-thin disc", ball, UprightCylinder{{3, 0, 0}, 2, 0});
  add(all, "ball-cylinder without radius", ball, UprightCylinder{{1, 0, 0}, 0, 4});
  add(all, "point-cylinder", Sphere{{1, 0, 0}, 0}, UprightCylinder{{3, 0, 0}, 2, 4});
  add(all, "ball-triangle", ball, Triangle{{1, -5, -5}, {1, 5, -5}, {1, 0, 5}});
  add(all, "ball-triangle's edge", ball, Triangle{{1, 0, -5}, {5, 0, 0}, {1, 0, 5}});
  add(all, "ball-triangle's corner", ball, Triangle{{1, 0, 0}, {5, -2, 1}, {5, 2, 1}});
  const TriangleMesh wall{{{1, -5, -5}, {1, 5, -5}, {1, 5, 5}, {1, -5, 5}}, {{0, 1, 2}, {0, 2, 3}}};
  add(all, "ball-mesh on its flat edge", ball, wall);
  add(all, "box-box 2D", Aabb2{{-1, -1}, {1, 1}}, Aabb2{{1, -5}, {9, 5}});
  add(all, "box-box 3D", Aabb3{{-1, -1, -1}, {1, 1, 1}}, Aabb3{{1, -5, -5}, {9, 5, 5}});
  add(all, "cylinder-cylinder", UprightCylinder{{0, 0, 0}, 1, 1}, UprightCylinder{{3, 0, 1}, 2, 4});
  add(all, "cylinder-box", UprightCylinder{{0, 0, 0}, 1, 1}, Aabb3{{1, -5, -5}, {9, 5, 5}});
  add(all, "cylinder-half-space", UprightCylinder{{0, 0, 0}, 1, 4}, HalfSpace3{{-1, 0, 0}, -1});
  add(all, "cylinder's cap-half-space", UprightCylinder{{0, 0, 0}, 4, 1, Axis::x}, HalfSpace3{{-1, 0, 0}, -1});
  add(all, "ball-cylinder along y", ball, UprightCylinder{{3, 0, 0}, 2, 4, Axis::y});
  add(all, "ball-cap of a cylinder along x", ball, UprightCylinder{{5, 0, 0}, 2, 4, Axis::x});
  add(all, "cylinders along x", UprightCylinder{{0, 0, 0}, 2, 1, Axis::x}, UprightCylinder{{5, 1, 0}, 2, 4, Axis::x});
  add(all, "box-cylinder", Aabb3{{-1, -1, -1}, {1, 1, 1}}, UprightCylinder{{3, 0, 0}, 2, 4});
  const Capsule2 lying{{-3, 0}, {0, 0}, 1};
  const Capsule3 leaning{{-3, 1, 1}, {0, 0, 0}, 1};
  const ConvexPolygon kite{{{-4, 0}, {0, -2}, {1, 0}, {0, 2}}};
  const Aabb3 cube{{-1, -1, -1}, {1, 1, 1}};
  add(all, "capsule-segment", lying, Segment2{{1, -5}, {1, 5}});
  add(all, "capsule-segment's end", lying, Segment2{{1, 0}, {5, 0}});
  add(all, "capsules on one line", lying, Capsule2{{3, 0}, {9, 0}, 2});
  add(all, "capsules across", Capsule3{{0, -5, 0}, {0, 5, 0}, 1}, Capsule3{{3, 0, -5}, {3, 0, 5}, 2});
  add(all, "capsules side by side", Capsule3{{0, -5, 0}, {0, 5, 0}, 1}, Capsule3{{3, -4, 0}, {3, 9, 0}, 2});
  add(all, "capsule-box 2D", lying, Aabb2{{1, -5}, {9, 5}});
  add(all, "capsule-box 3D", leaning, Aabb3{{1, -5, -5}, {9, 5, 5}});
  add(all, "capsule's side-box's edge", Capsule3{{0, -5, 0}, {0, 5, 0}, 1}, Aabb3{{1, -1, 0}, {3, 1, 2}});
  add(all, "capsule-triangle", leaning, Triangle{{1, -5, -5}, {1, 5, -5}, {1, 0, 5}});
  add(all, "capsule-triangle's corner", leaning, Triangle{{1, 0, 0}, {5, -2, 1}, {5, 2, 1}});
  add(all, "capsule-half-space", leaning, HalfSpace3{{-1, 0, 0}, -1});
  add(all, "capsule-convex polygon", lying, ConvexPolygon{{{1, -5}, {9, -5}, {9, 5}, {1, 5}}});
  add(all, "convex polygon-box", kite, Aabb2{{1, -5}, {9, 5}});
  add(all, "convex polygon-half-space", kite, HalfSpace2{{-1, 0}, -1});
  add(all, "convex polygons' corners", kite, ConvexPolygon{{{1, 0}, {5, -3}, {5, 3}}});
  add(all, "box-triangle", cube, Triangle{{1, -5, -5}, {1, 5, -5}, {1, 0, 5}});
  add(all, "box-triangle's edge", cube, Triangle{{1, 0, -5}, {5, 0, 0}, {1, 0, 5}});
  add(all, "box-segment's end", cube, Segment3{{1, 0, 0}, {5, 1, 2}});
  add(all, "box-half-space", cube, HalfSpace3{{-1, 0, 0}, -1});
  return all;
}

class Semantics : public testing::Test {
 protected:
  static void expect(const Move& move, double horizon, Verdict verdict, double time = -1) {
    for (const Example& example : all_examples()) {
      const Answer answer = example.ask(move, horizon);
      EXPECT_EQ(answer.verdict, verdict) << example.name;
      EXPECT_NEAR(answer.time, time, time > 0 ? 1e-14 : 0) << example.name;
      EXPECT_LE(answer.time, horizon) << example.name;
    }
  }
};

TEST_F(Semantics, ShapesStandApartTouchingOrOverlapping) {
  for (const Example& example : all_examples()) {
    EXPECT_EQ(example.stand(-0x1p-52), Proximity::apart) << example.name;
    EXPECT_EQ(example.stand(0), Proximity::touching) << example.name;
  }
}

TEST_F(Semantics, ApartAndMeetingIsAHit) {
  expect({-1, 1}, kForever, Verdict::hit, 1);
  expect({-1, 2}, kForever, Verdict::hit, 0.5);
}

TEST_F(Semantics, TouchingAtExactlyTheHorizonCounts) {
  expect({-1, 1}, 1, Verdict::hit, 1);
  expect({-1, 1}, std::nextafter(1.0, 0.0), Verdict::miss);
}

TEST_F(Semantics, ApartAndPartingOrStillOrAsideIsAMiss) {
  expect({-1, -1}, kForever, Verdict::miss);
  expect({-1, 0}, kForever, Verdict::miss);
  expect({-1, 0, 0, 1}, 2, Verdict::miss);
  expect({-1, 0}, 0, Verdict::miss);
}

TEST_F(Semantics, TouchingAndApproachingIsAHitAtOnce) {
  expect({0, 1}, kForever, Verdict::hit, 0);
  expect({0, 1}, 0, Verdict::hit, 0);
}

TEST_F(Semantics, TouchingAtRestButPulledTogetherApproaches) {
  expect({0, 0, 1}, kForever, Verdict::hit, 0);
}

TEST_F(Semantics, TouchingAndSeparatingOrStillOrAsideIsNoImpact) {
  expect({0, -1}, kForever, Verdict::touching_separating);
  expect({0, 0}, kForever, Verdict::touching_separating);
  expect({0, 0, -1}, kForever, Verdict::touching_separating);
  expect({0, 0, 0, 1}, 1, Verdict::touching_separating);
  expect({0, 0, 0, -1}, 1, Verdict::touching_separating);
}

TEST_F(Semantics, OverlappingAndApproachingIsAnImpactAtOnce) {
  for (const Example& example : all_examples()) {
    EXPECT_EQ(example.stand(0.25), Proximity::overlapping) << example.name;
    const Answer answer = example.ask({0.25, 1}, kForever);
    EXPECT_EQ(answer.verdict, Verdict::overlapping) << example.name;
    EXPECT_EQ(answer.time, 0) << example.name;
  }
}

TEST_F(Semantics, OverlappingAndSeparatingIsNoImpact) {
  expect({0.25, -1}, kForever, Verdict::overlapping);
  expect({0.25, 0}, kForever, Verdict::overlapping);
}

TEST_F(Semantics, AGrazeInOnePointIsAHit) {
  // ½ short of touching at speed 1, pulled back by 1: there for an instant, at t = 1.
  expect({-0.5, 1, -1}, kForever, Verdict::hit, 1);
  expect({-0.5, 1, -1}, 1, Verdict::hit, 1);
  expect({-0.5 - 0x1p-53, 1, -1}, kForever, Verdict::miss);
}

TEST_F(Semantics, WhatPartsAndComesBackIsAHitThen) {
  // Leaves at speed 1, pulled back by 1: again there after 2.
  expect({0, -1, 1}, kForever, Verdict::hit, 2);
  expect({0, -1, 1}, 2, Verdict::hit, 2);
  expect({0, -1, 1}, std::nextafter(2.0, 0.0), Verdict::touching_separating);
}

TEST_F(Semantics, WhatPartsWithinTheOverlapAndTurnsHasAnImpactAtTheTurn) {
  // ½ deep, leaves at speed ½, pulled back by ½: turns at t = 1, ¼ deep.
  expect({0.5, -0.5, 0.5}, kForever, Verdict::overlapping, 1);
}

TEST_F(Semantics, TheContactOfWhatTouchesHasNoDepth) {
  const Circle disc{{0, 0}, 1};
  for (const auto& contact : {contact(disc, Aabb2{{1, -5}, {9, 5}}), contact(disc, Capsule2{{3, -5}, {3, 5}, 2}),
                              contact(disc, ConvexPolygon{{{1, -5}, {9, -5}, {9, 5}, {1, 5}}}),
                              contact(Aabb2{{-1, -1}, {1, 1}}, Aabb2{{1, -1}, {9, 1}})}) {
    ASSERT_TRUE(contact);
    EXPECT_EQ(contact->depth, 0);
    EXPECT_EQ(contact->point, (Vec2{1, 0}));
    EXPECT_EQ(contact->normal, (Vec2{1, 0}));
  }
}

}  // namespace
}  // namespace carom
