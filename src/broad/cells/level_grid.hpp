#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "broad/cells/candidate_bodies.hpp"
#include "broad/cells/cell_lists.hpp"
#include "broad/cells/cell_torus.hpp"
#include "broad/memory/large_array.hpp"
#include "carom/math/vec.hpp"

namespace carom::broad {

/// Which bodies of a level are near: lists of 2^shift cells along each axis, for bodies up to `radius`.
struct LevelPlan {
  double radius = 0;
  int shift = 0;
};

/// Which bodies of all sizes are near which. Space is cut into cells, and every body is in one of them; small bodies
/// and large ones are listed apart, level by level, a large one's list standing for more cells. So near a small body
/// there are few lists of large ones, and near a large body are looked at those lists of small ones that are at its
/// surface. Lists lie on a torus: in a periodic box it is the box, elsewhere far ones that fall together only add
/// candidates. docs/decisions/0009-levels-of-sizes.md says which pairs count as near, and why that is enough.
///
/// A body's cell changes only by `step`, when it has left its cell by more than a hysteresis: so rounding decides
/// nothing, because the reach leaves room for the hysteresis.
template <int D>
class LevelGrid {
 public:
  /// The part of a cell by which a body may be outside before it must step.
  static constexpr double kHysteresis = 1.0 / 256;

  /// Cell sides at least this long make the grid sufficient for `reach`.
  static double side_for(double reach) { return reach / (1 - 4 * kHysteresis); }

  LevelGrid() = default;
  /// `side`: of a cell; `counts`: of cells along each axis, in a periodic box in whole lists of each level; `plans`
  /// from small to large, each of lists no smaller than the one before, and no smaller than side_for its diameters but
  /// for the first, of whose cells that is true.
  LevelGrid(const Vec<D>& origin, const Vec<D>& side, const Cell<D>& counts, const std::vector<LevelPlan>& plans,
            bool periodic)
      : origin_(origin), side_(side), counts_(counts) {
    std::size_t lists = 0;
    for (const LevelPlan& plan : plans) {
      Level level{levels_.size(), plan.radius, plan.shift, levels_.empty() ? 0 : plan.shift, lists, {}, {}, 0};
      std::size_t own = 1;
      for (int k = 0; k < D; ++k) {
        level.side[k] = side[k] * (1 << plan.shift);
        level.counts[k] = periodic ? counts[k] >> plan.shift : std::max(3, 1 + ((counts[k] - 1) >> plan.shift));
        own *= static_cast<std::size_t>(level.counts[k]);
      }
      lists += own;
      levels_.push_back(level);
    }
    lists_ = CellLists(lists);
    for (const Level& a : levels_)
      for (const Level& b : levels_) pairs_.push_back(pair_of(&a < &b ? a : b, &a < &b ? b : a, periodic));
  }

  std::size_t level_count() const { return levels_.size(); }
  double hysteresis(int axis) const { return kHysteresis * side_[axis]; }
  double radius(std::size_t level) const { return levels_[level].radius; }
  std::size_t list_count() const { return lists_.count(); }

  /// Says whether no body's centre is, or will ever be, inside a larger one: then nobody looks there.
  void set_solid(bool solid) { solid_ = solid; }
  bool is_solid() const { return solid_; }

  /// Makes room for so many bodies.
  void reserve(std::size_t bodies) {
    cell_of_.reserve(bodies);
    level_of_.reserve(bodies);
  }

  void insert(std::uint32_t body, const Vec<D>& position, double radius) {
    if (body >= cell_of_.size()) {
      cell_of_.resize(body + 1);
      level_of_.resize(body + 1);
    }
    for (int k = 0; k < D; ++k)
      cell_of_[body][k] = static_cast<std::int32_t>(std::floor((position[k] - origin_[k]) / side_[k]));
    level_of_[body] = level_for(radius);
    enlist(body);
  }

  void remove(std::uint32_t body) {
    lists_.unlink(index(body), body);
    --own_level(body).bodies;
  }

  /// The body was moved by whole boxes (periodic): its cell is the same one, counted differently.
  void wrap(std::uint32_t body, const Cell<D>& boxes) {
    for (int k = 0; k < D; ++k) cell_of_[body][k] -= boxes[k] * counts_[k];
  }

  void step(std::uint32_t body, int axis, int direction) {
    const std::int32_t cell = cell_of_[body][axis];
    const int shift = own_level(body).shift;
    if ((cell + direction) >> shift == cell >> shift) {
      cell_of_[body][axis] += direction;
      return;
    }
    lists_.unlink(index(body), body);
    cell_of_[body][axis] += direction;
    lists_.link(index(body), body);
  }

