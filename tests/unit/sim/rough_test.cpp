#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/math/random.hpp"
#include "carom/response/rough_bounce.hpp"
#include "carom/sim/world.hpp"
#include "unit/sim/angular_momentum.hpp"

namespace carom {
namespace {

/// side³ spheres of radius 1/5 and mass 1, in a periodic box of as many unit cells, with Maxwell's velocities of T = 1.
Snapshot<3> gas(int side, std::uint64_t seed) {
  const auto length = static_cast<double>(side);
  World3 world({.tangential_restitution = -1, .period = Vec3{length, length, length}});
  Random random(seed);
  const int count = side * side * side;
  std::vector<Vec3> velocities(static_cast<std::size_t>(count));
  Vec3 drift;
  for (Vec3& v : velocities) {
    v = {random.normal(), random.normal(), random.normal()};
    drift += v / count;
  }
  for (int k = 0; k < count; ++k)
    world.add({.shape = Sphere{{k % side + 0.5, k / side % side + 0.5, k / (side * side) + 0.5}, 0.2},
               .motion = {velocities[static_cast<std::size_t>(k)] - drift}});
  world.run_until(1, [](const Event3&) {});  // smooth and elastic: it forgets the lattice
  return world.snapshot();
}

World3 rough_gas(Snapshot<3> start, double e, double beta) {
  start.options.tangential_restitution = beta;
  for (Body<3>& body : start.bodies) body.restitution = e;
  return World3(start);
}

struct Temperatures {
  double translational = 0;
  double rotational = 0;
};

Temperatures temperatures(const World3& world) {
  const Ledger<3> ledger = world.ledger();
  const auto count = static_cast<double>(world.body_count());
  return {2 * (ledger.kinetic - ledger.rotational) / (3 * count - 3), 2 * ledger.rotational / (3 * count)};
}

void run_for_collisions(World3& world, std::uint64_t count) {
  for (std::uint64_t k = 0; k < count; ++k) ASSERT_TRUE(world.next_event(1e6));
}

TEST(RoughWorld, BallsExchangeSpinAndKeepMomentumAngularMomentumAndEnergy) {
  for (const double beta : {-1.0, -0.3, 0.0, 0.6, 1.0}) {
    World2 world({.tangential_restitution = beta});
    const std::array ids = {
        world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{1, 0.25}}, .mass = 2, .spin = 3, .restitution = 0.8}),
        world.add({.shape = Circle{{3, 0.5}, 0.75}, .motion = {{-1, 0}}, .mass = 3, .spin = -1, .restitution = 0.8})};
    const double before = testing::angular_momentum(world, ids);
    const Ledger<2> start = world.ledger();
    EXPECT_DOUBLE_EQ(start.rotational, 0.25 * 2 * 0.25 * 9 + 0.25 * 3 * 0.5625 * 1);
    ASSERT_EQ(world.run_until(3).size(), 1u);
    EXPECT_NEAR(testing::angular_momentum(world, ids), before, 1e-13);
    EXPECT_LE(norm(world.ledger().momentum - start.momentum), 1e-13);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
    EXPECT_EQ(world.state(ids[0]).spin == 3, beta == -1);
  }
}

TEST(RoughWorld, SmoothestOneTellsTheStoryOfASmoothOne) {
  const auto run = [](std::optional<double> beta) {
    World3 world({.tangential_restitution = beta});
    Random random(3);
    for (int k = 0; k < 64; ++k)
      world.add({.shape = Sphere{{0.5 + k % 4, 0.5 + k / 4 % 4, 0.5 + k / 16}, 0.4},
                 .motion = {random.in_ball<3>()},
                 .restitution = 0.9});
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) {
        Vec3 normal;
        normal[axis] = sign;
        world.add({.shape = HalfSpace3{normal, sign > 0 ? 0.0 : -4.0}});
      }
    return world.run_until(5);
  };
  const std::vector<Event3> smooth = run(std::nullopt);
  const std::vector<Event3> rough = run(-1);
  ASSERT_EQ(smooth.size(), rough.size());
  ASSERT_GT(smooth.size(), 100u);
  for (std::size_t k = 0; k < smooth.size(); ++k) {
    EXPECT_EQ(smooth[k].instant, rough[k].instant);
    EXPECT_EQ(smooth[k].point, rough[k].point);
    EXPECT_EQ(smooth[k].impulse, rough[k].impulse);
  }
}

// A disc that bounces to rest takes spin from the floor at its impacts; at rest it slides on
// without friction and keeps its spin.
TEST(RoughWorld, FloorGivesSpinAtImpactsAndNoneAtRest) {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0});
  const BodyId disc = world.add({.shape = Circle{{0, 2}, 0.5}, .motion = {{3, 0}}, .restitution = 0.5});
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.5});
  world.run_until(5);
  EXPECT_EQ(world.event_count(EventKind::rest), 1u);
  EXPECT_NEAR(world.state(disc).velocity.x, 2, 1e-14);  // rolling since the first impact: 3/(1 + q)
  EXPECT_NEAR(world.state(disc).spin, -4, 1e-14);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

// A roller that can not be moved drives a ball that falls on it, and the ledger calls it work: with β = 0 and e = 0 the
// ball takes q/(1 + q) = 2/7 of the roller's surface speed.
TEST(RoughWorld, ImmovableBallThatSpinsDoesWork) {
  World3 world({.tangential_restitution = 0});
  world.add({.shape = Sphere{{0, 0, 0}, 1}, .mass = kImmovable, .spin = {0, 0, 7}, .restitution = 0});
  const BodyId ball = world.add({.shape = Sphere{{3, 0, 0}, 1}, .motion = {{-1, 0, 0}}, .restitution = 0});
  world.run_until(2);
  EXPECT_NEAR(world.state(ball).velocity.y, 2, 1e-14);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-14);
  EXPECT_NEAR(world.ledger().work, 7.0 * 7 * 2 / 7, 1e-13);  // surface speed times tangential impulse
}

