#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "broad/memory/fetch.hpp"
#include "broad/memory/large_array.hpp"
#include "sim/events/event_order.hpp"

namespace carom::sim {

/// One pending entry per body, the earliest on top (after G. Paul, J. Comput. Phys. 221, 2007). Time is cut into bins,
/// of which a ring is kept; what lies beyond it waits apart. A bin holds bodies in no order, also such that are due at
/// another time by now: only when a bin is opened are they looked at and sorted. What comes to be due within the open
/// bin goes into a heap. The width of a bin follows the entries and never changes their order.
///
/// It has many fields and is one thing: each entry goes through slot, bin and heap, and every call may move it on.
class Calendar {
 public:
  Calendar() = default;
  /// The calendar of a domain of a whole, whose entries it shares: of the bodies whose owner it is. It has none before
  /// it is tuned.
  Calendar(Calendar& whole, const std::atomic<std::uint8_t>* owners, std::uint8_t part)
      : slots_(whole.slots_), epoch_length_(whole.epoch_length_), owners_(owners), part_(part) {}
  Calendar(const Calendar&) = delete;
  Calendar& operator=(const Calendar&) = delete;

  /// Forgets all entries. `epoch_length`: of the times to come.
  void clear(std::size_t bodies, double epoch_length = 1);

  /// `tag`: the caller's own, kept beside the key.
  void set(std::uint32_t body, const DueKey& key, std::uint32_t tag = 0) {
    if (body >= slots_.size()) slots_.resize(body + 1);
    Slot& slot = slots_[body];
    live_ += slot.live() ? 0 : 1;
    slot.set(key);
    slot.tag = tag;
    if (live_ > most_ && owners_ == nullptr) tuned_ = false;
    if (tuned_) file(body);
  }

  /// A domain lets a body go, and takes over such as others have let go; who owns them the caller says. Others change
  /// the entries of their own only while the domain does not run, and then it takes bodies over, or none, before it
  /// goes on.
  void release(std::uint32_t body) { live_ -= drop(body); }
  void adopt(const std::vector<std::uint32_t>& bodies);
  /// As `release` where somebody else's thread runs: the domain has to `forget` so many entries later.
  std::size_t drop(std::uint32_t body) {
    Slot& slot = slots_[body];
    slot.waits = 0;
    slot.is_between = 1;
    return slot.live() ? 1 : 0;
  }
  void forget(std::size_t entries) { live_ -= entries; }
  /// Looks for its entries anew. Domains have to be asked to, when nobody changes what they share.
  void tune();
  bool wants_tuning() const { return !tuned_ || wants_tuning_ || live_ > most_; }
  /// The entries of all domains are the whole's again.
  void reclaim() {
    tuned_ = false;
    count_live();
  }

  bool has(std::uint32_t body) const { return body < slots_.size() && slots_[body].live(); }
  void erase(std::uint32_t body) {
    if (!has(body)) return;
    slots_[body].time = kNever;
    --live_;
  }

  /// Of a body that has an entry.
  DueKey key(std::uint32_t body) const {
    const Slot& slot = slots_[body];
    return {slot.time, slot.rank, slot.low, slot.high};
  }
  std::uint32_t tag(std::uint32_t body) const { return slots_[body].tag; }
  /// Whether a body belongs to the domain; to a whole all do.
  bool is_mine(std::uint32_t body) const {
    return owners_ == nullptr || owners_[body].load(std::memory_order_relaxed) == part_;
  }
  void fetch(std::uint32_t body) const {
    broad::fetch_line(&slots_[body]);
    if (owners_ != nullptr) broad::fetch_line(&owners_[body]);
  }

  bool empty() const { return live_ == 0; }
  std::uint32_t top_body() { return top().body; }

  struct Entry {
    Time time;
    std::uint32_t rank = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t body = 0;

    friend bool operator<(const Entry& a, const Entry& b) {
      if (a.time.offset != b.time.offset && a.time.epoch == b.time.epoch) return a.time.offset < b.time.offset;
      return DueKey{a.time, a.rank, a.low, a.high} < DueKey{b.time, b.rank, b.low, b.high};
    }
  };
  /// The first live entry; one that is never due if there is none.
  const Entry& top() {
    return top([] {});
  }
  /// The same; calls opened() whenever bins have been opened, whose entries can be visited, changed and erased then:
  /// all of them, too.
  template <class Opened>
  const Entry& top(Opened opened) {
    if (!tuned_) tune();
    while (!empty()) {
      while (next_ < today_.size() && !live(today_[next_])) ++next_;
      while (!late_.empty() && !live(late_.front())) drop_late();
      const std::size_t left = today_.size() - next_;
      if (left >= window_ || (left > 0 && is_all_open())) return first_of_open();
      if (left == 0 && !late_.empty()) return late_.front();
      advance();
      opened();
    }
    return kNothing;
  }
  static const Entry kNothing;

