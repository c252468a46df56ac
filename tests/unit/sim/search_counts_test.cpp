#include "carom/sim/search_counts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "carom/carom.hpp"
#include "carom/math/random.hpp"

namespace carom {
namespace {

/// A gas of `side`^D balls of diameter 1, two diameters apart at first.
template <int D>
World<D> gas(int side, BroadPhase search, bool periodic = true) {
  WorldOptions<D> options{.broad_phase = search};
  if (periodic) {
    options.period.emplace();
    for (int k = 0; k < D; ++k) (*options.period)[k] = 2.0 * side;
  }
  World<D> world(options);
  Random random(1);
  const auto count = static_cast<int>(std::lround(std::pow(side, D)));
  for (int number = 0; number < count; ++number) {
    Vec<D> place;
    Vec<D> velocity;
    for (int k = 0, rest = number; k < D; ++k, rest /= side) {
      place[k] = 2.0 * (rest % side) + 1;
      velocity[k] = random.normal();
    }
    world.add({.shape = Ball<D>{place, 0.5}, .motion = velocity});
  }
  return world;
}

TEST(SearchCounts, ThereIsNoSearchBeforeAWorldRuns) {
  const World2 world = gas<2>(3, BroadPhase::automatic);
  EXPECT_EQ(world.search_kind(), SearchKind::none);
  EXPECT_EQ(world.search_counts(), SearchCounts{});
}

// Each of n balls asks, of n − 1 others; nothing is due yet.
TEST(SearchCounts, AllPairsExamineEachPairFromEitherSideInTheFirstRound) {
  for (const int side : {2, 5, 9}) {
    World2 world = gas<2>(side, BroadPhase::all_pairs);
    world.run_until(0);
    const std::uint64_t n = world.body_count();
    const SearchCounts counts = world.search_counts();
    EXPECT_EQ(world.search_kind(), SearchKind::all_pairs);
    EXPECT_EQ(counts.rounds, 1u);
    EXPECT_EQ(counts.questions, n);
    EXPECT_EQ(counts.pairs, n * (n - 1));
    EXPECT_EQ(counts.all_pairs, n * (n - 1));
    EXPECT_EQ(counts.centers + counts.places_left + counts.obstacles, 0u);
  }
}

// 20 × 20 balls at 1, 3, 5 … in a box of 40 × 40, whose linked cells have 0.6 of the mean distance or a little more:
// 33 along each axis. By brute force: who is in one of the 9 cells around, on the torus.
TEST(SearchCounts, LinkedCellsExamineWhomTheCellsAroundHold) {
  constexpr int kSide = 20;
  constexpr int kCells = 33;
  World2 world = gas<2>(kSide, BroadPhase::cells);
  world.run_until(0);
  EXPECT_EQ(world.search_kind(), SearchKind::linked_cells);
  const auto cell = [](int k) { return static_cast<int>((2 * k + 1) * kCells / (2.0 * kSide)); };
  int along = 0;  // pairs of places on an axis, each with itself too, whose cells are the same or neighbours
  for (int a = 0; a < kSide; ++a)
    for (int b = 0; b < kSide; ++b) {
      const int apart = (cell(a) - cell(b) + kCells) % kCells;
      along += apart <= 1 || apart == kCells - 1 ? 1 : 0;
    }
  const std::uint64_t n = world.body_count();
  EXPECT_EQ(world.search_counts().pairs, static_cast<std::uint64_t>(along * along) - n);
  EXPECT_EQ(world.search_counts().questions, n);
  EXPECT_EQ(world.search_counts().all_pairs, n * (n - 1));
}

// Without a box: the same balls in cells, and lists, which are made for about 8 to 11 neighbours and hold 15 in a line.
TEST(SearchCounts, CellsAndListsExamineWhatIsNear) {
  for (const BroadPhase search : {BroadPhase::cells, BroadPhase::lists}) {
    World2 world = gas<2>(20, search, false);
    world.run_until(0);
    const SearchCounts counts = world.search_counts();
    const std::uint64_t n = world.body_count();
    EXPECT_EQ(counts.questions, n);
    EXPECT_GT(counts.pairs, 2 * n);
    EXPECT_LT(counts.pairs, 16 * n);
    EXPECT_EQ(counts.centers > 0, search == BroadPhase::lists);
    EXPECT_EQ(counts.centers % 4, 0u);
    world.run_until(1);
    EXPECT_GT(world.search_counts().places_left, 0u);
  }
}

TEST(SearchCounts, PiecesOfObstaclesCount) {
  World2 world;
  world.add({.shape = Circle{{0, 1}, 0.5}, .motion = Vec2{0, -1}});
  world.add({.shape = Circle{{5, 1}, 0.5}, .motion = Vec2{0, -1}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.run_until(0);
  EXPECT_EQ(world.search_counts().obstacles, 2u);
  world.run_until(0.75);  // both bounce once, and ask again
  EXPECT_EQ(world.search_counts().obstacles, 4u);
}

TEST(SearchCounts, EqualRunsCountTheSame) {
  for (const BroadPhase search : {BroadPhase::all_pairs, BroadPhase::cells, BroadPhase::lists}) {
    World3 one = gas<3>(6, search);
    World3 other = gas<3>(6, search);
    one.run_until(2);
    while (other.next_event(2)) {
    }
    EXPECT_EQ(one.search_counts(), other.search_counts());
    EXPECT_GT(one.search_counts().pairs, 0u);
  }
}

TEST(SearchCounts, EverySearchTellsTheSameStory) {
  for (const bool periodic : {false, true}) {
    std::uint64_t hash = 0;
    std::uint64_t pairs = 0;
    for (const BroadPhase search :
         {BroadPhase::all_pairs, BroadPhase::automatic, BroadPhase::cells, BroadPhase::lists}) {
      World2 world = gas<2>(15, search, periodic);
      world.run_until(3);
      EXPECT_GT(world.event_count(), 50u);
      if (search == BroadPhase::all_pairs) {
        hash = world.hash();
        pairs = world.search_counts().pairs;
        continue;
      }
      EXPECT_EQ(world.hash(), hash);
      EXPECT_LT(10 * world.search_counts().pairs, pairs);
    }
  }
}

TEST(SearchCounts, WorldsThatListsCannotServeHaveCells) {
  World2 falling({.gravity = {0, -1}, .broad_phase = BroadPhase::lists});
  falling.add({.shape = Circle{{0, 0}, 0.5}});
  falling.add({.shape = Circle{{3, 0}, 0.5}});
  falling.run_until(1);
  EXPECT_EQ(falling.search_kind(), SearchKind::cells);
}

TEST(SearchCounts, AWorldFromASnapshotCountsAnew) {
  World2 world = gas<2>(6, BroadPhase::cells);
  world.run_until(1);
  const World2 next(world.snapshot());
  EXPECT_EQ(next.search_counts(), SearchCounts{});
  EXPECT_EQ(next.options().broad_phase, BroadPhase::cells);
}

// Slabs search as one domain does, and more.
TEST(SearchCounts, SlabsCountWhatTheySearch) {
  World2 one = gas<2>(40, BroadPhase::lists);
  World2 divided = gas<2>(40, BroadPhase::lists);
  divided.set_threads(1, 2);
  one.run_until(1, nullptr);
  divided.run_until(1, nullptr);
  EXPECT_EQ(one.hash(), divided.hash());
  EXPECT_GT(divided.search_counts().questions, one.body_count() + one.event_count());
}

}  // namespace
}  // namespace carom
