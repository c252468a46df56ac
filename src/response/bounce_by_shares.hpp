#pragma once
#include "carom/response/bounce.hpp"

namespace carom::response {

/// `bounce`, where each body's share of the velocity change is known, μ/m of each with the reduced mass μ.
template <int D>
inline Bounce<D> bounce_by_shares(const Vec<D>& velocity1, double share1, const Vec<D>& velocity2, double share2,
                                  double reduced_mass, const Vec<D>& axis, double restitution) {
  Bounce<D> result{velocity1, velocity2, 0};
  const double rate = dot(velocity1 - velocity2, axis);
  const double axis2 = norm2(axis);
  // Towards each other: the first moves along the axis from itself to the second.
  if (!(rate > 0) || !(axis2 > 0)) return result;
  const double change = (1 + restitution) * rate / axis2;
  if (share1 != 0) result.velocity1 -= (change * share1) * axis;
  if (share2 != 0) result.velocity2 += (change * share2) * axis;
  if (restitution != 1)
    result.dissipated = 0.5 * reduced_mass * ((1 - restitution) * (1 + restitution)) * (rate * rate / axis2);
  return result;
}

}  // namespace carom::response
