#include "math/dyadic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace carom::detail {

Dyadic::Dyadic(double value) {
  if (value == 0) return;
  int binary_exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &binary_exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  binary_exponent -= 53;
  const int shift = binary_exponent & 31;
  exponent_ = (binary_exponent - shift) / 32;
  const std::uint64_t low = mantissa << shift;
  const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
  limbs_ = {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32), static_cast<std::uint32_t>(high)};
  sign_ = value < 0 ? -1 : 1;
  trim();
}

void Dyadic::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  const auto first = std::find_if(limbs_.begin(), limbs_.end(), [](std::uint32_t limb) { return limb != 0; });
  exponent_ += static_cast<int>(first - limbs_.begin());
  limbs_.erase(limbs_.begin(), first);
  if (limbs_.empty()) *this = Dyadic();
}

std::uint32_t Dyadic::limb(int place) const {
  const int i = place - exponent_;
  return i < 0 || i >= static_cast<int>(limbs_.size()) ? 0 : limbs_[static_cast<std::size_t>(i)];
}

double Dyadic::to_double(int& exponent) const {
  exponent = 0;
  if (sign_ == 0) return 0;
  // The upper 64 significant bits, the last one "sticky", round to the same double as all of them.
  const int shift = std::countl_zero(limbs_.back());
  const int last = top() - 1;
  const std::uint64_t upper = (std::uint64_t{limb(last)} << 32) | limb(last - 1);
  const std::uint64_t lower = std::uint64_t{limb(last - 2)} << 32;
  std::uint64_t bits = shift == 0 ? upper : (upper << shift) | (lower >> (64 - shift));
  const bool rest = (lower << shift) != 0 || limbs_.size() > 3;
  if (rest) bits |= 1;
  const double magnitude = std::frexp(static_cast<double>(bits), &exponent);
  exponent += 32 * top() - 64 - shift;
  return sign_ < 0 ? -magnitude : magnitude;
}

double Dyadic::to_double() const {
  int exponent = 0;
  const double fraction = to_double(exponent);
  return std::ldexp(fraction, exponent);
}

Dyadic Dyadic::truncated(std::size_t count) const {
  if (limbs_.size() <= count) return *this;
  Dyadic result;
  const std::size_t dropped = limbs_.size() - count;
  result.sign_ = sign_;
  result.exponent_ = exponent_ + static_cast<int>(dropped);
  result.limbs_.assign(limbs_.begin() + static_cast<std::ptrdiff_t>(dropped), limbs_.end());
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

Dyadic Dyadic::add_magnitudes(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  result.exponent_ = std::min(a.exponent_, b.exponent_);
  const int end = std::max(a.top(), b.top());
  result.limbs_.reserve(static_cast<std::size_t>(end - result.exponent_) + 1);
  std::uint64_t carry = 0;
  for (int place = result.exponent_; place < end; ++place) {
    carry += std::uint64_t{a.limb(place)} + b.limb(place);
    result.limbs_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  result.limbs_.push_back(static_cast<std::uint32_t>(carry));
  return result;
}

Dyadic Dyadic::subtract_magnitudes(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  result.exponent_ = std::min(a.exponent_, b.exponent_);
  result.limbs_.reserve(static_cast<std::size_t>(a.top() - result.exponent_));
  std::int64_t borrow = 0;
  for (int place = result.exponent_; place < a.top(); ++place) {
    const std::int64_t digit = std::int64_t{a.limb(place)} - b.limb(place) + borrow;
    result.limbs_.push_back(static_cast<std::uint32_t>(digit));
    borrow = digit < 0 ? -1 : 0;
  }
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
  result.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
      carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + result.limbs_[i + j];
      result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    result.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
  }
  result.trim();
  return result;
}

// From the lowest limb up, with the inverse of the divisor's modulo 2³² (Jebelean, J. Symb. Comp. 15, 1993).
Dyadic exact_quotient(Dyadic a, Dyadic b) {
  if (a.sign_ == 0) return a;
  const Dyadic shift(std::ldexp(1.0, 32 - std::countr_zero(b.limbs_.front())));  // makes the lowest limb odd
  a = a * shift;
  b = b * shift;
  const std::uint32_t divisor = b.limbs_.front();
  std::uint32_t inverse = divisor;  // right in 3 bits, then 6, 12, 24, 48
  for (int i = 0; i < 4; ++i) inverse *= 2 - divisor * inverse;
  Dyadic result;
  result.sign_ = a.sign_ * b.sign_;
  result.exponent_ = a.exponent_ - b.exponent_;
  if (a.limbs_.size() < b.limbs_.size()) a.limbs_.resize(b.limbs_.size());
  const std::size_t count = a.limbs_.size() - b.limbs_.size() + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t digit = a.limbs_[i] * inverse;
    result.limbs_.push_back(digit);
    std::uint64_t borrow = 0;
    for (std::size_t j = 0; i + j < count && (j < b.limbs_.size() || borrow != 0); ++j) {
      if (j < b.limbs_.size()) borrow += std::uint64_t{digit} * b.limbs_[j];
      const auto low = static_cast<std::uint32_t>(borrow);
      borrow = (borrow >> 32) + (a.limbs_[i + j] < low ? 1 : 0);
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
  double nearest = std::ldexp(fraction, up - down);
  const auto distance = [&](double quotient) {
    const Dyadic rest = numerator - Dyadic(quotient) * denominator;
    return rest.sign() < 0 ? -rest : rest;
  };
  // Three roundings, and one more below the normal numbers, are a few steps at most.
  const auto improve = [&](double towards) {
    const double next = std::nextafter(nearest, towards);
    const int sign = (distance(next) - distance(nearest)).sign();
    const bool next_is_even = (std::bit_cast<std::uint64_t>(next) & 1) == 0;
    if (sign > 0 || (sign == 0 && !next_is_even) || std::isinf(next)) return false;
    nearest = next;
    return true;
  };
  while (improve(std::numeric_limits<double>::infinity())) {
  }
  while (improve(-std::numeric_limits<double>::infinity())) {
  }
  return nearest;
}

}  // namespace carom::detail
