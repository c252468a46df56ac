#include "math/exact/dyadic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include "math/bits.hpp"

namespace carom::math {
namespace {

__extension__ using Product = unsigned __int128;

std::uint64_t upper_half(Product x) {
  return static_cast<std::uint64_t>(x >> 64);
}

}  // namespace

Dyadic::Dyadic(double value) {
  if (value == 0) return;
  if (!std::isfinite(value))
    throw std::domain_error("a place, a speed or a time has left the range of numbers: it is " + std::to_string(value));
  int binary_exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &binary_exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  binary_exponent -= 53;
  const int shift = binary_exponent & 63;
  exponent_ = (binary_exponent - shift) / 64;
  sign_ = value < 0 ? -1 : 1;
  const Product shifted = Product{mantissa} << shift;
  limbs_ = Limbs(2);
  limbs_[0] = static_cast<std::uint64_t>(shifted);
  limbs_[1] = upper_half(shifted);
  trim();
}

void Dyadic::trim() {
  std::size_t size = limbs_.size();
  while (size > 0 && limbs_[size - 1] == 0) --size;
  std::size_t first = 0;
  while (first < size && limbs_[first] == 0) ++first;
  limbs_.keep(first, size - first);
  exponent_ += static_cast<int>(first);
  if (limbs_.empty()) sign_ = exponent_ = 0;
}

std::uint64_t Dyadic::limb(int place) const {
  const int i = place - exponent_;
  return i < 0 || i >= static_cast<int>(limbs_.size()) ? 0 : limbs_[static_cast<std::size_t>(i)];
}

double Dyadic::to_double(int& exponent) const {
  exponent = 0;
  if (sign_ == 0) return 0;
  // The upper 64 significant bits, the last one "sticky", round to the same double as all of them.
  const int shift = std::countl_zero(limbs_.back());
  const std::uint64_t upper = limbs_.back();
  const std::uint64_t lower = limb(top() - 2);
  std::uint64_t bits = shift == 0 ? upper : (upper << shift) | (lower >> (64 - shift));
  const bool rest = (lower << shift) != 0 || limbs_.size() > 2;
  if (rest) bits |= 1;
  const double magnitude = std::frexp(static_cast<double>(bits), &exponent);
  exponent += 64 * top() - 64 - shift;
  return sign_ < 0 ? -magnitude : magnitude;
}

double Dyadic::to_double() const {
  int exponent = 0;
  const double fraction = to_double(exponent);
  return std::ldexp(fraction, exponent);
}

int Dyadic::lowest_bit() const {
  return 64 * exponent_ + std::countr_zero(limbs_.front());
}

Dyadic Dyadic::truncated(std::size_t count) const {
  Dyadic result = *this;
  if (limbs_.size() <= count) return result;
  const std::size_t dropped = limbs_.size() - count;
  result.limbs_.keep(dropped, count);
  result.exponent_ += static_cast<int>(dropped);
  result.trim();
  return result;
}

Dyadic Dyadic::operator-() const {
  Dyadic result = *this;
  result.sign_ = -sign_;
  return result;
}

Dyadic Dyadic::half() const {
  return *this * Dyadic(0.5);
}

int Dyadic::compare_magnitudes(const Dyadic& a, const Dyadic& b) {
  if (a.top() != b.top()) return a.top() < b.top() ? -1 : 1;
  const int low = std::min(a.exponent_, b.exponent_);
  for (int place = a.top() - 1; place >= low; --place)
    if (a.limb(place) != b.limb(place)) return a.limb(place) < b.limb(place) ? -1 : 1;
  return 0;
}

Limbs Dyadic::digits(int low, std::size_t size) const {
  Limbs result(size);
  std::copy(limbs_.begin(), limbs_.end(), result.begin() + (exponent_ - low));
  return result;
}

Dyadic Dyadic::add_magnitudes(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  result.exponent_ = std::min(a.exponent_, b.exponent_);
  const int end = std::max(a.top(), b.top());
  result.limbs_ = a.digits(result.exponent_, static_cast<std::size_t>(end - result.exponent_) + 1);
  std::uint64_t* digit = result.limbs_.begin() + (b.exponent_ - result.exponent_);
  Product carry = 0;
  for (const std::uint64_t other : b.limbs_) {
    carry += Product{*digit} + other;
    *digit++ = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  for (; carry != 0; ++digit) carry = ++*digit == 0 ? 1 : 0;
  return result;
}

Dyadic Dyadic::subtract_magnitudes(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  result.exponent_ = std::min(a.exponent_, b.exponent_);
  result.limbs_ = a.digits(result.exponent_, static_cast<std::size_t>(a.top() - result.exponent_));
  std::uint64_t* digit = result.limbs_.begin() + (b.exponent_ - result.exponent_);
  std::uint64_t borrow = 0;
  for (const std::uint64_t other : b.limbs_) {
    const Product difference = Product{*digit} - other - borrow;
    *digit++ = static_cast<std::uint64_t>(difference);
    borrow = upper_half(difference) != 0 ? 1 : 0;
  }
  for (; borrow != 0; ++digit) borrow = (*digit)-- == 0 ? 1 : 0;
  return result;
}

Dyadic Dyadic::sum(const Dyadic& a, const Dyadic& b, int b_sign) {
  if (b_sign == 0) return a;
  Dyadic result;
  if (a.sign_ == 0) {
    result = b;
    result.sign_ = b_sign;
    return result;
  }
  if (a.sign_ == b_sign) {
    result = add_magnitudes(a, b);
    result.sign_ = b_sign;
  } else {
    const int order = compare_magnitudes(a, b);
    if (order == 0) return {};
    result = order > 0 ? subtract_magnitudes(a, b) : subtract_magnitudes(b, a);
    result.sign_ = order > 0 ? a.sign_ : b_sign;
  }
  result.trim();
  return result;
}

Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  if (a.sign_ == 0 || b.sign_ == 0) return result;
  result.sign_ = a.sign_ * b.sign_;
  result.exponent_ = a.exponent_ + b.exponent_;
  result.limbs_ = Limbs(a.limbs_.size() + b.limbs_.size());
  std::uint64_t* row = result.limbs_.begin();
  for (const std::uint64_t x : a.limbs_) {
    std::uint64_t* digit = row++;
    std::uint64_t carry = 0;
    for (const std::uint64_t y : b.limbs_) {
      const Product product = Product{x} * y + *digit + carry;
      *digit++ = static_cast<std::uint64_t>(product);
      carry = upper_half(product);
    }
    *digit = carry;
  }
  result.trim();
  return result;
}

// From the lowest limb up, with the inverse of the divisor's modulo 2⁶⁴ (Jebelean, J. Symb. Comp. 15, 1993).
Dyadic exact_quotient(Dyadic a, Dyadic b) {
  if (a.sign_ == 0) return a;
  const Dyadic shift(std::ldexp(1.0, 64 - std::countr_zero(b.limbs_.front())));  // makes the lowest limb odd
  a = a * shift;
  b = b * shift;
  const std::uint64_t divisor = b.limbs_.front();
  std::uint64_t inverse = divisor;  // right in 3 bits, then 6, 12, 24, 48, 96
  for (int i = 0; i < 5; ++i) inverse *= 2 - divisor * inverse;
  Dyadic result;
  result.sign_ = a.sign_ * b.sign_;
  result.exponent_ = a.exponent_ - b.exponent_;
  if (a.limbs_.size() < b.limbs_.size()) a.limbs_ = a.digits(a.exponent_, b.limbs_.size());
  const std::size_t count = a.limbs_.size() - b.limbs_.size() + 1;
  result.limbs_ = Limbs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t digit = a.limbs_[i] * inverse;
    result.limbs_[i] = digit;
    Product borrow = 0;
    for (std::size_t j = 0; i + j < count && (j < b.limbs_.size() || borrow != 0); ++j) {
      if (j < b.limbs_.size()) borrow += Product{digit} * b.limbs_[j];
      const auto low = static_cast<std::uint64_t>(borrow);
      borrow = (borrow >> 64) + (a.limbs_[i + j] < low ? 1 : 0);
      a.limbs_[i + j] -= low;
    }
  }
  result.trim();
  return result;
}

double nearest_quotient(const Dyadic& numerator, const Dyadic& denominator) {
  int up = 0;
  int down = 0;
  const double fraction = numerator.to_double(up) / denominator.to_double(down);
  const double most = std::numeric_limits<double>::max();
  double nearest = std::clamp(std::ldexp(fraction, up - down), -most, most);
  const auto distance = [&](double quotient) {
    const Dyadic rest = numerator - Dyadic(quotient) * denominator;
    return rest.sign() < 0 ? -rest : rest;
  };
  // Three roundings, and one more below the normal numbers, are a few steps at most.
  const auto improve = [&](double towards) {
    const double next = std::nextafter(nearest, towards);
    if (std::isinf(next)) return false;
    const int sign = (distance(next) - distance(nearest)).sign();
    const bool next_is_even = (bits_as<std::uint64_t>(next) & 1) == 0;
    if (sign > 0 || (sign == 0 && !next_is_even)) return false;
    nearest = next;
    return true;
  };
  while (improve(std::numeric_limits<double>::infinity())) {
  }
  while (improve(-std::numeric_limits<double>::infinity())) {
  }
  return nearest;
}

}  // namespace carom::math
