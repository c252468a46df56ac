#include <gtest/gtest.h>

#include "unit/billiards/shot/told_shot.hpp"

// World Pool-Billiard Association, The Rules of Play, section 3 and the sections that it names.
namespace carom::billiards::test {
namespace {

using Fouls = std::vector<Foul>;
using Choices = std::vector<Choice>;

Game breaking() {
  return start(settings_for(GameKind::eight_ball, 3));
}

/// Player 0 has the solids, two of each group and the 8 are left.
Game in_play() {
  Game game =
      position(GameKind::eight_ball,
               {{0, {0, 0}}, {1, {0.3, 0.2}}, {2, {0.6, 0.2}}, {8, {0.3, -0.2}}, {9, {0.6, -0.2}}, {10, {0.9, 0}}});
  game.solids = 0;
  return game;
}

/// Player 0 plays at the 8.
Game on_the_eight() {
  Game game = in_play();
  game.balls[1].reset();
  game.balls[2].reset();
  return game;
}

Told four_rails(const Game& game) {
  return Told(game).hit(1).rail(1).rail(2).rail(3).rail(9);
}

TEST(EightBallWpa32, TheBreakerStartsBehindTheHeadString) {
  const Game game = breaking();
  EXPECT_EQ(game.in_hand, InHand::behind_line);
  EXPECT_EQ(refusal(game, Placement{0, {-0.636, 0.3}}), "");
  EXPECT_EQ(refusal(game, Placement{0, {-0.635, 0.3}}), "the cue ball must lie behind the head string");
}

TEST(EightBallWpa33, TheBreakIsNotCalled) {
  EXPECT_EQ(call_refusal(breaking(), Call{.ball = 1, .pocket = 2}), "the break is not called");
}

TEST(EightBallWpa33c, WhoPocketsABallOnTheBreakGoesOnAndTheTableStaysOpen) {
  const Game next = after(breaking(), Told(breaking()).hit(1).pot(3));
  EXPECT_TRUE(next.verdict.fouls.empty());
  EXPECT_EQ(next.turn, 0);
  EXPECT_FALSE(next.solids);
}

TEST(EightBallWpa33d, FourBallsToARailMakeALegalBreak) {
  const Game next = after(breaking(), four_rails(breaking()));
  EXPECT_TRUE(next.verdict.fouls.empty());
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.in_hand, InHand::no);
  EXPECT_TRUE(next.choices.empty());
}

TEST(EightBallWpa33d, ThreeBallsToARailLeaveTheOtherPlayerThreeChoices) {
  const Game next = after(breaking(), Told(breaking()).hit(1).rail(1).rail(2).rail(3).rail(3).rail());
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::illegal_break});
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.choices, (Choices{Choice::accept, Choice::break_again, Choice::opponent_breaks}));
  EXPECT_EQ(after(next, Choice::accept).turn, 1);
  const Game again = after(next, Choice::break_again);
  EXPECT_EQ(again.turn, 1);
  EXPECT_TRUE(again.opening);
  EXPECT_EQ(again.racks, 2U);
  EXPECT_NE(again.balls, breaking().balls);
  EXPECT_EQ(after(next, Choice::opponent_breaks).turn, 0);
}

TEST(EightBallWpa33e, TheEightOnTheBreakMayBeSpottedOrRackedAgain) {
  const Game next = after(breaking(), Told(breaking()).hit(1).pot(8));
  EXPECT_TRUE(next.verdict.fouls.empty());
  EXPECT_EQ(next.turn, 0);
  EXPECT_EQ(next.choices, (Choices{Choice::spot_eight, Choice::break_again}));
  EXPECT_TRUE(is_on_table(after(next, Choice::spot_eight), 8));
  EXPECT_TRUE(after(next, Choice::break_again).opening);
}

TEST(EightBallWpa33f, TheEightAndAScratchGiveTheOtherPlayerTheChoice) {
  const Game next = after(breaking(), Told(breaking()).hit(1).pot(8).pot(0));
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::scratch});
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.choices, (Choices{Choice::spot_eight, Choice::break_again}));
  EXPECT_EQ(after(next, Choice::spot_eight).in_hand, InHand::behind_line);
}

TEST(EightBallWpa33g, ABallOffTheTableOnTheBreakStaysOff) {
  const Game next = after(breaking(), four_rails(breaking()).off(5));
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::ball_off});
  EXPECT_EQ(next.choices, (Choices{Choice::accept, Choice::ball_in_hand}));
  EXPECT_FALSE(is_on_table(next, 5));
  const Game in_hand = after(next, Choice::ball_in_hand);
  EXPECT_EQ(in_hand.in_hand, InHand::behind_line);
  EXPECT_EQ(in_hand.turn, 1);
}

TEST(EightBallWpa33g, TheEightOffTheTableOnTheBreakIsSpotted) {
  const Game next = after(breaking(), four_rails(breaking()).off(8).rest(4, {0, 0.5}).rest(1, {0, 0.3}));
  EXPECT_TRUE(is_on_table(next, 8));
  EXPECT_FALSE(next.over);
}

