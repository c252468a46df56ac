#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "carom/math/vec.hpp"

namespace carom::broad {

template <int D>
using Cell = std::array<std::int32_t, D>;

/// Space cut into cells, of which some along each axis are numbered. They lie on a torus: in a periodic box it is the
/// box, elsewhere far cells have the same number.
template <int D>
class CellTorus {
 public:
  /// Where on the torus a cell is along an axis with so many.
  static std::size_t wrapped(std::int32_t value, std::int32_t count) {
    if (value >= 0 && value < count) return static_cast<std::size_t>(value);
    const std::int32_t rest = value % count;
    return static_cast<std::size_t>(rest < 0 ? rest + count : rest);
  }

  CellTorus() = default;
  CellTorus(const Vec<D>& origin, const Vec<D>& side, const Cell<D>& counts)
      : origin_(origin), side_(side), counts_(counts) {}

  const Vec<D>& origin() const { return origin_; }
  const Vec<D>& side() const { return side_; }
  const Cell<D>& counts() const { return counts_; }

  std::size_t size() const {
    std::size_t cells = 1;
    for (const std::int32_t count : counts_) cells *= static_cast<std::size_t>(count);
    return cells;
  }

  std::size_t index(const Cell<D>& cell) const {
    return index_of([&](std::size_t axis) { return cell[axis]; });
  }
  /// The same of the cell that is at `along(axis)`.
  template <class Along>
  std::size_t index_of(const Along& along) const {
    std::size_t index = 0;
    for (std::size_t k = D; k-- > 0;)
      index = index * static_cast<std::size_t>(counts_[k]) + wrapped(along(k), counts_[k]);
    return index;
  }

  /// Calls visit(index) for the cells that a box touches, each at least once.
  template <class Visit>
  void visit_box(const Vec<D>& low, const Vec<D>& high, Visit visit) const {
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
    visit_range(from, to, [&](const Cell<D>& cell) { visit(index(cell)); });
  }

  /// Along each axis the parts of the numbers of the cell that is at `along(axis)` and the two beside it: a number is
  /// the sum of one per axis.
  template <class Along>
  std::array<std::array<std::uint32_t, 3>, D> parts_around(const Along& along) const {
    std::array<std::array<std::uint32_t, 3>, D> parts;
    std::uint32_t stride = 1;
    for (std::size_t k = 0; k < D; ++k) {
      const auto count = static_cast<std::uint32_t>(counts_[k]);
      const auto at = static_cast<std::uint32_t>(wrapped(along(k), counts_[k]));
      const std::uint32_t before = at == 0 ? count : at;
      const std::uint32_t after = at + 1 == count ? 0 : at + 1;
      parts[k] = {(before - 1) * stride, at * stride, after * stride};
      stride *= count;
    }
    return parts;
  }

 private:
  static std::int32_t modulo(double value, std::int32_t count) {
    return static_cast<std::int32_t>(value - count * std::floor(value / count));
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

  Vec<D> origin_{};
  Vec<D> side_{};
  Cell<D> counts_{};
};

}  // namespace carom::broad
