// A lift in a world takes a character up for three seconds and down again; a ball bounces on it meanwhile.
#include <carom/carom.hpp>
#include <iostream>

int main() {
  carom::World2 world({.gravity = {0, -10}});
  const carom::BodyId hero = world.add(
      {.shape = carom::Circle{{0, 0.5}, 0.5}, .motion = carom::Vec2{0, -1}, .response = carom::Response::slide});
  const carom::BodyId lift = world.add({.shape = carom::Aabb2{{-2, -1}, {2, 0}}, .motion = carom::Vec2{0, 1}});
  world.steer(lift, {0, -1}, 3.0);
  world.add({.shape = carom::Circle{{1.5, 3.45}, 0.25}, .motion = carom::Vec2{0, 1}});

  for (const carom::Event2& event : world.run_until(4)) {
    if (event.kind == carom::EventKind::impact)
      std::cout << "at " << event.time << " the ball hits the lift at " << event.approach_speed << '\n';
  }
  std::cout << "the lift is at " << world.placement(lift).position.y << ", the hero at "
            << world.placement(hero).position.y << '\n';
}
