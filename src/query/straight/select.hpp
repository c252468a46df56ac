#pragma once
#include <cstdint>

#include "math/bits.hpp"

// Logic without branches, for outcomes that no branch predictor can learn.
namespace carom::query {

template <class... Bool>
[[gnu::always_inline]] inline bool any(Bool... conditions) {
  return (static_cast<unsigned>(conditions) | ...) != 0;
}

template <class... Bool>
[[gnu::always_inline]] inline bool all(Bool... conditions) {
  return (static_cast<unsigned>(conditions) & ...) != 0;
}

[[gnu::always_inline]] inline double select(bool condition, double yes, double no) {
  const std::uint64_t mask = -static_cast<std::uint64_t>(condition);
  return math::bits_as<double>((math::bits_as<std::uint64_t>(yes) & mask) | (math::bits_as<std::uint64_t>(no) & ~mask));
}

}  // namespace carom::query
