#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"
#include "io/draw/appearance.hpp"

namespace carom::io {

/// Where a cell is along each axis: broad::Cell<D>, of which no compiler would deduce D.
template <int D>
using CellAt = std::array<std::int32_t, static_cast<std::size_t>(D)>;

/// Cells that are marked for one reason: those of a region or along a cast, whatever happens, or those of a ball where
/// it is.
template <int D>
struct CellMark {
  std::string name;  ///< for people
  Color color;
  std::optional<BodyId> ball{};
  std::function<std::vector<CellAt<D>>(const Ball<D>&)> cells{};
};

/// What a scene wants marked.
template <int D>
std::vector<CellMark<D>> cell_marks(const Scene<D>& scene, const Appearances<D>& looks);

/// The cells of a mark as a world stands now; none if its ball has gone.
template <int D>
std::vector<CellAt<D>> cells_now(const CellMark<D>& mark, const World<D>& world);

template <int D>
Aabb<D> cell_box(const ShownCells<D>& grid, const CellAt<D>& cell) {
  Aabb<D> box{grid.low, grid.low};
  for (int k = 0; k < D; ++k) {
    const auto at = cell[static_cast<std::size_t>(k)];
    box.low[k] = grid.low[k] + at * grid.side[k];
    box.high[k] = grid.low[k] + (at + 1) * grid.side[k];
  }
  return box;
}

/// All of the grid.
template <int D>
Aabb<D> grid_box(const ShownCells<D>& grid) {
  CellAt<D> last = grid.counts;
  for (auto& count : last) --count;
  return {grid.low, cell_box(grid, last).high};
}

/// A box that holds the scene's grid, too, if it shows one.
template <int D>
Aabb<D> with_cells(Aabb<D> box, const Scene<D>& scene) {
  if (!scene.cells) return box;
  const Aabb<D> grid = grid_box(*scene.cells);
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::min(box.low[k], grid.low[k]);
    box.high[k] = std::max(box.high[k], grid.high[k]);
  }
  return box;
}

/// A face of a cell in space: across an axis, on the low or the high side.
struct CellFace {
  CellAt<3> cell{};
  int axis = 0;
  bool high = false;
};

/// The faces of cells, in increasing order, that no two of them share.
std::vector<CellFace> surface(const std::vector<CellAt<3>>& cells);

}  // namespace carom::io
