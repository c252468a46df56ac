#pragma once
#include <cstdint>
#include <string>

#include "carom/sim/world.hpp"

namespace endurance {

struct Foresight {
  std::uint64_t met = 0;        ///< balls whose next impact came as foreseen
  std::uint64_t overtaken = 0;  ///< balls that something else happened to before, or to the one that they would meet
  std::string wrong;            ///< what cannot be; empty if nothing
};

/// Foresees the next impact of `count` random balls of a periodic world of balls by asking all others and all of their
/// images, runs on until these impacts have come, and looks whether each came, unless one of the two met another first.
Foresight foresee_and_look(carom::World3& world, std::uint64_t count, std::uint64_t seed);

}  // namespace endurance
