#include "math/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::math {
namespace {

std::vector<std::uint32_t> indices(const std::vector<Keyed>& items) {
  std::vector<std::uint32_t> indices;
  for (const Keyed& item : items) indices.push_back(item.index);
  return indices;
}

// Oracle: std::stable_sort, of few and many keys of any size, many of them equal.
TEST(RadixSort, IsThatOfTheStandardLibrary) {
  Random random(1);
  for (std::uint32_t round = 0; round < 64; ++round) {
    std::vector<Keyed> items(random.below(round % 2 == 0 ? 300 : 3000));
    for (std::uint32_t k = 0; k < items.size(); ++k) {
      const std::uint64_t top = random.below(std::uint64_t{1} << 31), low = random.below(std::uint64_t{1} << 32);
      items[k] = {((top << 33) | low) >> round, k};
    }
    std::vector<Keyed> expected = items;
    std::stable_sort(expected.begin(), expected.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    radix_sort(items);
    EXPECT_EQ(indices(items), indices(expected)) << round;
  }
}

TEST(RadixSort, KeysAreInTheOrderOfNumbers) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min(), kMost = std::numeric_limits<double>::max();
  std::vector<double> numbers{-kMost, -1, -kLeast, 0, kLeast, 1, std::nextafter(1, 2), kMost};
  for (std::size_t k = 0; k + 1 < numbers.size(); ++k) EXPECT_LT(sort_key(numbers[k]), sort_key(numbers[k + 1])) << k;
  EXPECT_EQ(sort_key(-0.0), sort_key(0.0));
}

}  // namespace
}  // namespace carom::math
