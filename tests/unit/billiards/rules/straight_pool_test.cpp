#include <gtest/gtest.h>

#include "unit/billiards/shot/told_shot.hpp"

// World Pool-Billiard Association, The Rules of Play, section 4 and the sections that it names.
namespace carom::billiards::test {
namespace {

using Fouls = std::vector<Foul>;
using Score = std::array<int, 2>;

Game breaking() {
  return start(settings_for(GameKind::straight_pool, 9));
}

Game in_play() {
  return position(GameKind::straight_pool,
                  {{0, {0, 0}}, {3, {0.3, 0.2}}, {7, {0.6, 0.3}}, {11, {-0.3, 0.2}}, {12, {-0.3, -0.2}}});
}

/// Two balls and the cue ball: the next one pocketed makes fourteen.
Game before_the_fourteenth(const Vec2& cue, const Vec2& last) {
  return position(GameKind::straight_pool, {{0, cue}, {3, {0, 0.5}}, {7, last}});
}

Game fourteen_made(const Vec2& cue, const Vec2& last) {
  const Game game = before_the_fourteenth(cue, last);
  return after(game, Told(game).call(3, 1).hit(3).pot(3, 1));
}

int balls_on_table(const Game& game) {
  int count = 0;
  for (int ball = 1; ball < 16; ++ball) count += is_on_table(game, ball) ? 1 : 0;
  return count;
}

TEST(StraightPoolWpa43, ABreakWithoutACalledBallNeedsTheCueBallAndTwoBallsAtARail) {
  const Game legal = after(breaking(), Told(breaking()).safety().hit(1).rail(1).rail(2).rail());
  EXPECT_TRUE(legal.verdict.fouls.empty());
  EXPECT_EQ(legal.turn, 1);
  EXPECT_EQ(legal.score, (Score{0, 0}));
  for (const Action& shot : {Action(Told(breaking()).safety().hit(1).rail(1).rail()),
                             Action(Told(breaking()).safety().hit(1).rail(1).rail(2))}) {
    const Game next = after(breaking(), shot);
    EXPECT_EQ(next.verdict.fouls, Fouls{Foul::breaking_foul});
    EXPECT_EQ(next.score, (Score{-2, 0}));
    EXPECT_EQ(next.choices, (std::vector<Choice>{Choice::accept, Choice::opponent_breaks}));
    EXPECT_EQ(after(next, Choice::opponent_breaks).turn, 0);
    EXPECT_TRUE(after(next, Choice::opponent_breaks).opening);
  }
}

TEST(StraightPoolWpa43, ACalledBallOnTheBreakCounts) {
  const Game next = after(breaking(), Told(breaking()).call(4, 2).hit(1).pot(4, 2));
  EXPECT_EQ(next.score, (Score{1, 0}));
  EXPECT_EQ(next.turn, 0);
}

TEST(StraightPoolWpa44, WhoReachesThePointsWins) {
  Game game = in_play();
  game.score = {99, 40};
  const Game next = after(game, Told(game).call(3, 0).hit(3).pot(3, 0));
  EXPECT_TRUE(next.over);
  EXPECT_EQ(next.winner, 0);
}

TEST(StraightPoolWpa45, BallsPocketedOnASafetyAreSpotted) {
  const Game next = after(in_play(), Told(in_play()).safety().hit(3).pot(3, 0));
  EXPECT_EQ(next.balls[3], (Vec2{0.635, 0}));
  EXPECT_EQ(next.score, (Score{0, 0}));
  EXPECT_EQ(next.turn, 1);
}

TEST(StraightPoolWpa46, BallsPocketedWithoutTheCalledOneOrOnAFoulOrOffTheTableAreSpotted) {
  const Game other = after(in_play(), Told(in_play()).call(3, 0).hit(3).pot(7, 0));
  EXPECT_TRUE(is_on_table(other, 7));
  EXPECT_TRUE(other.verdict.fouls.empty());
  const Game foul = after(in_play(), Told(in_play()).call(3, 0).hit(3).pot(3, 0).off(7));
  EXPECT_TRUE(is_on_table(foul, 3));
  EXPECT_TRUE(is_on_table(foul, 7));
  EXPECT_EQ(foul.score, (Score{-1, 0}));
}

TEST(StraightPoolWpa46, SeveralSpottedBallsLieOneBehindTheOther) {
  const Game next = after(in_play(), Told(in_play()).safety().hit(3).pot(7).pot(3));
  EXPECT_EQ(next.balls[3], (Vec2{0.635, 0}));
  EXPECT_NEAR(next.balls[7]->x, 0.635 + 0.05715, 1e-15);
}

TEST(StraightPoolWpa47, EveryBallOnALegalCalledShotCountsOne) {
  const Game next = after(in_play(), Told(in_play()).call(3, 0).hit(3).pot(7, 2).pot(3, 0));
  EXPECT_EQ(next.score, (Score{2, 0}));
}

TEST(StraightPoolWpa48, FourteenBallsAreRackedAgainAndTheFrontPlaceStaysEmpty) {
  const Game next = fourteen_made({-0.2, 0.1}, {-0.3, 0.2});
  EXPECT_EQ(balls_on_table(next), 15);
  EXPECT_EQ(next.balls[7], (Vec2{-0.3, 0.2}));
  EXPECT_EQ(next.balls[0], (Vec2{-0.2, 0.1}));
  EXPECT_EQ(placement_fault(next.settings.layout, next.balls, 7, {0.635, 0}), "");
  EXPECT_EQ(next.turn, 0);
  EXPECT_FALSE(next.opening);
}

TEST(StraightPoolWpa48a, AllFifteenAreRackedWhenTheLastGoesDownToo) {
  const Game game = before_the_fourteenth({-0.2, 0.1}, {-0.3, 0.2});
  const Game next = after(game, Told(game).call(3, 1).hit(3).pot(3, 1).pot(7, 2));
  EXPECT_EQ(balls_on_table(next), 15);
  EXPECT_NE(placement_fault(next.settings.layout, next.balls, 0, {0.635, 0}), "");
  EXPECT_EQ(next.balls[0], (Vec2{-0.2, 0.1}));
}

TEST(StraightPoolWpa48b, BothBallsInTheRackGiveFifteenAndTheCueBallBehindTheHeadString) {
  const Game next = fourteen_made({0.7, 0}, {0.8, 0});
  EXPECT_EQ(balls_on_table(next), 15);
  EXPECT_NE(placement_fault(next.settings.layout, next.balls, 0, {0.635, 0}), "");
  EXPECT_EQ(next.in_hand, InHand::behind_line);
}

TEST(StraightPoolWpa48c, ABallInTheRackGoesToTheHeadSpotOrTheMiddle) {
  EXPECT_EQ(fourteen_made({-0.2, 0.1}, {0.8, 0}).balls[7], (Vec2{-0.635, 0}));
  EXPECT_EQ(fourteen_made({-0.63, 0}, {0.8, 0}).balls[7], (Vec2{0, 0}));
}

TEST(StraightPoolWpa48d, ACueBallInTheRackGoesBehindTheHeadStringOrToTheHeadSpotOrTheMiddle) {
  const Game kitchen = fourteen_made({0.8, 0}, {-0.635, 0.2});
  EXPECT_EQ(kitchen.in_hand, InHand::behind_line);
  EXPECT_FALSE(is_on_table(kitchen, 0));
  const Game head_spot = fourteen_made({0.8, 0}, {-0.9, 0.2});
  EXPECT_EQ(head_spot.balls[0], (Vec2{-0.635, 0}));
  EXPECT_EQ(head_spot.in_hand, InHand::no);
  EXPECT_EQ(fourteen_made({0.8, 0}, {-0.64, 0}).balls[0], (Vec2{0, 0}));
}

TEST(StraightPoolWpa49, AFoulCostsAPointAndTheCueBallStaysUnlessItIsGone) {
  const Game no_rail = after(in_play(), Told(in_play()).safety().hit(3));
  EXPECT_EQ(no_rail.score, (Score{-1, 0}));
  EXPECT_EQ(no_rail.in_hand, InHand::no);
  EXPECT_EQ(no_rail.turn, 1);
  const Game scratch = after(in_play(), Told(in_play()).safety().hit(3).pot(0));
  EXPECT_EQ(scratch.in_hand, InHand::behind_line);
}

TEST(StraightPoolWpa410, AScratchAndABreakingFoulAreABreakingFoul) {
  const Game next = after(breaking(), Told(breaking()).safety().hit(1).pot(0));
  EXPECT_EQ(next.score, (Score{-2, 0}));
  EXPECT_EQ(next.fouls_in_a_row, (Score{0, 0}));
  EXPECT_EQ(after(next, Choice::accept).in_hand, InHand::behind_line);
}

TEST(StraightPoolWpa411, TheThirdFoulCostsFifteenMoreAndTheOffenderBreaks) {
  Game game = in_play();
  game.fouls_in_a_row = {2, 1};
  const Game next = after(game, Told(game).safety().hit(3));
  EXPECT_EQ(next.score, (Score{-16, 0}));
  EXPECT_EQ(next.fouls_in_a_row, (Score{0, 1}));
  EXPECT_EQ(next.turn, 0);
  EXPECT_TRUE(next.opening);
  EXPECT_EQ(next.in_hand, InHand::behind_line);
  EXPECT_EQ(balls_on_table(next), 15);
}

}  // namespace
}  // namespace carom::billiards::test
