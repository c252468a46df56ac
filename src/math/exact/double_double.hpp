#pragma once
#include "carom/math/exact.hpp"

// Arithmetic on unevaluated sums of two doubles (Dekker 1971; Joldes, Muller, Popescu, ACM TOMS 44, 2017).
// In the namespace of TwoTerms, where operators are found.
namespace carom {

/// Relative error ≤ 3·2⁻¹⁰⁶ (Joldes et al., AccurateDWPlusDW).
constexpr TwoTerms operator+(const TwoTerms& a, const TwoTerms& b) {
  const TwoTerms high = two_sum(a.high, b.high);
  const TwoTerms low = two_sum(a.low, b.low);
  const TwoTerms sum = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(sum.high, sum.low + low.low);
}

constexpr TwoTerms operator-(const TwoTerms& a) {
  return {-a.high, -a.low};
}

/// Relative error ≤ 8·2⁻¹⁰⁶ unless something overflows or underflows (Joldes et al., DWTimesDW1 needs 7).
constexpr TwoTerms operator*(const TwoTerms& a, const TwoTerms& b) {
  const TwoTerms product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

}  // namespace carom
