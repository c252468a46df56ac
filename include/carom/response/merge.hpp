#pragma once
#include "carom/math/vec.hpp"
#include "carom/shape/ball.hpp"

namespace carom {

/// A moving ball with a mass.
template <int D>
struct Lump {
  Ball<D> ball{};
  Vec<D> velocity{};
  double mass = 1;
};

/// Two balls stick and become one: mass, momentum, centre of mass and area (2D) or volume (3D) are kept. Finite masses.
template <int D>
Lump<D> merge(const Lump<D>& a, const Lump<D>& b);

}  // namespace carom
