#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/kinematic/kinematic_contacts.hpp"
#include "sim/kinematic/presses.hpp"
#include "sim/resolver/resolver.hpp"

namespace carom::sim {

/// Bodies that are steered and not moved by impacts: balls that slide along what they meet, immovable bodies, and those
/// that vibrate. docs/theory/kinematic-bodies.md.
template <int D>
class KinematicBodies {
 public:
  KinematicBodies(const Setting<D>& setting, BodyStore<D>& store, const ObstacleSet<D>& obstacles,
                  const KinematicContacts<D>& contacts, Propagator<D>& propagator, Resolver<D>& resolver,
                  EnergyLedger<D>& ledger, EventLog<D>& log, SearchSlot<D>& search, const Time& now)
      : setting_(setting),
        store_(store),
        presses_(store, obstacles),
        contacts_(contacts),
        propagator_(propagator),
        resolver_(resolver),
        ledger_(ledger),
        log_(log),
        search_(search),
        now_(now) {}

  /// Two balls have met, at least one of which is kinematic.
  void meet(Meeting<D>& meeting);
  /// A kinematic ball has met an obstacle.
  void meet(ObstacleMeeting<D>& meeting);

  /// A ball that one event after the other, the last one of that rank, leaves no room: what presses on it, if anything
  /// does, stalls (event `stuck`). It stands from now on until it is steered again, what vibrates for good, a kinematic
  /// ball until the next frame; and so do the ball and those between, which may go on at once. In a periodic box
  /// nothing stalls.
  bool stall(std::uint32_t ball, std::uint32_t rank);
  /// These do, in the order of their bodies.
  void stall(std::span<const Press> presses);
  /// A ball that has been moved to where it is looks for its next event.
  void go_on(std::uint32_t id);

  /// A kinematic ball or an immovable body goes where it is steered, from now on.
  void steer(std::uint32_t id, const Vec<D>& velocity);
  /// Turns all kinematic balls to their intentions, off what they touch.
  void begin_frame();

  /// When a body that vibrates turns back next; and that turn.
  Time turn_due(std::uint32_t id) const;
  void turn_back(std::uint32_t id);

 private:
  using Contact = typename BodyState<D>::Contact;

  // Meetings.
  void meet_each_other(Meeting<D>& meeting);
  bool yield(std::uint32_t id, std::uint32_t other, Meeting<D>& meeting);
  void yield_both(Meeting<D>& meeting);
  void stand_both(Meeting<D>& meeting);
  void part_both(Meeting<D>& meeting, const std::array<Vec<D>, 2>& velocities);
  void bounce_off(Meeting<D>& meeting, std::uint32_t id, std::uint32_t other);
  void end_slide(Event<D>& event, std::uint32_t id, const Vec<D>& before);
  bool is_tired(std::uint32_t id);

  // Ways.
  bool find_velocity_beside(std::uint32_t id, const Contact& contact, Vec<D>& velocity);
  std::vector<BodyId> go(std::uint32_t id, const Vec<D>& velocity);
  void drive(std::uint32_t id, const Vec<D>& velocity);
  void stand(std::uint32_t ball, std::uint32_t rank);
  void stand_before(std::uint32_t id, std::uint32_t ball);
  void steer_immovable(std::uint32_t id, const Vec<D>& velocity, EventKind kind, std::uint32_t other);
  std::vector<BodyId> renew_contacts(std::uint32_t id);
  void turn(std::uint32_t id);
  std::vector<std::uint32_t> riders_of(std::uint32_t body) const;

  // Balls that are touched.
  void note_touch(std::uint32_t id, BodyId other);
  std::vector<BodyId> forget_touches(std::uint32_t id);
  void release(std::uint32_t id, const std::vector<BodyId>& others);

  std::int64_t next_turn(std::uint32_t id) const;
  std::vector<Contact>& contacts_of(std::uint32_t id) { return store_.kinematic(id).contacts; }
  const Vec<D>& intention(std::uint32_t id) const { return store_.kinematic(id).intended; }

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const Presses<D> presses_;
  const KinematicContacts<D>& contacts_;
  Propagator<D>& propagator_;
  Resolver<D>& resolver_;
  EnergyLedger<D>& ledger_;
  EventLog<D>& log_;
  SearchSlot<D>& search_;
  const Time& now_;
};

}  // namespace carom::sim
