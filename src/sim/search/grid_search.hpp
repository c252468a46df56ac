#pragma once
#include <cstdint>

#include "broad/cells/level_grid.hpp"
#include "sim/search/first_encounter.hpp"
#include "sim/search/general_search.hpp"
#include "sim/search/near_obstacles.hpp"

namespace carom::sim {

/// Balls of all sizes and motions in cells, level by level of sizes: a ball is held against those in cells near its
/// own, and looks ahead when it leaves that.
template <int D>
class GridSearch final : public GeneralSearch<D> {
 public:
  /// `cells` are empty, and for balls up to a radius.
  GridSearch(const SearchSite<D>& site, broad::LevelGrid<D> cells, double largest);

  SearchKind kind() const override { return SearchKind::cells; }
  bool can_take(std::uint32_t ball) const override {
    return site_.store.particle(ball).is_ball && site_.store.radius(ball) <= largest_;
  }
  void insert(std::uint32_t ball) override;
  void remove(std::uint32_t ball) override { cells_.remove(ball); }
  void wrap(std::uint32_t ball, const broad::Cell<D>& boxes) override { cells_.wrap(ball, boxes); }
  void grow(std::uint32_t ball) override;
  void predict(std::uint32_t ball) override;
  void expect_nothing(std::uint32_t ball, double within) override;
  void leave_place(std::uint32_t ball) override;

 private:
  using GeneralSearch<D>::site_;
  using Exit = typename GeneralSearch<D>::Exit;

  void place(std::uint32_t ball) {
    cells_.insert(ball, site_.store.position_at(ball, site_.now), site_.store.radius(ball));
  }
  void place_obstacles();
  void consider_copy(std::uint32_t ball, std::uint32_t other, const broad::Cell<D>& image, Encounter<D>& best) const;
  bool is_solid();
  bool is_solid_at(std::uint32_t ball);
  Exit next_exit(std::uint32_t ball) const;

  broad::LevelGrid<D> cells_;
  double largest_;
  NearObstacles<D> obstacles_;
  FirstEncounter<D> first_;
  broad::CandidateBodies candidates_;
};

}  // namespace carom::sim