  struct Exit {
    double after = std::numeric_limits<double>::infinity();
    int axis = 0;
    int direction = 0;
  };

  /// When a body that is at `position` now leaves its cell (by the hysteresis), and where to.
  Exit first_exit(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity,
                  const Vec<D>& acceleration) const {
    Exit exit;
    for (int k = 0; k < D; ++k) {
      const double low = origin_[k] + (cell_of_[body][k] - kHysteresis) * side_[k];
      const double high = origin_[k] + (cell_of_[body][k] + 1 + kHysteresis) * side_[k];
      const double up = first_rise(high - position[k], velocity[k], acceleration[k]);
      const double down = first_rise(position[k] - low, -velocity[k], -acceleration[k]);
      if (up < exit.after) exit = {up, k, 1};
      if (down < exit.after) exit = {down, k, -1};
    }
    return exit;
  }

  /// Whether a body on a straight path from one place to another stays in its cell, and well within the hysteresis.
  bool stays(std::uint32_t body, const Vec<D>& from, const Vec<D>& to) const {
    for (int k = 0; k < D; ++k) {
      const double low = origin_[k] + (cell_of_[body][k] - 0.5 * kHysteresis) * side_[k];
      const double high = origin_[k] + (cell_of_[body][k] + 1 + 0.5 * kHysteresis) * side_[k];
      if (!(std::min(from[k], to[k]) > low && std::max(from[k], to[k]) < high)) return false;
    }
    return true;
  }

  /// The same on a straight path.
  Exit first_exit(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity) const {
    Exit exit;
    for (int k = 0; k < D; ++k) {
      const double v = velocity[k];
      const double ahead = v > 0 ? 1 + kHysteresis : -kHysteresis;
      const double gap = origin_[k] + (cell_of_[body][k] + ahead) * side_[k] - position[k];
      const double after = v == 0 ? std::numeric_limits<double>::infinity() : std::fmax(gap / v, 0.0);
      if (after < exit.after) exit = {after, k, v > 0 ? 1 : -1};
    }
    return exit;
  }

  /// Finds the bodies near one of that radius, among others and itself: adds those of which the nearest copy is meant,
  /// and calls visit(other, image) for all others; image: which periodic copy of the other is near, in boxes.
  template <class Visit>
  void look_near(std::uint32_t body, double radius, CandidateBodies& found, Visit visit) const {
    const Level& own = own_level(body);
    for (const Level& other : levels_) {
      if (other.bodies == 0) continue;
      look(body, other, found, visit, [&](auto take) {
        if (&other < &own)
          visit_surface(body, radius, other, take);
        else
          visit_few(near(body, own, other), other, take);
      });
    }
  }

  /// The same for what may have come near by the body's last step.
  template <class Visit>
  void look_ahead(std::uint32_t body, double radius, int axis, int direction, CandidateBodies& found,
                  Visit visit) const {
    const Level& own = own_level(body);
    const std::int32_t cell = cell_of_[body][axis];
    for (const Level& other : levels_) {
      const int shift = &other == &own ? own.unit : std::min(own.shift, other.shift);
      if (other.bodies == 0 || cell >> shift == (cell - direction) >> shift) continue;
      look(body, other, found, visit, [&](auto take) {
        if (&other < &own)
          visit_front(body, radius, other, axis, direction, take);
        else
          visit_few(ahead(body, own, other, axis, direction), other, take);
      });
    }
  }

  /// Whether there are levels of smaller bodies than this one's.
  bool has_smaller(std::uint32_t body) const { return level_of_[body] > 0; }
  bool is_smaller(std::uint32_t body, std::uint32_t other) const { return level_of_[body] < level_of_[other]; }

  /// The list in which a body is.
  std::size_t index(std::uint32_t body) const {
    const Level& level = own_level(body);
    return index_of(list_of(body, level), level);
  }

  /// Calls visit(index) for the lists of a level that a box touches, each at least once.
  template <class Visit>
  void visit_box(std::size_t at, const Vec<D>& low, const Vec<D>& high, Visit visit) const {
    const Level& level = levels_[at];
    visit_range(touched(level, low, high), level, [&](const Cell<D>&, std::size_t index) { visit(index); });
  }

