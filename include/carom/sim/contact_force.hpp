#pragma once
#include "carom/sim/snapshot.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Two bodies that press on each other.
template <int D>
struct ContactForce {
  BodyId a{};  ///< a ball that can be moved; of two the one of lower id
  BodyId b{};
  std::uint32_t face = ContactState<D>::kBall;  ///< of b, as in ContactState
  Vec<D> point{};                               ///< where they touch: on a
  Vec<D> normal{};                              ///< unit, from a to b
  Vec<D> force{};                               ///< on a; on b it is the opposite
  double pressing = 0;                          ///< its part along the normal, ≥ 0
};

}  // namespace carom

#pragma GCC visibility pop
