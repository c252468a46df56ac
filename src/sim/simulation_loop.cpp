#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "carom/math/random.hpp"
#include "sim/regions.hpp"
#include "sim/simulation.hpp"
#include "sim/vibration.hpp"

namespace carom::detail {
namespace {

/// Events are only counted while this lasts.
class Mute {
 public:
  Mute(bool& is_mute, bool lasts) : is_mute_(is_mute) { is_mute_ = lasts; }
  ~Mute() { is_mute_ = false; }
  Mute(const Mute&) = delete;
  Mute& operator=(const Mute&) = delete;

 private:
  bool& is_mute_;
};

}  // namespace

template <int D>
void Simulation<D>::run_until(double time, const std::function<void(const Event<D>&)>& sink) {
  const Mute mute(is_mute_, !sink);
  Time limit = begin(time);
  while (happen(time, limit)) {
    const Event<D> event = take();
    if (sink) sink(event);
    if (!prepared_) limit = begin(time);
  }
}

/// The same bits with any number.
template <int D>
void Simulation<D>::set_threads(int threads, int slabs) {
  if (threads < 1 || threads > World<D>::kMostThreads)
    throw std::invalid_argument("threads must be from 1 to " + std::to_string(World<D>::kMostThreads) + ", not " +
                                std::to_string(threads));
  if (slabs != 0 && (slabs < threads || slabs > World<D>::kMostThreads))
    throw std::invalid_argument("slabs must be 0, or from the number of threads, " + std::to_string(threads) + ", to " +
                                std::to_string(World<D>::kMostThreads) + ", not " + std::to_string(slabs));
  if (slabs == 0) slabs = threads;
  if (threads == threads_ && slabs == slabs_) return;
  leave_parts();
  threads_ = threads;
  slabs_ = slabs;
  if (is_plain()) forget_search();
}

template <int D>
std::optional<Event<D>> Simulation<D>::next_event(double horizon) {
  if (!happen(horizon, begin(horizon))) return std::nullopt;
  return take();
}

/// Makes ready to run until `horizon`, which is returned on the internal clock.
template <int D>
Time Simulation<D>::begin(double horizon) {
  if (!(horizon >= plain_now_) || std::isinf(horizon))
    throw std::invalid_argument("a world runs forward to a finite time: not before " + std::to_string(plain_now_));
  check_beats(horizon);
  prepare();
  if (!pushed_.empty()) check_frames(horizon);
  return clock_.from_plain(horizon);
}

/// Goes on until there is an event to tell; false, and the clock at `horizon`, if there is none: as where
/// events are only counted.
template <int D>
bool Simulation<D>::happen(double horizon, const Time& limit) {
  while (outbox_.empty() && (runs_in_parts(limit) ? advance_parts(limit) : advance_to_next(limit))) {
  }
  // In parts some may have been found that come later.
  if (outbox_.empty() || limit < outbox_[told_].instant) {
    now_ = std::max(now_, limit);
    plain_now_ = horizon;
    return false;
  }
  Event<D>& event = outbox_[told_];
  event.time = std::min(event.time, horizon);
  plain_now_ = event.time;
  return true;
}

/// Whether the world runs in parts until `limit`, as far as that goes.
template <int D>
bool Simulation<D>::runs_in_parts(const Time& limit) {
  if (slabs_ == 1) return false;
  if (now_ < whole_until_ || agenda_ != EpochClock::never()) {
    leave_parts();
    return false;
  }
  if (regions_ == nullptr && now_ < limit && Regions<D>::suit(*this)) {
    plan_row(steps_, false);
    regions_ = std::make_unique<Regions<D>>(*this);
  }
  return regions_ != nullptr;
}

/// Does the next of what the parts can do, if that is not after `limit`: false if there is nothing.
template <int D>
bool Simulation<D>::advance_parts(const Time& limit) {
  if (!(regions_->end() < limit)) return false;
  if (regions_->advance(limit)) return true;
  const Time end = regions_->end();
  regions_.reset();
  // The less often, the more often it fails.
  whole_until_ = clock_.later(end, static_cast<double>(taken_back_) * clock_.between(now_, end));
  ++taken_back_;
  forget_search();
  return true;
}

/// What is still to be told has not happened yet.
template <int D>
void Simulation<D>::leave_parts() {
  plan_row(steps_, false);
  if (regions_ == nullptr) return;
  const bool is_ahead = now_ < regions_->end();
  regions_->hand_back();
  if (is_ahead) {
    outbox_.clear();
    told_ = 0;
    // Whoever interferes once does so again.
    whole_until_ = clock_.later(regions_->end(), 64 * clock_.between(now_, regions_->end()));
  }
  regions_.reset();
  if (is_ahead) forget_search();
}

template <int D>
Event<D> Simulation<D>::take() {
  if (regions_ != nullptr) regions_->show(told_);
  const Event<D> event = outbox_[told_++];
  if (told_ == outbox_.size()) {
    outbox_.clear();
    told_ = 0;
  }
  return event;
}

/// Does what is due next, if that is not after `limit`: false if there is nothing.
template <int D>
bool Simulation<D>::advance_to_next(const Time& limit) {
  if (fetches_ahead_) fetch_ahead();
  const auto opened = [this] {
    if (renews_) renew_open();
  };
  Calendar::Entry next = calendar_.top(opened);
  while (uses_links_ && plan_step(next)) next = calendar_.top(opened);
  if (!(next.time < agenda_)) return advance_to_agenda(limit);
  if (limit < next.time) return false;
  now_ = std::max(now_, next.time);
  apply_due(next.body);
  return true;
}

/// Finds anew what is due for the balls of a bin that leave their shells or whose partners have changed, a few at once:
/// long chains of operations then overlap. That it is done a little early changes no event.
template <int D>
void Simulation<D>::renew_open() {
  if (uses_links_) return renew_linked();
  std::uint32_t balls[kPlanned];
  std::size_t count = 0;
  calendar_.visit_open([&](const Calendar::Entry& entry) {
    const std::uint32_t id = entry.body;
    const std::uint32_t other = entry.low ^ entry.high ^ id;
    if (!renews_ || (entry.rank != 0 && !(is_ball(other) && versions_[other] != calendar_.tag(id)))) return;
    if (entry.rank == 0 && !recenter(id)) return;
    balls[count++] = id;
    if (count < kPlanned) return;
    predict_some(balls, count);
    count = 0;
  });
  if (count > 0 && renews_) predict_some(balls, count);
}

/// Asks for the memory that the next events need, in stages: each needs what the one before has asked for.
template <int D>
void Simulation<D>::fetch_ahead() {
  if (uses_links_) return look_ahead();
  const auto partner_of = [&](const Calendar::Entry& entry) {
    const std::uint32_t other = entry.low ^ entry.high ^ entry.body;
    return is_ball(other) ? other : entry.body;
  };
  const auto fetch_ball = [&](std::uint32_t id) {
    fetch_line(&movers_[id]);
    calendar_.fetch(id);
    lists_.fetch(id);
  };
  const auto fetch_list = [&](std::uint32_t id) {
    for (const std::uint32_t other : lists_.list(id)) fetch_path(other);
  };
  calendar_.visit_coming(0, 16, [&](const Calendar::Entry& entry) {
    fetch_ball(entry.body);
    if (entry.rank == 0) return;
    const std::uint32_t other = partner_of(entry);
    fetch_ball(other);
    for (const std::uint32_t id : {entry.body, other}) {
      fetch_object(&records_[id]);
      fetch_line(&versions_[id]);
    }
  });
  calendar_.visit_coming(1, 8, [&](const Calendar::Entry& entry) {
    fetch_list(entry.body);
    if (entry.rank == 0) return lists_.fetch_cells(entry.body, shell_center(entry.body, entry.time), near_bodies_);
    // Another part may be changing the list of a ball of its own.
    if (const std::uint32_t other = partner_of(entry); calendar_.is_mine(other)) fetch_list(other);
  });
  calendar_.visit_coming(2, 4, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) lists_.fetch_further(shell_center(entry.body, entry.time), near_bodies_);
  });
}

