#include "math/exact/certain_exp.hpp"

#include <array>
#include <cmath>

#include "carom/math/portable.hpp"

namespace carom::math {
namespace {

/// The relative error of carom::portable's functions, 0.6 units in the last place or 1.2 · 2^-53, and a rounding.
constexpr double kSlack = 0x1.4p-52;

/// Beyond this the error of the argument dominates: the values at both ends are enough.
constexpr double kWide = 0x1p-30;

template <class Real>
Uncertain<Real> between(double low, double high) {
  const double middle = 0.5 * (low + high);
  return Uncertain<Real>(middle, ((high - low) * 0.5 + std::fabs(middle) * 0x1p-53) * (1 + 0x1p-48));
}

/// An increasing function between the ends of an uncertain argument.
template <class Real>
Uncertain<Real> at_both_ends(double (*function)(double), const Uncertain<Real>& x) {
  const double middle = x.value();
  const double radius = (x.error() + std::fabs(middle) * 0x1p-53) * (1 + 0x1p-48);
  const double low = function(middle - radius);
  const double high = function(middle + radius);
  return between<Real>(low - std::fabs(low) * kSlack - 0x1p-1000, high + std::fabs(high) * kSlack + 0x1p-1000);
}

template <class Real>
struct Series;
template <>
struct Series<TwoTerms> {
  static constexpr int kTerms = 12;  // 2^(-7·13)/13! < 2^-123, relative to the first
  static constexpr int kNewton = 1;  // 53 bits, then 106
};
template <>
struct Series<Wide> {
  static constexpr int kTerms = 30;  // 2^(-7·31)/31! < 2^-329
  static constexpr int kNewton = 3;  // 53 bits, then 106, 212, 424
};

template <class Real>
const auto& reciprocals() {
  static const auto kTable = [] {
    std::array<Uncertain<Real>, Series<Real>::kTerms + 2> table;
    for (std::size_t n = 1; n < table.size(); ++n) table[n] = certain_reciprocal<Real>(static_cast<double>(n));
    return table;
  }();
  return kTable;
}

/// x (1 + x/2 (1 + x/3 (…))) for |x| ≤ 2^-7.
template <class Real>
Uncertain<Real> expm1_series(const Uncertain<Real>& x) {
  const auto& inverse = reciprocals<Real>();
  constexpr int kTerms = Series<Real>::kTerms;
  // What is left of the innermost bracket, 1 + x/(n+1) (…), is within |x|/(n+1) (1 + |x|) of 1.
  Uncertain<Real> sum = Uncertain<Real>(1) + Uncertain<Real>(0, x.most() * (1.1 / (kTerms + 1)));
  for (int n = kTerms; n >= 2; --n) sum = Uncertain<Real>(1) + x * inverse[static_cast<std::size_t>(n)] * sum;
  return x * sum;
}

struct Halved {
  int times = 0;
  double factor = 1;
};

Halved halvings(double most) {
  Halved result;
  for (; most * result.factor > 0x1p-7; result.factor *= 0.5) ++result.times;
  return result;
}

}  // namespace

template <class Real>
Uncertain<Real> certain_reciprocal(double x) {
  using Number = Uncertain<Real>;
  Real y{1 / x};
  for (int i = 0; i < Series<Real>::kNewton; ++i)
    y = (Number::around(y, 0) * (Number(2) - Number(x) * Number::around(y, 0))).middle();
  // 1/x = y + (1 − x y)/x
  const Number rest = Number(1) - Number(x) * Number::around(y, 0);
  return Number::around(y, rest.most() / std::fabs(x) * (1 + 0x1p-40));
}

template <class Real>
Exponential<Real> certain_exponential(const Uncertain<Real>& x) {
  const double most = x.most();
  if (x.error() > kWide || most > 700) return {at_both_ends(portable::exp, x), at_both_ends(portable::expm1, x)};
  const Uncertain<Real> one(1);
  const Halved halved = halvings(most);
  Uncertain<Real> y = expm1_series(x * Uncertain<Real>(halved.factor));
  // Near 0 exp(x) − 1 must be known to all its digits, far from it exp(x).
  if (most < 1) {
    for (int i = 0; i < halved.times; ++i) y = y * (y + Uncertain<Real>(2));
    return {one + y, y};
  }
  y = one + y;
  for (int i = 0; i < halved.times; ++i) y = y * y;
  return {y, y - one};
}

template <>
Uncertain<double> certain_reciprocal(double x) {
  const double y = 1 / x;
  return Uncertain<double>(y, std::fabs(y) * 0x1p-52);
}

template <>
Exponential<double> certain_exponential(const Uncertain<double>& x) {
  return {at_both_ends(portable::exp, x), at_both_ends(portable::expm1, x)};
}

template Uncertain<TwoTerms> certain_reciprocal(double);
template Uncertain<Wide> certain_reciprocal(double);
template Exponential<TwoTerms> certain_exponential(const Uncertain<TwoTerms>&);
template Exponential<Wide> certain_exponential(const Uncertain<Wide>&);

}  // namespace carom::math
