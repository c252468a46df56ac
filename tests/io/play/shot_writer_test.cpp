#include <gtest/gtest.h>

#include <filesystem>

#include "carom/billiards/rectangle.hpp"
#include "carom/io/shot.hpp"

namespace carom::io {
namespace {

// All that happens is the same, bit for bit. A file says an arc by its ends and its centre: on the ellipse, whose radii
// come from its axes, they differ in the last place.
TEST(ShotWriter, AShotThatIsReadBackPlaysTheSame) {
  const auto folder = std::filesystem::path(CAROM_SOURCE_DIR) / "tables";
  int tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().stem() == "ellipse") continue;
    const std::string text =
        R"({"carom_shot": 1, "table": ")" + entry.path().string() +
        R"(", "balls": [{"number": 0, "position": [0.3, 0.25]}, {"number": 1, "position": [0.5, 0.3]}],
                              "strike": {"speed": 3, "heading": 30, "tip": [0.25, 0.125], "elevation": 0},
                              "cue": {"mass": 0.5}, "until": 30, "most_events": 300})";
    const ShotSetup setup = parse_shot(text, "shot.json");
    const ShotSetup back = parse_shot(write_shot_file(setup), "shot.json");
    const auto mine = billiards::play(setup.table, setup.state, setup.strike, setup.options);
    const auto theirs = billiards::play(back.table, back.state, setup.strike, back.options);
    EXPECT_TRUE(outcome_csv(mine) == outcome_csv(theirs)) << entry.path();
    ++tables;
  }
  EXPECT_GT(tables, 5);
}

}  // namespace
}  // namespace carom::io
