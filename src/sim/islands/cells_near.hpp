#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::sim {

/// Cells of space, at least so wide, that are near certain places. By few bits: others seem to be so, too, now and
/// then.
template <int D>
class CellsNear {
 public:
  explicit CellsNear(double side)
      : per_side_(std::min(1 / side, std::numeric_limits<double>::max())), bits_(kBits / 64) {}

  /// The cell of a place and those that border on it.
  void add(const Vec<D>& place) {
    const Cell middle = cell_of(place);
    for (int number = 0; number < (D == 2 ? 9 : 27); ++number) {
      Cell cell = middle;
      for (int k = 0, rest = number; k < D; ++k, rest /= 3) cell[static_cast<std::size_t>(k)] += rest % 3 - 1;
      const std::size_t bit = bit_of(cell);
      bits_[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
  }
  bool contain(const Vec<D>& place) const {
    const std::size_t bit = bit_of(cell_of(place));
    return (bits_[bit / 64] >> bit % 64 & 1) != 0;
  }

 private:
  using Cell = std::array<std::int64_t, D>;
  static constexpr std::size_t kBits = std::size_t{1} << 16;

  /// Towards 0: the cells there are twice as wide.
  Cell cell_of(const Vec<D>& place) const {
    Cell cell;
    for (int k = 0; k < D; ++k)
      cell[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(std::clamp(place[k] * per_side_, -0x1p62, 0x1p62));
    return cell;
  }
  static std::size_t bit_of(const Cell& cell) {
    std::uint64_t sum = 0;
    for (const std::int64_t number : cell) sum = (sum ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15;
    return sum >> 48;
  }

  double per_side_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace carom::sim
