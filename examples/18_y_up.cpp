// A character in a game that has y up: over a kerb, up a ramp, and up to a deck on a lift that carries it.
#include <carom/carom.hpp>
#include <iomanip>
#include <iostream>

namespace {

constexpr double kFrame = 1.0 / 64;

/// Ground along x, 4 wide: two triangles for each straight part of its outline, given by x and y.
std::vector<carom::Triangle> ground(const std::vector<carom::Vec2>& outline) {
  std::vector<carom::Triangle> triangles;
  for (std::size_t k = 1; k < outline.size(); ++k) {
    const carom::Vec2& p = outline[k - 1];
    const carom::Vec2& q = outline[k];
    triangles.push_back({{p.x, p.y, -2}, {p.x, p.y, 2}, {q.x, q.y, 2}});
    triangles.push_back({{p.x, p.y, -2}, {q.x, q.y, 2}, {q.x, q.y, -2}});
  }
  return triangles;
}

/// The lift, a kerb, and the deck where the lift goes.
const std::vector<carom::Aabb3> kBoxes{
    {{6, 0.75, -1}, {8, 1, 1}}, {{-1, 0, -2}, {0, 0.25, 2}}, {{8, 2.75, -2}, {12, 3, 2}}};
constexpr carom::ItemId kLift{carom::ItemKind::box, 0};

}  // namespace

int main() {
  // Level to x = 2, a ramp 1 : 2 to x = 4, a landing to x = 6.
  const std::vector<carom::Triangle> triangles = ground({{-4, 0}, {2, 0}, {4, 1}, {6, 1}});
  carom::Index3 level({.boxes = kBoxes, .triangles = triangles});
  const carom::WalkOptions options{.step_up = 0.3, .snap = 0.3, .up = carom::Axis::y};

  carom::UprightCylinder hero{{-3, 1, 0}, 0.25, 1, carom::Axis::y};
  double falling = 0;  // vertical speed
  std::optional<carom::ItemId> ground_item;
  const auto tell = [&](const char* what) {
    std::cout << what << " at x = " << hero.center.x << ", feet at " << hero.center.y - 1 << '\n';
  };
  std::cout << std::fixed << std::setprecision(2);
  while (hero.center.x < 10) {
    const bool rides = hero.center.x >= 7 && ground_item == kLift && level.box(kLift).high.y < 3;
    if (rides) {
      const std::vector<carom::UprightCylinder> riders{hero};
      hero = carom::move_platform<carom::UprightCylinder>(level, kLift, {0, kFrame, 0}, riders, options)[0].mover;
    }
    falling -= 16 * kFrame;
    const carom::Vec3 velocity{rides ? 0.0 : 2.0, falling, 0};
    const auto moved = carom::walk(level, hero, kFrame * velocity, options);
    hero = moved.mover;
    if (moved.stepped > 0) tell("steps up");
    if (!moved.ground) continue;
    falling = 0;
    if (ground_item != moved.ground->item && moved.ground->item == kLift) tell("boards the lift");
    if (ground_item == kLift && moved.ground->item != kLift) tell("leaves the lift");
    ground_item = moved.ground->item;
  }
  tell("ends");
}
