#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::detail {

template <int D>
using Cell = std::array<std::int32_t, D>;

/// A list of bodies to be looked at, with room to write some beyond its end.
class Candidates {
 public:
  static constexpr std::size_t kSpare = 16;

  Candidates() : bodies_(256 + kSpare) {}

  void clear() { count_ = 0; }
  std::size_t count() const { return count_; }
  std::uint32_t* data() { return bodies_.data(); }
  const std::uint32_t* begin() const { return bodies_.data(); }
  const std::uint32_t* end() const { return bodies_.data() + count_; }

  /// The first `count` ≤ kSpare of as many bodies.
  template <std::size_t kMost>
  void add(const std::array<std::uint32_t, kMost>& bodies, std::uint32_t count) {
    static_assert(kMost <= kSpare);
    std::memcpy(bodies_.data() + count_, bodies.data(), sizeof(bodies));
    count_ += count;
    if (count_ + kSpare > bodies_.size()) bodies_.resize(2 * bodies_.size());
  }

 private:
  std::vector<std::uint32_t> bodies_;
  std::size_t count_ = 0;
};

/// Which bodies are near which: space is cut into cells, a body is in one cell, and bodies at most `reach` apart are in
/// the same cell or in neighbouring ones. Cells are stored on a torus: in a periodic box it is the box, elsewhere far
/// cells that fall together only add candidates.
///
/// A body's cell changes only by `step`, when it has left its cell by more than a slack: so rounding decides nothing,
/// because the reach leaves room for the slack.
template <int D>
class CellGrid {
 public:
  /// The part of a cell by which a body may be outside before it must step.
  static constexpr double kSlack = 1.0 / 256;

  /// Cell sides at least this long make the grid sufficient for `reach`.
  static double side_for(double reach) { return reach / (1 - 4 * kSlack); }

  CellGrid() = default;
  CellGrid(const Vec<D>& origin, const Vec<D>& side, const Cell<D>& counts)
      : origin_(origin), side_(side), counts_(counts) {
    std::size_t cells = 1;
    for (int k = 0; k < D; ++k) cells *= static_cast<std::size_t>(counts_[k]);
    blocks_.assign(cells, {});
    cells_ = cells;
  }

  double slack(int axis) const { return kSlack * side_[axis]; }
  std::size_t cell_count() const { return cells_; }
  /// Whether all cells of a neighbourhood are within half a period: then each copy in it is the nearest one.
  bool is_wide() const {
    for (const std::int32_t count : counts_)
      if (count < 5) return false;
    return true;
  }

  void insert(std::uint32_t body, const Vec<D>& position) {
    if (body >= cell_of_.size()) cell_of_.resize(body + 1);
    Cell<D> cell;
    for (int k = 0; k < D; ++k) cell[k] = static_cast<std::int32_t>(std::floor((position[k] - origin_[k]) / side_[k]));
    cell_of_[body] = cell;
    link(body);
  }

  void remove(std::uint32_t body) { unlink(body); }

  const Cell<D>& cell(std::uint32_t body) const { return cell_of_[body]; }

  /// The body was moved by whole boxes (periodic): its cell is the same one, counted differently.
  void wrap(std::uint32_t body, const Cell<D>& boxes) {
    for (int k = 0; k < D; ++k) cell_of_[body][k] -= boxes[k] * counts_[k];
  }

  void step(std::uint32_t body, int axis, int direction) {
    unlink(body);
    cell_of_[body][axis] += direction;
    link(body);
  }

  struct Exit {
    double after = std::numeric_limits<double>::infinity();
    int axis = 0;
    int direction = 0;
  };

  /// When a body that is at `position` now leaves its cell (by the slack), and where to.
  Exit first_exit(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity,
                  const Vec<D>& acceleration) const {
    Exit exit;
    for (int k = 0; k < D; ++k) {
      const double low = origin_[k] + (cell_of_[body][k] - kSlack) * side_[k];
      const double high = origin_[k] + (cell_of_[body][k] + 1 + kSlack) * side_[k];
      const double up = first_rise(high - position[k], velocity[k], acceleration[k]);
      const double down = first_rise(position[k] - low, -velocity[k], -acceleration[k]);
      if (up < exit.after) exit = {up, k, 1};
      if (down < exit.after) exit = {down, k, -1};
    }
    return exit;
  }

