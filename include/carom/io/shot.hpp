#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/billiards/shot.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// What one shot is played with: docs/formats/shot.md.
struct ShotSetup {
  std::string name;
  billiards::Table table;
  billiards::TableState state;
  billiards::Strike strike;
  billiards::ShotOptions options;
};

/// The cue of that name: "playing", "low_deflection", "break" or "jump"; InputError if there is none.
billiards::Cue cue_named(const std::string& name);

/// The direction at this angle, in degrees, anticlockwise from x.
Vec2 heading_at(double degrees);

/// Reads a shot file. InputError names the file, the place in it, the value found there and what was expected. A table
/// named in it is looked for beside it.
ShotSetup parse_shot(const std::string& text, const std::filesystem::path& file);
ShotSetup read_shot(const std::filesystem::path& file);
/// The shot file, with its table in it, that reads back as this; velocities of balls and balls off the table are not in
/// it, and an arc's radius is that of its start. Numbers are the shortest decimals that read back as the same doubles,
/// angles in degrees.
std::string write_shot_file(const ShotSetup& setup);
/// Whether the text of a file is a shot rather than a table. InputError if it is no JSON.
bool is_shot(const std::string& text, const std::filesystem::path& file);

std::string_view name(billiards::ShotEventKind kind);
std::string_view name(billiards::Phase phase);

/// How the cue ball meets the first ball, seen from above: the cut is between its way and the line of centres, the
/// throw between that line and the way of the ball that was hit; both in degrees, anticlockwise positive.
struct FirstHit {
  int ball = -1;                      ///< number of the ball that is hit
  double time = 0;                    ///< s
  double speed = 0;                   ///< m/s, of the cue ball
  double cut = 0;                     ///< −180 to 180
  double fullness = 0;                ///< 1 − |sin cut|: 1 full, ½ half a ball
  std::optional<double> throw_angle;  ///< none where several balls share the blow
};

/// nullopt if the cue ball meets none.
std::optional<FirstHit> first_hit(const ShotSetup& setup, const billiards::Outcome& outcome);

/// Which models were asked for more than what they rest on: a sentence for each, with the fastest ball.
std::vector<std::string> shot_notes(const ShotSetup& setup, const billiards::Outcome& outcome);

/// The outcome as JSON, as events in CSV, and as a page that draws the table and plays the shot, each in one text.
std::string outcome_json(const ShotSetup& setup, const billiards::Outcome& outcome);
std::string outcome_csv(const billiards::Outcome& outcome);
std::string shot_report(const ShotSetup& setup, const billiards::Outcome& outcome);

/// How the trajectories of a shot are written (docs/formats/shot.md).
enum class TrajectoriesFile { csv, h5 };

/// report.html, outcome.json and events.csv in a folder: all of them or none. InputError if they would take the place
/// of files that Carom did not write, or that somebody changed since, unless these may be written over. With
/// `trajectories`, so many rows a second, trajectories.csv or trajectories.h5 too; at most 10⁷ rows.
void write_shot(const ShotSetup& setup, const billiards::Outcome& outcome, const std::filesystem::path& folder,
                bool overwrite = false, std::optional<double> trajectories = std::nullopt,
                TrajectoriesFile trajectories_file = TrajectoriesFile::csv);

}  // namespace carom::io

#pragma GCC visibility pop
