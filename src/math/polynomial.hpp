#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace carom::math {

/// Room for the coefficients of a polynomial. Plain numbers lie in place, at most 14 of them, and only those in use are
/// copied; others (Dyadic) lie on the heap, as many as there are.
template <class Number, bool kPlain = std::is_trivially_copyable_v<Number>>
class Coefficients {
 public:
  static constexpr std::size_t kMost = 14;

  Coefficients() {}  // NOLINT(modernize-use-equals-default): the numbers stay uninitialised
  Coefficients(const Coefficients& other) : size_(other.size_) { copy(other); }
  Coefficients& operator=(const Coefficients& other) {
    size_ = other.size_;
    copy(other);
    return *this;
  }
  ~Coefficients() = default;

  std::size_t size() const {
    if (size_ > kMost) __builtin_unreachable();  // compilers warn of what would happen beyond
    return size_;
  }
  const Number& operator[](std::size_t k) const { return number_[k]; }
  Number& operator[](std::size_t k) { return number_[k]; }
  void resize(std::size_t size) {
    for (std::size_t k = size_; k < size; ++k) number_[k] = Number();
    make_room(size);
  }
  /// For a caller that sets them all.
  void make_room(std::size_t size) {
    assert(size <= kMost);
    size_ = size;
  }

 private:
  void copy(const Coefficients& other) {
    for (std::size_t k = 0; k < size_; ++k) number_[k] = other.number_[k];
  }

  union {
    std::array<Number, kMost> number_;
  };
  std::size_t size_ = 0;
};

template <class Number>
class Coefficients<Number, false> : public std::vector<Number> {
 public:
  void make_room(std::size_t size) { this->resize(size); }
};

/// A polynomial over a type of numbers with + − × and is_zero: coefficients from the constant up, the last one not 0;
/// the zero polynomial has none. Over plain numbers the degree is at most 13.
template <class Number>
class Polynomial {
 public:
  static constexpr int kMaxDegree = 13;

  Polynomial() = default;
  Polynomial(std::initializer_list<Number> coefficients) {
    coefficients_.make_room(coefficients.size());
    std::size_t k = 0;
    for (const Number& c : coefficients) coefficients_[k++] = c;
    trim();
  }

  int degree() const { return size() - 1; }  ///< −1 for the zero polynomial
  bool is_zero() const { return size() == 0; }
  const Number& operator[](int k) const { return coefficients_[static_cast<std::size_t>(k)]; }
  const Number& leading() const { return (*this)[degree()]; }
  /// Sets coefficient k of a polynomial under construction; `trim` ends it.
  void set(int k, const Number& c) {
    const auto place = static_cast<std::size_t>(k);
    if (place >= coefficients_.size()) coefficients_.resize(place + 1);
    coefficients_[place] = c;
  }
  void trim() {
    std::size_t size = coefficients_.size();
    while (size > 0 && coefficients_[size - 1].is_zero()) --size;
    coefficients_.resize(size);
  }

  Number operator()(const Number& x) const {
    if (is_zero()) return Number();
    Number value = leading();
    for (int k = degree() - 1; k >= 0; --k) value = value * x + (*this)[k];
    return value;
  }

  Polynomial derivative() const {
    Polynomial result;
    for (int k = 1; k < size(); ++k) result.set(k - 1, Number(k) * (*this)[k]);
    return result;
  }

  Polynomial operator-() const {
    Polynomial result;
    result.coefficients_.make_room(coefficients_.size());
    for (int k = 0; k < size(); ++k) result.set(k, -(*this)[k]);
    return result;
  }

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    Polynomial sum;
    sum.coefficients_.make_room(std::max(a.coefficients_.size(), b.coefficients_.size()));
    const int common = std::min(a.size(), b.size());
    for (int k = 0; k < common; ++k) sum.set(k, a[k] + b[k]);
    for (int k = common; k < a.size(); ++k) sum.set(k, a[k]);
    for (int k = common; k < b.size(); ++k) sum.set(k, b[k]);
    sum.trim();
    return sum;
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    Polynomial difference;
    difference.coefficients_.make_room(std::max(a.coefficients_.size(), b.coefficients_.size()));
    const int common = std::min(a.size(), b.size());
    for (int k = 0; k < common; ++k) difference.set(k, a[k] - b[k]);
    for (int k = common; k < a.size(); ++k) difference.set(k, a[k]);
    for (int k = common; k < b.size(); ++k) difference.set(k, -b[k]);
    difference.trim();
    return difference;
  }

  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial product;
    if (a.is_zero() || b.is_zero()) return product;
    product.coefficients_.make_room(a.coefficients_.size() + b.coefficients_.size() - 1);
    for (int j = 0; j < b.size(); ++j) product.set(j, a[0] * b[j]);
    for (int i = 1; i < a.size(); ++i) {
      for (int j = 0; j + 1 < b.size(); ++j) product.set(i + j, product[i + j] + a[i] * b[j]);
      product.set(i + b.degree(), a[i] * b.leading());
    }
    return product;
  }

  friend Polynomial square(const Polynomial& a) { return a * a; }

 private:
  int size() const { return static_cast<int>(coefficients_.size()); }

  Coefficients<Number> coefficients_;
};

}  // namespace carom::math
