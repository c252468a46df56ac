#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "broad/cell_torus.hpp"
#include "broad/large_array.hpp"
#include "carom/math/vec.hpp"

namespace carom::broad {

/// A list of bodies to be looked at, with room to write some beyond its end.
class Candidates {
 public:
  static constexpr std::size_t kSpare = 16;

  void clear() { count_ = 0; }
  std::size_t count() const { return count_; }
  std::uint32_t* data() { return bodies_.data(); }
  const std::uint32_t* begin() const { return bodies_.data(); }
  const std::uint32_t* end() const { return bodies_.data() + count_; }

  /// Fills the spare.
  void pad(std::uint32_t body) {
    reserve(0);
    std::fill_n(bodies_.data() + count_, kSpare, body);
  }

  /// Makes room for `count` more and the spare.
  void reserve(std::size_t count) {
    if (count_ + count + kSpare > bodies_.size()) bodies_.resize(2 * (count_ + count + kSpare));
  }
  void add_one(std::uint32_t body) {
    reserve(1);
    bodies_[count_++] = body;
  }
  /// The first `count` of as many bodies. There is room for all and the spare.
  template <std::size_t kMost>
  void add(const std::array<std::uint32_t, kMost>& bodies, std::uint32_t count) {
    std::memcpy(bodies_.data() + count_, bodies.data(), sizeof(bodies));
    count_ += count;
  }

 private:
  std::vector<std::uint32_t> bodies_;
  std::size_t count_ = 0;
};

/// Which bodies are near which: space is cut into cells, a body is in one cell, and bodies at most `reach` apart are in
/// the same cell or in neighbouring ones. Cells are kept one by one, or 2^D of them together: then fewer lists are
/// looked at, with more bodies in them, which pays where these are few. They lie on a torus: in a periodic box it is
/// the box, elsewhere far cells that fall together only add candidates.
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
  /// `counts`: of lists along each axis, each of 1 or, `folded`, 2 cells.
  CellGrid(const Vec<D>& origin, const Vec<D>& side, const Cell<D>& counts, bool folded = false)
      : origin_(origin),
        side_(side),
        counts_(counts),
        fold_(folded ? 1 : 0),
        stored_(origin, folded ? 2 * side : side, counts) {
    blocks_.assign(stored_.size(), {});
  }

  /// As they are stored.
  const CellTorus<D>& cells() const { return stored_; }
  double slack(int axis) const { return kSlack * side_[axis]; }
  /// Whether all cells of a neighbourhood are within half a period: then each copy in it is the nearest one.
  bool is_wide() const {
    for (const std::int32_t count : counts_)
      if (count < (fold_ == 0 ? 5 : 3)) return false;
    return true;
  }

  /// Makes room for so many bodies.
  void reserve(std::size_t bodies) { cell_of_.reserve(bodies); }

  void insert(std::uint32_t body, const Vec<D>& position) {
    if (body >= cell_of_.size()) cell_of_.resize(body + 1);
    cell_of_[body] = cell_at(position);
    link(body);
  }

  void remove(std::uint32_t body) { unlink(body); }

  const Cell<D>& cell(std::uint32_t body) const { return cell_of_[body]; }

  /// The body was moved by whole boxes (periodic): its cell is the same one, counted differently.
  void wrap(std::uint32_t body, const Cell<D>& boxes) {
    for (int k = 0; k < D; ++k) cell_of_[body][k] -= boxes[k] * (counts_[k] << fold_);
  }

