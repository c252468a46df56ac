#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "carom/billiards/game.hpp"

namespace carom::billiards::rules {

/// A shot's facts, sorted for the rules.
struct Reading {
  std::vector<int> first_hit;  ///< the balls that the cue ball touched first: several if at the same time
  double first_hit_time = 0;
  bool rail_after_contact = false;  ///< by any ball; a pocketed ball counts, and one off the table (WPA 8.4)
  bool cue_ball_to_rail = false;
  std::vector<int> driven_to_rail;  ///< balls other than the cue ball, ascending
  std::vector<Potted> potted;       ///< likewise, in order
  std::vector<int> off_table;       ///< likewise
  bool scratch = false;
  bool cue_ball_off = false;

  bool potted_ball(int ball) const;
  bool potted_in(int ball, int pocket) const;
  bool cue_ball_gone() const { return scratch || cue_ball_off; }
};

Reading read(const ShotFacts& facts, int cue_ball);

/// Why these cannot be the facts of a shot in this game; empty if they can.
std::string facts_fault(const Game& game, const ShotFacts& facts);

}  // namespace carom::billiards::rules
