#include "carom/billiards/shots.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "carom/billiards/rectangle.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

std::vector<Strike> fan(std::size_t count) {
  std::vector<Strike> strikes;
  for (std::size_t k = 0; k < count; ++k)
    strikes.push_back({.speed = 2 + 0.01 * static_cast<double>(k), .heading = {1, 0.01 * static_cast<double>(k)}});
  return strikes;
}

TableState three_balls(const Table& table) {
  return {{resting_ball(table, 0, {-0.6, 0}), resting_ball(table, 1, {0.3, 0.1}), resting_ball(table, 2, {0.7, -0.2})}};
}

}  // namespace

TEST(Shots, AreTheSameWithAnyNumberOfThreads) {
  const Table table = pool_table();
  const TableState state = three_balls(table);
  const std::vector<Strike> strikes = fan(100);
  for (const unsigned threads : {1u, 2u, 5u, 0u}) {
    std::vector<TableState> ends(strikes.size());
    play_all(table, state, strikes, {}, threads,
             [&](std::size_t k, const Outcome& outcome) { ends[k] = outcome.state; });
    for (std::size_t k = 0; k < strikes.size(); k += 9) EXPECT_EQ(ends[k], play(table, state, strikes[k]).state);
  }
}

TEST(Shots, PassOnWhatAShotRefuses) {
  const Table table = pool_table();
  std::vector<Strike> strikes = fan(100);
  strikes[60].side = 0.9;
  EXPECT_THROW(play_all(table, three_balls(table), strikes, {}, 3, [](std::size_t, const Outcome&) {}),
               std::invalid_argument);
}

TEST(Spread, WithoutNoiseIsThePlainShot) {
  const Table table = pool_table();
  const TableState state = three_balls(table);
  const Strike meant{.speed = 2, .heading = {0.9, 0.1}};
  const ShotSpread all = spread(table, state, meant, {}, 10, 1);
  EXPECT_EQ(all.miscues, 0);
  const auto& result = all.balls;
  const Outcome plain = play(table, state, meant);
  ASSERT_EQ(result.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result[i].potted, plain.state.balls[i].place == ShotBall::Place::potted ? 1 : 0);
    if (result[i].potted > 0) continue;
    EXPECT_NEAR(result[i].mean.x, plain.state.balls[i].state.position.x, 1e-14);
    EXPECT_NEAR(result[i].xx, 0, 1e-28);
  }
}

// A rolling distance goes with the square of the speed: 1 % of speed is 2 % of the way.
TEST(Spread, OfALonelyBallFollowsItsSpeed) {
  const Table table = carom_table();
  const TableState state{{resting_ball(table, 0, {-1.2, 0})}};
  const Strike meant{.speed = 0.3};
  const double way = play(table, state, meant).state.balls[0].state.position.x + 1.2;
  const auto result = spread(table, state, meant, {.speed = 0.003}, 4000, 2, {}, 2).balls;
  EXPECT_NEAR(result[0].mean.x + 1.2, way, 0.002 * way);
  EXPECT_NEAR(std::sqrt(result[0].xx), 0.02 * way, 0.002 * way);
  EXPECT_EQ(result[0].yy, 0);
}

// The offset of the tip is beyond half a radius with the chance of a normal error of two deviations: 2.275 %, to five
// standard errors.
TEST(Spread, CountsMiscues) {
  const Table table = carom_table();
  const TableState state{{resting_ball(table, 0, {0, 0})}};
  const ShotSpread all = spread(table, state, {.speed = 0.1, .side = 0.4}, {.side = 0.05}, 2000, 5);
  EXPECT_NEAR(all.miscues, 0.02275, 5 * std::sqrt(0.02275 / 2000));
}

