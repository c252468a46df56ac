#pragma once
#include <span>
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
  /// How many pairs press that were apart: they would have met on the way to the next tick.
  std::size_t count_met() const;

 private:
  /// What follows from the mass of a body, its radius and what pulls at it; that of one body is mostly that of the
  /// next.
  struct Inertia {
    double mass = 0;
    double radius = 0;
    Vec<D> pull{};
    // Of these:
    double inverse_mass = 0;
    double strength = 0;
    double resting = 0;
  };
  /// How two bodies of such kinds bounce and rub; that of one pair is mostly that of the next.
  struct Material {
    const Body<D>* a = nullptr;
    const Body<D>* b = nullptr;
    double mass_a = 0;
    double mass_b = 0;
    // Of these:
    bool loses = false;
    response::Resistances resistances{};
  };

  void pull();
  void take(Inertia& inertia, std::uint32_t id) const;
  const Material& material(const Touch<D>& touch);
  bool comes_slowly(const Touch<D>& touch) const;
  void find_paces();
  bool may_meet(const Touch<D>& touch) const;
  void select();
  contacts::TickContact<D> contact_of(const Touch<D>& touch, const Material& between) const;
  void resist(contacts::TickContact<D>& contact, const response::Resistances& resistances) const;
  std::vector<double> count_layers() const;
  void solve();
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
  std::vector<double> speeds_;                 ///< of each member before contacts
  std::vector<double> paces_;                  ///< and how fast each may go
  Material material_;                          ///< of the last pair
};

}  // namespace carom::sim