  /// The cell in which a body is, counted from the origin.
  const Cell<D>& cell(std::uint32_t body) const { return cell_of_[body]; }
  /// The same calls visit(cell) for the cells of the first level.
  template <class Visit>
  void visit_cells(const Vec<D>& low, const Vec<D>& high, Visit visit) const {
    visit_range(touched(levels_[0], low, high), levels_[0], [&](const Cell<D>& cell, std::size_t) { visit(cell); });
  }
  /// And for the lists of its own level that are near a body.
  template <class Visit>
  void visit_near(std::uint32_t body, Visit visit) const {
    const Level& own = own_level(body);
    visit_few(near(body, own, own), own, [&](const Cell<D>& list, std::size_t) { visit(list); });
  }

 private:
  struct Level {
    std::size_t number;
    double radius;
    int shift;
    int unit;           ///< two bodies of the level are near where they are no more than one of 2^unit cells apart
    std::size_t first;  ///< of its lists
    Cell<D> counts;     ///< of lists
    Vec<D> side;        ///< of a list
    std::size_t bodies;
  };

  /// What counts as near for bodies of two levels: so many lists of the smaller ones.
  struct Pair {
    Cell<D> span;
    bool is_wide;  ///< the nearest copy is meant
  };

  /// A range of lists.
  struct Range {
    Cell<D> low;
    Cell<D> high;
  };

  /// The lists that a box touches: from one of those that there are on, beyond the last one counted on.
  Range touched(const Level& level, const Vec<D>& low, const Vec<D>& high) const {
    Range range;
    for (int k = 0; k < D; ++k) {
      const double first = std::floor((low[k] - origin_[k]) / level.side[k]);
      const double last = std::floor((high[k] - origin_[k]) / level.side[k]);
      range.low[k] = 0;
      range.high[k] = level.counts[k] - 1;
      if (last - first < level.counts[k]) {
        range.low[k] = static_cast<std::int32_t>(first - level.counts[k] * std::floor(first / level.counts[k]));
        range.high[k] = range.low[k] + static_cast<std::int32_t>(last - first);
      }
    }
    return range;
  }

  Level& own_level(std::uint32_t body) { return levels_[level_of_[body]]; }
  const Level& own_level(std::uint32_t body) const { return levels_[level_of_[body]]; }

  std::uint8_t level_for(double radius) const {
    std::uint8_t level = 0;
    while (levels_[level].radius < radius) ++level;
    return level;
  }

  void enlist(std::uint32_t body) {
    lists_.link(index(body), body);
    ++own_level(body).bodies;
  }

  Cell<D> list_of(std::uint32_t body, const Level& level) const {
    Cell<D> list = cell_of_[body];
    for (std::int32_t& k : list) k >>= level.shift;
    return list;
  }

  /// The first t ≥ 0 at which v t + ½ a t² ≥ gap, in plain double: the hysteresis absorbs its error.
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

  // Two bodies in lists that differ by n along an axis are at least (n − 1 − 2 hystereses) sides apart along it.
  static constexpr double kRoom = 1 + 2 * kHysteresis;
  static constexpr double kRounding = 0x1p-20;
  static constexpr std::int32_t kNowhere = INT32_MIN + 1;

  static double reach(double radius_a, double radius_b) { return (radius_a + radius_b) * (1 + kRounding); }

  /// Whether bodies so close can be in lists that differ by so much. Axes are added in one order, so that everybody
  /// gets the same answer.
  static bool may_touch(const Cell<D>& apart, double distance, const Vec<D>& side) {
    double square = 0;
    for (int k = 0; k < D; ++k) {
      const double gap = std::fmax(0.0, std::abs(apart[k]) - kRoom) * side[k];
      square += gap * gap;
    }
    return square <= distance * distance;
  }

  /// The most by which they may differ along an axis, where the differences along the others are given; −1: they may
  /// not.
  static std::int32_t most_apart(Cell<D> apart, int axis, double distance, const Vec<D>& side) {
    double rest = distance * distance;
    for (int k = 0; k < D; ++k) {
      const double gap = std::fmax(0.0, std::abs(apart[k]) - kRoom) * side[k];
      rest -= k == axis ? 0 : gap * gap;
    }
    apart[axis] = static_cast<std::int32_t>(std::sqrt(std::fmax(0.0, rest)) / side[axis] + kRoom);
    while (apart[axis] >= 0 && !may_touch(apart, distance, side)) --apart[axis];
    if (apart[axis] < 0) return -1;
    do ++apart[axis];
    while (may_touch(apart, distance, side));
    return apart[axis] - 1;
  }

  const Pair& pair(const Level& a, const Level& b) const { return pairs_[a.number * levels_.size() + b.number]; }

