#pragma once
#include <span>

#include "carom/sim/world.hpp"

namespace carom::testing {

/// Σ m x × v + ½ m r² ω of discs, about the origin.
inline double angular_momentum(const World2& world, std::span<const BodyId> discs) {
  double sum = 0;
  for (const BodyId id : discs) {
    const BodyState<2> state = world.state(id);
    sum += state.mass *
           (cross(world.placement(id).position, state.velocity) + 0.5 * state.radius * state.radius * state.spin);
  }
  return sum;
}

}  // namespace carom::testing
