#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/billiards/outline.hpp"
#include "carom/io/shot.hpp"

namespace carom::io {
namespace {

using namespace billiards;

// A stroke in the middle of the ball, half a metre from a cushion: v² − 2 µ g s are left of the speed that a ball gets,
// (1 + e) V/(1 + m/M), since it slides all the way.
struct Shot {
  ShotSetup setup;
  Outcome outcome;
  double speed = 0;
};

Shot at_a_cushion(double cue_speed) {
  Shot shot;
  Table& table = shot.setup.table;
  table.equipment = pool();
  table.materials = {pool().cushion};
  table.cushions = polygon_outline({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
  const double near = reach(table.materials[0], table.equipment.ball.radius), way = 0.5;
  shot.setup.state.balls = {resting_ball(table, 0, {1 - near - way, 0})};
  shot.setup.strike = {.speed = cue_speed};
  shot.outcome = play(table, shot.setup.state, shot.setup.strike, {});
  const Cue cue;
  const double begun = (1 + cue.restitution) * cue_speed / (1 + table.equipment.ball.mass / cue.mass);
  shot.speed =
      std::sqrt(begun * begun - 2 * table.equipment.cloth.sliding_friction * table.equipment.cloth.gravity * way);
  return shot;
}

TEST(ShotNotes, TellWhichModelIsAskedForMoreThanItRestsOn) {
  const Shot fast = at_a_cushion(5);
  const auto notes = shot_notes(fast.setup, fast.outcome);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(
      notes[0],
      fmt::format("mathavan_2010 rests on balls of up to 2.5 m/s; here one met a cushion with {:.3g} m/s", fast.speed));
  EXPECT_NE(outcome_json(fast.setup, fast.outcome).find(notes[0]), std::string::npos);
}

TEST(ShotNotes, AreNotMadeWithinTheRange) {
  const Shot slow = at_a_cushion(2);
  ASSERT_LT(slow.speed, 2.5);
  EXPECT_TRUE(shot_notes(slow.setup, slow.outcome).empty());
  EXPECT_EQ(outcome_json(slow.setup, slow.outcome).find("notes"), std::string::npos);
}

TEST(ShotNotes, KnowNoLimitOfModelsWithoutMeasurements) {
  Shot fast = at_a_cushion(5);
  fast.setup.table.materials[0].model = CushionImpactModel::han_2005;
  EXPECT_TRUE(shot_notes(fast.setup, fast.outcome).empty());
}

}  // namespace
}  // namespace carom::io
