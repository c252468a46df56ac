#pragma once
#include <cstdint>
#include <vector>

#include "contacts/clearances.hpp"
#include "contacts/island_solver.hpp"
#include "sim/bodies/press.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/events/propagator.hpp"
#include "sim/islands/free_paths.hpp"
#include "sim/islands/islands.hpp"
#include "sim/islands/touches.hpp"
#include "sim/search/search.hpp"

namespace carom::sim {

/// Moves islands on at multiples of h on the world's clock: what pulled since the last tick acts, contacts are solved,
/// and until the next tick all go straight. A pair
/// that obeys u_n ≥ −gap/h keeps apart for that long, as its tangent plane separates it; what the solver leaves is met
/// by impacts, as ever. docs/theory/lasting-contacts.md
template <int D>
class Ticks {
 public:
  Ticks(const Setting<D>& setting, BodyStore<D>& store, const ObstacleSet<D>& obstacles, const Supports<D>& supports,
        Islands<D>& islands, Propagator<D>& propagator, EnergyLedger<D>& ledger, SearchSlot<D>& search, Time& now)
      : setting_(setting),
        store_(store),
        obstacles_(obstacles),
        supports_(supports),
        islands_(islands),
        propagator_(propagator),
        ledger_(ledger),
        search_(search),
        now_(now),
        touches_(setting, store, obstacles, islands),
        free_(setting, store, obstacles, touches_) {}

  /// When the next one is due: now, if it was asked for.
  Time due() const { return islands_.asks_to_tick() ? now_ : islands_.due(); }
  /// The tick that is due, which is now.
  void apply();

  /// What left an island no room at that tick, by ids. It was solved as if that stood, and that is to stand.
  const std::vector<Press>& jammed() const { return jammed_; }

  const TickCounts& counts() const { return counts_; }
  void restore(const TickCounts& counts) { counts_ = counts; }

 private:
  /// A touch that is solved.
  struct Pair {
    const Touch<D>* touch = nullptr;
    bool lasts = false;  ///< it was a contact before
  };

  bool is_driven() const;
  void pull();
  bool is_slow(const Touch<D>& touch, double closing) const;
  void select(bool all);
  void resist(contacts::TickContact<D>& contact, const response::Resistances& resistances) const;
  void solve();
  void book();
  void find_carriers();
  bool may_go(std::uint32_t island, const Vec<D>& velocity) const;
  Vec<D> carried(std::uint32_t member) const { return carried_[island_[member]]; }
  void plan_paths();
  bool wait(std::uint32_t member);
  void let_wait(const std::vector<contacts::Parting<D>>& pairs);
  bool spread_waiting(const std::vector<contacts::Parting<D>>& pairs);
  bool go_slower(const std::vector<Vec<D>>& planned, const std::vector<contacts::Parting<D>>& pairs);
  std::vector<contacts::Parting<D>> partings() const;
  double share_of_a(const Touch<D>& touch) const;
  double slow(std::uint32_t member) const;
  bool is_still(std::uint32_t member) const;
  bool is_near_ball(std::uint32_t id) const;
  void renew_contacts();
  void note(EventKind kind, const ContactState<D>& contact);
  std::vector<std::uint32_t> count_near() const;
  std::vector<ContactState<D>> alone_on_faces(const std::vector<std::uint32_t>& near) const;
  void leave_alone(const std::vector<ContactState<D>>& contacts);
  void move_on();
  bool was_free(std::uint32_t id) const;
  void predict(const std::vector<std::uint32_t>& moving);
  void wake_neighbours();
  std::vector<std::uint32_t> find_neighbours() const;
  bool is_drowsy(std::uint32_t member) const;
  void note_still();
  void fall_asleep();

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Supports<D>& supports_;
  Islands<D>& islands_;
  Propagator<D>& propagator_;
  EnergyLedger<D>& ledger_;
  SearchSlot<D>& search_;
  Time& now_;
  Touches<D> touches_;
  contacts::IslandSolver<D> solver_;
  FreePaths<D> free_;
  TickCounts counts_{};

  // Of one tick: members of islands by their places, and the pairs.
  std::vector<std::uint32_t> members_;
  double elapsed_ = 1;                         ///< of a tick, since they were solved
  double left_ = 0;                            ///< until the next one
  std::vector<contacts::TickBody<D>> begun_;   ///< before anything pulled
  std::vector<contacts::TickBody<D>> pulled_;  ///< before contacts
  std::vector<contacts::TickBody<D>> bodies_;
  std::vector<Vec<D>> restoring_;                   ///< what their paths have beside their velocities
  const std::vector<Touch<D>>* found_ = nullptr;    ///< all that are near
  std::vector<Pair> pairs_;                         ///< those that are solved
  std::vector<contacts::TickContact<D>> contacts_;  ///< of the pairs
  std::vector<std::uint32_t> island_;               ///< of each member the first one of its island
  std::vector<Press> jammed_;
  std::vector<std::vector<std::uint32_t>> drowsy_;  ///< balls near each other that have stood for long
  std::vector<std::uint8_t> waits_;                 ///< of each member, whether it waits
  std::vector<Vec<D>> carried_;                     ///< of the first ones, how the island is carried
  std::vector<Vec<D>> pulls_;                       ///< of each member
  std::vector<double> resting_;                     ///< of each member, the resting speed with what is fixed
  std::vector<Vec<D>> paths_;                       ///< of each member, the velocity at which it goes on
  std::vector<std::uint8_t> was_free_;              ///< by ids, whether nothing was predicted
};

}  // namespace carom::sim
