#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "carom/sim/snapshot.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

/// The field `snapshot` of a scene: all of a Snapshot but its options and bodies, which the scene itself holds.
template <int D>
Snapshot<D> read_snapshot(const JsonNode& node, const WorldOptions<D>& options, std::vector<Body<D>> bodies);

/// The same as JSON text, piece by piece, one line for each body; without a newline at the end.
template <int D>
void write_snapshot(const Snapshot<D>& snapshot, const std::function<void(std::string_view)>& put);

}  // namespace carom::io
