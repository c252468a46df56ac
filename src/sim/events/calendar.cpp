#include "sim/events/calendar.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace carom::sim {
namespace {

/// Entries that a bin should hold: where many wait, enough that what they need can be asked for ahead.
constexpr double kFill = 6;
constexpr double kLargeFill = 12;
constexpr std::size_t kManyEntries = 20000;
/// So many are sorted ahead then, if there are.
constexpr std::size_t kWindow = 36;
/// Of a bin so many chunks are asked for ahead.
constexpr std::int64_t kChunksAhead = 4;
/// Below this many entries a heap alone does.
constexpr std::size_t kFewEntries = 48;

constexpr auto kLater = [](const auto& a, const auto& b) { return b < a; };

}  // namespace

void Calendar::clear(std::size_t bodies, double epoch_length) {
  slots_.assign(bodies, {});
  live_ = 0;
  epoch_length_ = epoch_length;
  tuned_ = false;
  watched_ = kNobodys;
}

std::uint32_t Calendar::new_chunk(std::uint32_t next) {
  std::uint32_t chunk = free_;
  if (chunk == kNone) {
    chunk = static_cast<std::uint32_t>(chunks_.size());
    chunks_.emplace_back();
  } else {
    free_ = chunks_[chunk].next;
  }
  chunks_[chunk].count = 0;
  chunks_[chunk].next = next;
  return chunk;
}

void Calendar::arrive_late(const Entry& entry) {
  if (late_.size() > 4 * live_ + 64) {
    std::erase_if(late_, [&](const Entry& old) { return !live(old); });
    std::make_heap(late_.begin(), late_.end(), kLater);
  }
  if (entry.time == watched_) arrived_.push_back(entry);
  late_.push_back(entry);
  std::push_heap(late_.begin(), late_.end(), kLater);
}

/// An entry of a body that is another's may come to be true again there.
void Calendar::forget_others() {
  const auto is_others = [&](const Entry& entry) { return !is_mine(entry.body); };
  std::size_t kept = next_;
  std::array<std::size_t, kStages> seen = seen_;
  for (std::size_t at = next_; at < today_.size(); ++at) {
    if (is_others(today_[at])) {
      for (std::size_t stage = 0; stage < kStages; ++stage) seen[stage] -= at < seen_[stage] ? 1 : 0;
      continue;
    }
    today_[kept++] = today_[at];
  }
  today_.resize(kept);
  seen_ = seen;
  if (std::erase_if(late_, is_others) > 0) std::make_heap(late_.begin(), late_.end(), kLater);
}

/// Those that are due in the open bins go there, not into the heap: what they need is asked for ahead like that of
/// others.
void Calendar::adopt(const std::vector<std::uint32_t>& bodies) {
  forget_others();
  const std::size_t from = today_.size();
  for (const std::uint32_t body : bodies) {
    Slot& slot = slots_[body];
    slot.waits = slot.is_between = 0;
    if (!slot.live()) continue;
    ++live_;
    if (bin_of(slot.time) <= open_)
      today_.push_back(slot.entry(body));
    else
      file(body);
  }
  if (from == today_.size()) return;
  sort_today(from);
  const auto at = [&](std::size_t place) { return today_.begin() + static_cast<std::ptrdiff_t>(place); };
  std::inplace_merge(at(next_), at(from), today_.end());
  seen_.fill(next_);
}

void Calendar::drop_late() {
  std::pop_heap(late_.begin(), late_.end(), kLater);
  late_.pop_back();
}

/// On to the next bin, or to a better width.
void Calendar::advance() {
  append_noted();
  const bool judged = opened_ >= std::max<std::size_t>(256, heads_.size() / 4);
  const double fill = static_cast<double>(found_) / static_cast<double>(std::max<std::size_t>(1, opened_));
  if (judged) opened_ = found_ = 0;
  if (judged && (fill > 4 * fill_ || fill < fill_ / 4)) {
    if (owners_ == nullptr) return tune();
    wants_tuning_ = true;
  }
  if (in_ring_ == 0) return jump_to_waiting();
  ++open_;
  if (end_ - open_ <= static_cast<std::int64_t>(heads_.size() / 2)) extend_ring();
  open(open_);
}

void Calendar::append_noted() {
  for (Note& note : notes_) {
    if (note.body != kNone) append(note.bin, note.body);
    note = {};
  }
}

/// Asks for what opening a bin needs, and for one more chunk of each of some after it.
void Calendar::fetch_bin(std::int64_t bin) {
  for (std::uint32_t chunk = head_of(bin); chunk != kNone; chunk = chunks_[chunk].next)
    for (std::uint32_t k = 0; k < chunks_[chunk].count; ++k) fetch(chunks_[chunk].bodies[k]);
  for (std::int64_t after = 1; after <= kChunksAhead; ++after) {
    std::uint32_t chunk = head_of(bin + after);
    for (std::int64_t known = after; known < kChunksAhead && chunk != kNone; ++known) chunk = chunks_[chunk].next;
    if (chunk != kNone) broad::fetch_line(&chunks_[chunk]);
  }
}

