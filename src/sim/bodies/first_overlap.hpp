#pragma once
#include <optional>
#include <utility>

#include "sim/world_data.hpp"

namespace carom::sim {

/// The first pair, by ids, that overlaps now by more than `depth`; not what sticks, or passes through each other.
template <int D>
std::optional<std::pair<BodyId, BodyId>> first_overlap(const WorldData<D>& data, const Time& now, double depth);

}  // namespace carom::sim
