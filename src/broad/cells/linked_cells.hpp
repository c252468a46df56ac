#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "broad/cells/cell_torus.hpp"
#include "broad/memory/fetch.hpp"
#include "broad/memory/large_array.hpp"
#include "carom/math/vec.hpp"

namespace carom::broad {

/// A body leaves its cell along an axis, upwards or not.
struct CellStep {
  std::uint32_t axis = 0;
  bool up = false;

  int direction() const { return up ? 1 : -1; }
  /// As one number.
  std::uint32_t code() const { return 2 * axis + (up ? 1 : 0); }
  static CellStep of(std::uint32_t code) { return {code / 2, code % 2 != 0}; }
};

/// Cells to be looked through, 3 along each axis, or all but the last one, row by row: the number of each is a sum of
/// one part per axis.
template <int D>
struct LinkedRange {
  std::array<const std::uint32_t*, D> parts;  ///< of which four can be read
  std::size_t cells;
};

/// Which bodies of similar sizes are near which, in a periodic box in which they are far apart. Most cells hold nobody,
/// few more than one body: a cell names one of its bodies, and each body that is not the last one the next one of its
/// cell; a name says whether another one follows. Bodies are near that are in the same cell or in neighbouring ones.
///
/// A body's cell changes only by `step`, when it has left its cell by a hysteresis, or comes as close to the next: so
/// rounding decides nothing, because sides of cells leave room for the hysteresis.
template <int D>
class LinkedCells {
 public:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  /// In a name: another one follows.
  static constexpr std::uint32_t kMore = 1u << 31;
  /// The part of a cell by which a body may be outside.
  static constexpr double kHysteresis = 1.0 / 64;

  /// Cell sides at least this long are enough for bodies of this diameter.
  static double side_for(double diameter) { return diameter / (1 - 4 * kHysteresis); }

  /// How far bodies of this diameter may go beyond where they are without meeting any but those near them.
  double margin(double diameter) const {
    double least = sides_[0];
    for (std::size_t k = 1; k < D; ++k) least = std::min(least, sides_[k]);
    return least * (1 - 2 * kHysteresis) - diameter;
  }

  LinkedCells() = default;
  /// At least five cells are along each axis: then the nearest copy is the one that is near.
  explicit LinkedCells(const CellTorus<D>& cells) : cells_(cells) {
    for (int k = 0; k < D; ++k) {
      corner_[static_cast<std::size_t>(k)] = cells_.origin()[k];
      sides_[static_cast<std::size_t>(k)] = cells_.side()[k];
    }
    // A cache line is a block of cells.
    constexpr std::array<std::uint32_t, 3> kBlock = D == 2 ? std::array{4u, 4u, 1u} : std::array{4u, 2u, 2u};
    std::uint32_t within = 1;
    std::uint32_t stride = 16;
    for (std::size_t k = 0; k < D; ++k) {
      const auto count = static_cast<std::uint32_t>(cells_.counts()[k]);
      for (std::uint32_t c = 0; c <= 3 * count + 8; ++c) {
        const std::uint32_t cell = (c + 2 * count - 2) % count;
        parts_[k].push_back(stride * (cell / kBlock[k]) + within * (cell % kBlock[k]));
      }
      within *= kBlock[k];
      stride *= (count + kBlock[k] - 1) / kBlock[k];
    }
    heads_.assign(stride, kNobody);
  }

  void insert(std::uint32_t body, const Vec<D>& position) {
    if (body >= places_.size()) places_.resize(body + 1);
    for (int k = 0; k < D; ++k)
      places_[body].cell[k] =
          static_cast<std::int32_t>(std::floor((position[k] - cells_.origin()[k]) / cells_.side()[k]));
    link(body);
  }

  void remove(std::uint32_t body) {
    std::uint32_t* name = &head(body);
    if ((*name & ~kMore) == body) {
      *name = (*name & kMore) != 0 ? places_[body].next : kNobody;
      return;
    }
    std::uint32_t* before = name;
    while ((*name & ~kMore) != body) {
      before = name;
      name = &places_[*name & ~kMore].next;
    }
    if ((*name & kMore) != 0)
      *name = places_[body].next;
    else
      *before &= ~kMore;
  }

  /// The body was moved by whole boxes: its cell is the same one, counted differently.
  void wrap(std::uint32_t body, const Cell<D>& boxes) {
    for (std::size_t k = 0; k < D; ++k) places_[body].cell[k] -= boxes[k] * cells_.counts()[k];
  }

