#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/energy_ledger.hpp"
#include "sim/events/propagator.hpp"
#include "sim/islands/tick.hpp"
#include "sim/search/search.hpp"

namespace carom::sim {

/// Who falls asleep at a tick, and whom it wakes. docs/theory/lasting-contacts.md#sleep
template <int D>
class Drowsiness {
 public:
  Drowsiness(const Setting<D>& setting, BodyStore<D>& store, Islands<D>& islands, Propagator<D>& propagator,
             EnergyLedger<D>& ledger, SearchSlot<D>& search, const Time& now, const Tick<D>& tick)
      : setting_(setting),
        store_(store),
        islands_(islands),
        propagator_(propagator),
        ledger_(ledger),
        search_(search),
        now_(now),
        tick_(tick) {}

  void wake_neighbours();
  void note_still();
  /// `was_free`: whether nothing was predicted for a ball.
  void fall_asleep(const std::function<bool(std::uint32_t)>& was_free);

 private:
  std::vector<std::uint32_t> find_neighbours() const;
  bool is_drowsy(std::uint32_t member) const;
  std::uint32_t ticks_to_sleep(std::uint32_t member) const;

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  Islands<D>& islands_;
  Propagator<D>& propagator_;
  EnergyLedger<D>& ledger_;
  SearchSlot<D>& search_;
  const Time& now_;
  const Tick<D>& tick_;
  std::vector<std::vector<std::uint32_t>> drowsy_;  ///< balls near each other that have stood for long
};

}  // namespace carom::sim
