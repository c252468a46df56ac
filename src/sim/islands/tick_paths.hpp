#pragma once
#include <vector>

#include "contacts/clearances.hpp"
#include "sim/islands/tick.hpp"

namespace carom::sim {

/// Along which paths members of islands go until the next tick: their velocities, and what restores clearances; and who
/// waits. docs/theory/lasting-contacts.md
template <int D>
class TickPaths {
 public:
  TickPaths(const Setting<D>& setting, const BodyStore<D>& store, const Islands<D>& islands, Tick<D>& tick,
            TickCounts& counts)
      : setting_(setting), store_(store), islands_(islands), tick_(tick), counts_(counts) {}

  void find();

 private:
  bool may_go(std::uint32_t island, const Vec<D>& velocity) const;
  void find_carriers();
  std::vector<contacts::Parting<D>> partings() const;
  contacts::Parting<D> parting(const Touch<D>& touch, double speed, double restoring) const;
  double share_of_a(const Touch<D>& touch) const;
  void plan();
  bool restore(std::span<const contacts::Parting<D>> pairs);
  bool wait(std::uint32_t member);
  void let_wait(const std::vector<contacts::Parting<D>>& pairs, bool is_enough);
  bool spread_waiting(const std::vector<contacts::Parting<D>>& pairs);
  bool go_slower(const std::vector<Vec<D>>& planned, const std::vector<contacts::Parting<D>>& pairs);
  bool is_still(std::uint32_t member) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const Islands<D>& islands_;
  Tick<D>& tick_;
  TickCounts& counts_;
  // Of pairs that part:
  std::vector<double> heights_;
  std::vector<std::uint32_t> starts_;
  std::vector<contacts::Parting<D>> sorted_;
};

}  // namespace carom::sim
