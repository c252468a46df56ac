#include "carom/billiards/execution_noise.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom::billiards {
namespace {

const Strike kMeant{.speed = 3, .heading = {2, 1}, .side = 0.1, .height = -0.2, .elevation = 0.3};

TEST(ExecutionNoise, NoNoiseChangesNothing) {
  Random random(1);
  const Strike strike = with_noise(kMeant, {}, random);
  EXPECT_EQ(strike.speed, kMeant.speed);
  EXPECT_EQ(strike.heading, kMeant.heading);
  EXPECT_EQ(strike.side, kMeant.side);
  EXPECT_EQ(strike.height, kMeant.height);
  EXPECT_EQ(strike.elevation, kMeant.elevation);
}

TEST(ExecutionNoise, ErrorsHaveTheStatedMeanAndDeviation) {
  const ExecutionNoise noise{.speed = 0.1, .heading = 0.02, .side = 0.01, .height = 0.03, .elevation = 0.04};
  constexpr int kCount = 20000;
  Random random(5);
  std::array<double, 5> sum{};
  std::array<double, 5> squares{};
  for (int i = 0; i < kCount; ++i) {
    const Strike s = with_noise(kMeant, noise, random);
    const double turn = std::atan2(cross(kMeant.heading, s.heading), dot(kMeant.heading, s.heading));
    EXPECT_NEAR(norm(s.heading), norm(kMeant.heading), 1e-14);
    const std::array<double, 5> errors = {(s.speed - 3) / noise.speed, turn / noise.heading,
                                          (s.side - 0.1) / noise.side, (s.height + 0.2) / noise.height,
                                          (s.elevation - 0.3) / noise.elevation};
    for (std::size_t k = 0; k < errors.size(); ++k) {
      sum[k] += errors[k];
      squares[k] += errors[k] * errors[k];
    }
  }
  // The mean of n normal deviates has the deviation 1/√n, their mean square √(2/n).
  for (std::size_t k = 0; k < sum.size(); ++k) {
    EXPECT_NEAR(sum[k] / kCount, 0, 5 / std::sqrt(kCount));
    EXPECT_NEAR(squares[k] / kCount, 1, 5 * std::sqrt(2.0 / kCount));
  }
}

TEST(ExecutionNoise, SpeedAndElevationStayInRange) {
  Random random(2);
  const Strike low{.speed = 0.01, .elevation = 0};
  const Strike steep{.speed = 1, .elevation = 1.57};
  for (int i = 0; i < 1000; ++i) {
    const ExecutionNoise noise{.speed = 1, .elevation = 0.2};
    EXPECT_GE(with_noise(low, noise, random).speed, 0);
    EXPECT_GE(with_noise(low, noise, random).elevation, 0);
    EXPECT_LE(with_noise(steep, noise, random).elevation, 1.5707963267948966);
  }
}

TEST(ExecutionNoise, TheSameSeedGivesTheSameStroke) {
  Random first(9);
  Random second(9);
  const ExecutionNoise noise = olympiad_noise(0.028575);
  EXPECT_EQ(with_noise(kMeant, noise, first).heading, with_noise(kMeant, noise, second).heading);
}

}  // namespace
}  // namespace carom::billiards
