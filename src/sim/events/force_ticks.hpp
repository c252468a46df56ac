#pragma once
#include <cstdint>
#include <vector>

#include "sim/bodies/applied_forces.hpp"
#include "sim/bodies/force_fields.hpp"
#include "sim/events/propagator.hpp"

namespace carom::sim {

/// Looks at the force fields of a world at the multiples of their interval, h. In between balls go along parabolas, by
/// the force f₀ that was found last; then v ← v + h/2 (f₁ − f₀)/m, with the force f₁ of the place and velocity that
/// follow: velocity Verlet (Swope et al., Journal of Chemical Physics 76, 637, 1982), whose positions and velocities at
/// ticks are those of half a kick, flight, half a kick. Where f₁ depends on that velocity both are found together.
/// A ball that rests on faces goes by what these leave of a force; in islands forces act at the ticks of those.
template <int D>
class ForceTicks {
 public:
  ForceTicks(const Setting<D>& setting, BodyStore<D>& store, const ForceFields<D>& fields,
             const AppliedForces<D>& applied, const Supports<D>& supports, Propagator<D>& propagator,
             EnergyLedger<D>& ledger, SearchSlot<D>& search)
      : setting_(setting),
        store_(store),
        fields_(fields),
        applied_(applied),
        supports_(supports),
        propagator_(propagator),
        ledger_(ledger),
        search_(search) {}

  /// The next tick after a time; never, if there are no fields.
  Time due_after(const Time& now) const;
  /// Finds what becomes of all balls at a tick, and changes nothing yet: where a force is not finite that is an error.
  void find(const Time& tick);
  /// Does what was found for that tick, which is now.
  void apply(const Time& now);

  /// A ball, or all, feel the fields as they are now from now on. It is up to the caller to predict anew.
  void begin(std::uint32_t id, const Time& now);
  void begin(const Time& now);

 private:
  using Field = typename BodyState<D>::Field;
  struct Change {
    std::uint32_t id = 0;
    Field field{};
    Vec<D> velocity{};
  };

  void make(const Change& change, const Time& now);
  bool is_unsupported(std::uint32_t id) const { return !store_.in_island(id) && store_.load(id).supports.empty(); }
  Change change_of(std::uint32_t id, const Time& now) const;
  void agree(Change& change, const PointMass<D>& seen, const Vec<D>& before) const;
  void set(std::uint32_t id, const Field& field);

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const ForceFields<D>& fields_;
  const AppliedForces<D>& applied_;
  const Supports<D>& supports_;
  Propagator<D>& propagator_;
  EnergyLedger<D>& ledger_;
  SearchSlot<D>& search_;
  std::vector<Change> changes_;
};

}  // namespace carom::sim
