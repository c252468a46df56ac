#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"
#include "io/temporary_folder.hpp"

namespace {

using namespace carom;
using namespace carom::io;

std::string error_of(const std::string& text, const SceneSettings& settings = {}) {
  try {
    parse_scene(text, "s.json", settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// A 2D scene with one ball and whatever `more` says.
std::string scene(const std::string& more) {
  return R"({"carom": 1, "dimension": 2, "bodies": [{"name": "cue", "ball": {"center": [0, 0], "radius": 1}}])" +
         (more.empty() ? "" : ", " + more) + "}";
}

std::string with_bodies(const std::string& bodies, const std::string& more = "", int dimension = 2) {
  return R"({"carom": 1, "dimension": )" + std::to_string(dimension) + R"(, "bodies": [)" + bodies + "]" +
         (more.empty() ? "" : ", " + more) + "}";
}

const char* const kBall = R"({"ball": {"center": [0, 0], "radius": 1}})";

struct Bad {
  std::string text;
  std::vector<std::string> says;
};

void expect_errors(const std::vector<Bad>& cases) {
  for (const Bad& bad : cases) {
    const std::string error = error_of(bad.text);
    EXPECT_EQ(error.substr(0, 8), "s.json: ") << bad.text << "\n" << error;
    EXPECT_NE(error.find("got "), std::string::npos) << error;
    EXPECT_NE(error.find(", expected "), std::string::npos) << error;
    for (const std::string& part : bad.says)
      EXPECT_NE(error.find(part), std::string::npos) << bad.text << "\n" << error << "\nlacks " << part;
  }
}

TEST(SceneReading, AnEmptyFieldTakesItsDefault) {
  const auto read = std::get<Scene<2>>(parse_scene(scene(""), "dir/my scene.json"));
  EXPECT_EQ(read.name, "my-scene");
  EXPECT_EQ(read.until, 10);
  EXPECT_EQ(read.frames_per_second, 60);
  ASSERT_EQ(read.bodies.size(), 1u);
  EXPECT_EQ(read.bodies[0].name, "cue");
  EXPECT_EQ(read.bodies[0].body.mass, 1);
  EXPECT_EQ(read.bodies[0].body.restitution, 1);
  EXPECT_FALSE(read.snapshot);
}

TEST(SceneReading, AllFieldsArrive) {
  const std::string text = R"({"carom": 1, "dimension": 3, "name": "n-1", "title": "T", "about": "A", "until": 5,
    "frames_per_second": 30, "gravity": [0, 0, -9.81], "restitution_rule": "minimum", "contact_duration": 1e-4, "restitution_speed": 0.5,
    "epoch_length": 0.5, "walls": {"low": [-9, -9, -9], "high": [9, 8, 7], "restitution": 0.25},
    "defaults": {"mass": 2, "restitution": 0.5, "color": "#abcdef", "group": "g"},
    "bodies": [{"name": "a", "ball": {"center": [0, 0, 0], "radius": 1}, "velocity": [1, 2, 3]},
               {"ball": {"center": [5, 0, 0], "radius": 1}, "mass": "immovable", "restitution": 0, "response": "pocket"},
               {"half_space": {"normal": [0, 0, 2], "offset": -5}},
               {"segment": {"from": [0, 5, 0], "to": [1, 5, 0]}},
               {"box": {"low": [3, 3, 3], "high": [4, 4, 4]}, "group": "h"},
               {"ball": {"center": [0, -5, 0], "radius": 1}, "response": "stick", "mark": "12"}],
    "forces": [{"body": "a", "force": [1, 0, 0], "from": 1, "until": 2}, {"body": 5, "force": [0, 1, 0], "until": 3}],
    "view": {"camera": [0, 3, -5], "look_at": [0, 0, 0], "light": [1, 1, 1]}})";
  const auto read = std::get<Scene<3>>(parse_scene(text, "s.json"));
  EXPECT_EQ(read.name, "n-1");
  EXPECT_EQ(read.title, "T");
  EXPECT_EQ(read.options.gravity, (Vec3{0, 0, -9.81}));
  EXPECT_EQ(read.options.restitution_rule, CombineRule::minimum);
  EXPECT_EQ(read.options.contact_duration, 1e-4);
  EXPECT_EQ(read.options.restitution_speed, 0.5);
  EXPECT_EQ(read.options.epoch_length, 0.5);
  ASSERT_EQ(read.bodies.size(), 12u);
  EXPECT_EQ(read.bodies[0].body.mass, 2);
  EXPECT_EQ(read.bodies[0].body.motion.velocity, (Vec3{1, 2, 3}));
  EXPECT_EQ(read.bodies[0].color, "#abcdef");
  EXPECT_EQ(read.bodies[1].body.mass, kImmovable);
  EXPECT_EQ(read.bodies[1].body.response, Response::pocket);
  EXPECT_EQ(std::get<HalfSpace<3>>(read.bodies[2].body.shape).normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(read.bodies[2].body.mass, kImmovable);
  EXPECT_EQ(read.bodies[4].group, "h");
  EXPECT_EQ(read.bodies[5].mark, "12");
  EXPECT_EQ(read.bodies[6].name, "wall -x");
  EXPECT_EQ(read.bodies[11].name, "wall +z");
  EXPECT_EQ(read.bodies[11].body.restitution, 0.25);
  EXPECT_EQ(std::get<HalfSpace<3>>(read.bodies[9].body.shape).offset, -8);
  ASSERT_EQ(read.forces.size(), 2u);
  EXPECT_EQ(read.forces[1].body.value, 5u);
  EXPECT_EQ(read.view.camera, (Vec3{0, 3, -5}));
}

TEST(SceneReading, WrongTypesNamePlaceValueAndExpectation) {
  expect_errors({
      {"[1, 2]", {"the scene", "got [1,2]", "an object"}},
      {scene(R"("until": "soon")"), {"s.json: until: got \"soon\", expected a number"}},
      {scene(R"("gravity": [0, 1, 2])"), {"gravity: got [0,1,2]", "a list of 2 numbers"}},
      {scene(R"("gravity": [0, null])"), {"gravity[1]: got null", "a number"}},
      {scene(R"("title": 5)"), {"title: got 5", "a text"}},
      {scene(R"("name": "a/b")"), {"name: got \"a/b\"", "letters"}},
      {scene(R"("forces": {})"), {"forces: got {}", "a list"}},
      {with_bodies(R"({"ball": 3})"), {"bodies[0].ball: got 3", "an object"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": true}})"), {"bodies[0].ball.radius: got true", "a number"}},
      {with_bodies("7"), {"bodies[0]: got 7", "an object"}},
      {scene(R"("restitution_rule": "averge")"), {"restitution_rule", "\"averge\"", "did you mean \"average\"?"}},
      {scene(R"("restitution_rule": 3)"),
       {"restitution_rule: got 3", "average, mass_weighted, minimum, maximum or product"}},
      {with_bodies(R"({"polygon": {"vertices": [[0,0],[1,0],[0,1]], "closed": 1}})"),
       {"bodies[0].polygon.closed: got 1", "true or false"}},
      {scene(R"("epoch_length": 3)"), {"epoch_length: got 3", "a power of two"}},
      {scene(R"("until": -1)"), {"until: got -1", "≥ 0"}},
      {scene(R"("frames_per_second": 0)"), {"frames_per_second: got 0", "> 0"}},
      {scene(R"("restitution_speed": -1)"), {"restitution_speed: got -1", "> 0"}},
      {scene(R"("contact_duration": 0)"), {"contact_duration: got 0", "> 0"}},
      {scene(R"("damping": -1)"), {"damping: got -1", "≥ 0"}},
  });
}

TEST(SceneReading, MissingFieldsAreNamed) {
  expect_errors({
      {"{}", {"carom: got nothing", "\"carom\""}},
      {R"({"carom": 1})", {"dimension: got nothing"}},
      {with_bodies(R"({"ball": {"radius": 1}})"), {"bodies[0].ball.center: got nothing", "\"center\""}},
      {with_bodies(R"({"ball": {"center": [0, 0]}})"), {"bodies[0].ball.radius: got nothing"}},
      {with_bodies(R"({"name": "x"})"), {"bodies[0]: got a body without a shape", "ball, half_space"}},
      {with_bodies(R"({"half_space": {"normal": [0, 1]}})"), {"bodies[0].half_space.offset: got nothing"}},
      {scene(R"("forces": [{"body": 0, "force": [1, 0]}])"), {"forces[0].until: got nothing"}},
  });
}

TEST(SceneReading, UnknownFieldsGetASuggestion) {
  expect_errors({
      {scene(R"("untill": 3)"), {"untill: got an unknown field \"untill\"", "did you mean \"until\"?"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "raduis": 1}})"),
       {"bodies[0].ball.raduis", "did you mean \"radius\"?"}},
      {with_bodies(R"({"bal": {"center": [0, 0], "radius": 1}})"), {"bodies[0].bal", "did you mean \"ball\"?"}},
      {scene(R"("wibble": 3)"), {"wibble", "one of carom, dimension"}},
      {scene(R"("view": {"camra": [0, 0, 0]})"), {"view", "3D"}},
  });
}

TEST(SceneReading, NumbersOutOfRangeAreRefused) {
  expect_errors({
      {scene(R"("until": 1e999)"), {"until: got 1e999", "a number"}},
      {with_bodies(R"({"ball": {"center": [0, -1e400], "radius": 1}})"), {"bodies[0].ball.center[1]: got -1e400"}},
      {scene(R"("until": NaN)"), {"line 1, column", "got NaN", "neither NaN nor infinity"}},
      {scene(R"("until": Infinity)"), {"got Infinity", "neither NaN nor infinity"}},
      {scene(R"("until": "NaN")"), {"until: got \"NaN\"", "a number"}},
      {scene(R"("gravity": [0, 1e61])"), {"gravity[1]: got 1e+61", "1e60"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": -2}})"), {"bodies[0].ball.radius: got -2", "≥ 0"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": 0})"), {"bodies[0].mass: got 0", "> 0"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": -1})"), {"bodies[0].mass: got -1", "> 0"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": "heavy"})"),
       {"bodies[0].mass: got \"heavy\"", "\"immovable\""}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "restitution": -0.5})"),
       {"restitution: got -0.5", "≥ 0"}},
      {scene(R"("until": 1e9)"), {"frames", "at most 1e8"}},
  });
}

