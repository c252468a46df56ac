#pragma once
#include <limits>

#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

// The laws that a shape can move by. A law gives the displacement from where the shape is at time 0; t ≥ 0 throughout.
namespace carom {

/// Displacement after time t: velocity t. `Linear2{}` stands still.
template <int D>
struct Linear {
  Vec<D> velocity{};

  Vec<D> displacement(double t) const { return t * velocity; }
};

/// Displacement after time t: ½ acceleration t² + velocity t.
template <int D>
struct Accelerating {
  Vec<D> velocity{};
  Vec<D> acceleration{};

  Vec<D> displacement(double t) const { return t * (velocity + (0.5 * t) * acceleration); }
};

/// Slows down along a straight line at a constant rate (sliding friction), stops, and stays: the stop is part of the
/// law. deceleration ≥ 0; with 0 it never stops.
template <int D>
struct Stopping {
  Vec<D> velocity{};
  double deceleration = 0;

  /// |velocity| / deceleration, rounded; infinite with a deceleration of 0.
  double stop_time() const;
};

/// Slows down in proportion to its speed: velocity(t) = velocity exp(−damping t). damping ≥ 0.
template <int D>
struct Damped {
  Vec<D> velocity{};
  double damping = 0;
};

/// Any of the laws above, which turn into one by themselves. The displacement is, exactly as its fields say,
/// - where damping > 0: velocity (1 − exp(−damping t)) / damping (acceleration is zero, stop infinite);
/// - where deceleration > 0: that of `Stopping`, the root |velocity| not rounded (acceleration and stop are what they
///   come to, rounded, and decide nothing);
/// - otherwise: velocity t + ½ acceleration t² up to the time `stop`, and from then on that at `stop`.
template <int D>
struct Motion {
  Vec<D> velocity{};
  Vec<D> acceleration{};
  double stop = std::numeric_limits<double>::infinity();
  double damping = 0;
  double deceleration = 0;

  Motion() = default;
  // NOLINTBEGIN(google-explicit-constructor): a law is a motion
  Motion(const Linear<D>& law) : velocity(law.velocity) {}
  Motion(const Accelerating<D>& law) : velocity(law.velocity), acceleration(law.acceleration) {}
  Motion(const Stopping<D>& law);
  Motion(const Damped<D>& law) : velocity(law.velocity), damping(law.damping) {}
  // NOLINTEND(google-explicit-constructor)

  Vec<D> displacement(double t) const;
  Vec<D> velocity_at(double t) const;
};

using Linear2 = Linear<2>;
using Linear3 = Linear<3>;
using Accelerating2 = Accelerating<2>;
using Accelerating3 = Accelerating<3>;
using Stopping2 = Stopping<2>;
using Stopping3 = Stopping<3>;
using Damped2 = Damped<2>;
using Damped3 = Damped<3>;
using Motion2 = Motion<2>;
using Motion3 = Motion<3>;

}  // namespace carom

#pragma GCC visibility pop
