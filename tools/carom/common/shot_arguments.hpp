#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/saved_game.hpp"
#include "carom/io/shot.hpp"

inline constexpr double kDegree = 3.14159265358979323846 / 180;  ///< in radians

/// The arguments by which a command names a shot: a shot file, or a table and the rest by options, which also replace
/// what a file says.
struct ShotArguments {
  std::string file;
  std::optional<std::string> speed;
  std::optional<double> heading;
  std::optional<std::string> tip;
  std::optional<double> elevation;
  std::optional<std::string> cue;
  std::vector<std::string> balls;  ///< NUMBER=X,Y
  std::optional<double> until;
  std::optional<std::size_t> most_events;

  /// Adds the arguments to `command`, which must not outlive them.
  void add_to(CLI::App& command);
  carom::io::ShotSetup read();
  /// The same of what the file holds; `name` is the file's in messages.
  carom::io::ShotSetup read(const std::string& text, const std::string& name);
  /// Once it has been read: the rack, if the file is one.
  std::optional<carom::io::RackFile> rack;
};

/// From the cue ball, which is there, to the nearest other ball; zero if there is none.
carom::Vec2 towards_nearest_ball(const carom::billiards::BallPlaces& places);

/// From x, anticlockwise.
double degrees(const carom::Vec2& heading);

/// The number of a ball: whole, from 0 to 9999. InputError that names the option if it is none.
int ball_number(const std::string& option, const std::string& text);

/// Plays it; what is refused is an InputError.
carom::billiards::Outcome play_as_asked(const carom::io::ShotSetup& setup);
