#include "carom/math/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace {

using carom::Random;

// splitmix64's outputs from state 0 are published: 0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f,
// 0xf88bb8a8724c81ec (Vigna's splitmix64.c, as used for instance by the test suite of Java's SplittableRandom).
// xoshiro256** then gives 5·s[1] turned left by 7, times 9.
TEST(Random, FirstNumberFollowsTheDefinition) {
  constexpr std::uint64_t s1 = 0x6e789e6aa1b965f4;
  constexpr std::uint64_t product = s1 * 5;
  EXPECT_EQ(Random(0).bits(), ((product << 7) | (product >> 57)) * 9);
}

TEST(Random, EqualSeedsGiveEqualBitsAndOthersDiffer) {
  Random a(7), b(7), other_seed(8), other_stream(7, 1);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t bits = a.bits();
    EXPECT_EQ(bits, b.bits());
    EXPECT_NE(bits, other_seed.bits());
    EXPECT_NE(bits, other_stream.bits());
  }
}

TEST(Random, UniformNumbersHaveTheRightMoments) {
  Random random(1);
  constexpr int kCount = 200000;
  double sum = 0, square = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    square += x * x;
  }
  // Five standard deviations: √(1/12n), √(4/45n).
  EXPECT_NEAR(sum / kCount, 1. / 2, 5 * std::sqrt(1. / 12 / kCount));
  EXPECT_NEAR(square / kCount, 1. / 3, 5 * std::sqrt(4. / 45 / kCount));
}

TEST(Random, NormalNumbersHaveTheRightMomentsAndTail) {
  Random random(2);
  constexpr int kCount = 200000;
  double sum = 0, square = 0, fourth = 0;
  int beyond_two = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.normal();
    sum += x;
    square += x * x;
    fourth += x * x * x * x;
    beyond_two += std::abs(x) > 2;
  }
  EXPECT_NEAR(sum / kCount, 0, 5 / std::sqrt(kCount));
  EXPECT_NEAR(square / kCount, 1, 5 * std::sqrt(2. / kCount));
  EXPECT_NEAR(fourth / kCount, 3, 5 * std::sqrt(96. / kCount));
  const double tail = std::erfc(std::sqrt(2.));
  EXPECT_NEAR(beyond_two / double{kCount}, tail, 5 * std::sqrt(tail / kCount));
}

TEST(Random, BelowTreatsAllAlike) {
  Random random(3);
  constexpr int kCount = 60000;
  std::array<int, 6> seen{};
  for (int i = 0; i < kCount; ++i) ++seen[random.below(6)];
  for (const int n : seen) EXPECT_NEAR(n, kCount / 6., 5 * std::sqrt(kCount * 5. / 36));
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, DirectionsAreUnitAndBalanced) {
  Random random(4);
  constexpr int kCount = 50000;
  carom::Vec3 sum{};
  double z_square = 0;
  for (int i = 0; i < kCount; ++i) {
    const carom::Vec3 u = random.direction<3>();
    ASSERT_NEAR(norm2(u), 1, 1e-15);
    sum += u;
    z_square += u.z * u.z;
  }
  EXPECT_LT(norm(sum), 6 * std::sqrt(kCount));
  EXPECT_NEAR(z_square / kCount, 1. / 3, 5 * std::sqrt(4. / 45 / kCount));
}

}  // namespace
