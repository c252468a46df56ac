#pragma once
#include <filesystem>
#include <string>

#include "carom/io/run.hpp"

inline constexpr int kStoppedBySignal = 130;  // as shells have it: 128 + SIGINT

/// Shows how far a run is, on a terminal, and asks it to stop when a signal says so.
class RunWatch {
 public:
  explicit RunWatch(bool quiet);
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;
  ~RunWatch() { wipe(); }

  carom::io::ProgressReport report() const;
  void wipe() const;

 private:
  bool bar_;
};

/// Balls that a rule against endless collisions stopped, on the standard error.
void warn_of_stops(const carom::io::RunResult& result);

/// What a run came to and where its files are, on the standard output.
void say_what_happened(const std::string& name, const carom::io::RunResult& result, const std::filesystem::path& out);
