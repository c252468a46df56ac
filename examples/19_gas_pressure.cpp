// The pressure of a hard-sphere fluid from its collisions. At packing fraction 0.3 the equation of state of Kolafa,
// Labík and Malijevský (2004), fitted to their simulations, gives P V/(N k T) = 3.984.
#include <carom/carom.hpp>
#include <carom/math/portable.hpp>
#include <carom/math/random.hpp>
#include <cstdio>

using namespace carom;

int main() {
  const double radius = 0.5, packing = 0.3, pi = 3.141592653589793;
  const int row = 10, count = row * row * row;
  const double side = portable::cbrt(count * pi / 6 / packing);  // of spheres of diameter 1

  World3 fluid({.period = Vec3{side, side, side}});
  Random random(2026);
  Vec3 velocity{};
  for (int k = 0; k < count; ++k) {
    velocity = k % 2 == 0 ? random.direction<3>() : -velocity;  // no momentum in all
    const Vec3 cell{0.5 + k % row, 0.5 + k / row % row, 0.5 + k / (row * row)};
    fluid.add({.shape = Sphere{(side / row) * cell, radius}, .motion = velocity});
  }
  fluid.run_until(10, nullptr);  // until the lattice is forgotten: some 60 collisions of each

  // P V = (2 E + Σ J d/t)/3: each collision hands the impulse J over the distance of two centres, a diameter d.
  const double duration = 100, energy = fluid.ledger().kinetic;
  double handed = 0;
  fluid.run_until(fluid.time() + duration, [&](const Event3& collision) { handed += collision.impulse * 2 * radius; });
  std::printf("P V/(N k T) = %.2f\n", 1 + handed / (2 * energy * duration));
}
