#pragma once
#include "carom/force/force.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// The drag of a fluid on what is fast in it: F = −c |u| u, with the velocity u relative to the fluid; c = ½ ρ C A.
template <int D>
struct QuadraticDrag {
  double coefficient = 0;  ///< c ≥ 0: mass per length
  Vec<D> wind{};           ///< the fluid's velocity

  friend bool operator==(const QuadraticDrag&, const QuadraticDrag&) = default;
};

template <int D>
CAROM_VISIBLE Vec<D> force(const QuadraticDrag<D>& drag, const PointMass<D>& ball);

}  // namespace carom

#pragma GCC visibility pop
