#pragma once
#include "carom/sim/world.hpp"

namespace carom {

inline Vec2 place(const World<2>& world, BodyId id) {
  return world.placement(id).position;
}
inline Vec2 velocity(const World<2>& world, BodyId id) {
  return world.placement(id).velocity;
}

}  // namespace carom
