#pragma once
#include <cstdint>
#include <vector>

#include "sim/bodies/press.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/events/propagator.hpp"
#include "sim/islands/drowsiness.hpp"
#include "sim/islands/free_paths.hpp"
#include "sim/islands/islands.hpp"
#include "sim/islands/tick_paths.hpp"
#include "sim/islands/tick_velocities.hpp"
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
        search_(search),
        now_(now),
        touches_(setting, store, obstacles, islands),
        velocities_(setting, store, supports, islands, ledger, touches_, now, tick_, counts_),
        paths_(setting, store, islands, tick_, counts_),
        drowsiness_(setting, store, islands, propagator, ledger, search, now, tick_),
        free_(setting, store, obstacles, touches_) {}

  /// When the next one is due: now, if it was asked for.
  Time due() const { return islands_.asks_to_tick() ? now_ : islands_.due(); }
  /// The tick that is due, which is now.
  void apply();

  /// What left an island no room at that tick, by ids. It was solved as if that stood, and that is to stand.
  const std::vector<Press>& jammed() const { return tick_.jammed; }

  const TickCounts& counts() const { return counts_; }
  void restore(const TickCounts& counts) { counts_ = counts; }

 private:
  void renew_contacts();
  void note(EventKind kind, const ContactState<D>& contact);
  std::vector<std::uint32_t> count_near() const;
  bool is_near_ball(std::uint32_t id) const;
  std::vector<ContactState<D>> alone_on_faces(const std::vector<std::uint32_t>& near) const;
  void leave_alone(const std::vector<ContactState<D>>& contacts);
  void move_on();
  bool was_free(std::uint32_t id) const;
  void predict(const std::vector<std::uint32_t>& moving);

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Supports<D>& supports_;
  Islands<D>& islands_;
  Propagator<D>& propagator_;
  SearchSlot<D>& search_;
  Time& now_;
  TickCounts counts_{};
  Tick<D> tick_;
  Touches<D> touches_;
  TickVelocities<D> velocities_;
  TickPaths<D> paths_;
  Drowsiness<D> drowsiness_;
  FreePaths<D> free_;
  std::vector<Vec<D>> ways_;            ///< of each member, the velocity at which it goes on
  std::vector<std::uint8_t> was_free_;  ///< by ids, whether nothing was predicted
};

}  // namespace carom::sim