  /// Calls visit(entry) for those of the open bin that are live.
  template <class Visit>
  void visit_open(Visit visit) const {
    for (std::size_t at = next_; at < today_.size(); ++at)
      if (live(today_[at])) visit(today_[at]);
  }
  /// Calls visit(entry) for all live ones that are due at the time of the first one, which is on top.
  template <class Visit>
  void visit_first_instant(Visit visit) const {
    const Time time = first_instant();
    for (std::size_t at = next_; at < today_.size() && today_[at].time == time; ++at)
      if (live(today_[at])) visit(today_[at]);
    visit_late(0, time, visit);
  }
  /// Whether some of these are of other pairs than that of the first one.
  bool is_first_instant_shared(std::uint32_t low, std::uint32_t high) const {
    const Time time = first_instant();
    const auto is_other = [&](const Entry& entry) { return entry.low != low || entry.high != high; };
    for (std::size_t at = next_; at < today_.size() && today_[at].time == time; ++at)
      if (is_other(today_[at]) && live(today_[at])) return true;
    return is_any_late(0, time, is_other);
  }
  bool is_live(const Entry& entry) const { return live(entry); }

  /// From now on, entries that come to be due at an instant of the open bin are told of by arrived(), from then on.
  void watch(const Time& instant) {
    watched_ = instant;
    arrived_.clear();
  }
  const std::vector<Entry>& arrived() const { return arrived_; }
  /// Whether it still does: not once entries have been looked for anew.
  bool watches(const Time& instant) const { return watched_ == instant; }

  /// Calls visit(entry) for entries that are likely to be on top soon, up to `ahead` after the one that is there now;
  /// for each `stage` once.
  template <class Visit>
  void visit_coming(std::size_t stage, std::size_t ahead, Visit visit) {
    const std::size_t end = std::min(next_ + ahead + 1, today_.size());
    for (std::size_t& at = seen_[stage]; at < end; ++at)
      if (live(today_[at])) visit(today_[at]);
  }
  static constexpr std::size_t kStages = 4;

 private:
  static constexpr Time kNever{INT64_MAX, 0};
  static constexpr Time kNobodys{-1, 0};
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::int64_t kFarthest = std::int64_t{1} << 62;

  /// A DueKey, whether one domain has let the body go and none has taken it over, and whether it is among those beyond
  /// the ring.
  struct alignas(32) Slot {
    Time time = kNever;
    std::uint32_t rank : 30 = 0;
    std::uint32_t is_between : 1 = 0;
    std::uint32_t waits : 1 = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t tag = 0;

    bool live() const { return time.epoch != kNever.epoch; }
    Entry entry(std::uint32_t body) const { return {time, rank, low, high, body}; }
    void set(const DueKey& key) {
      time = key.time;
      rank = key.rank & (UINT32_MAX >> 2);
      low = key.low;
      high = key.high;
    }
  };
  /// Some bodies of a bin: a cache line.
  struct alignas(64) Chunk {
    static constexpr std::uint32_t kSize = 14;
    std::uint32_t bodies[kSize];
    std::uint32_t count;
    std::uint32_t next;
  };

  /// A body that is still to be appended to a bin.
  struct Note {
    std::int64_t bin = 0;
    std::uint32_t body = kNone;
  };
  static constexpr std::size_t kNotes = 8;

  /// Whether nothing is in the ring but in the open bins.
  bool is_all_open() const {
    return in_ring_ == 0 &&
           std::all_of(notes_.begin(), notes_.end(), [](const Note& note) { return note.body == kNone; });
  }

  /// Of a heap, whose first ones are at its root.
  template <class Visit>
  void visit_late(std::size_t at, const Time& time, Visit& visit) const {
    if (at >= late_.size() || late_[at].time != time) return;
    if (live(late_[at])) visit(late_[at]);
    visit_late(2 * at + 1, time, visit);
    visit_late(2 * at + 2, time, visit);
  }

  template <class Is>
  bool is_any_late(std::size_t at, const Time& time, const Is& is) const {
    if (at >= late_.size() || late_[at].time != time) return false;
    return (is(late_[at]) && live(late_[at])) || is_any_late(2 * at + 1, time, is) || is_any_late(2 * at + 2, time, is);
  }

  const Time& first_instant() const {
    const bool is_today = late_.empty() || (next_ < today_.size() && today_[next_] < late_.front());
    return is_today ? today_[next_].time : late_.front().time;
  }

  const Entry& first_of_open() const {
    return !late_.empty() && late_.front() < today_[next_] ? late_.front() : today_[next_];
  }

