#include "carom/io/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>

#include "commands.hpp"

namespace {

using carom::io::Progress;

constexpr int kStoppedBySignal = 130;  // as shells have it: 128 + SIGINT

constexpr const char* kAbout = "Runs a scene from collision to collision and writes what happened into a folder";
constexpr const char* kMore =
    "The folder then holds report.html (open it in a browser), picture.svg and picture.png, summary.json,\n"
    "events.csv, trajectory.h5 (H5MD) and final.json, a scene that goes on from the end with the same bits.\n"
    "\n"
    "Examples:\n"
    "  carom run scenes/break.json                      files go to out/break\n"
    "  carom run scenes/gas2d.json --until 2 --seed 7   another gas, run to time 2\n"
    "  carom run scenes/cradle.json --set restitution_rule=minimum --out out/other\n"
    "  carom run scenes/landslide.json --fps 30 --xyz   for OVITO and VMD\n"
    "  carom run out/break/final.json --until 20        go on from where a run ended\n"
    "\n"
    "Ctrl-C ends a run early; its files then tell the story so far, and final.json goes on from there.";

const std::map<std::string, carom::io::EventsFile> kEventsFiles{
    {"none", carom::io::EventsFile::none}, {"csv", carom::io::EventsFile::csv}, {"h5", carom::io::EventsFile::h5}};

struct RunArguments {
  SceneArguments scene;
  carom::io::RunOptions options;
  std::string out;
  std::string events = "csv";
  bool quiet = false;
};

volatile std::sig_atomic_t interrupted = 0;

/// The first signal asks the run to end; a second one ends the program.
void on_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  if (whole < 60) return fmt::format("{}s", whole);
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
}

double events_per_second(const Progress& p) {
  return p.wall_seconds > 0 ? static_cast<double>(p.events) / p.wall_seconds : 0;
}

void draw_bar(const Progress& p) {
  constexpr int kWidth = 30;
  const double done = p.until > p.from ? (p.time - p.from) / (p.until - p.from) : 1;
  const int full = std::clamp(static_cast<int>(done * kWidth), 0, kWidth);
  const std::string left = done > 0 ? duration(p.wall_seconds * (1 - done) / done) : "?";
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] t = {:.4g} of {:.4g}, {} events, {:.3g} events/s, {} left", "", full, "",
             kWidth - full, p.time, p.until, p.events, events_per_second(p), left);
  std::fflush(stderr);
}

void wipe_bar() {
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

void say_what_happened(const std::string& name, const carom::io::RunResult& result, const std::filesystem::path& out) {
  const Progress& p = result.end;
  fmt::print("{}: {} {} from t = {:.6g} to {:.6g} in {:.3g} s ({:.3g} events per second){}\n", name, p.events,
             p.events == 1 ? "event" : "events", p.from, p.time, p.wall_seconds, events_per_second(p),
             result.stopped ? fmt::format(", stopped before {:.6g}", p.until) : "");
  const auto report = out / "report.html";
  if (std::filesystem::exists(report)) fmt::print("The report: {}\n", report.string());
  fmt::print("All files:  {}\n", out.string());
}

int run(const RunArguments& arguments) {
  const carom::io::AnyScene any = arguments.scene.read();
  carom::io::RunOptions options = arguments.options;
  const std::string name = std::visit([](const auto& scene) { return scene.name; }, any);
  options.out = arguments.out.empty() ? std::filesystem::path("out") / name : std::filesystem::path(arguments.out);
  options.events = kEventsFiles.at(arguments.events);
  const bool bar = !arguments.quiet && isatty(STDERR_FILENO);
  options.report = [bar](const Progress& progress) {
    if (bar) draw_bar(progress);
    return interrupted == 0;
  };
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  struct BarWiper {
    bool bar;
    ~BarWiper() {
      if (bar) wipe_bar();
    }
  };
  const carom::io::RunResult result = [&] {
    const BarWiper wiper{bar};
    return std::visit([&](const auto& scene) { return carom::io::run(scene, options); }, any);
  }();
  if (!arguments.quiet) say_what_happened(name, result, options.out);
  return result.stopped ? kStoppedBySignal : 0;
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
      ->check([](const std::string& format) {
        return kEventsFiles.contains(format) ? "" : "expected none, csv or h5, not \"" + format + "\"";
      });
  command.add_flag("--xyz", arguments.options.xyz, "Also write trajectory.xyz (extended XYZ: OVITO, VMD)");
  command.add_flag("--quiet", arguments.quiet, "Print nothing but errors");
  arguments.scene.add_to(command);
}

}  // namespace

void add_run(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = program.add_subcommand("run", kAbout);
  command->footer(kMore);
  add_options(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}
