#include "carom/response/restitution.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

// (1/16)^¾ = 1/8.
TEST(RestitutionAt, SlowImpactsLoseLess) {
  EXPECT_EQ(restitution_at(0.25, 0.5, 4), 1 - 0.5 / 8);
  EXPECT_EQ(restitution_at(0, 0.5, 4), 1);
  EXPECT_EQ(restitution_at(4, 0.5, 4), 0.5);
  EXPECT_EQ(restitution_at(9, 0.5, 4), 0.5);
}

}  // namespace
}  // namespace carom
