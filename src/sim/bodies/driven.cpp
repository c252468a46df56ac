#include "sim/bodies/driven.hpp"

#include <algorithm>

namespace carom::sim {

template <int D>
bool is_driven(const BodyStore<D>& store, const ObstacleSet<D>& obstacles) {
  if (store.has_kinematic_balls()) return true;
  const auto moves = [&](std::uint32_t body) {
    return !is_zero(store.particle(body).velocity) || !is_zero(store.spin(body)) || store.kind(body).surface ||
           store.kind(body).vibration;
  };
  for (std::uint32_t piece = 0; piece < obstacles.size(); piece += obstacles.pieces_of(obstacles[piece].body))
    if (moves(obstacles[piece].body)) return true;
  return store.has_immovable_balls() && std::any_of(store.balls().begin(), store.balls().end(), [&](std::uint32_t id) {
           return store.particle(id).immovable && moves(id);
         });
}

template bool is_driven(const BodyStore<2>&, const ObstacleSet<2>&);
template bool is_driven(const BodyStore<3>&, const ObstacleSet<3>&);

}  // namespace carom::sim
