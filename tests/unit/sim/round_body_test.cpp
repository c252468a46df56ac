#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/math/random.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/placements.hpp"

// Capsules, convex polygons, arcs and upright cylinders as bodies of a world. Expected values are closed forms and the
// pair query, which tests/oracle judges.
namespace carom {
namespace {

template <int D>
Body<D> still(const Shape<D>& shape, double restitution = 1) {
  Body<D> body;
  body.shape = shape;
  body.restitution = restitution;
  return body;
}

template <int D>
Body<D> ball(const Vec<D>& at, double radius, const BodyMotion<D>& motion, double restitution = 1) {
  Body<D> body = still<D>(Ball<D>{at, radius}, restitution);
  body.motion = motion;
  return body;
}

template <int D>
Vec<D> any(Random& random, double most) {
  Vec<D> v;
  for (int k = 0; k < D; ++k) v[k] = random.uniform(-most, most);
  return v;
}

/// A motion of each law in turn, roughly towards the origin.
template <int D>
std::pair<BodyMotion<D>, Motion<D>> any_motion(int k, const Vec<D>& from, Random& random) {
  const Vec<D> velocity = any<D>(random, 1) - 0.75 * from;
  const auto both = [](const auto& law) { return std::pair<BodyMotion<D>, Motion<D>>(law, law); };
  if (k % 4 == 1) return both(Accelerating<D>{velocity, any<D>(random, 1)});
  if (k % 4 == 2) return both(Stopping<D>{velocity, random.uniform(0.1, 1)});
  if (k % 4 == 3) return both(Damped<D>{velocity, random.uniform(0.1, 1)});
  return both(Linear<D>{velocity});
}

/// Around the origin, and about 1 in size. Of every second pair the obstacle moves; every ninth ball may be a point.
template <int D, class S>
void expect_to_be_met_when_the_query_says_so(const S& shape, bool with_points = true) {
  Random random(5);
  int met = 0;
  for (int k = 0; k < 200; ++k) {
    const Ball<D> mover{any<D>(random, 4), with_points && k % 9 == 0 ? 0 : random.uniform(0.05, 0.7)};
    if (distance(mover, shape).distance <= 0) continue;
    const auto [motion, law] = any_motion<D>(k, mover.center, random);
    const Linear<D> drift{k / 4 % 2 == 0 ? Vec<D>{} : any<D>(random, 1)};
    World<D> world;
    Body<D> obstacle = still<D>(shape);
    obstacle.motion = drift;
    world.add(obstacle);
    world.add(ball<D>(mover.center, mover.radius, motion));
    const auto impact = time_of_impact(mover, law, shape, drift, 10);
    auto event = world.next_event(10);
    while (event && event->kind != EventKind::impact) {  // it stops, and what moves may still come
      world.run_until(event->time);
      event = world.next_event(10);
    }
    ASSERT_EQ(event.has_value(), impact.has_value()) << k;
    if (!event) continue;
    ++met;
    EXPECT_NEAR(event->time, impact->time, 1e-11 * (1 + impact->time)) << k;
    EXPECT_NEAR(norm(event->normal - impact->normal), 0, 1e-7) << k;
    EXPECT_NEAR(norm(event->point - impact->point), 0, 1e-9) << k;
  }
  EXPECT_GT(met, 30);
}

const ConvexPolygon kKite{{{-1, 0}, {0, -1.5}, {1.25, 0}, {0, 0.5}}};

TEST(RoundBody, IsMetWhenTheQuerySaysSo) {
  expect_to_be_met_when_the_query_says_so<2>(Capsule2{{-1, 0.25}, {1, -0.5}, 0.5});
  expect_to_be_met_when_the_query_says_so<3>(Capsule3{{-1, 0.25, 0}, {1, -0.5, 0.75}, 0.5});
  expect_to_be_met_when_the_query_says_so<2>(kKite);
  // A point on a curve without thickness is on either side of it once its place is rounded.
  expect_to_be_met_when_the_query_says_so<2>(Arc{{0.25, -0.5}, 1.5, {-1, -2}, {-3, 1}}, false);
  expect_to_be_met_when_the_query_says_so<3>(UprightCylinder{{0.25, 0, -0.125}, 1, 0.75});
}

/// Four capsules around [0, 4]², 0.5 thick.
World<2> box_of_capsules(BroadPhase broad_phase) {
  World<2> world({.broad_phase = broad_phase});
  const Vec2 corners[] = {{-0.5, -0.5}, {4.5, -0.5}, {4.5, 4.5}, {-0.5, 4.5}};
  for (int k = 0; k < 4; ++k) world.add(still<2>(Capsule2{corners[k], corners[(k + 1) % 4], 0.5}));
  return world;
}

TEST(RoundBody, ABoxOfCapsulesKeepsItsBallsAndTheirEnergy) {
  World<2> world = box_of_capsules(BroadPhase::automatic);
  Random random(3);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) world.add(ball<2>({0.4 + 0.8 * i, 0.4 + 0.8 * j}, 0.25, any<2>(random, 1)));
  const double before = world.ledger().kinetic;
  world.run_until(200);
  EXPECT_GT(world.event_count(), 5000U);
  EXPECT_NEAR(world.ledger().kinetic, before, 1e-11 * before);
  EXPECT_LE(world.deepest_overlap(), 1e-13);
  EXPECT_FALSE(world.first_overlap(1e-12));
  for (std::uint32_t id = 4; id < world.body_count(); ++id)
    for (int k = 0; k < 2; ++k) {
      EXPECT_GT(place(world, BodyId{id})[k], 0.25 - 1e-12);
      EXPECT_LT(place(world, BodyId{id})[k], 3.75 + 1e-12);
    }
}

TEST(RoundBody, ABallAloneInABoxOfCapsulesGoesAsBetweenWalls) {
  World<2> world = box_of_capsules(BroadPhase::all_pairs);
  const BodyId id = world.add(ball<2>({1, 2}, 0.5, Vec2{1, 0.5}));
  world.run_until(100);
  // Unfolded, from 0.5 on in widths of 3: x 0.5 + 100 = 33·3 + 1.5, y 1.5 + 50 = 17·3 + 0.5, both on the way back.
  EXPECT_NEAR(place(world, id).x, 3.5 - 1.5, 1e-11);
  EXPECT_NEAR(place(world, id).y, 3.5 - 0.5, 1e-11);
  EXPECT_NEAR(norm(velocity(world, id)), std::sqrt(1.25), 1e-13);
}

TEST(RoundBody, BallsComeToRestOnFlatSides) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(still<2>(Capsule2{{-2, 0}, {2, 0}, 0.75}, 0.5));
  world.add(still<2>(ConvexPolygon{{{4, -1}, {8, -1}, {7, 1}, {5, 1}}}, 0.5));
  const BodyId on_capsule = world.add(ball<2>({0.5, 3}, 0.25, Vec2{}, 0.5));
  const BodyId on_polygon = world.add(ball<2>({6, 3}, 0.25, Vec2{}, 0.5));
  world.run_until(10);
  EXPECT_EQ(world.event_count(EventKind::rest), 2U);
  EXPECT_EQ(place(world, on_capsule), (Vec2{0.5, 1}));
  EXPECT_EQ(place(world, on_polygon), (Vec2{6, 1.25}));
}

