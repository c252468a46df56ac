#pragma once
#include "carom/sim/world.hpp"

namespace carom::testing {

/// Around the box [0, side]^D.
template <int D>
void add_walls(World<D>& world, double side, double restitution = 1) {
  for (int k = 0; k < D; ++k) {
    Vec<D> normal;
    normal[k] = 1;
    world.add({.shape = HalfSpace<D>{normal, 0}, .restitution = restitution});
    world.add({.shape = HalfSpace<D>{-normal, -side}, .restitution = restitution});
  }
}

}  // namespace carom::testing
