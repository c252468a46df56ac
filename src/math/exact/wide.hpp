#pragma once
#include "math/exact/dyadic.hpp"

namespace carom::math {

/// A number of at least 256 significant bits: sums and products are cut off to that.
class Wide {
 public:
  static constexpr double kRelative = 0x1p-256;

  Wide() = default;
  Wide(double value) : number_(value) {}  // NOLINT(google-explicit-constructor): every finite double is one
  explicit Wide(const Dyadic& number) : number_(number.truncated(kLimbs)) {}

  const Dyadic& exactly() const { return number_; }
  double to_double() const { return number_.to_double(); }

  Wide operator-() const { return Wide(-number_); }
  friend Wide operator+(const Wide& a, const Wide& b) { return Wide(a.number_ + b.number_); }
  friend Wide operator-(const Wide& a, const Wide& b) { return Wide(a.number_ - b.number_); }
  friend Wide operator*(const Wide& a, const Wide& b) { return Wide(a.number_ * b.number_); }

 private:
  static constexpr std::size_t kLimbs = 5;

  Dyadic number_;
};

}  // namespace carom::math