TEST(EightBallWpa33h, AScratchOnTheBreakGivesTheCueBallBehindTheHeadString) {
  const Game next = after(breaking(), four_rails(breaking()).pot(0));
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::scratch});
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.in_hand, InHand::behind_line);
  EXPECT_EQ(call_refusal(next, Call{.safety = true}), "first place the cue ball");
}

TEST(EightBallWpa34, TheGroupIsThatOfTheFirstCalledBallPocketed) {
  Game open = in_play();
  open.solids.reset();
  EXPECT_EQ(after(open, Told(open).call(9, 2).hit(1).pot(9, 2)).solids, 1);
  EXPECT_EQ(after(open, Told(open).call(1, 2).hit(1).pot(1, 2)).solids, 0);
}

TEST(EightBallWpa34, TheTableStaysOpenAfterAFoulASafetyOrAnotherPocket) {
  Game open = in_play();
  open.solids.reset();
  EXPECT_FALSE(after(open, Told(open).call(1, 2).hit(1).pot(1, 2).pot(0)).solids);
  EXPECT_FALSE(after(open, Told(open).safety().hit(1).pot(1, 2)).solids);
  const Game other_pocket = after(open, Told(open).call(1, 2).hit(1).pot(1, 3));
  EXPECT_FALSE(other_pocket.solids);
  EXPECT_TRUE(other_pocket.verdict.fouls.empty());
  EXPECT_EQ(other_pocket.turn, 1);
}

TEST(EightBallWpa34, TheEightMayNotBeHitFirstOnAnOpenTable) {
  Game open = in_play();
  open.solids.reset();
  EXPECT_EQ(after(open, Told(open).call(1, 2).hit(8).rail()).verdict.fouls, Fouls{Foul::wrong_ball_first});
}

TEST(EightBallWpa35, WhoPocketsTheCalledBallGoesOn) {
  const Game next = after(in_play(), Told(in_play()).call(1, 4).hit(1).pot(1, 4).pot(9, 0));
  EXPECT_EQ(next.turn, 0);
  EXPECT_FALSE(is_on_table(next, 9));
  EXPECT_EQ(next.in_hand, InHand::no);
}

TEST(EightBallWpa36, EveryShotButTheBreakIsCalled) {
  const Game game = in_play();
  EXPECT_EQ(call_refusal(game, Call{}), "call a ball and a pocket, or a safety");
  EXPECT_EQ(call_refusal(game, Call{.ball = 9, .pocket = 0}), "the called ball belongs to the other player's group");
  EXPECT_EQ(call_refusal(game, Call{.ball = 8, .pocket = 0}), "the 8 may be called only when the group is cleared");
  EXPECT_EQ(call_refusal(game, Call{.ball = 3, .pocket = 0}), "the called ball 3 is not on the table");
  EXPECT_EQ(call_refusal(game, Call{.ball = 1, .pocket = 6}), "there is no pocket 6");
  EXPECT_EQ(call_refusal(game, Call{.ball = 1, .pocket = 5}), "");
  EXPECT_EQ(call_refusal(on_the_eight(), Call{.ball = 8, .pocket = 5}), "");
}

TEST(EightBallWpa36, ASafetyPassesTheTurnAndBallsPocketedOnItStayDown) {
  const Game next = after(in_play(), Told(in_play()).safety().hit(1).pot(1, 4));
  EXPECT_EQ(next.turn, 1);
  EXPECT_FALSE(is_on_table(next, 1));
  EXPECT_TRUE(next.verdict.fouls.empty());
}

TEST(EightBallWpa38, TheEightInTheCalledPocketWins) {
  const Game next = after(on_the_eight(), Told(on_the_eight()).call(8, 3).hit(8).pot(8, 3));
  EXPECT_TRUE(next.over);
  EXPECT_EQ(next.winner, 0);
  EXPECT_EQ(next.score, (std::array<int, 2>{1, 0}));
}

TEST(EightBallWpa38a, TheEightAndAFoulLose) {
  EXPECT_EQ(after(on_the_eight(), Told(on_the_eight()).call(8, 3).hit(8).pot(8, 3).pot(0)).winner, 1);
}

TEST(EightBallWpa38b, TheEightBeforeTheGroupIsClearedLoses) {
  EXPECT_EQ(after(in_play(), Told(in_play()).call(1, 3).hit(1).pot(8, 3)).winner, 1);
  Game last = in_play();
  last.balls[2].reset();
  EXPECT_EQ(after(last, Told(last).call(1, 3).hit(1).pot(1, 3).pot(8, 3)).winner, 1);
}

TEST(EightBallWpa38c, TheEightInAnotherPocketLoses) {
  EXPECT_EQ(after(on_the_eight(), Told(on_the_eight()).call(8, 3).hit(8).pot(8, 2)).winner, 1);
  EXPECT_EQ(after(on_the_eight(), Told(on_the_eight()).safety().hit(8).pot(8, 2)).winner, 1);
}

