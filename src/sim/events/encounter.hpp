#pragma once
#include <cstdint>

#include "broad/cells/cell_torus.hpp"
#include "sim/bodies/particle.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/epoch_clock.hpp"

namespace carom::sim {

/// Whether an image is the ball itself, no copy.
template <int D>
bool is_home(const broad::Cell<D>& image) {
  for (const std::int32_t boxes : image)
    if (boxes != 0) return false;
  return true;
}

template <int D>
broad::Cell<D> opposite(broad::Cell<D> image) {
  for (std::int32_t& boxes : image) boxes = -boxes;
  return image;
}

/// The earliest encounter that is known for a ball.
template <int D>
struct Encounter {
  DueKey key{EpochClock::never(), 0, kNone, kNone};
  std::uint32_t partner = kNone;   ///< another ball, or kNone
  std::uint32_t obstacle = kNone;  ///< the number of a piece of an obstacle, or kNone
  std::uint32_t partner_version = 0;
  broad::Cell<D> image{};  ///< the copy of the ball of higher id that the lower one meets

  bool is_never() const { return key.time == EpochClock::never(); }
};

/// A body stops, slides past the edge of a support, or goes on otherwise on it.
struct PhaseEnd {
  static constexpr std::uint32_t kChanges = kNone - 1;

  DueKey key{EpochClock::never(), 0, kNone, kNone};
  std::uint32_t released_support = kNone;  ///< which; kNone: it stops; kChanges: it goes on otherwise
};

/// The relative state of two balls, the one of lower id minus the other, at the later of their own times.
template <int D>
struct Relative {
  Time time{};
  Vec<D> position{};
  Vec<D> velocity{};
  Vec<D> acceleration{};
  double radius_sum = 0;
};

}  // namespace carom::sim
