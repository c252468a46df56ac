#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "sim/simulation.hpp"

namespace carom::detail {

template <int D>
void Simulation<D>::run_until(double time, const std::function<void(const Event<D>&)>& sink) {
  while (happen(time)) sink(take());
}

template <int D>
std::optional<Event<D>> Simulation<D>::next_event(double horizon) {
  if (!happen(horizon)) return std::nullopt;
  return take();
}

/// Goes on until there is an event to tell; false, and the clock at `horizon`, if there is none.
template <int D>
bool Simulation<D>::happen(double horizon) {
  if (!(horizon >= plain_now_) || std::isinf(horizon))
    throw std::invalid_argument("a world runs forward to a finite time: not before " + std::to_string(plain_now_));
  prepare();
  const Time limit = clock_.from_plain(horizon);
  while (outbox_.empty() && advance_to_next(limit)) {
  }
  if (outbox_.empty()) {
    now_ = std::max(now_, limit);
    plain_now_ = horizon;
    return false;
  }
  Event<D>& event = outbox_.front();
  event.time = std::min(event.time, horizon);
  plain_now_ = event.time;
  return true;
}

template <int D>
Event<D> Simulation<D>::take() {
  const Event<D> event = outbox_.front();
  outbox_.pop_front();
  return event;
}

/// Does what is due next, if that is not after `limit`: false if there is nothing.
template <int D>
bool Simulation<D>::advance_to_next(const Time& limit) {
  const bool agenda_first = calendar_.empty() || !(calendar_.top_time() < agenda_);
  const Time due = agenda_first ? agenda_ : calendar_.top_time();
  if (limit < due || due == EpochClock::never()) return false;
  now_ = std::max(now_, due);
  if (agenda_first)
    apply_agenda();
  else
    apply_due(calendar_.top_body());
  return true;
}

template <int D>
void Simulation<D>::apply_due(std::uint32_t id) {
  using Due = typename Pending<D>::Due;
  const Pending<D>& pending = pending_[id];
  if (pending.due == Due::search) return search_again(id);
  if (pending.due == Due::phase_end) return end_phase(id);
  const Encounter<D>& encounter = pending.encounter;
  const bool stale = encounter.partner != kNone && movers_[encounter.partner].version != encounter.partner_version;
  if (stale)
    predict(id);
  else
    meet(id);
}

template <int D>
void Simulation<D>::search_again(std::uint32_t id) {
  if (!uses_grid_) return predict(id);
  if (uses_lists_) {
    lists_.remove(id, grid_, candidates_);
    insert(id);
    return predict(id);
  }
  const auto [axis, direction] = std::pair(pending_[id].axis, pending_[id].direction);
  grid_.step(id, axis, direction);
  predict_entered(id, axis, direction);
}

template <int D>
void Simulation<D>::plan_agenda() {
  agenda_ = EpochClock::never();
  if (clock_.damping() > 0) agenda_ = {now_.epoch + 1, 0};
  for (const Push<D>& push : pushes_) {
    const double next = push.begun ? push.until : push.from;
    if (next < std::numeric_limits<double>::infinity())
      agenda_ = std::min(agenda_, std::max(now_, clock_.from_plain(next)));
  }
}

/// Forces turn on and off in the order in which they were given.
template <int D>
void Simulation<D>::apply_agenda() {
  if (clock_.damping() > 0 && agenda_.offset == 0) start_epoch();
  for (std::size_t k = 0; k < pushes_.size();) {
    Push<D>& push = pushes_[k];
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
      pushes_.erase(pushes_.begin() + static_cast<std::ptrdiff_t>(k));
    turn_force(id, begins ? EventKind::force_begin : EventKind::force_end);
  }
  plan_agenda();
}

template <int D>
void Simulation<D>::turn_force(std::uint32_t id, EventKind kind) {
  if (movers_[id].presence != Presence::here || movers_[id].immovable) return;
  advance(id, now_);
  own_load(id).force = total_force(id);
  Event<D> event = event_at(now_, kind, id, kNone);
  event.rank = ++movers_[id].rank;
  emit(event);
  commit(id);
  predict(id);
}

template <int D>
Vec<D> Simulation<D>::total_force(std::uint32_t id) const {
  Vec<D> sum{};
  for (const Push<D>& push : pushes_)
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
    state.set_time(agenda_);
    state.rank = 0;
    renew_mover(id);
  }
  predict_everything();
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
