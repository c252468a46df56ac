#include "sim/bodies/obstacle_index.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace carom::sim {

/// More than is_far_from asks of bounds.
template <int D>
Aabb<D> ObstacleIndex<D>::region(const Vec<D>& center, double radius) {
  Aabb<D> region;
  for (int k = 0; k < D; ++k) {
    const double reach = (1 + 0x1p-29) * radius + 0x1p-39 * std::fabs(center[k]);
    region.low[k] = center[k] - reach;
    region.high[k] = center[k] + reach;
  }
  return region;
}

template <int D>
std::vector<std::uint32_t> ObstacleIndex<D>::still_bodies() const {
  std::vector<std::uint32_t> still;
  for (std::uint32_t number = 0; number < obstacles_.size(); number += obstacles_.pieces_of(obstacles_[number].body)) {
    const std::uint32_t body = obstacles_[number].body;
    if (!store_.has_moved(body) && !store_.particle(body).curved) still.push_back(body);
  }
  return still;
}

template <int D>
void ObstacleIndex<D>::build() {
  everywhere_.clear();
  in_boxes_.clear();
  std::vector<Aabb<D>> boxes;
  for (std::uint32_t number = 0; number < known_; ++number) {
    const Obstacle<D>& piece = obstacles_[number];
    if (piece.kind == Obstacle<D>::Kind::plane || !std::binary_search(still_.begin(), still_.end(), piece.body)) {
      everywhere_.push_back(number);
      continue;
    }
    in_boxes_.push_back(number);
    boxes.push_back({piece.low, piece.high});
  }
  boxes_ = Index<D>({.boxes = boxes});
}

template <int D>
void ObstacleIndex<D>::update() {
  if (obstacles_.size() <= kFew) {
    if (known_ == obstacles_.size()) return;
    known_ = obstacles_.size();
    everywhere_.resize(known_);
    std::iota(everywhere_.begin(), everywhere_.end(), 0u);
    return;
  }
  std::vector<std::uint32_t> still = still_bodies();
  if (known_ == obstacles_.size() && still == still_) return;
  known_ = obstacles_.size();
  still_ = std::move(still);
  build();
}

template class ObstacleIndex<2>;
template class ObstacleIndex<3>;

}  // namespace carom::sim
