#pragma once
#include <optional>

#include "obstacles.hpp"

// The relative path of two moving shapes, as curves on stretches of time.
namespace oracle {

template <class Real, int D>
struct Stretch {
  Real from = 0;
  Path<Real, D> path;  ///< the first's displacement less the second's
};

/// Beyond this none of the oracle's pairs has anything to decide.
inline constexpr double kLatest = 1e40;

template <int D>
bool is_still(const Motion<D>& m) {
  return is_zero(m.velocity) && (is_zero(m.acceleration) || m.stop == 0);
}

template <int D>
double damping_of(const Motion<D>& m) {
  return is_still(m) ? 0 : m.damping;
}

/// With the same damping on both sides, or on one while the other is still, paths are straight in s = (1 − exp(−k
/// t))/k. 0 if there is no such clock.
template <int D>
double common_damping(const Query<D>& q) {
  const double a = damping_of(q.motion_a);
  const double b = damping_of(q.motion_b);
  if (a == b || is_still(q.motion_b)) return a;
  return is_still(q.motion_a) ? b : 0;
}

/// The stop and the acceleration of a law, as given: those of `Stopping` hold a root, |v|/d and −d v/|v|.
template <class Real, int D>
struct Slowing {
  Num<Real> stop;
  std::array<Num<Real>, static_cast<std::size_t>(D)> acceleration;

  explicit Slowing(const Motion<D>& m) : stop(m.stop) {
    if (m.deceleration > 0) {
      Real square = 0;
      for (int k = 0; k < D; ++k) square += Real(m.velocity[k]) * Real(m.velocity[k]);
      const Real speed = sqrt(square);
      const Real time = speed / m.deceleration;
      stop = {time, static_cast<long double>(time)};
      for (int k = 0; k < D; ++k) {
        const Real a = -m.deceleration * Real(m.velocity[k]) / speed;
        acceleration[static_cast<std::size_t>(k)] = {a, std::fabs(static_cast<long double>(a))};
      }
      return;
    }
    for (int k = 0; k < D; ++k) acceleration[static_cast<std::size_t>(k)] = Num<Real>(m.acceleration[k]);
  }
};

template <class Real, int D>
class Course {
 public:
  using N = Num<Real>;

  explicit Course(const Query<D>& q) : damping_(common_damping(q)) {
    const bool endless = !(q.horizon < kLatest);
    if (damping_ > 0) {
      const Real k = damping_;
      end_ = endless ? Real(1 / k) : Real(-expm1(Real(-k * q.horizon)) / k);
      reaches_end_ = !endless;
      stretches_.push_back({Real(0), difference_of(velocity(q.motion_a), velocity(q.motion_b))});
      return;
    }
    end_ = endless ? Real(kLatest) : Real(q.horizon);
    const Dampings dampings{damping_of(q.motion_a), damping_of(q.motion_b)};
    for (const double k : {dampings.first, dampings.second})
      if (k > 0) lulls_.push_back(Real(400 / k));
    Real from = 0;
    for (;;) {
      stretches_.push_back(
          {from, difference_of(path(q.motion_a, false, dampings, from), path(q.motion_b, true, dampings, from))});
      std::optional<Real> next;
      for (const Motion<D>* m : {&q.motion_a, &q.motion_b}) {
        if (is_still(*m) || std::isinf(m->stop)) continue;
        const Real stop = Slowing<Real, D>(*m).stop.value;
        if (stop > from && (!next || stop < *next)) next = stop;
      }
      if (!next) return;
      from = *next;
    }
  }

  const std::vector<Stretch<Real, D>>& stretches() const { return stretches_; }
  const Real& end() const { return end_; }
  /// Where a fading term has died out for all that matters: what comes later is looked at apart.
  const std::vector<Real>& lulls() const { return lulls_; }
  /// Whether an impact exactly at the end is one.
  bool reaches_end() const { return reaches_end_; }
  Exhaustive time(const Real& clock) const {
    const Exhaustive s(clock);
    if (damping_ == 0) return s;
    return -log1p(Exhaustive(-damping_ * s)) / damping_;
  }

 private:
  static Path<Real, D> difference_of(const Path<Real, D>& a, const Path<Real, D>& b) {
    Path<Real, D> d;
    for (std::size_t k = 0; k < D; ++k) d[k] = a[k] - b[k];
    return d;
  }
  static Path<Real, D> velocity(const Motion<D>& m) {
    Path<Real, D> c;
    for (int k = 0; k < D; ++k) c[static_cast<std::size_t>(k)] = Poly<Real>{N(), N(m.velocity[k])};
    return c;
  }
  /// From `from` on, before anything changes.
  static Path<Real, D> path(const Motion<D>& m, bool second, const Dampings& dampings, const Real& from) {
    Path<Real, D> c;
    if (is_still(m)) return c;
    const N half(0.5);
    const Slowing<Real, D> slowing(m);
    for (int k = 0; k < D; ++k) {
      auto& one = c[static_cast<std::size_t>(k)];
      const N v(m.velocity[k]);
      if (m.damping > 0) {
        const N whole{v.value / m.damping, std::fabs(m.velocity[k] / m.damping)};
        one = Curve<Real>(whole) - Curve<Real>::decaying(whole, second, dampings);
      } else if (std::isinf(m.stop) || from < slowing.stop.value) {
        one = Poly<Real>{N(), v, half * slowing.acceleration[static_cast<std::size_t>(k)]};
      } else if (m.deceleration > 0) {
        one = Curve<Real>(half * v * slowing.stop);
      } else {
        const N& stop = slowing.stop;
        one = Curve<Real>(v * stop + half * N(m.acceleration[k]) * stop * stop);
      }
    }
    return c;
  }

  double damping_ = 0;
  std::vector<Stretch<Real, D>> stretches_;
  std::vector<Real> lulls_;
  Real end_ = 0;
  bool reaches_end_ = true;
};

}  // namespace oracle
