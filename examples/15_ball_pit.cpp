// A game's frame loop over a heap: 1,000 balls fall into a pit, a hand picks one up and throws it.
#include <carom/carom.hpp>
#include <iostream>

using namespace carom;

int main() {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0});
  const auto rubs = [](const Shape<2>& shape) { return Body<2>{.shape = shape, .restitution = 0.5, .friction = 0.5}; };
  for (const HalfSpace2& wall : {HalfSpace2{{0, 1}, 0}, {{1, 0}, 0}, {{-1, 0}, -53}}) world.add(rubs(wall));
  for (int k = 0; k < 1000; ++k)
    world.add(rubs(Circle{{1.3 * (k % 40) + 0.7 + 0.01 * (k % 7), 0.65 + 1.3 * (k / 40)}, 0.5}));

  BodyId lifted{};
  int loud = 0, soft = 0;
  for (int frame = 1; frame <= 240; ++frame) {
    for (const Event2& event : world.step(1.0 / 60)) {
      if (event.kind == EventKind::impact && event.approach_speed > 5) ++loud;  // a sound
      if (event.kind == EventKind::contact_begin) ++soft;                       // another
    }
    // A hand above the pit picks up what lies below it, and throws it.
    const Vec2 hand{26, 30};
    if (frame == 120) lifted = world.cast(Circle{hand, 0.5}, Linear2{{0, -1}})->body;
    if (frame > 120 && frame <= 180) world.set_velocity(lifted, 5 * (hand - world.placement(lifted).position));
    if (frame == 181) world.set_velocity(lifted, {-15, 5});
  }

  const auto yes_or_no = [](bool is) { return is ? "yes" : "no"; };
  std::cout << "there was a lot to hear: " << yes_or_no(loud > 100 && soft > 1000) << '\n'
            << "the ball was thrown to the left: " << yes_or_no(world.placement(lifted).position.x < 15) << '\n'
            << "two overlap, beyond rounding: " << yes_or_no(world.first_overlap(1e-12).has_value()) << '\n';
}