template <int D>
bool Simulation<D>::advance_to_agenda(const Time& limit) {
  plan_row(steps_, false);
  if (limit < agenda_ || agenda_ == EpochClock::never()) return false;
  now_ = std::max(now_, agenda_);
  apply_agenda();
  return true;
}

template <int D>
void Simulation<D>::apply_due(std::uint32_t id) {
  using Due = typename Pending<D>::Due;
  if (is_plain()) {
    const DueKey due = calendar_.key(id);
    if (due.rank == 0) return search_again(id);
    const std::uint32_t other = due.low ^ due.high ^ id;
    const bool is_stale = is_ball(other) && versions_[other] != calendar_.tag(id);
    if (is_stale) return predict_stale(id);
    if (is_ball(other) && meets_simply(due.low, due.high, due.rank))
      return meet_simply(due.low, due.high, nullptr, due);
  }
  const Pending<D> pending = recall(id);
  if (pending.due == Due::search) return search_again(id);
  if (pending.due == Due::phase_end) return end_phase(id);
  const Encounter<D>& encounter = pending.encounter;
  const bool stale = encounter.partner != kNone && versions_[encounter.partner] != encounter.partner_version;
  if (stale)
    predict(id);
  else
    meet(id, encounter);
}

/// A ball does not meet as it was known to, because its partner has changed.
template <int D>
void Simulation<D>::predict_stale(std::uint32_t id) {
  if (uses_links_)
    predict_left(id);
  else
    predict(id);
}

