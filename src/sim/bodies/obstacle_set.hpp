#pragma once
#include <cstdint>
#include <vector>

#include "carom/sim/snapshot.hpp"
#include "sim/bodies/obstacle.hpp"

namespace carom::sim {

/// The pieces of all bodies that are no balls, numbered from 0 in the order of bodies and faces.
template <int D>
class ObstacleSet {
 public:
  using Support = typename BodyState<D>::Support;

  /// The next body of a world, which may be a ball.
  void add(std::uint32_t body, const Shape<D>& shape) {
    if (std::holds_alternative<Ball<D>>(shape)) return;
    first_.resize(body + 1, static_cast<std::uint32_t>(pieces_.size()));
    for (Obstacle<D>& piece : obstacles_of<D>(shape, body)) pieces_.push_back(std::move(piece));
  }

  bool empty() const { return pieces_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(pieces_.size()); }
  const Obstacle<D>& operator[](std::uint32_t number) const { return pieces_[number]; }
  auto begin() const { return pieces_.begin(); }
  auto end() const { return pieces_.end(); }

  /// A face of a body that has it.
  const Obstacle<D>& face(std::uint32_t body, std::uint32_t face) const { return pieces_[first_[body] + face]; }
  const Obstacle<D>& face(const Support& support) const { return face(support.body.value, support.face); }
  /// How many pieces a body has that has any.
  std::uint32_t pieces_of(std::uint32_t body) const {
    return (body + 1 < first_.size() ? first_[body + 1] : size()) - first_[body];
  }
  bool has_face(std::uint32_t body, std::uint32_t face) const {
    if (body >= first_.size()) return false;
    const std::size_t number = std::size_t{first_[body]} + face;
    return number < pieces_.size() && pieces_[number].body == body;
  }

 private:
  std::vector<Obstacle<D>> pieces_;
  std::vector<std::uint32_t> first_;  ///< of the bodies up to the last one that is no ball
};

}  // namespace carom::sim
