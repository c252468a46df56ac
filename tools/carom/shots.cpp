#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "breaks.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/shot_batch.hpp"
#include "carom/math/random.hpp"
#include "commands.hpp"
#include "common/interrupt.hpp"
#include "common/message.hpp"
#include "common/shot_arguments.hpp"
#include "common/units.hpp"
#include "common/usage.hpp"

namespace {

using namespace carom::billiards;
using carom::io::InputError;
using carom::io::ShotRow;
using carom::io::ShotSetup;

constexpr const char* kShotsAbout = "Plays many billiard shots from one position, into a table";
constexpr const char* kShotsMore =
    "Each --sweep goes through values of speed (m/s), heading, elevation (degrees), side or height (radii); several "
    "make\n"
    "every combination. --noise adds normally distributed errors of these standard deviations, --count times each.\n"
    "With --racks, the file is a rack (carom rack): so many of its seed are broken, at the ball in front unless a "
    "heading\n"
    "is given, and what became of them is told.\n"
    "With --find, the strokes that reach the goal are searched for instead, the most forgiving first.\n"
    "\n"
    "Examples:\n"
    "  carom shots tables/pool_9ft.json --ball 0=-0.6,0 --ball 8=0.6,0.1 --sweep heading=0:10:1001 --pot 8\n"
    "  carom shots my_shot.json --noise heading=0.2,speed=0.1 --count 100000 --seed 7 --out spread.h5\n"
    "  carom rack eight-ball --table pool_7ft | carom shots - --racks 1000 --speed 10 --noise heading=0.15,speed=0.3\n"
    "  carom shots tables/carom_10ft.json --ball 0=-0.7,0.1 --ball 1=0.3,0.3 --ball 2=0.9,-0.4 --carom 1,2,3 --find";

constexpr std::size_t kMostShots = 50'000'000;

struct ShotsArguments {
  ShotArguments shot;
  std::vector<std::string> sweeps;
  std::string noise;
  std::size_t count = 1;
  std::size_t racks = 0;
  std::uint64_t seed = 0;
  unsigned threads = 0;
  std::optional<int> pot;
  std::string carom;
  bool find = false;
  std::string out = "out/shots.csv";
  bool force = false;
  bool quiet = false;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// Of a field of the stroke; speeds may have units.
double value_of(const std::string& option, const std::string& field, const std::string& text) {
  return field == "speed" ? speed(option, text) : number(option, text);
}

void set(Strike& strike, const std::string& field, double value, const std::string& option) {
  if (field == "speed")
    strike.speed = value;
  else if (field == "heading")
    strike.heading = carom::io::heading_at(value);
  else if (field == "side")
    strike.side = value;
  else if (field == "height")
    strike.height = value;
  else if (field == "elevation")
    strike.elevation = value * kDegree;
  else
    throw InputError(fmt::format("{}: got \"{}\", expected speed, heading, side, height or elevation", option, field));
}

std::vector<Strike> swept(const std::vector<Strike>& strikes, const std::string& text) {
  const auto parts = split(text, '=');
  const auto range = split(parts.back(), ':');
  if (parts.size() != 2 || range.size() != 3)
    throw InputError(fmt::format("--sweep: got \"{}\", expected FIELD=FROM:TO:COUNT", text));
  const double from = value_of("--sweep", parts[0], range[0]);
  const double to = value_of("--sweep", parts[0], range[1]);
  const double count = number("--sweep", range[2]);
  if (!(count >= 1 && count * static_cast<double>(strikes.size()) <= kMostShots && count == std::floor(count)))
    throw InputError(fmt::format("--sweep: got {} values, expected a whole number from 1, and at most {} shots in all",
                                 range[2], kMostShots));
  std::vector<Strike> result;
  for (const Strike& strike : strikes)
    for (double k = 0; k < count; ++k) {
      result.push_back(strike);
      set(result.back(), parts[0], count == 1 ? from : from + (to - from) * (k / (count - 1)), "--sweep");
    }
  return result;
}

ExecutionNoise noise_of(const std::string& text) {
  ExecutionNoise noise;
  if (text.empty()) return noise;
  for (const std::string& one : split(text, ',')) {
    const auto parts = split(one, '=');
    const double value = parts.size() == 2 ? value_of("--noise", parts[0], parts[1]) : -1;
    if (value < 0)
      throw InputError(fmt::format("--noise: got \"{}\", expected FIELD=DEVIATION, the deviation 0 or more", one));
    if (parts[0] == "speed")
      noise.speed = value;
    else if (parts[0] == "heading")
      noise.heading = value * kDegree;
    else if (parts[0] == "side")
      noise.side = value;
    else if (parts[0] == "height")
      noise.height = value;
    else if (parts[0] == "elevation")
      noise.elevation = value * kDegree;
    else
      throw InputError(
          fmt::format("--noise: got \"{}\", expected speed, heading, side, height or elevation", parts[0]));
  }
  return noise;
}

std::vector<Strike> strikes_of(const ShotsArguments& arguments, const Strike& meant) {
  std::vector<Strike> all = {meant};
  for (const std::string& sweep : arguments.sweeps) all = swept(all, sweep);
  if (arguments.count == 0 || arguments.count > kMostShots / all.size())
    throw InputError(
        fmt::format("--count: got {}, expected 1 or more, and at most {} shots in all", arguments.count, kMostShots));
  if (arguments.noise.empty() && arguments.count == 1) return all;
  const ExecutionNoise noise = noise_of(arguments.noise);
  std::vector<Strike> strikes;
  for (const Strike& one : all)
    for (std::size_t k = 0; k < arguments.count; ++k) {
      carom::Random random(arguments.seed, strikes.size());
      strikes.push_back(with_noise(one, noise, random));
    }
  return strikes;
}

void expect_ball(const std::string& option, int number, const ShotSetup& setup) {
  if (setup.state.find(number) == nullptr)
    throw InputError(fmt::format("{}: there is no ball {}, expected one of those on the table", option, number));
}

ShotGoal goal_of(const ShotsArguments& arguments, const ShotSetup& setup) {
  if (arguments.pot) expect_ball("--pot", *arguments.pot, setup);
  if (arguments.pot) return pots(*arguments.pot, std::nullopt, setup.options.cue_ball);
  if (arguments.carom.empty()) return {};
  const auto parts = split(arguments.carom, ',');
  if (parts.size() != 2 && parts.size() != 3)
    throw InputError(fmt::format("--carom: got \"{}\", expected BALL,BALL or BALL,BALL,CUSHIONS", arguments.carom));
  std::vector<int> numbers;
  numbers.reserve(parts.size());
  for (const std::string& part : parts) numbers.push_back(ball_number("--carom", part));
  for (const int number : {numbers[0], numbers[1]}) expect_ball("--carom", number, setup);
  return plays_carom(numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0, setup.options.cue_ball);
}

void find(const ShotsArguments& arguments, const ShotSetup& setup) {
  const ShotGoal goal = goal_of(arguments, setup);
  if (!goal) throw InputError("--find: got no goal, expected --pot or --carom");
  const auto found = find_shots(setup.table, setup.state, goal, {}, setup.options, arguments.threads);
  say("{} strokes\n", found.size());
  for (const ShotSolution& one : found)
    say("  heading {:.4f} +- {:.4f} degrees, speed {:g} m/s, tip {:g},{:g}, elevation {:g} degrees\n",
        degrees(one.strike.heading), one.tolerance / kDegree, one.strike.speed, one.strike.side, one.strike.height,
        one.strike.elevation / kDegree);
}

void say_what_happened(const ShotsArguments& arguments, const std::vector<ShotRow>& rows, std::size_t asked,
                       double seconds) {
  const auto count = static_cast<double>(rows.size());
  say("{} shots in {:.3g} s ({:.3g} per second){}\n", rows.size(), seconds, count / seconds,
      rows.size() < asked ? fmt::format(", stopped before {}", asked) : "");
  const auto miscues = std::count_if(rows.begin(), rows.end(), [](const ShotRow& row) { return row.miscue; });
  const auto reached = std::count_if(rows.begin(), rows.end(), [](const ShotRow& row) { return row.reached; });
  const auto stopped = std::count_if(rows.begin(), rows.end(), [](const ShotRow& row) { return !row.complete; });
  if (stopped > 0)
    say("{} were stopped before all balls were at rest (--until, --most-events): what they came to is not known\n",
        stopped);
  if (miscues > 0) say("{} miscues, which were not played\n", miscues);
  if (arguments.pot || !arguments.carom.empty())
    say("{} reached the goal ({:.2f} %)\n", reached, 100 * static_cast<double>(reached) / count);
  say("All shots:  {}\n", arguments.out);
}

void expect_racks_alone(const ShotsArguments& arguments) {
  if (!arguments.shot.rack)
    throw InputError(fmt::format("--racks: {} is no rack, expected what carom rack prints", arguments.shot.file));
  const bool others =
      arguments.find || arguments.count != 1 || !arguments.sweeps.empty() || arguments.pot || !arguments.carom.empty();
  if (others) throw InputError("--racks: got with --sweep, --count, --pot, --carom or --find, expected none of these");
  if (arguments.racks > kMostShots)
    throw InputError(fmt::format("--racks: got {}, expected at most {}", arguments.racks, kMostShots));
}

int run(ShotsArguments& arguments) {
  constexpr int kStoppedBySignal = 130;  // as shells have it: 128 + SIGINT
  const ShotSetup setup = arguments.shot.read();
  if (arguments.racks > 0) expect_racks_alone(arguments);
  if (arguments.find) {
    find(arguments, setup);
    return 0;
  }
  const std::vector<Strike> strikes = strikes_of(arguments, setup.strike);
  const std::size_t asked = arguments.racks > 0 ? arguments.racks : strikes.size();
  const ShotGoal goal = goal_of(arguments, setup);
  if (!arguments.force) carom::io::expect_batch_or_nothing(arguments.out);
  const bool bar = !arguments.quiet && isatty(STDERR_FILENO);
  heed_interrupts();
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const auto progress = [&](std::size_t done) {
    constexpr std::size_t kWidth = 30;
    if (bar) {
      const std::size_t full = kWidth * done / asked;
      const double rate = static_cast<double>(done) / std::max(elapsed(), 1e-9);
      fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {} of {} shots, {:.3g} per second", "", full, "", kWidth - full,
                 done, asked, rate);
      if (done == asked) fmt::print(stderr, "\r\033[K");
      std::fflush(stderr);
    }
    return !is_interrupted();
  };
  const auto rows = arguments.racks > 0
                        ? play_breaks(setup, *arguments.shot.rack, asked, arguments.shot.heading.has_value(),
                                      noise_of(arguments.noise), arguments.seed, progress)
                        : play_batch(setup, strikes, arguments.threads, goal, progress);
  carom::io::write_batch(setup, rows, arguments.out);
  if (!arguments.quiet) {
    say_what_happened(arguments, rows, asked, elapsed());
    if (arguments.racks > 0) say_breaks(*arguments.shot.rack, rows);
  }
  return rows.size() < asked ? kStoppedBySignal : 0;
}

}  // namespace

