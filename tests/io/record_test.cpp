#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "carom/io/scene.hpp"
#include "io/json/base64.hpp"
#include "io/record/history.hpp"
#include "io/record/thinned.hpp"

namespace carom::io {
namespace {

TEST(Thinned, KeepsEverythingUntilItIsFull) {
  Thinned<int> list(8);
  for (int i = 0; i < 8; ++i) list.offer([i] { return i; });
  std::vector<int> all(8);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(list.items(), all);
  EXPECT_EQ(list.stride(), 1U);
}

TEST(Thinned, KeepsEverySecondThenEveryFourthAndMakesNoOthers) {
  Thinned<int> list(4);
  int made = 0;
  for (int i = 0; i < 13; ++i)
    list.offer([&] {
      ++made;
      return i;
    });
  EXPECT_EQ(list.items(), (std::vector<int>{0, 4, 8, 12}));
  EXPECT_EQ(list.stride(), 4U);
  EXPECT_EQ(list.seen(), 13U);
  EXPECT_LE(made, 4 + 2 + 2);
}

TEST(Base64, IsThatOfRfc4648) {
  // RFC 4648, section 10.
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

/// A ball between two walls hits one every 1/2, another in a far lane every 50.
World2 lanes() {
  World2 world;
  world.add({.shape = Circle{{0.5, 0}, 0.25}, .motion = {{1, 0}}});
  world.add({.shape = Circle{{0.5, 5}, 0.25}, .motion = {{0.01, 0}}});
  world.add({.shape = HalfSpace2{{1, 0}, 0}});
  world.add({.shape = HalfSpace2{{-1, 0}, -1}});
  return world;
}

TEST(History, ThinsTheBusyBallAndLeavesTheQuietOneExact) {
  World2 world = lanes();
  History<2> history(100, History<2>::WhenFull::thin);
  history.begin(world, {BodyId{0}, BodyId{1}});
  world.run_until(1000, [&](const Event2& event) { history.event(event, world); });
  EXPECT_LE(history.key_count(), 100U);
  EXPECT_TRUE(history.thinned());
  for (const Key<2>& key : history.keys(1)) EXPECT_TRUE(key.followed);
  EXPECT_EQ(history.keys(1).size(), 1 + 20U);  // first hit after 25, then one every 50
  const auto& busy = history.keys(0);
  EXPECT_GT(busy.size(), 20U);
  for (std::size_t k = 0; k + 1 < busy.size(); ++k) {
    EXPECT_LT(busy[k].time, busy[k + 1].time);
    if (busy[k].followed) {
      const Vec2 end = busy[k].position + (busy[k + 1].time - busy[k].time) * busy[k].motion.velocity;
      EXPECT_NEAR(end.x, busy[k + 1].position.x, 1e-12);
    }
  }
}

TEST(History, StopsWithAllBallsExactUpToAKnownTime) {
  World2 world = lanes();
  History<2> history(40, History<2>::WhenFull::stop);
  history.begin(world, {BodyId{0}, BodyId{1}});
  world.run_until(1000, [&](const Event2& event) { history.event(event, world); });
  EXPECT_EQ(history.key_count(), 40U);
  EXPECT_FALSE(history.thinned());
  // 2 starts, then hits at 1/4 + n/2 of the busy ball: the 39th, n = 38, finds no room.
  EXPECT_NEAR(history.exact_until(), 0.25 + 38 * 0.5, 1e-9);
}

TEST(History, TellsGrowthAndEndOfMergedBalls) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}, .mass = 2, .response = Response::stick});
  world.add({.shape = Circle{{4, 0}, 1}, .mass = 1, .response = Response::stick});
  History<2> history(100, History<2>::WhenFull::thin);
  history.begin(world, {BodyId{0}, BodyId{1}});
  world.run_until(5, [&](const Event2& event) { history.event(event, world); });
  ASSERT_EQ(history.ends().size(), 1U);
  EXPECT_EQ(history.ends()[0].ball, 1U);
  EXPECT_EQ(history.ends()[0].time, 2);
  EXPECT_EQ(history.ends()[0].fate, Presence::merged);
  EXPECT_EQ(history.ends()[0].by, BodyId{0});
  ASSERT_EQ(history.growths().size(), 1U);
  EXPECT_EQ(history.growths()[0].mass, 3);
  EXPECT_NEAR(history.growths()[0].radius, std::sqrt(2.0), 1e-15);  // the area is kept
}

}  // namespace
}  // namespace carom::io
