#pragma once
#include <algorithm>
#include <optional>
#include <variant>

#include "carom/motion/motion.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/segment.hpp"
#include "high_precision.hpp"

// The first impact by another road than the library's: the time is cut where the point of the shape that is nearest to
// the centre passes from one feature to the next; on each piece the gap is one polynomial, followed from piece to
// piece.
namespace oracle {

using carom::Aabb;
using carom::Accelerating;
using carom::Ball;
using carom::HalfSpace;
using carom::Segment;
using carom::Sides;
using carom::Vec;

/// A query: a ball, another shape, how both move, and the horizon.
template <int D>
struct Query {
  Ball<D> ball;
  std::variant<Ball<D>, HalfSpace<D>, Segment<D>, Aabb<D>> shape;
  Accelerating<D> motion;
  Accelerating<D> other;
  double horizon = 0;
};

template <class Real, int D>
using Path = std::array<Poly<Real>, static_cast<std::size_t>(D)>;

template <class Real, int D>
Path<Real, D> relative_path(const Query<D>& q) {
  using N = Num<Real>;
  Path<Real, D> c;
  for (int k = 0; k < D; ++k)
    c[static_cast<std::size_t>(k)] = {N(q.ball.center[k]), difference<Real>(q.motion.velocity[k], q.other.velocity[k]),
                                      N(0.5) * difference<Real>(q.motion.acceleration[k], q.other.acceleration[k])};
  return c;
}

/// The gap while the nearest feature stays the same (any increasing function of it); nothing where the shape is not
/// there: behind a one-sided segment.
template <class Real>
using Gap = std::optional<Poly<Real>>;

template <class Real>
Poly<Real> minus(const Poly<Real>& p, double c) {
  return plus(p, Poly<Real>{Num<Real>(c)}, -1);
}

template <class Real, int D>
Poly<Real> squared_distance(const Path<Real, D>& c, const Vec<D>& point) {
  Poly<Real> sum{Num<Real>()};
  for (int k = 0; k < D; ++k) {
    const Poly<Real> d = minus(c[static_cast<std::size_t>(k)], point[k]);
    sum = plus(sum, times(d, d));
  }
  return sum;
}

template <class Real>
Poly<Real> less_square(const Poly<Real>& p, const Num<Real>& r) {
  return plus(p, Poly<Real>{r * r}, -1);
}

template <class Real, int D>
struct Ground {
  Ground(const Path<Real, D>& c, double radius, const Ball<D>& b)
      : gap(less_square(squared_distance<Real, D>(c, b.center), Num<Real>(radius) + Num<Real>(b.radius))) {}
  Ground(const Path<Real, D>& c, double radius, const HalfSpace<D>& b)
      : gap{Num<Real>(0) - Num<Real>(b.offset) - Num<Real>(radius)} {
    for (int k = 0; k < D; ++k)
      gap = plus(gap, times(Poly<Real>{Num<Real>(b.normal[k])}, c[static_cast<std::size_t>(k)]));
  }
  std::vector<Poly<Real>> switches() const { return {}; }
  Gap<Real> nearest(const Real&) const { return gap; }

  Poly<Real> gap;
};

template <class Real, int D>
struct Line {
  Line(const Path<Real, D>& c, double r, const Segment<D>& s) : path(c), radius(r), segment(s) {
    for (int k = 0; k < D; ++k) {
      const Num<Real> d = Num<Real>(s.to[k]) - Num<Real>(s.from[k]);
      length2 = length2 + d * d;
      along = plus(along, times(Poly<Real>{d}, minus(c[static_cast<std::size_t>(k)], s.from[k])));
    }
    if constexpr (D == 2)
      left = plus(times(Poly<Real>{Num<Real>(s.to[0]) - Num<Real>(s.from[0])}, minus(c[1], s.from[1])),
                  times(Poly<Real>{Num<Real>(s.to[1]) - Num<Real>(s.from[1])}, minus(c[0], s.from[0])), -1);
  }
  Poly<Real> beyond() const { return plus(along, Poly<Real>{length2}, -1); }
  std::vector<Poly<Real>> switches() const {
    std::vector<Poly<Real>> list{along, beyond()};
    if (segment.sides == Sides::front) list.push_back(left);
    return list;
  }
  Gap<Real> nearest(const Real& t) const {
    if (segment.sides == Sides::front && at(left, t).sign() < 0) return std::nullopt;
    const Num<Real> r(radius);
    if (at(along, t).sign() < 0) return less_square(squared_distance<Real, D>(path, segment.from), r);
    if (at(beyond(), t).sign() > 0) return less_square(squared_distance<Real, D>(path, segment.to), r);
    // |c − from|² |d|² − ((c − from)·d)², Lagrange's identity, less r² |d|².
    const Poly<Real> whole = times(squared_distance<Real, D>(path, segment.from), Poly<Real>{length2});
    return plus(plus(whole, times(along, along), -1), Poly<Real>{r * r * length2}, -1);
  }

