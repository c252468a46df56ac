// carom_force_bench: force fields looked at at ticks: the energy of Kepler's orbits over 10⁴ of them (or as many as the
// first argument says), errors by interval, and time per ball and tick, as CSV.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace {

using namespace carom;

constexpr double kPi = 3.141592653589793;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// a = 1, μ = 1, from the perihelion: energy −1/2, period 2π.
World2 orbit(double e, double interval) {
  World2 world({.force_fields = {PointAttractor<2>{{0, 0}, 1, 0}}, .force_interval = interval});
  world.add({.shape = Circle{{1 - e, 0}, 0}, .motion = {{0, std::sqrt((1 + e) / (1 - e))}}});
  return world;
}

double energy(const World2& world) {
  const Ledger<2> ledger = world.ledger();
  return ledger.kinetic + ledger.potential;
}

/// Largest deviations of the energy, over h², in each tenth of the orbits: drift would let them grow.
void kepler(int orbits) {
  std::printf("eccentricity,interval,orbits_until,largest_energy_error_over_h2,seconds\n");
  for (const double e : {0.1, 0.3})
    for (const double interval : {0x1p-5, 0x1p-6}) {
      World2 world = orbit(e, interval);
      const double start = seconds();
      for (int tenth = 1; tenth <= 10; ++tenth) {
        double largest = 0;
        const int from = (tenth - 1) * orbits / 10, to = tenth * orbits / 10;
        for (int k = 8 * from; k < 8 * to; ++k) {
          world.run_until(2 * kPi * (k + 1) / 8, nullptr);
          largest = std::max(largest, std::fabs(energy(world) + 0.5));
        }
        std::printf("%g,%g,%d,%.4f,%.1f\n", e, interval, to, largest / (interval * interval), seconds() - start);
        std::fflush(stdout);
      }
    }
}

void cost() {
  std::printf("\nballs,radius,impacts,seconds_per_ball_and_tick\n");
  for (const int count : {1, 100, 10'000})
    for (const double radius : {0.0, 0.002}) {
      World2 world({.force_fields = {Spring<2>{{0, 0}, 1, 0}}, .force_interval = 0x1p-7});
      Random random(1);
      for (int k = 0; k < count; ++k)
        world.add({.shape = Circle{{random.uniform(-1, 1), random.uniform(-1, 1)}, radius},
                   .motion = {{random.normal(), random.normal()}}});
      world.run_until(0.125, nullptr);
      const double start = seconds();
      world.run_until(1.125, nullptr);
      std::printf("%d,%g,%llu,%.3g\n", count, radius, static_cast<unsigned long long>(world.event_count()),
                  (seconds() - start) / (128.0 * count));
      std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
  kepler(argc > 1 ? std::atoi(argv[1]) : 10'000);
  cost();
}
