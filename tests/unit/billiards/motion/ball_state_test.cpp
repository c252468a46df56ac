#include "carom/billiards/ball_state.hpp"

#include <gtest/gtest.h>

namespace carom::billiards {
namespace {

constexpr double kRadius = 0.03;

TEST(BallState, SlipIsTheVelocityOfTheLowestPoint) {
  const BallState state{{1, 2, kRadius}, {3, -1, 0}, {5, 7, 11}};
  const Vec3 u = slip(state, kRadius);
  const Vec3 expected = state.velocity + cross(state.angular_velocity, Vec3{0, 0, -kRadius});
  EXPECT_DOUBLE_EQ(u.x, expected.x);
  EXPECT_DOUBLE_EQ(u.y, expected.y);
  EXPECT_EQ(u.z, 0);
}

TEST(BallState, RollingHasNoSlipWhateverTheSideSpin) {
  const BallState state{{0, 0, kRadius}, {2, -3, 0}, rolling_spin({2, -3, 0}, kRadius, 40)};
  EXPECT_NEAR(norm(slip(state, kRadius)), 0, 1e-15);
  EXPECT_EQ(state.angular_velocity.z, 40);
}

// A rolling solid ball has 7/10 m v².
TEST(BallState, EnergyOfARollingBallIsSevenTenths) {
  const BallState state{{0, 0, kRadius}, {2, 0, 0}, rolling_spin({2, 0, 0}, kRadius, 0)};
  EXPECT_DOUBLE_EQ(kinetic_energy(state, {.mass = 0.2, .radius = kRadius}), 0.7 * 0.2 * 4);
}

}  // namespace
}  // namespace carom::billiards
