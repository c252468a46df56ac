#include <gtest/gtest.h>

#include <array>

#include "published/bank.hpp"
#include "published/lengths.hpp"

// The cushions of the three games against measurements of real ones (docs/theory/billiards.md, "Rails"). Angles are
// from the rail's normal; "settled" is once the ball rolls again.
namespace carom::billiards {
namespace {

// Alciatore, TP B.28: banks of stunned balls on three tables by diamonds, in degrees by the geometry of TP B.27. Slopes
// of .77, .85 and .83 on one, .70 to .75 on another.
TEST(Rails, OfPoolSendStunnedBallsShort) {
  EXPECT_NEAR(bank(pool(), 1.5, 20.7, Start::stunned).slope, 0.77, 0.05);
  EXPECT_NEAR(bank(pool(), 1.5, 34.1, Start::stunned).slope, 0.85, 0.05);
  EXPECT_NEAR(bank(pool(), 1.5, 46.2, Start::stunned).slope, 0.83, 0.05);
}

// Alciatore, TP B.6: a rolling ball comes back stunned with .7 of its speed, so that 5/7 of that is left.
TEST(Rails, OfPoolLeaveARollingBallHalfItsSpeed) {
  for (const double speed : {0.67, 1.34, 3.13, 5.36})
    EXPECT_NEAR(bank(pool(), speed, 0, Start::rolling).settled_speed, 0.5, 0.02);
}

// TP B.6: how many lengths of a table of 100 inches a ball goes that rolls from one end, at 1.5 to 20 miles an hour.
TEST(Rails, OfPoolGiveThePublishedLengths) {
  constexpr std::array<std::array<double, 2>, 5> kPublished = {
      {{1.5, 0.903}, {3, 1.684}, {7, 3.005}, {12, 3.69}, {20, 4.715}}};
  for (const auto& [mph, lengths] : kPublished) EXPECT_NEAR(lengths_rolled(mph * 0.44704) / lengths, 1, 0.04) << mph;
}

// Mathavan, Jackson, Parkin, Am. J. Phys. 77, 788 (2009): of a rolling ball of snooker that comes straight at the
// cushion with v m/s, −.0877 v² + 1.131 v − .0953 are left.
TEST(Rails, OfSnookerFollowTheMeasuredCurve) {
  for (const double v : {1., 1.5, 2., 2.5, 3., 3.5})
    EXPECT_NEAR(bank(snooker(), v, 0, Start::rolling).speed, -0.0877 * v + 1.131 - 0.0953 / v, 0.025) << v;
}

// 182 recorded three-cushion shots (tailuge/billiards, dist/fit/trajectories.json): medians of rolling balls.
TEST(Rails, OfCaromFollowTheRecordedShots) {
  constexpr std::array<std::array<double, 2>, 5> kHeadOn = {
      {{0.75, 0.601}, {1.05, 0.579}, {1.4, 0.584}, {1.9, 0.574}, {2.7, 0.545}}};
  for (const auto& [speed, settled] : kHeadOn)
    EXPECT_NEAR(bank(carom_billiards(), speed, 0, Start::rolling).settled_speed, settled, 0.015) << speed;
  EXPECT_NEAR(bank(carom_billiards(), 1.4, 37.5, Start::rolling).settled_angle, 42.8, 1);
  EXPECT_NEAR(bank(carom_billiards(), 1.4, 37.5, Start::rolling).settled_speed, 0.61, 0.03);
  EXPECT_NEAR(bank(carom_billiards(), 1.4, 56.4, Start::rolling).settled_angle, 64.8, 1);
  EXPECT_NEAR(bank(carom_billiards(), 1.4, 56.4, Start::rolling).settled_speed, 0.71, 0.03);
}

}  // namespace
}  // namespace carom::billiards