  void step(std::uint32_t body, int axis, int direction) {
    const std::int32_t cell = cell_of_[body][axis];
    if ((cell + direction) >> fold_ == cell >> fold_) {
      cell_of_[body][axis] += direction;
      return;
    }
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

  /// The same on a straight path.
  Exit first_exit(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity) const {
    Exit exit;
    for (int k = 0; k < D; ++k) {
      const double v = velocity[k];
      const double ahead = v > 0 ? 1 + kSlack : -kSlack;
      const double gap = origin_[k] + (cell_of_[body][k] + ahead) * side_[k] - position[k];
      const double after = v == 0 ? std::numeric_limits<double>::infinity() : std::fmax(gap / v, 0.0);
      if (after < exit.after) exit = {after, k, v > 0 ? 1 : -1};
    }
    return exit;
  }

  /// Calls visit(body, image) for all others in the neighbourhood of `body`; image: which periodic copy of the other is
  /// near, in boxes.
  template <class Visit>
  void visit_near(std::uint32_t body, Visit visit) const {
    visit_block(body, near(body), visit);
  }

  /// The same for the layer of cells that came into the neighbourhood by the last step; its list may not be new, but
  /// others that have come into it since did not see this body.
  template <class Visit>
  void visit_entered(std::uint32_t body, int axis, int direction, Visit visit) const {
    visit_block(body, entered(body, axis, direction), visit);
  }

  /// Adds the bodies in the neighbourhood of `body`, itself included.
  void gather_near(std::uint32_t body, Candidates& found) const { gather_block(near(body), found); }

  void gather_entered(std::uint32_t body, int axis, int direction, Candidates& found) const {
    gather_block(entered(body, axis, direction), found);
  }

  /// The index of the stored cell in which `body` is.
  std::size_t index(std::uint32_t body) const { return stored_.index(list_of(body)); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  using Range = typename CellTorus<D>::Range;

  Cell<D> cell_at(const Vec<D>& position) const {
    Cell<D> cell;
    for (int k = 0; k < D; ++k) {
      const double at = (position[k] - origin_[k]) / side_[k];
      cell[k] = static_cast<std::int32_t>(at) - (at < 0 ? 1 : 0);
    }
    return cell;
  }

  Range near(std::uint32_t body) const {
    const Cell<D>& cell = cell_of_[body];
    Range range;
    for (int k = 0; k < D; ++k) {
      range.low[k] = (cell[k] - 1) >> fold_;
      range.high[k] = (cell[k] + 1) >> fold_;
    }
    return range;
  }

  Range entered(std::uint32_t body, int axis, int direction) const {
    Range range = near(body);
    range.low[axis] = range.high[axis] = (cell_of_[body][axis] + direction) >> fold_;
    return range;
  }

  Cell<D> list_of(std::uint32_t body) const {
    Cell<D> list = cell_of_[body];
    for (std::int32_t& k : list) k >>= fold_;
    return list;
  }

  /// Some bodies of a cell. The first block of a cell is stored at its index, and only that may be less than full.
  struct alignas(32) Block {
    std::array<std::uint32_t, 6> bodies{};
    std::uint32_t count = 0;
    std::uint32_t next = kNone;
  };

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

  void link(std::uint32_t body) {
    Block& first = blocks_[index(body)];
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
    Block& first = blocks_[index(body)];
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

  void gather_block(const Range& range, Candidates& found) const {
    constexpr std::size_t kMost = std::tuple_size_v<decltype(Block::bodies)>;
    found.reserve(27 * kMost);
    stored_.visit_indices(range, [&](std::size_t index) {
      const Block& first = blocks_[index];
      found.add(first.bodies, first.count);
      for (std::uint32_t next = first.next; next != kNone; next = blocks_[next].next) [[unlikely]] {
          found.reserve(27 * kMost);
          found.add(blocks_[next].bodies, blocks_[next].count);
        }
    });
  }

  template <class Visit>
  void visit_block(std::uint32_t body, const Range& range, Visit& visit) const {
    stored_.visit(range, [&](const Cell<D>& list, std::size_t index) {
      for (auto at = static_cast<std::uint32_t>(index); at != kNone; at = blocks_[at].next) {
        for (std::uint32_t slot = 0; slot < blocks_[at].count; ++slot) {
          const std::uint32_t other = blocks_[at].bodies[slot];
          if (other == body) continue;
          Cell<D> image{};
          for (int k = 0; k < D; ++k)
            if (const std::int32_t off = list[k] - (cell_of_[other][k] >> fold_); off != 0) image[k] = off / counts_[k];
          visit(other, image);
        }
      }
    });
  }

  Vec<D> origin_{};
  Vec<D> side_{};
  Cell<D> counts_{};
  int fold_ = 0;  ///< 2^fold_ cells along each axis of a list
  CellTorus<D> stored_;
  LargeArray<Block> blocks_;  ///< a first one for each cell, then further ones
  std::uint32_t free_ = kNone;
  LargeArray<Cell<D>> cell_of_;
};

}  // namespace carom::broad
