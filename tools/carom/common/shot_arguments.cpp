#include "common/shot_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/billiards/referee.hpp"
#include "carom/io/input_file.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/table.hpp"
#include "common/units.hpp"
#include "common/usage.hpp"

namespace {

using namespace carom::billiards;
using carom::Vec2;
using carom::io::InputError;
using carom::io::ShotSetup;

constexpr std::size_t kMostEvents = 100'000'000;

using Reader = double (&)(const std::string& option, const std::string& text);

Vec2 pair(const std::string& option, const std::string& text, Reader one) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos)
    throw InputError(fmt::format("{}: got \"{}\", expected two numbers with a comma between them", option, text));
  return {one(option, text.substr(0, comma)), one(option, text.substr(comma + 1))};
}

ShotBall ball(const Table& table, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) throw InputError(fmt::format("--ball: got \"{}\", expected NUMBER=X,Y", text));
  return resting_ball(table, ball_number("--ball", text.substr(0, equals)),
                      pair("--ball", text.substr(equals + 1), length));
}

/// The middle of the widest free place, of a grid of 4096.
Vec2 roomiest_place(const Table& table) {
  constexpr int kCells = 64;
  Vec2 low = table.cushions.front().from;
  Vec2 high = low;
  for (const CushionPart& part : table.cushions)
    for (int k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], part.from[k]);
      high[k] = std::max(high[k], part.from[k]);
    }
  Vec2 best = low;
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const Vec2 place{low.x + (high.x - low.x) * (i + 0.5) / kCells, low.y + (high.y - low.y) * (j + 0.5) / kCells};
      if (!pocket_at(table, place) && clearance(table, place) > clearance(table, best)) best = place;
    }
  return best;
}

/// The cue ball alone on the head spot, the brown spot, the first spot that there is, or where there is most room.
ShotBall lonely_cue_ball(const Table& table) {
  for (const char* name : {"head", "brown"})
    if (const Spot* spot = table.spot(name)) return resting_ball(table, 0, spot->position);
  return resting_ball(table, 0, table.spots.empty() ? roomiest_place(table) : table.spots.front().position);
}

/// A stroke at the nearest ball, full.
ShotSetup break_of(const carom::io::RackFile& rack, const std::string& name) {
  ShotSetup setup;
  setup.name = std::string(carom::billiards::name(rack.game)) + "-break";
  setup.table = rack.table;
  setup.state = table_state(rack.table, rack.balls);
  setup.strike.speed = 2;
  if (!rack.balls[kCueBall]) throw InputError(name + ": balls: got none with number 0, expected the cue ball");
  if (const Vec2 way = towards_nearest_ball(rack.balls); !is_zero(way)) setup.strike.heading = way;
  return setup;
}

}  // namespace

Vec2 towards_nearest_ball(const BallPlaces& places) {
  const Vec2 cue_ball = *places[kCueBall];
  Vec2 nearest{};
  for (std::size_t ball = 1; ball < places.size(); ++ball) {
    if (!places[ball]) continue;
    const Vec2 way = *places[ball] - cue_ball;
    if (is_zero(nearest) || norm(way) < norm(nearest)) nearest = way;
  }
  return nearest;
}

double degrees(const Vec2& heading) {
  return std::atan2(heading.y, heading.x) / kDegree;
}

int ball_number(const std::string& option, const std::string& text) {
  const double value = number(option, text);
  if (value < 0 || value > 9999 || value != std::floor(value))
    throw InputError(fmt::format("{}: got \"{}\", expected a whole number from 0 to 9999", option, text));
  return static_cast<int>(value);
}

void ShotArguments::add_to(CLI::App& command) {
  command
      .add_option("FILE", file,
                  "A table, a rack (carom rack), or a shot with everything\nin it; - is the standard input")
      ->required();
  command.add_option("--speed", speed, "Speed of the cue, in m/s, or with mph, km/h or ft/s;\n2 if not given")
      ->type_name("V");
  command.add_option("--heading", heading, "Where the cue points, in degrees anticlockwise from x")->type_name("DEG");
  command.add_option("--tip", tip, "Where the tip meets the ball: right and up of its centre, in radii")
      ->type_name("A,B");
  command.add_option("--elevation", elevation, "Of the cue's butt, in degrees")->type_name("DEG");
  command.add_option("--cue", cue, "playing (the default), low_deflection, break or jump")->type_name("CUE");
  command.add_option("--ball", balls, "A ball and its place, in m, or with in, ft, cm or mm;\nmay be given many times")
      ->type_name("N=X,Y");
  command.add_option("--until", until, "Stop at this time, in s")->type_name("T");
  command.add_option("--most-events", most_events, "Stop after this many events")->type_name("N")->check(whole_number);
}

ShotSetup ShotArguments::read() {
  if (file == "-") return read(carom::io::InputFile::standard_input().read_all(), "stdin");
  return read(carom::io::read_text(file), file);
}

ShotSetup ShotArguments::read(const std::string& text, const std::string& name) {
  ShotSetup setup;
  if (carom::io::is_shot(text, name)) {
    setup = carom::io::parse_shot(text, name);
  } else if (carom::io::is_rack(text, name)) {
    rack = carom::io::parse_rack(text, name);
    setup = break_of(*rack, name);
  } else {
    setup.name = std::filesystem::path(name).stem().string() + "-shot";
    setup.table = carom::io::parse_table(text, name);
    setup.strike.speed = 2;
    if (balls.empty()) setup.state.balls = {lonely_cue_ball(setup.table)};
  }
  for (const std::string& one : balls) {
    const ShotBall given = ball(setup.table, one);
    if (ShotBall* known = setup.state.find(given.number))
      *known = given;
    else
      setup.state.balls.push_back(given);
  }
  if (speed) setup.strike.speed = ::speed("--speed", *speed);
  if (heading) setup.strike.heading = carom::io::heading_at(*heading);
  if (elevation) setup.strike.elevation = *elevation * kDegree;
  if (cue) setup.options.cue = carom::io::cue_named(*cue);
  if (tip) {
    const Vec2 offset = pair("--tip", *tip, number);
    setup.strike.side = offset.x;
    setup.strike.height = offset.y;
  }
  if (until && !(*until >= 0)) throw InputError(fmt::format("--until: got {}, expected a number >= 0", *until));
  if (most_events && (*most_events < 1 || *most_events > kMostEvents))
    throw InputError(
        fmt::format("--most-events: got {}, expected a whole number from 1 to {}", *most_events, kMostEvents));
  if (until) setup.options.until = *until;
  if (most_events) setup.options.most_events = *most_events;
  return setup;
}

Outcome play_as_asked(const ShotSetup& setup) {
  try {
    return play(setup.table, setup.state, setup.strike, setup.options);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}
