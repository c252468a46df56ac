#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "carom/sim/world.hpp"
#include "sim/casts.hpp"
#include "sim/domain/domain.hpp"
#include "sim/domain/threads/parallel_run.hpp"
#include "sim/events/agenda.hpp"

namespace carom::sim {

/// What is behind a World: it makes the parts of the engine, lets the caller change the world, and runs it, as one
/// domain or divided into several.
template <int D>
class Engine {
 public:
  using Sink = std::function<void(const Event<D>&)>;

  explicit Engine(const WorldOptions<D>& options);
  explicit Engine(const Snapshot<D>& snapshot);

  // engine_change.cpp: what the caller does to a world.
  BodyId add(const Body<D>& body);
  BodyId add_later(const Body<D>& ball, double from);
  void remove(std::uint32_t id);
  void place(std::uint32_t id, const Vec<D>& position);
  void set_velocity(std::uint32_t id, const Vec<D>& velocity);
  void apply_impulse(std::uint32_t id, const Vec<D>& impulse);
  void apply_force(std::uint32_t id, const Vec<D>& force, double from, double until);
  void set_force(const Force<D>& force);
  void steer(std::uint32_t id, const Vec<D>& velocity, double from);

  // engine.cpp: how it runs.
  void set_threads(int threads, int slabs);
  void run_until(double time, const Sink& sink);
  std::optional<Event<D>> next_event(double horizon);

  // What a caller sees.
  const WorldOptions<D>& options() const { return data_.setting.options; }
  const BodyStore<D>& store() const { return data_.store; }
  const EventLog<D>& log() const { return whole_.log; }
  const std::vector<ContactState<D>>& contacts() const { return data_.islands.all_contacts(); }
  std::vector<ContactForce<D>> contact_forces() const;
  const TickCounts& tick_counts() const { return whole_.ticks.counts(); }
  SearchKind search_kind() const { return search_kind_; }
  const SearchCounts& search_counts() const { return whole_.counts; }
  double time() const { return whole_.log.time(); }
  Placement<D> placement(std::uint32_t id) const { return data_.store.placement(id, whole_.now); }
  void placements(std::span<Vec<D>> positions, std::span<Vec<D>> velocities, std::span<Spin<D>> spins) const {
    data_.store.placements(whole_.now, positions, velocities, spins);
  }
  Motion<D> motion(std::uint32_t id) const { return data_.store.motion(id, whole_.now); }
  Ledger<D> ledger() const { return whole_.ledger.at(whole_.now); }
  std::optional<std::pair<BodyId, BodyId>> first_overlap(double depth) const;
  template <class Mover>
  std::optional<WorldHit<D>> cast(const Mover& mover, const Motion<D>& motion, double horizon,
                                  std::uint32_t mask) const {
    return sim::cast(data_, whole_.now, mover, motion, horizon, mask);
  }
  std::vector<BodyId> within(const Ball<D>& region, std::uint32_t mask) const {
    return sim::within(data_, whole_.now, region, mask);
  }
  Snapshot<D> snapshot() const;
  Snapshot<D> snapshot_without_bodies() const;

 private:
  // Running.
  Time begin(double horizon);
  void prepare();
  void feel_fields();
  bool advance_to_event(double horizon, const Time& limit);
  bool advance(const Time& limit);
  bool advance_to_agenda(const Time& limit);
  bool advance_to_tick(const Time& tick, const Time& limit);
  void choose_search();
  Event<D> pop_event();
  bool runs_in_parallel(const Time& limit);
  bool advance_in_parallel(const Time& limit);
  void leave_parallel();

  // Changes.
  void note_layers(std::uint32_t id);
  std::uint32_t take_in(const Body<D>& body, Presence presence);
  void appear(std::uint32_t id);
  void settle(std::uint32_t id, EventKind kind);
  void enter(std::uint32_t id);
  void change_velocity(std::uint32_t id, const Vec<D>& velocity);
  void check_present(std::uint32_t id) const;
  void check_placeable(std::uint32_t id, const Vec<D>& position) const;
  void check_movable(std::uint32_t id) const;
  void check_driven(std::uint32_t id) const;
  void check_felt(const Body<D>& body) const;

  WorldData<D> data_;
  Domain<D> whole_{data_};
  Agenda<D> agenda_;
  bool has_run_ = false;  ///< scales are known, and changes are events
  bool is_prepared_ = false;
  SearchKind search_kind_ = SearchKind::none;
  std::size_t searched_balls_ = 0;  ///< how many there were when the search was chosen
  bool needs_own_force_ = false;    ///< as the world had one that a snapshot does not hold
  int threads_ = 1;
  int slabs_ = 1;                             ///< into which the world may be divided for them
  std::unique_ptr<ParallelRun<D>> parallel_;  ///< while the world runs so
  Time undivided_until_{};                    ///< until when it does not
  int failures_ = 0;                          ///< of windows
};

}  // namespace carom::sim
