#pragma once
#include <cstdint>
#include <vector>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/bodies/press.hpp"

namespace carom::sim {

/// What presses on a ball, and the balls that are between.
struct Pressed {
  std::vector<Press> by;
  std::vector<std::uint32_t> balls;  ///< the ball itself among them
};

/// What presses on balls. Changes nothing.
template <int D>
class Presses {
 public:
  Presses(const BodyStore<D>& store, const ObstacleSet<D>& obstacles) : store_(store), obstacles_(obstacles) {}

  /// The immovable and the kinematic bodies that go against a ball which they touch; where there is none, those that go
  /// against a ball which it touches, and so on. All in the order of their ids. Who is nearer than two clearances of
  /// lasting contacts touches.
  Pressed on(std::uint32_t ball, const Time& now) const;

 private:
  std::vector<std::uint32_t> driven() const;
  bool goes_against(std::uint32_t body, std::uint32_t ball, const Time& now) const;
  std::vector<std::uint32_t> beside(std::uint32_t ball, const Time& now) const;

  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
};

}  // namespace carom::sim
