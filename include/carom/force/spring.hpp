#pragma once
#include "carom/force/force.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A spring from a fixed place to a ball (Hooke): F = −k (d − L) n, of potential ½ k (d − L)², with the distance d from
/// the anchor and the unit vector n away from it. At the anchor itself a spring of length > 0 has no direction, and
/// gives none.
template <int D>
struct Spring {
  Vec<D> anchor{};
  double stiffness = 0;  ///< k ≥ 0: force per length
  double length = 0;     ///< L ≥ 0: at rest

  friend bool operator==(const Spring&, const Spring&) = default;
};

template <int D>
CAROM_VISIBLE Vec<D> force(const Spring<D>& spring, const PointMass<D>& ball);
template <int D>
CAROM_VISIBLE double potential(const Spring<D>& spring, const PointMass<D>& ball);

}  // namespace carom

#pragma GCC visibility pop