TEST(RoundBody, ABallLeavesTheCapOfACylinderWhereItEnds) {
  // It slides along x at 2 from −0.4 to the rim, x² + 0.36 = 1.
  WorldOptions<3> options;
  options.gravity = {0, 0, -10};
  World<3> world(options);
  world.add(still<3>(UprightCylinder{{0, 0, 0}, 1, 2}, 0));
  world.add(ball<3>({-0.4, 0.6, 2.25}, 0.25, Vec3{2, 0, 0}, 0));
  const auto events = world.run_until(1);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].kind, EventKind::rest);
  const auto released =
      std::find_if(events.begin(), events.end(), [](const Event3& event) { return event.kind == EventKind::release; });
  ASSERT_NE(released, events.end());
  EXPECT_NEAR(released->time, 0.6, 1e-14);
}

TEST(RoundBody, AWalkerGoesAroundAndNeverIn) {
  World<2> plane;
  plane.add(still<2>(Capsule2{{0, -1}, {0, 1}, 0.5}));
  plane.add(still<2>(ConvexPolygon{{{3, -1}, {5, -2}, {5, 1}, {3.5, 1}}}));
  Body<2> walker = ball<2>({-3, 0.25}, 0.4, Vec2{2, 0.5});
  walker.response = Response::slide;
  const BodyId id = plane.add(walker);
  for (int frame = 1; frame <= 480; ++frame) {
    plane.run_until(frame / 60.0);
    ASSERT_FALSE(plane.first_overlap(1e-12)) << frame;
  }
  EXPECT_GT(place(plane, id).x, 6);
  EXPECT_EQ(plane.event_count(EventKind::stuck), 0U);
  EXPECT_GE(plane.event_count(EventKind::slide), 1U);

  World<3> space;
  space.add(still<3>(UprightCylinder{{0, 0, 0}, 1, 1}));
  space.add(still<3>(Capsule3{{4, -2, -1}, {4, 2, 1}, 0.5}));
  Body<3> flyer = ball<3>({-3, 0.25, 0.5}, 0.4, Vec3{2, 0.25, 0.125});
  flyer.response = Response::slide;
  const BodyId other = space.add(flyer);
  for (int frame = 1; frame <= 480; ++frame) {
    space.run_until(frame / 60.0);
    ASSERT_FALSE(space.first_overlap(1e-12)) << frame;
  }
  EXPECT_GT(space.placement(other).position.x, 5);
  EXPECT_EQ(space.event_count(EventKind::stuck), 0U);
}

TEST(RoundBody, AHeapOnRoundBodiesComesToRestWithoutOverlap) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  World<2> world(options);
  world.add(still<2>(HalfSpace2{{0, 1}, -2}, 0.3));
  world.add(still<2>(HalfSpace2{{1, 0}, -3}, 0.3));
  world.add(still<2>(HalfSpace2{{-1, 0}, -3}, 0.3));
  world.add(still<2>(Capsule2{{-2, -1.5}, {-0.5, -1}, 0.5}, 0.3));
  world.add(still<2>(ConvexPolygon{{{0.5, -2}, {2.5, -2}, {1.5, -0.5}}}, 0.3));
  Random random(7);
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 6; ++j)
      world.add(ball<2>({-2.5 + 0.6 * i + random.uniform(-0.05, 0.05), 0.5 + 0.6 * j}, 0.25, Vec2{}, 0.3));
  world.run_until(20);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_LT(world.ledger().kinetic, 1e-3);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * world.ledger().initial);
}

TEST(RoundBody, DegenerateOnesAreRefused) {
  World<2> plane;
  EXPECT_THROW(plane.add(still<2>(Capsule2{{1, 1}, {1, 1}, 0.5})), std::invalid_argument);
  EXPECT_THROW(plane.add(still<2>(ConvexPolygon{{{0, 0}, {0, 1}, {1, 0}}})), std::invalid_argument);
  World<3> space;
  EXPECT_THROW(space.add(still<3>(UprightCylinder{{}, -1, 1})), std::invalid_argument);
}

}  // namespace
}  // namespace carom
