#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/search/search.hpp"

namespace carom::sim {

/// Which pieces of obstacles a ball may meet: those that are near every ball, and those near the cell in which it is.
template <int D>
class NearObstacles {
 public:
  /// Below this many pieces, every ball is tested against all of them.
  static constexpr std::size_t kFew = 12;

  explicit NearObstacles(const SearchSite<D>& site) : site_(site) {}

  /// All are near every ball.
  void place_everywhere() {
    clear();
    visit_present([&](std::uint32_t number) { everywhere_.push_back(number); });
  }
  /// Those that stand still are near so many cells: visit_cells(piece, visit) calls visit(cell) for those of a piece.
  template <class VisitCells>
  void place_in_cells(std::size_t cells, VisitCells visit_cells) {
    if (site_.obstacles.size() <= kFew) return place_everywhere();
    clear();
    in_cell_.resize(cells);
    bounds_.reserve(site_.obstacles.size());
    for (const Obstacle<D>& piece : site_.obstacles) bounds_.push_back({piece.low, piece.high});
    visit_present([&](std::uint32_t number) {
      const Obstacle<D>& piece = site_.obstacles[number];
      if (piece.kind == Obstacle<D>::Kind::plane || site_.store.has_moved(piece.body)) {
        everywhere_.push_back(number);
        return;
      }
      visit_cells(piece, [&](std::size_t cell) {
        if (in_cell_[cell].empty() || in_cell_[cell].back() != number) in_cell_[cell].push_back(number);
      });
    });
  }

  bool has_cells() const { return !in_cell_.empty(); }
  const std::vector<std::uint32_t>& everywhere() const { return everywhere_; }
  /// Takes note of encounters with those near every ball, or near a cell; what comes after `until` may be left out.
  void consider_everywhere(std::uint32_t ball, const Time& until, Encounter<D>& best) const {
    site_.counts.obstacles += everywhere_.size();
    for (const std::uint32_t number : everywhere_) site_.predictor.consider_obstacle(ball, number, until, best);
  }
  void consider_cell(std::uint32_t ball, std::size_t cell, const Time& until, Encounter<D>& best) const {
    const auto& numbers = in_cell_[cell];
    const std::optional<Aabb<D>> way = numbers.size() > kFew ? site_.predictor.way_of(ball, until) : std::nullopt;
    for (const std::uint32_t number : numbers) {
      if (way && !touch(*way, bounds_[number])) continue;
      ++site_.counts.obstacles;
      site_.predictor.consider_obstacle(ball, number, until, best);
    }
  }
  /// Whether `is_near(piece)` is true of one near every ball or near a cell, whose number `cell()` gives.
  template <class CellOf, class IsNear>
  bool any_near(CellOf cell, IsNear is_near) const {
    const auto is_near_number = [&](std::uint32_t number) { return is_near(site_.obstacles[number]); };
    if (std::any_of(everywhere_.begin(), everywhere_.end(), is_near_number)) return true;
    if (in_cell_.empty()) return false;
    const auto& in_cell = in_cell_[cell()];
    return std::any_of(in_cell.begin(), in_cell.end(), is_near_number);
  }

 private:
  void clear() {
    everywhere_.clear();
    in_cell_.clear();
    bounds_.clear();
  }
  static bool touch(const Aabb<D>& a, const Aabb<D>& b) {
    bool all = true;
    for (int k = 0; k < D; ++k) all = all && a.low[k] <= b.high[k] && b.low[k] <= a.high[k];
    return all;
  }
  template <class Visit>
  void visit_present(Visit visit) const {
    for (std::uint32_t number = 0; number < site_.obstacles.size(); ++number)
      if (site_.store.is_here(site_.obstacles[number].body)) visit(number);
  }

  SearchSite<D> site_;
  std::vector<std::uint32_t> everywhere_;
  std::vector<std::vector<std::uint32_t>> in_cell_;
  std::vector<Aabb<D>> bounds_;  ///< of the pieces, where there are cells
};

}  // namespace carom::sim