  const Path<Real, D>& path;
  double radius;
  const Segment<D>& segment;
  Num<Real> length2;
  Poly<Real> along{Num<Real>()};
  Poly<Real> left{Num<Real>()};
};

template <class Real, int D>
struct Block {
  Block(const Path<Real, D>& c, double r, const Aabb<D>& b) : path(c), radius(r), box(b) {
    starts_inside = true;
    for (int k = 0; k < D; ++k) {
      const double x = static_cast<double>(c[static_cast<std::size_t>(k)][0].value);
      starts_inside = starts_inside && x >= b.low[k] && x <= b.high[k];
    }
  }
  /// Outwards from the low (side 0) or the high (side 1) bound of an axis.
  Poly<Real> out(int axis, int side) const {
    const auto k = static_cast<std::size_t>(axis);
    return side == 1 ? minus(path[k], box.high[axis]) : plus(Poly<Real>{Num<Real>(box.low[axis])}, path[k], -1);
  }
  std::vector<Poly<Real>> switches() const {
    std::vector<Poly<Real>> list;
    for (int i = 0; i < 2 * D; ++i) {
      list.push_back(out(i / 2, i % 2));
      for (int j = 0; j < i && starts_inside; ++j) list.push_back(plus(out(i / 2, i % 2), out(j / 2, j % 2), -1));
    }
    return list;
  }
  Gap<Real> nearest(const Real& t) const {
    Poly<Real> sum{Num<Real>()};
    bool outside = false;
    Poly<Real> shallowest = out(0, 0);
    for (int i = 0; i < 2 * D; ++i) {
      const Poly<Real> o = out(i / 2, i % 2);
      if (at(o, t).sign() > 0) {
        outside = true;
        sum = plus(sum, times(o, o));
      }
      if (at(plus(o, shallowest, -1), t).value > 0) shallowest = o;
    }
    if (outside) return less_square(sum, Num<Real>(radius));
    return minus(shallowest, radius);
  }

  const Path<Real, D>& path;
  double radius;
  const Aabb<D>& box;
  bool starts_inside = false;
};

template <class Real, int D>
Ground<Real, D> obstacle(const Path<Real, D>& c, double r, const Ball<D>& b) {
  return {c, r, b};
}
template <class Real, int D>
Ground<Real, D> obstacle(const Path<Real, D>& c, double r, const HalfSpace<D>& b) {
  return {c, r, b};
}
template <class Real, int D>
Line<Real, D> obstacle(const Path<Real, D>& c, double r, const Segment<D>& b) {
  return {c, r, b};
}
template <class Real, int D>
Block<Real, D> obstacle(const Path<Real, D>& c, double r, const Aabb<D>& b) {
  return {c, r, b};
}

/// The sign just after (side 1) or just before (side −1) t.
template <class Real>
int sign_beside(Poly<Real> p, const Real& t, int side) {
  for (int parity = 1; !p.empty(); p = derivative(p), parity *= side)
    if (const int sign = at(p, t).sign(); sign != 0) return parity * sign;
  return 0;
}

/// The first of p's roots `times` before which p is > 0, if `accept` likes it and the sign of p after it.
template <class Real, class Accept>
std::optional<Real> first_fall(const Poly<Real>& p, const std::vector<Real>& times, const Real& low, const Real& high,
                               const Accept& accept) {
  Real from = low;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Real& next = i + 1 < times.size() ? times[i + 1] : high;
    if (at(p, middle(from, times[i])).sign() > 0 && accept(times[i], at(p, middle(times[i], next)).sign()))
      return times[i];
    from = times[i];
  }
  return std::nullopt;
}

