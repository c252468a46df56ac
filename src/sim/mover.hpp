#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "carom/motion/motion.hpp"
#include "carom/sim/snapshot.hpp"
#include "query/first_contact.hpp"

namespace carom::detail {

/// A body's state in two cache lines. The search for impacts reads the first alone; its layout is known to
/// straight_search.cpp.
template <int D>
struct alignas(64) Mover {
  Vec<D> position{};
  Vec<D> velocity{};
  double offset = 0;            ///< of its own time
  std::int64_t epoch : 56 = 0;  ///< of its own time
  std::uint64_t is_ball : 1 = 0;
  std::uint64_t immovable : 1 = 0;
  std::uint64_t absorbs : 1 = 0;  ///< touching it, whatever the velocities, is an event: sticky balls and pockets
  std::uint64_t held : 1 = 0;     ///< stuck to something immovable
  std::uint64_t has_law : 1 = 0;  ///< its body has a law of its own
  std::uint64_t curved : 1 = 0;   ///< its velocity changes: see Law
  std::uint64_t slows : 1 = 0;    ///< and by a law that is no polynomial for ever: it stops or is damped
  std::uint64_t special : 1 = 0;  ///< not simply a movable ball on a straight path that bounces

  double radius = 0;
  double mass = 1;
  Time last_impact{-1, 0};
  std::uint32_t rank = 0;
  std::uint32_t crowded : 24 = 0;
  Presence presence : 8 = Presence::here;
  std::array<std::int32_t, D> image{};
  double restitution = 1;

  Time time() const { return {epoch, offset}; }
  void set_time(const Time& time) {
    epoch = time.epoch;
    offset = time.offset;
  }
};

/// How a ball's velocity changes.
template <int D>
struct Law {
  Vec<D> acceleration{};
  double stop = kNever;  ///< after this long; infinite while it does not decelerate
  double damping = 0;
};

/// What presses on a body.
template <int D>
struct Load {
  Vec<D> force{};
  std::vector<typename BodyState<D>::Support> supports;
};

}  // namespace carom::detail
