#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "carom/index/index.hpp"

namespace carom::index {

/// Spreads the lowest `9` bits of k to every D-th place.
template <int D>
constexpr std::uint32_t spread(std::uint32_t k) {
  std::uint32_t result = 0;
  for (int bit = 0; bit < 18 / D; ++bit) result |= (k >> bit & 1U) << (D * bit);
  return result;
}

/// The casts as they come, or in an order in which neighbours begin near each other: along a Morton curve of 2¹⁸ cells
/// around them all.
template <int D>
std::vector<std::uint32_t> cast_order(std::span<const Cast<D>> casts, bool by_place) {
  constexpr int kBits = 18 / D;
  constexpr std::uint32_t kSide = 1U << kBits;
  static constexpr auto kSpread = [] {
    std::array<std::uint32_t, kSide> table{};
    for (std::uint32_t k = 0; k < kSide; ++k) table[k] = spread<D>(k);
    return table;
  }();
  std::vector<std::uint32_t> order(casts.size());
  if (!by_place || casts.size() < 128) {
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
    return order;
  }
  Vec<D> low = casts[0].ball.center;
  Vec<D> high = low;
  for (const Cast<D>& cast : casts)
    for (int k = 0; k < D; ++k) {
      low[k] = std::min(low[k], cast.ball.center[k]);
      high[k] = std::max(high[k], cast.ball.center[k]);
    }
  Vec<D> scale;
  for (int k = 0; k < D; ++k) scale[k] = high[k] > low[k] ? kSide / (high[k] - low[k]) : 0;
  std::vector<std::uint32_t> key(casts.size());
  std::vector<std::uint32_t> start((1U << 18) + 1);
  for (std::size_t c = 0; c < casts.size(); ++c) {
    std::uint32_t code = 0;
    for (int k = 0; k < D; ++k) {
      const double place = (casts[c].ball.center[k] - low[k]) * scale[k];
      const auto cell = place < kSide - 1 ? static_cast<std::uint32_t>(place) : kSide - 1;
      code |= kSpread[cell] << k;
    }
    ++start[(key[c] = code) + 1];
  }
  for (std::size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
  for (std::size_t c = 0; c < casts.size(); ++c) order[start[key[c]]++] = static_cast<std::uint32_t>(c);
  return order;
}

}  // namespace carom::index
