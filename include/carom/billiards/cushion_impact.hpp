#pragma once
#include <optional>

#include "carom/billiards/ball_state.hpp"
#include "carom/billiards/equipment.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// The ball right after it met a cushion.
struct CushionImpact {
  BallState ball{};
  double dissipated = 0;  ///< J: kinetic energy before less after
};

/// A ball meets the nose of a cushion, which lies in the horizontal direction `towards` (any length but 0) from its
/// centre, at the cushion's height. A ball that does not approach is left as it is; the position is kept. A ball on the
/// cloth stays there; one in the air takes the vertical impulse as well.
///
/// - reflection: v_n → −e v_n; all else stays, whatever the height.
/// - han_2005: a rigid contact at the nose, an impulse with restitution, and friction up to what ends the sliding
///   (Han, "Dynamics in carom and three cushion billiards", J. Mech. Sci. Technol. 19, 976, 2005; constant e and μ).
/// - mathavan_2010: integrates over the impulse, with friction at the nose and between ball and cloth (Mathavan,
/// Jackson,
///   Parkin, "A theoretical analysis of billiard ball dynamics under cushion impacts", Proc. IMechE C 224, 1863, 2010).
/// - stronge: a compliant contact, which stores tangential energy and can throw the ball back (Stronge, Impact
///   Mechanics, 2000, ch. 5); at the nose, as Han's.
///
/// For restitution ≤ 1 no model lets the energy rise (docs/theory/billiards.md; rounding aside). Where the cloth takes
/// so much of the impulse that the ball would move into the cushion still (a high nose, a low restitution), it stops
/// there. Preconditions: the nose touches the ball's height range: |cushion.height − position.z| ≤ radius.
CushionImpact cushion_impact(const BallState& state, const BallSpec& ball, const Vec2& towards, const Cushion& cushion,
                             const Cloth& cloth);

/// The fastest ball, in m/s, up to which the paper of that name says that its model holds; nothing where it names none.
/// mathavan_2010: 2.5. The constants that games come with may be measured farther: docs/theory/billiards.md, "Rails".
std::optional<double> measured_to(CushionImpactModel model);

}  // namespace carom::billiards

#pragma GCC visibility pop
