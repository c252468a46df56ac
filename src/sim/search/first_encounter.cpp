#include "sim/search/first_encounter.hpp"

namespace carom::sim {

template <int D>
void FirstEncounter<D>::prepare(std::uint32_t ball) {
  search_.particles = site_.store.particles();
  search_.self = search_.parted = ball;
  search_.since = site_.store.since(ball, site_.now);
  search_.radius = site_.store.radius(ball);
  search_.radii = site_.store.radii();
  site_.prefilter.describe(search_, site_.now);
}

template <int D>
void FirstEncounter<D>::note(std::uint32_t ball, const FirstMet<D>& first, Encounter<D>& best) const {
  if (first.other != kNone) {
    const Time theirs = site_.store.particle(first.other).time();
    const Time ours = site_.store.particle(ball).time();
    site_.predictor.note_contact(ball, first.other, first.image, ours < theirs ? theirs : ours, first.after, best);
  }
  for (std::size_t k = 0; k < first.doubts; ++k)
    site_.predictor.consider_nearest_copy(ball, first.doubtful[k], site_.now, best);
}

template <int D>
void FirstEncounter<D>::consider(std::uint32_t ball, broad::CandidateBodies& candidates, Encounter<D>& best) {
  if (candidates.count() == 0) return;
  site_.counts.pairs += candidates.count_others(ball);
  if (site_.store.particle(ball).special) {
    for (const std::uint32_t other : candidates)
      if (other != ball) site_.predictor.consider_nearest_copy(ball, other, site_.now, best);
    return;
  }
  if (!site_.prefilter.empty() && candidates.count() <= FirstMet<D>::kMost) {
    candidates.pad(ball);
    site_.prefilter.refresh(site_.now);
    prepare(ball);
    FirstMet<D> first;
    first_of_(search_, candidates.begin(), candidates.count(), first);
    return note(ball, first, best);
  }
  const std::size_t room = candidates.count() + broad::CandidateBodies::kSpare;
  if (kept_.size() < room) [[unlikely]] {
    kept_.resize(2 * room);
    scratch_.resize(2 * room);
  }
  prepare(ball);
  const std::size_t count = sift_(search_, candidates.data(), candidates.count(), kept_.data(), scratch_.data());
  for (std::size_t k = 0; k < count; ++k) site_.predictor.consider_nearest_copy(ball, kept_[k], site_.now, best);
}

template class FirstEncounter<2>;
template class FirstEncounter<3>;

}  // namespace carom::sim
