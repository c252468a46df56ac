#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// How far a run is.
struct Progress {
  double from = 0;   ///< simulated time at the start of the run
  double time = 0;   ///< and now
  double until = 0;  ///< and at its end
  std::uint64_t events = 0;
  std::uint64_t stops = 0;   ///< balls without room that a rule against endless collisions stopped
  double first_stop = 0;     ///< when the first of them was
  std::uint64_t stalls = 0;  ///< of what moved by itself and left a ball no room
  double first_stall = 0;
  double wall_seconds = 0;
};

/// Called about ten times a second; false stops the run where it is.
using ProgressReport = std::function<bool(const Progress&)>;

enum class EventsFile { none, csv, h5 };

/// Why a run ended before its time.
enum class StopReason { asked, most_events, most_seconds };

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
  bool picture = true;
  bool report = true;
  /// Files that Carom did not write, or that somebody changed since, may be written over.
  bool overwrite = false;
  /// Events of this program, ≥ 1, after which the run stops as if asked to; events of the same instant still come.
  std::optional<std::uint64_t> most_events{};
  std::optional<double> most_seconds{};  ///< likewise, of wall time, ≥ 0
  int threads = 1;                       ///< World::set_threads: the files are the same with any number
  /// WorldOptions::broad_phase, instead of the scene's: the files are the same with any, but for `search` in
  /// summary.json, which says what it cost.
  std::optional<BroadPhase> search{};
  ProgressReport progress{};
};

struct ResumeOptions {
  std::optional<double> checkpoint_every{};  ///< instead of the run's
  std::optional<std::uint64_t> most_events{};
  std::optional<double> most_seconds{};
  int threads = 1;                     ///< as in RunOptions; the run's own number is not kept
  std::optional<BroadPhase> search{};  ///< likewise
  ProgressReport progress{};
  Warn warn{};  ///< told of a damaged checkpoint that was passed over
};

struct RunResult {
  Progress end;
  std::optional<StopReason> stopped{};  ///< before `end.until`
  /// Why the picture or the report could not be drawn, with the file's name. All else is in its place then.
  std::vector<std::string> not_drawn{};
};

/// Runs `world` until scene.until and shows the observers every event, the balls at the start, at every multiple of
/// 1/scene.frames_per_second, and at the end.
template <int D>
CAROM_VISIBLE RunResult simulate(const Scene<D>& scene, World<D>& world,
                                 std::span<const std::unique_ptr<Observer<D>>> observers,
                                 const ProgressReport& report = {});

/// Runs a scene and writes its files (docs/formats/run-folder.md) into options.out: all of them, or, when an error is
/// thrown, none; then the drawings, which may fail without harm to the files. A run with checkpoints that is stopped,
/// fails or dies leaves them, for `resume`. InputError if a value of the options makes no sense, the folder holds an
/// unfinished run, or a file there must not be written over; std::runtime_error with the file's name and the reason if
/// one cannot be written.
template <int D>
CAROM_VISIBLE RunResult run(Scene<D> scene, const RunOptions& options);

/// Goes on with the unfinished run in a folder, from its last checkpoint, to the same bits in all of its files (but
/// `search` and `timing` in summary.json) as if it had never stopped; of a run whose program died while it drew, draws
/// what is missing. nullopt if the run is finished. InputError if the folder holds no run with checkpoints, or no
/// checkpoint that is whole; else as `run`.
std::optional<RunResult> resume(const std::filesystem::path& folder, const ResumeOptions& options = {});

/// Draws the picture and the report of a finished run again; returns why one of them could not be drawn, as
/// RunResult::not_drawn. InputError if the folder holds no record of a run, a damaged one, or one that recorded
/// neither.
std::vector<std::string> draw_again(const std::filesystem::path& folder);

/// What is wrong in the folder of a run, a sentence each: files that miss or changed since Carom wrote them,
/// checkpoints that are damaged. With `replay`, a finished run is run again, in a folder that is thrown away, and the
/// first difference of each file is told. InputError if the folder holds no run.
std::vector<std::string> verify(const std::filesystem::path& folder, bool replay = false,
                                const ProgressReport& progress = {});

}  // namespace carom::io

#pragma GCC visibility pop
