#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "carom/io/scene.hpp"

namespace {

std::string error_of(const nlohmann::json& scene) {
  try {
    carom::io::parse_scene(scene.dump(), "case");
  } catch (const carom::io::InputError& error) {
    return error.what();
  }
  return "";
}

// tests/formats/schema.py asks the schema the same.
TEST(SceneSchema, TheReaderAgreesWithTheSchemaOnTheCases) {
  std::ifstream file(CAROM_SOURCE_DIR "/tests/formats/scene_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  for (const auto& [name, scene] : cases["good"].items()) EXPECT_EQ(error_of(scene), "") << name;
  for (const auto& [name, scene] : cases["bad"].items()) EXPECT_NE(error_of(scene), "") << name;
  EXPECT_GT(cases["bad"].size(), 50u);
}

}  // namespace
