#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "broad/cells/linked_cells.hpp"
#include "broad/memory/spin_lock.hpp"
#include "sim/domain/exchange.hpp"
#include "sim/domain/windowed_domain.hpp"

namespace carom::sim {

template <int D, class S>
class Border;

/// The inside of a slab. It runs through a window alone, in order of time, and leaves to the borders whatever may
/// depend on what happens there: a ball that an uncertain one can reach, or that needs one, is left where it is, and is
/// uncertain itself from then on.
template <int D, class S>
class Slab : public WindowedDomain<D, S> {
 public:
  Slab(Division<D, S>& division, int number)
      : WindowedDomain<D, S>(division, static_cast<std::uint8_t>(number), false) {}
  /// Its neighbours: the border below and that above.
  void connect(Border<D, S>& below, Border<D, S>& above);

  void run();
  /// A border takes a ball that has not been left to it: how many entries the slab has less.
  std::size_t drop(std::uint32_t body) { return this->domain_.calendar.drop(body); }

 private:
  using WindowedDomain<D, S>::division_;
  using WindowedDomain<D, S>::domain_;
  using WindowedDomain<D, S>::search_;

  int slab() const { return this->number(); }
  bool is_own(std::uint32_t body) const { return division_.owner(body) == this->number(); }
  Exchange& exchange(int side) { return *exchanges_[static_cast<std::size_t>(side)]; }
  bool is_seen_at_borders(std::uint32_t body) const;

  void take_over_handed();
  void step(std::uint32_t body);
  bool leave_place_inside(std::uint32_t body, const DueKey& due);

  // Who is uncertain.
  bool note_uncertain_until(double time);
  void note_approaching(int side, const ApproachingBall& approaching);
  bool note_reachable(const ReachableBall& reachable);
  void leave(const UncertainBall& uncertain);
  void pass_on(const UncertainBall& uncertain);
  void mark_around(std::uint32_t body);
  void add(const ReachableBall& reachable);
  ReachableBall take_first();
  void look_around(std::uint32_t body, const broad::CellStep& step);
  bool is_far_from_uncertain(std::uint32_t body) const;

  // Lists that both slabs at a border may change.
  std::unique_lock<broad::SpinLock> hold_lists(int column);

  std::array<Border<D, S>*, 2> borders_{};
  std::array<Exchange*, 2> exchanges_{};
  EarlyCells early_;
  std::vector<ReachableBall> reachable_;     ///< a heap of such as are still to become uncertain
  double soonest_ = 0;                       ///< the time of the next ball that becomes uncertain, or earlier
  std::array<std::size_t, 2> approached_{};  ///< of those that approach, the next
};

}  // namespace carom::sim
