#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace carom::broad {

/// A list of bodies to be looked at, with room to write some beyond its end.
class CandidateBodies {
 public:
  static constexpr std::size_t kSpare = 16;

  void clear() { count_ = 0; }
  std::size_t count() const { return count_; }
  std::uint32_t* data() { return bodies_.data(); }
  const std::uint32_t* begin() const { return bodies_.data(); }
  const std::uint32_t* end() const { return bodies_.data() + count_; }

  /// How many of them are others than a body.
  std::size_t count_others(std::uint32_t body) {
    pad(body);
    std::uint32_t others = 0;
    for (std::size_t from = 0; from < count_; from += kSpare)
      for (std::size_t k = 0; k < kSpare; ++k) others += bodies_[from + k] != body ? 1 : 0;
    return others;
  }
  /// Fills the spare.
  void pad(std::uint32_t body) {
    reserve(0);
    std::fill_n(bodies_.data() + count_, kSpare, body);
  }

  /// Makes room for `count` more and the spare.
  void reserve(std::size_t count) {
    if (count_ + count + kSpare > bodies_.size()) bodies_.resize(2 * (count_ + count + kSpare));
  }
  void add_one(std::uint32_t body) {
    reserve(1);
    bodies_[count_++] = body;
  }
  /// The first `count` of as many bodies. There is room for all and the spare.
  template <std::size_t kMost>
  void add(const std::array<std::uint32_t, kMost>& bodies, std::uint32_t count) {
    std::memcpy(bodies_.data() + count_, bodies.data(), sizeof(bodies));
    count_ += count;
  }

 private:
  std::vector<std::uint32_t> bodies_;
  std::size_t count_ = 0;
};

}  // namespace carom::broad