void Calendar::open(std::int64_t bin) {
  today_.erase(today_.begin(), today_.begin() + static_cast<std::ptrdiff_t>(next_));
  for (std::size_t& at : seen_) at -= std::min(at, next_);
  next_ = 0;
  const std::size_t from = today_.size();
  std::uint32_t& head = head_of(bin);
  while (head != kNone) {
    Chunk& chunk = chunks_[head];
    for (std::uint32_t k = 0; k < chunk.count; ++k) {
      const std::uint32_t body = chunk.bodies[k];
      if (is_mine(body) && bin_of(slots_[body].time) == bin) today_.push_back(slots_[body].entry(body));
    }
    in_ring_ -= chunk.count;
    const std::uint32_t next = chunk.next;
    chunk.next = free_;
    free_ = head;
    head = next;
  }
  sort_today(from);
  if (fill_ == kLargeFill) fetch_bin(bin + 1);
  ++opened_;
  found_ += today_.size() - from;
}

/// In order from there on, each once.
void Calendar::sort_today(std::size_t from) {
  const auto before = [](const Entry& a, const Entry& b) { return a < b || (!(b < a) && a.body < b.body); };
  const auto first = today_.begin() + static_cast<std::ptrdiff_t>(from);
  std::sort(first, today_.end(), before);
  const auto same = [](const Entry& a, const Entry& b) { return a.body == b.body; };
  today_.erase(std::unique(first, today_.end(), same), today_.end());
}

/// Makes the ring reach as far as it can, and takes in what waited for that.
void Calendar::extend_ring() {
  end_ = open_ + static_cast<std::int64_t>(heads_.size());
  std::erase_if(waiting_, [&](std::uint32_t body) {
    if (!is_mine(body)) return true;
    Slot& slot = slots_[body];
    const std::int64_t bin = bin_of(slot.time);
    if (slot.live() && bin >= end_) return false;
    slot.waits = 0;
    if (slot.live() && bin > open_) append(bin, body);
    return true;
  });
}

/// There is nothing in the ring.
void Calendar::jump_to_waiting() {
  std::int64_t first = INT64_MAX;
  for (const std::uint32_t body : waiting_)
    if (is_mine(body) && slots_[body].live()) first = std::min(first, bin_of(slots_[body].time));
  open_ = std::max(open_, first - 1);
  extend_ring();
}

void Calendar::count_live() {
  live_ = 0;
  for (std::uint32_t body = 0; body < slots_.size(); ++body) {
    if (!is_mine(body)) continue;
    slots_[body].is_between = 0;
    live_ += slots_[body].live() ? 1 : 0;
  }
}

/// Chooses the width anew and puts every entry into its bin.
void Calendar::tune() {
  watched_ = kNobodys;
  if (owners_ != nullptr) count_live();
  tuned_ = true;
  wants_tuning_ = false;
  most_ = 4 * live_ + kFewEntries;
  opened_ = found_ = next_ = in_ring_ = 0;
  seen_ = {};
  notes_ = {};
  fill_ = (owners_ == nullptr ? live_ : slots_.size()) > kManyEntries ? kLargeFill : kFill;
  window_ = fill_ == kLargeFill ? kWindow : 1;
  today_.clear();
  late_.clear();
  waiting_.clear();
  chunks_.clear();
  free_ = kNone;
  choose_width();
  heads_.assign(
      std::bit_ceil(std::max<std::size_t>(64, static_cast<std::size_t>(static_cast<double>(live_) * kFill / fill_))),
      kNone);
  chunks_.reserve(heads_.size() + live_);  // hardly ever as many; what is not used takes no memory
  open_ = INT64_MAX;
  if (live_ <= kFewEntries) {
    end_ = INT64_MAX;
  } else {
    for (std::uint32_t body = 0; body < slots_.size(); ++body)
      if (is_mine(body) && slots_[body].live()) open_ = std::min(open_, bin_of(slots_[body].time) - 1);
    end_ = open_ + static_cast<std::int64_t>(heads_.size());
  }
  for (std::uint32_t body = 0; body < slots_.size(); ++body) {
    if (!is_mine(body)) continue;
    slots_[body].waits = 0;
    if (!slots_[body].live()) continue;
    const std::int64_t bin = bin_of(slots_[body].time);
    if (bin <= open_)
      arrive_late(slots_[body].entry(body));
    else if (bin < end_)
      append(bin, body);
    else
      wait(body);
  }
}

void Calendar::choose_width() {
  const double width = std::clamp(width_wanted() / epoch_length_, 0x1p-40, 0x1p40);
  int exponent = 0;
  std::frexp(width, &exponent);
  bins_per_epoch_ = exponent < 0 ? std::int64_t{1} << -exponent : 1;
  scale_ = static_cast<double>(bins_per_epoch_) / epoch_length_;
  epochs_per_bin_ = static_cast<std::uint8_t>(std::max(exponent, 0));
}

/// From how soon the first quarter of the entries is due.
double Calendar::width_wanted() const {
  std::int64_t base = INT64_MAX;
  std::vector<double> due;
  due.reserve(live_);
  const auto visit_live = [&](auto visit) {
    for (std::uint32_t body = 0; body < slots_.size(); ++body)
      if (is_mine(body) && slots_[body].live()) visit(slots_[body].time);
  };
  visit_live([&](const Time& time) { base = std::min(base, time.epoch); });
  visit_live(
      [&](const Time& time) { due.push_back(static_cast<double>(time.epoch - base) * epoch_length_ + time.offset); });
  if (due.empty()) return epoch_length_;
  const auto quarter = due.begin() + static_cast<std::ptrdiff_t>(due.size() / 4);
  std::nth_element(due.begin(), quarter, due.end());
  const double first = *std::min_element(due.begin(), quarter + 1);
  const double span = *quarter - first;
  return fill_ * (span > 0 ? span : epoch_length_) / std::max(1.0, 0.25 * static_cast<double>(due.size()));
}

}  // namespace carom::sim
