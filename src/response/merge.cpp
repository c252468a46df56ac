#include "carom/response/merge.hpp"

#include <cmath>

#include "carom/math/portable.hpp"
#include "carom/response/rough_bounce.hpp"

namespace carom {

// Area adds as r², volume as r³.
template <int D>
static double merged_radius(double r1, double r2) {
  if constexpr (D == 2)
    return std::sqrt(r1 * r1 + r2 * r2);
  else
    return portable::cbrt(r1 * r1 * r1 + r2 * r2 * r2);
}

template <int D>
Lump<D> merge(const Lump<D>& a, const Lump<D>& b) {
  const double mass = a.mass + b.mass;
  const double share = b.mass / mass;
  Lump<D> one;
  one.mass = mass;
  one.ball.center = a.ball.center + share * (b.ball.center - a.ball.center);
  one.velocity = (a.mass * a.velocity + b.mass * b.velocity) / mass;
  one.ball.radius = merged_radius<D>(a.ball.radius, b.ball.radius);
  // q M R² Ω = Σ q m r² ω + μ d × w, with the reduced mass μ, d and w of b relative to a.
  const auto square = [](double x) { return x * x; };
  const double inertia = kHomogeneousInertia<D> * mass * square(one.ball.radius);
  if (inertia > 0) {
    const Spin<D> orbit = (a.mass * share) * cross(b.ball.center - a.ball.center, b.velocity - a.velocity);
    const Spin<D> own =
        kHomogeneousInertia<D> * (a.mass * square(a.ball.radius) * a.spin + b.mass * square(b.ball.radius) * b.spin);
    one.spin = (1 / inertia) * (own + orbit);
  }
  return one;
}

template Lump<2> merge(const Lump<2>&, const Lump<2>&);
template Lump<3> merge(const Lump<3>&, const Lump<3>&);

}  // namespace carom