  Pair pair_of(const Level& small, const Level& large, bool periodic) const {
    Pair pair{{}, true};
    const bool same = &small == &large;
    const double most = reach(small.radius, large.radius);
    for (int k = 0; k < D; ++k) {
      pair.span[k] = same ? 1 : most_apart({}, k, most, small.side);
      const std::int32_t count = same ? counts_[k] >> small.unit : small.counts[k];
      pair.is_wide = pair.is_wide && (!periodic || count >= 2 * pair.span[k] + 3);
    }
    return pair;
  }

  /// The lists of `other`, the same level or a larger one, that stand for all within the span of a body.
  Range near(std::uint32_t body, const Level& own, const Level& other) const {
    const int unit = &own == &other ? own.unit : own.shift;
    const Pair& near = pair(own, other);
    Range range;
    for (int k = 0; k < D; ++k) {
      const std::int32_t at = cell_of_[body][k] >> unit;
      range.low[k] = (at - near.span[k]) * (1 << unit) >> other.shift;
      range.high[k] = ((at + near.span[k] + 1) * (1 << unit) - 1) >> other.shift;
      if (near.is_wide && range.high[k] - range.low[k] >= other.counts[k]) range = whole(range, k, other);
    }
    return range;
  }

  /// Those of them that stand for what is ahead of a body along an axis.
  Range ahead(std::uint32_t body, const Level& own, const Level& other, int axis, int direction) const {
    const int unit = &own == &other ? own.unit : own.shift;
    const Pair& near = pair(own, other);
    Range range = this->near(body, own, other);
    const std::int32_t at = cell_of_[body][axis] >> unit;
    const std::int32_t from = direction > 0 ? at + 1 : at - near.span[axis];
    const std::int32_t to = direction > 0 ? at + near.span[axis] : at - 1;
    range.low[axis] = from * (1 << unit) >> other.shift;
    range.high[axis] = ((to + 1) * (1 << unit) - 1) >> other.shift;
    if (near.is_wide && range.high[axis] - range.low[axis] >= other.counts[axis]) range = whole(range, axis, other);
    return range;
  }

  static Range whole(Range range, int axis, const Level& level) {
    range.low[axis] = 0;
    range.high[axis] = level.counts[axis] - 1;
    return range;
  }

  static std::size_t wrapped(std::int32_t value, std::int32_t count) {
    if (value >= 0 && value < count) return static_cast<std::size_t>(value);
    const std::int32_t rest = value % count;
    return static_cast<std::size_t>(rest < 0 ? rest + count : rest);
  }

  static std::size_t index_of(const Cell<D>& list, const Level& level) {
    std::size_t index = 0;
    for (int k = D - 1; k >= 0; --k)
      index = index * static_cast<std::size_t>(level.counts[k]) + wrapped(list[k], level.counts[k]);
    return level.first + index;
  }

  /// Calls visit(list, index) for a range of at most three lists along each axis.
  template <class Visit>
  static void visit_few(const Range& range, const Level& level, Visit visit) {
    std::array<std::array<std::size_t, 3>, D> parts;
    std::size_t stride = 1;
    for (int k = 0; k < D; ++k) {
      const auto axis = static_cast<std::size_t>(k);
      for (std::int32_t c = range.low[axis]; c <= range.high[axis]; ++c)
        parts[axis][static_cast<std::size_t>(c - range.low[axis])] = stride * wrapped(c, level.counts[axis]);
      stride *= static_cast<std::size_t>(level.counts[axis]);
    }
    const auto part = [&](const Cell<D>& list, std::size_t k) {
      return parts[k][static_cast<std::size_t>(list[k] - range.low[k])];
    };
    Cell<D> list = range.low;
    const auto rows = [&](std::size_t plane) {
      for (list[1] = range.low[1]; list[1] <= range.high[1]; ++list[1]) {
        const std::size_t row = plane + part(list, 1);
        for (list[0] = range.low[0]; list[0] <= range.high[0]; ++list[0]) visit(list, row + part(list, 0));
      }
    };
    if constexpr (D == 2) {
      rows(level.first);
    } else {
      for (list[2] = range.low[2]; list[2] <= range.high[2]; ++list[2]) rows(level.first + part(list, 2));
    }
  }

