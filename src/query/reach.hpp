#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "carom/shape/aabb.hpp"
#include "query/curved/relative_motion.hpp"

// What a moving ball can reach at all: a box around its whole path, too large rather than too small. It spares the
// features out of reach their polynomials.
namespace carom::query {

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

/// Holds v t + ½ a t² for from ≤ t ≤ to, up to rounding.
inline Interval travel(double v, double a, double from, double to) {
  const double begin = from * (v + 0.5 * from * a);
  const double endless = std::isinf(to) ? (a != 0 ? a : v) : 0;
  const double end = endless != 0 ? std::copysign(to, endless) : std::isinf(to) ? begin : to * (v + 0.5 * to * a);
  Interval range{std::fmin(begin, end), std::fmax(begin, end)};
  const double turn = -v / a;
  if (v * a < 0 && turn > from * (1 - 0x1p-40) && turn < to * (1 + 0x1p-40)) {
    range.low = std::fmin(range.low, 0.5 * turn * v);
    range.high = std::fmax(range.high, 0.5 * turn * v);
  }
  return range;
}

/// A box that a ball of this radius does not leave from one time to another, as the other shape sees it.
template <int D>
Aabb<D> reach(const RelativeMotion<D>& m, double radius, double from, double to) {
  struct Way {
    const Motion<D>& law;
    double from;
    double to;
    Interval along(int k) const { return travel(law.velocity[k], law.damping > 0 ? 0 : law.acceleration[k], from, to); }
    double size(int k) const {
      const double last = std::isinf(to) ? from : to;
      return last * (std::fabs(law.velocity[k]) + last * std::fabs(law.acceleration[k]));
    }
  };
  const Way one{m.motion, own_clock(m.motion, from), own_clock(m.motion, to)};
  const Way two{m.other, own_clock(m.other, from), own_clock(m.other, to)};
  const bool together = one.from == two.from && one.to == two.to && m.motion.damping == 0 && m.other.damping == 0;
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    Interval range;
    if (together) {
      range = travel(m.motion.velocity[k] - m.other.velocity[k], m.motion.acceleration[k] - m.other.acceleration[k],
                     one.from, one.to);
    } else {
      const Interval a = one.along(k);
      const Interval b = two.along(k);
      range = {a.low - b.high, a.high - b.low};
    }
    const double start = m.p[k] - m.p0[k];
    const double slack =
        0x1p-40 * (std::fabs(m.p[k]) + std::fabs(m.p0[k]) + one.size(k) + two.size(k) + radius) + 0x1p-960;
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
    box.low[k] = std::min(p[k], q[k]);
    box.high[k] = std::max(p[k], q[k]);
  }
  return box;
}

/// The stretches of a path whose boxes meet a box, halved until there are several: a long or bent path comes to much
/// less than its box.
template <int D>
class NearStretches {
 public:
  NearStretches(const RelativeMotion<D>& m, double radius, double end, const Aabb<D>& near) {
    keep({0, end, reach(m, radius, 0, end)}, near);
    for (int round = 0; round < kRounds && count_ > 0 && 2 * count_ <= kMost; ++round) {
      const std::array<Stretch, kMost> whole = stretches_;
      const std::size_t count = count_;
      count_ = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const auto& [from, to, box] = whole[i];
        const double middle = std::isinf(to) ? std::fmax(2 * from, time_to_pass(m, near)) : 0.5 * from + 0.5 * to;
        keep({from, middle, reach(m, radius, from, middle)}, near);
        keep({middle, to, reach(m, radius, middle, to)}, near);
      }
    }
  }

  bool empty() const { return count_ == 0; }
  /// Certainly not within the box before a time.
  bool avoid(const Aabb<D>& box, double end) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (stretches_[i].from <= end && !disjoint(stretches_[i].box, box)) return false;
    return true;
  }

 private:
  static constexpr std::size_t kMost = 8;
  static constexpr int kRounds = 6;

  struct Stretch {
    double from;
    double to;
    Aabb<D> box;
  };

  void keep(const Stretch& stretch, const Aabb<D>& near) {
    if (!disjoint(stretch.box, near)) stretches_[count_++] = stretch;
  }

  /// About how long it takes to get past a box; any time would be right.
  static double time_to_pass(const RelativeMotion<D>& m, const Aabb<D>& near) {
    double way = 0;
    double speed = 0;
    double pull = 0;
    for (int k = 0; k < D; ++k) {
      const double start = m.p[k] - m.p0[k];
      way = std::fmax(way, std::fmax(std::fabs(near.low[k] - start), std::fabs(near.high[k] - start)));
      speed = std::fmax(speed, std::fabs(m.motion.velocity[k] - m.other.velocity[k]));
      pull = std::fmax(pull, std::fabs(m.motion.acceleration[k] - m.other.acceleration[k]));
    }
    const double time = std::fmin(2 * way / speed, 2 * std::sqrt(way / pull));
    return time > 0x1p-300 && time < 0x1p300 ? time : 1;
  }

  std::array<Stretch, kMost> stretches_;
  std::size_t count_ = 0;
};

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

}  // namespace carom::query
