#pragma once
#include <optional>
#include <span>

#include "carom/math/vec.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A contact that a kinematic body does not move into: its velocity v keeps v·normal ≥ speed.
template <int D>
struct SlideLimit {
  Vec<D> normal{};   ///< unit, from what is touched to the body
  double speed = 0;  ///< of what is touched, along the normal: 0 if it is still
};

/// The velocity nearest to an intended one among those that lead into no contact: along a contact, along the crease of
/// two (in space), or nothing at all in a corner, to the bit. It does not depend on the order of the contacts. nullopt
/// if no velocity avoids them all; with still contacts alone there is always one. A velocity into a contact of 2⁻⁴⁶ of
/// the speeds is rounding. At most eight contacts count, the first ones.
template <int D>
CAROM_VISIBLE std::optional<Vec<D>> slide(const Vec<D>& intended, std::span<const SlideLimit<D>> limits);

}  // namespace carom

#pragma GCC visibility pop
