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

/// Of balls, by their numbers or ids.
using BallPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// All pairs (i < j) of balls whose surfaces are at most `reach` apart, in the order of i and j. Balls are sorted by
/// size into levels, each with cells of its own; a ball looks into those of its own and of the larger.
template <int D>
BallPairs near_pairs(std::span<const PlacedBall<D>> balls, double reach);

/// Finds the same again and again. What may be near is listed with more than the reach, each ball where it then is; a
/// ball is listed anew when it has gone so far beside the others that another may have come near (Verlet, Physical
/// Review 159, 98, 1967), or when it was not among them. Who is away for a while stays in the list.
template <int D>
class NearPairs {
 public:
  /// visit(i, j, way from i to j) for each pair, i < j, in the order of i. `ids`: of the balls, first of those that
  /// move and then of those that do not; of both they ascend.
  template <class Visit>
  void visit(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach, Visit visit) {
    list(balls, ids, reach);
    visit_listed([&](std::uint32_t i, std::uint32_t j) {
      const Vec<D> way = balls[j].position - balls[i].position;
      const double most = balls[i].radius + balls[j].radius + reach;
      if (norm2(way) <= most * most) visit(i, j, way);
    });
  }

  // Of the balls as they were visited last:
  /// visit(i, j) for all pairs that were within `far` of each other where they are listed, and some that are since.
  template <class Visit>
  void visit_listed(Visit visit) const {
    for (const auto& [one, two] : listed_) {
      const std::uint32_t i = numbers_[one], j = numbers_[two];
      if (i != kAway && j != kAway) visit(i, j);
    }
  }
  double far() const { return reach_ + skin_; }
  /// How far a ball has gone since it was listed beside the mean way of all: what goes the same way comes no nearer.
  double gone(std::size_t ball, const Vec<D>& position) const {
    return norm(position - places_[ids_[ball]].position - together_);
  }

 private:
  static constexpr std::uint32_t kAway = UINT32_MAX;

  void list(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach);
  void set_numbers(std::span<const std::uint32_t> ids);
  bool find_together(std::span<const PlacedBall<D>> balls);
  void find_gone(std::span<const PlacedBall<D>> balls);
  void list_all(std::span<const PlacedBall<D>> balls, double reach);
  void list_gone(std::span<const PlacedBall<D>> balls);
  BallPairs pairs_of_gone() const;
  BallPairs pairs_near(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids) const;

  double reach_ = -1;  ///< of all that is listed; at first nothing is
  double skin_ = 0;    ///< beyond the reach
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> numbers_;  ///< by ids: the number of the ball, or kAway
  std::vector<std::uint32_t> known_;    ///< ids of those that are listed
  std::vector<std::uint8_t> is_known_;  ///< by ids
  std::vector<PlacedBall<D>> places_;   ///< by ids, where they are listed
  Vec<D> together_{};                   ///< how far all have gone beside that, in the mean
  std::vector<std::uint32_t> gone_;     ///< numbers of balls that have to be listed anew
  std::vector<std::uint8_t> is_gone_;   ///< by ids, while these are
  BallPairs listed_;  ///< by their ids: first that which moves, of two that do the lower one; in their order
};

}  // namespace carom::sim
