#pragma once
#include "carom/sim/body.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

/// A mass > 0, or "immovable".
inline double read_mass(const JsonNode& node) {
  if (node.value() == "immovable") return kImmovable;
  const double mass = node.number("a mass > 0 or \"immovable\"");
  if (!(mass > 0)) node.fail("a mass > 0 or \"immovable\"");
  return mass;
}

}  // namespace carom::io
