#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "broad/memory/spin_lock.hpp"
#include "sim/domain/exchange.hpp"
#include "sim/domain/windowed_domain.hpp"

namespace carom::sim {

template <int D, class S>
class Slab;

/// The column of cells between the insides of two slabs. First it goes on alone to its impacts, which are not executed:
/// from these on its balls are uncertain, and how far they get is bounded by their energy, and by the greatest speed.
/// When the insides have run through the window it runs through it with what is its own and what was left to it, and
/// checks what it does, if that is not what slabs were told of.
template <int D, class S>
class Border : public WindowedDomain<D, S> {
 public:
  Border(Division<D, S>& division, int number)
      : WindowedDomain<D, S>(division, static_cast<std::uint8_t>(division.partition.slabs() + number), true) {}
  /// Its neighbours: the inside below and that above.
  void connect(Slab<D, S>& below, Slab<D, S>& above) { slabs_ = {&below, &above}; }

  void look_ahead();
  void run();
  void forget_exchange();

  /// With the slab below (0) and above (1).
  Exchange& exchange(int side) { return exchanges_[static_cast<std::size_t>(side)]; }
  /// Its balls that become uncertain in the window, in order of time.
  const std::vector<UncertainBall>& uncertain() const { return uncertain_; }
  broad::SpinLock& lists() { return lists_; }

 private:
  using WindowedDomain<D, S>::division_;
  using WindowedDomain<D, S>::domain_;
  using WindowedDomain<D, S>::search_;

  bool is_own(std::uint32_t body) const { return division_.owner(body) == this->number(); }
  Slab<D, S>& slab(int side) { return *slabs_[static_cast<std::size_t>(side)]; }
  int side_of(std::uint8_t slab) const { return slab == slabs_[0]->number() ? 0 : 1; }

  void search(std::uint32_t body);
  void stand_still(const UncertainBall& uncertain);
  void take_over_left();
  void step(std::uint32_t body);
  void take_over(std::uint32_t body);
  void check(std::uint32_t body, double time);
  bool may_have_touched(const UncertainBall& uncertain, std::uint32_t body);
  void hand_guests();
  void hand_guest(std::uint32_t body);

  std::array<Slab<D, S>*, 2> slabs_{};
  std::array<Exchange, 2> exchanges_;
  std::vector<std::uint32_t> due_;        ///< that meet somebody within the window
  std::vector<UncertainBall> uncertain_;  ///< whom that concerns
  std::vector<std::uint32_t> guests_;     ///< whose home is elsewhere, or may be
  broad::SpinLock lists_;                 ///< of its balls, which both slabs may change
};

}  // namespace carom::sim
