#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/table.hpp"

using namespace carom;
using namespace carom::billiards;
using io::parse_table;
using io::read_table;

namespace {

const std::filesystem::path kTables = std::filesystem::path(CAROM_SOURCE_DIR) / "tables";

std::string complaint_about(const std::string& text) {
  try {
    parse_table(text, "t.json");
  } catch (const io::InputError& error) {
    return error.what();
  }
  return "";
}

void expect_same(const Table& a, const Table& b) {
  ASSERT_EQ(a.cushions.size(), b.cushions.size());
  for (std::size_t i = 0; i < a.cushions.size(); ++i) {
    EXPECT_EQ(a.cushions[i].from, b.cushions[i].from) << i;
    EXPECT_EQ(a.cushions[i].center, b.cushions[i].center) << i;
    EXPECT_EQ(a.cushions[i].shape, b.cushions[i].shape) << i;
  }
  ASSERT_EQ(a.pockets.size(), b.pockets.size());
  for (std::size_t i = 0; i < a.pockets.size(); ++i) EXPECT_EQ(a.pockets[i].center, b.pockets[i].center);
  ASSERT_EQ(a.balls.size(), b.balls.size());
  for (std::size_t i = 0; i < a.balls.size(); ++i) EXPECT_EQ(a.balls[i].color, b.balls[i].color) << i;
  ASSERT_EQ(a.spots.size(), b.spots.size());
  for (const Spot& spot : a.spots) EXPECT_EQ(spot.position, b.spot(spot.name)->position) << spot.name;
  EXPECT_EQ(a.materials[0].model, b.materials[0].model);
  EXPECT_EQ(a.equipment.ball.radius, b.equipment.ball.radius);
}

}  // namespace

TEST(TableFile, EveryShippedTableIsRead) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kTables)) {
    EXPECT_NO_THROW(read_table(entry.path())) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 9);
}

TEST(TableFile, ShippedRegulationTablesAreThoseOfTheLibrary) {
  expect_same(read_table(kTables / "pool_9ft.json"), pool_table());
  expect_same(read_table(kTables / "pool_8ft.json"), pool_table(pool_length(8)));
  expect_same(read_table(kTables / "pool_7ft.json"), pool_table(pool_length(7)));
  expect_same(read_table(kTables / "snooker_12ft.json"), snooker_table());
  expect_same(read_table(kTables / "carom_10ft.json"), carom_table());
}

TEST(TableFile, ReaderAgreesWithTheSchemaOnTheCases) {
  std::ifstream file(std::filesystem::path(CAROM_SOURCE_DIR) / "tests/formats/table_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  for (const auto& [name, table] : cases["good"].items()) EXPECT_EQ(complaint_about(table.dump()), "") << name;
  for (const auto& [name, table] : cases["bad"].items()) EXPECT_NE(complaint_about(table.dump()), "") << name;
}

TEST(TableFile, ComplaintsPointAtTheFault) {
  EXPECT_EQ(complaint_about(R"({"carom_table": 1, "circle": {"radius": -2}})"),
            "t.json: circle.radius: got -2, expected a number > 0");
  EXPECT_EQ(complaint_about(R"({"carom_table": 1, "polygon": [[0, 0], [1, 1], [1, 0], [0, 1]]})"),
            "t.json: polygon[0] from (0, 0) to (1, 1) crosses or touches polygon[2]: parts must meet only at ends");
  EXPECT_EQ(complaint_about(R"({"carom_table": 1, "outline": {"start": [0, -1], "parts": [
              {"arc": {"to": [0, 1.5], "center": [0, 0], "turn": "left"}}, {"line": [0, -1]}]}})"),
            "t.json: outline.parts[0].center is (0, 0): it must be as far as the radius from both ends of the arc; "
            "(0, 1.5) is not");
  EXPECT_NE(complaint_about(R"({"carom_table": 1, "circl": {"radius": 2}})").find("did you mean \"circle\"?"),
            std::string::npos);
  EXPECT_NE(complaint_about(R"({"carom_table": 1, "circle": {"radius": 2}, "cushion": {"height": 1}})")
                .find("cushion.height is 1"),
            std::string::npos);
}

TEST(TableFile, MaterialsAndBallsCanDiffer) {
  const Table table = parse_table(R"({"carom_table": 1, "materials": {"hard": {"restitution": 0.5}},
      "outline": {"start": [0, 0], "parts": [{"line": [2, 0], "material": "hard"}, {"line": [2, 1]}, {"line": [0, 1]},
                                             {"line": [0, 0]}]},
      "balls": [{"number": 3, "mass": 0.3, "radius": 0.03}]})",
                                  "t.json");
  EXPECT_EQ(table.materials[table.cushions[0].material].restitution, 0.5);
  EXPECT_EQ(table.materials[table.cushions[1].material].restitution, pool().cushion.restitution);
  EXPECT_EQ(table.ball(3).mass, 0.3);
  EXPECT_EQ(table.ball(4).mass, 0.170);
}

TEST(TableFile, FreeTablesCanBePlayed) {
  const Table table = read_table(kTables / "l_shape.json");
  const Outcome outcome = play(table, {{resting_ball(table, 0, {0.3, 0.8})}}, {.speed = 4, .heading = {0.3, 1}});
  EXPECT_TRUE(outcome.complete);
  EXPECT_GT(outcome.events.size(), 3u);
}
