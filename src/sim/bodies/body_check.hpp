#pragma once
#include "carom/sim/snapshot.hpp"
#include "sim/bodies/obstacle_set.hpp"

namespace carom::sim {

// What can not be is refused: std::invalid_argument.

/// Laws of a world that contradict each other or are not finite.
template <int D>
void check_options(const WorldOptions<D>& options);

/// A body that can not be, or not in a world with these laws; `time`: when it comes, in plain time.
template <int D>
void check_body(const Body<D>& body, const WorldOptions<D>& options, double time);

/// A state of a snapshot whose numbers are not finite or whose supports or contacts are not there.
template <int D>
void check_state(const BodyState<D>& state, const std::vector<Body<D>>& bodies, const ObstacleSet<D>& obstacles);

/// Forces and steers of a snapshot, to come or begun, that its bodies can not have.
template <int D>
void check_plans(const Snapshot<D>& snapshot);

}  // namespace carom::sim