TEST(SceneReading, SyntaxErrorsNameLineAndColumn) {
  expect_errors({
      {"", {"line 1, column 1: got the end of the file"}},
      {"{\n  \"carom\": 1,\n  \"dimension\" 2\n}", {"line 3, column 15: got 2", "':'"}},
      {"{\"carom\": 1,}", {"line 1, column 13"}},
      {"{\"carom\": 1} x", {"line 1, column 14: got x", "end of input"}},
      {"{\n\"carom\": tru}", {"line 2, column 10: got tru"}},
      {"{\"a\": \"\xff\"}", {"line 1"}},
      {"{'carom': 1}", {"line 1, column 2"}},
  });
}

TEST(SceneReading, ATruncatedFileEndsInAnErrorWhereverItIsCut) {
  const std::string text = scene(R"("title": "é", "walls": {"low": [-5, -5], "high": [5, 5]})");
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(error_of(text.substr(0, length)).find("line 1, column "), std::string::npos) << length;
  EXPECT_EQ(error_of(text), "no error");
}

TEST(SceneReading, DuplicateKeysAreErrors) {
  expect_errors({
      {scene(R"("until": 1, "until": 2)"), {"until: got a second field of this name", "at most once"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1, "radius": 2}})"),
       {"bodies[0].ball.radius: got a second field"}},
  });
}

