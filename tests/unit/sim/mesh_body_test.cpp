#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/sim/world.hpp"

// Triangle meshes as bodies of a world. Expected values are closed forms, the pair query, and brute force.
namespace carom {
namespace {

/// n × n squares of two triangles, z(x, y) at the corners.
template <class Height>
TriangleMesh squares(std::uint32_t n, double side, const Height& z) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= n; ++j)
    for (std::uint32_t i = 0; i <= n; ++i) mesh.vertices.push_back({i * side, j * side, z(i * side, j * side)});
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = j * (n + 1) + i, c = a + n + 2;
      mesh.triangles.push_back({a, a + 1, c});
      mesh.triangles.push_back({a, c, c - 1});
    }
  return mesh;
}

TriangleMesh flat(std::uint32_t n, double side) {
  return squares(n, side, [](double, double) { return 0.0; });
}

TriangleMesh hills(std::uint32_t n, double side) {
  return squares(n, side, [](double x, double y) { return 0.3 * std::fabs(std::fmod(1.7 * x + 2.3 * y, 2) - 1); });
}

Body<3> still(const Shape<3>& shape, double restitution = 1) {
  Body<3> body;
  body.shape = shape;
  body.restitution = restitution;
  return body;
}

Body<3> ball(const Vec3& at, double radius, const Vec3& velocity, double restitution = 1) {
  Body<3> body = still(Sphere{at, radius}, restitution);
  body.motion = velocity;
  return body;
}

Body<3> walker(const Vec3& at, const Vec3& velocity) {
  Body<3> body = ball(at, 0.5, velocity);
  body.response = Response::slide;
  return body;
}

TEST(MeshBody, InnerEdgesStopNoWalker) {
  // Across the edges, along them, and along the diagonals, all the way on them.
  for (const Vec3& way :
       {Vec3{1.7, 0.83, -2}, Vec3{1, 0, -0.01}, Vec3{0, 1, -3}, Vec3{1, 1, -1}, Vec3{1.3, -0.2, -1}}) {
    World<3> world;
    world.add(still(flat(40, 0.5)));
    const BodyId id = world.add(walker({2, 3, 0.5}, way));
    world.run_until(8);
    const Vec3 end = world.placement(id).position;
    EXPECT_NEAR(end.x, 2 + 8 * way.x, 1e-11);
    EXPECT_NEAR(end.y, 3 + 8 * way.y, 1e-11);
    EXPECT_NEAR(end.z, 0.5, 1e-14);
  }
}

TEST(MeshBody, AWalkerGoesOverHillsAndNeverIn) {
  World<3> world;
  world.add(still(hills(30, 0.5)));
  const BodyId id = world.add(walker({1, 2, 1.5}, {1.5, 1.2, -4}));
  for (int frame = 1; frame <= 480; ++frame) {
    world.run_until(frame / 60.0);
    ASSERT_FALSE(world.first_overlap(1e-12)) << frame;
  }
  EXPECT_EQ(world.event_count(EventKind::stuck), 0U);
  EXPECT_GT(world.placement(id).position.x, 8);
}

TEST(MeshBody, BouncesBallsAsThePlaneDoesThatItLiesIn) {
  WorldOptions<3> options;
  options.gravity = {0, 0, -9.81};
  World<3> on_mesh(options), on_plane(options);
  on_mesh.add(still(flat(40, 0.5)));
  on_plane.add(still(HalfSpace3{{0, 0, 1}, 0}));
  std::vector<Event3> expected, found;
  for (auto [world, events] : {std::pair(&on_mesh, &found), std::pair(&on_plane, &expected)}) {
    world->add(ball({1, 1, 3}, 0.4, {1.1, 0.93, 0}));
    *events = world->run_until(10);
  }
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k].time, expected[k].time, 1e-12);
  EXPECT_EQ(on_mesh.placement(BodyId{1}).position.x, on_plane.placement(BodyId{1}).position.x);
}

