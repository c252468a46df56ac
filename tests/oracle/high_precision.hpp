#pragma once
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <vector>

// The oracle's arithmetic, which shares nothing with the library's: MPFR numbers that remember how large the terms were
// that made them, so that a result can be told from the rounding noise.
namespace oracle {

/// About 40 digits: what it can not tell from 0 is asked again of `Exhaustive`.
using Quick =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<40, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;
/// 200 digits: what is below 10^-110 of its terms is 0. Sums and products of doubles of our sizes that are not 0 never
/// come near that.
using Exhaustive =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<200, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;

struct Undecided {};

template <class Real>
struct Noise;
template <>
struct Noise<Quick> {
  static constexpr double kLevel = 1e-22;
  static constexpr bool kZero = false;
};
template <>
struct Noise<Exhaustive> {
  static constexpr double kLevel = 1e-110;
  static constexpr bool kZero = true;
};

template <class Real>
struct Num {
  Real value = 0;
  double terms = 0;  ///< the sum of the absolute values of the terms

  Num() = default;
  Num(double x) : value(x), terms(std::fabs(x)) {}  // NOLINT(google-explicit-constructor)
  Num(const Real& x, double t) : value(x), terms(t) {}

  /// −1, 0, 1; throws Undecided where this precision can not tell.
  int sign() const {
    if (terms == 0) return 0;
    if (abs(value) > terms * Noise<Real>::kLevel) return value < 0 ? -1 : 1;
    if (!Noise<Real>::kZero) throw Undecided{};
    return 0;
  }
  friend Num operator+(const Num& a, const Num& b) { return {a.value + b.value, a.terms + b.terms}; }
  friend Num operator-(const Num& a, const Num& b) { return {a.value - b.value, a.terms + b.terms}; }
  friend Num operator*(const Num& a, const Num& b) { return {a.value * b.value, a.terms * b.terms}; }
};

template <class Real>
Num<Real> difference(double a, double b) {
  return a == b ? Num<Real>() : Num<Real>(a) - Num<Real>(b);
}

template <class Real>
using Poly = std::vector<Num<Real>>;  ///< from the constant up

template <class Real>
Num<Real> at(const Poly<Real>& p, const Real& t) {
  const Num<Real> x{t, std::fabs(static_cast<double>(t))};
  Num<Real> sum;
  for (std::size_t k = p.size(); k-- > 0;) sum = sum * x + p[k];
  return sum;
}

template <class Real>
Poly<Real> derivative(const Poly<Real>& p) {
  Poly<Real> result;
  for (std::size_t k = 1; k < p.size(); ++k) result.push_back(Num<Real>(static_cast<double>(k)) * p[k]);
  return result;
}

template <class Real>
Poly<Real> plus(const Poly<Real>& a, const Poly<Real>& b, double factor = 1) {
  Poly<Real> sum(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < a.size(); ++k) sum[k] = a[k];
  for (std::size_t k = 0; k < b.size(); ++k) sum[k] = sum[k] + Num<Real>(factor) * b[k];
  return sum;
}

template <class Real>
Poly<Real> times(const Poly<Real>& a, const Poly<Real>& b) {
  Poly<Real> product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] = product[i + j] + a[i] * b[j];
  return product;
}

/// Without leading coefficients that are 0.
template <class Real>
Poly<Real> trimmed(Poly<Real> p) {
  while (!p.empty() && p.back().sign() == 0) p.pop_back();
  return p;
}

template <class Real>
Real cauchy_bound(const Poly<Real>& p) {
  Real most = 0;
  for (const Num<Real>& c : p) {
    const Real ratio = abs(c.value / p.back().value);
    if (ratio > most) most = ratio;
  }
  return most + 1;
}

/// The middle of a bracket: of its logarithm while it spans orders of magnitude.
template <class Real>
Real middle(const Real& low, const Real& high) {
  if (low == 0) return high * 1e-5;
  return high > 16 * low ? Real(sqrt(low * high)) : Real((low + high) / 2);
}

/// The root between low and high, where p has opposite signs: Newton's method kept inside the bracket.
template <class Real>
Real bracketed_root(const Poly<Real>& p, const Poly<Real>& rate, Real low, Real high, int low_sign) {
  Real t = middle(low, high);
  const Real least = std::numeric_limits<Real>::epsilon() * 4;
  for (int i = 0; i < 3000; ++i) {
    const Real value = at(p, t).value;
    if (value == 0) return t;
    ((value < 0) == (low_sign < 0) ? low : high) = t;
    const Real slope = at(rate, t).value;
    Real next = slope == 0 ? low : Real(t - value / slope);
    const bool wide = high > 16 * low;
    if (!(next > low && next < high) || i % (wide ? 2 : 16) == 1) next = middle(low, high);
    if (abs(next - t) <= least * abs(t)) return next;
    t = next;
  }
  return t;
}

/// The different roots of p with low < t < high, in order: between roots of the derivative p is monotone.
template <class Real>
std::vector<Real> roots(const Poly<Real>& given, const Real& low, const Real& high) {
  const Poly<Real> p = trimmed(given);
  std::vector<Real> found;
  if (p.size() < 2) return found;
  const Poly<Real> rate = derivative(p);
  std::vector<Real> stops = roots(rate, low, high);
  stops.push_back(high);
  Real from = low;
  int sign = at(p, low).sign();
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const int next = at(p, stops[i]).sign();
    if (sign * next < 0) found.push_back(bracketed_root(p, rate, from, stops[i], sign));
    if (next == 0 && i + 1 < stops.size()) found.push_back(stops[i]);
    from = stops[i];
    sign = next;
  }
  return found;
}

}  // namespace oracle