  /// Calls visit(body, image) for all others in the neighbourhood of `body`; image: which periodic copy of the other is
  /// near, in boxes.
  template <class Visit>
  void visit_near(std::uint32_t body, Visit visit) const {
    Cell<D> low = cell_of_[body];
    Cell<D> high = low;
    for (int k = 0; k < D; ++k) {
      --low[k];
      ++high[k];
    }
    visit_block(body, low, high, visit);
  }

  /// The same for the layer of cells that came into the neighbourhood by the last step.
  template <class Visit>
  void visit_entered(std::uint32_t body, int axis, int direction, Visit visit) const {
    Cell<D> low = cell_of_[body];
    Cell<D> high = low;
    for (int k = 0; k < D; ++k) {
      --low[k];
      ++high[k];
    }
    low[axis] = high[axis] = cell_of_[body][axis] + direction;
    visit_block(body, low, high, visit);
  }

  /// Adds the bodies in the neighbourhood of `body`, itself included.
  void gather_near(std::uint32_t body, Candidates& found) const {
    Cell<D> low = cell_of_[body];
    Cell<D> high = low;
    for (int k = 0; k < D; ++k) {
      --low[k];
      ++high[k];
    }
    gather_block(low, high, found);
  }

  /// The same for the layer of cells that came into the neighbourhood by the last step.
  void gather_entered(std::uint32_t body, int axis, int direction, Candidates& found) const {
    Cell<D> low = cell_of_[body];
    Cell<D> high = low;
    for (int k = 0; k < D; ++k) {
      --low[k];
      ++high[k];
    }
    low[axis] = high[axis] = cell_of_[body][axis] + direction;
    gather_block(low, high, found);
  }

  /// The index of the stored cell in which `body` is.
  std::size_t index(std::uint32_t body) const { return index_of(cell_of_[body]); }

