#pragma once
#include "carom/sim/world.hpp"

namespace carom::io {

/// Whether a ball was stopped because it had no room left (docs/theory/collapse-and-rest.md): nothing here sticks.
template <int D>
bool stopped_by_rule(const Event<D>& event, const World<D>& world) {
  const auto sticks = [&](BodyId id) { return world.body(id).response == Response::stick; };
  return event.kind == EventKind::stick && !sticks(event.a) && !sticks(event.b);
}

}  // namespace carom::io
