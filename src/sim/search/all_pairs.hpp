#pragma once
#include "sim/search/general_search.hpp"
#include "sim/search/near_obstacles.hpp"

namespace carom::sim {

/// Every ball is held against every other, and in a periodic box against every copy of it: for few balls, and to hold
/// other searches against.
template <int D>
class AllPairs final : public GeneralSearch<D> {
 public:
  explicit AllPairs(const SearchSite<D>& site);

  SearchKind kind() const override { return SearchKind::all_pairs; }
  bool can_take(std::uint32_t ball) const override { return site_.store.particle(ball).is_ball; }
  void insert(std::uint32_t) override { this->make_room(); }
  void remove(std::uint32_t) override {}
  void wrap(std::uint32_t, const broad::Cell<D>&) override {}
  void grow(std::uint32_t) override {}
  void predict(std::uint32_t ball) override;
  void leave_place(std::uint32_t ball) override { predict(ball); }

 private:
  using GeneralSearch<D>::site_;

  Time next_search() const;

  NearObstacles<D> obstacles_;
};

}  // namespace carom::sim
