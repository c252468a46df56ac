#pragma once
#include <optional>
#include <vector>

#include "carom/sim/world.hpp"
#include "sim/world_data.hpp"

namespace carom::sim {

/// World::cast, of a ball, a capsule or a box, and World::within.
template <int D, class Mover>
std::optional<WorldHit<D>> cast(const WorldData<D>& data, const Time& now, const Mover& mover, const Motion<D>& motion,
                                double horizon, std::uint32_t mask);
template <int D>
std::vector<BodyId> within(const WorldData<D>& data, const Time& now, const Ball<D>& region, std::uint32_t mask);

}  // namespace carom::sim
