#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "carom/io/scene.hpp"
#include "carom/io/shot.hpp"

namespace carom::io {
namespace {

std::string complaint_about(const std::string& text) {
  try {
    parse_shot(text, std::filesystem::path(CAROM_SOURCE_DIR) / "shot.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// tests/formats/schema.py asks the schema the same.
TEST(ShotFile, ReaderAgreesWithTheSchemaOnTheCases) {
  std::ifstream file(std::filesystem::path(CAROM_SOURCE_DIR) / "tests/formats/shot_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  for (const auto& [name, shot] : cases["good"].items()) EXPECT_EQ(complaint_about(shot.dump()), "") << name;
  for (const auto& [name, shot] : cases["bad"].items()) EXPECT_NE(complaint_about(shot.dump()), "") << name;
}

}  // namespace
}  // namespace carom::io