TEST(MeshBody, IsMetWhenTheQuerySaysSo) {
  const TriangleMesh mesh = hills(12, 0.5);
  Random random(5);
  int met = 0;
  for (int k = 0; k < 80; ++k) {
    const Sphere sphere{{random.uniform(-1, 7), random.uniform(-1, 7), random.uniform(1, 2)},
                        random.uniform(0.05, 0.5)};
    const Vec3 velocity{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 0.2)};
    World<3> world;
    world.add(still(mesh));
    world.add(ball(sphere.center, sphere.radius, velocity));
    const auto event = world.next_event(10);
    const auto impact = time_of_impact(sphere, Linear3{velocity}, mesh, Linear3{}, 10);
    ASSERT_EQ(event.has_value(), impact.has_value()) << k;
    if (!event) continue;
    ++met;
    EXPECT_NEAR(event->time, impact->time, 1e-12 * (1 + impact->time));
    EXPECT_NEAR(norm(event->normal - impact->normal), 0, 1e-9);
  }
  EXPECT_GT(met, 25);
}

TEST(MeshBody, TheSearchChangesNoBit) {
  const auto end = [](BroadPhase broad_phase) {
    WorldOptions<3> options;
    options.gravity = {0, 0, -9.81};
    options.broad_phase = broad_phase;
    World<3> world(options);
    world.add(still(hills(16, 0.5), 0.7));
    for (int k = 0; k < 4; ++k) {
      world.add(ball({1.5 + k, 2, 2}, 0.3, {0.3, 0.7, 0}, 0.7));
      world.add(walker({1.5 + 1.1 * k, 4, 2}, {0.5, -0.4, -2}));
    }
    world.run_until(3);
    return std::pair(world.hash(), world.event_count());
  };
  EXPECT_EQ(end(BroadPhase::automatic), end(BroadPhase::all_pairs));
}

TEST(MeshBody, ABallComesToRestInAPit) {
  // Three faces with unit normals (cos a, sin a, 1)/√2 meet in the origin: the centre ends at height √2 r.
  TriangleMesh pit{{{0, 0, 0}}, {}};
  const std::array<Vec2, 3> around{Vec2{1, 0}, Vec2{-0.5, std::sqrt(0.75)}, Vec2{-0.5, -std::sqrt(0.75)}};
  for (const Vec2& a : around) pit.vertices.push_back({-8 * a.x, -8 * a.y, 4});
  pit.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
  WorldOptions<3> options;
  options.gravity = {0, 0, -9.81};
  World<3> world(options);
  world.add(still(pit, 0.3));
  const BodyId id = world.add(ball({0.2, 0.1, 4}, 0.5, {}, 0.3));
  ASSERT_TRUE(world.run_until(
      60, [](const Event3&) {}, 100'000));
  const Vec3 end = world.placement(id).position;
  EXPECT_NEAR(end.x, 0, 1e-9);
  EXPECT_NEAR(end.y, 0, 1e-9);
  EXPECT_NEAR(end.z, 0.5 * std::sqrt(2.0), 1e-9);
  EXPECT_EQ(norm(world.placement(id).velocity), 0);
}

TEST(MeshBody, GoesOnFromASnapshotWithTheSameBits) {
  World<3> whole;
  whole.add(still(hills(20, 0.5)));
  whole.add(walker({2, 3, 1.5}, {1, 0.4, -3}));
  whole.run_until(2.2);
  World<3> again(whole.snapshot());
  whole.run_until(5);
  again.run_until(5);
  EXPECT_EQ(whole.hash(), again.hash());
}

TEST(MeshBody, MustHaveTriangles) {
  World<3> world;
  EXPECT_THROW(world.add(still(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}})), std::invalid_argument);
  EXPECT_THROW(world.add(still(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}})), std::invalid_argument);
}

}  // namespace
}  // namespace carom