  /// A body goes into the next cell: returns the cells that come near it, as `ahead` does before.
  LinkedRange<D> step(std::uint32_t body, const CellStep& step) {
    const LinkedRange<D> range = ahead(body, step);
    remove(body);
    places_[body].cell[step.axis] += step.direction();
    link(body);
    return range;
  }

  struct Exit {
    double after;
    CellStep step;
  };

  /// Where a body is: its cell, and the name of the body that follows it.
  struct alignas(16) Place {
    std::int32_t cell[3] = {};
    std::uint32_t next = kNobody;
  };
  const Place& place(std::uint32_t body) const { return places_[body]; }
  /// Of four axes, as fill a vector: where cell 0 begins, and sides of cells.
  const double* corner() const { return corner_.data(); }
  const double* sides() const { return sides_.data(); }

  const CellTorus<D>& cells() const { return cells_; }
  /// Numbers of cells are less than that; that of one, of a body's, and of the one into which it steps.
  std::size_t numbers() const { return heads_.size(); }
  std::size_t number(const Cell<D>& cell) const { return number_at(cell.data()); }
  std::size_t number(std::uint32_t body) const { return number_at(places_[body].cell); }
  std::size_t number_after(std::uint32_t body, const CellStep& step) const {
    std::size_t number = 0;
    for (std::size_t k = 0; k < D; ++k) number += parts(body, k)[k != step.axis ? 1 : step.up ? 2 : 0];
    return number;
  }

  /// When a body that is at `position` now, on a straight path, has left its cell by the hysteresis, and where to.
  Exit first_exit(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity) const {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t axis = 0;
    for (int k = 0; k < D; ++k) {
      const double v = velocity[k];
      const double end = places_[body].cell[k] + (v > 0 ? 1 + kHysteresis : -kHysteresis);
      const double gap = cells_.origin()[k] + end * cells_.side()[k] - position[k];
      const double after = v == 0 ? std::numeric_limits<double>::infinity() : gap / v;
      axis = after < least ? static_cast<std::uint32_t>(k) : axis;
      least = after < least ? after : least;
    }
    return {least > 0 ? least : 0, {axis, velocity[static_cast<int>(axis)] > 0}};
  }

  /// Whether a body there is close enough to the cell that it steps into next to be in it.
  bool may_step(std::uint32_t body, const Vec<D>& position, const CellStep& step) const {
    const int k = static_cast<int>(step.axis);
    const double end = places_[body].cell[step.axis] + (step.up ? 1 - kHysteresis : kHysteresis);
    const double past = position[k] - (cells_.origin()[k] + end * cells_.side()[k]);
    return step.up ? past >= 0 : past <= 0;
  }

  /// How far a position is beyond a body's cell and its hysteresis, along the axis where that is most; negative within.
  double beyond(std::uint32_t body, const Vec<D>& position) const {
    double most = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < D; ++k) {
      const double side = cells_.side()[k];
      const double past = position[k] - cells_.origin()[k] - places_[body].cell[k] * side;
      most = std::max({most, -past - kHysteresis * side, past - (1 + kHysteresis) * side});
    }
    return most;
  }

  /// The cells around that of a body.
  LinkedRange<D> around(std::uint32_t body) const {
    LinkedRange<D> range{{}, D == 2 ? 9 : 27};
    for (std::size_t k = 0; k < D; ++k) range.parts[k] = parts(body, k);
    return range;
  }

  /// Those that come near it by a step; and those that have come.
  LinkedRange<D> ahead(std::uint32_t body, const CellStep& step) const { return beyond(body, step, 2); }
  LinkedRange<D> entered(std::uint32_t body, const CellStep& step) const { return beyond(body, step, 1); }

  /// Calls visit(body) for those in cells.
  template <class Visit>
  void visit(const LinkedRange<D>& range, Visit visit) const {
    visit_numbers(range, [&](std::size_t number) { visit_cell(number, visit); });
  }
  /// The same for cells around one, but for those above, or below, along an axis.
  template <class Visit>
  void visit_but(const LinkedRange<D>& around, std::size_t axis, bool above, Visit visit) const {
    visit_numbers_but(around, axis, above, [&](std::size_t number) { visit_cell(number, visit); });
  }
  /// Calls visit(number) for cells of a range; or for those.
  template <class Visit>
  void visit_numbers(const LinkedRange<D>& range, Visit visit) const {
    for (std::size_t cell = 0; cell < range.cells; cell += 3) {
      const std::size_t row = row_of(range, cell);
      for (std::size_t k = 0; k < 3; ++k) visit(row + range.parts[0][k]);
    }
  }
  template <class Visit>
  void visit_numbers_but(const LinkedRange<D>& around, std::size_t axis, bool above, Visit visit) const {
    const std::size_t left_out = above ? 2 : 0;
    for (std::size_t cell = 0; cell < around.cells; cell += 3) {
      if ((axis == 1 && cell / 3 % 3 == left_out) || (axis == 2 && cell / 9 == left_out)) continue;
      const std::size_t row = row_of(around, cell);
      for (std::size_t k = 0; k < 3; ++k)
        if (axis != 0 || k != left_out) visit(row + around.parts[0][k]);
    }
  }
  /// The same for those that follow a name.
  template <class Visit>
  void visit_behind(std::uint32_t name, Visit visit) const {
    while ((name & kMore) != 0) {
      name = places_[name & ~kMore].next;
      visit(name & ~kMore);
    }
  }

