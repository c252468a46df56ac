#include <gtest/gtest.h>

#include <cmath>

#include "unit/billiards/shot/told_shot.hpp"

// World Professional Billiards and Snooker Association, Official Rules of Snooker, Section 3.
namespace carom::billiards::test {
namespace {

using Fouls = std::vector<Foul>;
using Score = std::array<int, 2>;

const Layout kTable = snooker_layout();

Vec2 spot(int colour) {
  return colour_spot(kTable, colour);
}

/// The colours on their spots, the cue ball at (−0.5, 0.4), and these reds.
Game with_reds(const std::vector<std::pair<int, Vec2>>& reds) {
  Game game = position(GameKind::snooker, reds);
  for (int colour = kYellow; colour <= kBlack; ++colour) game.balls[static_cast<std::size_t>(colour)] = spot(colour);
  game.balls[0] = Vec2{-0.5, 0.4};
  return game;
}

Game two_reds() {
  return with_reds({{1, {0.3, 0.3}}, {2, {0.3, -0.3}}});
}

Game at_colours(int lowest) {
  Game game = with_reds({});
  for (int colour = kYellow; colour < lowest; ++colour) game.balls[static_cast<std::size_t>(colour)].reset();
  game.on = BallOn::in_order;
  return game;
}

Game on_colour() {
  Game game = two_reds();
  game.on = BallOn::colour;
  return game;
}

TEST(SnookerRule2, TheFrameBeginsWithTheCueBallInTheDAndRedsOn) {
  const Game game = start(settings_for(GameKind::snooker));
  EXPECT_EQ(game.in_hand, InHand::in_d);
  EXPECT_EQ(balls_on(game).size(), 15U);
}

TEST(SnookerRule3, EveryRedPottedCountsOneAndAColourIsNext) {
  const Game next = after(two_reds(), Told(two_reds()).hit(1).pot(1).pot(2));
  EXPECT_EQ(next.score, (Score{2, 0}));
  EXPECT_EQ(next.on, BallOn::colour);
  EXPECT_EQ(next.turn, 0);
}

TEST(SnookerRule3, AColourMustBeNamedCountsItsValueAndComesBack) {
  EXPECT_EQ(call_refusal(on_colour(), Call{}), "name the colour");
  EXPECT_EQ(call_refusal(on_colour(), Call{.ball = 1}), "name a colour: a red is not on");
  const Game next = after(on_colour(), Told(on_colour()).name(kBlack).hit(kBlack).pot(kBlack));
  EXPECT_EQ(next.score, (Score{7, 0}));
  EXPECT_EQ(next.balls[kBlack], spot(kBlack));
  EXPECT_EQ(next.on, BallOn::red);
}

TEST(SnookerRule3, AMissedColourPassesTheTurnAndRedsAreOn) {
  const Game next = after(on_colour(), Told(on_colour()).name(kBlue).hit(kBlue));
  EXPECT_EQ(next.turn, 1);
  EXPECT_EQ(next.on, BallOn::red);
  EXPECT_TRUE(next.verdict.fouls.empty());
}

TEST(SnookerRule3, AfterTheLastRedAndItsColourTheColoursGoInOrderAndStayOff) {
  Game game = with_reds({});
  game.on = BallOn::colour;
  const Game free_choice = after(game, Told(game).name(kPink).hit(kPink).pot(kPink));
  EXPECT_EQ(free_choice.on, BallOn::in_order);
  EXPECT_TRUE(is_on_table(free_choice, kPink));
  EXPECT_EQ(balls_on(free_choice), std::vector<int>{kYellow});
  const Game yellow = after(free_choice, Told(free_choice).hit(kYellow).pot(kYellow));
  EXPECT_FALSE(is_on_table(yellow, kYellow));
  EXPECT_EQ(yellow.score, (Score{8, 0}));
  EXPECT_EQ(balls_on(yellow), std::vector<int>{kGreen});
}

TEST(SnookerRule4, TheLastBlackEndsTheFrame) {
  Game game = at_colours(kBlack);
  game.score = {50, 40};
  const Game next = after(game, Told(game).hit(kBlack).pot(kBlack));
  EXPECT_TRUE(next.over);
  EXPECT_EQ(next.winner, 0);
  EXPECT_EQ(next.score, (Score{57, 40}));
}

TEST(SnookerRule4, AFoulOnTheLastBlackEndsTheFrameToo) {
  Game game = at_colours(kBlack);
  game.score = {50, 44};
  const Game next = after(game, Told(game).rail());
  EXPECT_EQ(next.score, (Score{50, 51}));
  EXPECT_EQ(next.winner, 1);
}

TEST(SnookerRule4, AtATieTheBlackIsSpottedAndALotDecidesWhoChooses) {
  Game game = at_colours(kBlack);
  game.score = {40, 47};
  const Game tie = after(game, Told(game).hit(kBlack).pot(kBlack));
  EXPECT_FALSE(tie.over);
  EXPECT_EQ(tie.balls[kBlack], spot(kBlack));
  EXPECT_EQ(tie.in_hand, InHand::in_d);
  EXPECT_EQ(tie.choices, (std::vector<Choice>{Choice::accept, Choice::pass}));
  EXPECT_EQ(after(tie, Choice::pass).turn, 1 - tie.turn);
  Game last = after(tie, Choice::accept);
  last = after(last, Placement{0, {-1.2, 0.1}});
  EXPECT_EQ(after(last, Told(last).rail()).winner, 1 - last.turn);
}

TEST(SnookerRule5, InHandIsOnOrInTheD) {
  const Game game = start(settings_for(GameKind::snooker));
  const double line = kTable.head_line;
  EXPECT_EQ(refusal(game, Placement{0, {line, 0.1}}), "");
  EXPECT_EQ(refusal(game, Placement{0, {line - 0.2, 0.1}}), "");
  EXPECT_EQ(refusal(game, Placement{0, {line + 0.001, 0.1}}), "the cue ball must lie in the D");
  EXPECT_EQ(refusal(game, Placement{0, {line - 0.2, 0.25}}), "the cue ball must lie in the D");
  EXPECT_EQ(refusal(game, Placement{0, {line, 0.01}}), "the ball would touch ball 18");
}

TEST(SnookerRule6, TwoRedsAtOnceAreNoFoulOtherBallsAre) {
  EXPECT_TRUE(after(two_reds(), Told(two_reds()).hit(1).and_hit(2)).verdict.fouls.empty());
  const Game foul = after(two_reds(), Told(two_reds()).hit(1).and_hit(kPink));
  EXPECT_EQ(foul.verdict.fouls, Fouls{Foul::two_balls_at_once});
  EXPECT_EQ(foul.score, (Score{0, 6}));
}

TEST(SnookerRule7, AColourGoesToTheHighestFreeSpotIfItsOwnIsOccupied) {
  Game game = on_colour();
  game.balls[1] = spot(kBlack);
  EXPECT_NEAR(after(game, Told(game).name(kBlack).hit(kBlack).pot(kBlack)).balls[kBlack]->x, spot(kBlack).x + 0.0526,
              1e-12)
      << "all spots are taken: next to its own, towards the top cushion, a tenth of a millimetre apart";
  game.balls[kBlue] = Vec2{0, 0.5};
  EXPECT_EQ(after(game, Told(game).name(kBlack).hit(kBlack).pot(kBlack)).balls[kBlack], spot(kBlue));
}

TEST(SnookerRule7, OfSeveralColoursThoseWithFreeSpotsComeFirstThenTheHighest) {
  Game game = on_colour();
  game.balls[1] = spot(kBlack);
  game.balls[2] = spot(kPink);
  // A foul: blue, pink and black go down. Blue has its spot; pink and black have none, but green's is free.
  game.balls[kGreen] = Vec2{0, 0.5};
  const Game next =
      after(game, Told(game).name(kBlack).hit(kBlack).pot(kBlack).pot(kPink).pot(kBlue).rest(kGreen, {0, 0.5}));
  EXPECT_EQ(next.balls[kBlue], spot(kBlue));
  EXPECT_EQ(next.balls[kBlack], spot(kGreen));
  EXPECT_GT(next.balls[kPink]->x, spot(kPink).x);
  EXPECT_EQ(next.balls[kPink]->y, 0);
}

TEST(SnookerRule7, WithoutRoomTowardsTheTopCushionItGoesBelowItsSpot) {
  Game game = on_colour();
  const double step = 0.0526;
  for (int i = 0; i < 7; ++i) game.balls[static_cast<std::size_t>(i + 1)] = spot(kBlack) + Vec2{i * step, 0};
  const Game next = after(game, Told(game).name(kBlack).hit(kBlack).pot(kBlack));
  EXPECT_LT(next.balls[kBlack]->x, spot(kBlack).x);
}

TEST(SnookerRule8, ATouchingBallThatIsOnCountsAsHitButMayNotBeMoved) {
  Game game = two_reds();
  game.balls[0] = Vec2{0, 0.5};
  game.balls[1] = Vec2{0.0525, 0.5};
  EXPECT_TRUE(after(game, Told(game).rail()).verdict.fouls.empty());
  EXPECT_EQ(after(game, Told(game).at(0).hit(1)).verdict.fouls, Fouls{Foul::push_stroke});
}

TEST(SnookerPenalties, AreTheHigherOfTheBallOnAndTheBallConcernedAndAtLeastFour) {
  const Game reds = two_reds();
  EXPECT_EQ(after(reds, Told(reds).rail()).score, (Score{0, 4}));
  EXPECT_EQ(after(reds, Told(reds).hit(1).pot(0)).score, (Score{0, 4}));
  EXPECT_EQ(after(reds, Told(reds).hit(kBlack)).score, (Score{0, 7}));
  EXPECT_EQ(after(reds, Told(reds).hit(1).pot(kBlue)).score, (Score{0, 5}));
  EXPECT_EQ(after(reds, Told(reds).hit(kYellow).pot(kPink)).score, (Score{0, 6}));
  EXPECT_EQ(after(reds, Told(reds).hit(1).off(kBlack)).score, (Score{0, 7}));
  EXPECT_EQ(after(reds, Told(reds).jumping().hit(1)).score, (Score{0, 4}));
  const Game colour = on_colour();
  EXPECT_EQ(after(colour, Told(colour).name(kPink).hit(1)).score, (Score{0, 6}));
  EXPECT_EQ(after(colour, Told(colour).name(kPink).rail()).score, (Score{0, 6}));
  EXPECT_EQ(after(colour, Told(colour).name(kBlue).hit(kBlue).pot(0)).score, (Score{0, 5}));
}

TEST(SnookerFouls, NothingCountsRedsStayDownAndColoursComeBack) {
  const Game next = after(two_reds(), Told(two_reds()).hit(1).pot(1).pot(kPink));
  EXPECT_EQ(next.score, (Score{0, 6}));
  EXPECT_FALSE(is_on_table(next, 1));
  EXPECT_TRUE(is_on_table(next, kPink));
  EXPECT_EQ(next.turn, 1);
}

TEST(SnookerFouls, TheNextPlayerMayMakeTheOffenderPlayAgain) {
  const Game foul = after(two_reds(), Told(two_reds()).hit(1).pot(0));
  EXPECT_EQ(foul.choices, (std::vector<Choice>{Choice::accept, Choice::pass}));
  EXPECT_EQ(after(foul, Choice::pass).turn, 0);
  EXPECT_EQ(after(foul, Choice::accept).in_hand, InHand::in_d);
}

TEST(SnookerFoulAndAMiss, TheBallsArePutBackAndThePenaltyStays) {
  const Game game = on_colour();
  const Game foul = after(game, Told(game).name(kBlue).hit(1).rest(1, {1, 0.3}).rest(0, {0.9, 0}));
  EXPECT_EQ(foul.choices, (std::vector<Choice>{Choice::accept, Choice::pass, Choice::replay}));
  const Game again = after(foul, Choice::replay);
  EXPECT_EQ(again.balls, game.balls);
  EXPECT_EQ(again.on, BallOn::colour);
  EXPECT_EQ(again.turn, 0);
  EXPECT_EQ(again.score, (Score{0, 5}));
}

// Two reds, the colours 2 to 7: 2·(1 + 7) + 27 = 43 points are left; where a colour is on 7 more.
TEST(SnookerFoulAndAMiss, IsNotCalledWhereAPlayerNeedsPenaltyPoints) {
  const std::vector<Choice> with_miss = {Choice::accept, Choice::pass, Choice::replay};
  const std::vector<Choice> without = {Choice::accept, Choice::pass};
  const auto choices = [](Game game, const Score& score) {
    game.score = score;
    return after(game, Told(game).name(kBlue).hit(kPink).rest(0, {0.9, 0})).choices;
  };
  Game reds = two_reds();
  const auto on_reds = [&](const Score& score) {
    reds.score = score;
    return after(reds, Told(reds).rail()).choices;
  };
  EXPECT_EQ(on_reds({0, 0}), with_miss);
  EXPECT_EQ(on_reds({42, 0}), with_miss);  // 38 ahead afterwards
  EXPECT_EQ(on_reds({43, 0}), without);    // level at best, before the stroke
  EXPECT_EQ(on_reds({0, 38}), with_miss);  // 42 behind afterwards
  EXPECT_EQ(on_reds({0, 39}), without);    // 43 behind as a result of the stroke
  // The penalty is the pink's: 6. Before the stroke 50 are left, after it 43.
  EXPECT_EQ(choices(on_colour(), {48, 0}), with_miss);
  EXPECT_EQ(choices(on_colour(), {50, 0}), without);
  EXPECT_EQ(choices(on_colour(), {0, 36}), with_miss);
  EXPECT_EQ(choices(on_colour(), {0, 37}), without);
}

TEST(SnookerDefinition17, BothEdgesOfSomeBallOnMustBeFree) {
  Game game = with_reds({{1, {0.5, 0.4}}});
  EXPECT_FALSE(is_snookered(game, {1}));
  // The grazing path's centre line passes the middle of a ball that hides an edge at less than a diameter.
  game.balls[kBlue] = Vec2{0.0, 0.4 + 0.0525};
  EXPECT_TRUE(is_snookered(game, {1}));
  // Half-way, the cue ball's outer edge is a diameter and a half from the line of centres: half of the way out to
  // 2 R, and a radius more. A blue just beyond another radius is not in the way.
  game.balls[kBlue] = Vec2{0.0, 0.4 + 0.0525 / 2 + 0.0525 + 0.001};
  EXPECT_FALSE(is_snookered(game, {1}));
  game.balls[kBlue] = Vec2{-0.9, 0.4};
  EXPECT_FALSE(is_snookered(game, {1})) << "it lies behind the cue ball";
  game.balls[kBlue] = Vec2{0.0, 0.4};
  EXPECT_TRUE(is_snookered(game, {1}));
  game.balls[2] = Vec2{0.3, -0.4};
  EXPECT_FALSE(is_snookered(game, {1, 2})) << "the other red is open";
}

TEST(SnookerFreeBall, IsGivenToWhoIsSnookeredAfterAFoul) {
  const Game game = with_reds({{1, {0.5, 0.4}}});
  const Game open = after(game, Told(game).rail());
  EXPECT_FALSE(open.free_ball);
  const Game foul = after(game, Told(game).rail().rest(kBlue, {0, 0.4}));
  EXPECT_TRUE(foul.free_ball);
  EXPECT_TRUE(after(foul, Choice::accept).free_ball);
  EXPECT_FALSE(after(foul, Choice::pass).free_ball);
  EXPECT_EQ(call_refusal(after(foul, Choice::accept), Call{.ball = kBlue}), "");
  EXPECT_NE(call_refusal(after(foul, Choice::pass), Call{.ball = kBlue}), "");
}

TEST(SnookerFreeBall, InHandItIsGivenIfNoPlaceOfTheDSeesABallOn) {
  // The last red lies behind the D, in the corner of baulk, walled in by colours.
  Game game = with_reds({{1, {-1.7, 0.8}}});
  const Game open = after(game, Told(game).hit(kBlack).pot(0));
  EXPECT_FALSE(open.free_ball);
  game.balls[kYellow] = Vec2{-1.66, 0.75};
  game.balls[kGreen] = Vec2{-1.7, 0.74};
  game.balls[kBrown] = Vec2{-1.63, 0.79};
  const Game walled = after(game, Told(game).hit(kBlack).pot(0));
  EXPECT_TRUE(walled.free_ball);
}

Game with_free_ball() {
  Game game = two_reds();
  game.free_ball = true;
  return game;
}

TEST(SnookerFreeBall, CountsAsTheBallOnAndComesBack) {
  const Game game = with_free_ball();
  const Game next = after(game, Told(game).name(kBrown).hit(kBrown).pot(kBrown).pot(1));
  EXPECT_TRUE(next.verdict.fouls.empty());
  EXPECT_EQ(next.score, (Score{2, 0}));
  EXPECT_EQ(next.balls[kBrown], spot(kBrown));
  EXPECT_FALSE(is_on_table(next, 1));
  EXPECT_EQ(next.on, BallOn::colour);
}

TEST(SnookerFreeBall, InOrderOnlyTheValueOfTheBallOnCounts) {
  Game game = at_colours(kYellow);
  game.free_ball = true;
  const Game free = after(game, Told(game).name(kGreen).hit(kGreen).pot(kGreen));
  EXPECT_EQ(free.score, (Score{2, 0}));
  EXPECT_TRUE(is_on_table(free, kGreen));
  EXPECT_EQ(balls_on(free), std::vector<int>{kYellow});
  const Game both = after(game, Told(game).name(kGreen).hit(kGreen).pot(kGreen).pot(kYellow));
  EXPECT_EQ(both.score, (Score{2, 0}));
  EXPECT_TRUE(is_on_table(both, kGreen));
  EXPECT_FALSE(is_on_table(both, kYellow));
}

TEST(SnookerFreeBall, MustBeHitFirstOrTogetherWithTheBallOn) {
  const Game game = with_free_ball();
  EXPECT_EQ(after(game, Told(game).name(kBrown).hit(1)).verdict.fouls, Fouls{Foul::wrong_ball_first});
  EXPECT_TRUE(after(game, Told(game).name(kBrown).hit(kBrown).and_hit(1)).verdict.fouls.empty());
  EXPECT_TRUE(after(game, Told(game).hit(1)).verdict.fouls.empty()) << "nothing named: a red is on";
}

TEST(SnookerFreeBall, MayNotHideTheBallOnUnlessOnlyPinkAndBlackAreLeft) {
  Game game = with_reds({{1, {0.5, 0.4}}});
  game.free_ball = true;
  const Game hidden = after(game, Told(game).name(kBlue).hit(kBlue).rest(kBlue, {0, 0.4}));
  EXPECT_EQ(hidden.verdict.fouls, Fouls{Foul::snooker_behind_free_ball});
  EXPECT_EQ(hidden.score, (Score{0, 4}));
  Game last = at_colours(kPink);
  last.free_ball = true;
  const Vec2 between = 0.5 * (*last.balls[0] + spot(kPink));
  EXPECT_TRUE(after(last, Told(last).name(kBlack).hit(kBlack).rest(kBlack, between)).verdict.fouls.empty());
}

}  // namespace
}  // namespace carom::billiards::test
