#include "sim/islands/ticks.hpp"

#include <algorithm>
#include <utility>

namespace carom::sim {

template <int D>
void Ticks<D>::apply() {
  const bool again = islands_.asks_to_tick();
  const bool lands = !again && islands_.again() > 0;  // the tick before was solved again
  drowsiness_.wake_neighbours();
  tick_.members = islands_.members();
  tick_.length = setting_.tick();
  islands_.note_tick(now_);
  tick_.left = setting_.clock.between(now_, islands_.due());
  tick_.solves_all = again || lands;
  ++(again ? counts_.again : counts_.ticks);
  velocities_.find();
  islands_.keep_paths((lands || islands_.again() > 0) && !tick_.is_pushed);
  if (lands) islands_.note_met(velocities_.count_met());
  paths_.find();
  renew_contacts();
  drowsiness_.note_still();
  move_on();
  drowsiness_.fall_asleep([&](std::uint32_t id) { return was_free(id); });
}

/// Contacts are those that press, and those that did and have not parted. Their impulses are those of a whole tick: of
/// the one before, less the part that has elapsed since it was solved, and what was found now. Where no time has, as
/// where they wake at a tick, that nothing was found means nothing.
template <int D>
void Ticks<D>::renew_contacts() {
  std::vector<ContactState<D>> contacts;
  auto known = islands_.contacts().begin();
  const auto known_end = islands_.contacts().end();
  for (std::size_t k = 0; k < tick_.pairs.size(); ++k) {
    const auto& [touch, lasts] = tick_.pairs[k];
    for (; known != known_end && goes_before(*known, touch->key); ++known) note(EventKind::contact_end, *known);
    const contacts::TickContact<D>& found = tick_.contacts[k];
    ContactState<D> contact{touch->key.a, touch->key.b, touch->key.face, found.normal_impulse, found.tangential_impulse,
                            found.torque};
    const double kept = 1 - tick_.elapsed[touch->a];
    if (lasts && (contact.normal_impulse > 0 || kept == 1)) {
      contact.normal_impulse += kept * known->normal_impulse;
      contact.tangential_impulse += kept * known->tangential_impulse;
      contact.torque = contact.torque + kept * known->torque;
    }
    if (lasts) ++known;
    const bool is_near = Touches<D>::is_close(*touch);
    const bool holds = contact.normal_impulse > 0 || (lasts && is_near);
    if (holds != lasts) note(holds ? EventKind::contact_begin : EventKind::contact_end, contact);
    if (holds) contacts.push_back(contact);
  }
  for (; known != known_end; ++known) note(EventKind::contact_end, *known);
  islands_.set_contacts(std::move(contacts));
}

template <int D>
void Ticks<D>::note(EventKind kind, const ContactState<D>& contact) {
  propagator_.advance(contact.a.value, now_);
  propagator_.record(now_, kind, contact.a.value, contact.b.value);
}

/// Of each member, how many others are near it, or were solved with it where all are: their paths keep apart.
template <int D>
std::vector<std::uint32_t> Ticks<D>::count_near() const {
  std::vector<std::uint32_t> near(tick_.bodies.size());
  const auto count = [&](const Touch<D>& touch) {
    ++near[touch.a];
    if (touch.b != contacts::kFixed) ++near[touch.b];
  };
  const auto is_near = [](const Touch<D>& touch) { return touch.gap <= Touches<D>::kNear * touch.clearance; };
  for (const Touch<D>& touch : tick_.near)
    if (is_near(touch)) count(touch);
  if (tick_.solves_all)
    for (const TickPair<D>& pair : tick_.pairs)
      if (!is_near(*pair.touch)) count(*pair.touch);
  return near;
}

/// Whether another ball is near, in an island or not.
template <int D>
bool Ticks<D>::is_near_ball(std::uint32_t id) const {
  const Vec<D> place = store_.position_at(id, now_);
  const double far = store_.radius(id) + Touches<D>::kNear * Touches<D>::clearance_of(store_.radius(id));
  return std::any_of(store_.balls().begin(), store_.balls().end(), [&](std::uint32_t other) {
    const double apart = far + store_.radius(other);
    return other != id && store_.is_here(other) && norm2(store_.position_at(other, now_) - place) < apart * apart;
  });
}

/// Balls that are in contact with a single flat face, and near nothing else, with the contacts.
template <int D>
std::vector<ContactState<D>> Ticks<D>::alone_on_faces(const std::vector<std::uint32_t>& near) const {
  std::vector<ContactState<D>> alone;
  for (const ContactState<D>& contact : islands_.contacts()) {
    if (contact.face == ContactState<D>::kBall) continue;
    const auto member =
        std::lower_bound(tick_.members.begin(), tick_.members.end(), contact.a.value) - tick_.members.begin();
    if (near[static_cast<std::size_t>(member)] != 1) continue;
    if (supports_.may_rest(contact.a.value, obstacles_.face({contact.b, contact.face})) &&
        !is_near_ball(contact.a.value))
      alone.push_back(contact);
  }
  return alone;
}

/// They rest there, from now on, without a clearance.
template <int D>
void Ticks<D>::leave_alone(const std::vector<ContactState<D>>& contacts) {
  for (const ContactState<D>& contact : contacts) {
    const std::uint32_t id = contact.a.value;
    islands_.part(id);
    propagator_.rest_on(id, obstacles_.face({contact.b, contact.face}), now_);
    propagator_.commit(id);
    search_->predict(id);
  }
}

/// All go on: those near others straight, the others by themselves. What met an island and is thrown off slowly comes
/// back, and is then met at its clearance: restoring that again and again would keep it going.
template <int D>
void Ticks<D>::move_on() {
  const std::vector<std::uint32_t> near = count_near();
  const std::vector<ContactState<D>> alone = alone_on_faces(near);
  std::vector<std::uint8_t> is_held(near.size());
  std::transform(near.begin(), near.end(), is_held.begin(), [](std::uint32_t count) { return count > 0; });
  const auto place = [&](std::uint32_t id) {
    return std::lower_bound(tick_.members.begin(), tick_.members.end(), id) - tick_.members.begin();
  };
  for (const ContactState<D>& contact : alone) is_held[static_cast<std::size_t>(place(contact.a.value))] = 0;
  std::vector<std::uint32_t> changed, moving, leaving;
  for (std::size_t i = 0; i < tick_.members.size(); ++i) {
    const std::uint32_t id = tick_.members[i];
    Particle<D>& particle = store_.particle(id);
    const bool waits = tick_.waits[i] != 0;
    const Vec<D> path = waits ? tick_.carried(i) : tick_.bodies[i].velocity + tick_.restoring[i];
    if (setting_.rough()) store_.set_spin(id, tick_.bodies[i].spin);
    store_.set_crowded(id, 0);
    // Taken along tick by tick, what keeps its path would drift by their rounding, apart from what it goes with.
    const bool goes_on = is_held[i] && path == particle.velocity && particle.time() != now_;
    if (!goes_on) {
      propagator_.advance_to_tick(id, now_);
      changed.push_back(id);
    }
    // Who moves has been predicted but until now, and who was free.
    if (!goes_on || !is_zero(path) || was_free(id)) moving.push_back(id);
    particle.velocity = is_held[i] ? path : tick_.bodies[i].velocity;
    store_.island_state(id).restoring = tick_.restoring[i];
    store_.island_state(id).carried = tick_.carried(i);
    if (!is_held[i]) leaving.push_back(id);
  }
  islands_.leave(leaving);
  for (const std::uint32_t id : changed) {
    if (store_.in_island(id))
      propagator_.commit_at_tick(id);
    else
      propagator_.commit(id);
  }
  predict(moving);
  leave_alone(alone);
}

/// Whether nothing was predicted for a ball when it was looked at last.
template <int D>
bool Ticks<D>::was_free(std::uint32_t id) const {
  return id < was_free_.size() && was_free_[id] != 0;
}

/// What members meet next, those of them that have changed, move or were free.
template <int D>
void Ticks<D>::predict(const std::vector<std::uint32_t>& moving) {
  ways_.clear();
  for (const std::uint32_t id : tick_.members) ways_.push_back(store_.particle(id).velocity);
  was_free_.resize(store_.size());
  const std::vector<std::uint8_t>& is_free = free_.find(tick_.members, ways_, tick_.near, now_, tick_.left);
  for (std::size_t i = 0, k = 0; k < moving.size(); ++i) {
    const std::uint32_t id = tick_.members[i];
    if (id != moving[k]) continue;
    ++k;
    was_free_[id] = store_.in_island(id) ? is_free[i] : 0;
    if (was_free_[id] != 0)
      search_->expect_nothing(id, tick_.left);
    else
      search_->predict(id);
  }
}

template class Ticks<2>;
template class Ticks<3>;

}  // namespace carom::sim
