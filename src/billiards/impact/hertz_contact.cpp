#include "billiards/impact/hertz_contact.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/angle.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

// Below, balls would part ever more slowly, and at 0 never.
constexpr double kLeastRestitution = 0.05;

double damping_ratio(double restitution) {
  const double log = portable::log(std::max(restitution, kLeastRestitution));
  return -std::sqrt(5.0) * log / std::sqrt(kPi * kPi + log * log);
}

}  // namespace

HertzContact::HertzContact(const BallContact& contact, const BallSpec& ball1, const BallSpec& ball2)
    : stiffness(4. / 3 * contact.effective_modulus *
                std::sqrt(ball1.radius * ball2.radius / (ball1.radius + ball2.radius))),
      reduced_mass(ball1.mass * ball2.mass / (ball1.mass + ball2.mass)) {
  damping = damping_ratio(contact.restitution) * std::sqrt(reduced_mass * stiffness);
}

double HertzContact::largest_compression(double approach) const {
  return portable::exp(0.4 * portable::log(1.25 * reduced_mass * approach * approach / stiffness));
}

double HertzContact::duration(double approach) const {
  return 2.943275 * largest_compression(approach) / approach;
}

}  // namespace carom::billiards
