// Balls of a scene that come later: read, refused, and gone on with.
#include <gtest/gtest.h>

#include <string>

#include "carom/io/final_scene.hpp"
#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

Scene<2> scene_of(const std::string& text) {
  return std::get<Scene<2>>(parse_scene(text, "s.json"));
}

std::string error_in(const std::string& bodies, const std::string& more = "") {
  try {
    scene_of(R"({"carom": 1, "dimension": 2, "bodies": [{"ball": {"center": [0, 0], "radius": 1}}, )" + bodies + "]" +
             more + "}");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::string kOverEachOther = R"({"carom": 1, "dimension": 2, "until": 9, "gravity": [0, -2], "frame": 0.25,
  "bodies": [{"half_space": {"normal": [0, 1], "offset": 0}, "restitution": 0.5},
             {"ball": {"center": [0, 9], "radius": 0.5}, "restitution": 0.5},
             {"ball": {"center": [0, 9], "radius": 0.5}, "from": 0.5, "restitution": 0.5},
             {"ball": {"center": [0, 9], "radius": 0.5}, "from": 0.5, "restitution": 0.5}]})";

// The first falls by a diameter within 1; the next asks at multiples of 1/4.
TEST(LaterScenes, BallsMayBeginWhereOthersAre) {
  const Scene<2> scene = scene_of(kOverEachOther);
  EXPECT_EQ(scene.bodies[2].from, 0.5);
  World<2> world = scene.make_world();
  EXPECT_TRUE(world.awaited(BodyId{2}));
  world.run_until(1, nullptr);
  EXPECT_TRUE(world.present(BodyId{2}));
  EXPECT_TRUE(world.awaited(BodyId{3}));
  world.run_until(2, nullptr);
  EXPECT_TRUE(world.present(BodyId{3}));
}

TEST(LaterScenes, AFinalSceneGoesOnWithTheSameBits) {
  const Scene<2> scene = scene_of(kOverEachOther);
  for (const double half : {0.25, 0.5, 0.75, 1.0, 1.875, 2.0}) {
    World<2> whole = scene.make_world();
    World<2> first = scene.make_world();
    whole.run_until(5, nullptr);
    first.run_until(half, nullptr);
    const std::string text = final_scene(scene, first);
    const Scene<2> rest = scene_of(text);
    World<2> second = rest.make_world();
    EXPECT_EQ(final_scene(rest, second).substr(text.find("\"bodies\"")), text.substr(text.find("\"bodies\""))) << half;
    second.run_until(5, nullptr);
    EXPECT_EQ(second.hash(), whole.hash()) << half;
  }
}

TEST(LaterScenes, WhatCanNotComeLaterIsRefusedByItsPlace) {
  const auto expect = [](const std::string& said, const std::string& place) {
    EXPECT_NE(said.find(place), std::string::npos) << said;
  };
  expect(error_in(R"({"box": {"low": [3, 3], "high": [4, 4]}, "from": 1})"), "bodies[1].from: got 1, expected no from");
  expect(error_in(R"({"ball": {"center": [5, 0], "radius": 1}, "from": -1})"), "bodies[1].from: got -1");
  expect(error_in(R"({"ball": {"center": [5, 0], "radius": 1}, "response": "slide", "from": 1})"),
         "bodies[1]: got a ball that comes");
  expect(error_in(R"({"ball": {"center": [5, 0], "radius": 1}, "response": "pocket", "from": 1})"),
         "bodies[1]: got a ball that comes");
  expect(error_in(R"({"ball": {"center": [5, 5], "radius": 1}, "from": 1})", R"(, "periodic": [9, 9])"), "bodies[1]");
  expect(error_in(R"({"ball": {"center": [5, 0], "radius": 1}, "from": 1})",
                  R"(, "forces": [{"body": 1, "force": [1, 0], "until": 3}])"),
         "forces[0].body: got 1, expected a ball that is there from the start");
  EXPECT_EQ(error_in(R"({"ball": {"center": [0, 0], "radius": 1}, "from": 1})"), "no error");
}

}  // namespace
