#pragma once
#include <cstdint>
#include <vector>

#include "carom/billiards/execution_noise.hpp"
#include "carom/billiards/game.hpp"
#include "carom/billiards/shot.hpp"

#pragma GCC visibility push(default)

// A player who searches for shots that keep it at the table, and then strikes with the errors of a hand.
namespace carom::billiards {

/// How far a computer player looks, and how well it strikes.
struct PlayerSkill {
  std::vector<double> speeds{};  ///< m/s, those that it searches; not empty
  std::vector<Vec2> tips{};      ///< right and up, in radii; not empty
  std::size_t headings = 0;      ///< all around, as for ShotSearch
  int places = 1;                ///< tried for the cue ball in hand, ≥ 1
  ExecutionNoise noise{};
};

PlayerSkill easy_player();
PlayerSkill medium_player();
PlayerSkill hard_player();

/// What such a player does next: chooses where the rules leave a choice; places the cue ball in hand, unless it is
/// `placed` and on the table; else strikes: the stroke that keeps it at the table and forgives the largest error, or
/// else a legal one, or else one towards a ball on; called as it was meant. The same for the same arguments. The
/// player's table must be the game's. Precondition: the game is not over.
Action next_action(ShotPlayer& player, const Game& game, const PlayerSkill& skill, bool placed, std::uint64_t seed);

}  // namespace carom::billiards

#pragma GCC visibility pop
