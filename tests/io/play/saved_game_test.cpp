#include "carom/io/saved_game.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "property/billiards/random_games.hpp"

namespace carom::io {
namespace {

using billiards::GameHistory;
using billiards::GameKind;

constexpr std::array kKinds = {GameKind::eight_ball, GameKind::nine_ball,     GameKind::straight_pool,
                               GameKind::snooker,    GameKind::three_cushion, GameKind::practice};

GameHistory random_game(GameKind kind, std::uint64_t seed, int actions) {
  GameHistory history(billiards::settings_for(kind, seed));
  billiards::test::RandomPlayers players(seed);
  for (int n = 0; n < actions && !history.game().over; ++n) history.act(players.act(history.game()));
  return history;
}

/// What reading the text says.
std::string error_of(const std::string& text) {
  try {
    read_saved_game(text, "game.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SavedGame, ReadsBackAsTheSameHistoryToTheBit) {
  for (const GameKind kind : kKinds)
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      GameHistory history = random_game(kind, seed, 60);
      for (std::uint64_t n = 0; n < seed; ++n) history.undo();
      const std::string text = write_saved_game(history);
      const GameHistory read = read_saved_game(text, "");
      EXPECT_EQ(read, history);
      EXPECT_EQ(write_saved_game(read), text);
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
}

TEST(SavedGame, OtherTablesAreSavedInFull) {
  billiards::GameSettings settings = billiards::settings_for(GameKind::nine_ball);
  settings.layout.length = 2.6;
  const GameHistory history(settings);
  EXPECT_EQ(read_saved_game(write_saved_game(history), ""), history);
}

TEST(SavedGame, OnlyTheGameIsNeeded) {
  const GameHistory history = read_saved_game(R"({"carom_game":1,"settings":{"game":"snooker"},"actions":[]})", "");
  EXPECT_EQ(history, GameHistory(billiards::settings_for(GameKind::snooker)));
}

TEST(SavedGame, ErrorsNameThePlaceTheValueAndWhatWasExpected) {
  EXPECT_EQ(error_of(R"({"carom_game":2,"settings":{"game":"snooker"},"actions":[]})"),
            "game.json: carom_game: got 2, expected a whole number from 1 to 1");
  EXPECT_EQ(error_of(R"({"carom_game":1,"settings":{"game":"snoker"},"actions":[]})"),
            "game.json: settings.game: got \"snoker\", expected eight-ball, nine-ball, straight-pool, snooker, "
            "three-cushion or practice; did you mean \"snooker\"?");
  EXPECT_EQ(error_of(R"({"carom_game":1,"settings":{"game":"snooker","gap":1},"actions":[]})"),
            "game.json: settings: got gap is 1: it must be between 1e-09 and 0.005, expected settings that a game can "
            "begin with");
  EXPECT_EQ(error_of(R"({"carom_game":1,"settings":{"game":"nine-ball"},"actions":[{"jump":1}]})"),
            "game.json: actions[0]: got {\"jump\":1}, expected an object with the field \"place\", \"choose\", "
            "\"shot\" or \"strike\"");
  EXPECT_EQ(error_of(R"({"carom_game":1,"settings":{"game":"nine-ball"},"actions":[],"position":1})"),
            "game.json: position: got 1, expected a whole number from 0 to 0");
  EXPECT_EQ(error_of("[]"), "game.json: the game: got [], expected an object");
}

/// Strokes at the first ball that is on, in hand from where the cue ball waits.
GameHistory struck_game(GameKind kind, int shots) {
  GameHistory history(billiards::settings_for(kind, 3));
  const billiards::Table table = kind == GameKind::snooker         ? billiards::snooker_table()
                                 : kind == GameKind::three_cushion ? billiards::carom_table()
                                                                   : billiards::pool_table();
  billiards::ShotPlayer player(table);
  billiards::test::RandomPlayers players(1);
  for (int n = 0; n < 10 * shots && !history.game().over; ++n) {
    const billiards::Game& game = history.game();
    const auto action = players.act(game);
    const auto* const shot = std::get_if<billiards::Shot>(&action);
    if (shot == nullptr) {
      history.act(action);
      continue;
    }
    const Vec2 cue = *game.balls[static_cast<std::size_t>(billiards::cue_ball(game))];
    const int target = billiards::balls_on(game, shot->call.ball).front();
    const Vec2 heading = *game.balls[static_cast<std::size_t>(target)] - cue;
    history.act(take_shot(player, game, shot->call, {.speed = 3.1, .heading = heading, .side = 0.1, .height = 0.07}));
  }
  return history;
}

TEST(SavedGame, StrokesAreEnoughToPlayTheGameAgainToTheBit) {
  for (const GameKind kind : kKinds) {
    const GameHistory history = struck_game(kind, 2);
    const std::string strokes = write_saved_game(history, SavedShots::strikes);
    EXPECT_EQ(read_saved_game(strokes, ""), history);
    EXPECT_EQ(read_saved_game(write_saved_game(history), ""), history);
    EXPECT_LT(strokes.size(), 300 + 200 * history.actions().size());
  }
}

TEST(SavedGame, StrokesArePlayedOnPoolTablesOfEverySize) {
  for (const char* table : {"pool_7ft", "pool_8ft", "pool_9ft"}) {
    const std::string begin = R"({"carom_game":1,"settings":{"game":"nine-ball","table":")" + std::string(table);
    EXPECT_EQ(error_of(begin + R"("},"actions":[{"strike":{"speed":1,"heading":[1,0],"tip":[0,0],"elevation":0}}]})"),
              "no error")
        << table;
  }
}

TEST(SavedGame, AStrokeThatCannotBePlayedIsAnError) {
  const std::string begin = R"({"carom_game":1,"settings":{"game":"nine-ball")";
  EXPECT_EQ(error_of(begin + R"(},"actions":[{"strike":{"speed":1,"heading":[1,0],"tip":[0.9,0],"elevation":0}}]})")
                .rfind("game.json: actions[0]: got a shot that is refused (", 0),
            0U);
  EXPECT_NE(
      error_of(begin + R"(,"table":{"length":2.6,"width":1.3,"ball_radius":0.03,"head_line":-0.6,"foot_spot":0.6,)"
                       R"("d_radius":0,"black_spot":0,"starting_spot":0,"pockets":[]}},)"
                       R"("actions":[{"strike":{"speed":1,"heading":[1,0],"tip":[0,0],"elevation":0}}]})")
          .find("regulation tables only"),
      std::string::npos);
}

TEST(SavedGame, AnActionThatTheRulesRefuseIsAnError) {
  EXPECT_EQ(error_of(R"({"carom_game":1,"settings":{"game":"nine-ball"},"actions":[{"place":0,"at":[0,0]}]})"),
            "game.json: actions[0]: got an action that is refused (the cue ball must lie behind the head string), "
            "expected one that the rules allow");
}

// tests/formats/schema.py asks the schema the same.
TEST(SavedGame, ReaderAgreesWithTheSchemaOnTheCases) {
  std::ifstream file(std::filesystem::path(CAROM_SOURCE_DIR) / "tests/formats/saved_game_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  for (const auto& [name, game] : cases["good"].items()) EXPECT_EQ(error_of(game.dump()), "no error") << name;
  for (const auto& [name, game] : cases["bad"].items()) EXPECT_NE(error_of(game.dump()), "no error") << name;
}

TEST(RackFile, HoldsTheRackToTheBit) {
  const billiards::Layout layout = billiards::pool_layout();
  const std::string text = write_rack(GameKind::nine_ball, layout, 3, 1, {});
  EXPECT_EQ(text, write_rack(GameKind::nine_ball, layout, 3, 1, {}));
  EXPECT_NE(text.find(R"("table":"pool_9ft")"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