TEST(SceneReading, DeepNestingIsRefused) {
  expect_errors({{std::string(100000, '['), {"nested deeper than 64"}},
                 {scene("\"bodies2\": " + std::string(70, '[') + std::string(70, ']')), {"nested deeper than 64"}}});
}

TEST(SceneReading, VersionAndDimensionAreChecked) {
  expect_errors({
      {R"({"carom": 2, "dimension": 2})", {"carom: got 2", "1, the version"}},
      {R"({"carom": "1", "dimension": 2})", {"carom: got \"1\""}},
      {R"({"carom": 1, "dimension": 4})", {"dimension: got 4", "2 or 3"}},
  });
}

TEST(SceneReading, NamesAreUnique) {
  expect_errors({
      {with_bodies(
           R"({"name": "a", "ball": {"center": [0, 0], "radius": 1}}, {"name": "a", "ball": {"center": [5, 0], "radius": 1}})"),
       {"bodies[1]: got the name \"a\" of \"a\" (bodies[0]) again"}},
      {with_bodies(R"({"name": "wall -x", "ball": {"center": [0, 0], "radius": 1}})",
                   R"("walls": {"low": [-5, -5], "high": [5, 5]})"),
       {"bodies[0]: got the name \"wall -x\""}},
  });
}

TEST(SceneReading, ForcesAreChecked) {
  const auto force = [](const std::string& fields) {
    return scene(R"("forces": [{"force": [1, 0], )" + fields + "}]");
  };
  expect_errors({
      {force(R"("body": "cu", "until": 1)"), {"forces[0].body: got \"cu\"", "did you mean \"cue\"?"}},
      {force(R"("body": "nobody", "until": 1)"), {"forces[0].body: got \"nobody\"", "the name of a body"}},
      {force(R"("body": 1, "until": 1)"), {"forces[0].body: got 1", "from 0 to 0"}},
      {force(R"("body": -1, "until": 1)"), {"forces[0].body: got -1"}},
      {force(R"("body": 0, "from": -1, "until": 1)"), {"forces[0].from: got -1", "≥ 0"}},
      {force(R"("body": 0, "from": 2, "until": 1)"), {"forces[0].until: got 1", "beginning at 2"}},
      {with_bodies(std::string(kBall) + R"(, {"half_space": {"normal": [0, 1], "offset": -9}})",
                   R"("forces": [{"body": 1, "force": [1, 0], "until": 1}])"),
       {"forces[0].body: got 1", "a ball that can be moved"}},
  });
}

