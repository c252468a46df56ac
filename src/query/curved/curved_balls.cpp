#include "query/curved/curved_balls.hpp"

#include <algorithm>
#include <cmath>

#include "math/exact/double_double.hpp"

namespace carom::query {
namespace {

/// Bounds the error of all gaps below, relative to the square of the path's size; of that, the rounded acceleration and
/// stop of a law that slows take 2⁻⁴⁸.
constexpr double kNoise = 0x1p-46;
constexpr int kMaxDepth = 8;
constexpr double kLeastWidth = 1.0 / (1 << kMaxDepth);

/// The path of a phase as seen from its start, p + w s + h s² for 0 ≤ s ≤ 1, and a bound of the size of everything that
/// was added up for it.
template <int D>
struct PhasePath {
  Vec<D> p, w, h;
  double length = 0;  ///< of time
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
  const RelativePath<D> path = phase.path();
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
  result.p = p;
  result.w = length * w;
  result.h = (length * length) * h;
  result.length = length;
  result.size += sum_of_magnitudes(p) + sum_of_magnitudes(result.w) + sum_of_magnitudes(result.h);
  return result;
}

/// |x|² − R² over the phase, from the constant up.
struct Quartic {
  double c[5];

  double operator()(double s) const { return c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * c[4]))); }
  double rate(double s) const { return c[1] + s * (2 * c[2] + s * (3 * c[3] + s * (4 * c[4]))); }
};

template <int D>
Quartic gap_of(const PhasePath<D>& path, double reach2) {
  return {{norm2(path.p) - reach2, 2 * dot(path.p, path.w), norm2(path.w) + 2 * dot(path.p, path.h),
           2 * dot(path.w, path.h), norm2(path.h)}};
}

/// The Bernstein coefficients of the gap over a part of the phase: the times from low to low + width.
struct Arc {
  double b[5];
  double low = 0;
  double width = 1;
};

Arc whole(const Quartic& f) {
  const double b0 = f.c[0];
  return {{b0, b0 + 0.25 * f.c[1], b0 + (0.5 * f.c[1] + (1.0 / 6) * f.c[2]),
           b0 + (0.75 * f.c[1] + 0.5 * f.c[2] + 0.25 * f.c[3]), b0 + (f.c[1] + f.c[2] + f.c[3] + f.c[4])}};
}

/// Halves an arc (de Casteljau): it becomes its left part, the result is its right part.
Arc split(Arc& arc) {
  Arc right = arc;
  for (int k = 0; k < 4; ++k) {
    for (int i = 4; i > k; --i) arc.b[i] = 0.5 * (arc.b[i] + arc.b[i - 1]);
    right.b[3 - k] = arc.b[4];
  }
  arc.width *= 0.5;
  right.width = arc.width;
  right.low = arc.low + arc.width;
  return right;
}

enum class Outlook { clear, arrives, unclear };

/// clear: > 0 or rising throughout; arrives: > 0 at first, one root in all, < 0 at last.
Outlook judge(const Arc& arc, double noise) {
  const auto [b0, b1, b2, b3, b4] = arc.b;
  if (std::min(std::min(std::min(b0, b1), std::min(b2, b3)), b4) > noise) return Outlook::clear;
  if (std::min(std::min(b1 - b0, b2 - b1), std::min(b3 - b2, b4 - b3)) > 2 * noise) return Outlook::clear;
  if (!(b0 > noise && b4 < -noise)) return Outlook::unclear;
  int k = 1;
  while (arc.b[k] > noise) ++k;
  while (k < 4 && arc.b[k] >= -noise) ++k;
  while (k < 4 && arc.b[k] < -noise) ++k;
  return k == 4 ? Outlook::arrives : Outlook::unclear;
}

/// Newton's method within an arc, from where the polygon of the coefficients crosses 0; the caller judges the result.
double approximate_arrival(const Quartic& f, const Arc& arc) {
  int k = 1;
  while (arc.b[k] > 0) ++k;
  const double width = arc.width;
  double low = arc.low;
  double high = low + width;
  double s = low + 0.25 * width * (k - 1 + arc.b[k - 1] / (arc.b[k - 1] - arc.b[k]));
  for (int i = 0; i < 12; ++i) {
    const double gap = f(s);
    (gap > 0 ? low : high) = s;
    double next = s - gap / f.rate(s);
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double change = std::fabs(next - s);
    s = next;
    if (change < 0x1p-18 * width) break;
  }
  return s;
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
  const PrecisePlace<D> place(motion, t);
  TwoTerms sum = precise_square(place[0]);
  for (int k = 1; k < D; ++k) sum = loose_sum(sum, precise_square(place[k]));
  sum = loose_sum(sum, {-reach2.high, -(reach2.low + 2 * reach.high * reach.low)});
  return sum.high + sum.low;
}

/// The time of the only arrival in an arc, where Newton's last steps with a precise gap certainly make it as good as it
/// must be. In units of `size2` and of the phase's length, |f″| ≤ 12: f′ stays within a quarter of itself over 2
/// |step|, and another step would be below the error that is allowed.
template <int D>
std::optional<double> arrival(const Quartic& f, const Arc& arc, const RelativeMotion<D>& motion, double r, double r0,
                              double from, double length, double size2) {
  const double rough = approximate_arrival(f, arc);
  const double rate = f.rate(rough);
  double time = from + rough * length;
  double step = precise_gap(motion, r, r0, time) / rate;
  double drift = 0;  // since the rate was taken
  if (std::fabs(step) > 0x1p-28) {
    drift = std::fabs(step);
    time -= step * length;
    step = precise_gap(motion, r, r0, time) / rate;
  }
  const double slope = -rate / size2;
  const double error = std::fabs(step);
  const double rate_noise = 4 * kNoise + 12 * drift;
  const bool steady = 24 * (error + drift + rate_noise) < 0.125 * slope;
  const double next = 16 * error * (error + rate_noise);
  time -= step * length;
  if (!(steady && next * length < 0x1p-50 * slope * time)) return std::nullopt;
  return time;
}

}  // namespace

template <int D>
std::optional<double> curved_balls_impact(const RelativeMotion<D>& motion, const Phase<D>& phase, double r, double r0,
                                          double horizon) {
  const double reach = r + r0;
  const double reach2 = reach * reach;
  const double end = std::min(phase.to, horizon);
  const PhasePath<D> path = path_of(phase, end - phase.from, reach);
  const double size2 = (path.size + reach) * (path.size + reach);
  if (!(size2 > 0x1p-400 && size2 < 0x1p400 && path.length > 0x1p-400)) return std::nullopt;
  const double noise = kNoise * size2;
  const Quartic f = gap_of(path, reach2);
  Arc waiting[kMaxDepth + 1];
  int count = 0;
  for (Arc arc = whole(f);;) {
    const Outlook outlook = judge(arc, noise);
    if (outlook == Outlook::arrives) {
      const auto time = arrival(f, arc, motion, r, r0, phase.from, path.length, size2);
      return time ? std::optional(std::clamp(*time, phase.from, end)) : time;
    }
    if (outlook == Outlook::unclear) {
      if (arc.width == kLeastWidth) return std::nullopt;
      waiting[count++] = split(arc);
    } else {
      if (count == 0) return kNever;
      arc = waiting[--count];
    }
  }
}

template std::optional<double> curved_balls_impact(const RelativeMotion<2>&, const Phase<2>&, double, double, double);
template std::optional<double> curved_balls_impact(const RelativeMotion<3>&, const Phase<3>&, double, double, double);

}  // namespace carom::query
