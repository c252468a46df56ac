#include "sim/domain/window.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

TEST(Window, EndsAfterItsLengthOrAtTheLimit) {
  const EngineParts<2> parts;
  Window<2> window(parts.data, {1, 3});
  EXPECT_EQ(window.start(), (Time{1, 3}));
  EXPECT_EQ(window.end(), (Time{1, 3}));
  EXPECT_EQ(window.span(), 0);
  window.set_end({9, 0}, 2.5);
  EXPECT_EQ(window.end(), (Time{2, 1.5}));
  EXPECT_EQ(window.span(), 2.5);
  EXPECT_EQ(window.since({2, 0}), 1);
  EXPECT_EQ(window.since({1, 2}), -1);
  window.set_end({2, 0}, 2.5);
  EXPECT_EQ(window.end(), (Time{2, 0}));
  EXPECT_EQ(window.span(), 1);
}

TEST(Window, GoesOnWhereItEnds) {
  const EngineParts<2> parts;
  Window<2> window(parts.data, {});
  window.set_end({9, 0}, 5);
  window.go_on();
  EXPECT_EQ(window.start(), (Time{1, 1}));
  EXPECT_EQ(window.since({1, 1.5}), 0.5);
  window.set_end({9, 0}, 5);
  EXPECT_EQ(window.end(), (Time{2, 2}));
}

TEST(Window, HasANewNumberEachTimeItIsTaken) {
  const EngineParts<2> parts;
  Window<2> window(parts.data, {});
  const std::uint32_t before = window.number();
  for (std::uint32_t k = 1; k < 5; ++k) {
    window.take();
    EXPECT_EQ(window.number(), before + k);
  }
}

TEST(Window, IsCautiousForSoManyWindows) {
  const EngineParts<2> parts;
  Window<2> window(parts.data, {});
  EXPECT_FALSE(window.is_cautious());
  window.be_cautious(2);
  EXPECT_TRUE(window.is_cautious());
  window.take();
  EXPECT_TRUE(window.is_cautious());
  window.take();
  EXPECT_FALSE(window.is_cautious());
  window.take();
  EXPECT_FALSE(window.is_cautious());
}

// All of the energy of two balls may go to one: √(v² + w²), if they are equal. The bound is a greater one.
TEST(Window, BoundsSpeedsByEnergyAndByTheGreatest) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{0, 3}});
  Window<2> window(parts.data, {});
  window.bound_speed(10, 4);
  EXPECT_EQ(window.speed_bound(), 10);
  EXPECT_EQ(window.mean_square(), 4);
  EXPECT_EQ(window.speed_after(0, 16), 5);
  EXPECT_EQ(window.speed_after(0, 1600), 10);
  EXPECT_NEAR(window.speed_after(0, 1), std::sqrt(10), 1e-6);
  window.be_cautious(1);
  EXPECT_EQ(window.speed_after(0, 16), 10);
}

TEST(Window, RemembersTheWorstFailureUntilItIsTakenAgain) {
  const EngineParts<2> parts;
  Window<2> window(parts.data, {});
  EXPECT_FALSE(window.has_failed());
  window.miss();
  EXPECT_EQ(window.failure(), WindowFailure::passing);
  window.fail();
  EXPECT_EQ(window.failure(), WindowFailure::lasting);
  window.miss();
  EXPECT_EQ(window.failure(), WindowFailure::lasting);
  EXPECT_TRUE(window.has_failed());
  window.take();
  EXPECT_FALSE(window.has_failed());
}

}  // namespace
}  // namespace carom::sim
