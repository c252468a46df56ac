#include "carom/io/shot.hpp"

#include <fmt/format.h>

#include <memory>

#include "carom/io/table.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "common/shot_arguments.hpp"
#include "common/usage.hpp"

namespace {

using namespace carom::billiards;
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
    "  carom shot tables/pool_9ft.json --ball 0=-24in,0 --ball 8=24in,4in --speed 3 --trajectories 100\n"
    "  carom shot my_shot.json";

struct Arguments {
  ShotArguments shot;
  std::string out;
  std::optional<double> trajectories;
  std::string trajectories_format = "csv";
  bool force = false;
  bool quiet = false;
};

std::string place_of(const ShotSetup& setup, const ShotBall& ball) {
  if (ball.place == ShotBall::Place::potted)
    return fmt::format("in the pocket \"{}\"", setup.table.pockets[static_cast<std::size_t>(ball.pocket)].id);
  if (ball.place == ShotBall::Place::off_table) return "off the table";
  return fmt::format("at ({:.6g}, {:.6g})", ball.state.position.x, ball.state.position.y);
}

void say_what_happened(const ShotSetup& setup, const Outcome& outcome, const std::filesystem::path& out) {
  say("{}: {} events in {:.6g} s{}\n", setup.name, outcome.events.size(), outcome.duration,
      outcome.complete ? "" : ", stopped before all balls were at rest");
  constexpr std::size_t kMostBalls = 30;
  for (std::size_t i = 0; i < std::min(kMostBalls, outcome.state.balls.size()); ++i) {
    const ShotBall& ball = outcome.state.balls[i];
    say("  ball {}: {}\n", ball.number, place_of(setup, ball));
  }
  if (outcome.capped > 0) say("  {} impacts were held to the energy they had\n", outcome.capped);
  say("The report: {}\n", (out / "report.html").string());
}

void run(Arguments& arguments) {
  const ShotSetup setup = arguments.shot.read();
  const Outcome outcome = play_as_asked(setup);
  const std::filesystem::path out =
      arguments.out.empty() ? std::filesystem::path("out") / setup.name : std::filesystem::path(arguments.out);
  carom::io::write_shot(setup, outcome, out, arguments.force, arguments.trajectories,
                        arguments.trajectories_format == "h5" ? TrajectoriesFile::h5 : TrajectoriesFile::csv);
  if (!arguments.quiet) say_what_happened(setup, outcome, out);
}

}  // namespace

void add_shot(CLI::App& program) {
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
  command->add_flag("--force", arguments->force,
                    "Write over files in the folder that Carom did not write,\nor that were changed since");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] { run(*arguments); });
}
