#include "carom/io/shot_batch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <mutex>
#include <string_view>

#include "carom/io/scene.hpp"
#include "io/run/output_file.hpp"
#include "io/trajectory/hdf5_file.hpp"

namespace carom::io {
namespace {

using namespace billiards;

/// A column of a batch: its name, and what it holds of a row.
struct Column {
  std::string name;
  std::function<double(const ShotRow&)> value;
  bool is_whole = false;
};

double place_number(const ShotBall& ball) {
  return static_cast<double>(static_cast<int>(ball.place));
}

std::vector<Column> columns_of(const ShotSetup& setup) {
  std::vector<Column> columns = {
      {"speed", [](const ShotRow& row) { return row.strike.speed; }},
      {"heading_x", [](const ShotRow& row) { return row.strike.heading.x / norm(row.strike.heading); }},
      {"heading_y", [](const ShotRow& row) { return row.strike.heading.y / norm(row.strike.heading); }},
      {"side", [](const ShotRow& row) { return row.strike.side; }},
      {"height", [](const ShotRow& row) { return row.strike.height; }},
      {"elevation", [](const ShotRow& row) { return row.strike.elevation; }},
      {"miscue", [](const ShotRow& row) { return row.miscue ? 1. : 0.; }, true},
      {"events", [](const ShotRow& row) { return static_cast<double>(row.events); }, true},
      {"duration", [](const ShotRow& row) { return row.duration; }},
      {"first_ball", [](const ShotRow& row) { return row.first_ball; }, true},
      {"cushions", [](const ShotRow& row) { return static_cast<double>(row.cushions); }, true},
      {"reached", [](const ShotRow& row) { return row.reached ? 1. : 0.; }, true},
      {"complete", [](const ShotRow& row) { return row.complete ? 1. : 0.; }, true}};
  for (std::size_t i = 0; i < setup.state.balls.size(); ++i) {
    const std::string ball = "ball_" + std::to_string(setup.state.balls[i].number);
    columns.push_back({ball + "_place", [i](const ShotRow& row) { return place_number(row.balls[i]); }, true});
    columns.push_back({ball + "_pocket", [i](const ShotRow& row) { return row.balls[i].pocket; }, true});
    columns.push_back({ball + "_x", [i](const ShotRow& row) { return row.balls[i].state.position.x; }});
    columns.push_back({ball + "_y", [i](const ShotRow& row) { return row.balls[i].state.position.y; }});
  }
  return columns;
}

void write_csv(const std::vector<Column>& columns, const std::vector<ShotRow>& rows,
               const std::filesystem::path& path) {
  OutputFile file(path);
  file.write("shot");
  for (const Column& column : columns) file.write("," + column.name);
  file.write('\n');
  for (std::size_t k = 0; k < rows.size(); ++k) {
    file.write_integer(static_cast<std::int64_t>(k));
    for (const Column& column : columns) {
      file.write(',');
      const double value = column.value(rows[k]);
      if (column.is_whole)
        file.write_integer(static_cast<std::int64_t>(value));
      else
        file.write(value);
    }
    file.write('\n');
  }
  file.close();
}

void write_h5(const ShotSetup& setup, const std::vector<Column>& columns, const std::vector<ShotRow>& rows,
              const std::filesystem::path& path) {
  hdf5::File file(path);
  for (const char* group : {"/carom", "/shots"}) file.make_group(group);
  file.attribute("/carom", "format", "shots");
  file.attribute("/carom", "version", 1);
  file.attribute("/carom", "creator", "carom " CAROM_VERSION);
  file.attribute("/carom", "table", setup.table.name);
  for (const Column& column : columns) {
    hdf5::RowType type;
    type.type = column.is_whole ? hdf5::lib().native_int64 : hdf5::lib().native_double;
    type.noisy = !column.is_whole;
    hdf5::Series series(file, "/shots/" + column.name, type);
    for (const ShotRow& row : rows) {
      const double value = column.value(row);
      const auto whole = static_cast<std::int64_t>(value);
      series.append(column.is_whole ? static_cast<const void*>(&whole) : &value);
    }
    series.finish();
  }
  file.close();
}

constexpr std::string_view kCsvStart = "shot,speed,heading_x,heading_y,side,height,elevation,miscue,";

bool begins_with(const std::filesystem::path& file, std::string_view expected) {
  std::string start(expected.size(), '\0');
  std::ifstream stream(file, std::ios::binary);
  return stream.read(start.data(), static_cast<std::streamsize>(start.size())) && start == expected;
}

bool is_h5_of_batch(const std::filesystem::path& file) {
  using hdf5::lib;
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  if (!begins_with(file, kSignature)) return false;
  const hdf5::Handle opened(lib().H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), lib().H5Fclose);
  const auto has = [&](const char* group) { return lib().H5Lexists(opened, group, H5P_DEFAULT) > 0; };
  return opened >= 0 && has("/carom") && has("/shots");
}

ShotRow row_of(const Strike& strike, const Outcome& outcome, int cue_ball, const ShotGoal& goal) {
  ShotRow row;
  row.strike = strike;
  row.complete = outcome.complete;
  row.events = outcome.events.size();
  row.duration = outcome.duration;
  row.balls = outcome.state.balls;
  for (const ShotEvent& event : outcome.events) {
    if (event.kind == ShotEventKind::cushion && event.ball == cue_ball) ++row.cushions;
    const bool meets = event.kind == ShotEventKind::ball_ball && (event.ball == cue_ball || event.other == cue_ball);
    if (meets && row.first_ball < 0) row.first_ball = event.ball == cue_ball ? event.other : event.ball;
  }
  row.reached = goal && goal(outcome);
  return row;
}

}  // namespace

