#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "carom/io/observer.hpp"

namespace carom::io {

/// How far a run is.
struct Progress {
  double from = 0;   ///< simulated time at the start of the run
  double time = 0;   ///< and now
  double until = 0;  ///< and at its end
  std::uint64_t events = 0;
  double wall_seconds = 0;
};

/// Called about ten times a second; false stops the run where it is.
using ProgressReport = std::function<bool(const Progress&)>;

enum class EventsFile { none, csv, h5 };

struct RunOptions {
  std::filesystem::path out;                  ///< the folder for the files
  std::optional<double> until{};              ///< instead of the scene's
  std::optional<double> frames_per_second{};  ///< instead of the scene's; 0: only the start and the end
  EventsFile events = EventsFile::csv;
  bool xyz = false;
  ProgressReport report{};
};

struct RunResult {
  Progress end;
  bool stopped = false;  ///< by the progress report, before `end.until`
};

/// Runs `world` until scene.until and shows the observers every event, the balls at the start, at every multiple of
/// 1/scene.frames_per_second, and at the end.
template <int D>
RunResult simulate(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
                   const ProgressReport& report = {});

/// Runs a scene and writes its files (docs/formats/run-folder.md) into options.out: all of them, or, when an error is
/// thrown, none. InputError if until or frames_per_second makes no sense; std::runtime_error with the file's name and
/// the reason if one cannot be written.
template <int D>
RunResult run(const Scene<D>& scene, const RunOptions& options);

}  // namespace carom::io
