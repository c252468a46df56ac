#pragma once
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "carom/io/run.hpp"
#include "io/run/checkpoint_folder.hpp"
#include "io/run/stopped_by_rule.hpp"
#include "io/scene/scene_archive.hpp"

namespace carom::io {

/// Where a run is, next to its world and its observers.
struct Place {
  Progress progress;
  double next_frame = 0;
};

/// What ends a run before its time.
struct Limits {
  std::optional<std::uint64_t> most_events{};
  std::optional<double> most_seconds{};
  /// Of a replay: where the run stopped, at the last event that it had or at a frame after it.
  std::optional<Progress> stop{};
};

/// Tells the caller now and then how far the run is, and remembers if it wants to stop or a limit is reached.
class Reporter {
 public:
  Reporter(const Progress& start, const ProgressReport& report, const Limits& limits)
      : progress_(start), report_(&report), limits_(limits), wall_before_(start.wall_seconds) {
    if (limits_.most_events) last_event_ = start.events + *limits_.most_events;
  }

  /// Both say whether it is time to look at the clock for other reasons, too.
  bool event(double time) {
    progress_.time = time;
    ++progress_.events;
    if (progress_.events >= last_event_) stopped_ = StopReason::most_events;
    if (limits_.stop && progress_.events >= limits_.stop->events && time < limits_.stop->time &&
        limits_.stop->time <= just_after(time))
      stopped_ = StopReason::asked;
    if (progress_.events % kEventsPerLook != 0) return false;
    look();
    return true;
  }
  void stop(double time) {
    if (progress_.stops++ == 0) progress_.first_stop = time;
  }
  void stall(double time) {
    if (progress_.stalls++ == 0) progress_.first_stall = time;
  }
  void frame(double time) {
    progress_.time = time;
    if (limits_.stop && time >= limits_.stop->time) stopped_ = StopReason::asked;
    look();
  }
  const std::optional<StopReason>& stopped() const { return stopped_; }
  /// A stopped run ends at a time of its own, just after the events that it is among, and so could be run to again.
  double just_after(double time) const { return std::fmin(std::nextafter(time, progress_.until), progress_.until); }
  const Progress& now() {
    progress_.wall_seconds = wall_before_ + here();
    return progress_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kEventsPerLook = 64;
  static constexpr auto kPause = std::chrono::milliseconds(100);

  double here() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void look() {
    if (limits_.most_seconds && here() >= *limits_.most_seconds) stopped_ = StopReason::most_seconds;
    const Clock::time_point time = Clock::now();
    if (!*report_ || time - last_ < kPause) return;
    last_ = time;
    if (!(*report_)(now())) stopped_ = StopReason::asked;
  }

  Progress progress_;
  const ProgressReport* report_;
  Limits limits_;
  double wall_before_;
  std::uint64_t last_event_ = std::numeric_limits<std::uint64_t>::max();
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::optional<StopReason> stopped_;
};

/// Writes what a run needs to go on from here, now and then.
template <int D>
class Checkpoints {
 public:
  Checkpoints(CheckpointFolder& folder, double every) : folder_(&folder), every_(every) {}

  bool due() const { return every_ > 0 && std::chrono::duration<double>(Clock::now() - last_).count() >= every_; }

  void write(Place place, const World<D>& world, std::span<Observer<D>* const> observers) {
    Snapshot<D> snapshot = world.snapshot_without_bodies();
    folder_->write_state([&](Archive& archive) {
      archive(place);
      archive_state(archive, snapshot);
      for (Observer<D>* observer : observers) observer->archive(archive);
    });
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  CheckpointFolder* folder_;
  double every_;
  Clock::time_point last_ = Clock::now();
};

/// Runs a world to its end, or to where it is stopped, and shows it to observers that have begun.
template <int D>
class Simulation {
 public:
  Simulation(const Scene<D>& scene, World<D>& world, std::vector<Observer<D>*> observers, const ProgressReport& report,
             const Limits& limits, const Place& place, Checkpoints<D>* checkpoints)
      : scene_(scene),
        world_(world),
        observers_(std::move(observers)),
        checkpoints_(checkpoints),
        next_frame_(place.next_frame),
        reporter_(place.progress, report, limits) {}

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
    if (more && checkpoints_) write_checkpoint();
    return {.end = reporter_.now(), .stopped = more ? reporter_.stopped() : std::nullopt};
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
    while (!reporter_.stopped() && apply_next(time))
      if (looks_ && checkpoints_ && checkpoints_->due()) write_checkpoint();
  }

  void finish_instant() {
    const double end = reporter_.just_after(world_.time());
    while (apply_next(end)) {
    }
  }

  bool apply_next(double horizon) {
    const auto event = world_.next_event(horizon);
    if (!event) return false;
    for (Observer<D>* observer : observers_) observer->event(*event, world_);
    if (stopped_by_rule(*event, world_)) reporter_.stop(event->time);
    if (stalled(*event, world_)) reporter_.stall(event->time);
    looks_ = reporter_.event(event->time);
    return true;
  }

  void frame() {
    for (Observer<D>* observer : observers_) observer->frame(world_);
    reporter_.frame(world_.time());
  }

  void write_checkpoint() { checkpoints_->write({reporter_.now(), next_frame_}, world_, observers_); }

  const Scene<D>& scene_;
  World<D>& world_;
  std::vector<Observer<D>*> observers_;
  Checkpoints<D>* checkpoints_;
  double next_frame_;
  bool looks_ = false;  // whether it is time to look at the clock
  Reporter reporter_;
};

}  // namespace carom::io
