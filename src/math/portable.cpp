#include "carom/math/portable.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "math/bits.hpp"

namespace carom::portable {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ln 2 and π in two parts. The first part of ln 2 has 32 bits, so that k times it is exact for every exponent k.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
constexpr double kPiHigh = 0x1.921fb54442d18p+1;
constexpr double kPiLow = 0x1.1a62633145c07p-53;

// A number as the unevaluated sum of two doubles.
struct Pair {
  double high;
  double low;
};

// The exact sum (Knuth).
Pair two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// The upper 26 bits of a (Veltkamp); no overflow for |a| < 2^996.
double upper_half(double a) {
  const double scaled = 134217729.0 * a;
  return scaled - (scaled - a);
}

// The exact product (Dekker), barring underflow.
Pair two_product(double a, double b) {
  const double product = a * b;
  const double a1 = upper_half(a);
  const double a2 = a - a1;
  const double b1 = upper_half(b);
  const double b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

// a/b to about 2⁻¹⁰⁰.
Pair divide(const Pair& a, const Pair& b) {
  const double quotient = a.high / b.high;
  const Pair back = two_product(quotient, b.high);
  const double rest = ((a.high - back.high) - back.low) + a.low - quotient * b.low;
  return {quotient, rest / b.high};
}

// 2^k for −1074 ≤ k ≤ 1023.
double power_of_two(int k) {
  if (k < -1022) return math::bits_as<double>(std::uint64_t{1} << (k + 1074));
  return math::bits_as<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

// y·2^k with one rounding, for ½ ≤ y ≤ 2.
double scale(double y, int k) {
  const int half = k / 2;
  return y * power_of_two(half) * power_of_two(k - half);
}

struct Split {
  double mantissa;
  int exponent;
};

// x = mantissa·2^exponent with 1 ≤ mantissa < 2, for finite x > 0.
Split split(double x) {
  const bool subnormal = x < std::numeric_limits<double>::min();
  const auto bits = math::bits_as<std::uint64_t>(subnormal ? x * 0x1p54 : x);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
  return {math::bits_as<double>((bits & kFraction) | math::bits_as<std::uint64_t>(1.0)),
          subnormal ? exponent - 54 : exponent};
}

// Σ c[i] x^i.
template <int N>
double polynomial(const double (&c)[N], double x) {
  double sum = c[N - 1];
  for (int i = N - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

// k ln 2 + log(1 + f), for 1 + f between √½ and √2: with s = f/(2 + f), log(1 + f) = 2s + s³(2/3 + 2/5 s² + …).
double log_reduced(int k, const Pair& f) {
  static constexpr double kSeries[] = {2. / 3,  2. / 5,  2. / 7,  2. / 9,  2. / 11, 2. / 13,
                                       2. / 15, 2. / 17, 2. / 19, 2. / 21, 2. / 23, 2. / 25};
  Pair below = two_sum(2, f.high);
  below.low += f.low;
  const Pair s = divide(f, below);
  const double s2 = s.high * s.high;
  const double tail = s.high * s2 * polynomial(kSeries, s2);
  const Pair sum = two_sum(k * kLn2High, 2 * s.high);
  return sum.high + (sum.low + (2 * s.low + tail + k * kLn2Low));
}

constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;

// log(high + low) for high > 0 finite and |low| at most half an ulp of high.
double log_of_sum(const Pair& x) {
  Split m = split(x.high);
  if (m.mantissa > kSqrt2) {
    m.mantissa *= 0.5;
    ++m.exponent;
  }
  const double low = x.low == 0 || m.exponent > 1000 ? 0 : x.low * power_of_two(-m.exponent);
  return log_reduced(m.exponent, two_sum(m.mantissa - 1, low));
}

// exp(r) − 1 for |r| ≤ 0.35: r + r²/2 + r³(1/3! + r/4! + …), the first two terms exact.
Pair expm1_reduced(const Pair& r) {
  static constexpr double kSeries[] = {1. / 6,         1. / 24,         1. / 120,         1. / 720,
                                       1. / 5040,      1. / 40320,      1. / 362880,      1. / 3628800,
                                       1. / 39916800., 1. / 479001600., 1. / 6227020800., 1. / 87178291200.};
  const double x = r.high;
  const Pair square = two_product(x, x);
  const Pair sum = two_sum(x, 0.5 * square.high);
  const double tail = x * square.high * polynomial(kSeries, x);
  return {sum.high, sum.low + (tail + (r.low + x * r.low + 0.5 * square.low))};
}

struct Reduced {
  int k;
  Pair rest;
};

// x = k ln 2 + rest, |rest| ≤ ½ ln 2, for |x| < 1000.
Reduced reduce(double x) {
  const double k = std::floor(x * kInverseLn2 + 0.5);
  const Pair rest = two_sum(x, -k * kLn2High);
  const Pair full = two_sum(rest.high, rest.low - k * kLn2Low);
  return {static_cast<int>(k), full};
}

// πf for |f| ≤ ¼, not so small that products underflow.
Pair times_pi(double f) {
  const Pair t = two_product(f, kPiHigh);
  return two_sum(t.high, t.low + f * kPiLow);
}

// sin(πf) for |f| ≤ ¼: t − t³(1/3! − t²/5! + …) at t = πf.
double sin_quarter(double f) {
  static constexpr double kSeries[] = {-1. / 6,         1. / 120,         -1. / 5040,           1. / 362880,
                                       -1. / 39916800., 1. / 6227020800., -1. / 1307674368000., 1. / 355687428096000.};
  if (std::abs(f) < 0x1p-500) return f * kPiHigh;
  const Pair t = times_pi(f);
  const double t2 = t.high * t.high;
  return t.high + (t.low * (1 - 0.5 * t2) + t.high * t2 * polynomial(kSeries, t2));
}

// cos(πf) for |f| ≤ ¼: 1 − t²/2 + t⁴(1/4! − t²/6! + …) at t = πf, the first two terms exact.
double cos_quarter(double f) {
  static constexpr double kSeries[] = {
      1. / 24,         -1. / 720,          1. / 40320,           -1. / 3628800,
      1. / 479001600., -1. / 87178291200., 1. / 20922789888000., -1. / 6402373705728000.};
  if (std::abs(f) < 0x1p-30) return 1;
  const Pair t = times_pi(f);
  const Pair square = two_product(t.high, t.high);
  const Pair sum = two_sum(1, -0.5 * square.high);
  const double tail = square.high * square.high * polynomial(kSeries, square.high);
  return sum.high + (sum.low + (tail - 0.5 * square.low - t.high * t.low));
}

struct Quadrant {
  int index;    // 0 … 3
  double rest;  // |rest| ≤ ¼
};

// x = index/2 + rest, up to whole turns; exact, for finite x.
Quadrant quadrant(double x) {
  if (std::abs(x) >= 0x1p54) return {0, 0};  // an even integer
  const double turn = x - 2 * std::floor(0.5 * x);
  const double q = std::floor(2 * turn + 0.5);
  return {static_cast<int>(q) & 3, turn - 0.5 * q};
}

}  // namespace

double log(double x) {
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return -kInfinity;
  if (x == kInfinity) return x;
  return log_of_sum({x, 0});
}

double log1p(double x) {
  if (std::isnan(x) || x < -1) return kNaN;
  if (x == -1) return -kInfinity;
  if (x == kInfinity) return x;
  if (std::abs(x) < 0x1p-60) return x;
  if (x > -0.29 && x < 0.41) return log_reduced(0, {x, 0});
  return log_of_sum(two_sum(1, x));
}

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 709.8) return kInfinity;
  if (x < -745.2) return 0;
  const Reduced r = reduce(x);
  const Pair e = expm1_reduced(r.rest);
  const Pair sum = two_sum(1, e.high);
  return scale(sum.high + (sum.low + e.low), r.k);
}

double expm1(double x) {
  if (std::isnan(x) || std::abs(x) < 0x1p-60) return x;
  if (x < -40) return -1;
  if (x > 50) return exp(x);
  const Reduced r = reduce(x);
  const Pair e = expm1_reduced(r.rest);
  if (r.k == 0) return e.high + e.low;
  const double power = power_of_two(r.k);
  const Pair less_one = two_sum(power, -1);
  const Pair sum = two_sum(less_one.high, power * e.high);
  return sum.high + (sum.low + (less_one.low + power * e.low));
}

double cbrt(double x) {
  if (std::isnan(x) || x == 0 || std::isinf(x)) return x;
  const Split s = split(std::abs(x));
  const int third = (s.exponent + 3 * 400) / 3 - 400;
  const double m = s.mantissa * power_of_two(s.exponent - 3 * third);  // 1 ≤ m < 8
  double y = 0.9 + m * (0.176 - m * 0.0052);                           // within 10 %
  for (int i = 0; i < 4; ++i) y -= (y - m / (y * y)) * (1. / 3);
  const Pair square = two_product(y, y);
  const Pair cube = two_product(square.high, y);
  const double rest = ((m - cube.high) - cube.low) - square.low * y;
  y += rest / (3 * square.high);
  return std::copysign(y * power_of_two(third), x);
}

double sin_pi(double x) {
  if (!std::isfinite(x)) return kNaN;
  if (std::abs(x) <= 0.25) return x == 0 ? x : sin_quarter(x);
  const Quadrant q = quadrant(x);
  if (q.rest == 0 && (q.index & 1) == 0) return std::copysign(0.0, x);
  const double value = (q.index & 1) == 0 ? sin_quarter(q.rest) : cos_quarter(q.rest);
  return (q.index & 2) == 0 ? value : -value;
}

double cos_pi(double x) {
  if (!std::isfinite(x)) return kNaN;
  const Quadrant q = quadrant(x);
  if (q.rest == 0 && (q.index & 1) == 1) return 0;
  const double value = (q.index & 1) == 0 ? cos_quarter(q.rest) : sin_quarter(q.rest);
  return q.index == 1 || q.index == 2 ? -value : value;
}

}  // namespace carom::portable
