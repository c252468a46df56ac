#pragma once
#include <cstdint>
#include <string>

#include "carom/billiards/game.hpp"
#include "carom/io/scene.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// How shots are saved: with all that they did; or those whose stroke is known, on a regulation table, by the stroke
/// alone, which is short enough for a link: they are played again when the game is read.
enum class SavedShots { facts, strikes };

/// A game with all its actions as one line of JSON without its end (docs/formats/saved-game.md). Numbers are the
/// shortest decimals that read back as the same doubles, so that reading gives the same history, bit for bit.
std::string write_saved_game(const billiards::GameHistory& history, SavedShots shots = SavedShots::facts);

/// Plays the saved actions again, so that what is read is a game that the rules allow. InputError names the place in
/// the text, the value found there and what was expected, or the action that the game refuses, and why.
billiards::GameHistory read_saved_game(const std::string& text, const std::string& origin);

/// What `carom rack` tells of a rack (docs/formats/rack.md).
struct RackFile {
  billiards::GameKind game = billiards::GameKind::practice;
  billiards::Table table;
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  billiards::RackOptions options{};
  billiards::BallPlaces balls;
};

/// Whether the text of a file is a rack. InputError if it is no JSON.
bool is_rack(const std::string& text, const std::string& origin);
/// InputError names the place in the text, the value found there and what was expected.
RackFile parse_rack(const std::string& text, const std::string& origin);

/// The balls of `carom rack` as JSON (docs/formats/rack.md).
std::string write_rack(billiards::GameKind kind, const billiards::Layout& layout, std::uint64_t seed,
                       std::uint64_t number, const billiards::RackOptions& options);

/// The game of that name, "eight-ball" or "nine-ball" or …; InputError if there is none.
billiards::GameKind game_named(const std::string& name);

/// The table of that name: "pool_7ft", "pool_8ft", "pool_9ft", "snooker_12ft" or "carom_10ft"; InputError if there is
/// none.
billiards::Layout layout_named(const std::string& name);

}  // namespace carom::io

#pragma GCC visibility pop
