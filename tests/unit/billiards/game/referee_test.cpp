#include "carom/billiards/referee.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/billiards/game.hpp"

namespace carom::billiards {
namespace {

using Kind = ShotFact::Kind;

const Table& pool_9() {
  static const Table kTable = pool_table();
  return kTable;
}

ShotFacts facts(const Table& table, const BallPlaces& balls, const Strike& strike) {
  const double head_line = layout_of(table).head_line;
  return facts_of(table, balls, play(table, table_state(table, balls), strike), 0, head_line);
}

int count(const ShotFacts& facts, Kind kind, int ball) {
  return static_cast<int>(std::count_if(facts.facts.begin(), facts.facts.end(), [&](const ShotFact& fact) {
    return fact.kind == kind && (fact.ball == ball || (kind == Kind::ball && fact.other == ball));
  }));
}

TEST(Referee, AStraightShotPocketsTheBallInTheSidePocket) {
  const BallPlaces balls = {Vec2{0, 0.3}, Vec2{0, 0}};
  const ShotFacts told = facts(pool_9(), balls, {.speed = 2, .heading = {0, -1}});
  ASSERT_FALSE(told.facts.empty());
  EXPECT_EQ(told.facts[0].kind, Kind::ball);
  EXPECT_EQ(count(told, Kind::pocket, 1), 1);
  EXPECT_TRUE(told.rest[0]);
  EXPECT_FALSE(told.rest[1]);
  EXPECT_TRUE(told.crossed_head_line);
}

TEST(Referee, TheCushionThatABallLiesOnCountsFromWhenItHasLeftIt) {
  const Table& table = pool_9();
  const double nose = reach(table.materials[0], 0.028575);
  // The 1 lies on the foot cushion; the cue ball presses it into the cushion.
  const BallPlaces frozen = {Vec2{0.9, 0.2}, Vec2{1.27 - nose, 0.2}};
  const ShotFacts pressed = facts(table, frozen, {.speed = 0.4, .heading = {1, 0}});
  const BallPlaces free = {Vec2{0.9, 0.2}, Vec2{1.27 - nose - 0.001, 0.2}};
  const ShotFacts bounced = facts(table, free, {.speed = 0.4, .heading = {1, 0}});
  EXPECT_EQ(count(pressed, Kind::cushion, 1), 0);
  EXPECT_GE(count(bounced, Kind::cushion, 1), 1);
}

TEST(Referee, ABallPlayedAwayFromItsCushionAndBackCountsIt) {
  const Table& table = pool_9();
  const double nose = reach(table.materials[0], 0.028575);
  const BallPlaces balls = {Vec2{0.3, 0.635 - nose}};
  const ShotFacts told = facts(table, balls, {.speed = 3, .heading = {0, -1}});
  EXPECT_GE(count(told, Kind::cushion, 0), 2);
}

TEST(Referee, TheHeadLineIsCrossedOnlyBeforeTheFirstContact) {
  const BallPlaces behind = {Vec2{-1.1, 0.1}, Vec2{-0.8, 0.1}};
  EXPECT_FALSE(facts(pool_9(), behind, {.speed = 4, .heading = {1, 0}}).crossed_head_line);
  const BallPlaces beside = {Vec2{-1.1, 0.1}, Vec2{-0.8, 0.3}};
  EXPECT_TRUE(facts(pool_9(), beside, {.speed = 4, .heading = {1, 0}}).crossed_head_line);
}

TEST(Referee, AJumpOverABallIsSeen) {
  // The cue ball bounces off the cloth and flies over the 1; without elevation it hits it.
  const BallPlaces balls = {Vec2{-0.3, 0}, Vec2{-0.05, 0}};
  const Strike jump{.speed = 7, .heading = {1, 0}, .elevation = 0.55};
  const ShotFacts told = facts(pool_9(), balls, jump);
  EXPECT_TRUE(told.jumped_over_a_ball);
  EXPECT_FALSE(facts(pool_9(), balls, {.speed = 7, .heading = {1, 0}}).jumped_over_a_ball);
}

TEST(Referee, EveryBallEndsOnceAsTheRulesDemand) {
  const Table& table = pool_9();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Game game = start(settings_for(GameKind::nine_ball, seed));
    const Vec2 aim = *game.balls[1] - *game.balls[0];
    const Shot shot{.facts = facts(table, game.balls, {.speed = 8, .heading = aim})};
    EXPECT_EQ(refusal(game, shot), "");
    EXPECT_FALSE(shot.facts.facts.empty());
  }
}

TEST(Referee, AShotThatIsCutShortHasNoFacts) {
  const BallPlaces balls = {Vec2{0, 0.3}};
  const Outcome cut = play(pool_9(), table_state(pool_9(), balls), {.speed = 2}, {.until = 0.1});
  EXPECT_THROW(facts_of(pool_9(), balls, cut, 0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace carom::billiards
