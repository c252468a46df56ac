// A world's story depends on its bodies' states alone: not on how candidates are found, nor on when it is looked at or
// saved.
#include <gtest/gtest.h>

#include "carom/math/random.hpp"
#include "property/worlds/random_worlds.hpp"
#include "property/worlds/same_events.hpp"

namespace carom {
namespace {

using testing::all_ingredients;
using testing::expect_same_events;
using testing::Ingredients;
using testing::RandomWorld;

class SameStory : public ::testing::TestWithParam<Ingredients> {
 protected:
  template <int D>
  void grid_and_all_pairs_agree(int count, double until) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
      World<D> by_grid = RandomWorld<D>(GetParam(), count, seed).make(BroadPhase::automatic);
      World<D> by_pairs = RandomWorld<D>(GetParam(), count, seed).make(BroadPhase::all_pairs);
      const std::vector<Event<D>> story = by_grid.run_until(until);
      expect_same_events(story, by_pairs.run_until(until));
      EXPECT_EQ(by_grid.hash(), by_pairs.hash());
      EXPECT_GT(by_grid.event_count(), GetParam().laws.empty() ? 20u : 15u);  // what slows meets less
    }
  }

  template <int D>
  void interrupted_run_agrees(int count, double until) {
    World<D> whole = RandomWorld<D>(GetParam(), count, 5).make(BroadPhase::automatic);
    const auto story = whole.run_until(until);
    World<D> part = RandomWorld<D>(GetParam(), count, 5).make(BroadPhase::automatic);
    std::vector<Event<D>> told;
    for (int piece = 1; piece <= 7; ++piece) {
      const auto& events = part.run_until(piece == 7 ? until : piece * until / 7);
      told.insert(told.end(), events.begin(), events.end());
      part = World<D>(part.snapshot());
    }
    expect_same_events(story, told);
    EXPECT_EQ(whole.hash(), part.hash());
    EXPECT_EQ(whole.ledger().initial, part.ledger().initial);
    EXPECT_EQ(whole.ledger().residual(), part.ledger().residual());
  }

  template <int D>
  void laws_hold(int count, double until) {
    World<D> world = RandomWorld<D>(GetParam(), count, 11).make(BroadPhase::automatic);
    const Ledger<D> before = world.ledger();
    world.run_until(until);
    const Ledger<D> after = world.ledger();
    const double scale = before.initial + std::fabs(after.work) + std::fabs(after.potential) + after.kinetic;
    EXPECT_NEAR(after.residual(), 0, 1e-12 * scale);
    // Obstacles may cover balls from the start, and merging balls grow into walls.
    if (!GetParam().obstacles && !GetParam().round && !GetParam().sticky) {
      EXPECT_LE(world.deepest_overlap(), 1e-12);
      EXPECT_FALSE(world.first_overlap(1e-12));
    }
    if (GetParam().periodic && GetParam().damping == 0 && GetParam().laws.empty()) {
      EXPECT_LE(norm(after.momentum - before.momentum), 1e-12 * before.momentum_scale);
    }
  }
};

TEST_P(SameStory, GridAndAllPairsAgreeInTwoDimensions) {
  grid_and_all_pairs_agree<2>(60, 3);
}
TEST_P(SameStory, GridAndAllPairsAgreeInThreeDimensions) {
  grid_and_all_pairs_agree<3>(90, 2);
}
TEST_P(SameStory, InterruptedRunAgreesInTwoDimensions) {
  interrupted_run_agrees<2>(60, 3);
}
TEST_P(SameStory, InterruptedRunAgreesInThreeDimensions) {
  interrupted_run_agrees<3>(90, 2);
}
TEST_P(SameStory, LawsHoldInTwoDimensions) {
  laws_hold<2>(60, 3);
}
TEST_P(SameStory, LawsHoldInThreeDimensions) {
  laws_hold<3>(90, 2);
}

INSTANTIATE_TEST_SUITE_P(Worlds, SameStory, ::testing::ValuesIn(all_ingredients()),
                         [](const auto& param_info) { return param_info.param.name; });

/// Discs on a lattice with random velocities, all lengths in one unit.
World2 lattice(BroadPhase broad_phase, double unit) {
  World2 world({.broad_phase = broad_phase});
  Random random(7);
  for (int k = 0; k < 400; ++k) {
    const Vec2 place{1.2 * unit * (k % 20), 1.2 * unit * (k / 20)};
    world.add(
        {.shape = Circle{place, 0.5 * unit}, .motion = Linear2{{unit * random.normal(), unit * random.normal()}}});
  }
  return world;
}

// Single precision has no squares of lengths below 1e-23 or above 1e19; all pairs are the oracle.
TEST(SameStoryAtAnyScale, GridAndAllPairsAgree) {
  for (const double unit : {1e-40, 1e-24, 1e25}) {
    SCOPED_TRACE(unit);
    World2 first = lattice(BroadPhase::all_pairs, unit);
    World2 second = lattice(BroadPhase::automatic, unit);
    const std::vector<Event2> events = first.run_until(0.5);
    EXPECT_GT(events.size(), 500u);
    expect_same_events(events, second.run_until(0.5));
  }
}

}  // namespace
}  // namespace carom
