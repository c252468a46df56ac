#include "carom/response/merge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

TEST(Merge, KeepsMassMomentumCentreOfMassAndArea) {
  const Lump<2> one = merge(Lump<2>{{{0, 0}, 3}, {2, 0}, 1}, Lump<2>{{{4, 8}, 4}, {0, -2}, 3});
  EXPECT_EQ(one.mass, 4);
  EXPECT_EQ(one.ball.center, (Vec2{3, 6}));
  EXPECT_EQ(one.velocity, (Vec2{0.5, -1.5}));
  EXPECT_EQ(one.ball.radius, 5);  // 3² + 4² = 5²
}

TEST(Merge, KeepsVolumeInThreeDimensions) {
  // 3³ + 4³ + 5³ = 6³ (Plato's cubes), in two steps.
  const Lump<3> two = merge(Lump<3>{{{0, 0, 0}, 3}, {}, 1}, Lump<3>{{{0, 0, 0}, 4}, {}, 1});
  EXPECT_DOUBLE_EQ(merge(two, Lump<3>{{{0, 0, 0}, 5}, {}, 1}).ball.radius, 6);
}

}  // namespace
}  // namespace carom
