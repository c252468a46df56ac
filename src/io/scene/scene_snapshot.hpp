#pragma once
#include <nlohmann/json.hpp>

#include "carom/sim/snapshot.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

/// The field `snapshot` of a scene: all of a Snapshot but its options and bodies, which the scene itself holds.
template <int D>
Snapshot<D> read_snapshot(const JsonNode& node, const WorldOptions<D>& options, std::vector<Body<D>> bodies);

/// The same as JSON text, one line for each body; without a newline at the end.
template <int D>
std::string snapshot_text(const Snapshot<D>& snapshot);

}  // namespace carom::io
