#include "broad/structures/ball_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "rounds.hpp"
#include "unit/broad/structures.hpp"

namespace carom::broad {
namespace {

/// Of the cube that the items are in: so that a sweep meets some of them.
template <int D>
constexpr double kSide = D == 2 ? 20 : 8;

template <int D>
std::vector<Ball<D>> random_balls(Random& random, std::size_t count, double least, double most) {
  std::vector<Ball<D>> balls;
  for (std::size_t n = 0; n < count; ++n)
    balls.push_back({random_place<D>(random, 0, kSide<D>), least < most ? random.uniform(least, most) : most});
  return balls;
}

template <int D>
BallGrid<D> grid_of(const std::vector<Ball<D>>& balls) {
  BallBounds<D> bounds(balls[0]);
  for (const Ball<D>& ball : balls) bounds.add(ball);
  return BallGrid<D>(balls.data(), nullptr, balls.size(), bounds);
}

template <int D>
std::vector<const Ball<D>*> all_of(const std::vector<Ball<D>>& balls) {
  std::vector<const Ball<D>*> all;
  for (const Ball<D>& ball : balls) all.push_back(&ball);
  return all;
}

// The oracle: the distance of every ball from the sweep, in double. Balls in reach by no more than rounding may be left
// out by it, not by the grid.
template <int D>
double apart(const Ball<D>& ball, const Stretch<D>& stretch) {
  return distance(stretch, ball.center) - ball.radius + 1e-12;
}

template <int D>
void sweeps_find_all_they_reach(double least, double most) {
  Random random(D);
  Share share;
  for (const std::size_t count : {1, 2, 9, 70, 600}) {
    const std::vector<Ball<D>> balls = random_balls<D>(random, count, least, most);
    const BallGrid<D> grid = grid_of(balls);
    for (int round = 0; round < 150; ++round)
      expect_reached_are_found(grid, all_of(balls), random_sweep<D>(random, kSide<D>), apart<D>, share);
  }
  EXPECT_GT(share.reached, 100u);
  EXPECT_LT(5 * share.found, share.asked);
}

TEST(BallGrid, FindsEveryBallThatASweepReaches) {
  sweeps_find_all_they_reach<2>(0.3, 0.3);
  sweeps_find_all_they_reach<3>(0.3, 0.3);
}

TEST(BallGrid, FindsBallsOfDifferentSizes) {
  sweeps_find_all_they_reach<2>(0.05, 0.4);
  sweeps_find_all_they_reach<3>(0.05, 0.4);
}

// Only these, far from the origin of all coordinates.
TEST(BallGrid, HoldsTheBallsThatAreNumbered) {
  Random random(5);
  std::vector<Sphere> balls = random_balls<3>(random, 300, 0.2, 0.5);
  for (Sphere& ball : balls) ball.center += Vec3{1e4, -3e4, 2e4};
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t n = 0; n < balls.size(); n += 3) numbers.push_back(n);
  BallBounds<3> bounds(balls[0]);
  for (const std::uint32_t n : numbers) bounds.add(balls[n]);
  const BallGrid<3> grid(balls.data(), numbers.data(), numbers.size(), bounds);
  std::vector<const Sphere*> items(balls.size());
  for (const std::uint32_t n : numbers) items[n] = &balls[n];
  Share share;
  for (int round = 0; round < 300; ++round) {
    Sweep<3> sweep = random_sweep<3>(random, kSide<3>);
    sweep.from += Vec3{1e4, -3e4, 2e4};
    expect_reached_are_found(
        grid, items, sweep, [](const Sphere& ball, const Stretch<3>& stretch) { return apart(ball, stretch) + 1e-9; },
        share);
  }
  EXPECT_GT(share.reached, 100u);
}

template <int D>
void balls_come_and_go(double least) {
  Random random(10 + D);
  std::vector<Ball<D>> balls = random_balls<D>(random, 250, least, 0.4);
  BallGrid<D> grid = grid_of(balls);
  std::vector<const Ball<D>*> items = all_of(balls);
  const std::vector<std::uint32_t> slots = slots_of(grid, balls.size());
  Share share;
  int moved = 0;
  int refused = 0;
  for (int round = 0; round < 600; ++round) {
    const auto n = static_cast<std::uint32_t>(random.below(balls.size()));
    if (items[n] != nullptr && round % 6 == 0) {
      grid.remove(slots[n]);
      items[n] = nullptr;
    } else if (items[n] != nullptr) {
      Ball<D> ball = balls[n];
      const double step = random.below(3) == 0 ? 5 : 0.2;
      ball.center += random_place<D>(random, -step, step);
      if (least < 0.4) ball.radius = random.uniform(least, 0.45);
      const bool takes = grid.move_ball(slots[n], ball);
      if (takes) balls[n] = ball;
      ++(takes ? moved : refused);
    }
    expect_reached_are_found(grid, items, random_sweep<D>(random, kSide<D>), apart<D>, share);
  }
  EXPECT_EQ(grid.live(), balls.size() - static_cast<std::size_t>(std::count(items.begin(), items.end(), nullptr)));
  EXPECT_GT(moved, 30);
  EXPECT_GT(refused, 30);
  EXPECT_GT(share.reached, 100u);
}

TEST(BallGrid, FollowsMovesAndRemovals) {
  balls_come_and_go<2>(0.4);
  balls_come_and_go<3>(0.4);
  balls_come_and_go<2>(0.1);
  balls_come_and_go<3>(0.1);
}

// The oracle: the distance of every centre from the box.
template <int D>
void regions_find_all_in_them() {
  Random random(20 + D);
  const std::vector<Ball<D>> balls = random_balls<D>(random, 500, 0.1, 0.4);
  const BallGrid<D> grid = grid_of(balls);
  for (int round = 0; round < test::rounds(300); ++round) {
    const Vec<D> low = random_place<D>(random, -0.2 * kSide<D>, kSide<D>);
    const Aabb<D> region{low, low + random_place<D>(random, 0, 0.3 * kSide<D>)};
    const std::set<std::uint32_t> found = scan_region(grid, region);
    for (std::uint32_t n = 0; n < balls.size(); ++n) {
      const bool reaches_in = distance(Stretch<D>{balls[n].center, {}}, region) <= balls[n].radius - 1e-12;
      ASSERT_TRUE(found.count(n) == 1 || !reaches_in) << n;
    }
  }
}

TEST(BallGrid, FindsEveryBallInABox) {
  regions_find_all_in_them<2>();
  regions_find_all_in_them<3>();
}

// The oracle: the distances of all pairs.
template <int D>
void pairs_are_those_within_the_gap(double least, double gap) {
  Random random(30 + D);
  const std::vector<Ball<D>> balls = random_balls<D>(random, 600, least, 0.4);
  BallGrid<D> grid = grid_of(balls);
  std::vector<bool> is_there(balls.size(), true);
  const std::vector<std::uint32_t> slots = slots_of(grid, balls.size());
  for (std::uint32_t n = 0; n < balls.size(); n += 7) {
    grid.remove(slots[n]);
    is_there[n] = false;
  }
  Found<NearPair> certain;
  Found<NearPair> perhaps;
  for (std::size_t cell = 0; cell < grid.cell_count(); cell += 5)
    grid.near_pairs(gap, cell, std::min(cell + 5, grid.cell_count()), certain, perhaps);
  const auto is_near = [&](std::uint32_t a, std::uint32_t b, double margin) {
    return norm(balls[a].center - balls[b].center) <= balls[a].radius + balls[b].radius + gap + margin;
  };
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> told;
  for (const auto* pairs : {&certain, &perhaps})
    for (const NearPair& pair : pairs->all()) {
      ASSERT_TRUE(is_there[pair.first] && is_there[pair.second]);
      ASSERT_TRUE(pairs == &perhaps || is_near(pair.first, pair.second, 1e-12));
      told.insert(std::minmax(pair.first, pair.second));
    }
  std::size_t near = 0;
  for (std::uint32_t a = 0; a < balls.size(); ++a)
    for (std::uint32_t b = a + 1; b < balls.size(); ++b) {
      const std::size_t times = told.count({a, b});
      ASSERT_LE(times, 1u) << a << ' ' << b;
      if (!is_there[a] || !is_there[b] || !is_near(a, b, -1e-12)) continue;
      ++near;
      ASSERT_EQ(times, 1u) << a << ' ' << b;
    }
  EXPECT_GT(near, 10u);
  EXPECT_LT(perhaps.size(), 1 + near / 100);
}

TEST(BallGrid, TellsEveryNearPairOnce) {
  for (const double least : {0.1, 0.4}) {
    for (const double gap : {0.0, 0.3, 2.5}) {
      pairs_are_those_within_the_gap<2>(least, gap);
      pairs_are_those_within_the_gap<3>(least, gap);
    }
  }
}

// All in one cell: each has all others beside it, and itself; each alone: itself.
TEST(BallGrid, TellsHowCrowdedItsCellsAre) {
  EXPECT_EQ(grid_of(std::vector<Circle>(40, Circle{{1, 1}, 0.1})).crowding(), 40);
  EXPECT_EQ(grid_of(std::vector<Circle>{{{0, 0}, 1}, {{100, 0}, 1}, {{0, 100}, 1}}).crowding(), 1);
}

}  // namespace
}  // namespace carom::broad
