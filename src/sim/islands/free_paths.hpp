#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/islands/touches.hpp"

namespace carom::sim {

/// Finds members of islands that surely meet nothing before the next tick, so that nothing need be predicted for them:
/// their paths are straight, all that is near them is known, and all else is too far away for their speeds.
template <int D>
class FreePaths {
 public:
  FreePaths(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles,
            const Touches<D>& touches)
      : setting_(setting), store_(store), obstacles_(obstacles), touches_(touches) {}

  /// Of each member, by its path from `now` on, for a time. `near`: all that touches may find there.
  const std::vector<std::uint8_t>& find(std::span<const std::uint32_t> members, std::span<const Vec<D>> paths,
                                        std::span<const Touch<D>> near, const Time& now, double time);

 private:
  /// One that moves or swallows: its plane, or the bounds of all its pieces.
  struct MovingObstacle {
    Obstacle<D> bounds;
    Vec<D> way{};  ///< how far it goes along each axis, either way
  };

  void find_moving_obstacles(const Time& now, double time);
  void look_for_moving_obstacles(const Time& now);
  bool find_others(std::size_t members);
  static bool keeps_apart(const Touch<D>& touch, const Vec<D>& path, double time);
  void look_at_listed(std::span<const Vec<D>> paths, double time);
  void look_for_others(const Time& now, double time);

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Touches<D>& touches_;
  std::vector<std::uint8_t> is_free_;
  std::vector<double> ways_;      ///< of members, how far they go
  std::vector<double> own_ways_;  ///< the same beside the mean way of all
  std::vector<MovingObstacle> moving_;
  std::vector<std::uint32_t> others_;  ///< balls that are no members
  std::vector<PlacedBall<D>> placed_others_;
  std::vector<std::uint32_t> near_others_;  ///< members that may be
  std::vector<PlacedBall<D>> placed_;       ///< these, and then the others
};

}  // namespace carom::sim
