#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "contacts/contact_solver.hpp"
#include "sim/islands/islands.hpp"
#include "sim/islands/near_pairs.hpp"
#include "sim/islands/near_pieces.hpp"

namespace carom::sim {

/// Who touch, as in ContactState.
struct ContactKey {
  BodyId a{};
  BodyId b{};
  std::uint32_t face = ContactState<2>::kBall;
};

/// Two that are near, one of them in an island.
template <int D>
struct Touch {
  ContactKey key{};
  std::uint32_t a = 0;                 ///< place among the members of islands
  std::uint32_t b = contacts::kFixed;  ///< the same, or kFixed for what no contact moves
  Vec<D> normal{};                     ///< unit, from a to b
  Vec<D> surface{};                    ///< velocity of what is fixed, where they touch
  double gap = 0;
  double clearance = 0;    ///< the gap that they keep if they press
  bool is_hollow = false;  ///< what is fixed curves towards the ball: it is on both sides of the tangent plane
};

/// Finds all pairs that may touch before the next tick, by the places of bodies alone: whatever search the world has.
template <int D>
class Touches {
 public:
  Touches(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles,
          const Islands<D>& islands)
      : setting_(setting), store_(store), obstacles_(obstacles), islands_(islands), pieces_(store, obstacles) {}

  /// At a time: in the order of their keys; and those that are up to so many of their radii farther apart. The list is
  /// kept while no path has changed and nothing moves. `pulls`: how strongly each member is pulled.
  const std::vector<Touch<D>>& find(const Time& now, std::span<const double> pulls, double farther);
  /// Then, how far apart two balls may be that are found.
  double farthest() const { return farthest_; }
  /// The members as they are placed, and after them balls that no contact moves; the pairs of these that may be near.
  std::span<const PlacedBall<D>> balls() const { return placed_; }
  const NearPairs<D>& pairs() const { return pairs_; }
  /// Whether a member surely comes near no obstacle on a way so long.
  bool is_clear_of_obstacles(std::uint32_t member, double way) const;

  /// A contact ends beyond so many clearances, and a ball leaves an island beyond so many from all others.
  static constexpr double kParted = 2;
  static constexpr double kNear = 20;
  /// Whether two may press on each other where they are.
  static bool is_close(const Touch<D>& touch) { return touch.gap <= kParted * touch.clearance; }

  /// The gap that a ball keeps from what it presses on, and from larger balls.
  static double clearance_of(double radius);

 private:
  void add_balls(const Time& now);
  void add_obstacles(const Time& now);
  void add_balls_near(std::uint32_t one, std::uint32_t two, const Vec<D>& way);
  void sort(std::size_t first_obstacle);
  double sagitta(std::uint32_t id, const Obstacle<D>& piece, const Vec<D>& place) const;
  void add_obstacle(std::uint32_t member, const Obstacle<D>& piece, const Vec<D>& place);

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Islands<D>& islands_;
  NearPairs<D> pairs_;
  NearPieces<D> pieces_;
  /// Of each member, how far apart it and another may be that still matter until the next tick: so far that they are
  /// near, or what slow ones come nearer by. Of two balls, that is the farthest of all members.
  std::vector<double> reaches_;
  double farthest_ = 0;
  std::vector<std::uint32_t> ids_;  ///< of the balls, as are their places:
  std::vector<PlacedBall<D>> placed_;
  std::vector<Touch<D>> found_;
  double farther_ = 0;
  std::uint64_t changes_ = UINT64_MAX;  ///< of the islands when they were found
};

}  // namespace carom::sim
