#pragma once
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

}  // namespace carom::detail
