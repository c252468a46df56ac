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

/// One pending entry per body, the earliest on top: a binary heap that knows where each body's entry is.
class Calendar {
 public:
  void clear(std::size_t bodies) {
    heap_.clear();
    place_.assign(bodies, kAbsent);
  }

  void set(std::uint32_t body, const DueKey& key) {
    if (body >= place_.size()) place_.resize(body + 1, kAbsent);
    std::uint32_t at = place_[body];
    if (at == kAbsent) {
      at = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back({key, body});
      place_[body] = at;
    } else {
      heap_[at].key = key;
    }
    if (!rise(at)) sink(at);
  }

  void erase(std::uint32_t body) {
    if (body >= place_.size() || place_[body] == kAbsent) return;
    const std::uint32_t at = place_[body];
    place_[body] = kAbsent;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (at == heap_.size()) return;
    heap_[at] = last;
    place_[last.body] = at;
    if (!rise(at)) sink(at);
  }

  bool empty() const { return heap_.empty(); }
  const DueKey& top_key() const { return heap_.front().key; }
  std::uint32_t top_body() const { return heap_.front().body; }

 private:
  struct Entry {
    DueKey key;
    std::uint32_t body;
  };
  static constexpr std::uint32_t kAbsent = UINT32_MAX;

  bool rise(std::uint32_t at) {
    const Entry entry = heap_[at];
    const std::uint32_t start = at;
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / 2;
      if (!(entry.key < heap_[parent].key)) break;
      put(at, heap_[parent]);
      at = parent;
    }
    put(at, entry);
    return at != start;
  }

  void sink(std::uint32_t at) {
    const Entry entry = heap_[at];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && heap_[child + 1].key < heap_[child].key) ++child;
      if (!(heap_[child].key < entry.key)) break;
      put(at, heap_[child]);
      at = child;
    }
    put(at, entry);
  }

  void put(std::uint32_t at, const Entry& entry) {
    heap_[at] = entry;
    place_[entry.body] = at;
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;
};

}  // namespace carom::detail
