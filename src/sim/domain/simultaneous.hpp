#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/events/calendar.hpp"

namespace carom::sim {

/// The calendar's entries of one instant and rank, by their bodies: looked through once, however many pairs meet then.
class Simultaneous {
 public:
  explicit Simultaneous(Calendar& calendar) : calendar_(calendar) {}

  /// Calls visit(entry) for the live ones that name a body and are of that time and rank, which is that of the first
  /// one that is due.
  template <class Visit>
  void visit_with(std::uint32_t body, const DueKey& due, Visit visit) {
    look(due);
    const auto with = by_body_.find(body);
    if (with == by_body_.end()) return;
    for (const std::uint32_t k : with->second)
      if (calendar_.is_live(entries_[k])) visit(entries_[k]);
  }

 private:
  void look(const DueKey& due) {
    if (!calendar_.watches(due.time) || due.rank != rank_) {
      rank_ = due.rank;
      entries_.clear();
      by_body_.clear();
      calendar_.watch(due.time);
      calendar_.visit_first_instant([&](const Calendar::Entry& entry) { add(entry); });
    }
    for (const Calendar::Entry& entry : calendar_.arrived()) add(entry);
    calendar_.watch(due.time);
  }

  void add(const Calendar::Entry& entry) {
    if (entry.rank != rank_) return;
    const auto k = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(entry);
    by_body_[entry.low].push_back(k);
    by_body_[entry.high].push_back(k);
  }

  Calendar& calendar_;
  std::uint32_t rank_ = 0;
  std::vector<Calendar::Entry> entries_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_body_;
};

}  // namespace carom::sim
