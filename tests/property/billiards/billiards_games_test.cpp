#include <gtest/gtest.h>

#include <numeric>

#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"
#include "property/billiards/random_games.hpp"

// What no game may ever come to, whatever the players do.
namespace carom::billiards::test {
namespace {

constexpr int kMostActions = 250;
constexpr std::uint64_t kGames = 25;

std::vector<int> lying(const Game& game, int first, int last) {
  std::vector<int> balls;
  for (int ball = first; ball <= last; ++ball)
    if (game.balls[static_cast<std::size_t>(ball)]) balls.push_back(ball);
  return balls;
}

bool is_spotted(const Game& game, int ball) {
  const auto& spotted = game.verdict.spotted;
  return std::any_of(spotted.begin(), spotted.end(), [&](const Spotted& s) { return s.ball == ball; });
}

void expect_one_thing_to_do(const Game& game) {
  if (game.over) {
    EXPECT_TRUE(game.choices.empty());
    EXPECT_EQ(refusal(game, Choice::concede), "the game is over");
    return;
  }
  EXPECT_FALSE(game.winner);
  const bool lies = game.balls[static_cast<std::size_t>(cue_ball(game))].has_value();
  EXPECT_TRUE(lies || game.in_hand != InHand::no || game.settings.kind == GameKind::eight_ball);
  EXPECT_TRUE(lies || game.in_hand != InHand::no || !game.choices.empty());
}

void expect_balls_apart_and_on_the_bed(const Game& game) {
  const Layout& layout = game.settings.layout;
  for (std::size_t i = 0; i < game.balls.size(); ++i) {
    if (!game.balls[i]) continue;
    EXPECT_TRUE(on_the_bed(layout, *game.balls[i]));
    for (std::size_t j = i + 1; j < game.balls.size(); ++j)
      if (game.balls[j]) {
        EXPECT_NE(proximity(Circle{*game.balls[i], layout.ball_radius}, Circle{*game.balls[j], layout.ball_radius}),
                  Proximity::overlapping)
            << i << " and " << j;
      }
  }
}

void expect_scores_to_add_up(const Game& game, const Game& next) {
  for (std::size_t player = 0; player < 2; ++player)
    EXPECT_EQ(next.score[player], game.score[player] + next.verdict.points[player]);
  EXPECT_EQ(next.verdict.player, game.turn);
  if (!next.over) {
    EXPECT_EQ(next.verdict.turn_passes, next.turn != game.turn);
  }
}

/// Balls come back only when they are spotted, placed, put back or racked.
void expect_balls_to_be_conserved(const Game& game, const Action& action, const Game& next) {
  EXPECT_EQ(next.balls.size(), game.balls.size());
  const bool racked = next.racks != game.racks;
  const bool put_back = std::holds_alternative<Choice>(action) && std::get<Choice>(action) == Choice::replay;
  if (racked || put_back) return;
  for (int ball = 0; ball < static_cast<int>(game.balls.size()); ++ball) {
    const auto index = static_cast<std::size_t>(ball);
    const bool placed = std::holds_alternative<Placement>(action) && std::get<Placement>(action).ball == ball;
    if (next.balls[index] && !game.balls[index]) {
      EXPECT_TRUE(placed || is_spotted(next, ball)) << ball;
    }
  }
}

void expect_eight_ball(const Game& game) {
  const auto& choices = game.choices;
  const bool may_spot = std::find(choices.begin(), choices.end(), Choice::spot_eight) != choices.end();
  if (!game.over) {
    EXPECT_EQ(game.balls[kEightBall].has_value(), !may_spot);
  }
}

void expect_nine_ball(const Game& game) {
  if (!game.over) {
    EXPECT_TRUE(game.balls[kNineBall]);
  }
  for (const int fouls : game.fouls_in_a_row) EXPECT_LE(fouls, game.over ? 3 : 2);
}

void expect_straight_pool(const Game& game) {
  if (!game.over) {
    EXPECT_GE(lying(game, 1, 15).size(), 2U);
  }
}

void expect_snooker(const Game& game) {
  if (game.over) return;
  const std::vector<int> reds = lying(game, 1, kReds);
  const std::vector<int> colours = lying(game, kYellow, kBlack);
  std::vector<int> highest(colours.size());
  std::iota(highest.begin(), highest.end(), kBlack + 1 - static_cast<int>(colours.size()));
  EXPECT_EQ(colours, highest);
  EXPECT_FALSE(colours.empty());
  if (game.on != BallOn::in_order) {
    EXPECT_EQ(colours.size(), 6U);
  }
  if (game.on == BallOn::in_order) {
    EXPECT_TRUE(reds.empty());
  }
  if (game.on == BallOn::red) {
    EXPECT_FALSE(reds.empty());
  }
}

void expect_three_cushion(const Game& game) {
  if (!game.over) {
    EXPECT_EQ(lying(game, 0, 2).size(), 3U);
  }
  EXPECT_LE(std::abs(game.innings[0] - game.innings[1]), 1);
}

void expect_possible(const Game& game) {
  expect_one_thing_to_do(game);
  expect_balls_apart_and_on_the_bed(game);
  switch (game.settings.kind) {
    case GameKind::eight_ball:
      return expect_eight_ball(game);
    case GameKind::nine_ball:
      return expect_nine_ball(game);
    case GameKind::straight_pool:
      return expect_straight_pool(game);
    case GameKind::snooker:
      return expect_snooker(game);
    case GameKind::three_cushion:
      return expect_three_cushion(game);
    case GameKind::practice:
      EXPECT_FALSE(game.over);
  }
}

void expect_undo_and_redo(GameHistory& history) {
  const Game last = history.game();
  while (history.undo()) {
  }
  EXPECT_EQ(history.game(), start(history.settings()));
  while (history.redo()) {
  }
  EXPECT_EQ(history.game(), last);
}

GameSettings short_settings(GameKind kind, std::uint64_t seed) {
  GameSettings settings = settings_for(kind, seed);
  settings.first_player = static_cast<int>(seed % 2);
  settings.race_to = 1 + static_cast<int>(seed % 3);
  settings.points = kind == GameKind::three_cushion ? 3 : 20;
  settings.equalizing_inning = seed % 4 != 0;
  return settings;
}

/// Returns how many of the games came to their end.
int play_games(GameKind kind) {
  int ended = 0;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    GameHistory history(short_settings(kind, seed));
    RandomPlayers players(seed);
    for (int n = 0; n < kMostActions && !history.game().over; ++n) {
      const Game game = history.game();
      const Action action = players.act(game);
      history.act(action);
      const Game& next = history.game();
      EXPECT_EQ(next, after(game, action));
      expect_possible(next);
      expect_scores_to_add_up(game, next);
      expect_balls_to_be_conserved(game, action, next);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << name(kind) << ", game " << seed << ", action " << n << ": " << describe(next);
        return ended;
      }
    }
    ended += history.game().over ? 1 : 0;
    expect_undo_and_redo(history);
  }
  return ended;
}

TEST(RandomGames, EightBallNeverComesToAnImpossibleState) {
  EXPECT_GT(play_games(GameKind::eight_ball), 0);
}
TEST(RandomGames, NineBallNeverComesToAnImpossibleState) {
  EXPECT_GT(play_games(GameKind::nine_ball), 0);
}
TEST(RandomGames, StraightPoolNeverComesToAnImpossibleState) {
  EXPECT_GT(play_games(GameKind::straight_pool), 0);
}
TEST(RandomGames, SnookerNeverComesToAnImpossibleState) {
  EXPECT_GT(play_games(GameKind::snooker), 0);
}
TEST(RandomGames, ThreeCushionNeverComesToAnImpossibleState) {
  EXPECT_GT(play_games(GameKind::three_cushion), 0);
}
TEST(RandomGames, PracticeNeverComesToAnImpossibleState) {
  play_games(GameKind::practice);
}

}  // namespace
}  // namespace carom::billiards::test
