#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/shot.hpp"

#pragma GCC visibility push(default)

// Billiards to and from other programs: docs/formats/exchange.md.
namespace carom::io {

/// What files are of: Carom's own, pooltool's saved systems, FastFiz's states and logs, links of tailuge/billiards, its
/// recordings, and the dialect of recordings that it imports.
enum class ExchangeFormat {
  shot,          ///< a shot file of Carom
  saved_game,    ///< a saved game of Carom: read only
  trajectories,  ///< trajectories.csv of Carom
  pooltool_json,
  pooltool_msgpack,
  fastfiz,
  tailuge_link,
  tailuge_recordings,
  path_tracking
};

/// "shot", "saved-game", "trajectories", "pooltool-json", "pooltool-msgpack", "fastfiz", "tailuge-link",
/// "tailuge-recordings", "path-tracking".
std::string_view name(ExchangeFormat format);
/// nullopt if there is none of that name.
std::optional<ExchangeFormat> exchange_format_named(std::string_view name);
/// By what stands in it; nullopt if that is none of them.
std::optional<ExchangeFormat> exchange_format_of(const std::string& bytes);

/// Where a ball was seen from above, in metres, with the origin in the middle of the table and x along it.
struct BallTrack {
  int number = 0;
  std::vector<double> times;  ///< s, ascending; as many as places
  std::vector<Vec2> places;
};

/// A shot that was filmed, or played by another program.
struct RecordedShot {
  std::string name;
  std::vector<BallTrack> tracks;
};

/// What a file holds: positions with a stroke each, or recorded shots.
struct Exchange {
  std::vector<ShotSetup> shots;
  std::vector<RecordedShot> recordings;
  std::vector<std::string> notes;  ///< what it says that Carom has no place for: a sentence each
};

/// Reads a file, or a link. InputError names the file (`origin`), the place in it, the value found there and what was
/// expected. Tables named in a shot file are looked for beside `origin`.
Exchange read_exchange(const std::string& bytes, const std::string& origin, ExchangeFormat format);

struct ExchangeFile {
  std::string bytes;
  std::vector<std::string> notes;  ///< what the other program has no place for: a sentence each
};

/// The same for another program. `played`: for pooltool, shots are played, and their events and the balls' states after
/// each are in the file. InputError for what it cannot hold at all: a number of shots other than it takes,
/// balls that it has not, a table that cannot be said.
ExchangeFile write_exchange(const Exchange& exchange, ExchangeFormat format, bool played = false);

/// The file, whole and with the disk; InputError if it is there already and may not be written over.
void write_exchange_file(const std::filesystem::path& file, const std::string& bytes, bool overwrite);

}  // namespace carom::io

#pragma GCC visibility pop
