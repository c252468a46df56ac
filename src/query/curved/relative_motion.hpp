#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "carom/math/portable.hpp"
#include "carom/motion/motion.hpp"
#include "math/exact/double_double.hpp"
#include "query/curved/features.hpp"

namespace carom::query {

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

/// Whether the relative path is a straight line at constant speed up to the horizon.
template <int D>
bool is_straight(const RelativeMotion<D>& m, double horizon) {
  return m.motion.damping == 0 && m.other.damping == 0 && m.motion.acceleration == m.other.acceleration &&
         moves_throughout(m.motion, horizon) && moves_throughout(m.other, horizon);
}

/// A stretch of time in which the relative path is one polynomial; the motion must outlive it.
template <int D>
struct Phase {
  double from;
  double to;
  const RelativeMotion<D>* motion;
  double rest;  ///< the stops that lie behind, else infinity
  double rest0;

  RelativePath<D> path() const {
    const Motion<D>& one = motion->motion;
    const Motion<D>& other = motion->other;
    return {motion->p, one.velocity, one.acceleration, motion->p0, other.velocity, other.acceleration, rest, rest0};
  }
};

template <int D>
bool at_rest(const Phase<D>& phase) {
  return !std::isinf(phase.rest) && !std::isinf(phase.rest0);
}

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
      phase_[count_++] = {from, to, &m, stop <= from ? stop : endless, stop0 <= from ? stop0 : endless};
      from = to;
    }
  }

  const Phase<D>* begin() const { return phase_.data(); }
  const Phase<D>* end() const { return phase_.data() + count_; }

 private:
  std::array<Phase<D>, 3> phase_;
  std::size_t count_ = 0;
};

/// The time for which a law without stop or damping would get as far as this one gets by t.
template <int D>
double own_clock(const Motion<D>& law, double t) {
  return law.damping > 0 ? -portable::expm1(-law.damping * t) / law.damping : std::min(t, law.stop);
}

/// p + t (v + t h) to almost twice the precision of a double (compensated Horner scheme: Graillat, Langlois, Louvet
/// 2005).
inline TwoTerms precise_place(const TwoTerms& p, const TwoTerms& v, const TwoTerms& h, double t) {
  const TwoTerms th = two_product(t, h.high);
  const TwoTerms rate = two_sum(th.high, v.high);
  const TwoTerms moved = two_product(t, rate.high);
  const TwoTerms place = two_sum(moved.high, p.high);
  const double rate_low = th.low + rate.low + v.low + t * h.low;
  return two_sum(place.high, place.low + moved.low + p.low + t * rate_low);
}

/// The relative positions on all axes at one time, to almost twice the precision of a double.
template <int D>
class PrecisePlace {
 public:
  PrecisePlace(const RelativeMotion<D>& m, double t)
      : m_(m), t_(own_clock(m.motion, t)), t0_(own_clock(m.other, t)), common_(t_ == t && t0_ == t) {}

  TwoTerms operator[](int k) const {
    const Motion<D>& one = m_.motion;
    const Motion<D>& two = m_.other;
    if (common_) {
      const TwoTerms bend = two_sum(one.acceleration[k], -two.acceleration[k]);
      return precise_place(two_sum(m_.p[k], -m_.p0[k]), two_sum(one.velocity[k], -two.velocity[k]),
                           {0.5 * bend.high, 0.5 * bend.low}, t_);
    }
    const TwoTerms a = precise_place({m_.p[k], 0}, {one.velocity[k], 0}, {0.5 * one.acceleration[k], 0}, t_);
    const TwoTerms b = precise_place({m_.p0[k], 0}, {two.velocity[k], 0}, {0.5 * two.acceleration[k], 0}, t0_);
    const TwoTerms difference = two_sum(a.high, -b.high);
    return two_sum(difference.high, difference.low + (a.low - b.low));
  }

 private:
  const RelativeMotion<D>& m_;
  double t_;  // on each law's own clock
  double t0_;
  bool common_;
};

/// The relative position at time t, rounded once; where that overflows, a quarter of it, which has the same direction.
template <int D>
Vec<D> position(const RelativeMotion<D>& m, double t) {
  const PrecisePlace<D> place(m, t);
  Vec<D> result;
  for (int k = 0; k < D; ++k) result[k] = place[k].high;
  if (is_finite(result)) return result;
  const auto quarter = [&](const Vec<D>& p, const Motion<D>& law) {
    const double time = own_clock(law, t);
    return 0.25 * p + time * (0.25 * law.velocity + (0.5 * time) * (0.25 * law.acceleration));
  };
  return quarter(m.p, m.motion) - quarter(m.p0, m.other);
}

/// The direction of the relative velocity at time t; where both sides have just stopped, that just before.
template <int D>
Vec<D> heading(const RelativeMotion<D>& m, double t) {
  const auto velocity = [&](const Motion<D>& law) {
    if (law.damping > 0) return portable::exp(-law.damping * t) * law.velocity;
    return t < law.stop ? law.velocity + t * law.acceleration : Vec<D>{};
  };
  const Vec<D> now = velocity(m.motion) - velocity(m.other);
  if (!is_zero(now)) return now;
  const auto pull = [&](const Motion<D>& law) { return t <= law.stop ? law.acceleration : Vec<D>{}; };
  return pull(m.other) - pull(m.motion);
}

}  // namespace carom::query
