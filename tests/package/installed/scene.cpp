#include <carom/carom.hpp>
#include <carom/io/scene.hpp>
#include <iostream>
#include <variant>

// Reads a scene and runs it: templates, exceptions and io, as a program outside sees them.
int main() {
  try {
    carom::io::parse_scene("{}", "nothing");
  } catch (const carom::io::InputError&) {
    const auto scene = std::get<carom::io::Scene<2>>(carom::io::parse_scene(R"({"carom": 1, "dimension": 2, "bodies": [
      {"ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 0]}, {"ball": {"center": [10, 0], "radius": 1}}]})",
                                                                            "two balls"));
    carom::World2 world = scene.make_world();
    world.run_until(10);
    const carom::Circle a{{0, 0}, 1}, b{{10, 0}, 1};
    const auto hit = time_of_impact(a, carom::Linear2{{2, 0}}, b, carom::Linear2{});
    if (world.event_count(carom::EventKind::impact) == 1 && hit) std::cout << hit->time << '\n';
  }
}
