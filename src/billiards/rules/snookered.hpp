#pragma once
#include <vector>

#include "carom/billiards/game.hpp"

namespace carom::billiards::rules {

/// Whether the cue ball, from where it lies, is snookered on all of `on` and the nearest ball in the way is `by` each
/// time (WPBSA Section 2, rule 17).
bool is_snookered_by(const Game& game, const std::vector<int>& on, int by);

}  // namespace carom::billiards::rules
