#include "carom/billiards/game.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/billiards/shot/told_shot.hpp"

namespace carom::billiards::test {
namespace {

TEST(Game, SettingsWithoutSenseAreRefused) {
  GameSettings settings = settings_for(GameKind::nine_ball);
  settings.first_player = 2;
  EXPECT_THROW(start(settings), Refused);
  settings = settings_for(GameKind::nine_ball);
  settings.race_to = 0;
  EXPECT_THROW(start(settings), Refused);
  settings = settings_for(GameKind::snooker);
  settings.layout = pool_layout(7);
  settings.layout.ball_radius = 0.1;
  EXPECT_THROW(start(settings), Refused);
}

TEST(Game, AShotMustTellOfEveryBallOnce) {
  const Game game = start(settings_for(GameKind::nine_ball));
  Shot shot{.facts = {.rest = game.balls}};
  shot.facts.rest[3].reset();
  EXPECT_EQ(refusal(game, shot), "ball 3 must either come to rest, or be pocketed or off the table, once");
  shot.facts.facts = {{ShotFact::Kind::pocket, 1, 3, 0}, {ShotFact::Kind::off_table, 2, 3, 0}};
  EXPECT_EQ(refusal(game, shot), "ball 3 must either come to rest, or be pocketed or off the table, once");
  shot.facts.facts = {{ShotFact::Kind::pocket, 1, 3, 6}};
  EXPECT_EQ(refusal(game, shot), "there is no pocket 6");
  shot.facts.facts = {{ShotFact::Kind::pocket, 1, 3, 5}};
  EXPECT_EQ(refusal(game, shot), "");
  shot.facts.facts.push_back({ShotFact::Kind::cushion, 0.5, 1, 0});
  EXPECT_EQ(refusal(game, shot), "the facts of a shot must be in order of time");
  shot.facts.facts = {{ShotFact::Kind::ball, 1, 1, 10}};
  EXPECT_EQ(refusal(game, shot), "ball 1 meets ball 10");
  shot.facts.facts = {{ShotFact::Kind::ball, std::nan(""), 1, 2}};
  EXPECT_EQ(refusal(game, shot), "the time of a fact must be finite and not negative");
  shot.facts.rest.pop_back();
  EXPECT_EQ(refusal(game, shot), "the shot must tell of 10 balls");
}

TEST(Game, WhatIsRefusedThrowsAndSaysWhy) {
  const Game game = start(settings_for(GameKind::nine_ball));
  EXPECT_EQ(refusal(game, Placement{3, {0, 0}}), "only the cue ball may be placed");
  EXPECT_EQ(refusal(game, Placement{10, {0, 0}}), "there is no ball 10");
  EXPECT_EQ(refusal(game, Choice::accept), "there is nothing to choose");
  try {
    after(game, Choice::accept);
    FAIL();
  } catch (const Refused& refused) {
    EXPECT_STREQ(refused.what(), "there is nothing to choose");
  }
}

TEST(Practice, AnyBallMayBePlacedAndPocketedBallsStayOffUntilThen) {
  Game game = start(settings_for(GameKind::practice));
  game = after(game, Told(game).hit(4).pot(4).pot(0));
  EXPECT_TRUE(game.verdict.fouls.empty());
  EXPECT_EQ(game.turn, 0);
  EXPECT_EQ(refusal(game, Shot{.facts = {.rest = game.balls}}), "first place the cue ball");
  game = after(game, Placement{4, {0.1, 0.1}});
  EXPECT_TRUE(is_on_table(game, 4));
  EXPECT_EQ(refusal(game, Placement{0, {0.1, 0.1}}), "the ball would touch ball 4");
  EXPECT_EQ(refusal(game, Placement{0, {0, 0}}), "");
}

TEST(GameHistory, UndoAndRedoGiveTheSameStates) {
  GameHistory history(settings_for(GameKind::nine_ball, 4));
  const Game first = history.game();
  history.act(Placement{0, {-0.8, 0.1}});
  const Game placed = history.game();
  history.act(Told(placed).hit(1).pot(2));
  const Game potted = history.game();
  EXPECT_FALSE(history.redo());
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.game(), placed);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.game(), first);
  EXPECT_FALSE(history.undo());
  EXPECT_TRUE(history.redo());
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.game(), potted);
}

TEST(GameHistory, ANewActionForgetsWhatWasUndone) {
  GameHistory history(settings_for(GameKind::nine_ball, 4));
  history.act(Placement{0, {-0.8, 0.1}});
  history.undo();
  history.act(Placement{0, {-0.8, 0.2}});
  EXPECT_FALSE(history.redo());
  EXPECT_EQ(history.actions().size(), 1U);
  EXPECT_EQ(history.game().balls[0], (Vec2{-0.8, 0.2}));
}

TEST(GameHistory, ARefusedActionChangesNothing) {
  GameHistory history(settings_for(GameKind::nine_ball, 4));
  const GameHistory before = history;
  EXPECT_THROW(history.act(Placement{0, {0, 0}}), Refused);
  EXPECT_EQ(history, before);
}

TEST(Describe, TellsTheVerdictAndWhatComesNext) {
  const Game game = start(settings_for(GameKind::nine_ball));
  EXPECT_EQ(describe(game), "Player 1 plays, cue ball in hand behind the head string.");
  EXPECT_EQ(describe(after(game, Told(game).hit(1).pot(2).pot(0))),
            "Potted: 2. Foul: the cue ball is pocketed (WPA 6.1). Player 2 plays, cue ball in hand.");
}

TEST(Describe, NamesTheRuleOfTheGameThatIsPlayed) {
  const Game snooker = start(settings_for(GameKind::snooker));
  EXPECT_NE(describe(after(snooker, Told(snooker).hit(1).pot(0))).find("(WPBSA, Section 3, Penalties)"),
            std::string::npos);
  const Game carom = start(settings_for(GameKind::three_cushion));
  EXPECT_NE(describe(after(carom, Told(carom).hit(2).off(1))).find("a ball left the table (UMB, article 28)"),
            std::string::npos);
}

}  // namespace
}  // namespace carom::billiards::test
