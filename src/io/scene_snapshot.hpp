#pragma once
#include <nlohmann/json.hpp>

#include "carom/sim/snapshot.hpp"
#include "io/json_node.hpp"

namespace carom::io {

/// The field `snapshot` of a scene: all of a Snapshot but its options and bodies, which the scene itself holds.
template <int D>
Snapshot<D> read_snapshot(const JsonNode& node, const WorldOptions<D>& options, std::vector<Body<D>> bodies);

/// The same as JSON text, one line for each body; without a newline at the end.
template <int D>
std::string snapshot_text(const Snapshot<D>& snapshot);

/// A vector as a JSON list.
template <int D>
nlohmann::ordered_json vec_json(const Vec<D>& v) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (int k = 0; k < D; ++k) list.push_back(v[k]);
  return list;
}

}  // namespace carom::io
