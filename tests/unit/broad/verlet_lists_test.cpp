#include "broad/verlet/verlet_lists.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "carom/math/random.hpp"
#include "rounds.hpp"

namespace carom::broad {
namespace {

template <int D>
Vec<D> somewhere(Random& random, double side) {
  Vec<D> place;
  for (int k = 0; k < D; ++k) place[k] = random.uniform(0, side);
  return place;
}

template <int D>
double distance_in_box(const Vec<D>& a, const Vec<D>& b, double side) {
  Vec<D> apart = a - b;
  for (int k = 0; k < D; ++k) apart[k] -= side * std::round(apart[k] / side);
  return norm(apart);
}

// The oracle: distances of centres in double, those within the room for rounding left out. `crowd`: bodies that are
// given new centres again and again, so many that lists take several blocks; the radii go down to `least_radius`.
template <int D>
void lists_are_those_within_reach(std::size_t crowd, double least_radius) {
  constexpr double kSide = 10;
  constexpr double kRadius = 0.3;
  constexpr double kSkin = 0.4;
  Random random(D);
  Vec<D> period;
  for (int k = 0; k < D; ++k) period[k] = kSide;
  Cell<D> counts;
  counts.fill(6);
  ASSERT_GE(kSide / 6, VerletLists<D>::reach(kRadius, kRadius, kSkin));
  VerletLists<D> lists(kSkin, kRadius, period, CellTorus<D>(Vec<D>{}, period / 6, counts));
  NearBodies scratch;
  std::vector<double> radii(crowd, kRadius);
  for (double& radius : radii) radius = least_radius < kRadius ? random.uniform(least_radius, kRadius) : kRadius;
  const auto place = [&](std::uint32_t body) {
    lists.insert(body, somewhere<D>(random, kSide), radii[body], scratch, [](std::uint32_t) {});
  };
  for (std::uint32_t body = 0; body < crowd; ++body) place(body);
  for (int round = 0; round < 2000; ++round) {
    const auto moved = static_cast<std::uint32_t>(random.below(crowd));
    lists.remove(moved);
    place(moved);
  }
  const auto center = [&](std::uint32_t body) { return -lists.from_center(body, Vec<D>{}); };
  for (std::uint32_t body = 0; body < crowd; ++body) {
    CandidateBodies found;
    lists.gather(body, found);
    const std::multiset<std::uint32_t> listed(found.begin(), found.end());
    ASSERT_EQ(lists.neighbours(body), listed.size());
    for (std::uint32_t other = 0; other < crowd; ++other) {
      const double apart = distance_in_box<D>(center(body), center(other), kSide);
      const double least = radii[body] + radii[other] + 2 * kSkin;
      if (other != body && apart > least && apart < VerletLists<D>::reach(radii[body], radii[other], kSkin)) continue;
      ASSERT_EQ(listed.count(other), other != body && apart <= least ? 1U : 0U) << body << ' ' << other;
    }
  }
}

// A centre is put where it is asked for, but for half the diagonal of a 256th of a cell.
TEST(VerletLists, PutCentresWhereTheyAreAskedFor) {
  Random random(4);
  const Vec3 side{2, 3, 4};
  VerletLists<3> lists(0.5, 0.3, {}, CellTorus<3>({-5, 0, 5}, side, {5, 5, 5}));
  NearBodies scratch;
  for (std::uint32_t body = 0; body < 500; ++body) {
    const Vec3 place = 4 * (somewhere<3>(random, 100) - Vec3{50, 50, 50});
    lists.insert(body, place, 0.3, scratch, [](std::uint32_t) {});
    EXPECT_LE(norm(lists.from_center(body, place)), 0.5000001 * norm(side) / 256);
  }
}

TEST(VerletLists, HoldAllWithinReachAndNobodyElse) {
  lists_are_those_within_reach<2>(60, 0.3);
  lists_are_those_within_reach<3>(200, 0.3);
}

TEST(VerletLists, KnowDifferentSizes) {
  lists_are_those_within_reach<2>(150, 0.15);
  lists_are_those_within_reach<3>(600, 0.15);
}

TEST(VerletLists, GrowBeyondOneBlock) {
  lists_are_those_within_reach<2>(700, 0.3);
  lists_are_those_within_reach<3>(static_cast<std::size_t>(std::max(700, test::rounds(3000))), 0.3);
}

}  // namespace
}  // namespace carom::broad
