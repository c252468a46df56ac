#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "contacts/tick_contact.hpp"

namespace carom::contacts {

/// A body as sweeps see it: in one cache line, as they read and write it again and again.
template <int D>
struct alignas(D == 2 ? 32 : 64) Mover {
  Vec<D> velocity{};
  Spin<D> rolling{};  ///< radius times spin: so fast its surface goes
  double inverse_mass = 0;
};

/// An impulse across changes the rolling of a ball so many times as much as its velocity.
template <int D>
inline constexpr double kTurning = 1 / kHomogeneousInertia<D>;

/// Eight contacts that rub and share no body that moves, side by side: what sweeps need of them. What is fixed is a
/// body that nothing moves.
template <int D>
struct alignas(64) ContactBlock {
  static constexpr std::size_t kWidth = 8;
  static constexpr std::size_t kAcross = D == 2 ? 1 : 3;  ///< numbers of what is across a normal

  using Numbers = double[kWidth];

  std::uint32_t a[kWidth];  ///< numbers of movers
  std::uint32_t b[kWidth];
  Numbers normal[D];
  Numbers surface[kAcross];  ///< its velocity across
  Numbers least;             ///< of the speed at which a and b part, without the surface's
  Numbers friction;
  Numbers normal_impulse;
  Numbers tangential_impulse[kAcross];
};

/// What resists rolling and spinning at the contacts of a block.
template <int D>
struct alignas(64) ResistanceBlock {
  using Numbers = typename ContactBlock<D>::Numbers;

  Numbers rolling_arm;
  Numbers spinning_arm;
  Numbers per_radius_a;
  Numbers per_radius_b;
  Numbers per_ease;  ///< torque per change of the relative spin
  Numbers torque[ContactBlock<D>::kAcross];
};

/// Improves the impulses of one block after another, as sweeps do: the largest change of a relative speed, squared. The
/// same bits by every processor. `resistances`: of each block, or none.
template <int D>
double improve(Mover<D>* movers, std::span<ContactBlock<D>> blocks, std::span<ResistanceBlock<D>> resistances,
               const Relaxation& relaxation);

}  // namespace carom::contacts
