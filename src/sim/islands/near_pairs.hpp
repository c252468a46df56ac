#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::sim {

/// A ball at a tick.
template <int D>
struct PlacedBall {
  Vec<D> position{};
  double radius = 0;
  bool moves = true;  ///< two that do not are no pair
};

/// All pairs (i < j) of balls whose surfaces are at most `reach` apart, in the order of i and j. Balls are sorted by
/// size into levels, each with cells of its own; a ball looks into those of its own and of the larger.
template <int D>
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const PlacedBall<D>> balls, double reach);

}  // namespace carom::sim
