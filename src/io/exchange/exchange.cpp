#include "carom/io/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "carom/billiards/referee.hpp"
#include "carom/io/saved_game.hpp"
#include "io/exchange/formats.hpp"
#include "io/json/short_name.hpp"
#include "io/play/regulation_table.hpp"
#include "io/run/durable_file.hpp"

namespace carom::io {
namespace {

constexpr std::array<std::pair<std::string_view, ExchangeFormat>, 9> kFormats = {
    {{"shot", ExchangeFormat::shot},
     {"saved-game", ExchangeFormat::saved_game},
     {"trajectories", ExchangeFormat::trajectories},
     {"pooltool-json", ExchangeFormat::pooltool_json},
     {"pooltool-msgpack", ExchangeFormat::pooltool_msgpack},
     {"fastfiz", ExchangeFormat::fastfiz},
     {"tailuge-link", ExchangeFormat::tailuge_link},
     {"tailuge-recordings", ExchangeFormat::tailuge_recordings},
     {"path-tracking", ExchangeFormat::path_tracking}}};

std::optional<ExchangeFormat> json_format(const std::string& text) {
  Json json;
  try {
    json = parse_json(text, "");
  } catch (const InputError&) {  // whoever reads it says what is wrong
    return std::nullopt;
  }
  if (json.is_array()) return ExchangeFormat::tailuge_recordings;
  if (!json.is_object()) return std::nullopt;
  constexpr std::array<std::pair<const char*, ExchangeFormat>, 6> kMarks = {
      {{"carom_shot", ExchangeFormat::shot},
       {"carom_game", ExchangeFormat::saved_game},
       {"multisystem", ExchangeFormat::pooltool_json},
       {"cue", ExchangeFormat::pooltool_json},
       {"PathTracking", ExchangeFormat::path_tracking},
       {"init", ExchangeFormat::tailuge_link}}};
  for (const auto& [field, format] : kMarks)
    if (json.contains(field)) return format;
  return std::nullopt;
}

/// The strokes of a game that are known, each from the balls as they lay.
Exchange read_game(const std::string& text, const std::string& origin) {
  const billiards::GameHistory history = read_saved_game(text, origin);
  Exchange exchange;
  const std::optional<billiards::Table> table = regulation_table(history.settings().layout);
  if (!table) throw input_error(origin, "settings.table", "a table of its own", "the name of a regulation table");
  std::size_t unknown = 0;
  billiards::GameHistory replay(history.settings());
  for (const billiards::Action& action : history.actions()) {
    const auto* const shot = std::get_if<billiards::Shot>(&action);
    if (shot != nullptr && shot->strike) {
      ShotSetup& setup = exchange.shots.emplace_back();
      setup.name = fmt::format("{}-{}", short_name_from(origin), exchange.shots.size() - 1);
      setup.table = *table;
      setup.strike = *shot->strike;
      setup.options.cue_ball = billiards::cue_ball(replay.game());
      setup.state = billiards::table_state(setup.table, replay.game().balls);
    } else if (shot != nullptr) {
      ++unknown;
    }
    replay.act(action);
  }
  if (unknown > 0) exchange.notes.push_back(fmt::format("{} shots have no stroke; left out", unknown));
  exchange.notes.emplace_back("scores, calls and choices of the game are left out");
  if (exchange.shots.empty()) throw input_error(origin, "actions", "no stroke", "shots with a strike");
  return exchange;
}

const ShotSetup& only_shot(const Exchange& exchange, const char* program) {
  if (exchange.shots.size() != 1)
    throw InputError(fmt::format("the shots: got {}, expected one, of which {} holds; name it by --shot",
                                 exchange.shots.size(), program));
  return exchange.shots.front();
}

const std::vector<ShotSetup>& some_shots(const Exchange& exchange) {
  if (exchange.shots.empty()) throw InputError("the shots: got recordings alone, expected positions with strokes");
  return exchange.shots;
}

const std::vector<RecordedShot>& some_recordings(const Exchange& exchange) {
  if (exchange.recordings.empty())
    throw InputError("the recordings: got shots alone, expected tracks; carom shot --trajectories writes some");
  return exchange.recordings;
}

const RecordedShot& only_recording(const Exchange& exchange) {
  if (some_recordings(exchange).size() != 1)
    throw InputError(
        fmt::format("the recordings: got {}, expected one; name it by --shot", exchange.recordings.size()));
  return exchange.recordings.front();
}

}  // namespace

void note_balls(const std::vector<int>& balls, const std::string& what, Notes& notes) {
  if (balls.empty()) return;
  notes.push_back(fmt::format("{} {}: {}", balls.size() == 1 ? "ball" : "balls", fmt::join(balls, ", "), what));
}

std::string_view first_line(std::string_view text) {
  constexpr const char* kBlank = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view name(ExchangeFormat format) {
  return kFormats[static_cast<std::size_t>(format)].first;
}

std::optional<ExchangeFormat> exchange_format_named(std::string_view word) {
  for (const auto& [name, format] : kFormats)
    if (name == word) return format;
  return std::nullopt;
}

std::optional<ExchangeFormat> exchange_format_of(const std::string& bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(bytes.front());
  if (first >= 0x80 && (first < 0x90 || first == 0xde || first == 0xdf)) return ExchangeFormat::pooltool_msgpack;
  const std::string_view line = first_line(bytes);
  if (line.starts_with("http://") || line.starts_with("https://") || line.starts_with('?'))
    return ExchangeFormat::tailuge_link;
  if (line.starts_with("time,ball,")) return ExchangeFormat::trajectories;
  const std::string_view word = line.substr(0, line.find(' '));
  for (const std::string_view start : {"GTYPE", "STATE", "TSTATE", "SHOT", "TSHOT", "COMMENT"})
    if (word == start) return ExchangeFormat::fastfiz;
  return json_format(bytes);
}

Exchange read_exchange(const std::string& bytes, const std::string& origin, ExchangeFormat format) {
  switch (format) {
    case ExchangeFormat::shot:
      return {{parse_shot(bytes, origin)}, {}, {}};
    case ExchangeFormat::saved_game:
      return read_game(bytes, origin);
    case ExchangeFormat::trajectories:
      return read_trajectories(bytes, origin);
    case ExchangeFormat::pooltool_json:
      return read_pooltool(parse_json(bytes, origin), origin);
    case ExchangeFormat::pooltool_msgpack:
      return read_pooltool(read_pooltool_msgpack(bytes, origin), origin);
    case ExchangeFormat::fastfiz:
      return read_fastfiz(bytes, origin);
    case ExchangeFormat::tailuge_link:
      return read_tailuge_link(bytes, origin);
    case ExchangeFormat::tailuge_recordings:
      return read_tailuge_recordings(parse_json(bytes, origin), origin);
    case ExchangeFormat::path_tracking:
      return read_path_tracking(parse_json(bytes, origin), origin);
  }
  return {};
}

ExchangeFile write_exchange(const Exchange& exchange, ExchangeFormat format, bool played) {
  ExchangeFile file;
  switch (format) {
    case ExchangeFormat::shot:
      file.bytes = write_shot_file(only_shot(exchange, "a shot file"));
      break;
    case ExchangeFormat::saved_game:
      throw InputError("saved-game: got a format to write, expected one to read");
    case ExchangeFormat::trajectories:
      file.bytes = write_trajectories(only_recording(exchange), file.notes);
      break;
    case ExchangeFormat::pooltool_json:
      file.bytes = pooltool_json(some_shots(exchange), played, file.notes).dump(2) + "\n";
      break;
    case ExchangeFormat::pooltool_msgpack:
      file.bytes = write_pooltool_msgpack(pooltool_json(some_shots(exchange), played, file.notes));
      break;
    case ExchangeFormat::fastfiz:
      file.bytes = write_fastfiz(some_shots(exchange), file.notes);
      break;
    case ExchangeFormat::tailuge_link:
      file.bytes = write_tailuge_link(only_shot(exchange, "a link"), file.notes);
      break;
    case ExchangeFormat::tailuge_recordings:
      file.bytes = write_tailuge_recordings(some_recordings(exchange));
      break;
    case ExchangeFormat::path_tracking:
      file.bytes = write_path_tracking(only_recording(exchange), file.notes);
      break;
  }
  return file;
}

void write_exchange_file(const std::filesystem::path& file, const std::string& bytes, bool overwrite) {
  if (!overwrite && std::filesystem::exists(std::filesystem::symlink_status(file)))
    throw InputError(
        fmt::format("{}: got a file that is there already, expected a new name, or --force", file.string()));
  write_whole(file, bytes);
}

}  // namespace carom::io
