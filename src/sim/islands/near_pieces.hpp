#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/bodies/obstacle_index.hpp"

namespace carom::sim {

/// Finds the pieces of obstacles near balls again and again. What may be near a ball is listed with more than the
/// reach, and listed anew when the ball has gone so far that something else may have come near. Where obstacles move
/// nothing is listed.
template <int D>
class NearPieces {
 public:
  NearPieces(const BodyStore<D>& store, const ObstacleSet<D>& obstacles)
      : store_(store), obstacles_(obstacles), index_(store, obstacles) {}

  /// To be called before visit, whenever obstacles may have changed.
  void update();

  /// visit(piece) for the pieces that are not far from a ball with its centre there if its radius were `far`
  /// (is_far_from), and for some others.
  template <class Visit>
  void visit(std::uint32_t ball, const Vec<D>& center, double far, const Time& now, Visit visit) {
    if (!are_still_) return index_.visit_near(center, far, visit);
    if (ball >= lists_.size()) lists_.resize(ball + 1);
    List& list = lists_[ball];
    if (!holds(list, center, far)) renew(list, center, far, now);
    for (const std::uint32_t number : list.pieces) visit(obstacles_[number]);
  }
  /// Whether it is known since then that a ball would be near no piece if its radius were `far`.
  bool is_clear(std::uint32_t ball, const Vec<D>& center, double far) const {
    if (!are_still_ || ball >= lists_.size()) return false;
    const List& list = lists_[ball];
    if (list.changes != changes_ || !list.pieces.empty() || list.far < 0) return false;
    return far + norm(center - list.center) <= (list.far + skin(list.far)) * (1 - 0x1p-30);
  }

 private:
  struct List {
    Vec<D> center{};
    double far = -1;  ///< none yet
    std::uint64_t changes = 0;
    std::vector<std::uint32_t> pieces;  ///< their numbers
  };

  static double skin(double far) { return 0.25 * far; }
  bool holds(const List& list, const Vec<D>& center, double far) const {
    const double most = skin(list.far) * (1 - 0x1p-30);
    return far <= list.far && list.changes == changes_ && norm2(center - list.center) <= most * most;
  }
  void renew(List& list, const Vec<D>& center, double far, const Time& now);

  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  ObstacleIndex<D> index_;
  bool are_still_ = false;
  std::uint64_t versions_ = 0;  ///< of the obstacles, summed
  std::uint32_t known_ = 0;     ///< how many pieces there were
  std::uint64_t changes_ = 0;   ///< of these
  std::vector<List> lists_;     ///< by the ids of balls
};

}  // namespace carom::sim
