#include "broad/shell_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

// The oracle: distances in double, those within rounding of the reach left out.
template <int D>
void near_ones_are_those_within_reach(bool across) {
  Random random(D);
  for (int round = 0; round < 300; ++round) {
    std::vector<ShellCenter> centers(1 + random.below(70));
    for (ShellCenter& center : centers) {
      for (int k = 0; k < D; ++k) center.position[k] = static_cast<float>(random.uniform(0, 8));
      center.radius = static_cast<float>(random.uniform(0.3, 0.5));
    }
    ShellScan<D> scan{centers.data(), static_cast<std::uint32_t>(random.below(centers.size())), 0.6F, across};
    std::fill_n(scan.period, 3, 8.0F);
    std::vector<std::uint32_t> bodies(centers.size() + 16);
    for (std::uint32_t k = 0; k < centers.size(); ++k) bodies[k] = k;
    const std::size_t count = best_near_shells<D>()(scan, bodies.data(), centers.size());
    for (std::uint32_t k = 0; k < centers.size(); ++k) {
      double distance2 = 0;
      for (int axis = 0; axis < D; ++axis) {
        double apart = double{centers[scan.self].position[axis]} - double{centers[k].position[axis]};
        if (across) apart -= 8 * std::round(apart / 8);
        distance2 += apart * apart;
      }
      const double reach = double{scan.room} + double{centers[scan.self].radius} + double{centers[k].radius};
      if (std::fabs(std::sqrt(distance2) - reach) < 1e-5) continue;
      const bool expected = k != scan.self && distance2 < reach * reach;
      ASSERT_EQ(std::count(bodies.data(), bodies.data() + count, k), expected ? 1 : 0);
    }
  }
}

TEST(ShellScan, NearOnesAreThoseWithinReach) {
  near_ones_are_those_within_reach<2>(false);
  near_ones_are_those_within_reach<3>(false);
}

TEST(ShellScan, NearestCopiesCountInAPeriodicBox) {
  near_ones_are_those_within_reach<2>(true);
  near_ones_are_those_within_reach<3>(true);
}

}  // namespace
}  // namespace carom::detail
