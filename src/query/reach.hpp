#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/shape/aabb.hpp"
#include "query/relative_motion.hpp"

// What a moving ball can reach at all: a box around its whole path, too large rather than too small. It spares the
// features out of reach their polynomials.
namespace carom::detail {

struct Interval {
  double low = 0;
  double high = 0;
};

/// Holds v t + ½ a t² for 0 ≤ t ≤ end, up to rounding.
inline Interval travel(double v, double a, double end) {
  const double endless = std::isinf(end) ? (a != 0 ? a : v) : 0;
  const double last = endless != 0 ? std::copysign(end, endless) : std::isinf(end) ? 0 : end * (v + 0.5 * end * a);
  Interval range{std::fmin(0, last), std::fmax(0, last)};
  // It turns at −v/a, having come as far as −v²/2a.
  if (v > 0 && a < 0) range.high = std::fmax(range.high, -v * (v / (2 * a)));
  if (v < 0 && a > 0) range.low = std::fmin(range.low, -v * (v / (2 * a)));
  return range;
}

template <int D>
Interval travel(const Motion<D>& law, int axis, double horizon) {
  if (law.damping > 0) return travel(law.velocity[axis], 0, std::fmin(horizon, 1 / law.damping));
  return travel(law.velocity[axis], law.acceleration[axis], std::fmin(horizon, law.stop));
}

/// A box that a ball of this radius does not leave until the horizon, as the other shape sees it.
template <int D>
Aabb<D> reach(const RelativeMotion<D>& m, double radius, double horizon) {
  const auto free = [](const Motion<D>& law) { return law.damping == 0 && std::isinf(law.stop); };
  const bool together = free(m.motion) && free(m.other);
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    Interval range;
    if (together) {
      range = travel(m.motion.velocity[k] - m.other.velocity[k], m.motion.acceleration[k] - m.other.acceleration[k],
                     horizon);
    } else {
      const Interval one = travel(m.motion, k, horizon);
      const Interval other = travel(m.other, k, horizon);
      range = {one.low - other.high, one.high - other.low};
    }
    const double start = m.p[k] - m.p0[k];
    const double slack =
        0x1p-40 * (std::fabs(m.p[k]) + std::fabs(m.p0[k]) + range.high - range.low + radius) + 0x1p-960;
    box.low[k] = start + range.low - radius - slack;
    box.high[k] = start + range.high + radius + slack;
  }
  return box;
}

/// Certainly no common point; false where a bound is not a number.
template <int D>
bool disjoint(const Aabb<D>& a, const Aabb<D>& b) {
  for (int k = 0; k < D; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return true;
  return false;
}

template <int D>
Aabb<D> box_around(const Vec<D>& p, const Vec<D>& q) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::fmin(p[k], q[k]);
    box.high[k] = std::fmax(p[k], q[k]);
  }
  return box;
}

template <int D>
Aabb<D> unbounded() {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    box.low[k] = -std::numeric_limits<double>::infinity();
    box.high[k] = std::numeric_limits<double>::infinity();
  }
  return box;
}

/// low − less … high + more, or a little wider.
inline Interval widened(double low, double less, double high, double more) {
  const double slack = 0x1p-50 * (std::fabs(low) + std::fabs(less) + std::fabs(high) + std::fabs(more)) + 0x1p-1000;
  return {low - less - slack, high + more + slack};
}

template <int D>
Aabb<D> widened(Aabb<D> box, double by) {
  for (int k = 0; k < D; ++k) {
    const Interval range = widened(box.low[k], by, box.high[k], by);
    box.low[k] = range.low;
    box.high[k] = range.high;
  }
  return box;
}

}  // namespace carom::detail