template <int D>
void Simulation<D>::search_again(std::uint32_t id) {
  if (!uses_grid_) return predict(id);
  if (uses_lists_) {
    if (recenter(id)) predict(id);
    return;
  }
  if (uses_links_) return step_ahead(id, CellStep::of(calendar_.key(id).high));
  const auto [axis, direction] = std::pair(pending_[id].axis, pending_[id].direction);
  cells_.step(id, axis, direction);
  predict_entered(id, axis, direction);
}

/// Gives a ball with a list a new one; false if it is too far away for that: then the search has begun anew.
template <int D>
bool Simulation<D>::recenter(std::uint32_t id) {
  lists_.remove(id);
  if (!lists_.can_hold(position_after(id, clock_.between(movers_[id].time(), now_)))) {
    near_ = false;
    forget_search();
    return false;
  }
  insert(id);
  return true;
}

template <int D>
void Simulation<D>::plan_agenda() {
  agenda_ = EpochClock::never();
  if (clock_.damping() > 0) agenda_ = {now_.epoch + 1, 0};
  for (const AppliedForce<D>& push : forces_) {
    const double next = push.begun ? push.until : push.from;
    if (next < std::numeric_limits<double>::infinity())
      agenda_ = std::min(agenda_, std::max(now_, clock_.from_plain(next)));
  }
  for (const std::uint32_t id : vibrating_) agenda_ = std::min(agenda_, std::max(now_, turn_due(id)));
  if (options_.thermostat) agenda_ = std::min(agenda_, std::max(now_, next_kick()));
  for (const Steer<D>& steer : steers_) agenda_ = std::min(agenda_, std::max(now_, clock_.from_plain(steer.from)));
  if (!pushed_.empty())
    agenda_ = std::min(agenda_, clock_.from_plain(static_cast<double>(next_frame_) * options_.frame));
}

/// Forces turn on and off in the order in which they were given.
template <int D>
void Simulation<D>::apply_agenda() {
  if (clock_.damping() > 0 && agenda_.offset == 0) start_epoch();
  for (std::size_t k = 0; k < forces_.size();) {
    AppliedForce<D>& push = forces_[k];
    const bool begins = !push.begun;
    const std::uint32_t id = push.body.value;
    const double due = begins ? push.from : push.until;
    if (std::isinf(due) || now_ < clock_.from_plain(due)) {
      ++k;
      continue;
    }
    if (begins)
      push.begun = true;
    else
      forces_.erase(forces_.begin() + static_cast<std::ptrdiff_t>(k));
    turn_force(id, begins ? EventKind::force_begin : EventKind::force_end);
  }
  apply_steers();
  if (!pushed_.empty() && !(now_ < clock_.from_plain(static_cast<double>(next_frame_) * options_.frame))) begin_frame();
  for (const std::uint32_t id : vibrating_)
    if (!(now_ < turn_due(id))) turn_back(id);
  if (options_.thermostat && !(now_ < next_kick())) kick();
  plan_agenda();
}

template <int D>
Time Simulation<D>::next_kick() const {
  return clock_.from_plain(static_cast<double>(kicks_ + 1) * options_.thermostat->interval);
}

