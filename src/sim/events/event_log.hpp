#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/sim/event.hpp"
#include "sim/setting.hpp"

namespace carom::sim {

/// The events that have been executed: how many of each kind, and those that are still to be delivered to the caller.
template <int D>
class EventLog {
 public:
  using Counts = std::array<std::uint64_t, kEventKinds>;

  explicit EventLog(const Setting<D>& setting) : setting_(setting) {}

  /// Whether events are only counted, as nobody is told of them.
  bool only_counts() const { return only_counts_; }
  void set_only_counts(bool only) { only_counts_ = only; }

  void count(EventKind kind) { ++counts_[static_cast<std::size_t>(kind)]; }
  /// Counts an event, and keeps it to be delivered. Its plain time never goes back, even where converting the clock
  /// rounds.
  void record(const Event<D>& event);

  const Counts& counts() const { return counts_; }
  void restore(const Counts& counts) { counts_ = counts; }
  void add(const Counts& counts) {
    for (std::size_t kind = 0; kind < counts.size(); ++kind) counts_[kind] += counts[kind];
  }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum += count;
    return sum;
  }

  // Events that are still to be delivered.
  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  const Event<D>& operator[](std::size_t number) const { return events_[number]; }
  const Event<D>& front() const { return events_[next_]; }
  /// The number of the next one.
  std::size_t next() const { return next_; }
  /// Of the next one: no later in plain time than where the caller runs to.
  void bound_front(double horizon) { events_[next_].time = std::min(events_[next_].time, horizon); }
  Event<D> pop() {
    const Event<D> event = events_[next_++];
    if (next_ == events_.size()) clear();
    return event;
  }
  /// Keeps an event of a domain, which is counted when it is delivered.
  void keep(const Event<D>& event) { events_.push_back(event); }
  /// Those that are still to be delivered.
  std::vector<Event<D>> untold() const { return {events_.begin() + static_cast<std::ptrdiff_t>(next_), events_.end()}; }
  void reserve(std::size_t events) { events_.reserve(events); }
  void clear() {
    events_.clear();
    next_ = 0;
  }
  void clear_all() {
    clear();
    counts_ = {};
  }

  /// Plain time: of the last event, or where the world has been run to.
  double time() const { return time_; }
  void set_time(double time) { time_ = time; }

  /// Ever seen between two bodies as they met, as a length.
  double deepest_overlap() const { return deepest_overlap_; }
  void note_overlap(double depth) { deepest_overlap_ = std::max(deepest_overlap_, depth); }
  void set_deepest_overlap(double depth) { deepest_overlap_ = depth; }

 private:
  const Setting<D>& setting_;
  Counts counts_{};
  bool only_counts_ = false;
  std::vector<Event<D>> events_;  ///< delivered up to next_
  std::size_t next_ = 0;
  double time_ = 0;
  double deepest_overlap_ = 0;
};

template <int D>
void EventLog<D>::record(const Event<D>& event) {
  count(event.kind);
  if (only_counts_) return;
  Event<D>& kept = events_.emplace_back(event);
  kept.time = std::max(time_, setting_.clock.to_plain(event.instant));
  if (setting_.options.period)
    for (int k = 0; k < D; ++k) {
      const double side = (*setting_.options.period)[k];
      if (!(kept.point[k] >= 0 && kept.point[k] < (1 - 0x1p-50) * side))
        kept.point[k] -= side * std::floor(kept.point[k] / side);
    }
  time_ = kept.time;
}

}  // namespace carom::sim
