#include "carom/io/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "carom/io/events.hpp"
#include "carom/io/final_scene.hpp"
#include "carom/io/observables.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/report.hpp"
#include "carom/io/summary.hpp"
#include "carom/io/trajectory.hpp"
#include "io/run/checkpoint_folder.hpp"
#include "io/run/output_folder.hpp"
#include "io/run/stopped_by_rule.hpp"
#include "io/scene/scene_archive.hpp"

namespace carom::io {
namespace {

template <int D>
using Observers = std::vector<std::unique_ptr<Observer<D>>>;

/// Tells the caller now and then how far the run is, and remembers if it wants to stop.
class Reporter {
 public:
  Reporter(Progress start, const ProgressReport& report)
      : progress_(start), report_(&report), wall_before_(start.wall_seconds) {}

  /// Both say whether it is time to look at the clock for other reasons, too.
  bool event(double time) {
    progress_.time = time;
    if (++progress_.events % kEventsPerLook != 0) return false;
    look();
    return true;
  }
  void stop(double time) {
    if (progress_.stops++ == 0) progress_.first_stop = time;
  }
  void frame(double time) {
    progress_.time = time;
    look();
  }
  bool stopped() const { return stopped_; }
  const Progress& now() {
    progress_.wall_seconds = wall_before_ + seconds(Clock::now() - start_);
    return progress_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kEventsPerLook = 64;
  static constexpr auto kPause = std::chrono::milliseconds(100);

  static double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

  void look() {
    const Clock::time_point time = Clock::now();
    if (!*report_ || time - last_ < kPause) return;
    last_ = time;
    if (!(*report_)(now())) stopped_ = true;
  }

  Progress progress_;
  const ProgressReport* report_;
  double wall_before_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  bool stopped_ = false;
};

/// Where a run is, next to its world and its observers.
struct Place {
  Progress progress;
  double next_frame = 0;
};

/// Writes what a run needs to go on from here, now and then.
template <int D>
class Checkpoints {
 public:
  Checkpoints(CheckpointFolder& folder, double every) : folder_(&folder), every_(every) {}

  bool due() const { return every_ > 0 && std::chrono::duration<double>(Clock::now() - last_).count() >= every_; }

  void write(Place place, const World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers) {
    Archive archive;
    Snapshot<D> snapshot = world.snapshot();
    archive(place);
    archive_state(archive, snapshot);
    for (const auto& observer : observers) observer->archive(archive);
    folder_->write_state(archive.written());
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  CheckpointFolder* folder_;
  double every_;
  Clock::time_point last_ = Clock::now();
};

template <int D>
class Simulation {
 public:
  Simulation(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
             const ProgressReport& report, const Place& place, Checkpoints<D>* checkpoints)
      : scene_(scene),
        world_(world),
        observers_(observers),
        checkpoints_(checkpoints),
        next_frame_(place.next_frame),
        reporter_(place.progress, report) {}

  RunResult run() {
    bool more = true;
    while (more && !reporter_.stopped()) {
      advance(next_frame_);
      if (reporter_.stopped() && checkpoints_) break;
      if (reporter_.stopped()) finish_instant();
      frame();
      more = world_.time() < scene_.until;
      if (more) next_frame_ = std::min(frame_after(world_.time()), scene_.until);
    }
    const bool stopped = more;
    if (stopped && checkpoints_) {
      write_checkpoint();
      return {reporter_.now(), true};
    }
    for (const auto& observer : observers_) observer->end(world_);
    return {reporter_.now(), stopped};
  }

 private:
  /// The first k / frames_per_second after `time`: each is rounded once, so that frames do not depend on where a run
  /// began.
  double frame_after(double time) const {
    const double rate = scene_.frames_per_second;
    if (rate == 0) return scene_.until;
    double k = std::floor(time * rate);
    if (k / rate <= time) ++k;
    if (k / rate <= time) ++k;  // the product was rounded down to the number before
    return k / rate;
  }

