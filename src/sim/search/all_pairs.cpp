#include "sim/search/all_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace carom::sim {

template <int D>
AllPairs<D>::AllPairs(const SearchSite<D>& site) : GeneralSearch<D>(site), obstacles_(site) {
  obstacles_.place_everywhere();
}

template <int D>
void AllPairs<D>::predict(std::uint32_t ball) {
  Encounter<D> found;
  const Time until = next_search();
  site_.count_questions(1);
  site_.counts.pairs += site_.store.balls().size() - 1;
  // Balls first: what is known then puts most obstacles out of reach.
  for (const std::uint32_t other : site_.store.balls()) {
    if (other == ball) continue;
    if (site_.setting.options.period)
      site_.predictor.consider_images(ball, other, until, site_.now, found);
    else
      site_.predictor.consider_ball(ball, other, {}, until, found);
  }
  if (!site_.store.particle(ball).immovable) obstacles_.consider_everywhere(ball, EpochClock::never(), found);
  this->find_phase_end(ball);
  this->enter(ball, found, {until, 0, 0});
}

/// In a periodic box prediction starts anew after a ball may have crossed it.
template <int D>
Time AllPairs<D>::next_search() const {
  if (!site_.setting.options.period) return EpochClock::never();
  const Vec<D>& period = *site_.setting.options.period;
  double side = period[0];
  for (int k = 1; k < D; ++k) side = std::min(side, period[k]);
  double speed = side / site_.setting.clock.span();
  for (const std::uint32_t other : site_.store.balls()) {
    const double rate = norm(site_.store.law(other).acceleration);
    speed = std::max(speed, norm(site_.store.particle(other).velocity) + std::sqrt(rate * side));
  }
  return site_.setting.clock.later(site_.now, side / speed);
}

template class AllPairs<2>;
template class AllPairs<3>;

}  // namespace carom::sim
