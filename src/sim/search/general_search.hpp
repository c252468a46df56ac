#pragma once
#include <cstdint>
#include <vector>

#include "sim/search/search.hpp"

namespace carom::sim {

/// What searches have in common that know of all motions: of every ball they keep its first encounter, and what else is
/// due for it.
template <int D>
class GeneralSearch : public Search<D> {
 public:
  explicit GeneralSearch(const SearchSite<D>& site) : site_(site) {}

  void predict_all() override {
    site_.calendar.clear(site_.store.size(), site_.setting.clock.length());
    pending_ = std::vector<Pending>(site_.store.size());
    for (const std::uint32_t ball : site_.store.balls()) this->predict(ball);
  }
  const Calendar::Entry& next() override { return site_.calendar.top(); }
  Due<D> due(const Calendar::Entry& entry) const override;
  void predict_stale(std::uint32_t ball) override { this->predict(ball); }

 protected:
  /// Where a ball goes when it leaves its cell.
  struct Exit {
    Time time = EpochClock::never();
    std::int8_t axis = 0;
    std::int8_t direction = 0;
  };
  struct Pending {
    Encounter<D> encounter;
    PhaseEnd phase_end;
    Exit exit;
    typename Due<D>::Kind due = Due<D>::Kind::leave;
  };

  void make_room() { pending_.resize(site_.store.size()); }
  const Pending& pending(std::uint32_t ball) const { return pending_[ball]; }
  bool is_stale(const Encounter<D>& encounter) const {
    return encounter.partner != kNone && site_.store.version(encounter.partner) != encounter.partner_version;
  }
  /// A ball's motion may end by itself.
  void find_phase_end(std::uint32_t ball) {
    const BodyStore<D>& store = site_.store;
    if (store.particle(ball).slows || store.may_be_loaded(ball) || store.may_have_law(ball))
      pending_[ball].phase_end = site_.supports.phase_end(ball);
  }
  /// Enters what comes first for a ball: that encounter, leaving its place, or the end of its phase of motion.
  void enter(std::uint32_t ball, const Encounter<D>& found, const Exit& exit);
  /// The same of one that meets nothing and stays: mostly nothing is entered already.
  void enter_nothing(std::uint32_t ball) {
    const bool ends = pending_[ball].phase_end.key.time != EpochClock::never();
    if (ends || site_.calendar.has(ball)) enter(ball, {}, {});
  }

  SearchSite<D> site_;

 private:
  std::vector<Pending> pending_;  ///< of all bodies
};

}  // namespace carom::sim
