#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "carom/motion/motion.hpp"
#include "carom/sim/snapshot.hpp"
#include "query/first_contact.hpp"
#include "response/on_face.hpp"

namespace carom::sim {

inline constexpr std::uint32_t kNone = UINT32_MAX;

/// The state of a body's path: the cache line that the search for impacts reads. Its layout is known to
/// search/straight_pairs.inl.
template <int D>
struct alignas(64) Particle {
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

  Time time() const { return {epoch, offset}; }
  void set_time(const Time& time) {
    epoch = time.epoch;
    offset = time.offset;
  }
};

/// What all bodies of a kind have.
/// Whether a ball that does so may come later.
inline bool comes_later(Response response) {
  return response == Response::bounce || response == Response::stick;
}

struct Traits {
  double radius = 0;
  double mass = 1;
  double restitution = 1;

  friend bool operator==(const Traits&, const Traits&) = default;
};

/// The rest of a body's state.
template <int D>
struct Record {
  /// When its last impact was: mostly at its own time.
  enum LastImpact : std::uint32_t { never, own_time, apart };

  std::array<std::int32_t, D> image{};
  std::uint32_t rank = 0;
  std::uint32_t crowded : 24 = 0;
  Presence presence : 8 = Presence::here;
  std::uint32_t kind : 30 = 0;  ///< the index of its traits
  std::uint32_t last_impact : 2 = never;
};

/// How a ball's velocity changes, and its spin.
template <int D>
struct Law {
  Vec<D> acceleration{};
  double stop = query::kNever;  ///< after this long; infinite while it does not decelerate
  double damping = 0;
  Spin<D> turning{};                 ///< angular acceleration: of a ball that rubs on the face on which it rests
  double phase_end = query::kNever;  ///< after this long that changes
  response::FaceChange change = response::FaceChange::none;  ///< then
};

/// What presses on a body.
template <int D>
struct Load {
  Vec<D> force{};
  std::vector<typename BodyState<D>::Support> supports;
  typename BodyState<D>::Field field{};
};

/// What a kinematic ball wants, and what it touches on its way.
template <int D>
struct KinematicState {
  bool is_here = false;
  Vec<D> intended{};
  std::vector<typename BodyState<D>::Contact> contacts{};
  std::vector<typename BodyState<D>::Touch> touching{};
};

/// Of a ball that is in contact with others.
template <int D>
struct IslandState {
  bool is_in = false;
  Vec<D> restoring{};
  Time pulled{};
  Vec<D> carried{};
  std::uint32_t still = 0;  ///< ticks in a row
  Vec<D> still_at{};
  std::uint32_t sleeps_with = kNoBody.value;
};

/// Whether a body's motion changes by a law of its own.
template <int D>
bool has_own_law(const BodyMotion<D>& motion) {
  return !is_zero(motion.acceleration) || motion.deceleration > 0 || motion.damping > 0;
}

}  // namespace carom::sim
