#pragma once
#include <cstdint>
#include <functional>

#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A ball as a force sees it, at a time of the world's clock.
template <int D>
struct PointMass {
  std::uint32_t body = 0;  ///< the value of its BodyId
  Vec<D> position{};       ///< of its centre; inside the box in periodic worlds
  Vec<D> velocity{};
  double mass = 1;
  double time = 0;
};

/// A force of the caller's own (World::set_force).
template <int D>
struct Force {
  /// The force on a ball: finite, of its argument alone, so that asking twice gives the same.
  std::function<Vec<D>(const PointMass<D>&)> at{};
  /// With it energies are those of this potential, which is of place (and mass) alone: `at` gives minus its gradient,
  /// and looks neither at velocity nor at time. Without it what the force does is work, and it may depend on both.
  std::function<double(const PointMass<D>&)> potential{};
};

}  // namespace carom

#pragma GCC visibility pop
