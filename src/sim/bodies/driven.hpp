#pragma once
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"

namespace carom::sim {

/// Whether something in a world moves that no contact moves: an obstacle that goes, turns, runs or vibrates, a ball
/// that nothing moves, or a character.
template <int D>
bool is_driven(const BodyStore<D>& store, const ObstacleSet<D>& obstacles);

}  // namespace carom::sim
