#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/domain/changes.hpp"
#include "sim/domain/slabs/division.hpp"

namespace carom::sim {

/// What an impact dissipated.
struct Loss {
  DueKey due;
  double energy;
};

/// A domain of a divided world, with what it has done in a window.
template <int D, class S>
class alignas(128) WindowedDomain {
 public:
  /// Lists that a domain may change in a window.
  static constexpr std::size_t kMostChanges = 8192;

  WindowedDomain(Division<D, S>& division, std::uint8_t number, bool others_ahead)
      : division_(division),
        number_(number),
        domain_(division.whole, division.owners(), number),
        search_(domain_.site(), division.search, others_ahead),
        seen_(division.store.size()) {
    domain_.search.use(search_);
  }

  std::uint8_t number() const { return number_; }
  /// Whether it knows of a ball that is uncertain in this window.
  bool has_seen(std::uint32_t body) const { return seen_[body] == division_.stamp(); }
  void forget_seen() { std::fill(seen_.begin(), seen_.end(), std::uint8_t{0}); }

  // What it has done in the window: the bodies of each impact, as they were before and, where somebody is told of it,
  // are after it, and what it dissipated.
  const Changes<D>& before() const { return before_; }
  const Changes<D>& after() const { return after_; }
  const EventLog<D>& log() const { return domain_.log; }
  const std::vector<Loss>& losses() const { return losses_; }
  /// Until after the impact of that number.
  double deepest_overlap(std::size_t number) const { return overlaps_[number]; }

  /// What its search has cost since this was asked last.
  SearchCounts take_counts() { return std::exchange(domain_.counts, {}); }
  /// As it was before the window.
  void forget_window() { domain_.log.set_deepest_overlap(deepest_before_); }
  void tune() { domain_.calendar.tune(); }
  void tune_if_wanted() {
    if (domain_.calendar.wants_tuning()) tune();
  }

 protected:
  void begin();
  /// Whether what is due for a ball changes nothing but what is known of it.
  bool is_search(std::uint32_t body) const {
    const DueKey due = domain_.calendar.key(body);
    return due.rank == 0 || is_stale(body, due);
  }
  bool is_stale(std::uint32_t body, const DueKey& due) const {
    return division_.store.version(due.low ^ due.high ^ body) != domain_.calendar.tag(body);
  }
  /// A ball gets a new list, or a new cell.
  void leave_place(std::uint32_t body) {
    if (S::kChangesBeyond && ++places_left_ > kMostChanges) return division_.window.fail();
    search_.leave_place(body);
  }
  void bounce(const DueKey& due);
  void set_seen(std::uint32_t body) { seen_[body] = division_.stamp(); }

  Division<D, S>& division_;
  const std::uint8_t number_;
  Domain<D> domain_;
  S search_;

 private:
  Changes<D> before_;
  Changes<D> after_;
  std::vector<Loss> losses_;
  std::vector<double> overlaps_;
  double deepest_before_ = 0;
  std::size_t places_left_ = 0;
  std::vector<std::uint8_t> seen_;  ///< of all bodies: the last window in which it knew that they were uncertain
};

template <int D, class S>
void WindowedDomain<D, S>::begin() {
  domain_.now = division_.window.start();
  domain_.log.clear_all();
  domain_.log.set_time(division_.whole.log.time());
  domain_.log.set_only_counts(division_.whole.log.only_counts());
  deepest_before_ = domain_.log.deepest_overlap();
  before_.clear();
  after_.clear();
  losses_.clear();
  overlaps_.clear();
  places_left_ = 0;
}

template <int D, class S>
void WindowedDomain<D, S>::bounce(const DueKey& due) {
  Window<D>& window = division_.window;
  const BodyStore<D>& store = division_.store;
  if (!domain_.resolver.meets_simply(due.low, due.high, due.rank)) return window.fail();
  for (const std::uint32_t id : {due.low, due.high}) before_.add(store, id);
  domain_.resolver.meet_simply(due.low, due.high, nullptr, due);
  for (const std::uint32_t id : {due.low, due.high}) {
    if (!domain_.log.only_counts()) after_.add(store, id);
    if (!(norm2(store.particle(id).velocity) <= window.speed_bound() * window.speed_bound())) window.miss();
  }
  if (const double energy = domain_.ledger.lost_to_bounces(); energy != 0) {
    losses_.push_back({due, energy});
    domain_.ledger.clear_bounces();
  }
  if (!domain_.log.only_counts()) overlaps_.push_back(domain_.log.deepest_overlap());
  if (domain_.ledger.has_hops()) window.fail();
}

}  // namespace carom::sim
