#pragma once
#include <optional>

#include "carom/billiards/game.hpp"
#include "carom/billiards/layout.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/billiards/shot_facts.hpp"

#pragma GCC visibility push(default)

// From the balls of a game to a shot on a table, and back to what the rules judge.
namespace carom::billiards {

/// The balls that are on the table, lying still.
TableState table_state(const Table& table, const BallPlaces& balls);

/// What a referee would tell of a shot that began with these balls. Every cushion part counts as a cushion, jaws too; a
/// ball lies on a cushion at the beginning if less than 10 µm are between them. `cue_ball` is the ball that was struck,
/// `head_line` the head string's x. Throws std::invalid_argument for an outcome that is not complete.
ShotFacts facts_of(const Table& table, const BallPlaces& before, const Outcome& outcome, int cue_ball,
                   double head_line);

/// The call that goes with such a shot: an empty one where the game asks for none; the first ball on that is potted and
/// its pocket, or the ball that is hit first, where it asks for these. Nothing if there was no such ball.
std::optional<Call> call_for(const Game& game, const ShotFacts& facts);

/// The shot of the player whose turn it is, played with a usual cue and ready for `after`. The table must be the
/// game's: Refused if its marks are others, or if the game refuses the call. Throws std::invalid_argument as
/// ShotPlayer::play does.
Shot take_shot(ShotPlayer& player, const Game& game, const Call& call, const Strike& strike);

}  // namespace carom::billiards

#pragma GCC visibility pop
