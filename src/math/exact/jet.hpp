#pragma once
#include <cmath>
#include <limits>

#include "math/exact/uncertain.hpp"

namespace carom::math {

/// A function of time at a time, or over an interval of times: value, first and second derivative, all with error
/// bounds. A type of numbers for polynomials. Over an interval it knows value and rate in the middle, too: whatever is
/// calculated is as tight as Taylor's formula about the middle makes it, so that large terms may cancel.
template <class Real>
struct Jet {
  using Number = Uncertain<Real>;

  Number value;
  Number rate;
  Number bend;
  double radius = 0;  ///< of the interval; 0 at one time, and of constants
  Number middle_value;
  Number middle_rate;

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is one
  Jet(const Number& x, const Number& first, const Number& second) : value(x), rate(first), bend(second) {}

  /// What is known over an interval, with what is known in its middle.
  Jet(const Jet& whole, const Jet& middle, double half_length)
      : value(whole.value),
        rate(whole.rate),
        bend(whole.bend),
        radius(half_length),
        middle_value(middle.value),
        middle_rate(middle.rate) {
    tighten();
  }

  const Number& at_middle() const { return radius > 0 ? middle_value : value; }
  const Number& rate_at_middle() const { return radius > 0 ? middle_rate : rate; }

  bool is_zero() const { return value.is_zero() && rate.is_zero() && bend.is_zero(); }
  Jet operator-() const {
    Jet result{-value, -rate, -bend};
    result.radius = radius;
    result.middle_value = -middle_value;
    result.middle_rate = -middle_rate;
    return result;
  }
  friend Jet operator+(const Jet& a, const Jet& b) {
    Jet sum{a.value + b.value, a.rate + b.rate, a.bend + b.bend};
    if (a.radius == 0 && b.radius == 0) return sum;
    return sum.with_middle(a, b, a.at_middle() + b.at_middle(), a.rate_at_middle() + b.rate_at_middle());
  }
  friend Jet operator-(const Jet& a, const Jet& b) { return a + -b; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    const Number cross = a.rate * b.rate;
    Jet product{a.value * b.value, a.value * b.rate + a.rate * b.value,
                a.value * b.bend + (cross + cross) + a.bend * b.value};
    if (a.radius == 0 && b.radius == 0) return product;
    return product.with_middle(a, b, a.at_middle() * b.at_middle(),
                               a.at_middle() * b.rate_at_middle() + a.rate_at_middle() * b.at_middle());
  }

 private:
  Jet& with_middle(const Jet& a, const Jet& b, const Number& x, const Number& first) {
    radius = std::fmax(a.radius, b.radius);
    middle_value = x;
    middle_rate = first;
    tighten();
    return *this;
  }

  /// f(t) = f(m) + f′(m) (t − m) + ½ f″ (t − m)², and f′(t) = f′(m) + f″ (t − m).
  void tighten() {
    const auto keep_tighter = [](Number& a, const Number& b) {
      if (!(a.error() <= b.error()) && b.error() < std::numeric_limits<double>::infinity()) a = b;
    };
    const double change = bend.most() * radius;
    keep_tighter(value, middle_value + Number(0, (middle_rate.most() + change) * radius));
    keep_tighter(rate, middle_rate + Number(0, change));
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
  Jet<Real> whole{root, rate, (x.bend - Number(2) * rate * rate) * half};
  if (x.radius == 0) return whole;
  const Number middle = certain_root(x.middle_value);
  return {whole, {middle, x.middle_rate * (Number(0.5) * certain_inverse(middle)), {}}, x.radius};
}

}  // namespace carom::math
