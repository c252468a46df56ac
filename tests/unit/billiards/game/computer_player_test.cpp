#include "carom/billiards/computer_player.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

PlayerSkill unerring(PlayerSkill skill) {
  skill.noise = {};
  return skill;
}

Table table_for(GameKind kind) {
  if (kind == GameKind::snooker) return snooker_table();
  return kind == GameKind::three_cushion ? carom_table() : pool_table();
}

/// The game after the player's next stroke, the cue ball placed before if it may be.
Game after_stroke(ShotPlayer& player, Game game, const PlayerSkill& skill, std::uint64_t seed) {
  for (int k = 0; k < 3; ++k) {
    const Action action = next_action(player, game, skill, k > 0, seed);
    const auto* shot = std::get_if<Shot>(&action);
    if (shot) return after(game, take_shot(player, game, shot->call, *shot->strike));
    game = after(game, action);
  }
  ADD_FAILURE() << "three actions without a stroke";
  return game;
}

/// A game of one rack in which only these balls are left.
Game only(GameKind kind, std::initializer_list<std::pair<int, Vec2>> places) {
  Game game = start(settings_for(kind));
  for (auto& place : game.balls) place.reset();
  for (const auto& [ball, place] : places) game.balls[static_cast<std::size_t>(ball)] = place;
  game.opening = false;
  game.in_hand = InHand::no;
  return game;
}

class Breaks : public testing::TestWithParam<GameKind> {};

}  // namespace

// By the rules of each game, and without an error of the hand.
TEST_P(Breaks, AreLegal) {
  ShotPlayer player(table_for(GetParam()));
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Game next = after_stroke(player, start(settings_for(GetParam(), seed)), unerring(easy_player()), seed);
    EXPECT_TRUE(next.verdict.fouls.empty()) << describe(next);
  }
}

INSTANTIATE_TEST_SUITE_P(ComputerPlayer, Breaks,
                         testing::Values(GameKind::eight_ball, GameKind::nine_ball, GameKind::straight_pool,
                                         GameKind::snooker, GameKind::practice),
                         [](const auto& game) {
                           std::string text(name(game.param));
                           std::erase_if(text, [](char c) { return c == '-' || c == '_' || c == ' '; });
                           return text;
                         });

// The 9 lies straight before a corner pocket (WPA 2.5: it wins).
TEST(ComputerPlayer, PotsAnEasyBall) {
  ShotPlayer player(pool_table());
  const Game game = only(GameKind::nine_ball, {{0, {0.7, 0.1}}, {9, {1.1, 0.5}}});
  for (const PlayerSkill& skill : {easy_player(), medium_player(), hard_player()})
    EXPECT_EQ(after_stroke(player, game, unerring(skill), 1).winner, game.turn);
}

TEST(ComputerPlayer, CallsTheBallAndThePocketThatItMeans) {
  ShotPlayer player(pool_table());
  Game game = only(GameKind::eight_ball, {{0, {0.7, 0.1}}, {3, {1.1, 0.5}}, {8, {-1, 0.3}}, {10, {-0.5, -0.4}}});
  game.solids = game.turn;
  const auto shot = std::get<Shot>(next_action(player, game, unerring(easy_player()), true, 1));
  EXPECT_EQ(shot.call.ball, 3);
  ASSERT_TRUE(shot.call.pocket.has_value());
  const Game next = after(game, take_shot(player, game, shot.call, *shot.strike));
  ASSERT_FALSE(next.verdict.potted.empty());
  EXPECT_EQ(next.verdict.potted.front(), (Potted{3, *shot.call.pocket}));
  EXPECT_EQ(next.turn, game.turn);
}

TEST(ComputerPlayer, PlacesTheBallInHandWhereTheRulesAllow) {
  ShotPlayer player(pool_table());
  const Game game = start(settings_for(GameKind::eight_ball, 4));
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(refusal(game, next_action(player, game, easy_player(), false, seed)), "");
}

TEST(ComputerPlayer, ChoosesAmongWhatIsOffered) {
  ShotPlayer player(pool_table());
  Game game = start(settings_for(GameKind::nine_ball));
  game.choices = {Choice::accept, Choice::pass};
  EXPECT_EQ(std::get<Choice>(next_action(player, game, hard_player(), false, 1)), Choice::accept);
}

// The break, which it does not search: standard deviations of N errors are known to 1/√(2N), here to five of those.
TEST(ComputerPlayer, ErrsAsItsSkillSays) {
  ShotPlayer player(pool_table());
  const Game game = start(settings_for(GameKind::nine_ball));
  constexpr std::size_t kCount = 1000;
  const PlayerSkill skill = easy_player();
  const auto meant = std::get<Shot>(next_action(player, game, unerring(skill), true, 0)).strike;
  double speeds = 0, angles = 0;
  for (std::uint64_t seed = 0; seed < kCount; ++seed) {
    const auto strike = *std::get<Shot>(next_action(player, game, skill, true, seed)).strike;
    speeds += std::pow(strike.speed - meant->speed, 2);
    angles += std::pow(std::atan2(cross(meant->heading, strike.heading), dot(meant->heading, strike.heading)), 2);
  }
  const double precision = 5 / std::sqrt(2.0 * kCount);
  EXPECT_NEAR(std::sqrt(speeds / kCount), skill.noise.speed, precision * skill.noise.speed);
  EXPECT_NEAR(std::sqrt(angles / kCount), skill.noise.heading, precision * skill.noise.heading);
}
