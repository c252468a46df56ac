#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>

namespace carom::detail {

/// A polynomial of degree ≤ 5 over a type of numbers with + − × and is_zero: coefficients from the constant up, the
/// last one not 0; the zero polynomial has none.
template <class Number>
class Polynomial {
 public:
  static constexpr int kMaxDegree = 5;

  Polynomial() = default;
  Polynomial(std::initializer_list<Number> coefficients) {
    for (const Number& c : coefficients) coefficients_[static_cast<std::size_t>(size_++)] = c;
    trim();
  }

  int degree() const { return size_ - 1; }  ///< −1 for the zero polynomial
  bool is_zero() const { return size_ == 0; }
  const Number& operator[](int k) const { return coefficients_[static_cast<std::size_t>(k)]; }
  const Number& leading() const { return (*this)[size_ - 1]; }
  /// Sets coefficient k of a polynomial under construction; `trim` ends it.
  void set(int k, const Number& c) {
    assert(k <= kMaxDegree);
    coefficients_[static_cast<std::size_t>(k)] = c;
    if (k >= size_) size_ = k + 1;
  }
  void trim() {
    while (size_ > 0 && leading().is_zero()) --size_;
  }

  Number operator()(const Number& x) const {
    if (size_ == 0) return Number();
    Number value = leading();
    for (int k = size_ - 2; k >= 0; --k) value = value * x + (*this)[k];
    return value;
  }

  Polynomial derivative() const {
    Polynomial result;
    for (int k = 1; k < size_; ++k) result.set(k - 1, Number(k) * (*this)[k]);
    return result;
  }

  Polynomial operator-() const {
    Polynomial result = *this;
    for (int k = 0; k < size_; ++k) result.set(k, -(*this)[k]);
    return result;
  }

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    Polynomial sum = a.size_ < b.size_ ? b : a;
    const Polynomial& other = a.size_ < b.size_ ? a : b;
    for (int k = 0; k < other.size_; ++k) sum.set(k, a[k] + b[k]);
    sum.trim();
    return sum;
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }

  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial product;
    for (int i = 0; i < a.size_; ++i)
      for (int j = 0; j < b.size_; ++j)
        product.set(i + j, i + j < product.size_ ? product[i + j] + a[i] * b[j] : a[i] * b[j]);
    return product;
  }

  friend Polynomial square(const Polynomial& a) { return a * a; }

 private:
  std::array<Number, kMaxDegree + 1> coefficients_{};
  int size_ = 0;
};

}  // namespace carom::detail
