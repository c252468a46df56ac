#pragma once
#include <limits>

#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A ball that spins.
template <int D>
struct RoughBall {
  Vec<D> velocity{};
  Spin<D> spin{};
  double mass = 1;    ///< infinite: immovable; velocity and spin stay as they are
  double radius = 1;  ///< 0 for what has no spin: a wall
};

/// The restitution of rough bodies: e along the normal, β in [−1, 1] along the surface where they stick, and q =
/// I/(m r²), which says how a ball's mass is spread.
struct Roughness {
  double normal = 1;
  double tangential = -1;
  double inertia = 0;                                         ///< q > 0
  double friction = std::numeric_limits<double>::infinity();  ///< Coulomb's μ ≥ 0; infinite: they always stick
};

/// Velocities and spins after a bounce, and the kinetic energy, that of the spins included, that it took.
template <int D>
struct RoughBounce {
  RoughBall<D> first{};
  RoughBall<D> second{};
  double dissipated = 0;
};

/// A bounce of rough balls. Of g, the relative velocity of the two surfaces where they touch, the part along `axis`
/// (any length but 0; from the first to the second) becomes −e times itself, and the part along the surface −β times: β
/// = −1 is smooth, where the bounce is that of bounce.hpp to the bit; β = 0 stops the sliding; β = 1 turns it back and,
/// with e = 1, keeps the energy. With friction that is so while the impulse along the surface is at most μ times that
/// along the axis (they stick); else it is μ times that, against g's part along the surface, whose direction it keeps
/// (they slide): Walton's model of three numbers, e, μ and β. μ = 0 is smooth, too. Momentum and angular momentum are
/// kept. Bodies that do not approach are left alone. Preconditions: at least one finite mass, and a radius > 0 with it.
/// Source: Jenkins and Richman, Physics of Fluids 28, 3485 (1985); Luding, Physical Review E 52, 4442 (1995); Walton
/// and Braun, Journal of Rheology 30, 949 (1986); Foerster, Louge, Chang and Allia, Physics of Fluids 6, 1108 (1994).
template <int D>
CAROM_VISIBLE RoughBounce<D> rough_bounce(const RoughBall<D>& first, const RoughBall<D>& second, const Vec<D>& axis,
                                          const Roughness& roughness);

}  // namespace carom

#pragma GCC visibility pop
