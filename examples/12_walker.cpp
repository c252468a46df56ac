// A character in space: it walks over hills and up stairs, falls off the top and jumps. Gravity and jumps are the
// caller's; walk() does the ground.
#include <carom/carom.hpp>
#include <iomanip>
#include <iostream>

namespace {

/// Ground from x = −10 to 0, then a hillside 1 : 2 up to x = 4.
const std::vector<carom::Triangle> kHill{{{-10, -5, 0}, {0, -5, 0}, {0, 5, 0}},
                                         {{-10, -5, 0}, {0, 5, 0}, {-10, 5, 0}},
                                         {{0, -5, 0}, {4, -5, 2}, {4, 5, 2}},
                                         {{0, -5, 0}, {4, 5, 2}, {0, 5, 0}}};
/// A terrace on top of it, four stairs of 0.25, and deep down a floor.
const std::vector<carom::Aabb3> kStairs{{{4, -5, 1}, {6, 5, 2}},     {{6, -5, 1}, {6.5, 5, 2.25}},
                                        {{6.5, -5, 1}, {7, 5, 2.5}}, {{7, -5, 1}, {7.5, 5, 2.75}},
                                        {{7.5, -5, 1}, {9, 5, 3}},   {{-10, -5, -2}, {30, 5, -1}}};

}  // namespace

int main() {
  const carom::Index3 world({.boxes = kStairs, .triangles = kHill});
  const carom::WalkOptions options{.step_up = 0.3, .snap = 0.3};
  const double frame = 1.0 / 64;
  const double gravity = 16;

  carom::UprightCylinder hero{{-4, 0, 1}, 0.25, 1};
  double falling = 0;  // vertical speed
  bool stood = true;
  bool jumped = false;
  std::cout << std::fixed << std::setprecision(2);
  for (int k = 1; k <= 64 * 8; ++k) {
    falling -= gravity * frame;
    if (hero.center.x > -2 && !jumped) {
      falling = 4;
      jumped = true;
      std::cout << "jumps at x = " << hero.center.x << '\n';
    }
    const auto moved = carom::walk(world, hero, carom::Vec3{2 * frame, 0, falling * frame}, options);
    hero = moved.mover;
    if (moved.ground) falling = 0;
    if (moved.stepped > 0) std::cout << "a stair at x = " << hero.center.x << ", feet at " << hero.center.z - 1 << '\n';
    if (stood && !moved.ground && falling < 0) std::cout << "falls at x = " << hero.center.x << '\n';
    if (!stood && moved.ground)
      std::cout << "lands at x = " << hero.center.x << ", feet at " << hero.center.z - 1 << '\n';
    stood = moved.ground.has_value();
  }
  std::cout << "ends at x = " << hero.center.x << ", feet at " << hero.center.z - 1 << '\n';
}