/// The first impact in the piece low < t ≤ high, during which `gap` is the gap.
template <class Real>
std::optional<Real> first_in_piece(const Poly<Real>& gap, const Real& low, const Real& high) {
  const Poly<Real> rate = derivative(gap);
  const auto arrival = first_fall(gap, roots(gap, low, high), low, high, [](const Real&, int) { return true; });
  const auto turn = first_fall(rate, roots(rate, low, high), low, high,
                               [&](const Real& t, int after) { return after < 0 && at(gap, t).sign() <= 0; });
  if (arrival || turn) return !turn || (arrival && *arrival < *turn) ? arrival : turn;
  if (at(gap, high).sign() == 0 && sign_beside(gap, high, -1) > 0) return high;
  return std::nullopt;
}

template <class Real, class Obstacle>
std::optional<Real> first_touch(const Obstacle& obstacle, const Real& end, bool finite) {
  std::vector<Real> cuts{Real(0), end};
  for (const Poly<Real>& p : obstacle.switches())
    for (const Real& t : roots(p, Real(0), end)) cuts.push_back(t);
  std::sort(cuts.begin(), cuts.end());
  const Real least = std::numeric_limits<Real>::epsilon() * 64;
  cuts.erase(std::unique(cuts.begin(), cuts.end(), [&](const Real& a, const Real& b) { return b - a <= least * b; }),
             cuts.end());
  if (cuts.size() < 2) cuts = {Real(0), end};
  Gap<Real> before;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Gap<Real> gap = obstacle.nearest((cuts[i] + cuts[i + 1]) / 2);
    if (!gap) {
      before.reset();
      continue;
    }
    const Poly<Real> rate = derivative(*gap);
    const bool closes_in = at(*gap, cuts[i]).sign() <= 0 && sign_beside(rate, cuts[i], 1) < 0;
    if (closes_in && i == 0) return Real(0);
    if (closes_in && before && sign_beside(derivative(*before), cuts[i], -1) > 0) return cuts[i];
    if (const auto t = first_in_piece(*gap, cuts[i], cuts[i + 1])) return t;
    before = gap;
  }
  if (!finite || !before || sign_beside(derivative(*before), end, -1) <= 0) return std::nullopt;
  // A turn exactly at the horizon: what is nearest immediately after it decides.
  Real next_cut = 2 * end;
  for (const Poly<Real>& p : obstacle.switches())
    for (const Real& t : roots(p, end, Real(2 * end)))
      if (t - end > least * end && t < next_cut) next_cut = t;
  const Gap<Real> after = obstacle.nearest((end + next_cut) / 2);
  if (after && at(*after, end).sign() <= 0 && sign_beside(derivative(*after), end, 1) < 0) return end;
  return std::nullopt;
}

/// The same for a horizon of 0: only the first piece's beginning counts.
template <class Real, class Obstacle>
std::optional<Real> touch_at_start(const Obstacle& obstacle) {
  Real first_cut = 1;
  for (const Poly<Real>& p : obstacle.switches())
    for (const Real& t : roots(p, Real(0), Real(1))) first_cut = t < first_cut ? t : first_cut;
  const Gap<Real> gap = obstacle.nearest(first_cut / 2);
  const bool now = gap && at(*gap, Real(0)).sign() <= 0 && sign_beside(derivative(*gap), Real(0), 1) < 0;
  return now ? std::optional<Real>(Real(0)) : std::nullopt;
}

template <class Real, int D>
std::optional<Real> first_touch(const Query<D>& q) {
  const Path<Real, D> c = relative_path<Real, D>(q);
  return std::visit(
      [&](const auto& shape) -> std::optional<Real> {
        const auto with = obstacle<Real, D>(c, q.ball.radius, shape);
        // Beyond 10^40 none of the oracle's pairs has anything to decide.
        const bool finite = q.horizon < 1e40;
        const Real end = finite ? Real(q.horizon) : Real(1e40);
        if (end == 0) return touch_at_start<Real>(with);
        return first_touch<Real>(with, end, finite);
      },
      q.shape);
}

/// The time of the first impact; nothing if there is none.
template <int D>
std::optional<Exhaustive> answer(const Query<D>& q) {
  try {
    if (const auto t = first_touch<Quick, D>(q)) return Exhaustive(*t);
    return std::nullopt;
  } catch (const Undecided&) {
    return first_touch<Exhaustive, D>(q);
  }
}

}  // namespace oracle
