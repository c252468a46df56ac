#include "contacts/clearances.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::contacts {
namespace {

// From below to above, the upper one giving way, a column of any height is lifted in the two rounds that are always
// made.
TEST(Clearances, ColumnIsLiftedInOneGo) {
  std::vector<Vec2> velocities(1000);
  std::vector<Parting<2>> pairs{{.a = 0, .normal = {0, -1}, .wanted = 1, .enough = 1, .needed = 0}};
  for (std::uint32_t k = 0; k + 1 < 1000; ++k)
    pairs.push_back({.a = k, .b = k + 1, .normal = {0, 1}, .wanted = 1, .enough = 1, .needed = 0, .share_a = 0});
  EXPECT_TRUE(part<2>(velocities, pairs, {.wanting = 2, .most = 2}));
  for (std::uint32_t k = 0; k < 1000; ++k) EXPECT_EQ(velocities[k].y, k + 1.0);
}

TEST(Clearances, WhatPartsFastEnoughIsLeftAlone) {
  std::vector<Vec2> velocities(2);
  const std::vector<Parting<2>> pairs{{.a = 0, .b = 1, .normal = {1, 0}, .wanted = -1, .enough = -1, .needed = -2}};
  EXPECT_TRUE(part<2>(velocities, pairs, {.wanting = 2, .most = 2}));
  EXPECT_TRUE(is_zero(velocities[0]) && is_zero(velocities[1]));
}

TEST(Clearances, WhatHasNoRoomIsTold) {
  std::vector<Vec2> velocities(1);
  const std::vector<Parting<2>> pairs{{.a = 0, .normal = {1, 0}, .wanted = 1, .enough = 0.6, .needed = 0.5},
                                      {.a = 0, .normal = {-1, 0}, .wanted = 1, .enough = 0.6, .needed = 0.5}};
  EXPECT_FALSE(part<2>(velocities, pairs, {.wanting = 20, .most = 50}));
}

// Between two walls a disc is to go away from both, the second one having the last word: from the first one it parts
// as is needed only when no more than enough is asked of the second.
TEST(Clearances, WhereAllCannotPartAsWantedTheyDoAsIsEnough) {
  const std::vector<Parting<2>> pairs{{.a = 0, .normal = {1, 0}, .wanted = 1, .enough = 0.2, .needed = 0.1},
                                      {.a = 0, .normal = {-1, 0}, .wanted = 0.5, .enough = -0.5, .needed = -0.6}};
  std::vector<Vec2> velocities(1);
  EXPECT_FALSE(part<2>(velocities, pairs, {.wanting = 50, .most = 50}));
  velocities = {{}};
  EXPECT_TRUE(part<2>(velocities, pairs, {.wanting = 20, .most = 50}));
  EXPECT_NEAR(velocities[0].x, -0.2, 1e-15);
}

}  // namespace
}  // namespace carom::contacts
