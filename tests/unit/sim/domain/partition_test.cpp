#include "sim/domain/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace carom::sim {
namespace {

/// What a slab needs at least.
constexpr int kLeast = 10;

/// Into how many slabs some columns can be cut: as many as there is room for, if that is more than one.
int slabs_along(int columns, int most) {
  const int slabs = std::min(most, columns / kLeast);
  return slabs < 2 ? 1 : slabs;
}

/// For all box sizes and numbers of slabs.
template <class Check>
void for_all_boxes(Check check) {
  for (int x = 1; x <= 61; x += 3)
    for (int y = 1; y <= 61; y += 4)
      for (int most = 1; most <= 6; ++most) check(broad::Cell<2>{x, y}, most);
}

TEST(Partition, IsPossibleWhereTwoSlabsHaveRoom) {
  for_all_boxes([](const broad::Cell<2>& counts, int most) {
    const bool expected = slabs_along(counts[0], most) > 1 || slabs_along(counts[1], most) > 1;
    EXPECT_EQ(Partition<2>::is_possible(counts, most), expected) << counts[0] << ' ' << counts[1] << ' ' << most;
  });
}

// Slabs as many as possible, then as wide as possible; of equal axes the last.
TEST(Partition, CutsAlongTheAxisWithTheMostRoom) {
  for_all_boxes([](const broad::Cell<2>& counts, int most) {
    if (!Partition<2>::is_possible(counts, most)) return;
    const std::array<int, 2> slabs{slabs_along(counts[0], most), slabs_along(counts[1], most)};
    std::size_t axis = slabs[1] >= slabs[0] ? 1 : 0;
    if (slabs[0] == slabs[1]) axis = counts[1] / slabs[1] >= counts[0] / slabs[0] ? 1 : 0;
    const Partition<2> partition(counts, most);
    EXPECT_EQ(partition.axis(), axis) << counts[0] << ' ' << counts[1] << ' ' << most;
    EXPECT_EQ(partition.slabs(), slabs[axis]);
    EXPECT_EQ(partition.columns(), counts[axis]);
  });
}

// By brute force over all smaller counts: the largest that can be dealt out evenly.
TEST(Partition, EvensOutToTheLargestCountThatIsDealtOutEvenly) {
  for_all_boxes([](const broad::Cell<2>& counts, int most) {
    broad::Cell<2> even = counts;
    Partition<2>::even_out(even, most);
    if (!Partition<2>::is_possible(counts, most)) {
      EXPECT_EQ(even, counts);
      return;
    }
    const Partition<2> partition(counts, most);
    int largest = 0;
    for (int count = 1; count <= counts[partition.axis()]; ++count)
      if (count % partition.slabs() == 0) largest = count;
    broad::Cell<2> expected = counts;
    expected[partition.axis()] = largest;
    EXPECT_EQ(even, expected);
    const Partition<2> again(even, most);
    EXPECT_EQ(again.slabs(), partition.slabs());
    for (int slab = 0; slab < again.slabs(); ++slab) EXPECT_EQ(again.width(slab), largest / again.slabs());
  });
}

/// Partitions of one axis.
template <class Check>
void for_all_partitions(Check check) {
  for (int columns = 2 * kLeast; columns < 90; ++columns)
    for (int most = 2; most <= 7; ++most) check(Partition<2>({1, columns}, most));
}

TEST(Partition, GivesEachSlabNearlyTheSameWidth) {
  for_all_partitions([](const Partition<2>& partition) {
    int least = partition.columns(), largest = 0, sum = 0;
    for (int slab = 0; slab < partition.slabs(); ++slab) {
      least = std::min(least, partition.width(slab));
      largest = std::max(largest, partition.width(slab));
      sum += partition.width(slab);
    }
    EXPECT_EQ(sum, partition.columns());
    EXPECT_LE(largest - least, 1);
    EXPECT_GE(least, kLeast);
    EXPECT_EQ(partition.start(0), 0);
    EXPECT_EQ(partition.start(partition.slabs()), partition.columns());
  });
}

TEST(Partition, GivesEachColumnItsHome) {
  for_all_partitions([](const Partition<2>& partition) {
    for (int slab = 0; slab < partition.slabs(); ++slab)
      for (int column = partition.start(slab); column < partition.start(slab + 1); ++column) {
        const bool is_border = column == partition.start(slab);
        EXPECT_EQ(partition.is_border(partition.home(column)), is_border);
        EXPECT_EQ(partition.home(column), is_border ? partition.slabs() + slab : slab);
      }
  });
}

// Around the box: border k lies between slab k − 1 and slab k.
TEST(Partition, KnowsTheNeighboursOfSlabsAndBorders) {
  for_all_partitions([](const Partition<2>& partition) {
    const int slabs = partition.slabs();
    for (int k = 0; k < slabs; ++k) {
      EXPECT_EQ(partition.border_of(k, 0), k);
      EXPECT_EQ(partition.border_of(k, 1), k + 1 == slabs ? 0 : k + 1);
      EXPECT_EQ(partition.slab_of(k, 0), k == 0 ? slabs - 1 : k - 1);
      EXPECT_EQ(partition.slab_of(k, 1), k);
      for (const int side : {0, 1}) EXPECT_EQ(partition.slab_of(partition.border_of(k, side), 1 - side), k);
    }
  });
}

// Distances are counted step by step: down to the border below, up to the next one, around the box.
TEST(Partition, MeasuresFromBordersInColumns) {
  for_all_partitions([](const Partition<2>& partition) {
    const int columns = partition.columns();
    const auto is_border = [&](int column) {
      return partition.is_border(partition.home((column + columns) % columns));
    };
    for (int slab = 0; slab < partition.slabs(); ++slab) {
      for (int column = partition.start(slab); column < partition.start(slab + 1); ++column) {
        int below = 0, above = 1;
        while (!is_border(column - below)) ++below;
        while (!is_border(column + above)) ++above;
        EXPECT_EQ(partition.from_borders(slab, column), (std::array<int, 2>{below, above}));
        EXPECT_EQ(partition.is_at_edge(slab, column), below <= 1 || above <= 1);
      }
      const int above = partition.start((slab + 1) % partition.slabs());
      EXPECT_EQ(partition.from_borders(slab, above), (std::array<int, 2>{partition.width(slab), 0}));
      EXPECT_TRUE(partition.is_at_edge(slab, above));
    }
  });
}

// Law: who is given to the border below and to the one above never come within reach of each other, two columns each.
TEST(Partition, KeepsTheBordersOfASlabApart) {
  for_all_partitions([](const Partition<2>& partition) {
    for (int slab = 0; slab < partition.slabs(); ++slab) {
      int last_below = -1, first_above = 1 << 20, far = 0;
      for (int column = partition.start(slab); column < partition.start(slab + 1); ++column) {
        const int side = partition.nearer_side(slab, column);
        if (side == 0) last_below = std::max(last_below, column);
        if (side == 1) first_above = std::min(first_above, column);
        if (side < 0) ++far;
        const auto [below, above] = partition.from_borders(slab, column);
        if (side >= 0) {
          EXPECT_EQ(side, below < above ? 0 : 1);
        }
      }
      EXPECT_GT(first_above - last_below, 4) << partition.columns() << ' ' << slab;
      EXPECT_GT(far, 0);
      EXPECT_EQ(partition.nearer_side(slab, partition.start(slab)), 0);
    }
  });
}

TEST(Partition, CutsBoxesInSpace) {
  const Partition<3> partition({12, 45, 30}, 4);
  EXPECT_EQ(partition.axis(), 1u);
  EXPECT_EQ(partition.slabs(), 4);
  EXPECT_EQ(Partition<3>({30, 12, 30}, 3).axis(), 2u);
  EXPECT_FALSE(Partition<3>::is_possible({19, 19, 19}, 8));
  EXPECT_TRUE(Partition<3>::is_possible({19, 19, 20}, 8));
  EXPECT_FALSE(Partition<3>::is_possible({190, 190, 190}, 1));
}

}  // namespace
}  // namespace carom::sim