TEST(EightBallWpa38d, TheEightOffTheTableLoses) {
  EXPECT_EQ(after(on_the_eight(), Told(on_the_eight()).call(8, 3).hit(8).off(8)).winner, 1);
}

TEST(EightBallWpa39, AFoulGivesTheCueBallInHandAnywhere) {
  const Game next = after(in_play(), Told(in_play()).call(1, 3).hit(9).rail());
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::wrong_ball_first});
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.in_hand, InHand::anywhere);
  EXPECT_EQ(refusal(next, Placement{0, {1.2, -0.6}}), "");
}

TEST(EightBallWpa62, ASplitHitCountsForTheShooter) {
  EXPECT_TRUE(after(in_play(), Told(in_play()).safety().hit(9).and_hit(1).rail()).verdict.fouls.empty());
}

TEST(EightBallWpa63, NoRailAfterContactIsAFoul) {
  const Game game = in_play();
  EXPECT_EQ(after(game, Told(game).safety().rail().hit(1)).verdict.fouls, Fouls{Foul::no_rail});
  EXPECT_EQ(after(game, Told(game).safety().rail()).verdict.fouls, Fouls{Foul::no_ball_hit});
  EXPECT_TRUE(after(game, Told(game).safety().hit(1).rail(9)).verdict.fouls.empty());
}

TEST(EightBallWpa65, ABallOffTheTableIsAFoulAndStaysOff) {
  const Game next = after(in_play(), Told(in_play()).call(1, 3).hit(1).off(9));
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::ball_off});
  EXPECT_FALSE(is_on_table(next, 9));
}

TEST(EightBallWpa611, ABallBehindTheHeadStringMayNotBeHitFirstFromThere) {
  Game game = in_play();
  game.balls[0] = Vec2{-1, 0};
  game.balls[1] = Vec2{-0.8, 0};
  game.in_hand = InHand::behind_line;
  EXPECT_EQ(after(game, Told(game).safety().hit(1).rail()).verdict.fouls, Fouls{Foul::behind_line});
  EXPECT_TRUE(after(game, Told(game).safety().crossing().hit(1).rail()).verdict.fouls.empty());
  EXPECT_TRUE(after(game, Told(game).safety().hit(2).rail()).verdict.fouls.empty());
}

TEST(EightBallWpa15, TheNearestBallMayBeSpottedWhenAllAreBehindTheHeadString) {
  Game game = in_play();
  game.in_hand = InHand::behind_line;
  game.balls[1] = Vec2{-0.8, 0};
  EXPECT_NE(refusal(game, Choice::spot_nearest), "");
  game.balls[2] = Vec2{-0.7, 0.1};
  const Game next = after(game, Choice::spot_nearest);
  EXPECT_EQ(next.balls[2], (Vec2{0.635, 0}));
  EXPECT_EQ(next.turn, 0);
}

TEST(EightBallWpa14, ASpottedBallTouchesTheBallInTheWayButNotTheCueBall) {
  Game blocked = start(settings_for(GameKind::eight_ball));
  blocked = after(blocked, four_rails(blocked)
                               .pot(8)
                               .rest(1, {0.635, 0})
                               .rest(2, {1, 0.5})
                               .rest(3, {1, -0.5})
                               .rest(4, {0.2, 0.5})
                               .rest(5, {0.2, -0.5})
                               .rest(6, {0, 0.5})
                               .rest(7, {0, -0.5})
                               .rest(9, {-0.2, 0.5})
                               .rest(10, {-0.2, -0.5})
                               .rest(11, {-0.4, 0.5})
                               .rest(12, {-0.4, -0.5})
                               .rest(13, {-0.6, 0.5})
                               .rest(14, {-0.6, -0.5})
                               .rest(15, {-0.8, 0.5}));
  const Vec2 touching = *after(blocked, Choice::spot_eight).balls[8];
  EXPECT_NEAR(touching.x, 0.635 + 0.05715, 1e-15);
  blocked.balls[1] = Vec2{-0.9, 0};
  blocked.balls[0] = Vec2{0.635, 0};
  EXPECT_NEAR(after(blocked, Choice::spot_eight).balls[8]->x, 0.635 + 0.05725, 1e-15);
}

TEST(EightBall, ARaceToTwoIsBrokenInTurns) {
  GameSettings settings = settings_for(GameKind::eight_ball);
  settings.race_to = 2;
  Game game = on_the_eight();
  game.settings = settings;
  const Game second = after(game, Told(game).call(8, 3).hit(8).pot(8, 3));
  EXPECT_FALSE(second.over);
  EXPECT_EQ(second.turn, 1);
  EXPECT_TRUE(second.opening);
  EXPECT_EQ(second.verdict.rack_won_by, 0);
  EXPECT_FALSE(second.solids);
}

TEST(EightBall, ConcedingLoses) {
  const Game game = after(in_play(), Choice::concede);
  EXPECT_EQ(game.winner, 1);
  EXPECT_EQ(refusal(game, Choice::concede), "the game is over");
}

}  // namespace
}  // namespace carom::billiards::test
