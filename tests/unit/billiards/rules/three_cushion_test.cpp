#include <gtest/gtest.h>

#include "unit/billiards/shot/told_shot.hpp"

// Union Mondiale de Billard, World Rules of Carom Billiard.
namespace carom::billiards::test {
namespace {

using Fouls = std::vector<Foul>;
using Score = std::array<int, 2>;

const Layout kTable = carom_layout();

Game starting() {
  return start(settings_for(GameKind::three_cushion));
}

Game in_play() {
  return position(GameKind::three_cushion, {{0, {-0.5, 0.3}}, {1, {0.2, 0.1}}, {2, {0.9, -0.4}}});
}

Action point(const Game& game) {
  const int cue = cue_ball(game);
  return Told(game).hit(2).rail().rail().rail().hit(1 - cue);
}

TEST(ThreeCushionArticle23, TheBallsStartOnTheirSpots) {
  const Game game = starting();
  EXPECT_EQ(game.balls[0], (Vec2{-0.71, 0.1825}));
  EXPECT_EQ(game.balls[1], (Vec2{-0.71, 0}));
  EXPECT_EQ(game.balls[2], (Vec2{0.71, 0}));
  EXPECT_EQ(refusal(game, Placement{0, {-0.71, -0.1825}}), "");
  EXPECT_EQ(refusal(game, Placement{0, {-0.71, -0.2}}), "the cue ball must lie on one of the two starting spots");
}

TEST(ThreeCushionArticle23, TheSecondPlayerStartsWithTheOtherBall) {
  GameSettings settings = settings_for(GameKind::three_cushion);
  settings.first_player = 1;
  const Game game = start(settings);
  EXPECT_EQ(cue_ball(game), 1);
  EXPECT_EQ(game.balls[1], (Vec2{-0.71, 0.1825}));
}

TEST(ThreeCushionArticle23, TheStartingShotMustGoToTheRedDirectly) {
  const Game game = starting();
  EXPECT_TRUE(after(game, point(game)).verdict.fouls.empty());
  EXPECT_EQ(after(game, point(game)).score, (Score{1, 0}));
  for (const Action& shot : {Action(Told(game).rail().hit(2)), Action(Told(game).hit(1).hit(2)), Action(Told(game))})
    EXPECT_EQ(after(game, shot).verdict.fouls, Fouls{Foul::red_not_first});
}

TEST(ThreeCushionArticle83, ThreeCushionsBeforeTheSecondBallMakeAPoint) {
  const Game game = in_play();
  EXPECT_EQ(after(game, Told(game).rail().rail().rail().hit(1).hit(2)).score, (Score{1, 0}));
  EXPECT_EQ(after(game, Told(game).hit(1).rail().hit(1).rail().rail().hit(2)).score, (Score{1, 0}));
  const Game two = after(game, Told(game).hit(1).rail().rail().hit(2).rail());
  EXPECT_EQ(two.score, (Score{0, 0}));
  EXPECT_EQ(two.turn, 1);
  EXPECT_TRUE(two.verdict.fouls.empty());
  EXPECT_EQ(after(game, Told(game).hit(1).rail(1).rail(1).rail(1).hit(2)).score, (Score{0, 0}))
      << "the other ball's cushions do not count";
  EXPECT_EQ(after(game, Told(game).rail().rail().rail().hit(2)).score, (Score{0, 0}));
}

TEST(ThreeCushionArticle24, APointKeepsTheTurnAndAMissBeginsTheOthersInning) {
  const Game game = in_play();
  EXPECT_EQ(after(game, point(game)).turn, 0);
  const Game miss = after(game, Told(game).hit(1));
  EXPECT_EQ(miss.turn, 1);
  EXPECT_EQ(cue_ball(miss), 1);
  EXPECT_EQ(miss.innings, (Score{1, 1}));
}

TEST(ThreeCushionArticle27, BallsInContactMayBeSpotted) {
  const Game game = in_play();
  const Game next = after(game, Told(game).hit(1).rest(1, {0.2, 0.1}).rest(2, {0.2, 0.1615}));
  EXPECT_EQ(next.choices, (std::vector<Choice>{Choice::accept, Choice::spot_balls}));
  const Game spotted = after(next, Choice::spot_balls);
  EXPECT_EQ(spotted.balls[1], kTable.head());
  EXPECT_EQ(spotted.balls[2], kTable.foot());
  EXPECT_EQ(spotted.balls[0], game.balls[0]);
  const Game kept = after(next, Choice::accept);
  EXPECT_EQ(after(kept, Told(kept).at(0).hit(2)).verdict.fouls, Fouls{Foul::push_stroke});
}

TEST(ThreeCushionArticle28, BallsOffTheTableAreAFoulAndAreSpottedForTheNextPlayer) {
  const Game game = in_play();
  const Game red = after(game, Told(game).rail().rail().rail().hit(1).hit(2).off(2));
  EXPECT_EQ(red.verdict.fouls, Fouls{Foul::ball_off});
  EXPECT_EQ(red.score, (Score{0, 0}));
  EXPECT_EQ(red.balls[2], kTable.foot());
  const Game own = after(game, Told(game).off(0));
  EXPECT_EQ(own.balls[0], (Vec2{0, 0})) << "the ball of the player who does not play: the middle";
  const Game other = after(game, Told(game).hit(1).off(1));
  EXPECT_EQ(other.balls[1], kTable.head()) << "the ball of the player who plays: the bottom spot";
}

TEST(ThreeCushionArticle28, AnOccupiedSpotSendsTheBallToTheSpotOfTheBallThere) {
  const Game game = in_play();
  const Game next = after(game, Told(game).hit(2).off(2).rest(1, kTable.foot() + Vec2{0.03, 0}));
  EXPECT_EQ(next.balls[2], kTable.head());
}

TEST(ThreeCushionArticle29, WhoBeganSecondHasAnEqualizingInning) {
  Game game = in_play();
  game.score = {39, 38};
  const Game last = after(game, point(game));
  EXPECT_FALSE(last.over);
  EXPECT_EQ(last.turn, 1);
  EXPECT_TRUE(last.opening);
  EXPECT_TRUE(last.last_inning);
  EXPECT_EQ(last.balls[1], (Vec2{-0.71, 0.1825}));
  EXPECT_EQ(after(last, Told(last).hit(2)).winner, 0);
  const Game one = after(last, point(last));
  EXPECT_FALSE(one.over);
  const Game draw = after(one, point(one));
  EXPECT_TRUE(draw.over);
  EXPECT_FALSE(draw.winner);
}

TEST(ThreeCushionArticle29, WithoutItOrForTheSecondPlayerTheGameEndsAtOnce) {
  Game game = in_play();
  game.score = {39, 39};
  game.settings.equalizing_inning = false;
  EXPECT_EQ(after(game, point(game)).winner, 0);
  game.settings.equalizing_inning = true;
  game.turn = 1;
  EXPECT_EQ(after(game, point(game)).winner, 1);
}

}  // namespace
}  // namespace carom::billiards::test
