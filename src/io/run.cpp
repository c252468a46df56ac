#include "carom/io/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "carom/io/events.hpp"
#include "carom/io/final_scene.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/report.hpp"
#include "carom/io/summary.hpp"
#include "carom/io/trajectory.hpp"
#include "io/output_folder.hpp"

namespace carom::io {
namespace {

template <int D>
using Observers = std::vector<std::unique_ptr<Observer<D>>>;

/// Tells the caller now and then how far the run is, and remembers if it wants to stop.
class Reporter {
 public:
  Reporter(Progress start, const ProgressReport& report) : progress_(start), report_(&report) {}

  void event(double time) {
    progress_.time = time;
    if (++progress_.events % kEventsPerLook == 0) look();
  }
  void frame(double time) {
    progress_.time = time;
    look();
  }
  bool stopped() const { return stopped_; }
  const Progress& finish() {
    progress_.wall_seconds = seconds(Clock::now() - start_);
    return progress_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kEventsPerLook = 64;
  static constexpr auto kPause = std::chrono::milliseconds(100);

  static double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

  void look() {
    const Clock::time_point now = Clock::now();
    if (!*report_ || now - last_ < kPause) return;
    last_ = now;
    progress_.wall_seconds = seconds(now - start_);
    if (!(*report_)(progress_)) stopped_ = true;
  }

  Progress progress_;
  const ProgressReport* report_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  bool stopped_ = false;
};

template <int D>
class Simulation {
 public:
  Simulation(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
             const ProgressReport& report)
      : scene_(scene),
        world_(world),
        observers_(observers),
        reporter_({.from = world.time(), .time = world.time(), .until = scene.until}, report) {}

  RunResult run() {
    for (const auto& observer : observers_) observer->begin(scene_, world_);
    advance(world_.time());
    frame();
    while (world_.time() < scene_.until && !reporter_.stopped()) {
      advance(std::min(frame_after(world_.time()), scene_.until));
      if (reporter_.stopped()) finish_instant();
      frame();
    }
    for (const auto& observer : observers_) observer->end(world_);
    return {reporter_.finish(), world_.time() < scene_.until};
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
    reporter_.event(event->time);
    return true;
  }

  void frame() {
    for (const auto& observer : observers_) observer->frame(world_);
    reporter_.frame(world_.time());
  }

  const Scene<D>& scene_;
  World<D>& world_;
  std::span<const std::unique_ptr<Observer<D>>> observers_;
  Reporter reporter_;
};

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
  if ((asked.until - now) * asked.frames_per_second > kMostFrames)
    throw InputError(fmt::format("frames per second: {} until {} makes more than {} frames: expected fewer",
                                 asked.frames_per_second, asked.until, kMostFrames));
  return asked;
}

/// The files of a run; the summary comes last, so that it can tell about the others.
template <int D>
Observers<D> run_files(const Scene<D>& scene, const RunOptions& options, const std::filesystem::path& folder) {
  Observers<D> files;
  if (options.events == EventsFile::csv) files.push_back(make_events_csv<D>(folder / "events.csv"));
  if (options.events == EventsFile::h5) files.push_back(make_events_h5<D>(folder / "events.h5"));
  files.push_back(make_trajectory<D>(folder / "trajectory.h5"));
  if (options.xyz) files.push_back(make_xyz<D>(folder / "trajectory.xyz"));
  files.push_back(make_final_scene<D>(folder / "final.json", scene));
  files.push_back(make_picture<D>(folder));
  files.push_back(make_report<D>(folder));
  std::vector<const Observer<D>*> others;
  for (const auto& file : files) others.push_back(file.get());
  files.push_back(make_summary<D>(folder / "summary.json", std::move(others)));
  return files;
}

template <int D>
RunResult run_into(const OutputFolder& folder, const Scene<D>& scene, const Scene<D>& asked, World<D>& world,
                   const RunOptions& options) {
  try {
    const Observers<D> files = run_files(scene, options, folder.staging());
    return simulate<D>(asked, world, files, options.report);
  } catch (const std::exception& error) {
    throw std::runtime_error(folder.final_names(error.what()));
  }
}

}  // namespace

template <int D>
RunResult simulate(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
                   const ProgressReport& report) {
  return Simulation<D>(scene, world, observers, report).run();
}

template <int D>
RunResult run(const Scene<D>& scene, const RunOptions& options) {
  World<D> world = scene.make_world();
  const Scene<D> asked = as_asked(scene, options, world.time());
  OutputFolder folder(options.out);
  const RunResult result = run_into(folder, scene, asked, world, options);
  folder.commit();
  return result;
}

template RunResult simulate<2>(const Scene<2>&, World<2>&, std::span<const std::unique_ptr<Observer<2>>>,
                               const ProgressReport&);
template RunResult simulate<3>(const Scene<3>&, World<3>&, std::span<const std::unique_ptr<Observer<3>>>,
                               const ProgressReport&);
template RunResult run<2>(const Scene<2>&, const RunOptions&);
template RunResult run<3>(const Scene<3>&, const RunOptions&);

}  // namespace carom::io
