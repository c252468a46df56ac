#include "query/first_contact_motion.hpp"

#include <cmath>

#include "query/ball_parts.hpp"

namespace carom::detail {
namespace {

template <int D>
bool straight_on_one_clock(const Motion<D>& a, const Motion<D>& b) {
  const auto fits = [](const Motion<D>& one, const Motion<D>& other) {
    return one.damping == other.damping || (one.damping == 0 && is_zero(one.velocity) && is_zero(one.acceleration));
  };
  return fits(a, b) || fits(b, a);
}

/// The largest acceleration from a time on.
template <int D>
double strongest(const Motion<D>& motion, double t) {
  if (motion.damping > 0) return motion.damping * norm(motion.velocity_at(t));
  return t < motion.stop ? norm(motion.acceleration) : 0;
}

/// The gap G between the rims has G'' ≥ −A, A the largest relative acceleration from now on: no contact before
/// G + G' h − ½ A h² = 0. Stepping so far again and again comes to the first contact from below.
template <int D>
double creep(const Vec<D>& p, const Motion<D>& a, const Motion<D>& b, double radius_sum, double horizon) {
  for (double t = 0; t <= horizon;) {
    const Vec<D> apart = p + (a.displacement(t) - b.displacement(t));
    const Vec<D> w = a.velocity_at(t) - b.velocity_at(t);
    const double length = norm(apart);
    const double gap = length - radius_sum;
    const double rate = length > 0 ? dot(apart, w) / length : norm(w);
    const double strength = strongest(a, t) + strongest(b, t);
    if (gap <= 0 && rate < 0) return t;
    const double root = std::sqrt(rate * rate + 2 * strength * std::max(gap, 0.0));
    const double step = rate < 0 ? 2 * gap / (root - rate) : (rate + root) / strength;
    if (!(step < kNever)) return kNever;
    if (t + step == t) return rate < 0 ? t : kNever;
    t += step;
  }
  return kNever;
}

}  // namespace

template <int D>
double first_contact_balls(const Vec<D>& p, const Motion<D>& a, const Motion<D>& b, double radius_sum, double horizon) {
  if (a.damping > 0 || b.damping > 0) {
    if (!straight_on_one_clock(a, b)) return creep(p, a, b, radius_sum, horizon);
    Motion<D> relative;
    relative.velocity = a.velocity - b.velocity;
    relative.damping = std::max(a.damping, b.damping);
    return first_contact_moving(relative, horizon, [&](const Vec<D>& w, const Vec<D>& g, double end) {
      return first_contact_balls<D>(p, w, g, radius_sum, end);
    });
  }
  return ball_ball_time(Ball<D>{p, radius_sum}, a, Ball<D>{}, b, horizon);
}

template double first_contact_balls(const Vec2&, const Motion2&, const Motion2&, double, double);
template double first_contact_balls(const Vec3&, const Motion3&, const Motion3&, double, double);

}  // namespace carom::detail
