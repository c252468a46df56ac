// A game's frame loop: whatever the frame rate, the ball bounces at the same instants and ends with the same bits.
#include <carom/carom.hpp>
#include <iomanip>
#include <iostream>

carom::World2 dropped_ball() {
  carom::World2 world({.gravity = {0, -9.81}});
  world.add({.shape = carom::Circle{{0, 1.1}, 0.1}, .motion = {{0.5, 0}}, .restitution = 0.8});
  world.add({.shape = carom::HalfSpace2{{0, 1}, 0}, .restitution = 0.8});
  return world;
}

int main() {
  const carom::BodyId ball{0};
  carom::World2 smooth = dropped_ball();
  std::cout << std::fixed << std::setprecision(4);
  for (int frame = 1; frame <= 128; ++frame) {
    for (const carom::Event2& bounce : smooth.step(1.0 / 64)) {
      std::cout << "frame " << frame << ": bounce at " << bounce.time << " s, " << bounce.approach_speed << " m/s\n";
    }
    if (frame % 32 == 0) {
      const carom::Vec2 center = smooth.placement(ball).position;
      std::cout << "frame " << frame << ": draw at (" << center.x << ", " << center.y << ")\n";
    }
  }

  carom::World2 choppy = dropped_ball();
  for (int frame = 1; frame <= 16; ++frame) choppy.step(1.0 / 8);
  std::cout << (choppy.hash() == smooth.hash() ? "the same" : "another") << " state at 8 frames per second\n";
}
