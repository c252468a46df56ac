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

/// Finds the same again and again. What may be near is listed with more than the reach; a ball is listed anew when it
/// has gone so far that another may have come near (Verlet, Physical Review 159, 98, 1967).
template <int D>
class NearPairs {
 public:
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// `ids`: of the balls. What is listed of others is kept for a while: they may be asked for again. Valid until the
  /// next call.
  const Pairs& find(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach);

 private:
  struct Listed {
    std::uint64_t rank = 0;  ///< in the order of pairs: what does not move comes last, then by ids
    PlacedBall<D> ball;
  };

  std::uint32_t slot_of(std::uint32_t id) const { return id < slots_.size() ? slots_[id] : kNoSlot; }
  bool is_listed(const PlacedBall<D>& ball, std::uint32_t id) const;
  void list_all(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach);
  std::uint32_t list(const PlacedBall<D>& ball, std::uint32_t id);
  void list_anew(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids);
  void add_pairs_of(std::uint32_t slot, Pairs& pairs) const;

  static constexpr std::uint32_t kNoSlot = UINT32_MAX;

  double reach_ = 0;                  ///< when they were listed
  double skin_ = 0;                   ///< beyond the reach
  std::vector<std::uint32_t> slots_;  ///< of what is listed, by ids
  std::vector<Listed> listed_;
  Pairs pairs_;                         ///< of slots, in the order of their ranks
  std::vector<std::uint32_t> changed_;  ///< places of those that are listed anew
  std::vector<std::uint8_t> is_new_;    ///< by slots
  std::vector<std::uint32_t> places_;   ///< by slots, among those that are asked for
  Pairs near_;
};

}  // namespace carom::sim
