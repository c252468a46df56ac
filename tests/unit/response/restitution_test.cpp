#include "carom/response/restitution.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(PairRestitution, AverageIsHalfTheSum) {
  EXPECT_DOUBLE_EQ(pair_restitution(RestitutionRule::average, 0.9, 1, 0.5, 7), 0.7);
}

TEST(PairRestitution, MassWeightedAverageLeansToTheHeavierBody) {
  EXPECT_DOUBLE_EQ(pair_restitution(RestitutionRule::mass_weighted, 1.0, 3, 0.2, 1), 0.8);
  EXPECT_EQ(pair_restitution(RestitutionRule::mass_weighted, 1.0, kInfinity, 0.2, 1), 1.0);
  EXPECT_EQ(pair_restitution(RestitutionRule::mass_weighted, 1.0, 1, 0.2, kInfinity), 0.2);
  EXPECT_DOUBLE_EQ(pair_restitution(RestitutionRule::mass_weighted, 1.0, kInfinity, 0.2, kInfinity), 0.6);
}

TEST(PairRestitution, MinimumMaximumAndProduct) {
  EXPECT_EQ(pair_restitution(RestitutionRule::minimum, 0.9, 1, 0.5, 1), 0.5);
  EXPECT_EQ(pair_restitution(RestitutionRule::maximum, 0.9, 1, 0.5, 1), 0.9);
  EXPECT_DOUBLE_EQ(pair_restitution(RestitutionRule::product, 0.9, 1, 0.5, 1), 0.45);
}

// (1/16)^¾ = 1/8.
TEST(RestitutionAt, SlowImpactsLoseLess) {
  EXPECT_EQ(restitution_at(0.25, 0.5, 4), 1 - 0.5 / 8);
  EXPECT_EQ(restitution_at(0, 0.5, 4), 1);
  EXPECT_EQ(restitution_at(4, 0.5, 4), 0.5);
  EXPECT_EQ(restitution_at(9, 0.5, 4), 0.5);
}

}  // namespace
}  // namespace carom
