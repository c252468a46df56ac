#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/math/portable.hpp"
#include "query/ball_parts.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {
namespace {

template <int D>
Cell<D> opposite(Cell<D> image) {
  for (std::int32_t& boxes : image) boxes = -boxes;
  return image;
}

/// A bound on how far something moves within a time, with room for rounding.
template <int D>
double travel(const Vec<D>& velocity, const Vec<D>& acceleration, double time) {
  return (1 + 0x1p-30) * time * (norm(velocity) + 0.5 * time * norm(acceleration));
}

template <int D>
double travel(const Mover<D>& mover, const Law<D>& law, double time) {
  if (is_zero(mover.velocity) && is_zero(law.acceleration)) return 0;
  if (!mover.slows && time < kNever) return travel(mover.velocity, law.acceleration, time);
  if (!mover.slows) return kNever;
  const double longest = law.damping > 0 ? 1 / law.damping : law.stop;
  return travel(mover.velocity, Vec<D>{}, std::min(time, longest));
}

/// When a slowed ball, `dt` after its last event, has come as far as it would have at `after` with neither stop nor
/// damping: x₀ + v (1 − exp(−k t))/k is x₀ + v s.
template <int D>
[[gnu::noinline]] double slowed(const Law<D>& law, double dt, double after) {
  if (law.damping == 0) return after <= law.stop - dt ? after : kNever;
  const double k = law.damping;
  return k * after < 1 ? -portable::log1p(-k * after) / k : kNever;
}

/// Earlier, or the same and first by image or piece, so that the order of the
/// search does not matter.
template <int D>
bool goes_first(const Encounter<D>& a, const Encounter<D>& b) {
  if (a.key < b.key) return true;
  if (b.key < a.key) return false;
  return std::tie(a.obstacle, a.image) < std::tie(b.obstacle, b.image);
}

}  // namespace

template <int D>
std::uint32_t Simulation<D>::rank_at(std::uint32_t id, const Time& time) const {
  return movers_[id].time() == time ? records_[id].rank : 0;
}

/// How long after `from` an encounter still matters beside the best one known,
/// generously; curved paths are first asked for this long, because a miss
/// within a short time is decided fast. (Not the answer itself: its last bits
/// may depend on the horizon.)
template <int D>
double Simulation<D>::time_left(const Encounter<D>& best, const Time& from) const {
  if (best.key.time == EpochClock::never()) return kNever;
  return std::max(0.0, clock_.between(from, best.key.time)) * (1 + 0x1p-30) + 0x1p-40 * clock_.span();
}

/// As contact_after, where one of the two is slowed by its own law; kNever, too, if it is later than `enough`.
template <int D>
[[gnu::noinline]] double Simulation<D>::contact_of_slowing(std::uint32_t low, std::uint32_t high, const Relative<D>& r,
                                                           bool absorbing, double enough) const {
  const Mover<D>& a = movers_[low];
  const Mover<D>& b = movers_[high];
  const double reach = r.radius_sum + travel(a, law(low), enough) + travel(b, law(high), enough);
  if (norm2(r.position) > reach * reach) return kNever;
  if (absorbing && norm2(r.position) <= r.radius_sum * r.radius_sum) return 0;
  const Motion<D> motion_a = path_after(low, clock_.between(a.time(), r.time));
  const Motion<D> motion_b = path_after(high, clock_.between(b.time(), r.time));
  const auto contact = [&](double horizon) {
    return ball_ball_time(Ball<D>{r.position, r.radius_sum}, motion_a, Ball<D>{}, motion_b, horizon);
  };
  return enough < kNever && contact(enough) == kNever ? kNever : contact(kNever);
}

