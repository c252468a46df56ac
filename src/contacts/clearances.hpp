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
  double needed = 0;   ///< ≤ wanted: below it they would overlap
  double share_a = 1;  ///< of what is missing, what a gives way by; b gives the rest
};

template <int D>
double parting_speed(std::span<const Vec<D>> velocities, const Parting<D>& pair) {
  const Vec<D> other = pair.b == kFixed ? Vec<D>{} : velocities[pair.b];
  return dot(other - velocities[pair.a], pair.normal);
}

/// Adds to velocities until all pairs part as is wanted, or at least as is needed: pair after pair in their order, each
/// pushed apart by what is missing. From below to above, the lower giving way least, a pile of any height takes few
/// rounds. Tells whether what is needed was reached within so many.
template <int D>
bool part(std::span<Vec<D>> velocities, std::span<const Parting<D>> pairs, int most_rounds);

}  // namespace carom::contacts
