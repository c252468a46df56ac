// Scenes written when fields had other names.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

// A kinematic ball that has met the floor and slides along it, and a force on another ball that has not begun.
std::string snapshot_of_today() {
  const auto scene = std::get<Scene<2>>(parse_scene(R"({"carom": 1, "dimension": 2,
    "bodies": [{"ball": {"center": [0, 2], "radius": 1}, "velocity": [1, -2], "response": "slide"},
               {"ball": {"center": [0, 9], "radius": 1}}, {"half_space": {"normal": [0, 1], "offset": 0}}],
    "forces": [{"body": 1, "force": [0, -1], "from": 3, "until": 4}]})",
                                                    "s.json"));
  World2 world = scene.make_world();
  world.run_until(2);
  return final_scene(scene, world);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string old(const std::string& text) {
  return replaced(replaced(text, "\"forces\"", "\"pushes\""), "\"contacts\"", "\"leans\"");
}

struct Reading {
  Scene<2> scene;
  std::vector<std::string> notes;
};

Reading reading(const std::string& text) {
  std::vector<std::string> notes;
  const SceneSettings settings{.warn = [&notes](const std::string& note) { notes.push_back(note); }};
  auto scene = std::get<Scene<2>>(parse_scene(text, "old.json", settings));
  return {std::move(scene), std::move(notes)};
}

TEST(OldWords, AreReadAsTheWordsOfToday) {
  const std::string today = snapshot_of_today();
  const Reading was = reading(old(today)), is = reading(today);
  const World2 world = was.scene.make_world(), same = is.scene.make_world();
  ASSERT_EQ(is.scene.snapshot->states[0].contacts.size(), 1u);
  EXPECT_EQ(was.scene.snapshot->states[0].contacts, is.scene.snapshot->states[0].contacts);
  ASSERT_EQ(was.scene.snapshot->forces.size(), 1u);
  EXPECT_EQ(world.hash(), same.hash());
  EXPECT_EQ(final_scene(was.scene, world), final_scene(is.scene, same));
}

TEST(OldWords, AreToldOnceEach) {
  const std::string today = snapshot_of_today();
  const std::vector<std::string> told = {R"(old.json: "pushes" is called "forces" now)",
                                         R"(old.json: "leans" is called "contacts" now)"};
  EXPECT_EQ(reading(old(today)).notes, told);
  EXPECT_EQ(reading(replaced(today, "\"contacts\"", "\"leans\"")).notes, std::vector{told[1]});
  EXPECT_TRUE(reading(today).notes.empty());
  EXPECT_NO_THROW(parse_scene(old(today), "old.json"));
}

TEST(OldWords, DoNotStandNextToTheNewOnes) {
  const std::string both = replaced(snapshot_of_today(), "\"forces\"", "\"pushes\": [], \"forces\"");
  try {
    reading(both);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 R"(old.json: snapshot.pushes: got [], expected no field "pushes" next to "forces", its new name)");
  }
}

TEST(OldWords, AreUnknownWhereTheyNeverWere) {
  EXPECT_THROW(parse_scene(R"({"carom": 1, "dimension": 2, "pushes": [], "bodies": []})", "s.json"), InputError);
  EXPECT_THROW(parse_scene(R"({"carom": 1, "dimension": 2, "snapshot": 1, "bodies": []})", "s.json"), InputError);
  EXPECT_THROW(parse_scene(R"({"carom": 1, "dimension": 2, "snapshot": {"states": {"leans": 1}}})", "s.json"),
               InputError);
  EXPECT_THROW(parse_scene("[]", "s.json"), InputError);
}

}  // namespace