  /// Ask for where a body is; and, once that is there, for the cells that its step changes or looks at, or for some.
  void fetch(std::uint32_t body) const { fetch_line(&places_[body]); }
  void fetch_step(std::uint32_t body, const CellStep& step) const {
    std::size_t number = 0;
    for (std::size_t k = 0; k < D; ++k) number += k == step.axis ? 0 : parts(body, k)[1];
    const std::uint32_t* along = parts(body, step.axis);
    fetch_line(&heads_[number + along[1]]);
    fetch_line(&heads_[number + along[step.up ? 2 : 0]]);
    fetch_cells(ahead(body, step));
  }
  void fetch_cells(const LinkedRange<D>& range) const {
    // The corners are in all lines.
    for (const std::size_t corner : {0, 2, 6, 8, 18, 20, 24, 26})
      if (corner < range.cells) fetch_line(&heads_[number_of(range, corner)]);
  }

  /// Of each cell the name of its first body, or nobody.
  const std::uint32_t* heads() const { return heads_.data(); }

 private:
  template <class Visit>
  void visit_cell(std::size_t number, Visit visit) const {
    const std::uint32_t first = heads_[number];
    if (first == kNobody) return;
    visit(first & ~kMore);
    visit_behind(first, visit);
  }

  /// Of a cell of a range; and without its part along the first axis.
  static std::size_t number_of(const LinkedRange<D>& range, std::size_t cell) {
    return range.parts[0][cell % 3] + row_of(range, cell);
  }
  static std::size_t row_of(const LinkedRange<D>& range, std::size_t cell) {
    std::size_t number = range.parts[1][cell / 3 % 3];
    if constexpr (D == 3) number += range.parts[2][cell / 9];
    return number;
  }

  std::size_t number_at(const std::int32_t* cell) const {
    std::size_t number = 0;
    for (std::size_t k = 0; k < D; ++k) number += parts(cell[k], k)[1];
    return number;
  }

  /// Of the cells before, at and after that of a body, or one, along an axis.
  const std::uint32_t* parts(std::uint32_t body, std::size_t axis) const {
    return parts(places_[body].cell[axis], axis);
  }
  const std::uint32_t* parts(std::int32_t cell, std::size_t axis) const {
    return &parts_[axis][1 + part_of(cell, cells_.counts()[axis])];
  }

  /// Where among parts that of the cell two before one is: a ball is mostly less than a box from home.
  static std::size_t part_of(std::int32_t cell, std::int32_t count) {
    if (cell < -count || cell > 2 * count) [[unlikely]]
      cell = static_cast<std::int32_t>(CellTorus<D>::wrapped(cell, count));
    return static_cast<std::size_t>(cell + count);
  }

  /// The cells so many further from that of a body, one beside the other.
  LinkedRange<D> beyond(std::uint32_t body, const CellStep& step, int cells) const {
    LinkedRange<D> range{{}, D == 2 ? 3 : 9};
    std::size_t row = 0;
    for (std::size_t k = 0; k < D; ++k)
      if (k != step.axis) range.parts[row++] = parts(body, k);
    range.parts[D - 1] = parts(body, step.axis) + 1 + cells * step.direction();
    return range;
  }

  std::uint32_t& head(std::uint32_t body) { return heads_[number(body)]; }

  void link(std::uint32_t body) {
    std::uint32_t& first = head(body);
    places_[body].next = first;
    first = body | (first == kNobody ? 0 : kMore);
  }

  CellTorus<D> cells_;
  std::array<double, 4> corner_{};
  std::array<double, 4> sides_{};
  /// Along each axis, what cells of coordinates from −count − 2 on add to their numbers.
  std::array<std::vector<std::uint32_t>, D> parts_;
  LargeArray<std::uint32_t> heads_;
  LargeArray<Place> places_;  ///< of bodies
};

}  // namespace carom::broad
