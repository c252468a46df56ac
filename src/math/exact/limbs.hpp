#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace carom::math {

/// The digits of a long number, the lowest first: a few lie in place, more on the heap.
class Limbs {
 public:
  Limbs() {}  // NOLINT(modernize-use-equals-default): the digits in place stay uninitialised
  /// `size` digits, all 0.
  explicit Limbs(std::size_t size) : size_(size) {
    if (size > kFew) many_.reset(new std::uint64_t[size]);
    std::fill(begin(), end(), 0);
  }
  Limbs(const Limbs& other) : Limbs(other.size_) { std::copy(other.begin(), other.end(), begin()); }
  Limbs(Limbs&& other) noexcept { *this = std::move(other); }
  Limbs& operator=(const Limbs& other) {
    if (this != &other) *this = Limbs(other);
    return *this;
  }
  Limbs& operator=(Limbs&& other) noexcept {
    size_ = other.size_;
    many_ = std::move(other.many_);
    if (!many_) std::copy_n(other.few_.data(), size_, few_.data());
    other.size_ = 0;
    return *this;
  }
  ~Limbs() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint64_t* begin() { return many_ ? many_.get() : few_.data(); }
  std::uint64_t* end() { return begin() + size_; }
  const std::uint64_t* begin() const { return many_ ? many_.get() : few_.data(); }
  const std::uint64_t* end() const { return begin() + size_; }
  std::uint64_t& operator[](std::size_t i) { return begin()[i]; }
  std::uint64_t operator[](std::size_t i) const { return begin()[i]; }
  std::uint64_t front() const { return begin()[0]; }
  std::uint64_t back() const { return begin()[size_ - 1]; }

  /// Keeps `count` digits from `first` on.
  void keep(std::size_t first, std::size_t count) {
    if (first > 0) std::copy_n(begin() + first, count, begin());
    size_ = count;
  }

 private:
  static constexpr std::size_t kFew = 10;

  std::size_t size_ = 0;
  std::array<std::uint64_t, kFew> few_;
  std::unique_ptr<std::uint64_t[]> many_;
};

}  // namespace carom::math
