#pragma once
#include <cstdint>
#include <tuple>

#include "carom/sim/clock.hpp"

namespace carom::sim {

/// The order of events: when one is due, and how ties are broken: (time, rank, lower id, higher id).
struct DueKey {
  Time time;
  std::uint32_t rank = 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;

  friend bool operator==(const DueKey&, const DueKey&) = default;
  friend bool operator<(const DueKey& a, const DueKey& b) {
    if (a.time.epoch != b.time.epoch) return a.time.epoch < b.time.epoch;
    if (a.time.offset != b.time.offset) return a.time.offset < b.time.offset;
    return std::tie(a.rank, a.low, a.high) < std::tie(b.rank, b.low, b.high);
  }
};

}  // namespace carom::sim
