#pragma once
#include "carom/billiards/ball_state.hpp"
#include "carom/billiards/equipment.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// As it stands, a cue to play with: a leather tip on a common shaft, which squirts by 2.5° half an inch off the centre
/// of a ball of pool (Alciatore, Billiards Digest, squirt).
struct Cue {
  double mass = 0.54;          ///< kg: 19 ounces
  double end_mass = 0.0085;    ///< kg: what of the shaft's end moves sideways with the tip; more of it squirts more
  double restitution = 0.73;   ///< of tip and ball: 0.71–0.75 for a leather tip (Alciatore, physical properties)
  double miscue_offset = 0.5;  ///< the largest distance of the tip from the centre, in radii (Alciatore: half a radius)
};

/// A shaft with less mass at its end: 1.8° instead of 2.5° (Alciatore's Predator Z).
Cue low_deflection_cue();
/// A phenolic tip, which gives back .81–.87 (Alciatore, physical properties).
Cue break_cue();
/// Nine ounces and a phenolic tip: light enough for the ball to bounce away from it.
Cue jump_cue();

/// One stroke. The offsets are measured across the cue, in ball radii.
struct Strike {
  double speed = 0;      ///< m/s, of the cue, > 0 and at most 1000
  Vec2 heading{1, 0};    ///< where the cue points, seen from above; any length but 0
  double side = 0;       ///< of the tip to the right of the centre: right-hand side spin
  double height = 0;     ///< of the tip above the centre: top spin (below 0: back spin)
  double elevation = 0;  ///< rad, 0 … π/2: of the cue's butt above the horizontal

  friend constexpr bool operator==(const Strike&, const Strike&) = default;
};

/// The tangent of the angle α by which the ball leaves the cue's line, away from the side that the tip is on:
/// tan α = 5/2 a √(1 − a²) / (1 + m/m_end + 5/2 (1 − a²)) at offset a, in radii (Alciatore, TP A-31).
double squirt_tangent(double side, double ball_mass, double end_mass);

/// The resting ball after the stroke: v = (1 + e) V / (1 + m/M + 5/2 (a² + b²)) along the cue's line turned by the
/// squirt, ω = (5/2) v (r × d)/R² for the cue's direction d and the tip's place r (Alciatore, TP A-30, there with e =
/// 1). With an elevated cue the ball moves into the cloth: its first phase is airborne and ends at 0 with a bounce, and
/// swerve or a jump follows. Where it would bounce back into the tip, which follows it, cue, ball and cloth meet again
/// until the tip is left behind: so a jump cue makes a ball jump, and a massé stays on the cloth
/// (docs/theory/billiards.md, "The cue"). Throws std::invalid_argument for a miscue and for any other value outside its
/// range.
BallState strike(const Vec3& position, const BallSpec& ball, const Cloth& cloth, const Cue& cue, const Strike& strike);

}  // namespace carom::billiards

#pragma GCC visibility pop
