#include "broad/verlet/verlet_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::broad {
namespace {

// The oracle: distances in double, those within rounding of the reach left out.
template <int D>
void near_ones_are_those_within_reach() {
  constexpr float kReach = 1.3F;
  const std::array<float, 3> unit = {0.011F, 0.009F, 0.01F};
  Random random(D);
  for (int round = 0; round < 300; ++round) {
    VerletScan scan;
    std::copy(unit.begin(), unit.end(), scan.unit);
    scan.reach = kReach;
    std::vector<CenterBlock> blocks(1 + random.below(70));
    std::uint32_t bodies = 0;
    for (CenterBlock& block : blocks) {
      const std::size_t held = random.below(CenterBlock::kPlaces + 1);
      for (std::size_t place = 0; place < held; ++place) block.bodies[place] = bodies++;
      for (auto& axis : block.within)
        for (std::uint8_t& within : axis) within = static_cast<std::uint8_t>(random.below(256));
      const auto corner = [&] { return static_cast<float>(random.uniform(-3, 2)); };
      scan.reserve(1);
      scan.add(block, corner(), corner(), corner());
    }
    scan.pad();
    std::vector<std::uint32_t> near(CenterBlock::kPlaces * scan.count);
    std::vector<float> distances2(near.size());
    near.resize(best_near_centers<D>()(scan, near.data(), distances2.data()));
    std::vector<std::uint32_t> alone(CenterBlock::kPlaces * scan.count);
    alone.resize(best_near_centers<D>()(scan, alone.data(), nullptr));
    ASSERT_EQ(alone, near);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (std::size_t place = 0; place < CenterBlock::kPlaces; ++place) {
        double distance2 = 0;
        for (std::size_t k = 0; k < D; ++k) {
          const double apart = double{scan.corners[k][b]} + double{scan.unit[k]} * blocks[b].within[k][place];
          distance2 += apart * apart;
        }
        if (std::fabs(std::sqrt(distance2) - double{kReach}) < 1e-5) continue;
        const std::uint32_t body = blocks[b].bodies[place];
        const bool expected = body != CenterBlock::kNobody && distance2 < double{kReach} * double{kReach};
        const auto found = std::find(near.begin(), near.end(), body);
        ASSERT_EQ(std::count(near.begin(), near.end(), body), expected ? 1 : 0);
        if (!expected) continue;
        ASSERT_NEAR(double{distances2[static_cast<std::size_t>(found - near.begin())]}, distance2, 1e-5);
      }
  }
}

// Each axis has numbers of its own, so that none can stand for another.
template <int D>
void near_cells_are_those_within_reach() {
  constexpr std::size_t kCells = D == 2 ? 9 : 27;
  const std::vector<CenterBlock> cells(3000);
  Random random(D);
  for (int round = 0; round < 300; ++round) {
    CellsAround around{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      for (std::size_t place = 0; place < 3; ++place) {
        around.parts[axis][place] = static_cast<std::uint32_t>(random.below(1000));
        around.corners[axis][place] = static_cast<float>(random.uniform(-2, 1));
        around.distances2[axis][place] = place == 1 ? 0 : static_cast<float>(random.uniform(0, 1));
      }
      around.distances2[axis][3] = std::numeric_limits<float>::infinity();
    }
    VerletScan scan;
    scan.reach = static_cast<float>(random.uniform(0, 2));
    scan.reserve(CellsAround::kMost + 16);
    const std::size_t count = best_near_cells<D>()(around, cells.data(), scan);
    std::size_t found = 0;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const std::array<std::size_t, 3> places = {cell % 3, cell / 3 % 3, cell / 9};
      float distance2 = 0;
      std::uint32_t number = 0;
      for (std::size_t axis = 0; axis < D; ++axis) {
        distance2 += around.distances2[axis][places[axis]];
        number += around.parts[axis][places[axis]];
      }
      if (distance2 > scan.reach * scan.reach) continue;
      ASSERT_LT(found, count);
      ASSERT_EQ(scan.blocks[found], &cells[number]);
      for (std::size_t axis = 0; axis < D; ++axis)
        ASSERT_EQ(scan.corners[axis][found], around.corners[axis][places[axis]]);
      ++found;
    }
    ASSERT_EQ(found, count);
  }
}

// With all the blocks that have a further one noted, and no others.
TEST(VerletScan, UnfinishedBlocksAreNoted) {
  Random random(1);
  for (std::size_t size = 1; size < 40; ++size) {
    VerletScan scan;
    std::vector<CenterBlock> blocks(size);
    std::vector<std::uint32_t> expected;
    scan.reserve(size);
    for (std::uint32_t k = 0; k < size; ++k) {
      if (random.below(3) == 0) {
        blocks[k].next = k;
        expected.push_back(k);
      }
      scan.add(blocks[k], 0, 0, 0);
    }
    scan.pad();
    std::vector<std::uint32_t> near(CenterBlock::kPlaces * scan.count);
    EXPECT_EQ(best_near_centers<3>()(scan, near.data(), nullptr), 0u);
    scan.unfinished.resize(scan.unfinished_count);
    EXPECT_EQ(scan.unfinished, expected);
  }
}

TEST(VerletScan, NearCellsAreThoseWithinReach) {
  near_cells_are_those_within_reach<2>();
  near_cells_are_those_within_reach<3>();
}

TEST(VerletScan, NearOnesAreThoseWithinReach) {
  near_ones_are_those_within_reach<2>();
  near_ones_are_those_within_reach<3>();
}

}  // namespace
}  // namespace carom::broad
