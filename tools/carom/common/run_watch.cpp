#include "common/run_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/interrupt.hpp"
#include "common/message.hpp"
#include "common/usage.hpp"

namespace {

using carom::io::Progress;
using carom::io::RunResult;

std::string duration(double seconds) {
  if (seconds > 1e15) return fmt::format("{:.1g} years", seconds / 31556952);
  const auto whole = static_cast<long long>(seconds);
  if (whole < 60) return fmt::format("{}s", whole);
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  if (whole < 172800) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
  return fmt::format("{:.3g} days", seconds / 86400);
}

double events_per_second(const Progress& p) {
  return p.wall_seconds > 0 ? static_cast<double>(p.events) / p.wall_seconds : 0;
}

/// Of the run that is done.
double share(const Progress& p) {
  return p.until > p.from ? (p.time - p.from) / (p.until - p.from) : 1;
}

std::string left(const Progress& p) {
  return share(p) > 0 ? duration(p.wall_seconds * (1 - share(p)) / share(p)) : "?";
}

void draw_bar(const Progress& p) {
  constexpr int kWidth = 30;
  const int full = std::clamp(static_cast<int>(share(p) * kWidth), 0, kWidth);
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] t = {:.4g} of {:.4g}, {} events, {:.3g} events/s, {} left", "", full, "",
             kWidth - full, p.time, p.until, p.events, events_per_second(p), left(p));
  std::fflush(stderr);
}

void wipe_bar() {
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

/// For logs.
void write_line(const Progress& p) {
  print_note(fmt::format("t = {:.4g} of {:.4g}, {} events, {:.3g} events/s, {} left", p.time, p.until, p.events,
                         events_per_second(p), left(p)));
}

constexpr double kHour = 3600;

/// A run that takes long should say so while it is easily stopped.
void warn_of_long_run(const Progress& p) {
  const double total = share(p) > 0 ? p.wall_seconds / share(p) : std::numeric_limits<double>::infinity();
  if (total < kHour) return;
  if (isatty(STDERR_FILENO) != 0) wipe_bar();
  print_note(fmt::format("at this rate the run will take {}; Ctrl-C ends it where it is, with its files whole",
                         std::isinf(total) ? "longer than can be told" : "about " + duration(total)));
}

/// Balls that a rule against endless collisions stopped.
void warn_of_stops(const Progress& p) {
  if (p.stops == 0) return;
  print_warning(fmt::format(
      "{} had no room left and stopped for good, {} t = {:.6g}: docs/theory/collapse-and-rest.md has the rule",
      p.stops == 1 ? "1 ball" : fmt::format("{} balls", p.stops), p.stops == 1 ? "at" : "the first at", p.first_stop));
}

/// What moved by itself and left a ball no room.
void warn_of_stalls(const Progress& p) {
  if (p.stalls == 0) return;
  const bool one = p.stalls == 1;
  print_warning(
      fmt::format("{} a ball no room and stalled, {} t = {:.6g}: docs/theory/collapse-and-rest.md has the rule, "
                  "events.csv names them",
                  one ? "what moves left" : fmt::format("{} times what moves left", p.stalls),
                  one ? "at" : "the first at", p.first_stall));
}

void say_what_happened(const std::string& name, const RunResult& result, const std::filesystem::path& out) {
  const Progress& p = result.end;
  say("{}: {} {} from t = {:.6g} to {:.6g} in {:.3g} s ({:.3g} events per second){}\n", name, p.events,
      p.events == 1 ? "event" : "events", p.from, p.time, p.wall_seconds, events_per_second(p),
      result.stopped ? fmt::format(", stopped before {:.6g}", p.until) : "");
  if (std::filesystem::exists(out / "checkpoint")) {
    say("To go on:   carom resume {}\n", out.string());
    return;
  }
  const auto report = out / "report.html";
  if (std::filesystem::exists(report)) say("The report: {}\n", report.string());
  say("All files:  {}\n", out.string());
}

}  // namespace

int tell(const std::string& name, const RunResult& result, const std::filesystem::path& out, bool quiet) {
  warn_of_stops(result.end);
  warn_of_stalls(result.end);
  for (const std::string& failure : result.not_drawn) print_warning(failure);
  if (!quiet) say_what_happened(name, result, out);
  if (!result.not_drawn.empty()) {
    if (!quiet) say("All but that is there; to draw again: carom report {}\n", out.string());
    return kNotDrawn;
  }
  if (!result.stopped) return 0;
  return result.stopped == carom::io::StopReason::asked ? kStoppedBySignal : kStoppedByLimit;
}

RunWatch::RunWatch(bool quiet) : quiet_(quiet), bar_(!quiet && isatty(STDERR_FILENO) != 0) {
  heed_interrupts();
}

carom::io::ProgressReport RunWatch::progress() const {
  return [bar = bar_, quiet = quiet_, warned = false, last = 0.0](const Progress& now) mutable {
    constexpr double kBeforeWarning = 2, kBetweenLines = 10;
    if (!quiet && !warned && now.wall_seconds >= kBeforeWarning) {
      warn_of_long_run(now);
      warned = true;
    }
    if (bar) draw_bar(now);
    if (!quiet && !bar && now.wall_seconds - last >= kBetweenLines) {
      write_line(now);
      last = now.wall_seconds;
    }
    return !is_interrupted();
  };
}

void RunWatch::wipe() const {
  if (bar_) wipe_bar();
}

void add_search(CLI::App& command, std::optional<carom::BroadPhase>& search) {
  const auto& names = carom::kBroadPhaseNames;
  command
      .add_option_function<std::string>(
          "--search",
          [&search](const std::string& name) {
            const auto& known = carom::kBroadPhaseNames;
            search = static_cast<carom::BroadPhase>(std::find(known.begin(), known.end(), name) - known.begin());
          },
          "How impacts are looked for: auto (as is best, if not given),\nall-pairs, cells or lists; the files are the "
          "same with any,\nand summary.json has what it cost")
      ->type_name("NAME")
      ->check(one_of({names.begin(), names.end()}));
}
