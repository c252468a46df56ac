#pragma once
#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"

namespace carom {

/// A ball that spins.
template <int D>
struct RoughBall {
  Vec<D> velocity{};
  Spin<D> spin{};
  double mass = 1;    ///< infinite: immovable; velocity and spin stay as they are
  double radius = 1;  ///< 0 for what has no spin: a wall
};

/// The restitution of rough bodies: e along the normal, β in [−1, 1] along the surface, and q = I/(m r²), which says
/// how a ball's mass is spread.
struct Roughness {
  double normal = 1;
  double tangential = -1;
  double inertia = 0;  ///< q > 0
};

/// q of a homogeneous disc, ½, or sphere, 2/5.
template <int D>
inline constexpr double kHomogeneousInertia = D == 2 ? 0.5 : 0.4;

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
/// with e = 1, keeps the energy. Momentum and angular momentum are kept. Bodies that do not approach are left alone.
/// Preconditions: at least one finite mass, and a radius > 0 with it.
/// Source: Jenkins and Richman, Physics of Fluids 28, 3485 (1985); Luding, Physical Review E 52, 4442 (1995).
template <int D>
RoughBounce<D> rough_bounce(const RoughBall<D>& first, const RoughBall<D>& second, const Vec<D>& axis,
                            const Roughness& roughness);

}  // namespace carom
