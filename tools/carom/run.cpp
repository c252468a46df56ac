#include "carom/io/run.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "commands.hpp"
#include "common/run_watch.hpp"
#include "common/usage.hpp"
#include "estimate.hpp"

namespace {

constexpr const char* kRunAbout = "Runs a scene from collision to collision and writes what happened into a folder";
constexpr const char* kRunMore =
    "The folder then holds report.html (open it in a browser), picture.svg and picture.png, summary.json,\n"
    "events.csv, trajectory.h5 (H5MD) and final.json, a scene that goes on from the end with the same bits.\n"
    "\n"
    "Examples:\n"
    "  carom run scenes/break.json                      files go to out/break\n"
    "  carom run scenes/gas2d.json --until 2 --seed 7   another gas, run to time 2\n"
    "  carom run scenes/cradle.json --set restitution_rule=minimum --out out/other\n"
    "  carom run scenes/landslide.json --fps 30 --xyz   for OVITO and VMD\n"
    "  carom run out/break/final.json --until 20        go on from where a run ended\n"
    "  carom run scenes/gas3d.json --checkpoint-every 60   a checkpoint each minute\n"
    "  carom run scenes/gas2d.json --search all-pairs   the same, and what that search costs\n"
    "  my_program | carom run -                         a scene from the standard input\n"
    "\n"
    "Ctrl-C ends a run early, as --most-events and --most-seconds do; its files then tell the story so far, and\n"
    "final.json goes on from there. The picture and the report are drawn when all else is on the disk: carom report\n"
    "draws them again.\n"
    "With --checkpoint-every a run survives whatever ends it: carom resume out/break goes on with it.";

const std::map<std::string, carom::io::EventsFile> kEventsFiles{
    {"none", carom::io::EventsFile::none}, {"csv", carom::io::EventsFile::csv}, {"h5", carom::io::EventsFile::h5}};

struct RunArguments {
  SceneArguments scene;
  carom::io::RunOptions options;
  std::string out;
  std::string events = "csv";
  bool no_picture = false;
  bool no_report = false;
  bool quiet = false;
  bool estimate = false;
  bool json = false;
};

int run(const RunArguments& arguments) {
  carom::io::AnyScene any = arguments.scene.read();
  carom::io::RunOptions options = arguments.options;
  const std::string name = std::visit([](const auto& scene) { return scene.name; }, any);
  options.out = arguments.out.empty() ? std::filesystem::path("out") / name : std::filesystem::path(arguments.out);
  options.events = kEventsFiles.at(arguments.events);
  if (arguments.estimate) {
    print_estimate(any, options, arguments.json);
    return 0;
  }
  const RunWatch watch(arguments.quiet);
  options.progress = watch.progress();
  options.picture = !arguments.no_picture;
  options.report = !arguments.no_report;
  const carom::io::RunResult result =
      std::visit([&](auto& scene) { return carom::io::run(std::move(scene), options); }, any);
  watch.wipe();
  return tell(name, result, options.out, arguments.quiet);
}

void add_options(CLI::App& command, RunArguments& arguments) {
  command.add_option("--until", arguments.options.until, "Time to run to, instead of the scene's")->type_name("T");
  command.add_option("--out", arguments.out, "Folder for the files; out/<scene name> if not given")->type_name("DIR");
  command
      .add_option("--fps", arguments.options.frames_per_second,
                  "Frames per unit of time, instead of the scene's; 0: only start and end")
      ->type_name("F");
  command.add_option("--events", arguments.events, "How to write the events: none, csv (if not given) or h5")
      ->type_name("FORMAT")
      ->check(one_of({"none", "csv", "h5"}));
  command
      .add_option("--observe", arguments.options.observe,
                  "Measure at each frame: all, or some of pressure,\ntemperature, collisions, msd, velocities, rdf, "
                  "cells,\nrotation")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--checkpoint-every", arguments.options.checkpoint_every,
                  "Write a checkpoint each S seconds and when stopped;\n0: only when stopped")
      ->type_name("S");
  command
      .add_option("--threads", arguments.options.threads,
                  "Threads for large periodic gases and fluids; the files are\nthe same with any number")
      ->type_name("N");
  add_search(command, arguments.options.search);
  add_limits(command, arguments.options);
  command.add_flag("--no-picture", arguments.no_picture, "Draw no picture");
  command.add_flag("--no-report", arguments.no_report, "Make no report");
  command.add_flag("--force", arguments.options.overwrite,
                   "Write over files in the folder that Carom did not write,\nor that were changed since");
  command.add_flag("--xyz", arguments.options.xyz, "Also write trajectory.xyz (extended XYZ: OVITO, VMD)");
  command.add_flag("--estimate", arguments.estimate,
                   "Only tell what events, time, memory and disk the run may take,\nfrom a sample of two seconds");
  command.add_flag("--json", arguments.json, "The estimate as JSON")->needs("--estimate");
  command.add_flag("--quiet", arguments.quiet, "Print nothing but errors and warnings");
  arguments.scene.add_to(command);
}

}  // namespace

void add_run(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = program.add_subcommand("run", kRunAbout);
  command->footer(kRunMore);
  add_options(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}
