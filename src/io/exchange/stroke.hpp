#pragma once
#include <numbers>

#include "carom/billiards/cue.hpp"

// What a stroke of Carom comes to, for programs that say the same by other numbers.
namespace carom::io {

inline constexpr double kDegree = std::numbers::pi / 180;  // rad

/// The speed of the ball for each m/s of the cue: (1 + e)/(1 + m/M + 5/2 (a² + b²)), a and b in radii across the cue
/// (Alciatore, TP A-30). pooltool and FastFiz have e = 1.
double ball_speed_per_cue_speed(const billiards::Cue& cue, double ball_mass, double side, double height);

/// By how much the ball leaves to the left of the cue's heading, seen from above, in radians: its line is
/// (d − tan α r)/√(1 + tan² α) for the cue's direction d, r to its right and the squirt α, and d is horizontal only by
/// cos θ.
double turn_of_squirt(const billiards::Strike& strike, const billiards::Cue& cue, double ball_mass);

/// A cue for programs without squirt: the end of its shaft has no mass.
inline constexpr double kNoEndMass = 1e-12;  // kg

/// Allows the stroke where the other program knows no miscue.
void allow_offset(const billiards::Strike& strike, billiards::Cue& cue);

}  // namespace carom::io