TEST(RoughWorld, SpinIsPartOfTheHashAndOfSnapshots) {
  World2 world({.tangential_restitution = 0.5}), other({.tangential_restitution = 0.5});
  world.add({.shape = Circle{{0, 0}, 1}, .spin = 1});
  other.add({.shape = Circle{{0, 0}, 1}, .spin = 2});
  EXPECT_NE(world.hash(), other.hash());
  const World2 again(world.snapshot());
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_EQ(again.body(BodyId{0}).spin, 1);
}

TEST(RoughWorld, RefusesWhatMakesNoSense) {
  EXPECT_THROW(World2({.tangential_restitution = 1.1}), std::invalid_argument);
  EXPECT_THROW(World2({.tangential_restitution = std::nan("")}), std::invalid_argument);
  EXPECT_THROW(World2({.damping = 1, .tangential_restitution = 0}), std::invalid_argument);
  EXPECT_THROW(World2().add({.shape = Circle{{}, 1}, .spin = 1}), std::invalid_argument);
  World2 world({.tangential_restitution = 0});
  EXPECT_THROW(world.add({.shape = Circle{{}, 1}, .spin = INFINITY}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Circle{{}, 0}}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Segment2{{0, 0}, {1, 0}}, .spin = 1}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Circle{{}, 1}, .spin = 1, .response = Response::slide}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Circle{{}, 1}, .spin = 1, .response = Response::pocket}), std::invalid_argument);
  world.add({.shape = Circle{{}, 0}, .mass = kImmovable});
}

// Perfectly rough spheres share their energy equally among all that can move: the mean of the rotational share is
// 3N/(6N − 3) on the surface of constant energy and momentum. Blocks of 5 collisions per ball give the standard error.
TEST(RoughGas, EnergyIsSharedEquallyBySpinsAndVelocities) {
  World3 world = rough_gas(gas(7, 11), 1, 1);
  const double count = 343;
  run_for_collisions(world, 343 * 10);
  constexpr int kBlocks = 24;
  double sum = 0, sum2 = 0;
  for (int block = 0; block < kBlocks; ++block) {
    double share = 0;
    for (int k = 0; k < 20; ++k) {
      run_for_collisions(world, 343 / 8);
      const Ledger<3> ledger = world.ledger();
      share += ledger.rotational / ledger.kinetic / 20;
    }
    sum += share;
    sum2 += share * share;
  }
  const double mean = sum / kBlocks;
  const double error = std::sqrt((sum2 / kBlocks - mean * mean) / (kBlocks - 1));
  EXPECT_LE(error, 0.005);
  EXPECT_NEAR(mean, 3 * count / (6 * count - 3), 4 * error);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-11 * world.ledger().kinetic);
}

// Mean-field cooling (Huthmann and Zippelius, Physical Review E 56, R6275, 1997; Luding, Huthmann, McNamara and
// Zippelius, Physical Review E 58, 3416, 1998) in D = 3, with the number τ of collisions per ball as the clock and
// η = q (1 + β)/(2 (1 + q)):
//   dT_tr/dτ  = −(1 − e²)/3 T_tr − 4/3 η (1 − η) T_tr + 4/3 η²/q T_rot
//   dT_rot/dτ = 4/3 η²/q T_tr − 4/3 η/q (1 − η/q) T_rot
Temperatures mean_field(double e, double beta, double collisions_per_ball) {
  constexpr double q = 0.4;
  const double eta = q * (1 + beta) / (2 * (1 + q));
  const double loss = (1 - e * e) / 3 + 4.0 / 3 * eta * (1 - eta), gain = 4.0 / 3 * eta * eta / q;
  const double back = 4.0 / 3 * eta / q * (1 - eta / q);
  Temperatures t{1, 0};
  constexpr int kSteps = 10'000;
  const double h = collisions_per_ball / kSteps;
  for (int k = 0; k < kSteps; ++k) {
    const auto rate = [&](const Temperatures& at) {
      return Temperatures{-loss * at.translational + gain * at.rotational,
                          gain * at.translational - back * at.rotational};
    };
    const Temperatures r = rate(t);
    const Temperatures half = rate({t.translational + h / 2 * r.translational, t.rotational + h / 2 * r.rotational});
    t = {t.translational + h * half.translational, t.rotational + h * half.rotational};
  }
  return t;
}

TEST(RoughGas, CoolsAsMeanFieldTheorySaysWhileItIsYoung) {
  const Snapshot<3> start = gas(25, 5);
  const double count = 15625;
  for (const auto& [e, beta] : {std::pair{0.9, -0.5}, {0.9, 0.0}, {0.8, 0.5}, {1.0, 1.0}}) {
    SCOPED_TRACE("e = " + std::to_string(e) + ", beta = " + std::to_string(beta));
    World3 world = rough_gas(start, e, beta);
    const double at_start = temperatures(world).translational;
    run_for_collisions(world, 15625);
    const Temperatures now = temperatures(world);
    const Temperatures expected = mean_field(e, beta, 2 * 15625 / count);
    EXPECT_NEAR(now.translational / at_start, expected.translational, 0.01 * expected.translational);
    EXPECT_NEAR(now.rotational / at_start, expected.rotational, 0.04 * expected.rotational);
  }
}

}  // namespace
}  // namespace carom