template <int D>
void Simulation<D>::consider_ball(std::uint32_t id, std::uint32_t other, const Cell<D>& image,
                                  Encounter<D>& best) const {
  if (movers_[id].immovable && movers_[other].immovable) return;
  if (!share_layers(id, other)) return;
  const Cell<D> copy = id < other ? image : opposite<D>(image);
  const std::uint32_t low = std::min(id, other);
  const std::uint32_t high = std::max(id, other);
  const Relative<D> r = relative(low, high, copy);
  if (passes(low, high, r)) return;
  const bool absorbing = movers_[id].absorbs || movers_[other].absorbs;
  double after = kNever;
  if (movers_[id].slows || movers_[other].slows) [[unlikely]] {
    // Without a grid in a periodic box, what comes after the next search is found by that.
    const bool searches_all = !uses_grid_ && search_due_ != EpochClock::never();
    const double enough = searches_all ? clock_.between(r.time, search_due_) : kNever;
    after = contact_of_slowing(low, high, r, absorbing, std::min(enough, time_left(best, r.time)));
  } else {
    if (!is_zero(r.acceleration)) {
      const double enough = time_left(best, r.time);
      if (enough < kNever) {
        const double reach = r.radius_sum + travel(r.velocity, r.acceleration, enough);
        if (norm2(r.position) > reach * reach || contact_after(r, absorbing, enough) == kNever) return;
      }
    }
    after = contact_after(r, absorbing, kNever);
  }
  if (after < kNever) note_contact(id, other, copy, r.time, after, best);
}

/// `after` the time `from` the ball meets a copy of another: the encounter that is known then, if it goes first.
template <int D>
void Simulation<D>::note_contact(std::uint32_t id, std::uint32_t other, const Cell<D>& image, const Time& from,
                                 double after, Encounter<D>& best) const {
  const Time time = clock_.later(from, after);
  if (best.key.time < time || time == EpochClock::never()) return;
  const std::uint32_t low = std::min(id, other);
  const std::uint32_t high = std::max(id, other);
  const std::uint32_t rank = 1 + std::max(rank_at(low, time), rank_at(high, time));
  const Encounter<D> found{{time, rank, low, high}, other, kNone, versions_[other], image};
  if (goes_first(found, best)) best = found;
}

// Without a grid in a periodic box: every copy of the other ball that the
// relative path can reach before the next refresh.
template <int D>
void Simulation<D>::consider_images(std::uint32_t id, std::uint32_t other, Encounter<D>& best) const {
  const Vec<D>& period = *options_.period;
  const Relative<D> r = relative(id, other, {});
  // A refresh that would come after a damped epoch's end is not scheduled: the
  // end is one.
  const Time refresh = search_due_;
  const double until =
      clock_.between(r.time, refresh == EpochClock::never() ? Time{now_.epoch, clock_.span()} : refresh);
  Cell<D> low;
  Cell<D> high;
  const bool slowing = movers_[id].slows || movers_[other].slows;
  const double either_way =
      slowing ? travel(movers_[id], law(id), until) + travel(movers_[other], law(other), until) : 0;
  for (int k = 0; k < D; ++k) {
    const double end =
        slowing ? r.position[k] : r.position[k] + until * (r.velocity[k] + 0.5 * until * r.acceleration[k]);
    const double bulge = slowing ? either_way : 0.125 * std::fabs(r.acceleration[k]) * until * until;
    const double reach = r.radius_sum + bulge + 1e-6 * period[k];
    low[k] = static_cast<std::int32_t>(std::floor((std::min(r.position[k], end) - reach) / period[k]));
    high[k] = static_cast<std::int32_t>(std::ceil((std::max(r.position[k], end) + reach) / period[k]));
  }
  Cell<D> image = low;
  for (;;) {
    consider_ball(id, other, image, best);
    int k = 0;
    while (k < D && ++image[k] > high[k]) {
      image[k] = low[k];
      ++k;
    }
    if (k == D) return;
  }
}

/// Whether a ball, seen from an obstacle at `place` a time `since` after its last event, surely does not come near it
/// for a time.
template <int D>
bool Simulation<D>::is_out_of_reach(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& place, double since,
                                    double time) const {
  if (time == kNever) return false;
  const Mover<D>& mover = movers_[id];
  const Vec<D>& drift = movers_[obstacle.body].velocity;
  if (mover.curved)
    return is_far_from(obstacle, place,
                       radius(id) + travel(mover, law(id), since + time) + travel(drift, Vec<D>{}, time));
  const Vec<D> half = 0.5 * time * (mover.velocity - drift);
  return is_far_from(obstacle, place + half, radius(id), half);
}