  /// Calls visit(list, index) for a range.
  template <class Visit>
  static void visit_range(const Range& range, const Level& level, Visit visit) {
    Cell<D> list = range.low;
    const auto rows = [&](std::size_t plane) {
      for (list[1] = range.low[1]; list[1] <= range.high[1]; ++list[1]) {
        const std::size_t row =
            level.first + (plane * static_cast<std::size_t>(level.counts[1]) + wrapped(list[1], level.counts[1])) *
                              static_cast<std::size_t>(level.counts[0]);
        for (list[0] = range.low[0]; list[0] <= range.high[0]; ++list[0])
          visit(list, row + wrapped(list[0], level.counts[0]));
      }
    };
    if constexpr (D == 2) {
      rows(0);
    } else {
      for (list[2] = range.low[2]; list[2] <= range.high[2]; ++list[2]) rows(wrapped(list[2], level.counts[2]));
    }
  }

  /// Calls visit(apart, most) for the rows of lists along an axis that bodies may be in that touch one at that
  /// distance: by how much the middle of the row differs from the one's list, and by how much along the axis.
  template <class Visit>
  static void visit_rows(double distance, const Vec<D>& side, int axis, Visit visit) {
    const int first = axis == 0 ? 1 : 0;
    const int second = D == 2 ? first : 3 - axis - first;
    const std::int32_t height = D == 2 ? 0 : most_apart({}, second, distance, side);
    Cell<D> apart{};
    for (std::int32_t j = -height; j <= height; ++j) {
      apart[second] = j;
      apart[first] = 0;
      const std::int32_t width = most_apart(apart, first, distance, side);
      for (std::int32_t i = -width; i <= width; ++i) {
        apart[first] = i;
        visit(apart, most_apart(apart, axis, distance, side));
      }
    }
  }

  /// Calls visit(list, index) for the lists of smaller bodies that may touch a large one.
  template <class Visit>
  void visit_surface(std::uint32_t body, double radius, const Level& level, Visit visit) const {
    const Cell<D> center = list_of(body, level);
    visit_rows(reach(level.radius, radius), level.side, 0, [&](const Cell<D>& apart, std::int32_t width) {
      const std::int32_t inside = solid_ ? inner_width(apart, radius, level.side) : kNowhere;
      Cell<D> list;
      for (int k = 0; k < D; ++k) list[k] = center[k] + apart[k];
      list[0] = 0;
      const std::size_t row = index_of(list, level);
      for (std::int32_t i = -width; i <= width; ++i) {
        if (i == -inside) i = inside + 1;
        if (i > width) return;
        list[0] = center[0] + i;
        visit(list, row + wrapped(list[0], level.counts[0]));
      }
    });
  }

  /// How many lists of a row, from its middle to either side, are all inside a body, or kNowhere.
  static std::int32_t inner_width(const Cell<D>& apart, double radius, const Vec<D>& side) {
    double rest = radius * radius * (1 - kRounding);
    for (int k = 1; k < D; ++k) {
      const double far = (std::abs(apart[k]) + kRoom) * side[k];
      rest -= far * far;
    }
    const double width = rest > 0 ? std::sqrt(rest) * (1 - kRounding) / side[0] - kRoom : -1;
    return width < 0 ? kNowhere : static_cast<std::int32_t>(width);
  }

  /// The same for those that a large body's step has brought near: one of each row along the axis.
  template <class Visit>
  void visit_front(std::uint32_t body, double radius, const Level& level, int axis, int direction, Visit visit) const {
    const Cell<D> center = list_of(body, level);
    visit_rows(reach(level.radius, radius), level.side, axis, [&](const Cell<D>& apart, std::int32_t width) {
      if (width < 0) return;
      Cell<D> list;
      for (int k = 0; k < D; ++k) list[k] = center[k] + (k == axis ? direction * width : apart[k]);
      visit(list, index_of(list, level));
    });
  }

  template <class Visit, class Lists>
  void look(std::uint32_t body, const Level& other, CandidateBodies& found, Visit& visit, Lists lists) const {
    if (pair(own_level(body), other).is_wide)
      return lists([&](const Cell<D>&, std::size_t index) { lists_.gather(index, found); });
    lists([&](const Cell<D>& list, std::size_t index) {
      lists_.visit(index, [&](std::uint32_t one) {
        if (one == body) return;
        Cell<D> image{};
        for (int k = 0; k < D; ++k) image[k] = (list[k] - (cell_of_[one][k] >> other.shift)) / other.counts[k];
        visit(one, image);
      });
    });
  }

  Vec<D> origin_{};
  Vec<D> side_{};
  Cell<D> counts_{};
  bool solid_ = false;
  std::vector<Level> levels_;  ///< from small to large
  std::vector<Pair> pairs_;    ///< of levels
  CellLists lists_;
  LargeArray<Cell<D>> cell_of_;
  LargeArray<std::uint8_t> level_of_;
};

}  // namespace carom::broad
