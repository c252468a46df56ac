// Queries alone, without a world: two movers in one frame of one second, cut where they touch, and what a bounce would
// make of them.
#include <carom/carom.hpp>
#include <iostream>

int main() {
  const carom::Circle runner{{0, 0}, 0.5}, cart{{4, 0}, 0.5};
  const carom::Linear2 run{{3, 0}}, roll{{-1, 0}};

  const carom::ClippedMotion<2> frame = clip_motion(runner, run, cart, roll, 1.0);
  std::cout << "free for " << frame.fraction << " of the frame: the runner moves " << frame.displacement_a.x
            << ", the cart " << frame.displacement_b.x << '\n';
  if (!frame.impact) return 0;

  std::cout << "they touch at x = " << frame.impact->point.x << '\n';
  const carom::Bounce<2> after = bounce(run.velocity, 1, roll.velocity, 3, frame.impact->normal, 1);
  std::cout << "an elastic bounce of 1 kg and 3 kg: " << after.velocity1.x << " and " << after.velocity2.x << " m/s\n";
}