/// Encounters from the next search on may be left out if `until_search`.
template <int D>
void Simulation<D>::consider_obstacle(std::uint32_t id, std::uint32_t index, bool until_search,
                                      Encounter<D>& best) const {
  const Obstacle<D>& obstacle = obstacles_[index];
  const Mover<D>& mover = movers_[id];
  const Mover<D>& carrier = movers_[obstacle.body];
  const Time from = std::max(mover.time(), carrier.time());
  double enough = time_left(best, from);
  if (until_search && search_due_ != EpochClock::never())
    enough = std::min(enough, clock_.between(from, search_due_) * (1 + 0x1p-30) + 0x1p-40 * clock_.span());
  const double since = clock_.between(mover.time(), from);
  const Vec<D> place = seen_from(obstacle.body, position_after(id, since), from);
  if (is_out_of_reach(id, obstacle, place, since, enough)) return;
  if (rests_on(id, obstacle) || !share_layers(id, obstacle.body)) return;
  if (is_pushed(id) && passes(id, obstacle)) return;
  const double after = first_contact(obstacle, carrier.velocity, place, since == 0 ? path(id) : path_after(id, since),
                                     radius(id), kNever);
  if (after == kNever) return;
  const Time time = clock_.later(from, after);
  if (time == EpochClock::never()) return;
  Encounter<D> found;
  const std::uint32_t rank = 1 + std::max(rank_at(id, time), rank_at(obstacle.body, time));
  found.key = {time, rank, std::min(id, obstacle.body), std::max(id, obstacle.body)};
  found.obstacle = index;
  if (goes_first(found, best)) best = found;
}

template <int D>
void Simulation<D>::consider_obstacles(std::uint32_t id, Encounter<D>& best) const {
  if (movers_[id].immovable) return;
  // With lists a search is followed by a prediction of everything.
  for (const std::uint32_t index : everywhere_) consider_obstacle(id, index, uses_lists_, best);
  if (in_cell_.empty()) return;
  for (const std::uint32_t index : in_cell_[cell_index(id)]) consider_obstacle(id, index, true, best);
}

/// The copy of `high` that is nearest to `low` now.
template <int D>
Cell<D> Simulation<D>::nearest_image(std::uint32_t low, std::uint32_t high) const {
  Cell<D> image{};
  if (!options_.period) return image;
  const Vec<D> apart = position_after(low, clock_.between(movers_[low].time(), now_)) -
                       position_after(high, clock_.between(movers_[high].time(), now_));
  for (int k = 0; k < D; ++k)
    if (const double side = (*options_.period)[k]; std::fabs(apart[k]) > 0.5 * side)
      image[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::floor(apart[k] / side + 0.5));
  return image;
}

template <int D>
void Simulation<D>::consider_nearest_copy(std::uint32_t id, std::uint32_t other) {
  const Cell<D> image = nearest_image(std::min(id, other), std::max(id, other));
  consider_ball(id, other, id < other ? image : opposite<D>(image), found_);
}

template <int D>
void Simulation<D>::prepare_search(std::uint32_t id) {
  search_.movers = movers_.data();
  search_.self = search_.parted = id;
  search_.since = clock_.between(movers_[id].time(), now_);
  search_.radius = radius(id);
  search_.radii = equal_radii_ ? nullptr : radii_.data();
  search_.glances = glances_.data();
  search_.elapsed = static_cast<float>(clock_.between({glance_epoch_, 0}, now_) / clock_.length());
}

/// The first of those that a ball on a straight path may meet, filled up with the ball itself to a multiple of 16.
template <int D>
void Simulation<D>::consider_first(std::uint32_t id, const std::uint32_t* bodies, std::size_t count) {
  if (now_.epoch - glance_epoch_ >= GlanceBounds::kEpochs) look_at_all();
  prepare_search(id);
  FirstMet<D> first;
  first_of_(search_, bodies, count, first);
  note_first(id, first);
}

template <int D>
void Simulation<D>::note_first(std::uint32_t id, const FirstMet<D>& first) {
  if (first.other != kNone) {
    const Time theirs = movers_[first.other].time();
    const Time ours = movers_[id].time();
    note_contact(id, first.other, first.image, ours < theirs ? theirs : ours, first.after, found_);
  }
  for (std::size_t k = 0; k < first.doubts; ++k) consider_nearest_copy(id, first.doubtful[k]);
}