std::vector<ShotRow> play_batch(const ShotSetup& setup, const std::vector<Strike>& strikes, unsigned threads,
                                const ShotGoal& goal, const std::function<bool(std::size_t done)>& progress) {
  constexpr std::size_t kChunk = 4096;
  std::vector<ShotRow> rows;
  for (std::size_t from = 0; from < strikes.size() && progress(from); from += kChunk) {
    const std::size_t to = std::min(strikes.size(), from + kChunk);
    rows.resize(to);
    std::vector<Strike> played;
    std::vector<std::size_t> place;
    for (std::size_t k = from; k < to; ++k) {
      rows[k].strike = strikes[k];
      rows[k].miscue = is_miscue(strikes[k], setup.options.cue);
      rows[k].balls = setup.state.balls;
      if (rows[k].miscue) continue;
      played.push_back(strikes[k]);
      place.push_back(k);
    }
    play_all(setup.table, setup.state, played, setup.options, threads, [&](std::size_t k, const Outcome& outcome) {
      rows[place[k]] = row_of(played[k], outcome, setup.options.cue_ball, goal);
    });
  }
  progress(rows.size());
  return rows;
}

void expect_batch_or_nothing(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return;
  if (!std::filesystem::is_regular_file(file, error))
    throw InputError(fmt::format("{}: is no plain file: expected the name of one, or a new name", file.string()));
  if (!begins_with(file, kCsvStart) && !is_h5_of_batch(file))
    throw InputError(
        fmt::format("{}: is there already, and is no table of shots: give another name, move it away, or "
                    "let it be overwritten (--force)",
                    file.string()));
}

void write_batch(const ShotSetup& setup, const std::vector<ShotRow>& rows, const std::filesystem::path& file) {
  const std::vector<Column> columns = columns_of(setup);
  const std::filesystem::path folder = file.parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder);
  // Nothing half-written is left behind.
  const std::filesystem::path draft = folder / (".carom-" + file.filename().string());
  try {
    if (file.extension() == ".h5")
      write_h5(setup, columns, rows, draft);
    else
      write_csv(columns, rows, draft);
    std::filesystem::rename(draft, file);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(draft, ignored);
    throw;
  }
}

}  // namespace carom::io
