#include "carom/mover/contact_log.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(ContactLog, TellsWhatBeginsAndWhatEnds) {
  const std::vector<Segment2> walls{{{-10, 0}, {10, 0}}, {{5, 0}, {5, 10}}};
  const Index2 index({.segments = walls});
  const ItemId floor{ItemKind::segment, 0};
  const ItemId wall{ItemKind::segment, 1};
  ContactLog log;
  Circle circle{{0, 1}, 0.5};
  const auto step = [&](const Vec2& intended) {
    const auto result = move_and_slide(index, circle, intended);
    circle = result.mover;
    return log.update(result.contacts);
  };
  auto change = step({1, -1});
  EXPECT_EQ(change.begun, std::vector{floor});
  EXPECT_TRUE(change.ended.empty());
  change = step({9, -1});
  EXPECT_EQ(change.begun, std::vector{wall});
  EXPECT_EQ(log.now().size(), 2U);
  change = step({0, 1});
  EXPECT_TRUE(change.begun.empty());
  EXPECT_EQ(change.ended, (std::vector{floor, wall}));
}

TEST(ContactLog, AnItemMetTwiceInAFrameBeginsOnce) {
  ContactLog log;
  const std::vector<TriggerTouch> twice{{{ItemKind::ball, 3}, 0.1}, {{ItemKind::ball, 3}, 0.4}};
  EXPECT_EQ(log.update(twice).begun.size(), 1U);
  EXPECT_TRUE(log.update(twice).begun.empty());
  EXPECT_EQ(log.update(std::vector<TriggerTouch>{}).ended.size(), 1U);
}

}  // namespace
}  // namespace carom
