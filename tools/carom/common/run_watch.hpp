#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "carom/io/run.hpp"

/// Exit codes, next to 0, 1 for what is wrong with input or files, and 2 for the command line.
inline constexpr int kNotDrawn = 3;
inline constexpr int kStoppedByLimit = 4;
inline constexpr int kStoppedBySignal = 130;  // as shells have it: 128 + SIGINT

/// Shows how far a run is, and asks it to stop when a signal says so.
class RunWatch {
 public:
  explicit RunWatch(bool quiet);
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;
  ~RunWatch() { wipe(); }

  /// A bar on a terminal, a line each ten seconds elsewhere; after the first two seconds of a run that may take more
  /// than an hour, how long.
  carom::io::ProgressReport progress() const;
  void wipe() const;

 private:
  bool quiet_;
  bool bar_;
};

/// Tells what a run came to and where its files are, and warns of what is odd; returns the exit code.
int tell(const std::string& name, const carom::io::RunResult& result, const std::filesystem::path& out, bool quiet);

/// Adds --search to a command.
void add_search(CLI::App& command, std::optional<carom::BroadPhase>& search);

/// Adds --most-events and --most-seconds to a command, for RunOptions or ResumeOptions.
template <class Options>
void add_limits(CLI::App& command, Options& options) {
  command.add_option("--most-events", options.most_events, "Stop after so many events, as if asked to")->type_name("N");
  command.add_option("--most-seconds", options.most_seconds, "Stop after so many seconds, as if asked to")
      ->type_name("S");
}
