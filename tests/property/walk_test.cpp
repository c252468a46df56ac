#include <gtest/gtest.h>

#include "property/strafes.hpp"

namespace carom::testing {
namespace {

/// In several directions, through both triangles, along their common edge and across it.
std::vector<Arena> planes(double degrees) {
  const double rise = std::tan(degrees * kTurnOfCircle / 360);
  std::vector<Arena> all;
  for (const Vec2& direction : {Vec2{0, 1}, Vec2{1, 0}, Vec2{-0.6, 0.8}, Vec2{-0.28, -0.96}}) {
    const Vec2 edge_through{1.5 * direction.x, -0.5};
    all.push_back(plane(rise * direction, edge_through));
  }
  return all;
}

std::vector<Arena> opponents(const Arena& ground) {
  const Vec2 at{0.13, 0.21};
  return {with(ground, at, 0.8), with(ground, at, 0.35), with_capsule(ground, at, 0.4, 1),
          with_cylinder(ground, at, 0.5, 1), with_box(ground, at, {0.6, 0.4, 1})};
}

template <class On>
void expect_circles(const Arena& ground, const On& hero_on) {
  for (const Arena& arena : opponents(ground))
    for (const double step : {0.05, 0.3}) {
      const Circling round = circle(arena, hero_on(above(arena, {0.8, 0.6})), step, 0.1);
      ASSERT_EQ(complaint(round), "") << arena.opponent_name << " on " << arena.name << ", steps of " << step;
      const bool is_plane = arena.triangles.size() == 2;
      ASSERT_TRUE(!is_plane || round.in_the_air == 0) << arena.opponent_name << " on " << arena.name;
    }
}

void expect_circles(const Arena& ground) {
  expect_circles(ground, sphere_on);
  expect_circles(ground, capsule_on);
  expect_circles(ground, cylinder_on);
}

TEST(Strafe, GoesAllAroundOnPlanesHoweverTilted) {
  for (const double degrees : {0.0, 0.01, 2.0, 10.0, 30.0})
    for (const Arena& ground : planes(degrees)) expect_circles(ground);
}

TEST(Strafe, GoesAllAroundOnHills) {
  expect_circles(hills(0.3, 1, 0.5, {0.3, 0.1}));
  expect_circles(hills(0.4, 0.8, 0.25, {0.3, 1.1}));
  expect_circles(hills(0.6, 2, 1, {0.3, 1.1}));
}

TEST(Strafe, GoesAllAroundOverTheEdgesOfStairs) {
  expect_circles(stairs(0.1, 1, 0.1));
  expect_circles(stairs(0.2, 0.7, 0.1), cylinder_on);
}

/// Near the steepest ground the crease below a large ball is far from a circle as seen from above: no length is asked
/// for, but each step is held against all others.
TEST(Strafe, GoesAllAroundUnderALargeBallOnTheSteepestGround) {
  for (const Arena& ground : planes(44)) {
    const Arena arena = with(ground, {}, 2);
    const Circling round = circle(arena, sphere_on(above(arena, {0.8, 0.6})), 0.05, 0.1);
    ASSERT_EQ(round.wrong, "") << arena.name;
    ASSERT_GE(round.turned, kTurnOfCircle) << arena.name;
  }
}

TEST(Strafe, LeavesNoNearerWayInRandomPlaces) {
  Random random(71);
  for (int w = 0; w < 15; ++w) {
    const Arena arena = random_arena(random);
    const Vec3 foot = above(arena, random.direction<2>());
    const auto expect_laws = [&](const auto& hero) {
      ASSERT_EQ(wander(arena, hero, random, 10), "") << arena.opponent_name << " on " << arena.name << ", world " << w;
    };
    expect_laws(sphere_on(foot));
    expect_laws(capsule_on(foot));
    expect_laws(cylinder_on(foot));
  }
}

Vec3 mirrored(const Vec3& v) {
  return {-v.x, v.y, v.z};
}
Sphere mirrored(const Sphere& ball) {
  return {mirrored(ball.center), ball.radius};
}
Capsule3 mirrored(const Capsule3& capsule) {
  return {mirrored(capsule.from), mirrored(capsule.to), capsule.radius};
}
UprightCylinder mirrored(const UprightCylinder& cylinder) {
  return {mirrored(cylinder.center), cylinder.radius, cylinder.half_height};
}
Triangle mirrored(const Triangle& t) {
  return {mirrored(t.a), mirrored(t.b), mirrored(t.c)};
}
Aabb3 mirrored(const Aabb3& box) {
  return {{-box.high.x, box.low.y, box.low.z}, {-box.low.x, box.high.y, box.high.z}};
}

/// The items of each kind in the opposite order, too.
Arena mirrored(const Arena& arena) {
  Arena seen = arena;
  const auto mirror = [](auto& all) {
    for (auto& shape : all) shape = mirrored(shape);
    std::reverse(all.begin(), all.end());
  };
  mirror(seen.triangles);
  mirror(seen.ground_boxes);
  mirror(seen.balls);
  mirror(seen.capsules);
  mirror(seen.cylinders);
  mirror(seen.boxes);
  mirror(seen.faces);
  return seen;
}

template <class Hero>
void expect_the_same_in_the_mirror(const Arena& arena, Hero hero, Random& random) {
  const Arena other = mirrored(arena);
  const Index3 index = arena.index();
  const Index3 seen = other.index();
  for (int k = 0; k < 40; ++k) {
    const Vec2 towards = 0.1 * random.direction<2>() - 0.05 * arena.footprint.outwards(across(middle(hero)));
    const Vec3 intended{towards.x, towards.y, -0.05};
    const auto result = walk(index, hero, intended, arena.walking());
    const auto twin = walk(seen, mirrored(hero), mirrored(intended), other.walking());
    ASSERT_EQ(twin.displacement, mirrored(result.displacement)) << arena.opponent_name << " on " << arena.name;
    ASSERT_EQ(twin.end, result.end);
    hero = result.mover;
  }
}

TEST(Strafe, MirrorsAndTheOrderOfItemsKeepEveryBit) {
  Random random(72);
  for (int w = 0; w < 40; ++w) {
    const Arena arena = random_arena(random);
    const Vec3 foot = above(arena, random.direction<2>());
    expect_the_same_in_the_mirror(arena, sphere_on(foot), random);
    expect_the_same_in_the_mirror(arena, capsule_on(foot), random);
    expect_the_same_in_the_mirror(arena, cylinder_on(foot), random);
  }
}

}  // namespace
}  // namespace carom::testing