  /// Runs to `time`, or, when the run is stopped, to the event that it is at.
  void advance(double time) {
    if (checkpoints_ && checkpoints_->due()) write_checkpoint();
    while (!reporter_.stopped() && apply_next(time)) {
    }
  }

  /// A stopped run ends at a time of its own, just after the events that it is among, and so could be run to again.
  void finish_instant() {
    const double end = std::min(std::nextafter(world_.time(), scene_.until), scene_.until);
    while (apply_next(end)) {
    }
  }

  bool apply_next(double horizon) {
    const auto event = world_.next_event(horizon);
    if (!event) return false;
    for (const auto& observer : observers_) observer->event(*event, world_);
    if (stopped_by_rule(*event, world_)) reporter_.stop(event->time);
    if (reporter_.event(event->time) && checkpoints_ && checkpoints_->due()) write_checkpoint();
    return true;
  }

  void frame() {
    for (const auto& observer : observers_) observer->frame(world_);
    reporter_.frame(world_.time());
  }

  void write_checkpoint() { checkpoints_->write({reporter_.now(), next_frame_}, world_, observers_); }

  const Scene<D>& scene_;
  World<D>& world_;
  std::span<const std::unique_ptr<Observer<D>>> observers_;
  Checkpoints<D>* checkpoints_;
  double next_frame_;
  Reporter reporter_;
};

/// What the scene and the caller want to have measured.
template <int D>
std::vector<Observable> observed(const Scene<D>& scene, const RunOptions& options) {
  std::vector<std::string> names = options.observe;
  for (const Observable one : scene.observe) names.emplace_back(kObservableNames[static_cast<std::size_t>(one)]);
  return observables_named<D>(names, scene);
}

constexpr double kMostFrames = 1e9;

template <int D>
Scene<D> as_asked(const Scene<D>& scene, const RunOptions& options, double now) {
  Scene<D> asked = scene;
  asked.until = options.until.value_or(scene.until);
  asked.frames_per_second = options.frames_per_second.value_or(scene.frames_per_second);
  if (!std::isfinite(asked.until) || asked.until < now)
    throw InputError(fmt::format("until: {} is not a time to run to: expected a number ≥ {}, where the scene starts",
                                 asked.until, now));
  if (!std::isfinite(asked.frames_per_second) || asked.frames_per_second < 0)
    throw InputError(fmt::format("frames per second: {}: expected a number ≥ 0", asked.frames_per_second));
  if (options.checkpoint_every && !(*options.checkpoint_every >= 0 && std::isfinite(*options.checkpoint_every)))
    throw InputError(fmt::format("seconds between checkpoints: {}: expected a number ≥ 0", *options.checkpoint_every));
  if (options.threads < 1 || options.threads > World<D>::kMostThreads)
    throw InputError(
        fmt::format("threads: {}: expected a whole number from 1 to {}", options.threads, World<D>::kMostThreads));
  observed(scene, options);
  if ((asked.until - now) * asked.frames_per_second > kMostFrames)
    throw InputError(fmt::format("frames per second: {} until {} makes more than {} frames: expected fewer",
                                 asked.frames_per_second, asked.until, kMostFrames));
  return asked;
}

/// The files of a run; the summary comes last, so that it can tell about the others.
template <int D>
Observers<D> run_files(const Scene<D>& scene, const RunOptions& options, const std::filesystem::path& folder,
                       Opening opening) {
  Observers<D> files;
  if (options.events == EventsFile::csv) files.push_back(make_events_csv<D>(folder / "events.csv", opening));
  if (options.events == EventsFile::h5) files.push_back(make_events_h5<D>(folder / "events.h5", opening));
  files.push_back(make_trajectory<D>(folder / "trajectory.h5", opening));
  if (options.xyz) files.push_back(make_xyz<D>(folder / "trajectory.xyz", opening));
  const Measured* measured = nullptr;
  if (const std::vector<Observable> observe = observed(scene, options); !observe.empty()) {
    auto observables = make_observables<D>(folder, observe, opening);
    measured = observables.get();
    files.push_back(std::move(observables));
  }
  files.push_back(make_final_scene<D>(folder / "final.json", scene));
  files.push_back(make_picture<D>(folder));
  files.push_back(make_report<D>(folder, measured));
  std::vector<const Observer<D>*> others;
  for (const auto& file : files) others.push_back(file.get());
  files.push_back(make_summary<D>(folder / "summary.json", std::move(others)));
  return files;
}

Place start_of(double from, double until) {
  return {{.from = from, .time = from, .until = until}, from};
}

template <int D>
RunResult begin_and_run(const Scene<D>& asked, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
                        const ProgressReport& report, Checkpoints<D>* checkpoints) {
  const Place start = start_of(world.time(), asked.until);
  for (const auto& observer : observers) observer->begin(asked, world);
  return Simulation<D>(asked, world, observers, report, start, checkpoints).run();
}

template <int D>
RunResult run_into(const OutputFolder& folder, const Scene<D>& scene, const Scene<D>& asked, World<D>& world,
                   const RunOptions& options) {
  try {
    const Observers<D> files = run_files(scene, options, folder.staging(), Opening::fresh);
    return begin_and_run<D>(asked, world, files, options.report, nullptr);
  } catch (const std::exception& error) {
    throw std::runtime_error(folder.final_names(error.what()));
  }
}

// Runs with checkpoints.

/// What a run with checkpoints began with; `report`, `threads` and `out` are not kept.
template <int D>
void archive_start(Archive& archive, Scene<D>& scene, RunOptions& options) {
  archive(options.until, options.frames_per_second, options.events, options.xyz, options.observe,
          options.checkpoint_every, scene);
}

std::string creator() {
  return "carom " CAROM_VERSION;
}

template <int D>
void keep_start(CheckpointFolder& checkpoints, Scene<D> scene, RunOptions options) {
  Archive archive;
  std::string program = creator();
  int dimension = D;
  archive(program, dimension);
  archive_start(archive, scene, options);
  checkpoints.write_start(archive.written());
}

/// A world, its files and its place, as a checkpoint left them.
template <int D>
struct Restored {
  World<D> world;
  Observers<D> files;
  Place place;
};

template <int D>
Restored<D> restore(std::string_view bytes, const Scene<D>& scene, const Scene<D>& asked, const RunOptions& options,
                    const OutputFolder& folder) {
  Archive archive(bytes);
  Place place;
  archive(place);
  const World<D> start = scene.make_world();
  Snapshot<D> snapshot = start.snapshot();
  archive_state(archive, snapshot);
  Observers<D> files = run_files(scene, options, folder.staging(), Opening::resumed);
  for (const auto& file : files) {
    file->begin(asked, start);
    file->archive(archive);
  }
  if (!archive.unread().empty()) throw ArchiveError("it holds more than this version of Carom writes");
  return {World<D>(snapshot), std::move(files), place};
}

/// Runs, and moves the files to their place at the end. An error says that the run can be gone on with.
template <class Run>
RunResult kept_run(OutputFolder& folder, const std::filesystem::path& out, Run run) {
  try {
    const RunResult result = run();
    if (!result.stopped) folder.commit();
    return result;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format(
        "{}\nWhen that is put right, carom resume {} goes on from the last checkpoint.", error.what(), out.string()));
  }
}

template <int D>
RunResult run_from_start(const Scene<D>& scene, const Scene<D>& asked, const RunOptions& options, OutputFolder& folder,
                         CheckpointFolder& checkpoints) {
  Checkpoints<D> writer(checkpoints, *options.checkpoint_every);
  World<D> world = scene.make_world();
  world.set_threads(options.threads);
  const Observers<D> files = run_files(scene, options, folder.staging(), Opening::kept);
  return begin_and_run<D>(asked, world, files, options.report, &writer);
}

template <int D>
RunResult run_kept(const Scene<D>& scene, const Scene<D>& asked, const RunOptions& options) {
  OutputFolder folder(options.out, OutputFolder::Unfinished::kept);
  CheckpointFolder checkpoints(folder.staging());
  keep_start(checkpoints, scene, options);
  return kept_run(folder, options.out, [&] { return run_from_start(scene, asked, options, folder, checkpoints); });
}

template <int D>
RunResult resume_kept(Archive& start, const std::filesystem::path& out, OutputFolder& folder,
                      CheckpointFolder& checkpoints, const ResumeOptions& how) {
  Scene<D> scene;
  RunOptions options;
  archive_start(start, scene, options);
  options.out = out;
  options.report = how.report;
  options.threads = how.threads;
  if (how.checkpoint_every) options.checkpoint_every = how.checkpoint_every;
  const Scene<D> asked = as_asked(scene, options, scene.snapshot ? scene.snapshot->time : 0);
  std::optional<Restored<D>> restored;
  const auto take = [&](std::string_view bytes) { restored.emplace(restore(bytes, scene, asked, options, folder)); };
  const auto warn = [&](const std::string& text) {
    if (how.warn) how.warn(text);
  };
  const bool found = checkpoints.read_state(take, warn);
  return kept_run(folder, out, [&] {
    if (!found) return run_from_start(scene, asked, options, folder, checkpoints);
    Checkpoints<D> writer(checkpoints, *options.checkpoint_every);
    restored->world.set_threads(options.threads);
    return Simulation<D>(asked, restored->world, restored->files, options.report, restored->place, &writer).run();
  });
}

void refuse_unfinished(const std::filesystem::path& out) {
  const std::filesystem::path checkpoint = OutputFolder::checkpoint(out);
  if (OutputFolder::finish_commit(out) || !CheckpointFolder::holds_run(checkpoint)) return;
  throw InputError(fmt::format("{}: holds an unfinished run: carom resume {} goes on with it; remove {} to give it up",
                               out.string(), out.string(), checkpoint.string()));
}

}  // namespace

template <int D>
RunResult simulate(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
                   const ProgressReport& report) {
  return begin_and_run<D>(scene, world, observers, report, nullptr);
}

template <int D>
RunResult run(const Scene<D>& scene, const RunOptions& options) {
  World<D> world = scene.make_world();
  const Scene<D> asked = as_asked(scene, options, world.time());
  refuse_unfinished(options.out);
  if (options.checkpoint_every) return run_kept(scene, asked, options);
  world.set_threads(options.threads);
  OutputFolder folder(options.out);
  const RunResult result = run_into(folder, scene, asked, world, options);
  folder.commit();
  return result;
}

std::optional<RunResult> resume(const std::filesystem::path& out, const ResumeOptions& options) {
  const std::filesystem::path checkpoint = OutputFolder::checkpoint(out);
  if (OutputFolder::finish_commit(out)) return std::nullopt;
  if (!CheckpointFolder::holds_run(checkpoint)) {
    if (std::filesystem::exists(out / "summary.json")) return std::nullopt;
    throw InputError(fmt::format("{}: holds no run to go on with: expected one begun with checkpoints", out.string()));
  }
  OutputFolder folder(out, OutputFolder::Unfinished::kept);
  CheckpointFolder checkpoints(checkpoint);
  try {
    const std::string bytes = checkpoints.read_start();
    Archive start(bytes);
    std::string program;
    int dimension = 0;
    start(program, dimension);
    if (program != creator())
      throw ArchiveError(fmt::format("{}: begun by {}: {} cannot go on with it", out.string(), program, creator()));
    return dimension == 2 ? resume_kept<2>(start, out, folder, checkpoints, options)
                          : resume_kept<3>(start, out, folder, checkpoints, options);
  } catch (const ArchiveError& error) {
    throw InputError(error.what());
  }
}

template RunResult simulate<2>(const Scene<2>&, World<2>&, std::span<const std::unique_ptr<Observer<2>>>,
                               const ProgressReport&);
template RunResult simulate<3>(const Scene<3>&, World<3>&, std::span<const std::unique_ptr<Observer<3>>>,
                               const ProgressReport&);
template RunResult run<2>(const Scene<2>&, const RunOptions&);
template RunResult run<3>(const Scene<3>&, const RunOptions&);

}  // namespace carom::io
