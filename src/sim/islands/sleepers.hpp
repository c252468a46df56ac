#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "carom/index/index.hpp"
#include "carom/sim/snapshot.hpp"
#include "sim/bodies/body_store.hpp"

namespace carom::sim {

/// The balls of an island, in the order of their ids, and its contacts, in their order.
template <int D>
struct SleepingIsland {
  std::vector<std::uint32_t> balls;
  std::vector<ContactState<D>> contacts;
};

/// Islands that sleep: their balls stand still, and nothing is computed for them until they are taken out.
template <int D>
class Sleepers {
 public:
  explicit Sleepers(const BodyStore<D>& store) : store_(store) {}

  bool empty() const { return islands_.empty(); }
  void add(SleepingIsland<D> island);
  /// The islands that a body belongs to, or that are in contact with it, in the order of their first balls; they are in
  /// here no more.
  std::vector<SleepingIsland<D>> take(std::uint32_t body);
  void clear();

  /// visit(id) for the balls at most so far from a ball, in any order, and for some others.
  template <class Visit>
  void visit_near(const Ball<D>& ball, double reach, Visit visit) const {
    for (const ItemId item : places_.within(Ball<D>{ball.center, (1 + 0x1p-29) * (ball.radius + reach)}))
      visit(balls_[item.number]);
  }

  /// All contacts, in no order.
  void append_contacts(std::vector<ContactState<D>>& contacts) const {
    for (const auto& [_, island] : islands_)
      contacts.insert(contacts.end(), island.contacts.begin(), island.contacts.end());
  }

 private:
  void place(std::uint32_t id);
  void place_all();

  const BodyStore<D>& store_;
  std::map<std::uint32_t, SleepingIsland<D>> islands_;  ///< by their first balls
  Index<D> places_;
  std::vector<std::uint32_t> balls_;          ///< by the numbers of items
  std::vector<std::optional<ItemId>> items_;  ///< of the balls, by their ids
};

}  // namespace carom::sim