  bool live(const Entry& entry) const {
    const Slot& slot = slots_[entry.body];
    return slot.time.offset == entry.time.offset && slot.time.epoch == entry.time.epoch && slot.rank == entry.rank &&
           slot.is_between == 0 && slot.low == entry.low && slot.high == entry.high;
  }

  /// That of kNever is no other time's. Times so late that their bins have no numbers are in one.
  std::int64_t bin_of(const Time& time) const {
    if (time.epoch == kNever.epoch) return INT64_MAX;
    if (bins_per_epoch_ <= 1) return std::min(time.epoch >> epochs_per_bin_, kFarthest);
    if (time.epoch >= kFarthest / bins_per_epoch_) return kFarthest;
    const auto within = static_cast<std::int64_t>(time.offset * scale_);
    return time.epoch * bins_per_epoch_ + (within < bins_per_epoch_ ? within : bins_per_epoch_ - 1);
  }

  std::uint32_t& head_of(std::int64_t bin) { return heads_[static_cast<std::size_t>(bin) & (heads_.size() - 1)]; }

  /// Appends a body later, when what it takes has come into the cache.
  void note(std::int64_t bin, std::uint32_t body) {
    Note& oldest = notes_[noted_ % kNotes];
    if (oldest.body != kNone) append(oldest.bin, oldest.body);
    oldest = {bin, body};
    broad::fetch_line(&head_of(bin));
    const Note& middle = notes_[(noted_ + kNotes / 2) % kNotes];
    if (middle.body != kNone) fetch_chunk(middle.bin);
    ++noted_;
  }

  void fetch_chunk(std::int64_t bin) {
    if (const std::uint32_t head = head_of(bin); head != kNone) broad::fetch_line(&chunks_[head]);
  }

  void append(std::int64_t bin, std::uint32_t body) {
    std::uint32_t& head = head_of(bin);
    if (head == kNone || chunks_[head].count == Chunk::kSize) head = new_chunk(head);
    Chunk& chunk = chunks_[head];
    chunk.bodies[chunk.count++] = body;
    ++in_ring_;
  }

  void wait(std::uint32_t body) {
    if (slots_[body].waits) return;
    slots_[body].waits = 1;
    waiting_.push_back(body);
  }

  /// Puts a body's entry to where it is found in time.
  void file(std::uint32_t body) {
    const Slot& slot = slots_[body];
    const std::int64_t bin = bin_of(slot.time);
    if (bin <= open_)
      arrive_late(slot.entry(body));
    else if (bin >= end_)
      wait(body);
    else
      note(bin, body);
  }

  std::uint32_t new_chunk(std::uint32_t next);
  void append_noted();
  void fetch_bin(std::int64_t bin);
  void forget_others();
  void arrive_late(const Entry& entry);
  void drop_late();
  void advance();
  void open(std::int64_t bin);
  void sort_today(std::size_t from);
  void extend_ring();
  void jump_to_waiting();
  void count_live();
  void choose_width();
  double width_wanted() const;

  broad::LargeArray<Slot> own_slots_;
  broad::LargeArray<Slot>& slots_ = own_slots_;
  std::size_t live_ = 0;
  double epoch_length_ = 1;
  const std::atomic<std::uint8_t>* owners_ = nullptr;  ///< of a domain: of all bodies
  std::uint8_t part_ = 0;

  bool tuned_ = false;         ///< else entries are only noted
  bool wants_tuning_ = false;  ///< a domain's width does not fit any more
  std::size_t most_ = 0;       ///< entries that it is tuned for
  std::int64_t bins_per_epoch_ = 1;
  double scale_ = 1;                 ///< bins per unit of time
  std::uint8_t epochs_per_bin_ = 0;  ///< as a power of two

  std::int64_t open_ = 0;  ///< the last of the bins whose entries are in today_
  std::int64_t end_ = 0;   ///< of the ring
  broad::LargeArray<std::uint32_t> heads_;
  broad::LargeArray<Chunk> chunks_;
  std::uint32_t free_ = kNone;
  std::size_t in_ring_ = 0;  ///< bodies named there
  std::array<Note, kNotes> notes_{};
  std::size_t noted_ = 0;
  double fill_ = 0;         ///< entries that a bin should hold
  std::size_t window_ = 1;  ///< how many are open at least, if there are more
  std::vector<std::uint32_t> waiting_;
  std::vector<Entry> today_;
  std::size_t next_ = 0;                     ///< in today_
  std::array<std::size_t, kStages> seen_{};  ///< in today_
  std::vector<Entry> late_;
  Time watched_ = kNobodys;
  std::vector<Entry> arrived_;
  std::size_t opened_ = 0;  ///< bins since the width was last judged
  std::size_t found_ = 0;   ///< entries in them
};

inline constexpr Calendar::Entry Calendar::kNothing{Calendar::kNever, 0, kNone, kNone, kNone};

}  // namespace carom::sim