void add_shots(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<ShotsArguments>();
  CLI::App* command = program.add_subcommand("shots", kShotsAbout);
  command->footer(kShotsMore);
  arguments->shot.add_to(*command);
  command->add_option("--sweep", arguments->sweeps, "Values of one field; may be given many times")
      ->type_name("FIELD=FROM:TO:COUNT");
  command->add_option("--noise", arguments->noise, "Errors of every stroke")->type_name("FIELD=DEVIATION,...");
  command->add_option("--count", arguments->count, "How often to play each stroke")
      ->type_name("N")
      ->check(whole_number);
  command->add_option("--racks", arguments->racks, "How many racks of FILE's seed to break")
      ->type_name("N")
      ->check(whole_number);
  command->add_option("--seed", arguments->seed, "Of the errors; 0 if not given")->type_name("N")->check(whole_number);
  command->add_option("--threads", arguments->threads, "As many as processors if not given")
      ->type_name("N")
      ->check(whole_number);
  command->add_option("--pot", arguments->pot, "The goal: this ball falls, and the cue ball stays")->type_name("BALL");
  command->add_option("--carom", arguments->carom, "The goal: the cue ball meets both, after so many cushions")
      ->type_name("BALL,BALL[,CUSHIONS]");
  command->add_flag("--find", arguments->find, "Search for strokes that reach the goal, and print them");
  command->add_option("--out", arguments->out, "The table: CSV, or HDF5 if it ends with .h5; out/shots.csv")
      ->type_name("FILE");
  command->add_flag("--force", arguments->force, "Write over a file that is no table of shots");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &exit_code] {
    try {
      exit_code = run(*arguments);
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  });
}
