#include "query/curved_balls.hpp"

#include <algorithm>
#include <cmath>

#include "math/double_double.hpp"

namespace carom::detail {
namespace {

/// Bounds the error of all gaps below, relative to the square of the path's size.
constexpr double kNoise = 0x1p-46;
constexpr int kMaxDepth = 8;

/// A stretch of a parabola by its three control points: x(s) = (1 − s)² first + 2 s (1 − s) middle + s² last, and of
/// time: from `from` on for `length`.
template <int D>
struct Arc {
  Vec<D> first, middle, last;
  double from = 0;
  double length = 0;
  int depth = 0;

  Arc left() const {
    const Vec<D> a = 0.5 * (first + middle);
    const Vec<D> b = 0.5 * (middle + last);
    return {first, a, 0.5 * (a + b), from, 0.5 * length, depth + 1};
  }
  Arc right() const {
    const Vec<D> a = 0.5 * (first + middle);
    const Vec<D> b = 0.5 * (middle + last);
    return {0.5 * (a + b), b, last, from + 0.5 * length, 0.5 * length, depth + 1};
  }
};

/// The path of a phase as seen from its start, and a bound of the size of everything that was added up for it.
template <int D>
struct PhasePath {
  Arc<D> arc;
  double size = 0;
};

template <int D>
double sum_of_magnitudes(const Vec<D>& v) {
  double sum = 0;
  for (int k = 0; k < D; ++k) sum += std::fabs(v[k]);
  return sum;
}

/// A time after which p + w t + h t² is farther away than `reach` for good: |h| t² > |p| + |w| t + reach.
template <int D>
double end_of_interest(const Vec<D>& p, const Vec<D>& w, const Vec<D>& h, double reach) {
  const double far = (sum_of_magnitudes(p) + reach) * 1.01;
  const double speed = sum_of_magnitudes(w) * 1.01;
  const double h2 = norm2(h);
  if (h2 == 0) return 1.01 * far / norm(w);
  const double bend = std::sqrt(h2);
  return 1.01 * (speed + std::sqrt(speed * speed + 4 * bend * far)) / (2 * bend);
}

template <int D>
PhasePath<D> path_of(const Phase<D>& phase, double length, double reach) {
  const RelativePath<D>& path = phase.path;
  const bool moves = std::isinf(path.rest);
  const bool moves0 = std::isinf(path.rest0);
  const auto part = [](bool moving, const Vec<D>& v) { return moving ? v : Vec<D>{}; };
  Vec<D> p = path.p - path.p0;
  Vec<D> w = part(moves, path.v) - part(moves0, path.v0);
  Vec<D> h = 0.5 * (part(moves, path.a) - part(moves0, path.a0));
  PhasePath<D> result;
  const double begin = phase.from;
  if (begin > 0) {
    const auto moved = [&](const Vec<D>& v, const Vec<D>& a, double rest) {
      const double t = std::min(begin, rest);
      result.size += t * (sum_of_magnitudes(v) + t * sum_of_magnitudes(a));
      return t * (v + (0.5 * t) * a);
    };
    const double speed = sum_of_magnitudes(w) + begin * sum_of_magnitudes(h);
    result.size += sum_of_magnitudes(p);
    p += moved(path.v, path.a, path.rest) - moved(path.v0, path.a0, path.rest0);
    w += (2 * begin) * h;
    length = std::min(length, end_of_interest(p, w, h, reach));
    result.size += length * speed;
  } else {
    length = std::min(length, end_of_interest(p, w, h, reach));
  }
  const Vec<D> step = length * w;
  const Vec<D> bend = (length * length) * h;
  result.size += sum_of_magnitudes(p) + sum_of_magnitudes(step) + sum_of_magnitudes(bend);
  result.arc = {p, p + 0.5 * step, p + (step + bend), begin, length, 0};
  return result;
}

/// The Bernstein coefficients of |x|² − R² over an arc.
struct Gaps {
  double b[5];
};

template <int D>
Gaps gaps_of(const Arc<D>& arc, double reach2) {
  const double outer = dot(arc.first, arc.last);
  return {{norm2(arc.first) - reach2, dot(arc.first, arc.middle) - reach2,
           (2 * norm2(arc.middle) + outer) * (1.0 / 3) - reach2, dot(arc.middle, arc.last) - reach2,
           norm2(arc.last) - reach2}};
}

enum class Course5 { clear, arrives, unclear };

/// clear: > 0 or rising throughout; arrives: > 0 at first, one root in all, < 0 at last.
Course5 judge(const Gaps& g, double noise) {
  const auto [b0, b1, b2, b3, b4] = g.b;
  if (std::min({b0, b1, b2, b3, b4}) > noise) return Course5::clear;
  const double twice = 2 * noise;
  if (std::min({b1 - b0, b2 - b1, b3 - b2, b4 - b3}) > twice) return Course5::clear;
  if (!(b0 > noise && b4 < -noise)) return Course5::unclear;
  int k = 1;
  while (g.b[k] > noise) ++k;
  while (k < 4 && g.b[k] >= -noise) ++k;
  while (k < 4 && g.b[k] < -noise) ++k;
  return k == 4 ? Course5::arrives : Course5::unclear;
}

/// Where the polygon of the coefficients crosses 0.
double first_guess(const Gaps& g) {
  int k = 1;
  while (g.b[k] > 0) ++k;
  return 0.25 * (k - 1 + g.b[k - 1] / (g.b[k - 1] - g.b[k]));
}

struct Arrival {
  double time = 0;
  double rate = 0;  ///< of the gap
};

/// Newton's method within the arc; the caller judges the result.
template <int D>
Arrival approximate_arrival(const Arc<D>& arc, double reach2, const Gaps& gaps) {
  const Vec<D> step = 2.0 * (arc.middle - arc.first);
  const Vec<D> bend = (arc.last - arc.middle) - (arc.middle - arc.first);
  double s = first_guess(gaps);
  double low = 0;
  double high = 1;
  double rate = 0;
  for (int i = 0; i < 12; ++i) {
    const Vec<D> v = step + s * bend;
    const Vec<D> x = arc.first + s * v;
    const double gap = norm2(x) - reach2;
    rate = 2 * dot(x, v + s * bend);
    (gap > 0 ? low : high) = s;
    double next = s - gap / rate;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double change = std::fabs(next - s);
    s = next;
    if (change < 0x1p-36) break;
  }
  return {arc.from + s * arc.length, rate / arc.length};
}

TwoTerms precise_square(const TwoTerms& x) {
  const TwoTerms square = two_product(x.high, x.high);
  return {square.high, square.low + 2 * x.high * x.low};
}

/// The low part is rounded.
TwoTerms loose_sum(const TwoTerms& a, const TwoTerms& b) {
  const TwoTerms sum = two_sum(a.high, b.high);
  return {sum.high, sum.low + (a.low + b.low)};
}

/// |x(t)|² − R², to about twice the precision of a double.
template <int D>
double precise_gap(const RelativeMotion<D>& motion, double r, double r0, double t) {
  const TwoTerms reach = two_sum(r, r0);
  const TwoTerms reach2 = two_product(reach.high, reach.high);
  TwoTerms sum = precise_square(precise_place(motion, 0, t));
  for (int k = 1; k < D; ++k) sum = loose_sum(sum, precise_square(precise_place(motion, k, t)));
  sum = loose_sum(sum, {-reach2.high, -(reach2.low + 2 * reach.high * reach.low)});
  return sum.high + sum.low;
}

/// The time of the only arrival in an arc: Newton's last step with a precise gap, if that is as good as it must be.
template <int D>
std::optional<double> arrival(const Arc<D>& arc, const Gaps& gaps, const RelativeMotion<D>& motion,
                              const Phase<D>& phase, double r, double r0, double reach2, double size2) {
  const Arrival rough = approximate_arrival(arc, reach2, gaps);
  const double gap = precise_gap(motion, r, r0, rough.time);
  const double step = gap / rough.rate;
  // In units of size² and of the whole phase: |f″| ≤ 12, so that f′ stays within a quarter of itself over 2 |step|, and
  // Newton's next step is below the error that is allowed.
  const double parts = 1 << arc.depth;
  const double length = arc.length * parts;
  const double rate_noise = 4 * kNoise * parts;
  const double slope = std::fabs(rough.rate) * length / size2;
  const double error = std::fabs(step) / length;
  const bool steady = 24 * (error + rate_noise) < 0.125 * slope;
  const double next = 16 * error * (error + rate_noise);
  const double time = rough.time - step;
  const bool good = rough.rate < 0 && steady && next * length < 0x1p-50 * slope * time;
  if (!good) return std::nullopt;
  return std::clamp(time, phase.from, phase.to);
}

}  // namespace

template <int D>
std::optional<double> curved_balls_impact(const RelativeMotion<D>& motion, const Phase<D>& phase, double r, double r0,
                                          double horizon) {
  const double reach = r + r0;
  const double end = std::min(phase.to, horizon);
  const auto [whole, path_size] = path_of(phase, end - phase.from, reach);
  const double reach2 = reach * reach;
  const double size2 = (path_size + reach) * (path_size + reach);
  if (!(size2 > 0x1p-400 && size2 < 0x1p400 && whole.length > 0x1p-400)) return std::nullopt;
  const double noise = kNoise * size2;
  Arc<D> waiting[kMaxDepth + 1];
  int count = 0;
  waiting[count++] = whole;
  while (count > 0) {
    const Arc<D> arc = waiting[--count];
    const Gaps gaps = gaps_of(arc, reach2);
    const Course5 course = judge(gaps, noise);
    if (course == Course5::clear) continue;
    if (course == Course5::arrives) {
      const auto time = arrival(arc, gaps, motion, phase, r, r0, reach2, size2);
      return time ? std::optional(std::min(*time, end)) : time;
    }
    if (arc.depth == kMaxDepth) return std::nullopt;
    waiting[count++] = arc.right();
    waiting[count++] = arc.left();
  }
  return kNever;
}

template std::optional<double> curved_balls_impact(const RelativeMotion<2>&, const Phase<2>&, double, double, double);
template std::optional<double> curved_balls_impact(const RelativeMotion<3>&, const Phase<3>&, double, double, double);

}  // namespace carom::detail
