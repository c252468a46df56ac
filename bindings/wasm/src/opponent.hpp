#pragma once
#include <cstdint>
#include <optional>

#include "carom/billiards/game.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::wasm {

/// How well the computer plays: 0 easy, 1 medium, 2 hard. It searches more, and errs less.
struct Strength {
  std::size_t headings = 0;
  std::vector<double> speeds;
  std::vector<Vec2> tips;
  int places = 0;            ///< tried for the cue ball in hand
  double heading_error = 0;  ///< rad, a standard deviation
  double speed_error = 0;    ///< m/s
};

Strength strength(int level);

/// What pool asks to be called of such an outcome; nothing if the outcome is none to call.
std::optional<billiards::Call> call_for(const billiards::Game& game, const billiards::ShotFacts& facts);

/// What the computer does next: chooses, places the cue ball in hand (unless `placed`), or strikes: the stroke that
/// keeps it at the table and forgives most, or else a legal one, or else one towards a ball on; with the errors of its
/// strength.
billiards::Action next_action(billiards::ShotPlayer& player, const billiards::Game& game, int level, bool placed,
                              std::uint64_t seed);

}  // namespace carom::wasm
