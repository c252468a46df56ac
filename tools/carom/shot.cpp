#include "carom/io/shot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "carom/io/film.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/table.hpp"
#include "commands.hpp"
#include "common/interrupt.hpp"
#include "common/message.hpp"
#include "common/run_watch.hpp"
#include "common/shot_arguments.hpp"
#include "common/units.hpp"
#include "common/usage.hpp"

namespace {

using namespace carom::billiards;
using carom::io::FirstHit;
using carom::io::ShotSetup;
using carom::io::TrajectoriesFile;

constexpr const char* kShotAbout = "Plays one billiard shot and tells all that happens";
constexpr const char* kShotMore =
    "Writes report.html (open it in a browser: it draws the table and plays the shot), outcome.json and events.csv.\n"
    "docs/formats/table.md and docs/formats/shot.md describe tables and shots.\n"
    "\n"
    "Examples:\n"
    "  carom shot tables/pool_9ft.json --speed 3 --heading 5 --ball 0=-0.6,0 --ball 8=0.6,0.1\n"
    "  carom shot tables/pool_9ft.json --speed 5 --tip 0.3,-0.2 --elevation 20\n"
    "  carom shot tables/circle.json --speed 1 --heading 40 --ball 0=0.5,0 --most-events 100000\n"
    "  carom rack nine-ball --seed 7 | carom shot - --speed 18mph\n"
    "  carom shot tables/pool_9ft.json --ball 0=-24in,0 --ball 8=24in,4in --speed 9mph --units imperial\n"
    "  carom shot my_shot.json --film shot.mp4 --view 3d\n"
    "  carom shot my_shot.json --trajectories 100 --trajectories-format h5\n"
    "  carom shot my_shot.json";

struct Arguments {
  ShotArguments shot;
  std::string out;
  std::optional<double> trajectories;
  std::string trajectories_format = "csv";
  std::string units = "metric";
  std::string film;
  std::string view = "above";
  std::string film_size = "1280x720";
  double frames_per_second = 30;
  bool force = false;
  bool quiet = false;
};

std::string place_of(const ShotSetup& setup, const ShotBall& ball, const Units& units) {
  if (ball.place == ShotBall::Place::potted)
    return fmt::format("in the pocket \"{}\"", setup.table.pockets[static_cast<std::size_t>(ball.pocket)].id);
  if (ball.place == ShotBall::Place::off_table) return "off the table";
  const auto& [x, y, z] = ball.state.position;
  return fmt::format("at ({:.6g}, {:.6g}) {}", units.length.from_si(x), units.length.from_si(y), units.length.name);
}

std::string told(const Strike& strike, const Units& units) {
  return fmt::format("the cue: {:.6g} {} towards {:.6g} degrees, tip {:.6g},{:.6g}, butt {:.6g} degrees up",
                     units.speed.from_si(strike.speed), units.speed.name, degrees(strike.heading), strike.side,
                     strike.height, strike.elevation / kDegree);
}

std::string told(const FirstHit& hit, const Units& units) {
  return fmt::format("the first hit: ball {} after {:.6g} s at {:.6g} {}, cut by {:.2f} degrees ({:.2f} full){}",
                     hit.ball, hit.time, units.speed.from_si(hit.speed), units.speed.name, hit.cut, hit.fullness,
                     hit.throw_angle ? fmt::format(", thrown by {:.2f}", *hit.throw_angle) : "");
}

void say_what_happened(const ShotSetup& setup, const Outcome& outcome, const Units& units,
                       const std::filesystem::path& out) {
  say("{}: {} events in {:.6g} s{}\n", setup.name, outcome.events.size(), outcome.duration,
      outcome.complete ? "" : ", stopped before all balls were at rest");
  say("  {}\n", told(setup.strike, units));
  if (const auto hit = first_hit(setup, outcome)) say("  {}\n", told(*hit, units));
  constexpr std::size_t kMostBalls = 30;
  for (std::size_t i = 0; i < std::min(kMostBalls, outcome.state.balls.size()); ++i) {
    const ShotBall& ball = outcome.state.balls[i];
    say("  ball {}: {}\n", ball.number, place_of(setup, ball, units));
  }
  if (outcome.capped > 0) say("  {} impacts were held to the energy they had\n", outcome.capped);
  for (const std::string& note : carom::io::shot_notes(setup, outcome)) say("  note: {}\n", note);
  say("The report: {}\n", (out / "report.html").string());
}

carom::io::FilmOptions film_options(const Arguments& arguments) {
  carom::io::FilmOptions options;
  options.view = arguments.view == "3d" ? carom::io::FilmView::space : carom::io::FilmView::above;
  options.frames_per_second = arguments.frames_per_second;
  options.overwrite = arguments.force;
  const std::string& size = arguments.film_size;
  const char* const end = size.data() + size.size();
  const auto width = std::from_chars(size.data(), end, options.width);
  const bool goes_on = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = goes_on ? std::from_chars(width.ptr + 1, end, options.height) : width;
  if (!goes_on || height.ec != std::errc() || height.ptr != end)
    throw carom::io::InputError(fmt::format("--film-size: got \"{}\", expected WIDTHxHEIGHT, such as 1280x720", size));
  return options;
}

/// False if it was stopped before its end.
bool make_film(const Arguments& arguments, const ShotSetup& setup, const Outcome& outcome) {
  const bool bar = !arguments.quiet && isatty(STDERR_FILENO);
  heed_interrupts();
  return carom::io::write_film(
      setup, outcome, arguments.film, film_options(arguments), [bar](std::size_t done, std::size_t all) {
        if (bar) fmt::print(stderr, "\r\033[Kframe {} of {}{}", done, all, done == all ? "\r\033[K" : "");
        return !is_interrupted();
      });
}

int run(Arguments& arguments) {
  const ShotSetup setup = arguments.shot.read();
  const Outcome outcome = play_as_asked(setup);
  const std::filesystem::path out =
      arguments.out.empty() ? std::filesystem::path("out") / setup.name : std::filesystem::path(arguments.out);
  const bool filmed = !arguments.film.empty();
  if (filmed) carom::io::check_film(outcome, arguments.film, film_options(arguments));
  carom::io::write_shot(setup, outcome, out, arguments.force, arguments.trajectories,
                        arguments.trajectories_format == "h5" ? TrajectoriesFile::h5 : TrajectoriesFile::csv);
  if (!arguments.quiet) say_what_happened(setup, outcome, arguments.units == "imperial" ? kImperial : kMetric, out);
  if (!filmed) return 0;
  try {
    if (!make_film(arguments, setup, outcome)) return kStoppedBySignal;
  } catch (const std::runtime_error& error) {
    print_warning(error.what());
    return kNotDrawn;
  }
  if (!arguments.quiet) say("The film: {}\n", arguments.film);
  return 0;
}

}  // namespace

