#pragma once
#include <algorithm>

#include "carom/math/portable.hpp"
#include "carom/motion/motion.hpp"
#include "query/first_contact.hpp"

namespace carom::detail {

/// The time of a first contact with something still: `contact(w, g, end)` gives it along x + w t + ½ g t² for
/// 0 ≤ t ≤ end, infinite if there is none. A motion with damping k is straight on the clock s = (1 − exp(−k t))/k.
template <int D, class Contact>
double first_contact_moving(const Motion<D>& motion, double horizon, const Contact& contact) {
  const double k = motion.damping;
  if (k == 0) return contact(motion.velocity, motion.acceleration, std::min(horizon, motion.stop));
  const double s = contact(motion.velocity, Vec<D>{}, -portable::expm1(-k * horizon) / k);
  return k * s < 1 ? std::min(horizon, -portable::log1p(-k * s) / k) : kNever;
}

/// Two balls that each move by their own law, p the position of the first minus that of the second.
template <int D>
double first_contact_balls(const Vec<D>& p, const Motion<D>& a, const Motion<D>& b, double radius_sum, double horizon);

}  // namespace carom::detail