  /// Calls visit(index) for the stored cells that a box touches, each at least once.
  template <class Visit>
  void visit_cells(const Vec<D>& low, const Vec<D>& high, Visit visit) const {
    Cell<D> from;
    Cell<D> to;
    for (int k = 0; k < D; ++k) {
      const double first = std::floor((low[k] - origin_[k]) / side_[k]);
      const double last = std::floor((high[k] - origin_[k]) / side_[k]);
      from[k] = 0;
      to[k] = counts_[k] - 1;
      if (last - first < counts_[k]) {
        from[k] = modulo(first, counts_[k]);
        to[k] = from[k] + static_cast<std::int32_t>(last - first);
      }
    }
    visit_range(from, to, [&](const Cell<D>& cell) { visit(index_of(cell)); });
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Some bodies of a cell. The first block of a cell is stored at its index, and only that may be less than full.
  struct alignas(32) Block {
    std::array<std::uint32_t, 6> bodies{};
    std::uint32_t count = 0;
    std::uint32_t next = kNone;
  };

  static std::int32_t modulo(double value, std::int32_t count) {
    return static_cast<std::int32_t>(value - count * std::floor(value / count));
  }

  static std::size_t wrapped(std::int32_t value, std::int32_t count) {
    if (value >= 0 && value < count) return static_cast<std::size_t>(value);
    const std::int32_t rest = value % count;
    return static_cast<std::size_t>(rest < 0 ? rest + count : rest);
  }

  /// The first t ≥ 0 at which v t + ½ a t² ≥ gap, in plain double: the slack absorbs its error.
  static double first_rise(double gap, double v, double a) {
    if (gap <= 0 && v > 0) return 0;
    if (a == 0) return v > 0 ? gap / v : std::numeric_limits<double>::infinity();
    const double discriminant = v * v + 2 * a * gap;
    if (discriminant < 0) return std::numeric_limits<double>::infinity();
    const double root = std::sqrt(discriminant);
    if (v > 0) return 2 * gap / (v + root);
    if (a < 0) return std::numeric_limits<double>::infinity();
    return (root - v) / a;
  }

  std::size_t index_of(const Cell<D>& cell) const {
    std::size_t index = 0;
    for (int k = D - 1; k >= 0; --k)
      index = index * static_cast<std::size_t>(counts_[k]) + wrapped(cell[k], counts_[k]);
    return index;
  }

  void link(std::uint32_t body) {
    Block& first = blocks_[index_of(cell_of_[body])];
    if (first.count < first.bodies.size()) {
      first.bodies[first.count++] = body;
      return;
    }
    const Block full = first;
    first = {{body}, 1, free_};
    if (free_ == kNone) {
      const auto next = static_cast<std::uint32_t>(blocks_.size());
      first.next = next;
      blocks_.push_back(full);
    } else {
      std::uint32_t& next_free = blocks_[free_].next;
      const std::uint32_t rest = next_free;
      blocks_[free_] = full;
      free_ = rest;
    }
  }

  void unlink(std::uint32_t body) {
    Block& first = blocks_[index_of(cell_of_[body])];
    std::uint32_t* place = find(first, body);
    for (Block* block = &first; place == nullptr; place = find(*block, body)) block = &blocks_[block->next];
    *place = first.bodies[--first.count];
    if (first.count > 0 || first.next == kNone) return;
    const std::uint32_t emptied = first.next;
    first = blocks_[emptied];
    blocks_[emptied].next = free_;
    free_ = emptied;
  }

  static std::uint32_t* find(Block& block, std::uint32_t body) {
    for (std::uint32_t k = 0; k < block.count; ++k)
      if (block.bodies[k] == body) return &block.bodies[k];
    return nullptr;
  }

  template <class Visit>
  static void visit_range(const Cell<D>& low, const Cell<D>& high, Visit visit) {
    Cell<D> cell = low;
    if constexpr (D == 2) {
      for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1])
        for (cell[0] = low[0]; cell[0] <= high[0]; ++cell[0]) visit(cell);
    } else {
      for (cell[2] = low[2]; cell[2] <= high[2]; ++cell[2])
        for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1])
          for (cell[0] = low[0]; cell[0] <= high[0]; ++cell[0]) visit(cell);
    }
  }

  /// Calls visit(cell, index) for at most three cells per axis.
  template <class Visit>
  void visit_cells_of(const Cell<D>& low, const Cell<D>& high, Visit visit) const {
    // A stored cell's index is the sum of one part per axis.
    std::array<std::array<std::size_t, 3>, D> part;
    std::size_t stride = 1;
    for (int k = 0; k < D; ++k) {
      for (std::int32_t c = low[k]; c <= high[k]; ++c) part[k][c - low[k]] = stride * wrapped(c, counts_[k]);
      stride *= static_cast<std::size_t>(counts_[k]);
    }
    visit_range(low, high, [&](const Cell<D>& cell) {
      std::size_t index = 0;
      for (int k = 0; k < D; ++k) index += part[k][cell[k] - low[k]];
      visit(cell, index);
    });
  }

  void gather_block(const Cell<D>& low, const Cell<D>& high, Candidates& found) const {
    visit_cells_of(low, high, [&](const Cell<D>&, std::size_t index) {
      const Block* block = &blocks_[index];
      found.add(block->bodies, block->count);
      while (block->next != kNone) {
        block = &blocks_[block->next];
        found.add(block->bodies, block->count);
      }
    });
  }

  template <class Visit>
  void visit_block(std::uint32_t body, const Cell<D>& low, const Cell<D>& high, Visit& visit) const {
    visit_cells_of(low, high, [&](const Cell<D>& cell, std::size_t index) {
      for (auto at = static_cast<std::uint32_t>(index); at != kNone; at = blocks_[at].next) {
        for (std::uint32_t slot = 0; slot < blocks_[at].count; ++slot) {
          const std::uint32_t other = blocks_[at].bodies[slot];
          if (other == body) continue;
          Cell<D> image{};
          for (int k = 0; k < D; ++k)
            if (const std::int32_t off = cell[k] - cell_of_[other][k]; off != 0) image[k] = off / counts_[k];
          visit(other, image);
        }
      }
    });
  }

  Vec<D> origin_{};
  Vec<D> side_{};
  Cell<D> counts_{};
  std::size_t cells_ = 0;
  std::vector<Block> blocks_;  ///< a first one for each cell, then further ones
  std::uint32_t free_ = kNone;
  std::vector<Cell<D>> cell_of_;
};

}  // namespace carom::detail
