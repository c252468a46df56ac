#include "sim/domain/slabs/slab.hpp"

#include <algorithm>
#include <cmath>

#include "sim/domain/slabs/border.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"

namespace carom::sim {
namespace {

/// Of a window: by how much later a ball must become uncertain for it to be asked again.
constexpr double kWorthwhile = 0.03;

}  // namespace

template <int D, class S>
void Slab<D, S>::connect(Border<D, S>& below, Border<D, S>& above) {
  borders_ = {&below, &above};
  exchanges_ = {&below.exchange(1), &above.exchange(0)};
}

template <int D, class S>
bool Slab<D, S>::is_seen_at_borders(std::uint32_t body) const {
  return borders_[0]->has_seen(body) || borders_[1]->has_seen(body);
}

template <int D, class S>
void Slab<D, S>::run() {
  this->begin();
  reachable_.clear();
  const Partition<D>& partition = division_.partition;
  early_ = {partition.axis(), partition.start(slab()) + 2, partition.start(slab() + 1) - 2, division_.marks(),
            division_.stamp()};
  search_.restrict_to(early_);
  take_over_handed();
  approached_ = {};
  soonest_ = 0;
  const Window<D>& window = division_.window;
  while (!window.has_failed()) {
    const Calendar::Entry due = search_.next();
    const double until = std::min(window.since(due.time), window.span());
    if (soonest_ <= until && note_uncertain_until(until)) continue;
    if (window.end() < due.time) break;
    domain_.now = std::max(domain_.now, due.time);
    step(due.body);
  }
  search_.finish();
}

template <int D, class S>
void Slab<D, S>::take_over_handed() {
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    for (const UncertainBall& uncertain : borders_[side]->uncertain()) mark_around(uncertain.body);
    Exchange& exchange = *exchanges_[side];
    domain_.calendar.forget(exchange.taken);
    exchange.taken = 0;
    domain_.calendar.adopt(exchange.handed);
    exchange.handed.clear();
    exchange.uncertain.clear();
  }
}

/// Takes note of all who are uncertain by then; true as soon as the slab has left one of its own, which may have been
/// due.
template <int D, class S>
bool Slab<D, S>::note_uncertain_until(double time) {
  for (;;) {
    // Where the next one comes from: the border below, above, or the slab's own heap.
    int from = 2;
    soonest_ = reachable_.empty() ? INFINITY : reachable_.front().time;
    for (const int side : {0, 1}) {
      const std::vector<ApproachingBall>& approaching = exchange(side).approaching;
      const std::size_t next = approached_[static_cast<std::size_t>(side)];
      if (next == approaching.size() || soonest_ <= approaching[next].time) continue;
      soonest_ = approaching[next].time;
      from = side;
    }
    if (soonest_ > time) return false;
    if (from < 2) {
      const std::vector<ApproachingBall>& approaching = exchange(from).approaching;
      std::size_t& next = approached_[static_cast<std::size_t>(from)];
      if (next + 2 < approaching.size()) {
        const ApproachingBall& coming = approaching[next + 2];
        division_.store.fetch(coming.body);
        for (std::uint32_t k = coming.first; k < coming.end; ++k) division_.store.fetch(exchange(from).reachable[k]);
      }
      note_approaching(from, approaching[next++]);
      continue;
    }
    const ReachableBall first = take_first();
    if (!reachable_.empty()) {
      const std::uint32_t coming = reachable_.front().body;
      const auto held = hold_lists(division_.column_of(coming));
      search_.fetch_near(coming);
    }
    if (note_reachable(first)) return true;
  }
}

/// Those of a border who can reach nobody of the inside are not told of; who comes near them later looks around.
template <int D, class S>
void Slab<D, S>::note_approaching(int side, const ApproachingBall& approaching) {
  if (this->has_seen(approaching.body)) return;
  this->set_seen(approaching.body);
  const Reachability<D> reach = division_.reach(approaching);
  for (std::uint32_t k = approaching.first; k < approaching.end; ++k) {
    const std::uint32_t other = exchange(side).reachable[k];
    if (is_own(other)) add(reach.touch(other));
  }
}

/// Whether it was one of the slab's own.
template <int D, class S>
bool Slab<D, S>::note_reachable(const ReachableBall& reachable) {
  const std::uint32_t body = reachable.body;
  const bool own = is_own(body);
  if (!own && this->has_seen(body)) return false;
  // It may be reached later than it could be by all that was known when that was asked, if it is known where it is now.
  if (own || !division_.relied_before(body, reachable.time)) {
    const ReachableBall again = division_.reach(reachable.by).touch_after(body, reachable.time);
    if (again.time > reachable.time + kWorthwhile * division_.window.span()) {
      add(again);
      return false;
    }
  }
  const double speed = reachable.by.speed;
  const UncertainBall uncertain{reachable.time, body, division_.window.speed_after(body, speed * speed)};
  if (own) {
    leave(uncertain);
    return true;
  }
  this->set_seen(body);
  mark_around(body);
  const int side = division_.home_of(body) == borders_[0]->number() ? 0 : 1;
  exchange(side).uncertain.push_back(body);
  pass_on(uncertain);
  return false;
}

/// A ball is left to the nearer border.
template <int D, class S>
void Slab<D, S>::leave(const UncertainBall& uncertain) {
  const std::uint32_t body = uncertain.body;
  const int side = division_.partition.nearer_side(slab(), division_.column_of(body));
  if (side < 0) return division_.window.miss();
  search_.finish_step_of(body);
  domain_.calendar.release(body);
  division_.give(body, borders_[static_cast<std::size_t>(side)]->number());
  this->set_seen(body);
  mark_around(body);
  division_.rely_on(uncertain);
  exchange(side).left.push_back(body);
  pass_on(uncertain);
}

