#include "carom/query/clip_motion.hpp"

#include <gtest/gtest.h>

#include "carom/query/overlap.hpp"

namespace carom {
namespace {

TEST(ClipMotion, TheMoverStopsExactlyTouching) {
  // Classic: the movement is clipped, not refused or backed off.
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{10, 0}}, Circle{{6, 0}, 1}, {}, 1);
  EXPECT_DOUBLE_EQ(clipped.fraction, 0.4);
  EXPECT_EQ(clipped.displacement_a, (Vec2{4, 0}));
  EXPECT_EQ(proximity(Circle{{4, 0}, 1}, Circle{{6, 0}, 1}), Proximity::touching);
}

TEST(ClipMotion, BothMoversAreScaledByTheSameFraction) {
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{3, 0}}, Circle{{6, 0}, 1}, Linear2{{-5, 0}}, 2);
  EXPECT_DOUBLE_EQ(clipped.fraction, 0.25);
  EXPECT_EQ(clipped.displacement_a, (Vec2{1.5, 0}));
  EXPECT_EQ(clipped.displacement_b, (Vec2{-2.5, 0}));
}

TEST(ClipMotion, NothingInTheWayLeavesTheWholeMovement) {
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{3, 0}}, Circle{{6, 5}, 1}, {}, 2);
  EXPECT_EQ(clipped.fraction, 1);
  EXPECT_EQ(clipped.displacement_a, (Vec2{6, 0}));
  EXPECT_FALSE(clipped.impact);
}

TEST(ClipMotion, AnOverlappingStartNeverJumpsBackwards) {
  // Classic: an overlapping start gives a negative distance.
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{3, 0}}, Circle{{1, 0}, 1}, {}, 1);
  EXPECT_EQ(clipped.fraction, 0);
  EXPECT_EQ(clipped.displacement_a, (Vec2{0, 0}));
}

}  // namespace
}  // namespace carom
