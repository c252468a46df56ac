#include "sim/calendar.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace carom::detail {
namespace {

TEST(Calendar, EarliestComesFirstAndTiesAreOrderedByRankAndIds) {
  Calendar calendar;
  calendar.set(0, {{0, 0.5}, 2, 0, 9});
  calendar.set(1, {{0, 0.5}, 1, 1, 9});
  calendar.set(2, {{0, 0.5}, 1, 1, 3});
  calendar.set(3, {{-1, 7.0}, 5, 3, 4});
  for (const std::uint32_t expected : {3u, 2u, 1u, 0u}) {
    EXPECT_EQ(calendar.top_body(), expected);
    calendar.erase(expected);
  }
  EXPECT_TRUE(calendar.empty());
}

// Oracle: the least of a map, by brute force.
TEST(Calendar, AgreesWithALinearSearchThroughManyChanges) {
  std::mt19937 random(1);
  const auto at = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random() % count); };
  Calendar calendar;
  std::map<std::uint32_t, DueKey> entries;
  for (int step = 0; step < 20000; ++step) {
    const std::uint32_t body = at(60);
    if (at(4) == 0) {
      calendar.erase(body);
      entries.erase(body);
    } else {
      const DueKey key{{std::int64_t{at(3)}, 0.25 * at(8)}, at(2), body, at(5)};
      calendar.set(body, key);
      entries[body] = key;
    }
    ASSERT_EQ(calendar.empty(), entries.empty());
    if (entries.empty()) continue;
    auto least = entries.begin();
    for (auto it = entries.begin(); it != entries.end(); ++it)
      if (it->second < least->second) least = it;
    ASSERT_EQ(calendar.top_body(), least->first);
  }
}

}  // namespace
}  // namespace carom::detail
