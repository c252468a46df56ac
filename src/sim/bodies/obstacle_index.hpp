#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/index/index.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"

namespace carom::sim {

/// Which pieces of obstacles are near a place. Where they are few, all are asked; else those that stand still are found
/// by their bounds.
template <int D>
class ObstacleIndex {
 public:
  ObstacleIndex(const BodyStore<D>& store, const ObstacleSet<D>& obstacles) : store_(store), obstacles_(obstacles) {}

  /// To be called after obstacles have come or begun to move, and before visit_near.
  void update();

  /// visit(piece) for the pieces, in any order, that are not far from a ball (is_far_from), and for some others.
  template <class Visit>
  void visit_near(const Vec<D>& center, double radius, Visit visit) const {
    for (const std::uint32_t number : everywhere_) visit(obstacles_[number]);
    if (boxes_.size() == 0) return;
    for (const ItemId item : boxes_.within(region(center, radius))) visit(obstacles_[in_boxes_[item.number]]);
  }

 private:
  /// Below this many pieces all are asked.
  static constexpr std::size_t kFew = 32;

  static Aabb<D> region(const Vec<D>& center, double radius);
  std::vector<std::uint32_t> still_bodies() const;
  void build();

  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  std::uint32_t known_ = 0;                ///< how many pieces there were when it was built
  std::vector<std::uint32_t> still_;       ///< bodies that stood still then
  std::vector<std::uint32_t> everywhere_;  ///< numbers of pieces that are always asked
  std::vector<std::uint32_t> in_boxes_;    ///< numbers of pieces, by their boxes
  Index<D> boxes_;
};

}  // namespace carom::sim
