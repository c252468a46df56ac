#include "sim/events/calendar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace carom::sim {
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

// What hardly moves meets others after more epochs than bins can be numbered for: that comes last, and in order.
TEST(Calendar, TimesTooLateForBinsComeLast) {
  Calendar calendar;
  calendar.clear(400);
  for (std::uint32_t body = 0; body < 100; ++body) {
    calendar.set(body, {{0, 1e-6 * body}, 1, body, 999});
    for (std::uint32_t k = 1; k <= 3; ++k)
      calendar.set(100 * k + body, {{(std::int64_t{1} << (36 + 8 * k)) - body, 0.5}, 1, 100 * k + body, 999});
  }
  Time last{-1, 0};
  for (int k = 0; k < 400; ++k) {
    const Calendar::Entry entry = calendar.top();
    ASSERT_TRUE(last < entry.time) << k;
    last = entry.time;
    calendar.erase(entry.body);
  }
  EXPECT_TRUE(calendar.empty());
}

TEST(Calendar, MayLoseAllItsEntriesWhenABinIsOpened) {
  Calendar calendar;
  for (std::uint32_t body = 0; body < 1000; ++body) calendar.set(body, {{0, 1e-3 * body}, 1, body, body + 1});
  const auto erase_all = [&] {
    for (std::uint32_t body = 0; body < 1000; ++body) calendar.erase(body);
  };
  EXPECT_EQ(calendar.top(erase_all).time, (Time{INT64_MAX, 0}));
  EXPECT_TRUE(calendar.empty());
  calendar.set(7, {{0, 2}, 1, 7, 8});
  EXPECT_EQ(calendar.top_body(), 7u);
}

// Thousands of entries at times from a hair's breadth to epochs apart, consumed in order while others come and go: the
// oracle is an ordered set.
TEST(Calendar, AgreesWithAnOrderedSetWhateverTheSpreadOfTimes) {
  std::mt19937_64 random(3);
  for (const double spread : {1e-9, 0.5, 40.0, 1e6}) {
    Calendar calendar;
    calendar.clear(100, 2);
    const auto before = [](const std::pair<DueKey, std::uint32_t>& a, const std::pair<DueKey, std::uint32_t>& b) {
      return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
    };
    std::set<std::pair<DueKey, std::uint32_t>, decltype(before)> expected(before);
    std::map<std::uint32_t, DueKey> keys;
    double now = 0;
    const auto put = [&](std::uint32_t body) {
      const double after = spread * std::pow(std::uniform_real_distribution<double>(0, 1)(random), 3);
      const double epochs = std::floor((now + after) / 2);
      const DueKey key{{static_cast<std::int64_t>(epochs), now + after - 2 * epochs}, 1, body, body + 1};
      if (keys.count(body)) expected.erase({keys[body], body});
      expected.insert({key, body});
      calendar.set(body, keys[body] = key);
    };
    for (std::uint32_t body = 0; body < 3000; ++body) put(body);
    for (int step = 0; step < 30000; ++step) {
      ASSERT_EQ(calendar.top_body(), expected.begin()->second);
      const auto [key, body] = *expected.begin();
      now = 2 * static_cast<double>(key.time.epoch) + key.time.offset;
      put(body);
      put(static_cast<std::uint32_t>(random() % 3000));
      if (step % 7 != 0) continue;
      const auto gone = static_cast<std::uint32_t>(random() % 3000);
      calendar.erase(gone);
      if (keys.count(gone)) expected.erase({keys[gone], gone});
      keys.erase(gone);
    }
  }
}

}  // namespace
}  // namespace carom::sim
