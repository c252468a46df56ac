#include "broad/cells/marked_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "unit/broad/structures.hpp"

// Against brute force: every cell of the grid by itself.
namespace carom::broad {
namespace {

template <int D>
struct Grid {
  Vec<D> low;
  Vec<D> side;
  Cell<D> counts;

  MarkedCells<D> marked(bool periodic = false) const { return {low, side, counts, periodic}; }
  Aabb<D> box(const Cell<D>& cell) const {
    Aabb<D> box{low, low};
    for (int k = 0; k < D; ++k) {
      box.low[k] += cell[static_cast<std::size_t>(k)] * side[k];
      box.high[k] = box.low[k] + side[k];
    }
    return box;
  }
  /// Those of which `is` is true.
  template <class Is>
  std::vector<Cell<D>> all(const Is& is) const {
    std::vector<Cell<D>> cells;
    Cell<D> cell{};
    for (bool more = true; more;) {
      if (is(cell)) cells.push_back(cell);
      more = false;
      for (std::size_t k = D; k-- > 0 && !more;) {
        more = ++cell[k] < counts[k];
        if (!more) cell[k] = 0;
      }
    }
    return cells;
  }
};

const Grid<2> kPlane{{-3, -2}, {0.5, 0.75}, {12, 7}};
const Grid<3> kSpace{{0, 0, 0}, {1, 1, 1}, {10, 10, 10}};

template <int D>
bool overlap(const Aabb<D>& a, const Aabb<D>& b) {
  for (int k = 0; k < D; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
  return true;
}

template <int D>
void expect_cells_of_balls_and_boxes(const Grid<D>& grid) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Ball<D> ball{random_place<D>(random, -4, 11), random.uniform(0, 2.5)};
    Aabb<D> box{ball.center, ball.center};
    for (int k = 0; k < D; ++k) {
      box.low[k] -= ball.radius;
      box.high[k] += ball.radius;
    }
    const auto expected = grid.all([&](const Cell<D>& cell) { return overlap(grid.box(cell), box); });
    EXPECT_EQ(grid.marked().of_ball(ball), expected);
    EXPECT_EQ(grid.marked().of_region(box), expected);
  }
}

TEST(MarkedCells, OfABallAreThoseThatItsBoxOverlaps) {
  expect_cells_of_balls_and_boxes(kPlane);
  expect_cells_of_balls_and_boxes(kSpace);
}

template <int D>
void expect_cells_around(const Grid<D>& grid) {
  Random random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec<D> place = random_place<D>(random, -3, 10);
    // No more than a cell beside the one that it is in.
    const auto expected = grid.all([&](const Cell<D>& cell) {
      const Aabb<D> box = grid.box(cell);
      for (int k = 0; k < D; ++k)
        if (place[k] < box.low[k] - grid.side[k] || place[k] > box.high[k] + grid.side[k]) return false;
      return true;
    });
    EXPECT_EQ(grid.marked().around(place), expected);
  }
}

TEST(MarkedCells, AroundABallAreItsOwnAndAllBesideIt) {
  expect_cells_around(kPlane);
  expect_cells_around(kSpace);
  EXPECT_EQ(kSpace.marked().around({5.5, 5.5, 5.5}).size(), 27U);
  EXPECT_EQ(kSpace.marked().around({0.5, 5.5, 9.5}).size(), 12U);
}

/// Whether a straight way has a point in a box that is made larger by a part of a cell. Slab by slab.
template <int D>
bool goes_through(const Segment<D>& way, const Aabb<D>& box, const Vec<D>& side, double larger) {
  double from = 0;
  double to = 1;
  for (int k = 0; k < D; ++k) {
    const double low = box.low[k] - larger * side[k];
    const double high = box.high[k] + larger * side[k];
    const double way_k = way.to[k] - way.from[k];
    if (way_k == 0) {
      if (way.from[k] < low || way.from[k] > high) return false;
      continue;
    }
    const double a = (low - way.from[k]) / way_k;
    const double b = (high - way.from[k]) / way_k;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to;
}

template <int D>
void expect_cells_along(const Grid<D>& grid) {
  constexpr double kHysteresis = LevelGrid<D>::kHysteresis * (1 + 1e-9);
  Random random(5);
  std::size_t most = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Segment<D> way{random_place<D>(random, -4, 11), random_place<D>(random, -4, 11)};
    const auto cells = grid.marked().along(way);
    const auto wide =
        grid.all([&](const auto& cell) { return goes_through(way, grid.box(cell), grid.side, kHysteresis); });
    const auto narrow =
        grid.all([&](const auto& cell) { return goes_through(way, grid.box(cell), grid.side, -kHysteresis); });
    EXPECT_TRUE(std::includes(wide.begin(), wide.end(), cells.begin(), cells.end()));
    EXPECT_TRUE(std::includes(cells.begin(), cells.end(), narrow.begin(), narrow.end()));
    most = std::max(most, cells.size());
  }
  EXPECT_GT(most, 10U);
}

/// Up to the hysteresis by which a ball leaves its cell.
TEST(MarkedCells, AlongAWayAreThoseThatItGoesThrough) {
  expect_cells_along(kPlane);
  expect_cells_along(kSpace);
}

TEST(MarkedCells, OfAWayAlongAnAxisAreARow) {
  const auto row = kSpace.marked().along({{1.5, 4.5, 6.5}, {8.25, 4.5, 6.5}});
  ASSERT_EQ(row.size(), 8U);
  for (std::size_t k = 0; k < row.size(); ++k) EXPECT_EQ(row[k], (Cell<3>{static_cast<int>(k) + 1, 4, 6}));
}

TEST(MarkedCells, OfAPeriodicBoxGoOnAtTheOtherSide) {
  const Grid<2> grid{{0, 0}, {1, 1}, {5, 5}};
  EXPECT_EQ(grid.marked(true).around({0.5, 4.5}),
            (std::vector<Cell<2>>{{0, 0}, {0, 3}, {0, 4}, {1, 0}, {1, 3}, {1, 4}, {4, 0}, {4, 3}, {4, 4}}));
  EXPECT_EQ(grid.marked(true).of_ball({{2.5, 0.25}, 0.3}), (std::vector<Cell<2>>{{2, 0}, {2, 4}}));
  EXPECT_EQ(grid.marked(true).along({{3.5, 2.5}, {6.5, 2.5}}), (std::vector<Cell<2>>{{0, 2}, {1, 2}, {3, 2}, {4, 2}}));
}

}  // namespace
}  // namespace carom::broad
