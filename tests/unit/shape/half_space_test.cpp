#include "carom/shape/half_space.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(HalfSpace, ThroughKeepsWhatItIsGiven) {
  const HalfSpace2 plane = HalfSpace2::through({2, 1}, {3, 4});
  EXPECT_EQ(plane, (HalfSpace2{{3, 4}, 0, {2, 1}}));
}

TEST(HalfSpace, TheUnitFormIsTheSamePlane) {
  const HalfSpace2 unit = HalfSpace2{{3, 4}, 7, {2, 1}}.unit();
  EXPECT_DOUBLE_EQ(unit.normal.x, 0.6);
  EXPECT_DOUBLE_EQ(unit.normal.y, 0.8);
  EXPECT_DOUBLE_EQ(unit.offset, 7 + 0.6 * 2 + 0.8 * 1);
  EXPECT_TRUE(is_zero(unit.point));
}

TEST(HalfSpace, AUnitOneIsLeftAlone) {
  const HalfSpace3 plane{{0.6, 0, 0.8}, 2};
  EXPECT_EQ(plane.unit(), plane);
  EXPECT_EQ(plane.unit().unit(), plane);
}

}  // namespace
}  // namespace carom
