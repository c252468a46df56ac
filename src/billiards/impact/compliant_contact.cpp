#include "billiards/impact/compliant_contact.hpp"

#include <algorithm>
#include <cmath>

#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

using portable::cos_pi;
using portable::sin_pi;

constexpr double kInertia = 3.5;  // β: sliding that an impulse ends, to what it gives the centre
constexpr int kLooks = 16;        // for the end of sticking, in the restitution
constexpr int kHalvings = 54;     // down to the spacing of doubles

// The place in [low, high] where f turns from false to true.
template <class F>
double turning_point(double low, double high, const F& f) {
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (low + high);
    (f(middle) ? high : low) = middle;
  }
  return high;
}

// The arc cosine over π.
double arc_cosine(double c) {
  return turning_point(0, 1, [c](double x) { return cos_pi(x) <= c; });
}

// Times x are in units of π/(normal frequency): compression up to ½, the end at ½(1 + e).
struct Springs {
  double restitution;
  double ratio;
  double grip;  // μ v_n

  double stiffness() const { return kInertia / (ratio * ratio); }  // η²
  double end() const { return 0.5 * (1 + restitution); }
  double phase(double x) const { return x <= 0.5 ? x : std::min(1.0, 0.5 + (x - 0.5) / restitution); }
  double deflection_limit(double x) const { return grip * stiffness() * sin_pi(phase(x)); }
};

// From `start` on the spring swings freely.
struct Stick {
  double start;
  double deflection;
  double velocity;
  double ratio;

  double deflection_at(double x) const {
    const double turn = ratio * (x - start);
    return deflection * cos_pi(turn) + (velocity / ratio) * sin_pi(turn);
  }
  double velocity_at(double x) const {
    const double turn = ratio * (x - start);
    return velocity * cos_pi(turn) - ratio * deflection * sin_pi(turn);
  }
};

// Slipping, v = v_0 − μ v_n β (1 − C), e C for C in the restitution; it sticks when the spring's own velocity at the
// limit, μ v_n η² C (C/e in the restitution), has caught up.
Stick first_stick(const Springs& springs, double v) {
  if (v <= springs.grip * springs.stiffness()) return {0, 0, v, springs.ratio};
  const double e = springs.restitution;
  const double excess = v / springs.grip - kInertia;
  const bool compressing = excess <= 0;
  const double c = excess / (compressing ? springs.stiffness() - kInertia : springs.stiffness() / e - e * kInertia);
  const double phase = arc_cosine(c);
  const double x = compressing ? phase : 0.5 + e * (phase - 0.5);
  return {x, springs.deflection_limit(x), v - springs.grip * kInertia * (1 - (compressing ? c : e * c)), springs.ratio};
}

double end_of_stick(const Springs& springs, const Stick& stick) {
  const auto slips = [&](double x) { return std::abs(stick.deflection_at(x)) > springs.deflection_limit(x); };
  const double start = std::max(0.5, stick.start);
  const double look = (springs.end() - start) / kLooks;
  for (int k = 1; k <= kLooks; ++k)
    if (slips(start + k * look)) return turning_point(start + (k - 1) * look, start + k * look, slips);
  return springs.end();
}

}  // namespace

double CompliantContact::slide_after(double tangential, double normal) const {
  const double e = restitution + 0.0;  // of -0: what is divided by it is then not -inf
  const Springs springs{e, frequency_ratio, friction * normal};
  const double sticks_at_all = kInertia + std::max(0.0, e * kInertia - springs.stiffness() / e);
  if (tangential >= springs.grip * sticks_at_all) return tangential - springs.grip * kInertia * (1 + e);
  const Stick stick = first_stick(springs, tangential);
  const double end = end_of_stick(springs, stick);
  const double rest = springs.grip * kInertia * e * (1 + cos_pi(springs.phase(end)));
  return stick.velocity_at(end) - std::copysign(rest, stick.deflection_at(end));
}

}  // namespace carom::billiards
