#include "carom/response/bounce.hpp"

#include <cmath>

#include "response/bounce_by_shares.hpp"

namespace carom {

// With n = axis/|axis|, w = v1 − v2, reduced mass μ = m1 m2/(m1 + m2): J = −(1 + e) μ w·n, v1 += J n/m1, v2 −= J n/m2,
// and the energy lost is ½ μ (1 − e²)(w·n)². Written with axis·axis, so that no square root rounds.
template <int D>
Bounce<D> bounce(const Vec<D>& velocity1, double mass1, const Vec<D>& velocity2, double mass2, const Vec<D>& axis,
                 double restitution) {
  // Shares of the velocity change: μ/m1 and μ/m2, safe for one infinite mass.
  const double share1 = std::isinf(mass1) ? 0 : (std::isinf(mass2) ? 1 : mass2 / (mass1 + mass2));
  const double share2 = std::isinf(mass2) ? 0 : (std::isinf(mass1) ? 1 : mass1 / (mass1 + mass2));
  const double reduced_mass = std::isinf(mass1) ? mass2 : mass1 * share1;
  return response::bounce_by_shares(velocity1, share1, velocity2, share2, reduced_mass, axis, restitution);
}

template Bounce<2> bounce(const Vec<2>&, double, const Vec<2>&, double, const Vec<2>&, double);
template Bounce<3> bounce(const Vec<3>&, double, const Vec<3>&, double, const Vec<3>&, double);

}  // namespace carom
