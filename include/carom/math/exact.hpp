#pragma once

#pragma GCC visibility push(default)

namespace carom {

/// An unevaluated sum high + low.
struct TwoTerms {
  double high = 0;
  double low = 0;
};

/// a + b = high + low exactly, high the rounded sum (Knuth, The Art of Computer Programming 2, 4.2.2); no overflow.
constexpr TwoTerms two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b = high + low exactly where |a| ≥ |b| or a = 0 (Dekker 1971).
constexpr TwoTerms quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a = high + low with at most 26 bits each (Veltkamp, see Dekker 1971); |a| < 2^995.
constexpr TwoTerms split(double a) {
  const double scaled = 134217729.0 * a;
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

/// a·b = high + low exactly, high the rounded product (Dekker 1971), without fma; exact unless something overflows or
/// the product is below 2^-968.
constexpr TwoTerms two_product(double a, double b) {
  const double product = a * b;
  const auto [a1, a2] = split(a);
  const auto [b1, b2] = split(b);
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

}  // namespace carom

#pragma GCC visibility pop
