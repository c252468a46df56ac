#include "broad/structures/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "rounds.hpp"
#include "unit/broad/structures.hpp"

namespace carom::broad {
namespace {

/// Of the cube that the items are in: so that a sweep meets some of them.
template <int D>
constexpr double kSide = D == 2 ? 20 : 8;

/// Of all sizes, some of them flat or points.
template <int D>
Aabb<D> random_box(Random& random) {
  const double size = random.below(10) == 0 ? 6 : 0.6;
  Aabb<D> box;
  box.low = random_place<D>(random, 0, kSide<D>);
  box.high = box.low;
  for (int k = 0; k < D; ++k) box.high[k] += random.below(6) == 0 ? 0 : random.uniform(0, size);
  return box;
}

template <int D>
std::vector<Aabb<D>> random_boxes(Random& random, std::size_t count) {
  std::vector<Aabb<D>> boxes;
  for (std::size_t n = 0; n < count; ++n) boxes.push_back(random_box<D>(random));
  return boxes;
}

template <int D>
BoxTree<D> tree_of(const std::vector<Aabb<D>>& boxes) {
  std::vector<std::uint32_t> numbers(boxes.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return BoxTree<D>(boxes, numbers);
}

template <int D>
std::vector<const Aabb<D>*> all_of(const std::vector<Aabb<D>>& boxes) {
  std::vector<const Aabb<D>*> all;
  for (const Aabb<D>& box : boxes) all.push_back(&box);
  return all;
}

// The oracle: the distance of every box from the sweep, in double. Boxes in reach by no more than rounding may be left
// out by it, not by the tree.
template <int D>
double apart(const Aabb<D>& box, const Stretch<D>& stretch) {
  return distance(stretch, box) + 1e-12;
}

template <int D>
void sweeps_find_all_they_reach() {
  Random random(D);
  Share share;
  for (const std::size_t count : {1, 8, 9, 70, 600}) {  // up to four levels
    const std::vector<Aabb<D>> boxes = random_boxes<D>(random, count);
    const BoxTree<D> tree = tree_of(boxes);
    for (int round = 0; round < 60; ++round)
      expect_reached_are_found(tree, all_of(boxes), random_sweep<D>(random, kSide<D>), apart<D>, share);
  }
  EXPECT_GT(share.reached, 100u);
  EXPECT_LT(5 * share.found, share.asked);
}

TEST(BoxTree, FindsEveryBoxThatASweepReaches) {
  sweeps_find_all_they_reach<2>();
  sweeps_find_all_they_reach<3>();
}

// The boxes have numbers of their own, and lie far from the origin of all coordinates.
TEST(BoxTree, TellsTheNumbersThatItWasGiven) {
  Random random(5);
  std::vector<Aabb3> boxes = random_boxes<3>(random, 100);
  std::vector<std::uint32_t> numbers;
  std::vector<const Aabb3*> items(300);
  for (std::uint32_t n = 0; n < boxes.size(); ++n) {
    boxes[n].low += Vec3{1e4, -3e4, 2e4};
    boxes[n].high += Vec3{1e4, -3e4, 2e4};
    numbers.push_back(299 - 3 * n);
    items[numbers[n]] = &boxes[n];
  }
  const BoxTree<3> tree(boxes, numbers);
  Share share;
  for (int round = 0; round < 200; ++round) {
    Sweep<3> sweep = random_sweep<3>(random, kSide<3>);
    sweep.from += Vec3{1e4, -3e4, 2e4};
    expect_reached_are_found(
        tree, items, sweep, [](const Aabb3& box, const Stretch<3>& stretch) { return apart(box, stretch) + 1e-9; },
        share);
  }
  EXPECT_GT(share.reached, 100u);
}

template <int D>
void boxes_come_and_go(std::size_t count) {
  Random random(10 + D);
  std::vector<Aabb<D>> boxes = random_boxes<D>(random, count);
  BoxTree<D> tree = tree_of(boxes);
  std::vector<const Aabb<D>*> items = all_of(boxes);
  const std::vector<std::uint32_t> slots = slots_of(tree, boxes.size());
  Share share;
  int moved = 0;
  int refused = 0;
  for (int round = 0; round < 200; ++round) {
    const auto n = static_cast<std::uint32_t>(random.below(boxes.size()));
    if (items[n] != nullptr && round % 6 == 0) {
      tree.remove(slots[n]);
      items[n] = nullptr;
    } else if (items[n] != nullptr) {
      Aabb<D> box = boxes[n];
      const Vec<D> step = random_place<D>(random, -1, 1) * (random.below(3) == 0 ? 20.0 : 0.3);
      box.low += step;
      box.high += step;
      const bool takes = tree.move_box(slots[n], box);
      if (takes) boxes[n] = box;
      ++(takes ? moved : refused);
    }
    expect_reached_are_found(tree, items, random_sweep<D>(random, kSide<D>), apart<D>, share);
  }
  EXPECT_EQ(tree.live(), boxes.size() - static_cast<std::size_t>(std::count(items.begin(), items.end(), nullptr)));
  EXPECT_GT(moved, 10);
  EXPECT_GT(refused, 10);
  EXPECT_GT(share.reached, 50u);
}

TEST(BoxTree, FollowsMovesAndRemovals) {
  for (const std::size_t count : {70, 600}) {
    boxes_come_and_go<2>(count);
    boxes_come_and_go<3>(count);
  }
}

// The oracle: intervals that overlap on every axis.
template <int D>
void regions_find_all_that_overlap() {
  Random random(20 + D);
  const std::vector<Aabb<D>> boxes = random_boxes<D>(random, 500);
  const BoxTree<D> tree = tree_of(boxes);
  for (int round = 0; round < test::rounds(300); ++round) {
    const Vec<D> low = random_place<D>(random, -0.2 * kSide<D>, kSide<D>);
    const Aabb<D> region{low, low + random_place<D>(random, 0, 0.3 * kSide<D>)};
    const std::set<std::uint32_t> found = scan_region(tree, region);
    for (std::uint32_t n = 0; n < boxes.size(); ++n) {
      bool overlaps = true;
      for (int k = 0; k < D; ++k)
        overlaps = overlaps && boxes[n].low[k] <= region.high[k] && boxes[n].high[k] >= region.low[k];
      ASSERT_TRUE(found.count(n) == 1 || !overlaps) << n;
    }
  }
}

TEST(BoxTree, FindsEveryBoxThatABoxOverlaps) {
  regions_find_all_that_overlap<2>();
  regions_find_all_that_overlap<3>();
}

}  // namespace
}  // namespace carom::broad
