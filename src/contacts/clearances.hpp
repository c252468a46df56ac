#pragma once
#include <cstdint>
#include <span>

#include "carom/math/vec.hpp"
#include "contacts/contact_solver.hpp"

namespace carom::contacts {

/// How two bodies are to part along a path that is not kept.
template <int D>
struct Parting {
  std::uint32_t a = 0;
  std::uint32_t b = kFixed;
  Vec<D> normal{};     ///< unit, from a to b
  double wanted = 0;   ///< the speed at which they should part
  double enough = 0;   ///< ≤ wanted: where all cannot, what they part at instead
  double needed = 0;   ///< < enough: below it they would overlap
  double share_a = 1;  ///< of what is missing, what a gives way by; b gives the rest
};

template <int D>
double parting_speed(std::span<const Vec<D>> velocities, const Parting<D>& pair) {
  const Vec<D> other = pair.b == kFixed ? Vec<D>{} : velocities[pair.b];
  return dot(other - velocities[pair.a], pair.normal);
}

/// Rounds over all pairs: in the first ones each is pushed apart to what is wanted, in the others to what is enough.
struct PartingRounds {
  int wanting = 0;
  int most = 0;
};

/// Adds to velocities until all pairs part at least as is needed: pair after pair in their order, each pushed apart by
/// what is missing. From below to above, the lower giving way least, a pile of any height takes few rounds. Tells
/// whether that was reached within so many.
template <int D>
bool part(std::span<Vec<D>> velocities, std::span<const Parting<D>> pairs, const PartingRounds& rounds);

}  // namespace carom::contacts
