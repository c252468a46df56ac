#pragma once
#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"
#include "carom/math/visibility.hpp"
#include "carom/shape/ball.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A moving ball with a mass.
template <int D>
struct Lump {
  Ball<D> ball{};
  Vec<D> velocity{};
  double mass = 1;
  Spin<D> spin{};
};

/// Two balls stick and become one: mass, momentum, centre of mass, area (2D) or volume (3D), and the angular momentum
/// of homogeneous discs or spheres are kept; two points make one that does not spin. Finite masses.
template <int D>
CAROM_VISIBLE Lump<D> merge(const Lump<D>& a, const Lump<D>& b);

}  // namespace carom

#pragma GCC visibility pop
