#pragma once
#include <algorithm>
#include <vector>

#include "broad/cells/level_grid.hpp"
#include "broad/structures/box_around.hpp"

namespace carom::broad {

/// Which cells of a grid a search looks at, asked of the searches' own grid, to be shown: in increasing order, those
/// beyond the grid left out, or in a periodic box counted from the other side.
template <int D>
class MarkedCells {
 public:
  MarkedCells(const Vec<D>& low, const Vec<D>& side, const Cell<D>& counts, bool periodic)
      : low_(low), side_(side), counts_(counts), periodic_(periodic) {}

  /// Those that a box touches.
  std::vector<Cell<D>> of_region(Aabb<D> box) const {
    std::vector<Cell<D>> cells;
    for (int k = 0; k < D && !periodic_; ++k) {
      box.low[k] = std::max(box.low[k], low_[k]);
      box.high[k] = std::min(box.high[k], low_[k] + counts_[static_cast<std::size_t>(k)] * side_[k]);
      if (!(box.low[k] <= box.high[k])) return cells;
    }
    grid().visit_cells(box.low, box.high, [&](const Cell<D>& cell) { cells.push_back(cell); });
    return kept(std::move(cells));
  }
  /// Those that the box around a ball touches.
  std::vector<Cell<D>> of_ball(const Ball<D>& ball) const { return of_region(box_around(ball)); }
  /// Those in which may be what is near a ball: its own and all beside it.
  std::vector<Cell<D>> around(const Vec<D>& center) const {
    for (int k = 0; k < D; ++k)
      if (!(std::fabs(center[k] - low_[k]) <= kFar * side_[k])) return {};
    LevelGrid<D> grid = this->grid();
    grid.insert(0, center, 0);
    std::vector<Cell<D>> cells;
    grid.visit_near(0, [&](const Cell<D>& cell) { cells.push_back(cell); });
    return kept(std::move(cells));
  }
  /// Those through which a centre goes from one point to another, from cell to cell as balls of a world do; both within
  /// 2²⁰ cells of the grid's low corner.
  std::vector<Cell<D>> along(const Segment<D>& way) const {
    LevelGrid<D> grid = this->grid();
    grid.insert(0, way.from, 0);
    std::vector<Cell<D>> cells{grid.cell(0)};
    const Vec<D> velocity = way.to - way.from;
    Vec<D> position = way.from;
    for (double time = 0; cells.size() < kMostSteps; cells.push_back(grid.cell(0))) {
      const auto exit = grid.first_exit(0, position, velocity);
      time += exit.after;
      if (!(time <= 1)) break;
      position = way.from + time * velocity;
      grid.step(0, exit.axis, exit.direction);
    }
    return kept(std::move(cells));
  }

 private:
  static constexpr double kFar = 0x1p20;  // in cells: so far away is no cell of the grid
  static constexpr std::size_t kMostSteps = 100'000;

  LevelGrid<D> grid() const { return {low_, side_, counts_, {LevelPlan{}}, periodic_}; }

  std::vector<Cell<D>> kept(std::vector<Cell<D>> cells) const {
    for (Cell<D>& cell : cells)
      for (std::size_t k = 0; periodic_ && k < D; ++k)
        cell[k] = static_cast<std::int32_t>(CellTorus<D>::wrapped(cell[k], counts_[k]));
    std::erase_if(cells, [&](const Cell<D>& cell) {
      for (std::size_t k = 0; k < D; ++k)
        if (cell[k] < 0 || cell[k] >= counts_[k]) return true;
      return false;
    });
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  Vec<D> low_;
  Vec<D> side_;
  Cell<D> counts_;
  bool periodic_;
};

}  // namespace carom::broad
