#pragma once
#include "carom/force/force.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A fixed mass that attracts as Newton's law says: F = −m μ x/(|x|² + ε²)^(3/2), of potential −m μ/√(|x|² + ε²), x
/// seen from its centre. In the plane too. At the centre itself the force is not finite where ε = 0, which is an error.
template <int D>
struct PointAttractor {
  Vec<D> center{};
  double strength = 0;   ///< μ = G M, length³ per time²; < 0 repels
  double softening = 0;  ///< ε ≥ 0: a length (Plummer's sphere)

  friend bool operator==(const PointAttractor&, const PointAttractor&) = default;
};

template <int D>
CAROM_VISIBLE Vec<D> force(const PointAttractor<D>& attractor, const PointMass<D>& ball);
template <int D>
CAROM_VISIBLE double potential(const PointAttractor<D>& attractor, const PointMass<D>& ball);

}  // namespace carom

#pragma GCC visibility pop
