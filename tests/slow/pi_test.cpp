// Two balls and a wall, all elastic: with a mass ratio of 100^k they meet as often as the first k + 1 digits of pi say,
// with b^(2k) as its digits in base b do (G. Galperin, Regular and Chaotic Dynamics 8 (2003) 375). CAROM_LONG=1 in the
// environment runs 100^7, too (half a minute more).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "carom/sim/world.hpp"

namespace carom {
namespace {

const char* const kWish = std::getenv("CAROM_LONG");
const bool kLong = kWish != nullptr && std::string_view(kWish) == "1";

void expect_meetings(double ratio, std::uint64_t count) {
  World2 world;
  world.add({.shape = HalfSpace2{{1, 0}, 0}});
  world.add({.shape = Circle{{2.5, 0}, 0.5}});
  world.add({.shape = Circle{{6, 0}, 1}, .motion = Vec2{-1, 0}, .mass = ratio});
  world.run_until(24, nullptr);
  EXPECT_EQ(world.event_count(), count);
  EXPECT_EQ(world.event_count(EventKind::impact), count);
  EXPECT_NEAR(world.ledger().kinetic, 0.5 * ratio, 1e-9 * ratio);
  EXPECT_LE(world.deepest_overlap(), 1e-8);  // the rounding of time at the highest speed, √ratio
}

TEST(Pi, AsManyDigitsAsTheMassesSay) {
  expect_meetings(1e12, 3'141'592);
  expect_meetings(std::ldexp(1, 40), 3'294'198);  // 3.02100333122 in base 4, and 4¹⁰
  if (kLong) expect_meetings(1e14, 31'415'926);
}

}  // namespace
}  // namespace carom
