#pragma once
#include "carom/sim/world.hpp"

namespace carom::io {

/// Whether a ball was stopped because it had no room left (docs/theory/collapse-and-rest.md): nothing here sticks.
template <int D>
bool stopped_by_rule(const Event<D>& event, const World<D>& world) {
  const auto sticks = [&](BodyId id) { return world.body(id).response == Response::stick; };
  return event.kind == EventKind::stick && !sticks(event.a) && !sticks(event.b);
}

/// Whether something immovable that moved stalled, as it pressed on a ball without room. (A kinematic ball goes on at
/// the next frame.)
template <int D>
bool stalled(const Event<D>& event, const World<D>& world) {
  return event.kind == EventKind::stuck && world.body(event.a).response != Response::slide;
}

}  // namespace carom::io
