#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "broad/cells/cell_torus.hpp"

namespace carom::sim {

/// A periodic box cut into slabs, side by side along an axis, of columns of cells. The first column of each is a
/// border; what lies between borders is the inside of a slab. Domains are the insides, numbered 0, 1, 2 …, then the
/// borders: that number k lies between slab k − 1 and slab k.
template <int D>
class Partition {
 public:
  /// Of a Verlet sphere's skin: how far beyond its sphere a ball may get before its list has to be new. It bounds a
  /// window.
  static constexpr double kMargin = 0.06;

  /// Makes columns of cells as many along an axis as can be dealt out to so many slabs evenly.
  static void even_out(broad::Cell<D>& counts, int slabs) {
    const Cut best = cut(counts, slabs);
    if (best.slabs > 1) counts[best.axis] = best.slabs * best.least;
  }
  /// Whether there is room for two slabs, if there may be so many.
  static bool is_possible(const broad::Cell<D>& counts, int slabs) { return cut(counts, slabs).slabs > 1; }

  Partition(const broad::Cell<D>& counts, int slabs);

  std::size_t axis() const { return axis_; }
  int columns() const { return columns_; }
  /// Of slabs, and of borders.
  int slabs() const { return slabs_; }
  /// The column that is the border below a slab; that of slab number `slabs()` is the one above the last.
  int start(int slab) const { return starts_[static_cast<std::size_t>(slab)]; }
  int width(int slab) const { return start(slab + 1) - start(slab); }
  /// The domain to which a column belongs.
  std::uint8_t home(int column) const { return homes_[static_cast<std::size_t>(column)]; }
  bool is_border(std::uint8_t domain) const { return domain >= slabs_; }
  /// The border below a slab (side 0) or above it (1), and the slab there of a border.
  int border_of(int slab, int side) const { return (slab + side) % slabs_; }
  int slab_of(int border, int side) const { return (border + side + slabs_ - 1) % slabs_; }

  /// How many columns a column of a slab, or of its borders, is from the border below and from that above.
  std::array<int, 2> from_borders(int slab, int column) const {
    const int from = start(slab);
    const int to = start(slab + 1);
    if (column < from || column >= to) return {to - from, 0};
    return {column - from, to - column};
  }
  /// Whether a column is one of a border, or next to one.
  bool is_at_edge(int slab, int column) const {
    const auto [below, above] = from_borders(slab, column);
    return std::min(below, above) <= 1;
  }
  /// To which border a column of a slab is nearer: none (−1) if it is far from both.
  int nearer_side(int slab, int column) const {
    const auto [below, above] = from_borders(slab, column);
    // Borders change lists and cells two columns further on, and must not meet there.
    if (std::min(below, above) > (width(slab) - 6) / 2) return -1;
    return below < above ? 0 : 1;
  }

 private:
  /// A slab needs room for a border, and beyond it for what borders may reach into.
  static constexpr int kLeastColumns = 10;

  /// Along which axis how many slabs lie side by side, and the columns of cells of the least.
  struct Cut {
    std::size_t axis = 0;
    int slabs = 1;
    int least = 0;
  };
  static Cut cut(const broad::Cell<D>& counts, int slabs);

  std::size_t axis_;
  int columns_;
  int slabs_;
  std::vector<int> starts_;
  std::vector<std::uint8_t> homes_;  ///< of each column
};

}  // namespace carom::sim
