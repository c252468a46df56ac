// The scenes of scenes/sliding: scripted kinematic balls, whose ends are known beforehand.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

template <int D = 2>
Scene<D> sliding(const std::string& name) {
  return std::get<Scene<D>>(read_scene(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes/sliding" / (name + ".json")));
}

/// A scene played to a time.
template <int D>
struct PlayedIn {
  Scene<D> scene;
  World<D> world;

  PlayedIn(const std::string& name, double until) : scene(sliding<D>(name)), world(scene.make_world()) {
    EXPECT_TRUE(world.run_until(
        until, [](const Event<D>&) {}, 100'000))
        << name;
    EXPECT_FALSE(world.first_overlap(1e-11)) << name;
  }
  BodyId id(const std::string& name) const {
    for (std::uint32_t id = 0; id < scene.bodies.size(); ++id)
      if (scene.bodies[id].name == name) return BodyId{id};
    ADD_FAILURE() << name;
    return {};
  }
  Vec<D> place(const std::string& name) const { return world.placement(id(name)).position; }
};
using Played = PlayedIn<2>;

TEST(SlidingScenes, TheMoverComesOutOfTheCorner) {
  // Along the floor to x = 6 − 0.5 by t = 2.75, still until 6.5, then up at speed 2 along the wall.
  const Vec2 in_corner = Played("corner", 6.25).place("mover");
  EXPECT_EQ(in_corner, (Vec2{5.5, 0.5}));
  const Vec2 end = Played("corner", 8).place("mover");
  EXPECT_NEAR(end.x, 5.5, 1e-12);
  EXPECT_NEAR(end.y, 3.5, 1e-12);
}

TEST(SlidingScenes, FunnelsHoldWhereTheMoverIsAsWide) {
  // The walls' lines meet at 0.1333… + the narrow end; the centre stops r/sin(angle) = 5r/3 before.
  const Played funnel("funnel", 20);
  EXPECT_NEAR(funnel.place("low").x, -5 * 0.5 / 3, 1e-9);
  EXPECT_NEAR(funnel.place("low").y, 0, 1e-9);
  EXPECT_NEAR(funnel.place("steep").x, -5 * 0.5 / 3, 1e-9);
  EXPECT_NEAR(funnel.place("steep").y, 13, 1e-9);
  EXPECT_NEAR(funnel.place("wide").x, 10 - 5.0 / 3, 1e-9);
}

TEST(SlidingScenes, BothMoversComeThroughTheirCorridors) {
  const Played corridor("corridor", 14);
  EXPECT_GT(corridor.place("straight").x, 6);
  EXPECT_LT(corridor.place("bent").y, -17);
}

TEST(SlidingScenes, NoJointOfAStraightWallStopsABall) {
  const Played before("joints", 4);
  const Played after("joints", 9);
  EXPECT_NEAR(after.place("shallow").x, -8 + 1.5 * 9, 1e-9);
  EXPECT_NEAR(after.place("shallow").y, 0.5, 1e-12);
  EXPECT_NEAR(after.place("steep").x, -8 + 1.5 * 9, 1e-9);
  EXPECT_NEAR(after.place("steep").y, -3.5, 1e-12);
  // (1.5, −0.5) along (4, 1)/√17.
  EXPECT_NEAR(after.place("slanted").x - before.place("slanted").x, 5 * (1.5 * 4 - 0.5) * 4 / 17, 1e-9);
}

void expect_near(const Vec3& found, const Vec3& expected) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 1e-9) << "axis " << k;
}

TEST(SlidingScenes, NoInnerEdgeOfAMeshStopsABall) {
  const PlayedIn<3> played("mesh_edges", 9);
  expect_near(played.place("shallow"), {1 + 9 * 1.5, 1.2 + 9 * 0.3, 0.5});
  expect_near(played.place("steep"), {1 + 9 * 1.5, 4, 0.5});
  expect_near(played.place("diagonal"), {5 + 9 * 0.5, 0.5 + 9 * 0.5, 0.5});
  // Up the ramp and down again: on the floor behind it.
  const Vec3 climber = played.place("climber");
  EXPECT_GT(climber.x, 10);
  EXPECT_EQ(climber.y, -2);
  EXPECT_NEAR(climber.z, 0.5, 1e-12);
  EXPECT_EQ(played.world.event_count(EventKind::stuck), 0U);
}

TEST(SlidingScenes, OuterEdgesHoldNobodyButInTheirMiddle) {
  // On the kerb; then down again behind it.
  EXPECT_NEAR(PlayedIn<3>("edges", 5).place("climber").z, 0.5 + 0.8, 1e-9);
  const PlayedIn<3> played("edges", 8);
  EXPECT_GT(played.place("climber").x, 4);
  EXPECT_GT(played.place("rounder").x, 1);
  EXPECT_GT(played.place("rider").x, 1);
  EXPECT_NEAR(played.place("rider").z, 0.6, 1e-12);
  expect_near(played.place("centred"), {-0.5, 8, 0.5});
  EXPECT_GT(played.world.event_count(EventKind::stuck), 0U);
}

TEST(SlidingScenes, PlatformsCarryThrowAndCrush) {
  // The lift rises 3, goes 3 to the left, and comes down. Walking at 1/4 on a conveyor at 3/4: at the wall at t = 4.5.
  const Played up("platforms", 4);
  EXPECT_EQ(up.place("rider"), (Vec2{0, 3.5}));
  EXPECT_EQ(up.place("passenger"), (Vec2{8, -3.5}));
  // Raised by 1 at 2, it flies 2 s − 5 s²: 0.2 high at s = 0.2.
  EXPECT_NEAR(Played("platforms", 2.7).place("thrown").y, 1.6, 1e-12);
  const Played end("platforms", 12);
  EXPECT_NEAR(end.place("rider").x, -3, 1e-14);
  EXPECT_NEAR(end.place("rider").y, 0.5, 1e-14);
  EXPECT_NEAR(end.place("passenger").x, 8.5, 1e-14);
  EXPECT_NEAR(end.place("thrown").y, 0.4, 1e-14);
  // Against the anvil from t = 7 on.
  EXPECT_NEAR(end.place("crushed").x, 13.5, 1e-14);
  const Played pressed("platforms", 7.1);
  EXPECT_EQ(pressed.world.placement(pressed.id("press")).velocity, Vec2{});
  EXPECT_EQ(end.world.event_count(EventKind::stick), 0U);
  EXPECT_FALSE(end.world.first_overlap(1e-13));
}

TEST(SlidingScenes, WalkersCrossTheTerrain) {
  const PlayedIn<3> played("terrain", 8);
  std::size_t triangles = 0;
  for (const SceneBody<3>& body : played.scene.bodies)
    if (const auto* mesh = std::get_if<TriangleMesh>(&body.body.shape)) triangles += mesh->triangles.size();
  EXPECT_EQ(triangles, 10'000U);
  EXPECT_EQ(played.world.event_count(EventKind::stuck), 0U);
  // Never faster across than intended; slower uphill.
  for (int k = 1; k <= 12; ++k) {
    const double east = played.place("east " + std::to_string(k)).x - 2;
    const double west = 48 - played.place("west " + std::to_string(k)).x;
    for (const double way : {east, west}) {
      EXPECT_GT(way, 8) << k;
      EXPECT_LT(way, 2 * 8 + 1e-9) << k;
    }
  }
}

TEST(SlidingScenes, NoMoverGetsThroughThePosts) {
  const Played posts("posts", 8);
  // Between two posts 1.1 apart: 0.6² = 0.55² + x².
  const double held = -std::sqrt(0.36 - 0.3025);
  EXPECT_NEAR(posts.place("straight").x, held, 1e-9);
  EXPECT_NEAR(posts.place("slanted").x, held, 1e-9);
  EXPECT_LT(posts.place("fast").x, -5);
}

TEST(SlidingScenes, TheSpiralEndsInItsMiddle) {
  const Vec2 end = Played("spiral", sliding("spiral").until).place("mover");
  EXPECT_NEAR(end.x, 7.6, 1e-9);
  EXPECT_NEAR(end.y, 7.6, 1e-9);
}

TEST(SlidingScenes, TheSqueezedBallIsFreedAndTheHeavyOneNotMoved) {
  const Played squeeze("squeeze", 10);
  EXPECT_EQ(squeeze.place("heavy ball"), (Vec2{4, -6}));
  EXPECT_NEAR(squeeze.place("light").x, 2, 1e-9);
  EXPECT_LT(squeeze.place("heavy").x, 3);
}

TEST(SlidingScenes, ACrowdOfAThousandFlowsThroughTheDoor) {
  const Scene<2> scene = sliding("door");
  World<2> world = scene.make_world();
  ASSERT_TRUE(world.run_until(
      26, [](const Event2&) {}, 500'000));
  EXPECT_FALSE(world.first_overlap(1e-11));
  int through = 0;
  double farthest = 0;
  for (std::uint32_t id = 0; id < world.body_count(); ++id) {
    if (world.body(BodyId{id}).response != Response::slide) continue;
    const Vec2 at = world.placement(BodyId{id}).position;
    farthest = std::max(farthest, at.x);
    // Nobody outside the walls; the corridor begins at x = 34.
    EXPECT_LE(std::fabs(at.y), at.x > 34 ? 26.5 + 1e-9 : 32);
    if (at.x > 34) ++through;
  }
  // The front row's middle meets nobody.
  EXPECT_NEAR(farthest, -1 + 1.5 * 26, 1e-9);
  EXPECT_GT(through, 80);
}

TEST(SlidingScenes, GoOnFromTheirFinalSceneWithTheSameBits) {
  for (const char* name : {"corner", "kinds", "squeeze", "carried", "corridor"}) {
    const Scene<2> scene = sliding(name);
    World<2> whole = scene.make_world();
    World<2> half = scene.make_world();
    half.run_until(3.3);
    const auto rest = std::get<Scene<2>>(parse_scene(final_scene(scene, half), "final.json"));
    World<2> again = rest.make_world();
    whole.run_until(7.5);
    again.run_until(7.5);
    EXPECT_EQ(whole.hash(), again.hash()) << name;
    EXPECT_EQ(whole.event_count(), again.event_count()) << name;
  }
}

TEST(SlidingScenes, ErrorsNameThePlace) {
  const auto error_of = [](const std::string& more) -> std::string {
    try {
      parse_scene(R"({"carom": 1, "dimension": 2, "bodies": [{"name": "a", "ball": {"center": [0, 0], "radius": 1}},
        {"name": "p", "group": "g", "ball": {"center": [5, 0], "radius": 1}, "response": "slide"},
        {"name": "w", "box": {"low": [9, 9], "high": [10, 10]}}], )" +
                      more + "}",
                  "s.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  const auto expect = [&](const std::string& more, const std::string& part) {
    EXPECT_NE(error_of(more).find(part), std::string::npos) << error_of(more);
  };
  EXPECT_EQ(error_of(R"("steers": [{"body": "p", "velocity": [1, 0]}])"), "no error");
  expect(R"("steers": [{"body": "a", "velocity": [1, 0]}])", "steers[0].body");
  EXPECT_EQ(error_of(R"("steers": [{"body": "w", "velocity": [1, 0]}])"), "no error");
  expect(R"("steers": [{"group": "nobody", "velocity": [1, 0]}])", "steers[0].group");
  expect(R"("steers": [{"body": "p", "velocity": [1]}])", "steers[0].velocity");
  expect(R"("steers": [{"body": "p", "velocity": [1, 0], "from": -1}])", "steers[0].from");
  expect(R"("frame": 0)", "frame");
  expect(R"("damping": 0.1)", "damping");
  expect(R"("periodic": [20, 20])", "periodic");
}

}  // namespace
