#pragma once
#include <cmath>

#include "math/exact/double_double.hpp"
#include "math/exact/wide.hpp"

namespace carom::math {

/// A rounding error relative to the result, and one for anything lost to underflow.
template <class Real>
struct Precision;
template <>
struct Precision<double> {
  static constexpr double kRelative = 0x1p-53;
  static double upper(double x) { return x; }
};
template <>
struct Precision<TwoTerms> {
  static constexpr double kRelative = 0x1p-102;
  static double upper(const TwoTerms& x) { return x.high; }
};

template <>
struct Precision<Wide> {
  static constexpr double kRelative = Wide::kRelative;
  static double upper(const Wide& x) { return x.to_double(); }
};

/// A number known up to an error: |true − value| ≤ error. Where the sign can not be told, it says so.
template <class Real>
class Uncertain {
 public:
  static constexpr int kUnknown = 2;

  Uncertain() = default;
  Uncertain(double exact) : value_{exact} {}  // NOLINT(google-explicit-constructor): every double is one
  Uncertain(double middle, double radius) : value_{middle}, error_(radius) {}

  static Uncertain around(const Real& middle, double radius) { return {middle, radius, 0}; }

  const Real& middle() const { return value_; }
  double value() const { return Precision<Real>::upper(value_); }
  double error() const { return error_; }
  bool is_zero() const { return value() == 0 && error_ == 0; }
  int sign() const {
    if (is_zero()) return 0;
    const double v = value();
    // A Real's parts after the first are below 2^-52 of it.
    if (std::fabs(v) * (1 - 0x1p-50) > error_) return v < 0 ? -1 : 1;
    return kUnknown;
  }
  /// An upper bound of the absolute value.
  double most() const { return (std::fabs(value()) + error_) * kInflate; }

  Uncertain operator-() const { return {-value_, error_, 0}; }

  friend Uncertain operator+(const Uncertain& a, const Uncertain& b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    const Real sum = a.value_ + b.value_;
    const double propagated = a.error_ + b.error_;
    if (Precision<Real>::upper(sum) == 0 && propagated == 0) return {};
    return rounded(sum, propagated);
  }
  friend Uncertain operator-(const Uncertain& a, const Uncertain& b) { return a + -b; }

  friend Uncertain operator*(const Uncertain& a, const Uncertain& b) {
    if (a.is_zero() || b.is_zero()) return {};
    const double x = std::fabs(a.value()) * kInflate;
    const double y = std::fabs(b.value()) * kInflate;
    return rounded(a.value_ * b.value_, x * b.error_ + y * a.error_ + a.error_ * b.error_);
  }

 private:
  // (1 + 2^-49) covers the rounding of the few operations that compute an error; kTiny all underflow in value and
  // error.
  static constexpr double kInflate = 1 + 0x1p-49;
  static constexpr double kTiny = 0x1p-900;

  Uncertain(const Real& value, double error, int) : value_(value), error_(error) {}
  static Uncertain rounded(const Real& value, double propagated) {
    const double magnitude = std::fabs(Precision<Real>::upper(value));
    return {value, (propagated + magnitude * Precision<Real>::kRelative) * kInflate + kTiny, 0};
  }

  Real value_{};
  double error_ = 0;
};

}  // namespace carom::math
