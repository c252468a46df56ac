#pragma once
#include <cstdint>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/force_fields.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/running_sum.hpp"

namespace carom::sim {

/// What became of energy, by what did it: sums over all events so far.
template <int D>
class EnergyLedger {
 public:
  using Sums = typename Snapshot<D>::Sums;

  EnergyLedger(const Setting<D>& setting, const BodyStore<D>& store, const ForceFields<D>& fields,
               const Supports<D>& supports)
      : setting_(setting), store_(store), fields_(fields), supports_(supports) {}

  /// Of a body at that time, which is its own.
  double kinetic(std::uint32_t id, const Time& time) const;
  /// ½ q m r² ω², so long after its own time.
  double rotational(std::uint32_t id, double dt = 0) const;
  /// By gravity where it is now, and by force fields where they were last looked at.
  double potential(std::uint32_t id) const;

  /// A body has been added, or was given that much before anything has run.
  void add_initial(double energy) { initial_ += energy; }
  void add_work(double energy) { work_ += energy; }
  /// What a bounce takes; less than none if it gives.
  void bounce(double energy) {
    if (energy < 0)
      restitution_ += -energy;
    else
      impacts_ += energy;
  }
  void lose_to_rest(double energy) { impacts_ += energy; }
  void lose_to_merging(double energy) { merging_ += energy; }
  void lose_to_stops(double energy) { stops_ += energy; }
  void lose_to_friction(double energy) { friction_ += energy; }
  void lose_to_rolling(double energy) { rolling_ += energy; }
  void lose_to_pockets(double energy) { pockets_ += energy; }
  void add_placing(double energy) { placing_ += energy; }
  void add_hop(double energy) { hops_ += energy; }
  void lose_to_contacts(double energy) { contacts_ += energy; }
  void lose_to_damping(double energy) { damping_ += energy; }
  void add_tick(double energy) { ticks_ += energy; }
  void add_restoring(double energy) { restoring_ += energy; }
  /// What forces did, and what damping and friction took, while a body goes on for so long from its own time.
  void add_flight(std::uint32_t id, double dt);
  /// The same of a member of an island, on which that pulls.
  void add_flight_in_island(std::uint32_t id, double dt, const Vec<D>& pull);

  /// Of what is known at a time, which no event of a body is after.
  Ledger<D> at(const Time& now) const;

  Sums sums() const;
  void restore(const Sums& sums);

  // Of a domain, whose sums become the world's.
  double lost_to_bounces() const { return impacts_.value() - restitution_.value(); }
  void clear_bounces() { impacts_ = restitution_ = {}; }
  bool has_hops() const { return hops_.value() != 0; }

 private:
  /// What forces did and damping took over an interval of one body.
  struct Flight {
    double work = 0;
    double damping = 0;
    double friction = 0;
    double rolling = 0;
    double ticks = 0;
    double restoring = 0;
  };

  Flight flight(std::uint32_t id, double dt) const;
  Flight flight_by_own_law(std::uint32_t id, double dt) const;
  Flight flight_in_island(std::uint32_t id, double dt, const Vec<D>& pull) const;
  Flight flight_on_face(std::uint32_t id, double dt) const;
  double friction(std::uint32_t id, double dt) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ForceFields<D>& fields_;
  const Supports<D>& supports_;
  RunningSum initial_, work_, impacts_, merging_, stops_, damping_, friction_, rolling_, pockets_, restitution_,
      placing_, hops_, contacts_, ticks_, restoring_;
};

}  // namespace carom::sim
