#pragma once
#include <cstdint>
#include <limits>

#include "sim/bodies/obstacle.hpp"
#include "sim/bodies/particle.hpp"

namespace carom::sim {

/// Whether two middles are at one place, or so near that the square is below the range of doubles: then none is in the
/// other's direction.
template <int D>
bool coincide(const Vec<D>& apart) {
  return !(norm2(apart) >= std::numeric_limits<double>::min());
}

/// Two balls at the moment that they meet.
template <int D>
struct Meeting {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  Time time{};
  Vec<D> apart{};  ///< position of low minus that of the copy of high
  Event<D> event{};
  double overlap = 0;
};

/// A ball at the moment that it meets a piece of an obstacle.
template <int D>
struct ObstacleMeeting {
  std::uint32_t ball = 0;
  const Obstacle<D>& obstacle;
  Vec<D> axis{};  ///< from the ball to the obstacle, or where it goes; not unit
  Event<D> event{};
  double overlap = 0;
};

}  // namespace carom::sim
