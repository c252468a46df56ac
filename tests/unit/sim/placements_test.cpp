#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

/// All at once, beside one by one.
template <int D>
void expect_the_same(const World<D>& world) {
  std::vector<Vec<D>> positions(world.body_count()), velocities(world.body_count());
  std::vector<Spin<D>> spins(world.body_count());
  world.placements(positions, velocities, spins);
  for (std::uint32_t id = 0; id < world.body_count(); ++id) {
    const Placement<D> one = world.placement(BodyId{id});
    EXPECT_EQ(positions[id], one.position) << id;
    EXPECT_EQ(velocities[id], one.velocity) << id;
    EXPECT_EQ(spins[id], one.spin) << id;
  }
}

template <int D>
void fill(World<D>& world, int side) {
  Random random(1);
  for (int k = 0; k < side * side; ++k) {
    Ball<D> ball{{}, 0.5};
    ball.center[0] = 2.0 * (k % side) + 1;
    ball.center[1] = 2.0 * (k / side) + 1;
    world.add({.shape = ball, .motion = random.direction<D>(), .spin = {}});
  }
}

TEST(Placements, AreThoseOfEachBodyInAPeriodicBox) {
  World3 world({.tangential_restitution = 0.5, .period = Vec3{20, 20, 20}});
  fill(world, 10);
  for (const double time : {0.0, 0.3, 50.0}) {
    world.run_until(time, nullptr);
    expect_the_same(world);
  }
}

TEST(Placements, AreThoseOfEachBodyInFlightAtRestTakenAwayAndYetToCome) {
  World2 world({.gravity = {0, -10}});
  world.add({.shape = HalfSpace<2>{{0, 1}, 0}, .restitution = 0.5});
  fill(world, 5);
  world.add({.shape = Circle{{30, 0.5}, 0.5}, .motion = Stopping2{{2, 0}, 0.5}});
  world.add_later({.shape = Circle{{40, 5}, 0.5}, .motion = Vec2{1, 2}}, 3);
  world.remove(BodyId{3});
  for (const double time : {0.0, 0.7, 2.9, 3.1, 9.0}) {
    world.run_until(time, nullptr);
    expect_the_same(world);
  }
}

TEST(Placements, AreThoseOfEachBodyWhereAllSlow) {
  World2 world({.damping = 0.1, .epoch_length = 1.0});
  fill(world, 5);
  world.add_later({.shape = Circle{{40, 5}, 0.5}, .motion = Vec2{1, 2}}, 3.4);
  for (const double time : {0.0, 0.7, 3.1, 9.3}) {
    world.run_until(time, nullptr);
    expect_the_same(world);
  }
}

TEST(Placements, AreWherePathsLead) {
  World2 world({.period = Vec2{8, 8}});
  world.add({.shape = Circle{{1, 1}, 0.5}, .motion = Vec2{0.5, -2}});
  std::vector<Vec2> place(1);
  world.run_until(3, nullptr);
  world.placements(place);
  EXPECT_EQ(place[0], (Vec2{2.5, 3}));  // 1 + 3/2, 1 − 6 + 8
}

TEST(Placements, WantRoomForAllBodies) {
  World2 world;
  world.add({.shape = Circle{{1, 1}, 0.5}});
  std::vector<Vec2> room(2);
  EXPECT_THROW(world.placements(room), std::invalid_argument);
  EXPECT_THROW(world.placements({}, room), std::invalid_argument);
  world.placements({});
}

}  // namespace
}  // namespace carom
