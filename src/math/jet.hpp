#pragma once
#include <cmath>
#include <limits>

#include "math/uncertain.hpp"

namespace carom::detail {

/// A function of time at a time, or over an interval of times: value, first and second derivative, all with error
/// bounds. A type of numbers for polynomials.
template <class Real>
struct Jet {
  using Number = Uncertain<Real>;

  Number value;
  Number rate;
  Number bend;

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is one
  Jet(const Number& x, const Number& first, const Number& second) : value(x), rate(first), bend(second) {}

  bool is_zero() const { return value.is_zero() && rate.is_zero() && bend.is_zero(); }
  Jet operator-() const { return {-value, -rate, -bend}; }
  friend Jet operator+(const Jet& a, const Jet& b) { return {a.value + b.value, a.rate + b.rate, a.bend + b.bend}; }
  friend Jet operator-(const Jet& a, const Jet& b) { return a + -b; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    const Number cross = a.rate * b.rate;
    return {a.value * b.value, a.value * b.rate + a.rate * b.value,
            a.value * b.bend + (cross + cross) + a.bend * b.value};
  }
};

/// 1 / x, and the root of x, for x > 0; unknown otherwise. Newton's method, its last error bounded by what is left
/// over.
template <class Real>
Uncertain<Real> certain_inverse(const Uncertain<Real>& x) {
  using Number = Uncertain<Real>;
  if (x.sign() != 1) return {0, std::numeric_limits<double>::infinity()};
  const double first = 1 / x.value();
  Number y(first);
  for (int i = 0; i < 5; ++i) y = Number::around((y + Number(first) * (Number(1) - x * y)).middle(), 0);
  const double rest = (Number(1) - x * y).most();
  return Number::around(y.middle(), 2 * rest / (x.value() - x.error()));
}

template <class Real>
Uncertain<Real> certain_root(const Uncertain<Real>& x) {
  using Number = Uncertain<Real>;
  if (x.sign() != 1) return {0, std::numeric_limits<double>::infinity()};
  const double first = std::sqrt(x.value());
  Number y(first);
  for (int i = 0; i < 5; ++i) y = Number::around((y + Number(0.5 / first) * (x - y * y)).middle(), 0);
  return Number::around(y.middle(), 2 * (x - y * y).most() / y.value());
}

template <class Real>
Jet<Real> sqrt(const Jet<Real>& x) {
  using Number = Uncertain<Real>;
  const Number root = certain_root(x.value);
  const Number half = Number(0.5) * certain_inverse(root);
  const Number rate = x.rate * half;
  return {root, rate, (x.bend - Number(2) * rate * rate) * half};
}

}  // namespace carom::detail