/// What happens at fixed intervals must not happen too often.
template <int D>
void Simulation<D>::check_beats(double horizon) const {
  const auto expect_few = [&](const char* what, double interval) {
    if (horizon > 0x1p50 * interval)
      throw std::invalid_argument(std::string(what) + " of " + std::to_string(interval) +
                                  " is too short: expected at most 2^50 of them until " + std::to_string(horizon));
  };
  if (options_.thermostat) expect_few("a thermostat's interval", options_.thermostat->interval);
  for (const std::uint32_t id : vibrating_) expect_few("a vibration's period", bodies_[id].vibration->period);
}

/// The turn that ends the stroke of a body that vibrates: an even one if it goes along its amplitude.
template <int D>
std::int64_t Simulation<D>::next_turn(std::uint32_t id) const {
  const Vibration<D>& vibration = *bodies_[id].vibration;
  const Mover<D>& mover = movers_[id];
  const std::int64_t odd = dot(mover.velocity, vibration.amplitude) > 0 ? 0 : 1;
  std::int64_t turn = turn_before(vibration, clock_.to_plain(mover.time())) + odd;
  while (clock_.from_plain(turn_time(vibration, turn)) < mover.time()) turn += 2;
  return turn;
}

template <int D>
Time Simulation<D>::turn_due(std::uint32_t id) const {
  if (records_[id].presence != Presence::here) return EpochClock::never();
  return clock_.from_plain(turn_time(*bodies_[id].vibration, next_turn(id)));
}

/// Put to where it turns, it never drifts.
template <int D>
void Simulation<D>::turn_back(std::uint32_t id) {
  const Vibration<D>& vibration = *bodies_[id].vibration;
  const std::int64_t turn = next_turn(id);
  advance(id, now_);
  movers_[id].position = turn % 2 == 0 ? vibration.amplitude : -vibration.amplitude;
  redirect(id, velocity_after_turn(vibration, turn));
}

/// The thermostat's next kick of all balls, in the order of their ids.
template <int D>
void Simulation<D>::kick() {
  const Thermostat& warm = *options_.thermostat;
  Random random(warm.seed, ++kicks_);
  const double size = std::sqrt(warm.noise * warm.interval) / clock_.speed_factor(now_);
  std::vector<std::pair<std::uint32_t, Vec<D>>> kicks;
  Vec<D> momentum{};
  double total = 0;
  for (std::uint32_t id = 0; id < movers_.size(); ++id) {
    const Mover<D>& ball = movers_[id];
    if (records_[id].presence != Presence::here || ball.immovable || is_pushed(id)) continue;
    Vec<D> change;
    for (int k = 0; k < D; ++k) change[k] = size * random.normal();
    momentum += own_mass(id) * change;
    total += own_mass(id);
    kicks.emplace_back(id, change);
  }
  const Vec<D> mean = warm.keeps_momentum && total > 0 ? momentum / total : Vec<D>{};
  for (const auto& [id, change] : kicks) {
    advance(id, now_);
    const double before = kinetic(id, now_);
    movers_[id].velocity += change - mean;
    work_ += kinetic(id, now_) - before;
    emit_change(id);
    commit(id);
  }
  predict_everything();
}

template <int D>
void Simulation<D>::turn_force(std::uint32_t id, EventKind kind) {
  if (records_[id].presence != Presence::here || movers_[id].immovable) return;
  advance(id, now_);
  own_load(id).force = total_force(id);
  Event<D> event = event_at(now_, kind, id, kNone);
  event.rank = ++records_[id].rank;
  emit(event);
  commit(id);
  predict(id);
}

template <int D>
Vec<D> Simulation<D>::total_force(std::uint32_t id) const {
  Vec<D> sum{};
  for (const AppliedForce<D>& push : forces_)
    if (push.begun && push.body.value == id) sum += push.force;
  return sum;
}

/// A damped epoch ends: every body is re-based, with the velocities that it has by then.
template <int D>
void Simulation<D>::start_epoch() {
  for (const std::uint32_t id : balls_) {
    advance(id, {agenda_.epoch - 1, clock_.span()});
    Mover<D>& state = movers_[id];
    state.velocity = clock_.decay() * state.velocity;
    keep_last_impact(id);
    state.set_time(agenda_);
    records_[id].rank = 0;
    renew_mover(id);
  }
  predict_everything();
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
