#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "carom/sim/world.hpp"

namespace carom {

/// A room full of what moves, the same for the same seed.
using BusyRoom = World<2> (*)(std::uint64_t seed, BroadPhase broad_phase);

inline void expect_neither_overlap_nor_lost_energy(BusyRoom room) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    World<2> world = room(seed, BroadPhase::automatic);
    for (int k = 1; k <= 30; ++k) {
      ASSERT_TRUE(world.run_until(
          0.1 * k, [](const Event2&) {}, 200'000))
          << seed << ' ' << world.time();
      const auto overlap = world.first_overlap(1e-11);
      ASSERT_FALSE(overlap) << seed << " at " << world.time() << ": " << overlap->first.value << ' '
                            << overlap->second.value;
    }
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-9 * (1 + std::fabs(world.ledger().work))) << seed;
  }
}

/// With and without a grid, and from a snapshot on.
inline void expect_same_story(BusyRoom room) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    World<2> grid = room(seed, BroadPhase::automatic);
    World<2> all = room(seed, BroadPhase::all_pairs);
    World<2> stopped = room(seed, BroadPhase::automatic);
    stopped.run_until(1.3);
    World<2> again(stopped.snapshot());
    grid.run_until(3);
    all.run_until(3);
    again.run_until(3);
    EXPECT_EQ(grid.hash(), all.hash()) << seed;
    EXPECT_EQ(grid.event_count(), all.event_count()) << seed;
    EXPECT_EQ(grid.hash(), again.hash()) << seed;
  }
}

}  // namespace carom
