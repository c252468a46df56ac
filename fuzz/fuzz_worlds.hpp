#pragma once
#include <algorithm>
#include <cstdint>

#include "carom/io/scene.hpp"

namespace fuzz {

/// Runs a world on for some events: whatever state it is in, it says so or goes on. Ticks are no events, and may be as
/// short as what pulls asks for: how short they are is known once it has run.
template <int D>
void advance(carom::World<D> world) {
  constexpr std::uint64_t kEvents = 20;
  constexpr double kTicks = 4096;
  const auto ignore = [](const carom::Event<D>&) {};
  world.run_until(world.time(), ignore, kEvents);
  const double most = std::min(1.0, kTicks * world.options().tick.value_or(1));
  world.run_until(world.time() + most, ignore, kEvents);
}

/// Scenes with bodies of most kinds, as a run begins with them.
template <int D>
const carom::io::Scene<D>& small_scene() {
  static const carom::io::AnyScene scene =
      carom::io::parse_scene(D == 2 ? R"({"carom": 1, "dimension": 2, "gravity": [0, -1], "restitution_rule": "minimum",
        "walls": {"low": [-9, -9], "high": [9, 9], "restitution": 0.5},
        "bodies": [
          {"ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 1], "name": "a", "group": "g"},
          {"ball": {"center": [4, 0], "radius": 1}, "response": "stick"},
          {"ball": {"center": [-4, 3], "radius": 0.5}, "response": "slide"},
          {"ball": {"center": [0, 8], "radius": 0.5}, "mass": "immovable", "response": "pocket"},
          {"segment": {"from": [-5, -5], "to": [5, -6], "sides": "front"}},
          {"polygon": {"vertices": [[6, 6], [7, 6], [7, 7]], "closed": true}}],
        "forces": [{"body": 0, "force": [1, 0], "from": 0.1, "until": 3}],
        "steers": [{"body": 2, "velocity": [1, 0]}]})"
                                    : R"({"carom": 1, "dimension": 3, "gravity": [0, 0, -1],
        "bodies": [
          {"ball": {"center": [0, 0, 1], "radius": 1}, "velocity": [1, 0.5, 0]},
          {"ball": {"center": [3, 0, 2], "radius": 1}, "velocity": [-1, 0, 0], "restitution": 0.3},
          {"half_space": {"normal": [0, 0, 1], "offset": -1}},
          {"box": {"low": [5, -1, -1], "high": [6, 1, 1]}},
          {"mesh": {"vertices": [[-4, 0, 0], [-5, 1, 0], [-5, -1, 0.5]], "triangles": [[0, 1, 2]]}}]})",
                             "fuzz");
  return std::get<carom::io::Scene<D>>(scene);
}

/// The same some events later.
template <int D>
const carom::Snapshot<D>& started_snapshot() {
  static const carom::Snapshot<D> snapshot = [] {
    carom::World<D> world = small_scene<D>().make_world();
    world.run_until(
        1, [](const carom::Event<D>&) {}, 10);
    return world.snapshot();
  }();
  return snapshot;
}

}  // namespace fuzz
