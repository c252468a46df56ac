#pragma once
#include <vector>

#include "carom/billiards/game.hpp"

namespace carom::billiards::rules {

/// Puts the balls on the table and into the verdict. WPA 1.4: on the long string as near as possible to the foot spot
/// and, if possible, between it and the foot cushion; touching the balls in the way, but not the cue ball.
void spot_pool_balls(Game& game, std::vector<int> balls);

/// WPBSA Section 3, rule 7: on its own spot; else on the highest free one; else as near as possible to its own, between
/// it and the top cushion, and if that cannot be, below it. Colours whose own spots are free come first, then the
/// others, the highest first.
void spot_colours(Game& game, const std::vector<int>& colours);

/// UMB, article 28: the red on the top spot, the ball of the player at turn on the bottom spot, the other in the
/// middle; if a ball lies in the way, on the spot of that ball.
void spot_carom_balls(Game& game, const std::vector<int>& balls);

/// Whether a ball on the spot would touch another.
bool is_occupied(const Game& game, int ball, const Vec2& spot);

}  // namespace carom::billiards::rules
