#pragma once
#include <array>
#include <cstddef>

#include "carom/math/visibility.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/sim/world.hpp"

#pragma GCC visibility push(default)

/// What is measured in granular matter: how balls that rest or flow press on each other, and how they fill space.
namespace carom {

/// The sum of the forces on a body by what touches it.
template <int D>
CAROM_VISIBLE Vec<D> force_on(const World<D>& world, BodyId body);

/// How many contacts carry a ball.
struct Coordination {
  std::size_t balls = 0;     ///< that can be moved, with their centres in the window
  std::size_t rattlers = 0;  ///< of these, that are in fewer contacts with others than rattlers than hold a ball
  double number = 0;         ///< contacts that press of a ball that is none, with others that are none; 0 without one
};

/// Over the balls whose centres are in the window, by contacts that press (World::contact_forces); obstacles count as
/// well as balls. `least`: contacts that hold a ball, D without friction; those with fewer are rattlers, and so, then,
/// may be others.
template <int D>
CAROM_VISIBLE Coordination coordination(const World<D>& world, const Aabb<D>& window, int least = D);

/// The share of the window that balls fill, held ones too: a ball counts as far as it is inside (`overlap_volume`).
template <int D>
CAROM_VISIBLE double packing_fraction(const World<D>& world, const Aabb<D>& window);

/// Rows i, columns j.
template <int D>
using Tensor = std::array<Vec<D>, static_cast<std::size_t>(D)>;

/// σ_ij = (1/V) Σ f_i l_j over the contacts whose points are in the window, f the force on b, l from a's centre to b's
/// or to the point on an obstacle (Love 1892, Weber 1966), pressure positive. V is the window's volume.
template <int D>
CAROM_VISIBLE Tensor<D> contact_stress(const World<D>& world, const Aabb<D>& window);

/// Σ m |v − v̄|²/(D N) over the movable balls with centres in the window, v̄ the velocity of their centre of mass: in
/// units of energy; 0 without any.
template <int D>
CAROM_VISIBLE double granular_temperature(const World<D>& world, const Aabb<D>& window);

}  // namespace carom

#pragma GCC visibility pop
