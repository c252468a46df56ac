#include "broad/shell_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

// The oracle: distances in double, those within rounding of the reach left out.
template <int D>
void near_ones_are_those_within_reach() {
  constexpr float kReach = 1.3F;
  const std::array<float, 3> unit = {0.011F, 0.009F, 0.01F};
  Random random(D);
  for (int round = 0; round < 300; ++round) {
    ShellScan scan;
    std::copy(unit.begin(), unit.end(), scan.unit);
    scan.reach = kReach;
    std::vector<ShellBlock> blocks(1 + random.below(70));
    std::uint32_t bodies = 0;
    for (ShellBlock& block : blocks) {
      const std::size_t held = random.below(ShellBlock::kPlaces + 1);
      for (std::size_t place = 0; place < held; ++place) block.bodies[place] = bodies++;
      for (auto& axis : block.within)
        for (std::uint8_t& within : axis) within = static_cast<std::uint8_t>(random.below(256));
      const auto corner = [&] { return static_cast<float>(random.uniform(-3, 2)); };
      scan.reserve(1);
      scan.add(block, corner(), corner(), corner());
    }
    scan.pad();
    std::vector<std::uint32_t> near(ShellBlock::kPlaces * scan.count);
    std::vector<float> distances2(near.size());
    near.resize(best_near_shells<D>()(scan, near.data(), distances2.data()));
    std::vector<std::uint32_t> alone(ShellBlock::kPlaces * scan.count);
    alone.resize(best_near_shells<D>()(scan, alone.data(), nullptr));
    ASSERT_EQ(alone, near);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (std::size_t place = 0; place < ShellBlock::kPlaces; ++place) {
        double distance2 = 0;
        for (std::size_t k = 0; k < D; ++k) {
          const double apart = double{scan.corners[k][b]} + double{scan.unit[k]} * blocks[b].within[k][place];
          distance2 += apart * apart;
        }
        if (std::fabs(std::sqrt(distance2) - double{kReach}) < 1e-5) continue;
        const std::uint32_t body = blocks[b].bodies[place];
        const bool expected = body != ShellBlock::kNobody && distance2 < double{kReach} * double{kReach};
        const auto found = std::find(near.begin(), near.end(), body);
        ASSERT_EQ(std::count(near.begin(), near.end(), body), expected ? 1 : 0);
        if (!expected) continue;
        ASSERT_NEAR(double{distances2[static_cast<std::size_t>(found - near.begin())]}, distance2, 1e-5);
      }
  }
}

TEST(ShellScan, NearOnesAreThoseWithinReach) {
  near_ones_are_those_within_reach<2>();
  near_ones_are_those_within_reach<3>();
}

}  // namespace
}  // namespace carom::detail
