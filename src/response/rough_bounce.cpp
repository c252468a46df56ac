#include "carom/response/rough_bounce.hpp"

#include <cmath>

#include "carom/response/bounce.hpp"

namespace carom {

// With n from 1 to 2, arms r1 n and −r2 n: g = v1 − v2 + (r1 ω1 + r2 ω2) × n, g_t its part across n. The impulse on 1
// along the surface is −(1 + β) μ_t g_t with μ_t = μ q/(1 + q), μ the reduced mass; it turns a ball of moment q m r² by
// Δω = −(1 + β) μ_t/(q m r) n × g_t, either ball in the same sense. It takes ½ μ_t (1 − β²) g_t².
// Where friction f gives less than that, f (1 + e) μ g_n, the same holds with 1 + β = f (1 + e) μ g_n/(μ_t g_t).
template <int D>
RoughBounce<D> rough_bounce(const RoughBall<D>& first, const RoughBall<D>& second, const Vec<D>& axis,
                            const Roughness& roughness) {
  const Vec<D> w = first.velocity - second.velocity;
  const Bounce<D> smooth = bounce(first.velocity, first.mass, second.velocity, second.mass, axis, roughness.normal);
  RoughBounce<D> result{first, second, smooth.dissipated};
  result.first.velocity = smooth.velocity1;
  result.second.velocity = smooth.velocity2;
  const double rate = dot(w, axis);
  if (roughness.tangential == -1 || roughness.friction == 0 || !(rate > 0)) return result;
  const double axis2 = norm2(axis);
  const Vec<D> normal = axis / std::sqrt(axis2);
  const Vec<D> slip =
      (w - (rate / axis2) * axis) + cross(first.radius * first.spin + second.radius * second.spin, normal);
  const bool still1 = std::isinf(first.mass);
  const bool still2 = std::isinf(second.mass);
  const double share1 = still1 ? 0 : (still2 ? 1 : second.mass / (first.mass + second.mass));
  const double share2 = still2 ? 0 : (still1 ? 1 : first.mass / (first.mass + second.mass));
  const double q = roughness.inertia;
  const double shared = q / (1 + q);  // μ_t/μ
  const double sticking = 1 + roughness.tangential;
  const double most = roughness.friction * (1 + roughness.normal) * (rate / std::sqrt(axis2));
  const double to_stick = shared * norm(slip);  // at β = 0, per reduced mass as `most`
  const bool slides = most < sticking * to_stick;
  const double grip = slides ? most / to_stick : sticking;
  const Spin<D> turn = (grip / (1 + q)) * cross(normal, slip);
  if (!still1) {
    result.first.velocity -= (grip * shared * share1) * slip;
    result.first.spin = result.first.spin - (share1 / first.radius) * turn;
  }
  if (!still2) {
    result.second.velocity += (grip * shared * share2) * slip;
    result.second.spin = result.second.spin - (share2 / second.radius) * turn;
  }
  const double reduced_mass = still1 ? second.mass : first.mass * share1;
  const double one_less_beta = slides ? 2 - grip : 1 - roughness.tangential;
  result.dissipated += 0.5 * reduced_mass * shared * (one_less_beta * grip) * norm2(slip);
  return result;
}

template RoughBounce<2> rough_bounce(const RoughBall<2>&, const RoughBall<2>&, const Vec<2>&, const Roughness&);
template RoughBounce<3> rough_bounce(const RoughBall<3>&, const RoughBall<3>&, const Vec<3>&, const Roughness&);

}  // namespace carom
