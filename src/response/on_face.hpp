#pragma once
#include <cstdint>
#include <limits>

#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"

namespace carom::response {

/// How surfaces that press on each other resist: Coulomb's μ of sliding; and the torques of rolling and of spinning on
/// the spot, over the radius and the force that presses.
struct Resistances {
  double sliding = 0;  ///< may be infinite
  double rolling = 0;
  double spinning = 0;
};

/// A ball on a flat face that presses it, as the surface of the face sees it.
template <int D>
struct BallOnFace {
  Vec<D> normal{};    ///< unit, from the face to the ball
  Vec<D> velocity{};  ///< along the face
  Spin<D> spin{};
  double radius = 1;
  double inertia = 0;   ///< q = I/(m r²)
  Vec<D> pull{};        ///< acceleration along the face by all but the face
  double pressure = 0;  ///< of the face, as an acceleration ≥ 0
  Resistances resistances{};
  double brief = 0;  ///< a time in which what slides or rolls does not turn aside any more
};

/// What ends a phase: the ball does not slide any more; it does not roll any more; it does not spin on the spot any
/// more; or the direction of what resists is to be found anew.
enum class FaceChange : std::uint8_t { none, slip_ends, roll_ends, spin_ends, turns };

/// How a ball on a face goes on: for a while its velocity and its spin change evenly.
template <int D>
struct FacePhase {
  Vec<D> friction{};      ///< force of the face along itself, over the mass
  Spin<D> resistance{};   ///< torque against rolling and spinning, over the mass
  Vec<D> acceleration{};  ///< along the face
  Spin<D> turning{};      ///< angular acceleration
  double until = std::numeric_limits<double>::infinity();
  FaceChange change = FaceChange::none;  ///< then
};

/// u = v − r ω × n: the velocity at which the surface of the ball slides.
template <int D>
Vec<D> slip(const BallOnFace<D>& ball);

/// A ball that slides is slowed by μ p against u, and its spin turned by that; one that does not slide (u is rounding)
/// rolls, and is slowed by what resists rolling, p μ_r/(1 + q); unless its pull asks for more grip than there is, q
/// a/(1 + q) > μ p: then it begins to slide. Rolling is not resisted while a ball slides, and never more than grip
/// allows. Where the pull turns what slides or is slowed, in space, phases are short: the direction of what resists is
/// that of their middle, and turns by 1/512, or more where it slides but little, so that velocities are right to some
/// 10⁻⁶ of the ball's. What ends within a brief time, or is turned by less than that until it ends, goes straight
/// there.
template <int D>
FacePhase<D> phase_on_face(const BallOnFace<D>& ball);

/// Velocity and spin after a phase that has ended so; what was left of it, by rounding, is gone. Infinite friction ends
/// any slip so.
template <int D>
void end_phase(FaceChange change, BallOnFace<D>& ball);

}  // namespace carom::response
