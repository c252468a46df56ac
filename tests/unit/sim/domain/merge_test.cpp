#include "sim/domain/merge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::sim {

/// Stands for a search: of its domains only the records are made.
struct RecordsOnly {};

template <>
class WindowedDomain<2, RecordsOnly> {
 public:
  explicit WindowedDomain(const Setting<2>& setting) : kept_(setting) {}

  const EventLog<2>& log() const { return kept_; }
  const std::vector<Loss>& losses() const { return lost_; }
  void keep(const Event<2>& event) { kept_.keep(event); }
  void lose(const Loss& loss) { lost_.push_back(loss); }

 private:
  EventLog<2> kept_;
  std::vector<Loss> lost_;
};

namespace {

using Recorded = WindowedDomain<2, RecordsOnly>;
using Order = std::tuple<std::int64_t, double, std::uint32_t, std::uint32_t, std::uint32_t>;

Order order_of(const Event<2>& event) {
  return {event.instant.epoch, event.instant.offset, event.rank, event.a.value, event.b.value};
}

/// Events with many equal times and ranks, in their order.
std::vector<Event<2>> some_events(Random& random, std::uint64_t count) {
  std::vector<Event<2>> events(count);
  for (Event<2>& event : events) {
    event.instant = {static_cast<std::int64_t>(random.below(2)), 0.25 * static_cast<double>(random.below(3))};
    event.rank = 1 + static_cast<std::uint32_t>(random.below(2));
    event.a = BodyId{static_cast<std::uint32_t>(random.below(50))};
    event.b = BodyId{event.a.value + 1 + static_cast<std::uint32_t>(random.below(50))};
  }
  std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
  return events;
}

// Oracle: sorting by (time, rank, ids).
TEST(DomainMerge, OrderIsThatOfSorting) {
  const Setting<2> setting;
  Random random(1);
  for (std::size_t count = 0; count < 60; ++count) {
    std::vector<std::unique_ptr<Recorded>> domains;
    std::vector<const Recorded*> pointers;
    std::vector<Order> expected;
    for (std::size_t k = 0; k < count % 7; ++k) {
      domains.push_back(std::make_unique<Recorded>(setting));
      pointers.push_back(domains.back().get());
      for (const Event<2>& event : some_events(random, random.below(30))) {
        domains.back()->keep(event);
        expected.push_back(order_of(event));
      }
    }
    std::sort(expected.begin(), expected.end());
    std::vector<Order> merged;
    std::vector<std::size_t> next(domains.size());
    for (const auto& [domain, number] : merge_events(pointers)) {
      merged.push_back(order_of(domain->log()[number]));
      const auto k = std::find(pointers.begin(), pointers.end(), domain) - pointers.begin();
      EXPECT_EQ(number, next[static_cast<std::size_t>(k)]++);
    }
    EXPECT_EQ(merged, expected);
  }
}

TEST(DomainMerge, EventsAreThoseOfTheirDomain) {
  const Setting<2> setting;
  Recorded domain(setting);
  Event<2> event;
  event.instant = {1, 2};
  event.a = BodyId{3};
  domain.keep(event);
  const auto merged = merge_events<2, RecordsOnly>({&domain});
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0].event().a, BodyId{3});
  EXPECT_EQ(key_of(merged[0].event()), (DueKey{{1, 2}, 1, 3, kNone}));
}

// The sum of floating-point numbers depends on their order: that of time, not that of domains.
TEST(DomainMerge, LossesAreInTheOrderOfAll) {
  const Setting<2> setting;
  Random random(2);
  Recorded domains[3]{Recorded(setting), Recorded(setting), Recorded(setting)};
  std::vector<std::tuple<std::int64_t, double, std::uint32_t, std::uint32_t, std::uint32_t, double>> expected;
  for (const Event<2>& event : some_events(random, 500)) {
    const DueKey due = key_of(event);
    if (!expected.empty() && order_of(event) == Order{std::get<0>(expected.back()), std::get<1>(expected.back()),
                                                      std::get<2>(expected.back()), std::get<3>(expected.back()),
                                                      std::get<4>(expected.back())})
      continue;
    const double energy = random.normal();
    domains[random.below(3)].lose({due, energy});
    expected.emplace_back(due.time.epoch, due.time.offset, due.rank, due.low, due.high, energy);
  }
  std::sort(expected.begin(), expected.end());
  const std::vector<Loss> merged = merge_losses<2, RecordsOnly>({&domains[2], &domains[0], &domains[1]});
  ASSERT_EQ(merged.size(), expected.size());
  for (std::size_t k = 0; k < merged.size(); ++k) EXPECT_EQ(merged[k].energy, std::get<5>(expected[k]));
}

}  // namespace
}  // namespace carom::sim
