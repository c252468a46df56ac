#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "contacts/contact_solver.hpp"
#include "sim/bodies/obstacle_index.hpp"
#include "sim/islands/islands.hpp"
#include "sim/islands/near_pairs.hpp"

namespace carom::sim {

/// Two that are near, one of them in an island.
template <int D>
struct Touch {
  ContactState<D> key{};               ///< who they are
  std::uint32_t a = 0;                 ///< place among the members that are looked at
  std::uint32_t b = contacts::kFixed;  ///< the same, or kFixed for what no contact moves
  Vec<D> normal{};                     ///< unit, from a to b
  Vec<D> surface{};                    ///< velocity of what is fixed, where they touch
  double gap = 0;
  double clearance = 0;  ///< the gap that they keep if they press
};

/// Finds all pairs that may touch before the next tick, by the places of bodies alone: whatever search the world has.
template <int D>
class Touches {
 public:
  Touches(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles,
          const Islands<D>& islands)
      : setting_(setting), store_(store), obstacles_(obstacles), islands_(islands), near_(store, obstacles) {}

  /// At a time: in the order of their keys. The list is kept while no path has changed and nothing moves.
  const std::vector<Touch<D>>& find(const Time& now);
  /// The same of some members, in the order of their ids, as if there were no others. Valid until the next call.
  const std::vector<Touch<D>>& find_among(std::span<const std::uint32_t> members, const Time& now);

  /// A contact ends beyond so many clearances, and a ball leaves an island beyond so many from all others.
  static constexpr double kParted = 2;
  static constexpr double kNear = 20;

  /// How far apart two may be that still matter until the next tick: so far that they are near, or what slow ones come
  /// nearer by. Of two balls, that is the largest of all members.
  double reach(std::uint32_t id) const;
  /// The gap that a ball keeps from what it presses on, and from larger balls.
  static double clearance_of(double radius);

 private:
  using Found = std::vector<Touch<D>>;

  void place_balls(std::span<const std::uint32_t> members, const Time& now);
  void add_balls(std::span<const std::pair<std::uint32_t, std::uint32_t>> near, Found& found) const;
  void add_obstacles(std::span<const std::uint32_t> members, const Time& now, Found& found);
  static void sort(std::size_t first_obstacle, Found& found);
  void add_obstacle(std::uint32_t member, std::uint32_t id, const Obstacle<D>& piece, const Vec<D>& place,
                    Found& found) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Islands<D>& islands_;
  NearPairs<D> pairs_;
  ObstacleIndex<D> near_;
  // Of the members that are looked at, and then of balls that no contact moves.
  std::vector<std::uint32_t> ids_;
  std::vector<PlacedBall<D>> placed_;
  double farthest_ = 0;                 ///< reach of theirs
  Found found_;                         ///< of all members
  Found among_;                         ///< of some
  std::uint64_t changes_ = UINT64_MAX;  ///< of the islands when they were found
};

}  // namespace carom::sim
