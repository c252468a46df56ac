#include "carom/billiards/shots.hpp"

#include <gtest/gtest.h>

#include <array>
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

// Means and deviations of 20,000 samples lie within five standard errors of what was asked for.
TEST(ShotNoise, HasTheDeviationsThatItIsGiven) {
  const Strike meant{.speed = 2, .heading = {0, 3}, .side = 0.1, .height = -0.1, .elevation = 0.3};
  const ShotNoise noise{0.05, 0.01, 0.02, 0.03, 0.04};
  const int count = 20'000;
  std::array<double, 5> sum{};
  std::array<double, 5> squares{};
  for (int k = 0; k < count; ++k) {
    const Strike s = with_noise(meant, noise, {}, 7, static_cast<std::uint64_t>(k));
    const std::array<double, 5> errors = {s.speed / 2 - 1, std::atan2(-s.heading.x, s.heading.y), s.side - 0.1,
                                          s.height + 0.1, s.elevation - 0.3};
    for (std::size_t i = 0; i < 5; ++i) {
      sum[i] += errors[i];
      squares[i] += errors[i] * errors[i];
    }
    EXPECT_NEAR(norm(s.heading), 3, 1e-14);
  }
  const std::array<double, 5> deviations = {0.05, 0.01, 0.02, 0.03, 0.04};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_LT(std::fabs(sum[i]) / count, 5 * deviations[i] / std::sqrt(count)) << i;
    EXPECT_NEAR(std::sqrt(squares[i] / count) / deviations[i], 1, 5 / std::sqrt(2. * count)) << i;
  }
}

TEST(ShotNoise, NeverMakesWhatIsNoStroke) {
  const Table table = pool_table();
  const Strike meant{.speed = 1, .side = 0.45};
  for (std::uint64_t k = 0; k < 300; ++k) {
    const Strike s = with_noise(meant, {1, 3, 0.5, 0.5, 2}, {}, 1, k);
    EXPECT_NO_THROW(strike({0, 0, 0.03}, {0.17, 0.03}, {}, s)) << k;
  }
  EXPECT_THROW(with_noise(meant, {-1}, {}, 1, 1), std::invalid_argument);
}

TEST(ShotNoise, IsReproducible) {
  const Strike meant{.speed = 1};
  const ShotNoise noise{0.1, 0.1, 0.1, 0.1, 0.1};
  EXPECT_EQ(with_noise(meant, noise, {}, 3, 5).speed, with_noise(meant, noise, {}, 3, 5).speed);
  EXPECT_NE(with_noise(meant, noise, {}, 3, 5).speed, with_noise(meant, noise, {}, 3, 6).speed);
  EXPECT_NE(with_noise(meant, noise, {}, 3, 5).speed, with_noise(meant, noise, {}, 4, 5).speed);
}

TEST(Spread, WithoutNoiseIsThePlainShot) {
  const Table table = pool_table();
  const TableState state = three_balls(table);
  const Strike meant{.speed = 2, .heading = {0.9, 0.1}};
  const auto result = spread(table, state, meant, {}, 10, 1);
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
  const auto result = spread(table, state, meant, {.speed = 0.01}, 4000, 2, {}, 2);
  EXPECT_NEAR(result[0].mean.x + 1.2, way, 0.002 * way);
  EXPECT_NEAR(std::sqrt(result[0].xx), 0.02 * way, 0.002 * way);
  EXPECT_EQ(result[0].yy, 0);
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