/// The candidates' nearest copies.
template <int D>
void Simulation<D>::consider_candidates(std::uint32_t id) {
  if (candidates_.count() == 0) return;
  if (movers_[id].special) {
    for (const std::uint32_t other : candidates_)
      if (other != id) consider_nearest_copy(id, other);
    return;
  }
  if (!glances_.empty() && candidates_.count() <= FirstMet<D>::kMost) {
    candidates_.pad(id);
    return consider_first(id, candidates_.begin(), candidates_.count());
  }
  const std::size_t room = candidates_.count() + CandidateBodies::kSpare;
  if (kept_.size() < room) [[unlikely]] {
    kept_.resize(2 * room);
    scratch_.resize(2 * room);
  }
  prepare_search(id);
  const std::size_t count = sift_(search_, candidates_.data(), candidates_.count(), kept_.data(), scratch_.data());
  for (std::size_t k = 0; k < count; ++k) consider_nearest_copy(id, kept_[k]);
}

template <int D>
void Simulation<D>::consider_near(std::uint32_t id) {
  candidates_.clear();
  if (uses_lists_)
    lists_.gather(id, candidates_);
  else if (uses_links_)
    links_.visit(links_.around(id), [&](std::uint32_t other) { candidates_.add_one(other); });
  else
    cells_.look_near(id, radius(id), candidates_,
                     [&](std::uint32_t other, const Cell<D>& image) { consider_ball(id, other, image, found_); });
  consider_candidates(id);
}

template <int D>
void Simulation<D>::predict(std::uint32_t id) {
  if (!predict_simply(id)) predict_generally(id);
}

template <int D>
void Simulation<D>::predict_generally(std::uint32_t id) {
  found_ = {};
  schedule_search(id);
  // Balls first: what is known then puts most obstacles out of reach.
  if (uses_grid_) {
    consider_near(id);
  } else {
    for (const std::uint32_t other : balls_) {
      if (other == id) continue;
      if (options_.period)
        consider_images(id, other, found_);
      else
        consider_ball(id, other, {}, found_);
    }
  }
  if (!obstacles_.empty()) consider_obstacles(id, found_);
  if (movers_[id].slows || id < loads_.size() || id < laws_.size()) schedule_phase_end(id);
  schedule(id);
}

template <int D>
void Simulation<D>::predict_entered(std::uint32_t id, int axis, int direction) {
  found_ = pending_[id].encounter;
  const bool stale = found_.partner != kNone && versions_[found_.partner] != found_.partner_version;
  if (stale) return predict(id);
  schedule_search(id);
  if (!in_cell_.empty() && !movers_[id].immovable)
    for (const std::uint32_t index : in_cell_[cell_index(id)]) consider_obstacle(id, index, true, found_);
  candidates_.clear();
  cells_.look_ahead(id, radius(id), axis, direction, candidates_,
                    [&](std::uint32_t other, const Cell<D>& image) { consider_ball(id, other, image, found_); });
  consider_candidates(id);
  schedule(id);
}

template <int D>
void Simulation<D>::predict_everything() {
  calendar_.clear(bodies_.size(), clock_.length());
  pending_ = std::vector<Pending<D>>(is_plain() ? 0 : bodies_.size());
  known_.assign(uses_links_ ? bodies_.size() : 0, {});
  phase_ends_.clear();
  steps_.clear();
  for (const std::uint32_t id : balls_) predict(id);
}

// With a grid: when the ball leaves its cell. In a periodic box without one:
// after crossing it a few times, prediction starts anew.
template <int D>
void Simulation<D>::schedule_search(std::uint32_t id) {
  const Mover<D>& mover = movers_[id];
  search_due_ = EpochClock::never();
  if (uses_grid_) {
    const double dt = clock_.between(mover.time(), now_);
    if (uses_lists_) {
      search_due_ =
          clock_.later(now_, lists_.exit_after(lists_.from_center(id, position_after(id, dt)), mover.velocity));
      return;
    }
    if (uses_links_) {
      const auto exit = links_.first_exit(id, position_after(id, dt), mover.velocity);
      search_due_ = clock_.later(now_, exit.after);
      search_step_ = exit.step;
      return;
    }
    Pending<D>& pending = pending_[id];
    if (!mover.curved) {
      const auto exit = cells_.first_exit(id, position_after(id, dt), mover.velocity);
      search_due_ = clock_.later(now_, exit.after);
      pending.axis = static_cast<std::int8_t>(exit.axis);
      pending.direction = static_cast<std::int8_t>(exit.direction);
      return;
    }
    auto exit = cells_.first_exit(id, position_after(id, dt), velocity_after(id, dt), law(id).acceleration);
    if (mover.slows) [[unlikely]]
      exit.after = slowed(law(id), dt, exit.after);
    search_due_ = clock_.later(now_, exit.after);
    pending.axis = static_cast<std::int8_t>(exit.axis);
    pending.direction = static_cast<std::int8_t>(exit.direction);
  } else if (options_.period) {
    const Vec<D>& period = *options_.period;
    double side = period[0];
    for (int k = 1; k < D; ++k) side = std::min(side, period[k]);
    double speed = side / clock_.span();
    for (const std::uint32_t other : balls_) {
      const double rate = norm(law(other).acceleration);
      speed = std::max(speed, norm(movers_[other].velocity) + std::sqrt(rate * side));
    }
    search_due_ = clock_.later(now_, side / speed);
  }
}

