#pragma once
#include <cstdint>
#include <vector>

#include "broad/cells/candidate_bodies.hpp"
#include "sim/search/search.hpp"
#include "sim/search/straight/straight_search.hpp"

namespace carom::sim {

/// Finds the first encounter of a ball among those near it, of which the nearest copies are meant: those on straight
/// paths are judged as vectors, all others one by one.
template <int D>
class FirstEncounter {
 public:
  explicit FirstEncounter(const SearchSite<D>& site) : site_(site) {
    search_.epoch_length = site.setting.clock.length();
    search_.periodic = site.setting.options.period.has_value();
    if (search_.periodic) search_.period = *site.setting.options.period;
    for (int k = 0; k < D; ++k) search_.boxes[k] = search_.periodic ? 1 / search_.period[k] : 0;
    site.prefilter.describe_box(search_);
  }

  /// The question as vector code is asked it, but for what depends on the ball.
  const StraightSearch<D>& question() const { return search_; }

  /// Among candidates, which may name the ball itself.
  void consider(std::uint32_t ball, broad::CandidateBodies& candidates, Encounter<D>& best);
  /// What vector code has found.
  void note(std::uint32_t ball, const FirstMet<D>& first, Encounter<D>& best) const;

 private:
  void prepare(std::uint32_t ball);

  SearchSite<D> site_;
  Sift<D> sift_ = best_sift<D>();
  FirstOf<D> first_of_ = best_first_of<D>();
  StraightSearch<D> search_;
  std::vector<std::uint32_t> kept_;  ///< room for `sift_`
  std::vector<double> scratch_;
};

}  // namespace carom::sim
