#include "billiards/impact/compliant_contact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace carom::billiards {
namespace {

// Stronge's compliant contact, e = 0.7, μ = 0.2, frequency ratio 1.7, as pooltool (Kiefl, Journal of Open Source
// Software 9, 2024) publishes it: (v_t, v_n) = (−3, −1) → −1.81 and (−0.5, −1) → 0.329114283.
TEST(CompliantContact, GivesThePublishedVelocities) {
  const CompliantContact contact{0.7, 0.2, 1.7};
  EXPECT_NEAR(contact.slide_after(3, 1), 1.81, 1e-14);
  EXPECT_NEAR(contact.slide_after(0.5, 1), -0.329114283, 5e-10);
}

// The equations themselves, in small steps: springs in both directions, Coulomb's limit on the tangential force. Time
// in units of 1/(normal frequency); the normal spring is stiffer by 1/e² in the restitution.
double stepped(double e, double friction, double ratio, double v) {
  const int steps = 200000;
  const double beta = 3.5, eta2 = beta / (ratio * ratio), half_pi = 1.57079632679489661923;
  const double dt = half_pi * (1 + e) / steps;
  double spring = 0;
  for (int k = 0; k < steps; ++k) {
    const double t = (k + 0.5) * dt;
    const double force = std::sin(t < half_pi ? t : half_pi + (t - half_pi) / e);
    const double limit = friction * eta2 * force;
    const double next = std::clamp(spring + dt * v, -limit, limit);
    v -= dt * beta / eta2 * 0.5 * (spring + next);
    spring = next;
  }
  return v;
}

TEST(CompliantContact, FollowsItsEquationsOfMotion) {
  for (const double e : {0.0, 0.3, 0.5, 0.7, 0.9, 1.0})
    for (const double friction : {0.05, 0.2, 0.5})
      for (const double ratio : {1.2, 1.7})
        for (const double v : {0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 1.1, 1.5, 2.5}) {
          const CompliantContact contact{e, friction, ratio};
          EXPECT_NEAR(contact.slide_after(v, 1), stepped(e, friction, ratio, v), 2e-4)
              << e << ' ' << friction << ' ' << ratio << ' ' << v;
        }
}

TEST(CompliantContact, IsTheSameAtEverySpeed) {
  const CompliantContact contact{0.85, 0.3, 1.7};
  for (const double v : {0.1, 0.5, 1.0, 3.0})
    EXPECT_NEAR(contact.slide_after(8 * v, 8), 8 * contact.slide_after(v, 1), 1e-13);
}

// A restitution of -0 is 0 (a fuzzer's, whose shots had velocities that were no numbers).
TEST(CompliantContact, TakesMinusZeroForZero) {
  for (const double friction : {0.0, 0.2}) {
    const CompliantContact none{0.0, friction, 1.7}, minus{-0.0, friction, 1.7};
    for (const double sliding : {0.0, 0.1, 1.0, 10.0})
      EXPECT_EQ(minus.slide_after(sliding, 1), none.slide_after(sliding, 1)) << friction << " " << sliding;
  }
}

TEST(CompliantContact, WithoutFrictionSlidesOn) {
  EXPECT_EQ((CompliantContact{0.7, 0, 1.7}.slide_after(1.25, 1)), 1.25);
}

}  // namespace
}  // namespace carom::billiards