template <int D>
void Simulation<D>::schedule_phase_end(std::uint32_t id) {
  if (id >= phase_ends_.size()) phase_ends_.resize(id + 1);
  PhaseEnd& end = phase_ends_[id];
  end = {};
  const Mover<D>& mover = movers_[id];
  const auto& supports = load(id).supports;
  if (!mover.slows && supports.empty()) return;
  if (law(id).stop < kNever) {
    const Time time = clock_.later(mover.time(), law(id).stop);
    if (time != EpochClock::never()) end.key = {time, 1 + rank_at(id, time), id, kNone};
    end.released_support = kNone;
  }
  for (std::uint32_t k = 0; k < supports.size(); ++k) {
    const std::uint32_t body = supports[k].body.value;
    double after = time_on(obstacle_of(supports[k]), seen_from(body, mover.position, mover.time()),
                           mover.velocity - movers_[body].velocity, law(id).acceleration);
    if (mover.slows) after = slowed(law(id), 0, after);
    const Time time = clock_.later(mover.time(), after);
    const DueKey key{time, 1 + rank_at(id, time), std::min(id, body), std::max(id, body)};
    if (time == EpochClock::never() || !(key < end.key)) continue;
    end.key = key;
    end.released_support = k;
  }
}

template <int D>
void Simulation<D>::schedule(std::uint32_t id) {
  using Due = typename Pending<D>::Due;
  const DueKey search{search_due_, 0, id, uses_links_ ? search_step_.code() : 0};
  DueKey due = found_.key;
  Due what = Due::encounter;
  if (id < phase_ends_.size() && phase_ends_[id].key < due) {
    due = phase_ends_[id].key;
    what = Due::phase_end;
  }
  if (search < due) {
    due = search;
    what = Due::search;
  }
  const bool nothing = due.time == EpochClock::never();
  if (uses_links_) {
    known_[id] = {};
    if (found_.partner != kNone)
      known_[id] = {found_.key.time, found_.partner | KnownMeeting::kOthers, found_.partner_version, found_.key.rank};
  } else if (!uses_lists_) {
    pending_[id].encounter = found_;
    pending_[id].due = nothing ? Due::nothing : what;
  }
  if (nothing)
    calendar_.erase(id);
  else
    calendar_.set(id, due, found_.partner == kNone ? found_.obstacle : found_.partner_version);
}

/// What is due for a ball now. With lists or links the calendar says it all: only searches have rank 0, and the copy
/// that is met is the nearest one.
template <int D>
Pending<D> Simulation<D>::recall(std::uint32_t id) const {
  using Due = typename Pending<D>::Due;
  if (!is_plain()) return pending_[id];
  Pending<D> pending;
  Encounter<D>& met = pending.encounter;
  met.key = calendar_.key(id);
  pending.due = met.key.rank == 0 ? Due::search : Due::encounter;
  if (pending.due == Due::search) return pending;
  const std::uint32_t other = met.key.low == id ? met.key.high : met.key.low;
  if (!movers_[other].is_ball) {
    met.obstacle = calendar_.tag(id);
    return pending;
  }
  met.partner = other;
  met.partner_version = calendar_.tag(id);
  if (versions_[other] == met.partner_version) met.image = nearest_image(met.key.low, met.key.high);
  return pending;
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
