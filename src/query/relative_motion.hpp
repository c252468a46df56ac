#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "carom/motion/motion.hpp"
#include "math/double_double.hpp"
#include "query/features.hpp"

namespace carom::detail {

/// One shape's place and motion as another, with its own, sees them.
template <int D>
struct RelativeMotion {
  Vec<D> p;
  Motion<D> motion;
  Vec<D> p0{};
  Motion<D> other{};
};

template <int D>
bool moves_throughout(const Motion<D>& law, double horizon) {
  return law.stop > horizon || std::isinf(law.stop);
}

/// A stretch of time in which the relative path is one polynomial.
template <int D>
struct Phase {
  double from = 0;
  double to = 0;
  RelativePath<D> path;
};

/// The phases of a relative motion without damping: each side's stop ends one.
template <int D>
class Phases {
 public:
  explicit Phases(const RelativeMotion<D>& m) {
    const double stop = m.motion.stop;
    const double stop0 = m.other.stop;
    const double endless = std::numeric_limits<double>::infinity();
    double from = 0;
    for (const double to : {std::min(stop, stop0), std::max(stop, stop0), endless}) {
      if (!(to > from)) continue;
      phase_[count_++] = {from,
                          to,
                          {m.p, m.motion.velocity, m.motion.acceleration, m.p0, m.other.velocity, m.other.acceleration,
                           stop <= from ? stop : endless, stop0 <= from ? stop0 : endless}};
      from = to;
    }
  }

  const Phase<D>* begin() const { return phase_.data(); }
  const Phase<D>* end() const { return phase_.data() + count_; }

 private:
  std::array<Phase<D>, 3> phase_;
  std::size_t count_ = 0;
};

/// The displacement on one axis after time t, to twice the precision of a double.
template <int D>
TwoTerms precise_displacement(const Motion<D>& motion, int axis, double t) {
  const TwoTerms time{std::min(t, motion.stop), 0};
  return time * (TwoTerms{motion.velocity[axis], 0} + time * TwoTerms{0.5 * motion.acceleration[axis], 0});
}

/// The relative position at time t, rounded once; where that overflows, a quarter of it, which has the same direction.
template <int D>
Vec<D> position(const RelativeMotion<D>& m, double t) {
  Vec<D> result;
  for (int k = 0; k < D; ++k) {
    const TwoTerms moved = precise_displacement(m.motion, k, t) + -precise_displacement(m.other, k, t);
    result[k] = (two_sum(m.p[k], -m.p0[k]) + moved).high;
  }
  if (is_finite(result)) return result;
  const auto quarter = [&](const Vec<D>& p, const Motion<D>& law) {
    const double time = std::min(t, law.stop);
    return 0.25 * p + time * (0.25 * law.velocity + (0.5 * time) * (0.25 * law.acceleration));
  };
  return quarter(m.p, m.motion) - quarter(m.p0, m.other);
}

/// The direction of the relative velocity at time t; where both sides have just stopped, that just before.
template <int D>
Vec<D> heading(const RelativeMotion<D>& m, double t) {
  const auto velocity = [&](const Motion<D>& law) {
    return t < law.stop ? law.velocity + t * law.acceleration : Vec<D>{};
  };
  const Vec<D> now = velocity(m.motion) - velocity(m.other);
  if (!is_zero(now)) return now;
  const auto pull = [&](const Motion<D>& law) { return t <= law.stop ? law.acceleration : Vec<D>{}; };
  return pull(m.other) - pull(m.motion);
}

}  // namespace carom::detail
