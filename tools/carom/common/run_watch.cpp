#include "common/run_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace {

using carom::io::Progress;

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

}  // namespace

void warn_of_stops(const carom::io::RunResult& result) {
  const Progress& p = result.end;
  if (p.stops == 0) return;
  fmt::print(
      stderr,
      "carom: warning: {} had no room left and stopped for good, {} t = {:.6g}: docs/theory/collapse-and-rest.md "
      "has the rule\n",
      p.stops == 1 ? "1 ball" : fmt::format("{} balls", p.stops), p.stops == 1 ? "at" : "the first at", p.first_stop);
}

void say_what_happened(const std::string& name, const carom::io::RunResult& result, const std::filesystem::path& out) {
  const Progress& p = result.end;
  fmt::print("{}: {} {} from t = {:.6g} to {:.6g} in {:.3g} s ({:.3g} events per second){}\n", name, p.events,
             p.events == 1 ? "event" : "events", p.from, p.time, p.wall_seconds, events_per_second(p),
             result.stopped ? fmt::format(", stopped before {:.6g}", p.until) : "");
  if (std::filesystem::exists(out / "checkpoint")) {
    fmt::print("To go on:   carom resume {}\n", out.string());
    return;
  }
  const auto report = out / "report.html";
  if (std::filesystem::exists(report)) fmt::print("The report: {}\n", report.string());
  fmt::print("All files:  {}\n", out.string());
}

RunWatch::RunWatch(bool quiet) : bar_(!quiet && isatty(STDERR_FILENO) != 0) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

carom::io::ProgressReport RunWatch::report() const {
  return [bar = bar_](const Progress& progress) {
    if (bar) draw_bar(progress);
    return interrupted == 0;
  };
}

void RunWatch::wipe() const {
  if (bar_) wipe_bar();
}