TEST(SceneReading, DegenerateShapesAreErrors) {
  const auto shape = [](const std::string& text) { return with_bodies(std::string(kBall) + ", {" + text + "}"); };
  expect_errors({
      {shape(R"("segment": {"from": [1, 2], "to": [1, 2]})"), {"bodies[1].segment", "two different ends"}},
      {shape(R"("polygon": {"vertices": [[0, 0], [1, 0]]})"), {"bodies[1].polygon.vertices", "3 or more"}},
      {shape(R"("polygon": {"vertices": [[0, 0]], "closed": false})"), {"2 or more"}},
      {shape(R"("polygon": {"vertices": [[0, 0], [1, 0], [1, 0], [0, 1]]})"),
       {"bodies[1].polygon.vertices[2]: got [1,0]"}},
      {shape(R"("polygon": {"vertices": [[0, 0], [1, 0], [0, 1], [0, 0]]})"),
       {"bodies[1].polygon.vertices[3]", "other than the first"}},
      {shape(R"("box": {"low": [0, 0], "high": [1, 0]})"), {"bodies[1].box", "low < high"}},
      {shape(R"("half_space": {"normal": [0, 0], "offset": 0})"),
       {"bodies[1].half_space.normal: got [0,0]", "not zero"}},
      {shape(R"("half_space": {"normal": [0, 1], "offset": 0, "point": [0, 0]})"), {"either \"offset\" or \"point\""}},
      {scene(R"("walls": {"low": [0, 0], "high": [-1, 1]})"), {"walls", "low < high"}},
      {shape(R"("ball": {"center": [9, 9], "radius": 1}, "box": {"low": [0, 0], "high": [1, 1]})"),
       {"both \"ball\" and \"box\"", "exactly one shape"}},
      {with_bodies(R"({"polygon": {"vertices": [[0, 0], [1, 0], [0, 1]]}})", "", 3), {"bodies[0].polygon", "2D"}},
      {with_bodies(R"({"mesh": {"vertices": [[0, 0], [1, 0], [0, 1]], "triangles": [[0, 1, 2]]}})"),
       {"bodies[0].mesh", "3D"}},
      {with_bodies(R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "triangles": [[0, 1, 2]]}})", "", 3),
       {"bodies[0].mesh", "triangle 0", "an area"}},
      {with_bodies(R"({"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]]}})", "", 3),
       {"bodies[0].mesh.triangles[0][2]: got 3"}},
      {shape(R"("capsule": {"from": [1, 2], "to": [1, 2], "radius": 1})"), {"bodies[1].capsule", "ends must differ"}},
      {shape(R"("capsule": {"from": [1, 2], "to": [9, 2], "radius": -1})"), {"bodies[1].capsule.radius: got -1"}},
      {shape(R"("convex_polygon": {"vertices": [[9, 0], [9, 1], [10, 0]]})"),
       {"bodies[1].convex_polygon", "anticlockwise"}},
      {shape(R"("cylinder": {"center": [9, 9, 0], "radius": 1, "half_height": 1})"),
       {"bodies[1].cylinder", "cylinders exist in 3D only"}},
      {shape(R"("arc": {"center": [9, 9], "radius": 0})"), {"bodies[1].arc.radius: got 0", "> 0"}},
      {shape(R"("arc": {"center": [9, 9], "radius": 1, "from": [0, 0], "to": [1, 0]})"),
       {"bodies[1].arc.from", "not zero"}},
      {with_bodies(R"({"arc": {"center": [0, 0], "radius": 1}})", "", 3), {"bodies[0].arc", "arcs exist in 2D only"}},
      {with_bodies(R"({"convex_polygon": {"vertices": [[0, 0], [1, 0], [0, 1]]}})", "", 3),
       {"bodies[0].convex_polygon", "2D"}},
      {with_bodies(R"({"segment": {"from": [0, 0, 0], "to": [1, 0, 0], "sides": "front"}})", "", 3),
       {"bodies[0].segment.sides", "2D only"}},
  });
}

