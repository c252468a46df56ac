#pragma once
#include <cstddef>
#include <cstdint>

#include "math/exact/limbs.hpp"

namespace carom::math {

/// An exact number: an integer of any length times a power of two. Every finite double is one; +, − and × never round.
class Dyadic {
 public:
  Dyadic() = default;
  Dyadic(double value);  // NOLINT(google-explicit-constructor): every finite double is a Dyadic

  int sign() const { return sign_; }
  bool is_zero() const { return sign_ == 0; }
  /// The nearest double, ties to even; ±infinity beyond the largest.
  double to_double() const;
  /// significand · 2^exponent with 1/2 ≤ |significand| < 1, rounded to nearest; 0 for 0.
  double to_double(int& exponent) const;

  /// The exponent of the lowest power of two in it; it is not 0.
  int lowest_bit() const;

  /// Without the limbs after the first `count`: nearer to zero by less than 2^(64 (1 − count)), relatively.
  Dyadic truncated(std::size_t count) const;

  Dyadic operator-() const;
  Dyadic half() const;
  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) { return sum(a, b, b.sign_); }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return sum(a, b, -b.sign_); }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b);
  /// a / b where b divides a among the integers times powers of two. b is not 0.
  friend Dyadic exact_quotient(Dyadic a, Dyadic b);
  friend bool operator<(const Dyadic& a, const Dyadic& b) { return (a - b).sign() < 0; }

 private:
  static Dyadic sum(const Dyadic& a, const Dyadic& b, int b_sign);
  static int compare_magnitudes(const Dyadic& a, const Dyadic& b);
  static Dyadic add_magnitudes(const Dyadic& a, const Dyadic& b);
  static Dyadic subtract_magnitudes(const Dyadic& a, const Dyadic& b);
  /// The digits from 2^(64 low) up, `size` of them, those that it lacks 0.
  Limbs digits(int low, std::size_t size) const;
  std::uint64_t limb(int place) const;
  int top() const { return exponent_ + static_cast<int>(limbs_.size()); }
  void trim();

  // ± Σ limbs_[i] · 2^(64 (exponent_ + i)), first and last limb not 0; zero has no limbs.
  int sign_ = 0;
  int exponent_ = 0;
  Limbs limbs_;
};

/// The double nearest to numerator / denominator, ties to even; denominator > 0, the quotient in a double's range.
double nearest_quotient(const Dyadic& numerator, const Dyadic& denominator);

}  // namespace carom::math
