#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::detail {

template <int D>
using Cell = std::array<std::int32_t, D>;

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
    first_.assign(cells, kNone);
  }

  double slack(int axis) const { return kSlack * side_[axis]; }
  std::size_t cell_count() const { return first_.size(); }

  void insert(std::uint32_t body, const Vec<D>& position) {
    if (body >= links_.size()) links_.resize(body + 1);
    Cell<D> cell;
    for (int k = 0; k < D; ++k) cell[k] = static_cast<std::int32_t>(std::floor((position[k] - origin_[k]) / side_[k]));
    links_[body].cell = cell;
    link(body);
  }

  void remove(std::uint32_t body) { unlink(body); }

  const Cell<D>& cell(std::uint32_t body) const { return links_[body].cell; }

  /// The body was moved by whole boxes (periodic): its cell is the same one, counted differently.
  void wrap(std::uint32_t body, const Cell<D>& boxes) {
    for (int k = 0; k < D; ++k) links_[body].cell[k] -= boxes[k] * counts_[k];
  }

  void step(std::uint32_t body, int axis, int direction) {
    unlink(body);
    links_[body].cell[axis] += direction;
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
      const double low = origin_[k] + (links_[body].cell[k] - kSlack) * side_[k];
      const double high = origin_[k] + (links_[body].cell[k] + 1 + kSlack) * side_[k];
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
    Cell<D> low = links_[body].cell;
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
    Cell<D> low = links_[body].cell;
    Cell<D> high = low;
    for (int k = 0; k < D; ++k) {
      --low[k];
      ++high[k];
    }
    low[axis] = high[axis] = links_[body].cell[axis] + direction;
    visit_block(body, low, high, visit);
  }

  /// The index of the stored cell in which `body` is.
  std::size_t index(std::uint32_t body) const { return index_of(links_[body].cell); }

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

  struct Link {
    Cell<D> cell{};
    std::uint32_t next = kNone;
    std::uint32_t previous = kNone;
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
    std::uint32_t& first = first_[index_of(links_[body].cell)];
    links_[body].previous = kNone;
    links_[body].next = first;
    if (first != kNone) links_[first].previous = body;
    first = body;
  }

  void unlink(std::uint32_t body) {
    const Link& mine = links_[body];
    if (mine.previous != kNone)
      links_[mine.previous].next = mine.next;
    else
      first_[index_of(mine.cell)] = mine.next;
    if (mine.next != kNone) links_[mine.next].previous = mine.previous;
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

  /// At most three cells per axis.
  template <class Visit>
  void visit_block(std::uint32_t body, const Cell<D>& low, const Cell<D>& high, Visit& visit) const {
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
      for (std::uint32_t other = first_[index]; other != kNone; other = links_[other].next) {
        if (other == body) continue;
        Cell<D> image{};
        for (int k = 0; k < D; ++k)
          if (const std::int32_t off = cell[k] - links_[other].cell[k]; off != 0) image[k] = off / counts_[k];
        visit(other, image);
      }
    });
  }

  Vec<D> origin_{};
  Vec<D> side_{};
  Cell<D> counts_{};
  std::vector<std::uint32_t> first_;
  std::vector<Link> links_;
};

}  // namespace carom::detail
