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
  std::uint64_t stops = 0;  ///< balls without room that a rule against endless collisions stopped, or that were crushed
  double first_stop = 0;    ///< when the first of them was
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
  std::vector<std::string> observe{};  ///< names of observables, or "all", next to the scene's
  /// Wall seconds, ≥ 0, from one checkpoint to the next (docs/formats/checkpoint.md); a run that is stopped writes one
  /// too, 0 only then. Unset: none, and a run that is stopped ends its files.
  std::optional<double> checkpoint_every{};
  int threads = 1;  ///< World::set_threads: the files are the same with any number
  ProgressReport report{};
};

struct ResumeOptions {
  std::optional<double> checkpoint_every{};  ///< instead of the run's
  int threads = 1;                           ///< as in RunOptions; the run's own number is not kept
  ProgressReport report{};
  Warn warn{};  ///< told of a damaged checkpoint that was passed over
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
/// thrown, none. A run with checkpoints that is stopped, fails or dies leaves them, for `resume`. InputError if until,
/// frames_per_second, checkpoint_every or threads makes no sense or the folder holds an unfinished run;
/// std::runtime_error with the file's name and the reason if one cannot be written.
template <int D>
RunResult run(const Scene<D>& scene, const RunOptions& options);

/// Goes on with the unfinished run in a folder, from its last checkpoint, to the same bits in all of its files (but
/// `timing` in summary.json) as if it had never stopped. nullopt if the run is finished. InputError if the folder holds
/// no run with checkpoints, or no checkpoint that is whole; else as `run`.
std::optional<RunResult> resume(const std::filesystem::path& folder, const ResumeOptions& options = {});

}  // namespace carom::io
