#include "contacts/island_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace carom::contacts {
namespace {

/// Smooth discs of mass 1 without weight, and what moves against them.
struct Squeeze {
  std::vector<TickBody<2>> bodies;
  std::vector<TickContact<2>> contacts;

  std::uint32_t add(const Vec2& velocity = {}) {
    bodies.push_back({.velocity = velocity, .inverse_mass = 1, .radius = 0.5});
    return static_cast<std::uint32_t>(bodies.size() - 1);
  }
  void touch(std::uint32_t a, std::uint32_t b, const Vec2& normal) {
    contacts.push_back({.a = a, .b = b, .normal = normal});
  }
  void touch_fixed(std::uint32_t a, const Vec2& normal, const Vec2& surface = {}) {
    contacts.push_back({.a = a, .normal = normal, .surface = surface});
  }
  SolvedIslands solve(double tolerance = 1e-9, double layers = 1) {
    const std::vector<std::uint32_t> islands = find_islands(bodies.size(), contacts);
    const std::vector<double> all_layers(bodies.size(), layers);
    return IslandSolver<2>().solve(bodies, contacts, islands, all_layers, tolerance);
  }
};

TEST(IslandSolver, ContactsJoinBodiesAndWhatIsFixedJoinsNone) {
  Squeeze squeeze;
  for (int k = 0; k < 5; ++k) squeeze.add();
  squeeze.touch(3, 4, {1, 0});
  squeeze.touch(1, 3, {1, 0});
  squeeze.touch_fixed(0, {0, -1});
  squeeze.touch_fixed(1, {0, -1});
  EXPECT_EQ(find_islands(5, squeeze.contacts), (std::vector<std::uint32_t>{0, 1, 2, 1, 1}));
}

// What is pushed and has room goes along.
TEST(IslandSolver, WhatHasRoomGoesWithWhatPresses) {
  Squeeze squeeze;
  const std::uint32_t a = squeeze.add(), b = squeeze.add();
  squeeze.touch_fixed(a, {0, -1}, {0, 3});
  squeeze.touch(a, b, {0, 1});
  const SolvedIslands solved = squeeze.solve();
  EXPECT_TRUE(solved.jammed.empty());
  EXPECT_NEAR(squeeze.bodies[a].velocity[1], 3, 1e-7);
  EXPECT_NEAR(squeeze.bodies[b].velocity[1], 3, 1e-7);
}

// Between a floor that rises and a ceiling there is no room: that floor is told, not one beside that presses on
// another island, and what is squeezed stands.
TEST(IslandSolver, WhatLeavesNoRoomJams) {
  Squeeze squeeze;
  const std::uint32_t a = squeeze.add(), b = squeeze.add(), free = squeeze.add();
  squeeze.touch_fixed(free, {0, -1}, {0, 1});
  squeeze.touch_fixed(a, {0, -1}, {0, 1});
  squeeze.touch(a, b, {0, 1});
  squeeze.touch_fixed(b, {0, 1});
  const SolvedIslands solved = squeeze.solve();
  EXPECT_EQ(solved.jammed, (std::vector<std::size_t>{1}));
  for (const std::uint32_t disc : {a, b}) EXPECT_NEAR(norm(squeeze.bodies[disc].velocity), 0, 1e-6);
  EXPECT_NEAR(squeeze.bodies[free].velocity[1], 1, 1e-9);
}

// A ceiling that stands and a floor that sinks leave room.
TEST(IslandSolver, WhatGoesAwayPressesOnNothing) {
  Squeeze squeeze;
  const std::uint32_t a = squeeze.add({0, -1});
  squeeze.touch_fixed(a, {0, -1}, {0, -0.5});
  squeeze.touch_fixed(a, {0, 1});
  EXPECT_TRUE(squeeze.solve().jammed.empty());
  EXPECT_NEAR(squeeze.bodies[a].velocity[1], -0.5, 1e-9);
}

// Two faces at an angle θ, one of which goes against the other at V, squeeze a disc out at V/sin θ: the velocity along
// the one that stands whose part against the other is V.
TEST(IslandSolver, WedgesSqueezeOutWhateverIsFree) {
  for (const double angle : {0.5, 0.2, 0.1}) {
    Squeeze squeeze;
    const std::uint32_t disc = squeeze.add();
    squeeze.touch_fixed(disc, {0, -1});
    const Vec2 normal{-std::sin(angle), std::cos(angle)};
    squeeze.touch_fixed(disc, normal, -normal);
    EXPECT_TRUE(squeeze.solve().jammed.empty()) << angle;
    EXPECT_NEAR(squeeze.bodies[disc].velocity[0], 1 / std::sin(angle), 1e-3 / angle) << angle;
  }
}

// With friction beyond the tangent of half the angle, a wedge holds what it squeezes, and there is no solution.
TEST(IslandSolver, WedgesWithFrictionJam) {
  for (const double friction : {0.2, 0.5}) {
    Squeeze squeeze;
    constexpr double kAngle = 0.6;  // tan(0.3) = 0.309
    const std::uint32_t disc = squeeze.add();
    squeeze.touch_fixed(disc, {0, -1});
    const Vec2 normal{-std::sin(kAngle), std::cos(kAngle)};
    squeeze.touch_fixed(disc, normal, -normal);
    for (TickContact<2>& contact : squeeze.contacts) contact.friction = friction;
    EXPECT_EQ(squeeze.solve().jammed.empty(), friction < std::tan(kAngle / 2)) << friction;
  }
}

// 400 columns of 10 discs side by side, pressed on by their weight and rubbing: with so many contacts a heap may be
// deep, and takes more sweeps where it is.
TEST(IslandSolver, WideHeapsTakeFewerSweepsThanDeepOnes) {
  const auto sweeps = [](double layers) {
    Squeeze heap;
    constexpr std::uint32_t kColumns = 400, kRows = 10;
    for (std::uint32_t k = 0; k < kColumns * kRows; ++k) heap.add({0.01 * (k % 7), -1});
    for (std::uint32_t k = 0; k < kColumns * kRows; ++k) {
      if (k % kRows == 0)
        heap.touch_fixed(k, {0, -1});
      else
        heap.touch(k - 1, k, {0, 1});
      if (k + kRows < kColumns * kRows) heap.touch(k, k + kRows, {1, 0});
    }
    for (TickContact<2>& contact : heap.contacts) contact.friction = 0.5;
    return heap.solve(1e-12, layers).sweeps;
  };
  const std::uint64_t wide = sweeps(10), deep = sweeps(90);
  EXPECT_EQ(wide, 24u);  // the most where all rub
  EXPECT_GT(deep, wide);
  EXPECT_EQ(deep, sweeps(std::numeric_limits<double>::infinity()));  // as many as so many contacts take at most
}

}  // namespace
}  // namespace carom::contacts
