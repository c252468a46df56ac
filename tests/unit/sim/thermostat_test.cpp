#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kPi = 3.141592653589793;

/// side³ spheres of diameter 0.4 in a periodic box of as many unit cells.
World3 granular_gas(int side, double e, const Thermostat& thermostat) {
  const auto length = static_cast<double>(side);
  World3 world({.thermostat = thermostat, .period = Vec3{length, length, length}});
  Random random(1);
  for (int k = 0; k < side * side * side; ++k)
    world.add({.shape = Sphere{{k % side + 0.5, k / side % side + 0.5, k / (side * side) + 0.5}, 0.2},
               .motion = {{random.normal(), random.normal(), random.normal()}},
               .restitution = e});
  return world;
}

World2 free_balls(const Thermostat& thermostat, double damping = 0) {
  World2 world({.damping = damping, .thermostat = thermostat});
  for (int k = 0; k < 200; ++k)
    world.add({.shape = Circle{{0.0, 10.0 * k}, 1e-3}, .mass = 1.0 + k % 3, .restitution = 0.5});
  return world;
}

// Nothing to meet: after n kicks a component's variance is n·noise·dt, within 4 standard errors √(2/400) of 400
// numbers.
TEST(Thermostat, HeatsByItsNoise) {
  World2 world = free_balls({.interval = 0.25, .noise = 3, .keeps_momentum = false});
  world.run_until(1.125, [](const Event2&) {});
  EXPECT_EQ(world.event_count(EventKind::change), 4u * 200);
  double sum = 0;
  for (std::uint32_t k = 0; k < 200; ++k) sum += norm2(world.state(BodyId{k}).velocity);
  EXPECT_NEAR(sum / 400, 4 * 3 * 0.25, 4 * std::sqrt(2.0 / 400) * 3);
  EXPECT_NEAR(world.ledger().work, world.ledger().kinetic, 1e-12 * world.ledger().kinetic);
}

TEST(Thermostat, KeepsTheMomentumIfAskedTo) {
  for (const bool keeps : {false, true}) {
    World2 world = free_balls({.interval = 0.25, .noise = 1, .keeps_momentum = keeps});
    world.run_until(2, [](const Event2&) {});
    const Ledger<2> ledger = world.ledger();
    EXPECT_EQ(norm(ledger.momentum) < 1e-13 * ledger.momentum_scale, keeps);
    EXPECT_GT(ledger.kinetic, 1);
  }
}

// A kick at the end of a run happens in it; nothing before the first.
TEST(Thermostat, KicksAtMultiplesOfItsInterval) {
  World2 world = free_balls({.interval = 0.5, .noise = 1});
  EXPECT_TRUE(world.run_until(0.4375).empty());
  for (const Event2& event : world.run_until(1.5)) {
    EXPECT_EQ(event.kind, EventKind::change);
    EXPECT_EQ(std::fmod(event.time, 0.5), 0);
  }
  EXPECT_EQ(world.snapshot().kicks, 3u);
}

// Noise and drag: dT/dt = noise − 2 k T, T = noise/(2k) in the long run, for kicks of finite interval dt that is
// noise dt/(1 − exp(−2 k dt)) right after a kick.
TEST(Thermostat, BalancesCommonDamping) {
  const double k = 0.5, dt = 0.125;
  World2 world = free_balls({.interval = dt, .noise = 2, .keeps_momentum = false}, k);
  double sum = 0;
  for (int step = 1; step <= 20; ++step) {
    world.run_until(10.0 * step, [](const Event2&) {});
    for (std::uint32_t i = 0; i < 200; ++i) sum += norm2(world.placement(BodyId{i}).velocity);
  }
  const double numbers = 20 * 400;
  const double expected = 2 * dt / -std::expm1(-2 * k * dt);
  EXPECT_NEAR(sum / numbers, expected, 4 * std::sqrt(2 / numbers) * expected);
}

