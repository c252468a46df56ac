// Deep heaps of smooth discs of two sizes come to rest, too.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

// 600 discs, 1 : 1.4, about 25 layers in a box. What energy they brought is 1.5·10⁴; waiting for each other, they kept
// 35 to 73 of it for ever.
TEST(SmoothHeap, OfTwoSizesComesToRest) {
  constexpr double kWidth = 24, kRestitution = 0.3;
  World2 world({.gravity = {0, -9.81}});
  for (const HalfSpace2& wall : {HalfSpace2{{0, 1}, 0}, HalfSpace2{{1, 0}, 0}, HalfSpace2{{-1, 0}, -kWidth}})
    world.add({.shape = wall, .restitution = kRestitution});
  Random random(1, 1);
  constexpr int kColumns = 19;
  for (int k = 0; k < 600; ++k) {
    const double radius = random.below(2) == 1 ? 1 / 2.4 : 1.4 / 2.4;
    world.add({.shape = Circle{{(k % kColumns + 0.5) * kWidth / kColumns, (k / kColumns + 0.5) * 1.25}, radius},
               .motion = Vec2{random.uniform(-0.05, 0.05), 0},
               .mass = std::numbers::pi * radius * radius,
               .restitution = kRestitution});
  }
  world.run_until(11, nullptr);
  EXPECT_LT(world.ledger().kinetic, 1);
  EXPECT_FALSE(world.first_overlap(2e-14));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * world.ledger().initial);
}

}  // namespace
}  // namespace carom
