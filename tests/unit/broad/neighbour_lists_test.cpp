#include "broad/neighbour_lists.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
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
// given new centres again and again, so many that lists take several shells.
template <int D>
void lists_are_those_within_reach(std::size_t crowd) {
  constexpr double kSide = 10;
  constexpr double kRadius = 0.3;
  constexpr double kSlack = 0.4;
  Random random(D);
  const double least = 2 * (kRadius + kSlack);
  const double reach = NeighbourLists<D>::reach(kRadius, kRadius, kSlack);
  Vec<D> period;
  for (int k = 0; k < D; ++k) period[k] = kSide;
  Cell<D> counts;
  counts.fill(6);
  CellGrid<D> grid(Vec<D>{}, period / 6, counts);
  ASSERT_GE(kSide / 6, CellGrid<D>::side_for(reach));
  NeighbourLists<D> lists(kSlack, {}, period);
  Candidates scratch;
  std::vector<Vec<D>> centers(crowd);
  const auto place = [&](std::uint32_t body) {
    centers[body] = somewhere<D>(random, kSide);
    lists.insert(body, centers[body], kRadius, grid, scratch, [](std::uint32_t) {});
  };
  for (std::uint32_t body = 0; body < crowd; ++body) place(body);
  for (int round = 0; round < 2000; ++round) {
    const auto moved = static_cast<std::uint32_t>(random.below(crowd));
    lists.remove(moved, grid);
    place(moved);
  }
  for (std::uint32_t body = 0; body < crowd; ++body) {
    scratch.clear();
    lists.gather(body, scratch);
    const std::multiset<std::uint32_t> listed(scratch.begin(), scratch.end());
    for (std::uint32_t other = 0; other < crowd; ++other) {
      const double apart = distance_in_box<D>(centers[body], centers[other], kSide);
      if (other != body && apart > least && apart < reach) continue;
      ASSERT_EQ(listed.count(other), other != body && apart <= least ? 1U : 0U) << body << ' ' << other;
    }
  }
}

TEST(NeighbourLists, HoldAllWithinReachAndNobodyElse) {
  lists_are_those_within_reach<2>(60);
  lists_are_those_within_reach<3>(200);
}

TEST(NeighbourLists, GrowBeyondOneShell) {
  lists_are_those_within_reach<2>(700);
  lists_are_those_within_reach<3>(3000);
}

}  // namespace
}  // namespace carom::detail