TEST(SceneReading, OnlyBallsAreMovedOrSwallow) {
  const auto obstacle = [](const std::string& text) {
    return with_bodies(std::string(kBall) + R"(, {"half_space": {"normal": [0, 1], "offset": -9}, )" + text + "}");
  };
  expect_errors({
      {obstacle(R"("velocity": [1])"), {"bodies[1].velocity"}},
      {obstacle(R"("mass": 2)"), {"bodies[1].mass: got 2", "immovable"}},
      {obstacle(R"("response": "pocket")"), {"bodies[1].response", "bounce"}},
      {obstacle(R"("mark": "1")"), {"bodies[1].mark"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "response": "pocket", "velocity": [1, 0]})"),
       {"bodies[0]", "a pocket that moves"}},
  });
}

TEST(SceneReading, ColoursAndMarksAreChecked) {
  const auto ball = [](const std::string& text) {
    return with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, )" + text + "}");
  };
  expect_errors({
      {ball(R"("color": "red")"), {"bodies[0].color: got \"red\"", "#1f77b4"}},
      {ball(R"("color": "#12345g")"), {"bodies[0].color"}},
      {ball(R"("color": 5)"), {"bodies[0].color: got 5"}},
      {ball(R"("mark": "1234")"), {"bodies[0].mark", "three characters"}},
      {ball(R"("name": "")"), {"bodies[0].name", "not empty"}},
  });
  EXPECT_EQ(error_of(ball(R"("mark": "äöü")")), "no error");
}

TEST(SceneReading, ASceneNeedsSomethingThatMoves) {
  expect_errors({
      {R"({"carom": 1, "dimension": 2})", {"got no bodies", "a ball that moves"}},
      {with_bodies(""), {"got no bodies"}},
      {with_bodies(R"({"half_space": {"normal": [0, 1], "offset": 0}})"), {"no ball that moves"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": "immovable"})"), {"no ball that moves"}},
      {with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "response": "pocket"})"), {"no ball that moves"}},
  });
  EXPECT_EQ(
      error_of(with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": "immovable", "velocity": [1, 0]})")),
      "no error");
}

