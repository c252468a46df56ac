#pragma once
#include <optional>

#include "carom/billiards/ball_state.hpp"
#include "carom/billiards/equipment.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// Both balls right after they met.
struct BallImpact {
  BallState first{};
  BallState second{};
  double dissipated = 0;  ///< J: kinetic energy before less after
};

/// Two balls meet, of any masses and radii, on the cloth or in the air; the line of centres is that of their positions.
/// Balls that do not approach are left as they are. Positions are kept. For restitution ≤ 1 no model lets the energy
/// rise (docs/theory/billiards.md; rounding aside).
///
/// - frictionless: normal impulse with restitution; spins stay.
/// - alciatore: and friction at the contact, μ depending on the sliding speed there, up to what ends the sliding
///   (Alciatore, TP: throw and transfer of spin). Keeps the momentum and both balls' total angular
///   momentum.
/// - mathavan_2014: integrates over the normal impulse, with μ of the first touch, the friction's direction following
/// the
///   sliding, and the friction between the cloth and the ball that is pressed into it (Mathavan, Jackson, Parkin,
///   "Numerical simulations of the frictional collisions of solid balls on a rough surface", Sports Engineering 17,
///   2014). A fixed number of steps. It describes balls of one radius on the cloth; others meet without the cloth.
BallImpact ball_impact(const BallState& first, const BallSpec& ball1, const BallState& second, const BallSpec& ball2,
                       const BallContact& contact, const Cloth& cloth);

/// The fastest ball, in m/s, that what the model rests on was measured with; nothing where it names no measurement.
/// alciatore: 10, Marlow's for the friction; mathavan_2014: 1.54.
std::optional<double> measured_to(BallImpactModel model);

}  // namespace carom::billiards

#pragma GCC visibility pop