/// A ball is uncertain: those near it are not far from such any more.
template <int D, class S>
void Slab<D, S>::mark_around(std::uint32_t body) {
  const Partition<D>& partition = division_.partition;
  const int column = division_.column_of(body);
  const auto [below, above] = partition.from_borders(slab(), column);
  if (below < above)
    early_.first = std::max(early_.first, partition.start(slab()) + below + 2);
  else
    early_.last = std::min(early_.last, partition.start(slab() + 1) - above - 2);
  const auto mark = [&](std::size_t cell) { division_.mark(cell); };
  // Beyond a border cells are another slab's to mark.
  if (partition.home(column) == this->number())
    search_.visit_marks(body, mark);
  else
    search_.visit_marks_but(body, partition.axis(), column != partition.start(slab()), mark);
}

/// Whether none near a ball of an inside is uncertain, or will be in a border in this window.
template <int D, class S>
bool Slab<D, S>::is_far_from_uncertain(std::uint32_t body) const {
  return early_.has_column(division_.column_of(body)) || early_.has(search_.mark_of(body));
}

template <int D, class S>
void Slab<D, S>::add(const ReachableBall& reachable) {
  if (!(reachable.time > division_.window.span())) {
    search_.fetch_place(reachable.body);
    reachable_.push_back(reachable);
    std::push_heap(reachable_.begin(), reachable_.end());
  }
  soonest_ = std::min(soonest_, reachable.time);
}

template <int D, class S>
ReachableBall Slab<D, S>::take_first() {
  const ReachableBall first = reachable_.front();
  std::pop_heap(reachable_.begin(), reachable_.end());
  reachable_.pop_back();
  return first;
}

/// Whom can an uncertain ball reach? Beyond a border that is not the slab's to say.
template <int D, class S>
void Slab<D, S>::pass_on(const UncertainBall& uncertain) {
  const std::uint32_t body = uncertain.body;
  const Partition<D>& partition = division_.partition;
  const int column = division_.column_of(body);
  const bool is_inner = partition.home(column) == this->number();
  const auto held = is_inner ? std::unique_lock<broad::SpinLock>() : hold_lists(column);
  search_.fetch_near(body);
  const Reachability<D> reach = division_.reach(uncertain);
  const auto reached = [&](std::uint32_t other) {
    if (!this->has_seen(other)) add(reach.touch(other));
  };
  if (is_inner) return search_.visit_near(body, reached);
  const auto is_on_side = [&](std::uint32_t other) {
    // Whoever is the border's may be so as one that was left to it.
    const std::uint8_t its = division_.owner(other);
    if (its == this->number()) return true;
    const std::uint8_t home = division_.home_of(other);
    return partition.is_border(its) && (home == this->number() || partition.is_border(home));
  };
  search_.visit_on_side(body, partition.axis(), column != partition.start(slab()), is_on_side, reached);
}

template <int D, class S>
void Slab<D, S>::step(std::uint32_t body) {
  const DueKey due = domain_.calendar.key(body);
  if (due.rank == 0) {
    if (leave_place_inside(body, due)) look_around(body, broad::CellStep::of(due.high));
    return;
  }
  if (this->is_stale(body, due)) return search_.predict_stale(body);
  if (!is_own(due.low ^ due.high ^ body))
    return leave({division_.window.since(domain_.now), body, division_.speed_after(body, due)});
  this->bounce(due);
}

/// A ball gets a new list, or a new cell, if that is in the inside; else it is left.
template <int D, class S>
bool Slab<D, S>::leave_place_inside(std::uint32_t body, const DueKey& due) {
  const Partition<D>& partition = division_.partition;
  const int column = division_.column_of(body);
  const auto [below, above] = partition.from_borders(slab(), column);
  // It gets at most one column further.
  if (std::min(below, above) > 2) {
    this->leave_place(body);
    return true;
  }
  const double middle = 0.5 * (partition.start(slab()) + partition.start(slab() + 1));
  const int next = search_.next_column(body, partition.axis(), middle);
  if (partition.home(next) != this->number()) {
    leave({division_.window.since(domain_.now), body, division_.speed_after(body, due)});
    return false;
  }
  const auto held = hold_lists(partition.is_at_edge(slab(), next) ? next : column);
  this->leave_place(body);
  return true;
}

/// A ball has come near others: one that is uncertain may have left its path at any time since the window's start.
template <int D, class S>
void Slab<D, S>::look_around(std::uint32_t body, const broad::CellStep& step) {
  if (is_far_from_uncertain(body)) return;
  const Window<D>& window = division_.window;
  search_.visit_entered(body, step, [&](std::uint32_t other) {
    // Its own balls are certain.
    if (is_own(other) || !(this->has_seen(other) || is_seen_at_borders(other))) return;
    ReachableBall reachable = division_.reach({0, other, static_cast<float>(window.speed_bound())}).touch(body);
    reachable.time = std::max(window.since(domain_.now), reachable.time);
    add(reachable);
  });
}

/// Holds the lists of a border's balls, which the slab beyond it may change, too, where those of balls in a column of a
/// slab, or of its borders, are changed or read.
template <int D, class S>
std::unique_lock<broad::SpinLock> Slab<D, S>::hold_lists(int column) {
  if (!S::kChangesBeyond || !division_.partition.is_at_edge(slab(), column)) return {};
  const auto [below, above] = division_.partition.from_borders(slab(), column);
  return std::unique_lock(borders_[below < above ? 0 : 1]->lists());
}

template class Slab<2, VerletSearch<2>>;
template class Slab<3, VerletSearch<3>>;
template class Slab<2, LinkedSearch<2>>;
template class Slab<3, LinkedSearch<3>>;

}  // namespace carom::sim
