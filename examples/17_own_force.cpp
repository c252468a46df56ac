// A force of one's own, beside one that comes with the library: a charge in a magnetic field, slowed by the air.
#include <carom/carom.hpp>
#include <cmath>
#include <iostream>

using namespace carom;

int main() {
  const auto yes_or_no = [](bool is) { return is ? "yes" : "no"; };
  constexpr double kPi = 3.141592653589793;

  World2 world({.force_interval = 1.0 / 128});  // how often forces are looked at: a power of two
  const BodyId charge = world.add({.shape = Circle{{0, 1}, 0.1}, .motion = {{2, 0}}, .mass = 0.5});
  world.set_force({.at = [](const PointMass<2>& ball) {
    return Vec2{ball.velocity.y, -ball.velocity.x};  // it turns at 1/m = 2 radians per second, on a circle of radius 1
  }});
  world.run_until(kPi, nullptr);  // once round
  std::cout << "back after once round: " << yes_or_no(norm(world.placement(charge).position - Vec2{0, 1}) < 1e-3)
            << '\n'
            << "as fast as at first: " << yes_or_no(std::abs(norm(world.placement(charge).velocity) - 2) < 1e-4)
            << '\n';

  // v = v₀/(1 + c v₀ t/m): a quarter of it is left after t = 3 m/(c v₀).
  World2 air({.force_fields = {QuadraticDrag<2>{.coefficient = 0.25}}, .force_interval = 1.0 / 128});
  const BodyId ball = air.add({.shape = Circle{{0, 0}, 0.1}, .motion = {{2, 0}}, .mass = 0.5});
  air.run_until(3, nullptr);
  std::cout << "a quarter of its speed is left: " << yes_or_no(std::abs(air.placement(ball).velocity.x - 0.5) < 1e-4)
            << '\n'
            << "what it lost is work: "
            << yes_or_no(std::abs(air.ledger().work - (air.ledger().kinetic - 0.5 * 0.5 * 2 * 2)) < 1e-12) << '\n';
}
