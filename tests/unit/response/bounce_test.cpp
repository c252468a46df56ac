#include "carom/response/bounce.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Bounce, EqualMassesExchangeTheirNormalVelocities) {
  const auto after = bounce<2>({1, 2}, 1, {-3, 5}, 1, {2, 0}, 1);
  EXPECT_EQ(after.velocity1, (Vec2{-3, 2}));
  EXPECT_EQ(after.velocity2, (Vec2{1, 5}));
  EXPECT_EQ(after.dissipated, 0);
}

// v1' = ((m1 − e m2) v1 + (1 + e) m2 v2)/(m1 + m2) along the line of centres (Conger, Physics Modeling for Game
// Programmers, 2004).
TEST(Bounce, FollowsTheTextbookFormulaForUnequalMassesAndAnyRestitution) {
  for (const double e : {0.0, 0.25, 0.9, 1.0, 1.5}) {
    const double m1 = 3, m2 = 5, v1 = 2, v2 = -1;
    const auto after = bounce<3>({v1, 7, 0}, m1, {v2, 0, -4}, m2, {0.5, 0, 0}, e);
    EXPECT_NEAR(after.velocity1.x, ((m1 - e * m2) * v1 + (1 + e) * m2 * v2) / (m1 + m2), 1e-15);
    EXPECT_NEAR(after.velocity2.x, ((m2 - e * m1) * v2 + (1 + e) * m1 * v1) / (m1 + m2), 1e-15);
    EXPECT_EQ(after.velocity1.y, 7);
    EXPECT_EQ(after.velocity2.z, -4);
  }
}

TEST(Bounce, InfiniteMassKeepsItsVelocityAndTurnsTheOtherAround) {
  const auto after = bounce<2>({2, 1}, 4, {0, 0}, kInfinity, {3, 0}, 0.5);
  EXPECT_EQ(after.velocity1, (Vec2{-1, 1}));
  EXPECT_EQ(after.velocity2, (Vec2{0, 0}));
  EXPECT_DOUBLE_EQ(after.dissipated, 0.5 * 4 * (4 - 1));
}

TEST(Bounce, LeavesPairsThatSeparateAlone) {
  const auto after = bounce<2>({-2, 1}, 1, {1, 0}, 1, {3, 0}, 1);
  EXPECT_EQ(after.velocity1, (Vec2{-2, 1}));
  EXPECT_EQ(after.velocity2, (Vec2{1, 0}));
}

TEST(Bounce, LeavesCoincidentCentresAlone) {
  const auto after = bounce<2>({1, 0}, 1, {-1, 0}, 1, {0, 0}, 1);
  EXPECT_EQ(after.velocity1, (Vec2{1, 0}));
}

// Conservation laws, on random pairs.
TEST(Bounce, KeepsMomentumAndBooksEnergy) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.01, 10);
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3 v1{normal(random), normal(random), normal(random)};
    const Vec3 v2{normal(random), normal(random), normal(random)};
    const Vec3 axis{normal(random), normal(random), normal(random)};
    const double m1 = uniform(random), m2 = uniform(random), e = uniform(random) / 7;
    const auto after = bounce<3>(v1, m1, v2, m2, axis, e);
    const double before_energy = 0.5 * m1 * norm2(v1) + 0.5 * m2 * norm2(v2);
    const double after_energy = 0.5 * m1 * norm2(after.velocity1) + 0.5 * m2 * norm2(after.velocity2);
    EXPECT_LE(norm(m1 * after.velocity1 + m2 * after.velocity2 - (m1 * v1 + m2 * v2)), 1e-13 * (m1 + m2) * 10);
    EXPECT_NEAR(after_energy + after.dissipated, before_energy, 1e-13 * (before_energy + after_energy));
  }
}

}  // namespace
}  // namespace carom
