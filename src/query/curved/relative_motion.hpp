#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "carom/math/portable.hpp"
#include "carom/motion/motion.hpp"
#include "math/exact/double_double.hpp"
#include "query/curved/features.hpp"
#include "query/curved/slowing.hpp"

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

/// Whether two laws without damping have the same acceleration; the rounded ones of laws that slow do not tell.
template <int D>
bool same_acceleration(const Motion<D>& a, const Motion<D>& b) {
  return a.acceleration == b.acceleration && a.deceleration == b.deceleration &&
         (!slows(a) || a.velocity == b.velocity);
}

/// Whether the relative path is a straight line at constant speed up to the horizon.
template <int D>
bool is_straight(const RelativeMotion<D>& m, double horizon) {
  return m.motion.damping == 0 && m.other.damping == 0 && same_acceleration(m.motion, m.other) &&
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
  const Motion<D>* stopped = nullptr;  ///< whose stop the phase begins with

  /// The one law by which something moves, while the other side rests; null: there is no such.
  const Motion<D>* only_mover() const {
    if (std::isinf(rest) == std::isinf(rest0)) return nullptr;
    return std::isinf(rest) ? &motion->motion : &motion->other;
  }
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
      const Motion<D>* stopped = from == 0 ? nullptr : from == stop ? &m.motion : &m.other;
      phase_[count_++] = {from, to, &m, stop <= from ? stop : endless, stop0 <= from ? stop0 : endless, stopped};
      from = to;
    }
  }

  const Phase<D>* begin() const { return phase_.data(); }
  const Phase<D>* end() const { return phase_.data() + count_; }

 private:
  std::array<Phase<D>, 3> phase_;
  std::size_t count_ = 0;
};

template <int D>
bool slows(const RelativeMotion<D>& m) {
  return slows(m.motion) || slows(m.other);
}

/// One side of a path in numbers that may hold |v| of a law that slows: p + v t + bend t², or where it has come to.
template <class Number, int D>
class PathSide {
 public:
  PathSide(const Vec<D>& p, const Motion<D>& law, bool rests) : p_(p), law_(law), rests_(rests) {
    if (slows(law)) {
      const Slowing<Number> slowing(law);
      minus_half_pull_ = Number(-0.5) * slowing.pull;
      stop_ = slowing.stop;
    } else if (!std::isinf(law.stop)) {
      stop_ = Number(law.stop);
    }
  }

  const Number& stop() const { return stop_; }
  std::array<Number, 3> along(int k) const {
    const Number v(law_.velocity[k]);
    const Number bend = slows(law_) ? v * minus_half_pull_ : Number(0.5) * Number(law_.acceleration[k]);
    if (!rests_) return {Number(p_[k]), v, bend};
    // v |v|/2d; otherwise the law's own fields
    const Number way = slows(law_) ? Number(0.5) * (v * stop_) : stop_ * (v + stop_ * bend);
    return {Number(p_[k]) + way, Number(), Number()};
  }

 private:
  const Vec<D>& p_;
  const Motion<D>& law_;
  bool rests_;
  Number minus_half_pull_{};
  Number stop_{};
};

/// The path between two such sides as polynomials of the time from `from` on.
template <class Number, int D>
Course<Number, D> course_between(const PathSide<Number, D>& one, const PathSide<Number, D>& other, const Number& from) {
  Course<Number, D> x;
  for (int k = 0; k < D; ++k) {
    const auto a = one.along(k);
    const auto b = other.along(k);
    const Number rate = a[1] - b[1];
    const Number bend = a[2] - b[2];
    auto& along = x[static_cast<std::size_t>(k)];
    along = {place_at(a[0] - b[0], rate, bend, from), rate + Number(2) * (from * bend), bend};
  }
  return x;
}

/// As polynomials of the time from the query's start; each side moves or rests.
template <int D>
Course<math::Surd, D> algebraic_course(const RelativeMotion<D>& m, bool rests, bool rests0) {
  using Side = PathSide<math::Surd, D>;
  return course_between(Side(m.p, m.motion, rests), Side(m.p0, m.other, rests0), math::Surd());
}

/// As polynomials of the time from the beginning of `phase`, by the law of that one or another.
template <class Number, int D>
Course<Number, D> slowing_course(const Phase<D>& law_of, const Phase<D>& phase) {
  const RelativeMotion<D>& m = *phase.motion;
  const PathSide<Number, D> one(m.p, m.motion, !std::isinf(law_of.rest));
  const PathSide<Number, D> other(m.p0, m.other, !std::isinf(law_of.rest0));
  const bool at_start = phase.stopped == nullptr;
  return course_between(one, other, at_start ? Number() : phase.stopped == &m.motion ? one.stop() : other.stop());
}

/// The path by a phase's law as polynomials of the time from the beginning of the same phase, or of another.
template <class Number, int D>
Course<Number, D> course_from(const Phase<D>& law_of, const Phase<D>& phase) {
  if (slows(*phase.motion)) return slowing_course<Number, D>(law_of, phase);
  return course<Number, D>(law_of.path(), phase.from);
}

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

/// Half a law's acceleration on an axis, to almost twice the precision of a double.
template <int D>
class PreciseBend {
 public:
  explicit PreciseBend(const Motion<D>& law) : law_(law) {
    if (slows(law) && has_usual_size(law)) pull_ = precise_pull(law);
  }

  TwoTerms operator[](int k) const {
    if (pull_.high == 0) return {0.5 * law_.acceleration[k], 0};
    const TwoTerms bend = pull_ * TwoTerms{-0.5 * law_.velocity[k], 0};
    return bend;
  }

 private:
  const Motion<D>& law_;
  TwoTerms pull_{0, 0};
};

/// The relative positions on all axes at one time, to almost twice the precision of a double.
template <int D>
class PrecisePlace {
 public:
  PrecisePlace(const RelativeMotion<D>& m, double t)
      : m_(m),
        t_(own_clock(m.motion, t)),
        t0_(own_clock(m.other, t)),
        common_(t_ == t && t0_ == t),
        bend_(m.motion),
        bend0_(m.other) {}

  TwoTerms operator[](int k) const {
    const Motion<D>& one = m_.motion;
    const Motion<D>& two = m_.other;
    if (common_) {
      const TwoTerms bend = bend_[k];
      const TwoTerms bend0 = bend0_[k];
      const TwoTerms both = two_sum(bend.high, -bend0.high);
      return precise_place(two_sum(m_.p[k], -m_.p0[k]), two_sum(one.velocity[k], -two.velocity[k]),
                           {both.high, both.low + (bend.low - bend0.low)}, t_);
    }
    const TwoTerms a = precise_place({m_.p[k], 0}, {one.velocity[k], 0}, bend_[k], t_);
    const TwoTerms b = precise_place({m_.p0[k], 0}, {two.velocity[k], 0}, bend0_[k], t0_);
    const TwoTerms difference = two_sum(a.high, -b.high);
    return two_sum(difference.high, difference.low + (a.low - b.low));
  }

 private:
  const RelativeMotion<D>& m_;
  double t_;  // on each law's own clock
  double t0_;
  bool common_;
  PreciseBend<D> bend_;
  PreciseBend<D> bend0_;
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
