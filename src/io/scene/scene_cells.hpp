#pragma once
#include <nlohmann/json.hpp>

#include "carom/io/scene.hpp"
#include "io/json/json_node.hpp"
#include "io/scene/scene_bodies.hpp"

namespace carom::io {

/// The field `cells` of a scene.
template <int D>
ShownCells<D> read_cells(const JsonNode& node, const SceneBodies<D>& bodies);

template <int D>
nlohmann::ordered_json cells_json(const ShownCells<D>& cells, bool periodic);

}  // namespace carom::io
