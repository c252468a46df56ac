#include "contacts/clearances.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::contacts {
namespace {

// From below to above, the upper one giving way, a column of any height is lifted in the two rounds that are always
// made.
TEST(Clearances, ColumnIsLiftedInOneGo) {
  std::vector<Vec2> velocities(1000);
  std::vector<Parting<2>> pairs{{.a = 0, .normal = {0, -1}, .wanted = 1, .needed = 0}};
  for (std::uint32_t k = 0; k + 1 < 1000; ++k)
    pairs.push_back({.a = k, .b = k + 1, .normal = {0, 1}, .wanted = 1, .needed = 0, .share_a = 0});
  EXPECT_TRUE(part<2>(velocities, pairs, 2));
  for (std::uint32_t k = 0; k < 1000; ++k) EXPECT_EQ(velocities[k].y, k + 1.0);
}

TEST(Clearances, WhatPartsFastEnoughIsLeftAlone) {
  std::vector<Vec2> velocities(2);
  const std::vector<Parting<2>> pairs{{.a = 0, .b = 1, .normal = {1, 0}, .wanted = -1, .needed = -2}};
  EXPECT_TRUE(part<2>(velocities, pairs, 2));
  EXPECT_TRUE(is_zero(velocities[0]) && is_zero(velocities[1]));
}

TEST(Clearances, WhatHasNoRoomIsTold) {
  std::vector<Vec2> velocities(1);
  const std::vector<Parting<2>> pairs{{.a = 0, .normal = {1, 0}, .wanted = 1, .needed = 0.5},
                                      {.a = 0, .normal = {-1, 0}, .wanted = 1, .needed = 0.5}};
  EXPECT_FALSE(part<2>(velocities, pairs, 50));
}

}  // namespace
}  // namespace carom::contacts
