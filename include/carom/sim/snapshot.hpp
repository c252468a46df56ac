#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "carom/sim/body.hpp"
#include "carom/sim/clock.hpp"
#include "carom/sim/event.hpp"
#include "carom/sim/world_options.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// What became of a body.
enum class Presence : std::uint8_t { here, merged, pocketed, removed, awaited };

/// All of a body that changes, at the time of its own last event.
template <int D>
struct BodyState {
  Presence presence = Presence::here;
  bool held = false;  ///< stuck to something immovable: immovable itself from then on
  double radius = 0;  ///< balls: merging makes it grow
  double mass = 1;
  Vec<D> position{};  ///< at `time`; inside the box if periodic; of an obstacle how far it is from where it was added
  Vec<D> velocity{};  ///< at `time`, on the world's internal clock
  Spin<D> spin{};     ///< in rough worlds
  Vec<D> force{};     ///< sum of the forces that act now
  /// What force fields give, of `force`, since they were last looked at.
  struct Field {
    Vec<D> force{};
    Vec<D> conservative{};  ///< of it, what has a potential
    double potential = 0;   ///< there, then
    Field& operator+=(const Field& other) {
      force += other.force;
      conservative += other.conservative;
      potential += other.potential;
      return *this;
    }
    friend bool operator==(const Field&, const Field&) = default;
  } field{};
  Time time{};                          ///< of its last event
  std::uint32_t rank = 0;               ///< of its last event
  Time last_impact{-1, 0};              ///< epoch −1: none yet
  std::uint32_t crowded = 0;            ///< impacts in a row, each within a contact's duration of the one before
  std::array<std::int32_t, D> image{};  ///< boxes crossed since the start
  /// The faces on which it rests: body and face of that body (docs/formats/scene.md numbers them), at most D.
  struct Support {
    BodyId body{};
    std::uint32_t face = 0;
    friend bool operator==(const Support&, const Support&) = default;
  };
  std::vector<Support> supports;
  Vec<D> intended{};  ///< kinematic balls: where it is steered
  /// Kinematic balls: what it touches and does not move into.
  struct Contact {
    static constexpr std::uint32_t kBall = 0xFFFFFFFF;
    BodyId body{};
    std::uint32_t face = kBall;  ///< as in Support; kBall for a ball
    Vec<D> velocity{};           ///< of that ball, as it was when they met
    Time time{};                 ///< of that ball's last event, then
    friend bool operator==(const Contact&, const Contact&) = default;
  };
  std::vector<Contact> contacts{};
  /// Kinematic balls: a ball that it met and has not left. It has left it (event `release`) when it turns to its
  /// intention apart from it and has not met it since it last turned. Of two kinematic balls only one knows of the
  /// other.
  struct Touch {
    BodyId body{};
    bool lately = false;  ///< met since it last turned
    friend bool operator==(const Touch&, const Touch&) = default;
  };
  std::vector<Touch> touching{};
  bool in_island = false;   ///< it is in contact with others: pulls act on it at ticks, and it goes straight in between
  Vec<D> restoring{};       ///< then: what of its velocity restores clearances until the next tick, and is not kept
  Time pulled{};            ///< then: until when pulls have acted on it
  Vec<D> carried{};         ///< then: the velocity of what carries its island, at which it waits where it has no room
  std::uint32_t still = 0;  ///< then: for how many ticks in a row all that is near it has hardly moved
  Vec<D> still_at{};        ///< and where it was when that began
  BodyId sleeps_with = kNoBody;  ///< then, if it sleeps: the first ball of those that were near each other
};

/// Two bodies that stay together (docs/theory/lasting-contacts.md).
template <int D>
struct ContactState {
  static constexpr std::uint32_t kBall = 0xFFFFFFFF;
  BodyId a{};  ///< a ball that can be moved; of two the one of lower id
  BodyId b{};
  std::uint32_t face = kBall;   ///< of b, as in BodyState::Support; kBall for a ball
  double normal_impulse = 0;    ///< over a tick, which pushes them apart
  Vec<D> tangential_impulse{};  ///< of friction on a
  Spin<D> torque{};             ///< over time, on a, of what resists rolling and spinning

  friend bool operator==(const ContactState&, const ContactState&) = default;
};

/// What ticks have done so far.
struct TickCounts {
  std::uint64_t ticks = 0;          ///< at which contacts were solved
  std::uint64_t again = 0;          ///< of them within a tick, as its bodies met too often
  std::uint64_t sweeps = 0;         ///< over the contacts of an island, summed over islands
  std::uint64_t most_contacts = 0;  ///< at one tick
  double largest_residual = 0;      ///< the largest change of a relative speed in the last sweep over an island
  std::uint64_t waited = 0;         ///< last resorts: at which islands waited for the next one
};

/// A force that acts, or will.
template <int D>
struct AppliedForce {
  BodyId body{};
  Vec<D> force{};
  double from = 0;
  double until = 0;
  bool begun = false;
};

/// Where a kinematic ball wants to go from a time on.
template <int D>
struct Steer {
  BodyId body{};
  Vec<D> velocity{};
  double from = 0;
};

/// A ball that is to come.
struct Arrival {
  BodyId body{};
  double from = 0;  ///< then, or when there is room

  friend bool operator==(const Arrival&, const Arrival&) = default;
};

/// Everything about a world, as plain values: enough to go on from with the same bits.
template <int D>
struct Snapshot {
  WorldOptions<D> options;                          ///< with epoch_length and contact_duration as they were chosen
  Time now{};                                       ///< on the internal clock
  double time = 0;                                  ///< as run_until was given it
  std::vector<Body<D>> bodies;                      ///< see World::body; removed ones included: index = id
  std::vector<BodyState<D>> states;                 ///< same length
  std::vector<AppliedForce<D>> forces;              ///< that have not ended
  std::vector<Steer<D>> steers{};                   ///< that have not begun
  std::vector<Arrival> arrivals{};                  ///< that have not come, in the order in which they ask
  bool has_own_force = false;                       ///< World::set_force, which has to be called again
  std::uint64_t kicks = 0;                          ///< by the thermostat so far: the next is at (kicks + 1)·interval
  std::array<std::uint64_t, kEventKinds> counts{};  ///< events so far, by kind
  std::vector<Event<D>> untold{};           ///< that are done and counted, and that next_event is still to return
  std::vector<ContactState<D>> contacts{};  ///< in the order of a, b and face
  Time ticked{};                            ///< the last tick, or when the first contact began
  bool asks_to_tick = false;                ///< one is due now
  std::uint32_t ticked_again = 0;           ///< how often this one was solved anew
  std::uint32_t stopped = 0;                ///< how many have left their paths since, and stand
  bool keeps_paths = false;                 ///< until the next one, by what is hit
  TickCounts tick_counts{};
  double deepest_overlap = 0;
  /// The ledger's running sums, each as a sum and its rounding error.
  struct Sums {
    std::array<double, 2> initial{}, work{}, impacts{}, merging{}, stops{}, damping{}, friction{}, rolling{}, pockets{},
        restitution{}, placing{}, hops{}, contacts{}, ticks{}, restoring{};
  } sums;
};

}  // namespace carom

#pragma GCC visibility pop
