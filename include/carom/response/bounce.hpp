#pragma once
#include "carom/math/vec.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Velocities after a bounce, and the kinetic energy that it took (negative: e > 1 made energy).
template <int D>
struct Bounce {
  Vec<D> velocity1{};
  Vec<D> velocity2{};
  double dissipated = 0;
};

/// A frictionless bounce: the impulse acts along `axis` (any length but 0; from body 1 to body 2), keeps the
/// momentum and turns the approaching normal speed into e times itself, separating. e = 0 leaves no normal speed, e = 1
/// keeps the energy, e > 1 adds to it. An infinite mass is immovable: its velocity stays as it is. Bodies that do not
/// approach are left alone. Precondition: at least one finite mass.
template <int D>
CAROM_VISIBLE Bounce<D> bounce(const Vec<D>& velocity1, double mass1, const Vec<D>& velocity2, double mass2,
                               const Vec<D>& axis, double restitution);

}  // namespace carom

#pragma GCC visibility pop
