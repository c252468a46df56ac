#pragma once
#include <memory>
#include <vector>

#include "math/exact/dyadic.hpp"
#include "math/polynomial.hpp"

namespace carom::math {

struct SurdField;

/// An exact number made of square roots: a sum of exact numbers times products of roots, over a product of exact
/// numbers. +, − and × never round, and signs are certain. What is no root of another: √2 and √8 are one root.
class Surd {
 public:
  Surd() = default;
  Surd(double value) : Surd(Dyadic(value)) {}  // NOLINT(google-explicit-constructor): every finite double is one
  explicit Surd(const Dyadic& value) : parts_{value} {}
  /// √radicand, radicand ≥ 0.
  static Surd root(const Dyadic& radicand);
  /// 1 / divisor, divisor > 0.
  static Surd inverse(const Dyadic& divisor);

  int sign() const;
  bool is_zero() const;
  /// The nearest double; ±infinity beyond the largest.
  double to_double() const;
  /// significand · 2^exponent with 1/2 ≤ |significand| < 1, to within 2⁻⁵¹ of it; 0 for 0.
  double to_double(int& exponent) const;

  Surd operator-() const;
  Surd half() const;
  friend Surd operator+(const Surd& a, const Surd& b);
  friend Surd operator-(const Surd& a, const Surd& b) { return a + -b; }
  friend Surd operator*(const Surd& a, const Surd& b);
  /// a / b where b divides a, neither of them a fraction (`whole`). b is not 0.
  friend Surd exact_quotient(const Surd& a, const Surd& b);
  friend bool operator<(const Surd& a, const Surd& b) { return (a - b).sign() < 0; }

  /// The same polynomial times a positive number, without fractions, and all made of the same roots.
  friend Polynomial<Surd> whole(const Polynomial<Surd>& p);

 private:
  using Field = std::shared_ptr<const SurdField>;
  struct Bounds;

  Surd(Field field, int power, std::vector<Dyadic> parts)
      : field_(std::move(field)), power_(power), parts_(std::move(parts)) {}
  bool is_rational() const;
  Surd lifted(const Field& field) const;
  Surd over(int power) const;
  /// Of the numerator, with roots to so many bits.
  Bounds bounds(int bits) const;
  /// So near to each other that they have the same sign and differ by less than 2⁻¹²⁰.
  Bounds close_bounds() const;
  Dyadic denominator() const;

  // Σ parts_[m] Π_{k ∈ m} √a_k / Q^power_, m the subsets of the field's roots; without a field parts_[0], or 0.
  Field field_;
  int power_ = 0;
  std::vector<Dyadic> parts_;
};

inline const Polynomial<Dyadic>& whole(const Polynomial<Dyadic>& p) {
  return p;
}

}  // namespace carom::math
