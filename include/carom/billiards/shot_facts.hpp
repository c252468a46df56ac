#pragma once
#include <vector>

#include "carom/billiards/layout.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// Something that happened to a ball, as a referee would see it.
struct ShotFact {
  enum class Kind { ball, cushion, pocket, off_table };
  Kind kind = Kind::ball;
  double time = 0;  ///< s, since the stroke
  int ball = 0;
  int other = 0;  ///< the other ball; the cushion's or the pocket's number; 0 for off_table

  friend bool operator==(const ShotFact&, const ShotFact&) = default;
};

/// What a shot did: what the rules judge. A cushion that a ball lay on when the shot began counts from when the ball
/// has left it (WPA 8.4; likewise elsewhere).
struct ShotFacts {
  std::vector<ShotFact> facts{};    ///< in the order of their times
  BallPlaces rest{};                ///< where the balls came to rest
  bool crossed_head_line = false;   ///< the cue ball's centre reached the head line before the ball touched another
  bool jumped_over_a_ball = false;  ///< the cue ball flew over a part of a ball before it touched that ball

  friend bool operator==(const ShotFacts&, const ShotFacts&) = default;
};

}  // namespace carom::billiards

#pragma GCC visibility pop