TEST(Thermostat, GoesOnFromASnapshotWithTheSameBits) {
  const Thermostat thermostat{.interval = 0.1, .noise = 0.5, .seed = 9};
  World3 whole = granular_gas(5, 0.8, thermostat);
  World3 part = granular_gas(5, 0.8, thermostat);
  whole.run_until(2, [](const Event3&) {});
  for (const double until : {0.1, 0.35, 0.7, 1.0, 1.25, 2.0}) {
    part.run_until(until, [](const Event3&) {});
    part = World3(part.snapshot());
  }
  EXPECT_EQ(part.hash(), whole.hash());
  EXPECT_EQ(part.ledger().work, whole.ledger().work);
}

TEST(Thermostat, SeedsMakeStories) {
  const auto hash = [](std::uint64_t seed) {
    World2 world = free_balls({.interval = 0.1, .noise = 0.5, .seed = seed});
    world.run_until(1, [](const Event2&) {});
    return world.hash();
  };
  EXPECT_EQ(hash(1), hash(1));
  EXPECT_NE(hash(1), hash(2));
}

// Heating balances what impacts take: D m ξ₀² = (1 − e²) ω T with the mean-field collision frequency of a ball,
// ω = 4 χ n σ² √(π T/m), and the contact value χ of Carnahan and Starling (van Noije and Ernst, Granular Matter 1, 57,
// 1998). Momentum is kept: 3(N − 1) components are heated. Their correction for the shape of the velocity distribution
// is 0.3 % of T here.
TEST(Thermostat, HoldsAGranularGasAtTheTemperatureOfMeanFieldTheory) {
  const double e = 0.9, noise = 0.1, sigma = 0.4, n = 1;
  World3 world = granular_gas(10, e, {.interval = 0.02, .noise = noise});
  const double count = 1000;
  const double eta = kPi / 6 * n * sigma * sigma * sigma;
  const double chi = (1 - eta / 2) / ((1 - eta) * (1 - eta) * (1 - eta));
  const double expected =
      std::cbrt(std::pow(3 * noise / ((1 - e * e) * 4 * chi * n * sigma * sigma * std::sqrt(kPi)), 2));
  world.run_until(20, [](const Event3&) {});
  const Ledger<3> start = world.ledger();
  constexpr int kBlocks = 10, kLooks = 40;
  double sum = 0, sum2 = 0;
  for (int block = 0; block < kBlocks; ++block) {
    double mean = 0;
    for (int look = 0; look < kLooks; ++look) {
      world.run_until(world.time() + 0.093, [](const Event3&) {});
      mean += 2 * world.ledger().kinetic / (3 * (count - 1)) / kLooks;
    }
    sum += mean;
    sum2 += mean * mean;
  }
  const double temperature = sum / kBlocks;
  const double error = std::sqrt((sum2 / kBlocks - temperature * temperature) / (kBlocks - 1));
  EXPECT_LE(error, 0.01 * expected);
  EXPECT_NEAR(temperature, expected, 3 * error + 0.01 * expected);
  const Ledger<3> end = world.ledger();
  EXPECT_NEAR(end.residual(), 0, 1e-11 * end.work);
  // Per unit of time the noise does the work ½ D (N − 1) m ξ₀².
  const double work = (end.work - start.work) / (kBlocks * kLooks * 0.093);
  EXPECT_NEAR(work, 1.5 * (count - 1) * noise, 0.02 * work);
}

TEST(Thermostat, RefusesWhatMakesNoSense) {
  EXPECT_THROW(World2({.thermostat = Thermostat{.interval = 0, .noise = 1}}), std::invalid_argument);
  EXPECT_THROW(World2({.thermostat = Thermostat{.interval = INFINITY, .noise = 1}}), std::invalid_argument);
  EXPECT_THROW(World2({.thermostat = Thermostat{.interval = 1, .noise = -1}}), std::invalid_argument);
  World2 world({.thermostat = Thermostat{.interval = 1e-300, .noise = 1}});
  EXPECT_THROW(world.run_until(1), std::invalid_argument);
}

}  // namespace
}  // namespace carom