TEST(SceneReading, LawsThatDoNotGoTogetherAreRefused) {
  const std::string periodic_with_wall =
      with_bodies(R"({"ball": {"center": [1, 1], "radius": 0.5}}, {"half_space": {"normal": [0, 1], "offset": 0}})",
                  R"("periodic": [9, 9])");
  expect_errors({
      {scene(R"("damping": 1, "gravity": [0, -1])"), {"damping: got 1", "gravity"}},
      {scene(R"("damping": 1, "epoch_length": 2)"), {"epoch_length: got 2", "1/damping"}},
      {scene(R"("damping": 1, "forces": [{"body": 0, "force": [1, 0], "until": 1}])"), {"damping: got 1", "forces"}},
      {scene(R"("periodic": [9, 9], "gravity": [0, -1])"), {"periodic", "gravity"}},
      {scene(R"("periodic": [9, 9], "walls": {"low": [-5, -5], "high": [5, 5]})"), {"periodic", "walls"}},
      {periodic_with_wall, {"bodies[1]: got an obstacle", "balls only"}},
      {scene(R"("periodic": [9, 0])"), {"periodic: got [9,0]", "sides > 0"}},
      {scene(R"("periodic": [9, 4])"), {"bodies[0]", "radius 1", "side of 4", "four radii"}},
      {with_bodies(R"({"ball": {"center": [9, 1], "radius": 0.5}})", R"("periodic": [9, 9])"),
       {"bodies[0]", "[9.0,1.0]", "inside the periodic box"}},
  });
}

TEST(SceneReading, BodiesTakeTheirLawFromTheirFieldsOrTheDefaults) {
  const std::string ball = R"("ball": {"center": [)";
  const auto read = std::get<Scene<2>>(parse_scene(
      with_bodies("{" + ball + R"(0, 0], "radius": 1}, "velocity": [1, 0]}, {)" + ball +
                      R"(5, 0], "radius": 1}, "acceleration": [0, 2]}, {)" + ball +
                      R"(10, 0], "radius": 1}, "damping": 0.25}, {)" + ball +
                      R"(15, 0], "radius": 1}, "deceleration": 0}, {)" + ball +
                      R"(20, 0], "radius": 1}, "response": "pocket"})",
                  R"("defaults": {"deceleration": 0.5}, "generators": [{"ring": {"center": [0, 9], "ring_radius": 1,
                     "count": 2, "radius": 0.1, "damping": 3}}])"),
      "s.json"));
  const auto law = [&](std::size_t i) { return read.bodies[i].body.motion; };
  EXPECT_EQ(law(0).deceleration, 0.5);
  EXPECT_EQ(law(0).velocity, (Vec2{1, 0}));
  EXPECT_EQ(law(1).acceleration, (Vec2{0, 2}));
  EXPECT_EQ(law(1).deceleration, 0);
  EXPECT_EQ(law(2).damping, 0.25);
  EXPECT_EQ(law(2).deceleration, 0);
  EXPECT_EQ(law(3).deceleration, 0);
  EXPECT_EQ(law(4).deceleration, 0);
  EXPECT_EQ(law(6).damping, 3);
}

TEST(SceneReading, LawsOfBodiesNameWhatContradictsThem) {
  const auto one = [](const std::string& fields, const std::string& more = "") {
    return with_bodies(R"({"ball": {"center": [0, 0], "radius": 1}, )" + fields + "}", more);
  };
  expect_errors({
      {one(R"("deceleration": -1)"), {"bodies[0].deceleration: got -1", "≥ 0"}},
      {one(R"("acceleration": [1, 2, 3])"), {"bodies[0].acceleration: got [1,2,3]", "a list of 2 numbers"}},
      {one(R"("acceleration": [1, 0], "damping": 1)"), {"bodies[0].damping: got 1", "one of acceleration"}},
      {one(R"("deceleration": 1, "mass": "immovable", "velocity": [1, 0])"),
       {"bodies[0].deceleration: got 1", "no deceleration: only balls that can be moved"}},
      {one(R"("deceleration": 1)", R"("damping": 1)"),
       {"bodies[0].deceleration: got 1", "together with common damping"}},
      {one(R"("damping": 2)", R"("gravity": [0, -1])"),
       {"bodies[0].damping: got 2", "no damping together with gravity"}},
      {one(R"("mass": 1)", R"("gravity": [0, -1], "defaults": {"damping": 1})"),
       {"defaults.damping: got 1", "gravity"}},
      {one(R"("deceleration": 1)", R"("forces": [{"body": 0, "force": [1, 0], "until": 1}])"),
       {"forces[0].body: got 0", "neither decelerates nor is damped"}},
      {with_bodies(R"({"half_space": {"normal": [0, 1], "offset": 0}, "deceleration": 1})"),
       {"bodies[0].deceleration: got 1", "no deceleration: only balls have one"}},
      {with_bodies(std::string(kBall) + R"(, {"half_space": {"normal": [0, 1], "offset": -9}, "velocity": [0, 1]})",
                   R"("damping": 1)"),
       {"bodies[1].velocity: got [0,1]", "together with common damping"}},
      {one(R"("mass": 1)", R"("damping": 1, "generators": [{"ring": {"center": [0, 9], "ring_radius": 1, "count": 2,
           "radius": 0.1, "acceleration": [1, 0]}}])"),
       {"generators[0].ring.acceleration: got [1,0]", "together with common damping"}},
  });
}

