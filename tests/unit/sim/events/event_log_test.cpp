#include "sim/events/event_log.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::sim {
namespace {

Event2 event_at(const Time& instant, EventKind kind = EventKind::impact, std::uint32_t a = 0) {
  Event2 event;
  event.instant = instant;
  event.kind = kind;
  event.a = BodyId{a};
  return event;
}

Setting<2> setting_with(double epoch_length, double damping = 0) {
  Setting<2> setting;
  setting.clock = EpochClock(epoch_length, damping);
  return setting;
}

TEST(EventLog, CountsEventsByKind) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  for (const EventKind kind : {EventKind::impact, EventKind::stop, EventKind::impact, EventKind::stuck})
    log.record(event_at({}, kind));
  log.count(EventKind::stop);
  EventLog<2>::Counts expected{};
  expected[static_cast<std::size_t>(EventKind::impact)] = 2;
  expected[static_cast<std::size_t>(EventKind::stop)] = 2;
  expected[static_cast<std::size_t>(EventKind::stuck)] = 1;
  EXPECT_EQ(log.counts(), expected);
  EXPECT_EQ(log.count(), 5u);
  log.add(expected);
  EXPECT_EQ(log.count(), 10u);
  log.restore(expected);
  EXPECT_EQ(log.counts(), expected);
  log.clear_all();
  EXPECT_EQ(log.count(), 0u);
  EXPECT_TRUE(log.empty());
}

TEST(EventLog, DeliversInTheOrderOfRecording) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  EXPECT_TRUE(log.empty());
  for (std::uint32_t a = 0; a < 5; ++a) log.record(event_at({0, 0.5 * a}, EventKind::impact, a));
  EXPECT_EQ(log.size(), 5u);
  for (std::uint32_t a = 0; a < 5; ++a) {
    EXPECT_EQ(log.next(), a);
    EXPECT_EQ(log.front().a.value, a);
    EXPECT_EQ(log[a].a.value, a);
    const Event2 event = log.pop();
    EXPECT_EQ(event.a.value, a);
    EXPECT_EQ(event.time, 0.5 * a);
  }
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(log.next(), 0u);
  EXPECT_EQ(log.time(), 2);
}

TEST(EventLog, GivesPlainTimes) {
  const Setting<2> plain = setting_with(4);
  EventLog<2> log(plain);
  log.record(event_at({3, 1.5}));
  EXPECT_EQ(log.front().time, 13.5);
  EXPECT_EQ(log.time(), 13.5);
  // On a damped clock s = (1 − exp(−k t))/k.
  const Setting<2> damped = setting_with(2, 0.5);
  EventLog<2> other(damped);
  other.record(event_at({3, (1 - std::exp(-0.5 * 1.25)) / 0.5}));
  EXPECT_NEAR(other.front().time, 7.25, 1e-14);
}

// Converting a damped clock rounds; what is delivered never goes back.
TEST(EventLog, PlainTimesNeverGoBack) {
  const Setting<2> setting = setting_with(2, 0.5);
  EventLog<2> log(setting);
  Time instant{3, 0.5};
  double last = 0;
  for (int k = 0; k < 2000; ++k) {
    log.record(event_at(instant));
    EXPECT_GE(log[log.size() - 1].time, last);
    last = log.time();
    instant.offset = std::nextafter(instant.offset, 1);
  }
  log.set_time(100);
  log.record(event_at(instant));
  EXPECT_EQ(log.time(), 100);
  EXPECT_EQ(log[log.size() - 1].time, 100);
}

TEST(EventLog, KeepsNothingWhereNobodyIsTold) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  log.set_only_counts(true);
  EXPECT_TRUE(log.only_counts());
  log.record(event_at({1, 0}));
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(log.count(), 1u);
  EXPECT_EQ(log.time(), 0);
  log.set_only_counts(false);
  log.record(event_at({1, 0}));
  EXPECT_EQ(log.size(), 1u);
}

TEST(EventLog, KeepsEventsOfDomainsUncounted) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  log.reserve(10);
  log.keep(event_at({1, 0}));
  EXPECT_EQ(log.size(), 1u);
  EXPECT_EQ(log.count(), 0u);
  EXPECT_EQ(log.time(), 0);
}

TEST(EventLog, BoundsTheNextEventByTheHorizon) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  log.record(event_at({0, 1}));
  log.record(event_at({0, 2}));
  log.pop();
  log.bound_front(3);
  EXPECT_EQ(log.front().time, 2);
  log.bound_front(1.5);
  EXPECT_EQ(log.front().time, 1.5);
  EXPECT_EQ(log[0].time, 1);
}

// A point is moved by whole boxes.
TEST(EventLog, PutsPointsIntoThePeriodicBox) {
  Setting<2> setting = setting_with(4);
  setting.options.period = Vec2{2, 0.5};
  EventLog<2> log(setting);
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    Event2 event = event_at({});
    event.point = {random.uniform(-9, 9), random.uniform(-9, 9)};
    log.record(event);
    const Vec2 kept = log[log.size() - 1].point;
    for (int axis = 0; axis < 2; ++axis) {
      const double side = (*setting.options.period)[axis];
      EXPECT_GE(kept[axis], 0);
      EXPECT_LE(kept[axis], side);
      EXPECT_NEAR(std::remainder(kept[axis] - event.point[axis], side), 0, 1e-14);
      if (event.point[axis] >= 0 && event.point[axis] < 0.99 * side) {
        EXPECT_EQ(kept[axis], event.point[axis]);
      }
    }
  }
}

TEST(EventLog, KeepsTheDeepestOverlap) {
  const Setting<2> setting = setting_with(4);
  EventLog<2> log(setting);
  for (const double depth : {-1.0, 0.25, 0.125}) log.note_overlap(depth);
  EXPECT_EQ(log.deepest_overlap(), 0.25);
  log.set_deepest_overlap(0.1);
  EXPECT_EQ(log.deepest_overlap(), 0.1);
}

}  // namespace
}  // namespace carom::sim
