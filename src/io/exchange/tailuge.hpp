#pragma once
#include "carom/billiards/cue.hpp"
#include "carom/math/vec.hpp"
#include "io/json/json_node.hpp"

// What links and recordings of tailuge/billiards share.
namespace carom::io {

inline constexpr double kTailugeRadius = 0.03275;  // m, of its balls

/// A stroke there: the ball gets power (1 − |offset|²/4), in m/s, offset in radii to the left and up; angles in
/// radians.
struct TailugeStroke {
  double angle = 0;
  double power = 0;
  Vec2 offset{};
  double elevation = 0;
};
TailugeStroke read_tailuge_stroke(const JsonNode& node);

/// The stroke by which a cue gives a ball of this mass the same velocity and, with a level cue, the same spin.
billiards::Strike strike_of(const TailugeStroke& stroke, const billiards::Cue& cue, double ball_mass);

}  // namespace carom::io