TEST(SceneReading, OverlappingStartsNameBothBodiesAndTheDepth) {
  const auto second = [](const std::string& text, const std::string& more = "") {
    return with_bodies(R"({"name": "a", "ball": {"center": [0, 0], "radius": 1}}, )" + text, more);
  };
  expect_errors({
      {second(R"({"name": "b", "ball": {"center": [1.5, 0], "radius": 1}})"),
       {"bodies[1]: got an overlap of 0.5 between \"b\" and \"a\" (bodies[0])", "apart or just touch"}},
      {second(R"({"ball": {"center": [1.5, 0], "radius": 1}, "response": "stick"})"),
       {"an overlap of 0.5 between body 1 and \"a\""}},
      {second(R"({"ball": {"center": [0, 0.5], "radius": 0.25}, "response": "pocket"})"), {"an overlap of 0.75"}},
      {second(R"({"ball": {"center": [0, 0], "radius": 1}, "mass": "immovable"})"), {"an overlap of 2 "}},
      {second(R"({"half_space": {"normal": [0, 1], "offset": -0.75}})"), {"bodies[1]: got an overlap of 0.25"}},
      {second(R"({"half_space": {"normal": [0, 1], "offset": 5}})"), {"bodies[1]: got an overlap of 6"}},
      {second(R"({"segment": {"from": [-2, -0.5], "to": [2, -0.5]}})"), {"an overlap of 0.5"}},
      {second(R"({"polygon": {"vertices": [[0.5, -9], [9, 0], [0.5, 9]]}})"), {"an overlap of 0.5"}},
      {second(R"({"box": {"low": [-5, -5], "high": [5, 5]}})"), {"an overlap of 6"}},
      {second(R"({"ball": {"center": [4, 0], "radius": 0.5}})", R"("walls": {"low": [-0.5, -9], "high": [9, 9]})"),
       {"bodies[0]: got an overlap of 0.5 between \"a\" and \"wall -x\""}},
      {second(R"({"name": "out", "ball": {"center": [14, 0], "radius": 0.5}})",
              R"("walls": {"low": [-9, -9], "high": [9, 9]})"),
       {"bodies[1]: got \"out\" at [14.0,0.0], outside \"wall +x\"", "inside the walls"}},
      {with_bodies(R"({"ball": {"center": [0.25, 2], "radius": 0.5}}, {"ball": {"center": [8.75, 2], "radius": 0.5}})",
                   R"("periodic": [9, 9])"),
       {"an overlap of 0.5"}},
  });
}

TEST(SceneReading, TouchingStartsAreFine) {
  for (const std::string text :
       {R"({"ball": {"center": [2, 0], "radius": 1}})", R"({"half_space": {"normal": [0, 1], "offset": -1}})",
        R"({"segment": {"from": [1, -2], "to": [1, 2]}})", R"({"box": {"low": [-3, -3], "high": [3, -1]}})",
        R"({"polygon": {"vertices": [[-5, -1], [5, -1], [0, -9]]}})",
        R"({"segment": {"from": [-2, 0.5], "to": [2, 0.5], "sides": "front"}})"})
    EXPECT_EQ(error_of(with_bodies(kBall + std::string(", ") + text)), "no error") << text;
  EXPECT_EQ(error_of(scene(R"("walls": {"low": [-1, -1], "high": [1, 1]})")), "no error");
  // 0.1 + 0.2 > 0.3 in doubles: rounding of the file's numbers is not an overlap.
  EXPECT_EQ(error_of(with_bodies(
                R"({"ball": {"center": [0, 0], "radius": 0.1}}, {"ball": {"center": [0.3, 0], "radius": 0.2}})")),
            "no error");
}

