#pragma once
#include <cstdint>
#include <tuple>
#include <vector>

#include "carom/sim/clock.hpp"

namespace carom::detail {

/// When an entry is due, and what goes first among equals: (time, rank, lower id, higher id).
struct DueKey {
  Time time;
  std::uint32_t rank = 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;

  friend bool operator<(const DueKey& a, const DueKey& b) {
    if (a.time.epoch != b.time.epoch) return a.time.epoch < b.time.epoch;
    if (a.time.offset != b.time.offset) return a.time.offset < b.time.offset;
    return std::tie(a.rank, a.low, a.high) < std::tie(b.rank, b.low, b.high);
  }
};

/// One pending entry per body, the earliest on top: a heap of four children that knows where each body's entry is. Only
/// times are in the heap; what else orders a tie is looked up.
class Calendar {
 public:
  void clear(std::size_t bodies) {
    heap_.clear();
    place_.assign(bodies, kAbsent);
    keys_.assign(bodies, {});
  }

  void set(std::uint32_t body, const DueKey& key) {
    if (body >= place_.size()) {
      place_.resize(body + 1, kAbsent);
      keys_.resize(body + 1);
    }
    keys_[body] = key;
    if (place_[body] == kAbsent) {
      place_[body] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back({});
    }
    settle(place_[body], {key.time, body});
  }

  void erase(std::uint32_t body) {
    if (body >= place_.size() || place_[body] == kAbsent) return;
    const std::uint32_t at = place_[body];
    place_[body] = kAbsent;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (at < heap_.size()) settle(at, last);
  }

  bool empty() const { return heap_.empty(); }
  const Time& top_time() const { return heap_.front().time; }
  std::uint32_t top_body() const { return heap_.front().body; }

 private:
  struct Entry {
    Time time;
    std::uint32_t body = 0;
  };
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  static constexpr std::uint32_t kChildren = 4;

  bool before(const Entry& a, const Entry& b) const {
    if (a.time.epoch != b.time.epoch) return a.time.epoch < b.time.epoch;
    if (a.time.offset != b.time.offset) return a.time.offset < b.time.offset;
    return keys_[a.body] < keys_[b.body];
  }

  /// Finds the place of an entry, from the hole at `at` upwards or downwards.
  void settle(std::uint32_t at, const Entry& entry) {
    const std::uint32_t start = at;
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / kChildren;
      if (!before(entry, heap_[parent])) break;
      put(at, heap_[parent]);
      at = parent;
    }
    while (at >= start) {
      const std::uint32_t child = earliest_child(at);
      if (child == kAbsent || !before(heap_[child], entry)) break;
      put(at, heap_[child]);
      at = child;
    }
    put(at, entry);
  }

  std::uint32_t earliest_child(std::uint32_t at) const {
    const auto size = static_cast<std::uint32_t>(heap_.size());
    const std::uint32_t first = kChildren * at + 1;
    if (first >= size) return kAbsent;
    std::uint32_t best = first;
    for (std::uint32_t child = first + 1; child < size && child < first + kChildren; ++child)
      if (before(heap_[child], heap_[best])) best = child;
    return best;
  }

  void put(std::uint32_t at, const Entry& entry) {
    heap_[at] = entry;
    place_[entry.body] = at;
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;
  std::vector<DueKey> keys_;
};

}  // namespace carom::detail
