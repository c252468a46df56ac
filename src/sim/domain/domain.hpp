#pragma once
#include <atomic>
#include <cstdint>

#include "sim/domain/simultaneous.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/event_log.hpp"
#include "sim/events/propagator.hpp"
#include "sim/islands/ticks.hpp"
#include "sim/kinematic/kinematic_bodies.hpp"
#include "sim/resolver/resolver.hpp"
#include "sim/search/search.hpp"
#include "sim/search/straight/prefilter.hpp"
#include "sim/world_data.hpp"

namespace carom::sim {

/// A part of space that goes from event to event on its own: with a clock, a calendar and a search for the bodies that
/// it owns, and a record of what it has done. A world in one thread is one domain; with threads it is several.
template <int D>
class Domain {
 public:
  /// Of all bodies.
  explicit Domain(WorldData<D>& world) : Domain(world, nullptr, nullptr, 0) {}
  /// Of those bodies of a whole of which it is the owner, by its number.
  Domain(Domain& whole, const std::atomic<std::uint8_t>* owners, std::uint8_t number)
      : Domain(whole.data, &whole, owners, number) {}
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  /// What a search of this domain works on.
  SearchSite<D> site() {
    return {data.setting, data.store, data.obstacles, data.supports, data.predictor, prefilter,
            calendar,     now,        search,         counts};
  }
  /// Executes what is due by an entry of the calendar.
  void execute(const Calendar::Entry& entry);

  WorldData<D>& data;
  Time now{};
  Calendar calendar;
  Simultaneous simultaneous;
  EventLog<D> log;
  EnergyLedger<D> ledger;
  Prefilter<D> prefilter;
  SearchSlot<D> search;
  SearchCounts counts;
  Propagator<D> propagator;
  Resolver<D> resolver;
  KinematicBodies<D> kinematic;
  Ticks<D> ticks;

 private:
  Domain(WorldData<D>& world, Domain* whole, const std::atomic<std::uint8_t>* owners, std::uint8_t number);

  void end_phase(std::uint32_t body, std::uint32_t support, const DueKey& due);
  bool meet_together(const DueKey& due);
  void meet_ball(const DueKey& due, const broad::Cell<D>* image);
  bool stall(const Meeting<D>& meeting);
  bool stall(const ObstacleMeeting<D>& meeting);
  void meet_obstacle(std::uint32_t ball, std::uint32_t piece, const DueKey& due);
};

}  // namespace carom::sim
