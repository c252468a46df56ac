#pragma once
#include <compare>
#include <cstdint>

namespace carom::sim {

/// A body that moves and is not moved by impacts, and a ball that it presses on.
struct Press {
  std::uint32_t body = 0;
  std::uint32_t ball = 0;
  friend auto operator<=>(const Press&, const Press&) = default;
};

}  // namespace carom::sim
