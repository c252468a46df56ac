#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "carom/sim/event.hpp"

// Two stories of one world are the same, bit by bit.
namespace carom::testing {

template <int D>
std::array<std::uint64_t, 4 + 2 * D> bits_of(const Event<D>& event) {
  std::array<double, 4 + 2 * D> numbers{event.time, event.approach_speed, event.impulse, event.restitution};
  for (int k = 0; k < D; ++k) {
    numbers[static_cast<std::size_t>(4 + k)] = event.point[k];
    numbers[static_cast<std::size_t>(4 + D + k)] = event.normal[k];
  }
  return std::bit_cast<std::array<std::uint64_t, 4 + 2 * D>>(numbers);
}

template <int D>
void expect_same_event(const Event<D>& first, const Event<D>& second, std::size_t number) {
  ASSERT_EQ(first.instant, second.instant) << number;
  ASSERT_EQ(std::tie(first.rank, first.kind, first.a, first.b, first.image),
            std::tie(second.rank, second.kind, second.a, second.b, second.image))
      << number;
  ASSERT_EQ(bits_of(first), bits_of(second)) << number;
}

/// Names the first event that differs; only then whether there are as many.
template <int D>
void expect_same_events(const std::vector<Event<D>>& first, const std::vector<Event<D>>& second) {
  for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k)
    ASSERT_NO_FATAL_FAILURE(expect_same_event(first[k], second[k], k));
  ASSERT_EQ(first.size(), second.size());
}

}  // namespace carom::testing
