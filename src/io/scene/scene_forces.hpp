#pragma once
#include <nlohmann/json.hpp>

#include "carom/sim/world_options.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

/// Reads `force_fields`, `force_interval` and `stepwise_damping` of a scene that lasts until a time.
template <int D>
void read_forces_into(WorldOptions<D>& options, const JsonNode& root, double until);

/// Writes them.
template <int D>
void put_forces(nlohmann::ordered_json& json, const WorldOptions<D>& options);

/// A power of two.
double read_power_of_two(const JsonNode& node);

}  // namespace carom::io
