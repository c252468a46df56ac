#pragma once
#include <cstdint>
#include <vector>

#include "sim/bodies/applied_forces.hpp"
#include "sim/events/arrivals.hpp"
#include "sim/events/force_ticks.hpp"
#include "sim/kinematic/kinematic_bodies.hpp"

namespace carom::sim {

/// What happens at times that are known beforehand: forces begin and end, bodies are steered or turn back, kinematic
/// balls turn to their intentions, force fields are looked at, damping takes a step, the thermostat kicks, damped
/// epochs end, balls come.
template <int D>
class Agenda {
 public:
  Agenda(Setting<D>& setting, BodyStore<D>& store, AppliedForces<D>& forces, const ForceFields<D>& fields,
         const Supports<D>& supports, const ObstacleSet<D>& obstacles, KinematicBodies<D>& kinematic,
         Propagator<D>& propagator, EnergyLedger<D>& ledger, SearchSlot<D>& search, Time& now)
      : setting_(setting),
        store_(store),
        forces_(forces),
        kinematic_(kinematic),
        propagator_(propagator),
        ledger_(ledger),
        search_(search),
        now_(now),
        force_ticks_(setting, store, fields, forces, supports, propagator, ledger, search),
        arrivals_(store, obstacles) {}

  /// When the next of it is due.
  const Time& due() const { return due_; }
  /// Asks, before it is that time, for what the caller may answer wrongly then: an error leaves the world as it is.
  void foresee() {
    if (!(due_ < setting_.all_anew)) force_ticks_.find(due_);
  }
  /// Does all that is due then, which is now, but for balls that come: `come` tells which do.
  void apply();
  const std::vector<std::uint32_t>& come() const { return come_; }
  /// Looks for what is due next, after a change.
  void plan();
  /// Frames begin after a plain time.
  void plan_frames(double time);

  void add_force(const AppliedForce<D>& force) { forces_.add(force); }
  void add_steer(const Steer<D>& steer) { steers_.push_back(steer); }
  /// A ball that is to come. One that has asked before asks again at the next frame.
  void add_arrival(const Arrival& arrival, bool has_asked);
  void add_vibrating(std::uint32_t id) { vibrating_.push_back(id); }
  /// A ball, or all, feel the force fields from now on as they are now.
  void feel_fields(std::uint32_t id) { force_ticks_.begin(id, now_); }
  void feel_fields() { force_ticks_.begin(now_); }

  /// std::invalid_argument if there is too much of it until a plain time, running from another.
  void check(double from, double horizon) const;

  // For snapshots.
  const std::vector<Steer<D>>& steers() const { return steers_; }
  std::vector<Arrival> arrivals() const { return arrivals_.all(); }
  std::uint64_t kicks() const { return kicks_; }
  void restore(const Snapshot<D>& snapshot) {
    forces_.restore(snapshot.forces);
    steers_ = snapshot.steers;
    kicks_ = snapshot.kicks;
  }

 private:
  bool is_due(double plain_time) const { return !(now_ < setting_.clock.from_plain(plain_time)); }
  double next_frame() const { return static_cast<double>(next_frame_) * setting_.options.frame; }
  double next_kick() const { return static_cast<double>(kicks_ + 1) * setting_.options.thermostat->interval; }
  double next_multiple(double interval) const;
  void start_epoch();
  void turn_force(std::uint32_t id, EventKind kind);
  void steer();
  void damp();
  void kick();

  Setting<D>& setting_;
  BodyStore<D>& store_;
  AppliedForces<D>& forces_;
  KinematicBodies<D>& kinematic_;
  Propagator<D>& propagator_;
  EnergyLedger<D>& ledger_;
  SearchSlot<D>& search_;
  Time& now_;
  ForceTicks<D> force_ticks_;
  std::vector<Steer<D>> steers_;
  Arrivals<D> arrivals_;
  std::vector<std::uint32_t> come_;
  std::vector<std::uint32_t> vibrating_;  ///< bodies that do, also such as have left
  std::uint64_t kicks_ = 0;               ///< by the thermostat so far
  std::int64_t next_frame_ = 0;           ///< its number
  double damping_due_ = 0;
  Time due_ = EpochClock::never();
};

}  // namespace carom::sim
