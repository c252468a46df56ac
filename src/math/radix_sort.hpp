#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "math/bits.hpp"

namespace carom::math {

struct Keyed {
  std::uint64_t key = 0;
  std::uint32_t index = 0;
};

/// By the key, digit by digit from the least; equal ones stay in their order.
template <class List>
void radix_sort(List& items) {
  constexpr std::size_t kFew = 512;
  if (items.size() <= kFew) {
    std::stable_sort(items.data(), items.data() + items.size(),
                     [](const Keyed& one, const Keyed& two) { return one.key < two.key; });
    return;
  }
  constexpr int kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  List other(items.size());
  for (int shift = 0; shift < 64; shift += kBits) {
    std::array<std::uint32_t, kBuckets> start{};
    const auto bucket = [&](const Keyed& item) { return item.key >> shift & (kBuckets - 1); };
    for (std::size_t k = 0; k < items.size(); ++k) ++start[bucket(items[k])];
    if (start[bucket(items[0])] == items.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& s : start) sum += std::exchange(s, sum);
    for (std::size_t k = 0; k < items.size(); ++k) other[start[bucket(items[k])]++] = items[k];
    std::swap(items, other);
  }
}

/// Keys in the order of finite numbers.
inline std::uint64_t sort_key(double number) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = bits_as<std::uint64_t>(number + 0.0);  // −0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

}  // namespace carom::math
