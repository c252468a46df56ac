#pragma once
#include <compare>
#include <cstdint>

#pragma GCC visibility push(default)

namespace carom {

/// An instant of a world: epoch·E + offset with 0 ≤ offset < E, E the world's epoch length, a power of two. So a clock
/// is as fine after 10⁹ events as at the start. Ordered as time is.
struct Time {
  std::int64_t epoch = 0;
  double offset = 0;

  friend constexpr auto operator<=>(const Time&, const Time&) = default;
  // Asked most often, and sooner answered so.
  friend constexpr bool operator<(const Time& a, const Time& b) {
    return a.epoch < b.epoch || (a.epoch == b.epoch && a.offset < b.offset);
  }
};

}  // namespace carom

#pragma GCC visibility pop
