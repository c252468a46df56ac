#include "carom/response/combine.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Combine, AverageIsHalfTheSum) {
  EXPECT_DOUBLE_EQ(combine(CombineRule::average, 0.9, 1, 0.5, 7), 0.7);
}

TEST(Combine, MassWeightedAverageLeansToTheHeavierBody) {
  EXPECT_DOUBLE_EQ(combine(CombineRule::mass_weighted, 1.0, 3, 0.2, 1), 0.8);
  EXPECT_EQ(combine(CombineRule::mass_weighted, 1.0, kInfinity, 0.2, 1), 1.0);
  EXPECT_EQ(combine(CombineRule::mass_weighted, 1.0, 1, 0.2, kInfinity), 0.2);
  EXPECT_DOUBLE_EQ(combine(CombineRule::mass_weighted, 1.0, kInfinity, 0.2, kInfinity), 0.6);
}

TEST(Combine, MinimumMaximumAndProduct) {
  EXPECT_EQ(combine(CombineRule::minimum, 0.9, 1, 0.5, 1), 0.5);
  EXPECT_EQ(combine(CombineRule::maximum, 0.9, 1, 0.5, 1), 0.9);
  EXPECT_DOUBLE_EQ(combine(CombineRule::product, 0.9, 1, 0.5, 1), 0.45);
}

// A body without limit leaves the other's, and what is without friction stays so.
TEST(Combine, FrictionMayBeInfinite) {
  EXPECT_EQ(combine(CombineRule::minimum, 0.3, 1, kInfinity, 1), 0.3);
  EXPECT_EQ(combine(CombineRule::average, 0.3, 1, kInfinity, 1), kInfinity);
  EXPECT_EQ(combine(CombineRule::product, 0, 1, kInfinity, 1), 0);
  EXPECT_EQ(combine(CombineRule::product, kInfinity, 1, 0, 1), 0);
}

}  // namespace
}  // namespace carom
