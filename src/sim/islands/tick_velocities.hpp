#pragma once
#include <vector>

#include "contacts/island_solver.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/islands/tick.hpp"

namespace carom::sim {

/// How members of islands go from a tick on: what pulled since the last one acts, and contacts are solved. Energy is
/// booked. docs/theory/lasting-contacts.md
template <int D>
class TickVelocities {
 public:
  TickVelocities(const Setting<D>& setting, BodyStore<D>& store, const Supports<D>& supports, const Islands<D>& islands,
                 EnergyLedger<D>& ledger, Touches<D>& touches, const Time& now, Tick<D>& tick, TickCounts& counts)
      : setting_(setting),
        store_(store),
        supports_(supports),
        islands_(islands),
        ledger_(ledger),
        touches_(touches),
        now_(now),
        tick_(tick),
        counts_(counts) {}

  void find();

 private:
  void pull();
  bool is_slow(const Touch<D>& touch, double speed) const;
  bool loses(const Touch<D>& touch) const;
  void select();
  bool add_met();
  contacts::TickContact<D> contact_of(const Touch<D>& touch) const;
  void resist(contacts::TickContact<D>& contact, const response::Resistances& resistances) const;
  std::vector<double> count_layers() const;
  void solve();
  void solve_met();
  void book();

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const Supports<D>& supports_;
  const Islands<D>& islands_;
  EnergyLedger<D>& ledger_;
  Touches<D>& touches_;
  const Time& now_;
  Tick<D>& tick_;
  TickCounts& counts_;
  contacts::IslandSolver<D> solver_;
  std::vector<contacts::TickBody<D>> begun_;   ///< before anything pulled
  std::vector<contacts::TickBody<D>> pulled_;  ///< before contacts
  std::vector<double> resting_;                ///< of each member, the resting speed with what is fixed
};

}  // namespace carom::sim
