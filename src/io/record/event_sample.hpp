#pragma once
#include <algorithm>
#include <vector>

#include "carom/sim/event.hpp"
#include "io/record/thinned.hpp"

namespace carom::io {

/// An event and its place among all events of the run, from 0.
template <int D>
struct NumberedEvent {
  std::uint64_t number = 0;
  Event<D> event{};

  void archive(Archive& archive) {
    // Field by field: padding has any bytes, and equal runs leave equal records.
    archive(number, event.time, event.instant, event.rank, event.kind, event.a, event.b, event.point, event.normal,
            event.approach_speed, event.impulse, event.restitution, event.image);
    if (static_cast<int>(event.kind) >= kEventKinds) throw ArchiveError("it holds an event of an unknown kind");
  }
};

/// An even choice of a run's events, in bounded memory. Impacts are thinned apart from the rarer kinds, which so
/// survive them.
template <int D>
class EventSample {
 public:
  explicit EventSample(std::size_t capacity) : impacts_(capacity - capacity / 4), others_(capacity / 4) {}

  void add(const Event<D>& event) {
    auto& list = event.kind == EventKind::impact ? impacts_ : others_;
    list.offer([&] { return NumberedEvent<D>{seen_, event}; });
    ++seen_;
  }

  std::vector<NumberedEvent<D>> in_order() const {
    std::vector<NumberedEvent<D>> all = impacts_.items();
    all.insert(all.end(), others_.items().begin(), others_.items().end());
    std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.number < y.number; });
    return all;
  }
  std::uint64_t seen() const { return seen_; }
  std::uint64_t impact_stride() const { return impacts_.stride(); }
  std::uint64_t other_stride() const { return others_.stride(); }
  void archive(Archive& archive) { archive(impacts_, others_, seen_); }

 private:
  Thinned<NumberedEvent<D>> impacts_;
  Thinned<NumberedEvent<D>> others_;
  std::uint64_t seen_ = 0;
};

}  // namespace carom::io
