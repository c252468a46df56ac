#include "carom/billiards/rack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"

namespace carom::billiards {
namespace {

constexpr std::array kGames = {GameKind::eight_ball, GameKind::nine_ball,     GameKind::straight_pool,
                               GameKind::snooker,    GameKind::three_cushion, GameKind::practice};

TEST(Rack, NoBallsTouchAndAllLieOnTheTable) {
  for (const GameKind kind : kGames)
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Layout layout = layout_for(kind);
      const BallPlaces balls = rack(kind, layout, seed, seed % 3, {.gap = seed % 2 == 0 ? 1e-9 : 1e-4});
      ASSERT_EQ(balls.size(), static_cast<std::size_t>(ball_count(kind)));
      for (int ball = 0; ball < ball_count(kind); ++ball)
        ASSERT_EQ(placement_fault(layout, balls, ball, *balls[static_cast<std::size_t>(ball)]), "") << name(kind);
    }
}

TEST(Rack, TheSameSeedGivesTheSameBitsAndAnotherNumberOthers) {
  for (const GameKind kind : kGames) {
    const Layout layout = layout_for(kind);
    EXPECT_EQ(rack(kind, layout, 7, 2), rack(kind, layout, 7, 2));
    if (kind == GameKind::three_cushion) continue;
    EXPECT_NE(rack(kind, layout, 7, 2), rack(kind, layout, 7, 3));
    EXPECT_NE(rack(kind, layout, 7, 2), rack(kind, layout, 8, 2));
  }
}

/// Gaps of neighbours on the lattice: those less than half a radius wide.
std::vector<double> gaps(const BallPlaces& balls, double radius) {
  std::vector<double> found;
  for (std::size_t i = 1; i < balls.size(); ++i)
    for (std::size_t j = i + 1; j < balls.size(); ++j)
      if (const double gap = norm(*balls[j] - *balls[i]) - 2 * radius; gap < radius / 2) found.push_back(gap);
  return found;
}

TEST(Rack, GapsHaveTheStatedMeanAndBounds) {
  const double gap = 1e-4;
  const Layout layout = pool_layout();
  double sum = 0;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    for (const double g : gaps(rack(GameKind::straight_pool, layout, seed, 0, {.gap = gap}), layout.ball_radius)) {
      EXPECT_GT(g, 0);
      EXPECT_LT(g, 2 * gap + 1e-6);
      sum += g;
      ++count;
    }
  EXPECT_EQ(count, 400 * 30);  // a triangle of five rows has thirty pairs of neighbours
  // Each component of a point of a disc of radius r has the variance r²/4, a gap that of two: 2 (gap/2)²/4.
  const double deviation = std::sqrt(2 * gap * gap / 16 / count);
  EXPECT_NEAR(sum / count, gap, 6 * deviation + 1e-7);
}

TEST(RackWpa32, TheEightIsInTheMiddleAndTheCornersHoldOneBallOfEachGroup) {
  const Layout layout = pool_layout();
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BallPlaces balls = rack(GameKind::eight_ball, layout, seed);
    const double row = std::sqrt(3.0) * layout.ball_radius;
    EXPECT_LT(norm(*balls[8] - (layout.foot() + Vec2{2 * row, 0})), 1e-3);
    int solids_in_corners = 0;
    int in_corners = 0;
    for (int ball = 1; ball < 16; ++ball) {
      const Vec2 place = *balls[static_cast<std::size_t>(ball)];
      if (place.x < layout.foot_spot + 3.9 * row || std::abs(place.y) < 3.9 * layout.ball_radius) continue;
      ++in_corners;
      solids_in_corners += ball < 8 ? 1 : 0;
    }
    EXPECT_EQ(in_corners, 2);
    EXPECT_EQ(solids_in_corners, 1);
  }
}

TEST(RackWpa22, TheNineIsOnTheFootSpotAndTheOneInFront) {
  const Layout layout = pool_layout();
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BallPlaces balls = rack(GameKind::nine_ball, layout, seed);
    EXPECT_LT(norm(*balls[9] - layout.foot()), 1e-4);
    for (int ball = 2; ball < 10; ++ball) EXPECT_LT(balls[1]->x, balls[static_cast<std::size_t>(ball)]->x);
    EXPECT_LT(norm(*rack(GameKind::nine_ball, layout, seed, 0, {.nine_on_foot_spot = false})[1] - layout.foot()), 1e-4);
  }
}

TEST(RackSnookerRule2, TheColoursAreOnTheirSpotsAndTheRedsBehindThePink) {
  const Layout layout = snooker_layout();
  const BallPlaces balls = rack(GameKind::snooker, layout, 1);
  for (int colour = kYellow; colour <= kBlack; ++colour)
    EXPECT_EQ(balls[static_cast<std::size_t>(colour)], colour_spot(layout, colour));
  for (int red = 1; red <= kReds; ++red) EXPECT_GT(balls[static_cast<std::size_t>(red)]->x, layout.foot_spot);
}

TEST(Rack, AGapOutOfRangeIsRefused) {
  for (const double gap : {0.0, 1e-10, 0.006, std::nan("")})
    EXPECT_THROW(rack(GameKind::eight_ball, pool_layout(), 1, 0, {.gap = gap}), std::invalid_argument);
}

TEST(RackWpa48, TheFrameIsTheTriangleThatTouchesTheOuterBalls) {
  const Layout layout = pool_layout();
  const double r = layout.ball_radius;
  // The frame's front corner lies 2 R before the front ball's centre; its sides slope by 30 degrees.
  EXPECT_TRUE(interferes_with_rack(layout, layout.foot() - Vec2{2.9 * r, 0}));
  EXPECT_FALSE(interferes_with_rack(layout, layout.foot() - Vec2{3.1 * r, 0}));
  const double back = layout.foot_spot + 4 * std::sqrt(3.0) * r + r;
  EXPECT_TRUE(interferes_with_rack(layout, {back + 0.99 * r, 0}));
  EXPECT_FALSE(interferes_with_rack(layout, {back + 1.01 * r, 0}));
  EXPECT_TRUE(interferes_with_rack(layout, layout.foot() + Vec2{2 * r, 0}));
}

}  // namespace
}  // namespace carom::billiards