// Means and covariances of 6000 strokes, by their definitions over the same strokes one by one.
TEST(Spread, OfManyStrokesIsThatOfEachByItself) {
  const Table table = carom_table();
  const TableState state{{resting_ball(table, 0, {-1.2, 0})}};
  const ExecutionNoise noise{.speed = 0.003, .heading = 0.01};
  constexpr std::size_t kCount = 6000;
  std::vector<Strike> strikes;
  for (std::size_t k = 0; k < kCount; ++k) {
    Random random(3, k);
    strikes.push_back(with_noise({.speed = 0.3}, noise, random));
  }
  std::vector<Vec2> ends(kCount);
  play_all(table, state, strikes, {}, 1, [&](std::size_t k, const Outcome& outcome) {
    ends[k] = {outcome.state.balls[0].state.position.x, outcome.state.balls[0].state.position.y};
  });
  Vec2 mean{};
  for (const Vec2& end : ends) mean += end / double{kCount};
  double xy = 0;
  for (const Vec2& end : ends) xy += (end.x - mean.x) * (end.y - mean.y) / double{kCount};
  const BallSpread found = spread(table, state, {.speed = 0.3}, noise, kCount, 3, {}, 2).balls[0];
  EXPECT_NEAR(found.mean.x, mean.x, 1e-12);
  EXPECT_NEAR(found.mean.y, mean.y, 1e-12);
  EXPECT_NEAR(found.xy, xy, 1e-15);
}

TEST(Spread, EndsWhenItsWatchThrows) {
  const Table table = carom_table();
  const TableState state{{resting_ball(table, 0, {0, 0})}};
  std::atomic<int> looks = 0;
  const auto watch = [&] {
    if (++looks > 5000) throw std::runtime_error("enough");
  };
  const auto watched = [&](const Strike& meant, const ExecutionNoise& noise, unsigned threads) {
    looks = 0;
    spread(table, state, meant, noise, std::size_t{1} << 60, 1, {}, threads, watch);
  };
  EXPECT_THROW(watched({.speed = 0.1}, {}, 2), std::runtime_error);
  EXPECT_THROW(watched({.speed = 0.1, .side = 0.4}, {.side = 1e300}, 1), std::runtime_error);  // miscues, nearly all
}

TEST(FindShots, FindsStrokesThatPotABall) {
  const Table table = pool_table();
  const TableState state{{resting_ball(table, 0, {0, 0.2}), resting_ball(table, 5, {0.1, -0.3})}};
  ShotSearch search;
  search.speeds = {1.5};
  search.tips = {{0, 0}};
  search.headings = 300;
  const ShotGoal goal = pots(5);
  const auto found = find_shots(table, state, goal, search, {}, 2);
  ASSERT_FALSE(found.empty());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_TRUE(goal(play(table, state, found[k].strike)));
    EXPECT_LE(found[k].tolerance, found[k - (k > 0 ? 1 : 0)].tolerance);
  }
  // The edges of the best window: just inside it works.
  for (const double share : {-0.99, 0.99}) {
    Strike stroke = found[0].strike;
    const double angle = std::atan2(stroke.heading.y, stroke.heading.x) + share * found[0].tolerance;
    stroke.heading = {std::cos(angle), std::sin(angle)};
    EXPECT_TRUE(goal(play(table, state, stroke)));
  }
}

TEST(FindShots, FindsCaromsWithCushions) {
  const Table table = carom_table();
  const TableState state{
      {resting_ball(table, 0, {-0.7, 0.1}), resting_ball(table, 1, {0.3, 0.3}), resting_ball(table, 2, {0.9, -0.4})}};
  ShotSearch search;
  search.speeds = {4};
  search.tips = {{0.2, 0.2}, {-0.2, 0.2}};
  search.headings = 200;
  const ShotGoal goal = plays_carom(1, 2, 3);
  const auto found = find_shots(table, state, goal, search);
  ASSERT_FALSE(found.empty());
  for (const ShotSolution& one : found) EXPECT_TRUE(goal(play(table, state, one.strike)));
}
