#include <gtest/gtest.h>

#include "unit/billiards/shot/told_shot.hpp"

// World Pool-Billiard Association, The Rules of Play, section 2 and the sections that it names.
namespace carom::billiards::test {
namespace {

using Fouls = std::vector<Foul>;

Game breaking() {
  return start(settings_for(GameKind::nine_ball, 5));
}

Game in_play() {
  return position(GameKind::nine_ball, {{0, {0, 0}}, {2, {0.3, 0.2}}, {5, {0.6, 0.2}}, {9, {0.6, -0.2}}});
}

Game after_legal_break() {
  return after(breaking(), Told(breaking()).hit(1).rail(1).rail(2).rail(3).rail(4));
}

TEST(NineBallWpa23, ALegalBreakHitsTheOneAndDrivesFourBallsToARailOrPocketsOne) {
  EXPECT_TRUE(after_legal_break().verdict.fouls.empty());
  EXPECT_TRUE(after(breaking(), Told(breaking()).hit(1).pot(7)).verdict.fouls.empty());
  EXPECT_EQ(after(breaking(), Told(breaking()).hit(1).rail(1).rail(2).rail(3)).verdict.fouls,
            Fouls{Foul::illegal_break});
  EXPECT_EQ(after(breaking(), Told(breaking()).hit(2).rail(1).rail(2).rail(3).rail(4)).verdict.fouls,
            Fouls{Foul::wrong_ball_first});
}

TEST(NineBallWpa24, APushOutIsAllowedOnlyRightAfterABreakWithoutAFoul) {
  const Call push{.push_out = true};
  const std::string no = "a push out is allowed only on the shot after a break without a foul";
  EXPECT_EQ(call_refusal(breaking(), push), no);
  EXPECT_EQ(call_refusal(after_legal_break(), push), "");
  EXPECT_EQ(call_refusal(in_play(), push), no);
  const Game after_foul = after(breaking(), Told(breaking()).hit(2).pot(3));
  EXPECT_EQ(call_refusal(after_foul, push), no);
}

TEST(NineBallWpa24, APushOutNeedNotHitTheLowestBallNorARailAndTheOtherPlayerChooses) {
  const Game game = after_legal_break();
  const Game pushed = after(game, Told(game).push_out().hit(9));
  EXPECT_TRUE(pushed.verdict.fouls.empty());
  EXPECT_EQ(pushed.turn, 0);
  EXPECT_EQ(pushed.choices, (std::vector<Choice>{Choice::accept, Choice::pass}));
  EXPECT_EQ(after(pushed, Choice::accept).turn, 0);
  EXPECT_EQ(after(pushed, Choice::pass).turn, 1);
  EXPECT_EQ(call_refusal(after(pushed, Choice::accept), Call{.push_out = true}),
            "a push out is allowed only on the shot after a break without a foul");
}

TEST(NineBallWpa24, AScratchOnAPushOutIsAFoul) {
  const Game game = after_legal_break();
  const Game pushed = after(game, Told(game).push_out().pot(0));
  EXPECT_EQ(pushed.verdict.fouls, Fouls{Foul::scratch});
  EXPECT_EQ(pushed.in_hand, InHand::anywhere);
  EXPECT_TRUE(pushed.choices.empty());
}

TEST(NineBallWpa25, AnyBallPocketedLegallyKeepsTheTurn) {
  EXPECT_EQ(after(in_play(), Told(in_play()).hit(2).pot(5)).turn, 0);
  EXPECT_EQ(after(in_play(), Told(in_play()).hit(2).rail()).turn, 1);
}

TEST(NineBallWpa25, TheNineWinsOnAnyLegalShotTheBreakToo) {
  EXPECT_EQ(after(in_play(), Told(in_play()).hit(2).pot(9)).winner, 0);
  EXPECT_EQ(after(breaking(), Told(breaking()).hit(1).pot(9)).winner, 0);
}

TEST(NineBallWpa26, TheNineIsSpottedAfterAFoulAPushOutOrOffTheTable) {
  const Game foul = after(in_play(), Told(in_play()).hit(5).pot(9));
  EXPECT_FALSE(foul.over);
  EXPECT_EQ(foul.balls[9], (Vec2{0.635, 0}));
  const Game off = after(in_play(), Told(in_play()).hit(2).off(9));
  EXPECT_EQ(off.verdict.fouls, Fouls{Foul::ball_off});
  EXPECT_TRUE(is_on_table(off, 9));
  Game pushing = in_play();
  pushing.push_out_allowed = true;
  const Game pushed = after(pushing, Told(pushing).push_out().hit(9).pot(9).pot(5));
  EXPECT_FALSE(pushed.over);
  EXPECT_TRUE(is_on_table(pushed, 9));
  EXPECT_FALSE(is_on_table(pushed, 5));
}

TEST(NineBallWpa27, AFoulGivesTheCueBallInHandAnywhere) {
  const Game next = after(in_play(), Told(in_play()).hit(5).rail());
  EXPECT_EQ(next.verdict.fouls, Fouls{Foul::wrong_ball_first});
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.in_hand, InHand::anywhere);
}

TEST(NineBallWpa614, TheThirdFoulInARowLosesTheRack) {
  Game game = in_play();
  game.fouls_in_a_row = {2, 2};
  const Game lost = after(game, Told(game).hit(5).rail());
  EXPECT_EQ(lost.verdict.fouls, (Fouls{Foul::wrong_ball_first, Foul::three_fouls}));
  EXPECT_EQ(lost.winner, 1);
  const Game legal = after(game, Told(game).hit(2).rail());
  EXPECT_EQ(legal.fouls_in_a_row, (std::array<int, 2>{0, 2}));
}

TEST(NineBallWpa614, TheFoulsMustBeInOneRack) {
  Game game = in_play();
  game.settings.race_to = 2;
  game.fouls_in_a_row = {0, 2};
  EXPECT_EQ(after(game, Told(game).hit(2).pot(9)).fouls_in_a_row, (std::array<int, 2>{0, 0}));
}

TEST(NineBall, TheLowestBallIsOn) {
  EXPECT_EQ(balls_on(in_play()), std::vector<int>{2});
}

}  // namespace
}  // namespace carom::billiards::test
