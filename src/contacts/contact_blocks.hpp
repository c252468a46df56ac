#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "contacts/tick_contact.hpp"

namespace carom::contacts {

/// Four contacts that rub and share no body that moves, side by side: what sweeps need of them. What is fixed is a body
/// that nothing moves.
template <int D>
struct alignas(64) ContactBlock {
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kAcross = D == 2 ? 1 : 3;  ///< numbers of what is across a normal

  using Numbers = double[kWidth];

  TickBody<D>* a[kWidth];
  TickBody<D>* b[kWidth];
  Numbers normal[D];
  Numbers surface[kAcross];  ///< its velocity across
  Numbers least;             ///< of the speed at which a and b part, without the surface's
  Numbers friction;
  Numbers ease;         ///< change of the speed of parting per impulse
  Numbers ease_across;  ///< the same of the slip
  Numbers per_ease;
  Numbers per_ease_across;
  Numbers radius_a;
  Numbers radius_b;
  Numbers turn_a;  ///< change of spin per impulse across
  Numbers turn_b;
  Numbers normal_impulse;
  Numbers tangential_impulse[kAcross];
};

/// What resists rolling and spinning at the contacts of a block.
template <int D>
struct alignas(64) ResistanceBlock {
  using Numbers = typename ContactBlock<D>::Numbers;

  Numbers rolling_arm;
  Numbers spinning_arm;
  Numbers ease;  ///< change of the relative spin per torque
  Numbers per_ease;
  Numbers ease_a;  ///< of a's own
  Numbers ease_b;
  Numbers torque[ContactBlock<D>::kAcross];
};

/// Improves the impulses of one block after another, as sweeps do: the largest change of a relative speed. The same
/// bits by every processor. `resistances`: of each block, or none.
template <int D>
double improve(std::span<ContactBlock<D>> blocks, std::span<ResistanceBlock<D>> resistances,
               const Relaxation& relaxation);

}  // namespace carom::contacts
