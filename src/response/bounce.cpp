#include "carom/response/bounce.hpp"

#include <cmath>

namespace carom {

// With n = axis/|axis|, w = v1 − v2, reduced mass μ = m1 m2/(m1 + m2): J = −(1 + e) μ w·n, v1 += J n/m1, v2 −= J n/m2,
// and the energy lost is ½ μ (1 − e²)(w·n)². Written with axis·axis, so that no square root rounds.
template <int D>
Bounce<D> bounce(const Vec<D>& velocity1, double mass1, const Vec<D>& velocity2, double mass2, const Vec<D>& axis,
                 double restitution) {
  Bounce<D> result{velocity1, velocity2, 0};
  const double rate = dot(velocity1 - velocity2, axis);
  const double axis2 = norm2(axis);
  // Towards each other: the first moves along the axis from itself to the second.
  if (!(rate > 0) || !(axis2 > 0)) return result;
  // Shares of the velocity change: μ/m1 and μ/m2, safe for one infinite mass.
  const double share1 = std::isinf(mass1) ? 0 : (std::isinf(mass2) ? 1 : mass2 / (mass1 + mass2));
  const double share2 = std::isinf(mass2) ? 0 : (std::isinf(mass1) ? 1 : mass1 / (mass1 + mass2));
  const double change = (1 + restitution) * rate / axis2;
  if (share1 != 0) result.velocity1 -= (change * share1) * axis;
  if (share2 != 0) result.velocity2 += (change * share2) * axis;
  const double reduced_mass = std::isinf(mass1) ? mass2 : mass1 * share1;
  result.dissipated = 0.5 * reduced_mass * ((1 - restitution) * (1 + restitution)) * (rate * rate / axis2);
  return result;
}

template Bounce<2> bounce(const Vec<2>&, double, const Vec<2>&, double, const Vec<2>&, double);
template Bounce<3> bounce(const Vec<3>&, double, const Vec<3>&, double, const Vec<3>&, double);

}  // namespace carom
