#include "sim/domain/partition.hpp"

#include <utility>

namespace carom::sim {

template <int D>
auto Partition<D>::cut(const broad::Cell<D>& counts, int slabs) -> Cut {
  Cut best;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const int most = std::min(slabs, counts[axis] / kLeastColumns);
    if (most < 2) continue;
    // The last of the longest: bodies often come row by row, and those of a slab are then together in memory.
    if (std::pair(most, counts[axis] / most) >= std::pair(best.slabs, best.least))
      best = {axis, most, counts[axis] / most};
  }
  return best;
}

template <int D>
Partition<D>::Partition(const broad::Cell<D>& counts, int slabs) {
  const Cut best = cut(counts, slabs);
  axis_ = best.axis;
  columns_ = counts[axis_];
  slabs_ = best.slabs;
  for (int k = 0; k <= slabs_; ++k) starts_.push_back(k * columns_ / slabs_);
  homes_.resize(static_cast<std::size_t>(columns_));
  for (int k = 0; k < slabs_; ++k)
    for (int column = start(k); column < start(k + 1); ++column)
      homes_[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(column == start(k) ? slabs_ + k : k);
}

template class Partition<2>;
template class Partition<3>;

}  // namespace carom::sim
