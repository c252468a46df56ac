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

/// Finds the same again and again. What may be near is listed with more than the reach, and listed anew when a ball has
/// gone so far beside the others that one may have come near (Verlet, Physical Review 159, 98, 1967), or when there are
/// other balls.
template <int D>
class NearPairs {
 public:
  /// visit(i, j, way from i to j) for each pair, in their order. `ids`: of the balls.
  template <class Visit>
  void visit(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach, Visit visit) {
    list(balls, ids, reach);
    for (const auto& [i, j] : listed_) {
      const Vec<D> way = balls[j].position - balls[i].position;
      const double most = balls[i].radius + balls[j].radius + reach;
      if (norm2(way) <= most * most) visit(i, j, way);
    }
  }

  // As it was found last:
  /// All pairs that were within `far` of each other where they were listed, and some have been since.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& listed() const { return listed_; }
  double far() const { return reach_ + skin_; }
  /// How far a ball has gone since beside the mean way of all: what goes the same way comes no nearer.
  double gone(std::size_t ball, const Vec<D>& position) const {
    return norm(position - balls_[ball].position - together_);
  }

 private:
  void list(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach);
  bool is_listed(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach);

  double reach_ = 0;  ///< when they were listed, as all of the following
  double skin_ = 0;   ///< beyond the reach
  std::vector<std::uint32_t> ids_;
  std::vector<PlacedBall<D>> balls_;
  Vec<D> together_{};  ///< how far all have gone since, in the mean
  std::vector<std::pair<std::uint32_t, std::uint32_t>> listed_;
};

}  // namespace carom::sim