TEST(SceneReading, ObstaclesMayOverlapEachOther) {
  EXPECT_EQ(
      error_of(with_bodies(
          kBall + std::string(R"(, {"box": {"low": [3, 3], "high": [5, 5]}}, {"box": {"low": [4, 4], "high": [6, 6]}},
    {"ball": {"center": [4, 4], "radius": 1}, "mass": "immovable"}, {"ball": {"center": [4, 5], "radius": 1}, "response": "pocket"})"))),
      "no error");
}

std::string error_of_file(const std::filesystem::path& file) {
  try {
    read_scene(file);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(SceneFile, IsReadByPath) {
  const TemporaryFolder folder;
  const auto file = folder / "one.json";
  std::ofstream(file) << scene("");
  EXPECT_EQ(std::get<Scene<2>>(read_scene(file)).name, "one");
}

TEST(SceneFile, ThatDoesNotExistOrIsAFolderIsNamed) {
  const TemporaryFolder folder;
  EXPECT_NE(error_of_file(folder / "none.json").find("none.json: cannot be read: No such file"), std::string::npos);
  EXPECT_NE(error_of_file(folder.path()).find("cannot be read: got a folder"), std::string::npos);
}

TEST(SceneFile, BeyondOneGibibyteIsRefusedUnread) {
  const TemporaryFolder folder;
  const auto file = folder / "huge.json";
  std::ofstream(file) << "{";
  std::filesystem::resize_file(file, (std::uintmax_t{1} << 30) + 1);  // sparse: takes no room
  EXPECT_NE(error_of_file(file).find("got 1073741825 bytes, expected at most 1073741824 (1 GiB)"), std::string::npos);
}

TEST(SceneSettings, ReplaceValues) {
  SceneSettings settings;
  settings.values = {{"bodies[0].ball.radius", "2.5"}, {"title", "some words"}, {"until", "3"}, {"defaults.mass", "7"}};
  const auto read = std::get<Scene<2>>(parse_scene(scene(R"("title": "old")"), "s.json", settings));
  EXPECT_EQ(std::get<Circle>(read.bodies[0].body.shape).radius, 2.5);
  EXPECT_EQ(read.title, "some words");
  EXPECT_EQ(read.until, 3);
  EXPECT_EQ(read.bodies[0].body.mass, 7);
}

TEST(SceneSettings, BadPathsAreNamed) {
  const auto error = [](const std::string& path, const std::string& value) {
    SceneSettings settings;
    settings.values = {{path, value}};
    return error_of(scene(""), settings);
  };
  EXPECT_NE(
      error("bodies[7].mass", "1").find("setting bodies[7].mass=1: got index 7 in bodies, expected an index below 1"),
      std::string::npos);
  EXPECT_NE(error("bodie[0].mass", "1").find("got no field \"bodie\", expected \"bodies\"?"), std::string::npos);
  EXPECT_NE(error("walls.restitution", "1").find("got no field \"walls\""), std::string::npos);
  EXPECT_NE(error("bodies[x]", "1").find("an index such as [0]"), std::string::npos);
  EXPECT_NE(error("bodies[0", "1").find("an index such as [0]"), std::string::npos);
  EXPECT_NE(error("bodies[0]mass", "1").find("a dot or an index"), std::string::npos);
  EXPECT_NE(error("until.x", "1").find("setting until.x=1"), std::string::npos);
  EXPECT_NE(error("", "1").find("an empty path"), std::string::npos);
  EXPECT_NE(error("a..b", "1").find("setting a..b=1"), std::string::npos);
  EXPECT_NE(error("bodies[0].masss", "1").find("bodies[0].masss: got an unknown field"), std::string::npos);
  EXPECT_NE(error("until", "1e999").find("until: got \"1e999\", expected a number"), std::string::npos);
  EXPECT_NE(error("bodies[0].ball.radius", "-1").find("bodies[0].ball.radius: got -1"), std::string::npos);
}

}  // namespace
