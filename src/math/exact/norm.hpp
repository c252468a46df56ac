#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#include "carom/math/vec.hpp"
#include "math/exact/double_double.hpp"
#include "math/exact/jet.hpp"
#include "math/exact/surd.hpp"

// |v| in numbers of any kind: a root, which only a Surd holds exactly.
namespace carom::math {

/// |v|, rounded, whatever its size.
template <int D>
double any_norm(const Vec<D>& v) {
  const double usual = norm2(v);
  if (usual > 0x1p-960 && usual < 0x1p1000) return std::sqrt(usual);
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(v[k]));
  int exponent = 0;
  std::frexp(most, &exponent);
  Vec<D> scaled;
  for (int k = 0; k < D; ++k) scaled[k] = std::ldexp(v[k], -exponent);
  return std::ldexp(norm(scaled), exponent);
}

/// Whether squares of this size, and their rounding errors, neither overflow nor underflow.
inline bool has_usual_size(double x) {
  return std::fabs(x) > 0x1p-300 && std::fabs(x) < 0x1p300;
}
template <int D>
bool has_usual_size(const Vec<D>& v) {
  for (int k = 0; k < D; ++k)
    if (v[k] != 0 && !has_usual_size(v[k])) return false;
  return true;
}

/// To within 2⁻¹⁰⁰ of it, for v of usual size and not 0.
template <int D>
TwoTerms precise_norm(const Vec<D>& v) {
  TwoTerms square = two_product(v[0], v[0]);
  for (int k = 1; k < D; ++k) square = square + two_product(v[k], v[k]);
  const double root = std::sqrt(square.high);
  const TwoTerms rest = square + -two_product(root, root);
  return quick_two_sum(root, rest.high / (2 * root));
}

/// a / b to within 2⁻¹⁰⁰ of it.
inline TwoTerms precise_quotient(const TwoTerms& a, const TwoTerms& b) {
  const double quotient = a.high / b.high;
  const TwoTerms rest = a + -(b * TwoTerms{quotient, 0});
  return quick_two_sum(quotient, rest.high / b.high);
}

/// A number that is known to within 2⁻⁹⁷ of it.
template <class Number>
Number around(const TwoTerms& x) {
  const double error = 0x1p-97 * std::fabs(x.high);
  if constexpr (std::is_same_v<Number, Uncertain<double>>)
    return Number::around(x.high, std::fabs(x.low) + error);
  else
    return Number::around(x, error);
}

template <class Number, int D>
Number norm2_in(const Vec<D>& v) {
  Number sum;
  for (int k = 0; k < D; ++k) sum = sum + Number(v[k]) * Number(v[k]);
  return sum;
}

/// Whether v is a unit vector of an axis: other vectors of doubles never have a length of exactly 1.
template <int D>
bool is_axis(const Vec<D>& v) {
  double sum = 0;
  int others = 0;
  for (int k = 0; k < D; ++k) {
    sum += std::fabs(v[k]);
    if (v[k] != 0) ++others;
  }
  return sum == 1 && others == 1;
}

template <class Real>
struct IsJet : std::false_type {};
template <class Real>
struct IsJet<Jet<Real>> : std::true_type {};

/// v is not 0.
template <class Number, int D>
Number norm_in(const Vec<D>& v) {
  if (is_axis(v)) return Number(1);
  if constexpr (std::is_same_v<Number, Surd>) {
    return Surd::root(norm2_in<Dyadic>(v));
  } else if constexpr (IsJet<Number>::value) {
    return Number(norm_in<typename Number::Number>(v), {}, {});
  } else if constexpr (std::is_same_v<Number, Uncertain<Wide>>) {
    return certain_root(norm2_in<Number>(v));
  } else {
    if (!has_usual_size(v)) return Number(0, std::numeric_limits<double>::infinity());
    return around<Number>(precise_norm(v));
  }
}

}  // namespace carom::math