void add_shot(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = program.add_subcommand("shot", kShotAbout);
  command->footer(kShotMore);
  arguments->shot.add_to(*command);
  command->add_option("--out", arguments->out, "Folder for the files; out/<name> if not given")->type_name("DIR");
  CLI::Option* trajectories =
      command
          ->add_option(
              "--trajectories", arguments->trajectories,
              "Also write trajectories.csv: place, velocity, spin and\nphase of every ball, so many times a second")
          ->type_name("RATE");
  command
      ->add_option("--trajectories-format", arguments->trajectories_format,
                   "How to write them: csv (if not given) or h5")
      ->type_name("FORMAT")
      ->check(one_of({"csv", "h5"}))
      ->needs(trajectories);
  command
      ->add_option("--units", arguments->units,
                   "What is told: metric (m/s, m; if not given) or imperial\n(mph, in); files are in SI units")
      ->type_name("SYSTEM")
      ->check(one_of({"metric", "imperial"}));
  CLI::Option* film =
      command
          ->add_option(
              "--film", arguments->film,
              "Also make a film: .mp4, .webm or .gif, by the program\nffmpeg; until the balls rest, or --until")
          ->type_name("FILE");
  command->add_option("--view", arguments->view, "Of the film: above (if not given) or 3d")
      ->type_name("VIEW")
      ->check(one_of({"above", "3d"}))
      ->needs(film);
  command->add_option("--film-size", arguments->film_size, "Pixels of the film; 1280x720 if not given")
      ->type_name("WxH")
      ->needs(film);
  command->add_option("--fps", arguments->frames_per_second, "Frames of the film a second; 30 if not given")
      ->type_name("F")
      ->needs(film);
  command->add_flag("--force", arguments->force,
                    "Write over files in the folder that Carom did not write,\nor that were changed since");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}
