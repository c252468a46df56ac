#pragma once
#include <optional>

#include "math/exact/dyadic.hpp"
#include "query/curved/relative_motion.hpp"
#include "query/first_contact.hpp"

// Damping that both shapes share, or where one of them stands still, is exact by a change of clock: in
// s = (1 − exp(−k t))/k all paths are straight.
namespace carom::query {

/// A damped motion without velocity, and any law that is over from the start, stands still.
template <int D>
bool stands_still(const Motion<D>& law) {
  return law.stop == 0 || (is_zero(law.velocity) && is_zero(law.acceleration));
}

template <int D>
bool is_damped(const Motion<D>& law) {
  return law.damping > 0 && !is_zero(law.velocity);
}

/// The damping of the clock by which a relative path is straight, if there is one.
template <int D>
std::optional<double> common_damping(const RelativeMotion<D>& m) {
  if (is_damped(m.motion) && (m.motion.damping == m.other.damping || stands_still(m.other))) return m.motion.damping;
  if (is_damped(m.other) && stands_still(m.motion)) return m.other.damping;
  return std::nullopt;
}

/// The same motion by that clock.
template <int D>
RelativeMotion<D> straightened(const RelativeMotion<D>& m) {
  const auto straight = [](const Motion<D>& law) { return Linear<D>{stands_still(law) ? Vec<D>{} : law.velocity}; };
  return {m.p, straight(m.motion), m.p0, straight(m.other)};
}

/// The clock s of a damping k, and how far it gets within a horizon: (1 − exp(−k horizon))/k, 1/k for an infinite one.
class CommonClock {
 public:
  CommonClock(double damping, double horizon);

  double low() const { return low_; }    ///< certainly not beyond the end
  double high() const { return high_; }  ///< certainly not before it
  /// The same within 2^-230, relatively.
  struct Bounds {
    math::Dyadic low;
    math::Dyadic high;
  };
  Bounds narrow() const;
  /// The time at which the clock shows s.
  double time(double s) const;
  bool endless() const { return endless_; }

 private:
  double damping_;
  double horizon_;
  double low_;
  double high_;
  bool endless_;
};

/// The first impact of paths that are straight by a clock: `within(double end)` finds it up to an end of that clock,
/// with a time within 2^-37; `exactly_within(Dyadic end)` decides it exactly. Touching at the end of an infinite
/// horizon is never reached; otherwise what is not within 2^-230 of the end is decided, and what is counts as a touch.
template <class Within, class ExactlyWithin>
double impact_by(const CommonClock& clock, const Within& within, const ExactlyWithin& exactly_within) {
  const double s = within(clock.high());
  if (s == kNever || s == 0) return s;
  if (s * (1 + 0x1p-36) < clock.low()) return clock.time(s);
  const CommonClock::Bounds end = clock.narrow();
  const double surely = exactly_within(end.low);
  if (surely != kNever) return clock.time(surely);
  const double perhaps = clock.endless() ? kNever : exactly_within(end.high);
  return perhaps == kNever ? kNever : clock.time(perhaps);
}

}  // namespace carom::query
