#include "sim/domain/slabs/border.hpp"

#include <algorithm>

#include "sim/domain/slabs/slab.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"

namespace carom::sim {

/// Goes on to its impacts, as far as nothing comes between, and stands still at them: who can be reached by what they
/// lead to?
template <int D, class S>
void Border<D, S>::look_ahead() {
  this->begin();
  uncertain_.clear();
  due_.clear();
  for (Exchange& exchange : exchanges_) {
    exchange.approaching.clear();
    exchange.reachable.clear();
  }
  const Window<D>& window = division_.window;
  while (!window.has_failed()) {
    const Calendar::Entry next = search_.next();
    if (window.end() < next.time) break;
    domain_.now = std::max(domain_.now, next.time);
    const std::uint32_t body = next.body;
    if (!this->has_seen(body) && this->is_search(body)) {
      search(body);
      if (division_.home_of(body) != this->number()) hand_guest(body);
      continue;
    }
    domain_.calendar.release(body);
    division_.give(body, Division<D, S>::kNobody);
    due_.push_back(body);
    const std::uint32_t other = next.low ^ next.high ^ body;
    const double time = window.since(next.time);
    stand_still({time, body, division_.speed_after(body, domain_.calendar.key(body))});
    if (next.rank != 0 && is_own(other))
      stand_still({time, other, window.speed_after(other, norm2(division_.store.particle(body).velocity))});
  }
}

/// From then on a ball of the border is uncertain.
template <int D, class S>
void Border<D, S>::stand_still(const UncertainBall& uncertain) {
  if (this->has_seen(uncertain.body)) return;
  this->set_seen(uncertain.body);
  division_.rely_on(uncertain);
  search_.fetch_near(uncertain.body);
  const Reachability<D> reach = division_.reach(uncertain);
  const std::array<std::size_t, 2> known{exchanges_[0].reachable.size(), exchanges_[1].reachable.size()};
  search_.visit_near(uncertain.body, [&](std::uint32_t other) {
    const std::uint8_t its = division_.owner(other);
    if (its < division_.partition.slabs() && reach.may_touch(other)) exchange(side_of(its)).reachable.push_back(other);
  });
  uncertain_.push_back(uncertain);
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    if (const std::size_t end = exchanges_[side].reachable.size(); end > known[side])
      exchanges_[side].approaching.push_back(
          {uncertain, static_cast<std::uint32_t>(known[side]), static_cast<std::uint32_t>(end)});
}

template <int D, class S>
void Border<D, S>::search(std::uint32_t body) {
  if (domain_.calendar.key(body).rank != 0) return search_.predict_stale(body);
  this->leave_place(body);
}

template <int D, class S>
void Border<D, S>::run() {
  domain_.now = division_.window.start();
  guests_.clear();
  take_over_left();
  const Window<D>& window = division_.window;
  while (!window.has_failed()) {
    const Calendar::Entry next = search_.next();
    if (window.end() < next.time) break;
    domain_.now = std::max(domain_.now, next.time);
    step(next.body);
  }
  hand_guests();
}

template <int D, class S>
void Border<D, S>::take_over_left() {
  for (const std::uint32_t id : due_) division_.give(id, this->number());
  for (Exchange& exchange : exchanges_) {
    // What a slab has taken to be known of them is not that of which others were told.
    for (const std::uint32_t id : exchange.uncertain) division_.rely_on_nothing(id);
    due_.insert(due_.end(), exchange.left.begin(), exchange.left.end());
    guests_.insert(guests_.end(), exchange.left.begin(), exchange.left.end());
    exchange.left.clear();
  }
  domain_.calendar.adopt(due_);
  // What `check` asks of those that meet.
  for (const std::uint32_t id : due_) {
    const DueKey due = domain_.calendar.key(id);
    division_.fetch_relied(id);
    if (due.rank != 0) division_.fetch_relied(due.low ^ due.high ^ id);
  }
}

template <int D, class S>
void Border<D, S>::step(std::uint32_t body) {
  if (this->is_search(body)) {
    search(body);
    guests_.push_back(body);
    return;
  }
  const DueKey due = domain_.calendar.key(body);
  const std::uint32_t other = due.low ^ due.high ^ body;
  if (!is_own(other)) take_over(other);
  // What has been done without a border's balls can not have met them.
  if (due.time < division_.store.particle(other).time()) return division_.window.miss();
  this->bounce(due);
  for (const std::uint32_t id : {due.low, due.high}) check(id, division_.window.since(due.time));
}

/// One whom a slab has not left to the border is the border's now, if nothing has been done with it since.
template <int D, class S>
void Border<D, S>::take_over(std::uint32_t body) {
  const std::uint8_t owner = division_.owner(body);
  const int side = side_of(owner);
  Slab<D, S>& from = slab(side);
  if (owner != from.number() || division_.partition.nearer_side(from.number(), division_.column_of(body)) != 1 - side)
    return division_.window.miss();
  exchange(side).taken += from.drop(body);
  division_.give(body, this->number());
  guests_.push_back(body);
  domain_.calendar.adopt({body});
}

/// Whether a ball that has met somebody in a slab, later than another one became uncertain, can have been touched by
/// that before.
template <int D, class S>
bool Border<D, S>::may_have_touched(const UncertainBall& uncertain, std::uint32_t body) {
  const Window<D>& window = division_.window;
  double until = window.since(division_.store.particle(body).time());
  if (until <= uncertain.time) return false;
  const Reachability<D> reach = division_.reach(uncertain);
  if (reach.touch(body).time >= until) return false;
  for (const int side : {0, 1}) {
    const Changes<D>& before = slab(side).before();
    for (std::size_t met = before.size(); met-- > 0 && uncertain.time < until;) {
      if (before.body(met) != body) continue;
      const Particle<D>& path = before.particle(met);
      if (reach.may_touch(body, path, until)) return true;
      until = window.since(path.time());
    }
  }
  return false;
}

/// A ball has met another at a time: was it taken to be uncertain by then, and as fast as it is now? If not, it must
/// not have come where its list, or cell, does not tell whom it meets, nor to somebody who has met another one
/// meanwhile.
template <int D, class S>
void Border<D, S>::check(std::uint32_t body, double time) {
  Window<D>& window = division_.window;
  const Particle<D>& particle = division_.store.particle(body);
  if (division_.allows_for(body, time, norm2(particle.velocity))) return;
  const UncertainBall uncertain{time, body, window.speed_after(body, window.mean_square())};
  division_.rely_on(uncertain);
  const double beyond = search_.beyond_place(body, particle.time());
  if (!(beyond + uncertain.speed * (window.span() - time) <= kSafe * search_.margin())) return window.miss();
  search_.visit_near(body, [&](std::uint32_t other) {
    if (may_have_touched(uncertain, other)) window.miss();
  });
}

template <int D, class S>
void Border<D, S>::hand_guests() {
  for (const std::uint32_t id : guests_)
    if (is_own(id) && division_.home_of(id) != this->number()) hand_guest(id);
}

/// To the slab that is its home.
template <int D, class S>
void Border<D, S>::hand_guest(std::uint32_t body) {
  const std::uint8_t home = division_.home_of(body);
  if (home != slab(0).number() && home != slab(1).number()) return division_.window.fail();
  domain_.calendar.release(body);
  division_.give(body, home);
  exchange(side_of(home)).handed.push_back(body);
}

/// A window is rolled back.
template <int D, class S>
void Border<D, S>::forget_exchange() {
  for (Exchange& exchange : exchanges_) {
    exchange.left.clear();
    exchange.handed.clear();
    exchange.taken = 0;
  }
}

template class Border<2, VerletSearch<2>>;
template class Border<3, VerletSearch<3>>;
template class Border<2, LinkedSearch<2>>;
template class Border<3, LinkedSearch<3>>;

}  // namespace carom::sim
