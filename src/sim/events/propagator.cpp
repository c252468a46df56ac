#include "sim/events/propagator.hpp"

#include <cmath>

namespace carom::sim {

template <int D>
Event<D> Propagator<D>::event_at(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b) const {
  Event<D> event;
  event.instant = time;
  event.kind = kind;
  event.a = BodyId{a};
  event.b = BodyId{b};
  event.point = store_.particle(a).position;
  event.rank = store_.record(a).rank;
  return event;
}

template <int D>
void Propagator<D>::record(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b) {
  Event<D> event = event_at(time, kind, a, b);
  event.rank = ++store_.record(a).rank;
  log_.record(event);
}

template <int D>
[[gnu::noinline]] void Propagator<D>::renew_own_law(std::uint32_t id, bool has_stopped) {
  Particle<D>& particle = store_.particle(id);
  Motion<D> motion = supports_.motion(id);
  // Its stop is still to be told.
  if (has_stopped && is_zero(motion.velocity) && is_zero(motion.acceleration)) motion.stop = 0;
  Law<D> law = supports_.law(id);
  law.acceleration = motion.acceleration;
  law.stop = motion.stop;
  law.damping = motion.damping;
  store_.set_law(id, law);
  particle.slows = motion.stop < query::kNever || motion.damping > 0;
  particle.curved = particle.slows || !is_zero(motion.acceleration);
}

template <int D>
void Propagator<D>::renew_path(std::uint32_t id) {
  Particle<D>& particle = store_.particle(id);
  store_.renew_version(id);
  islands_.note_change();
  const bool has_stopped = particle.slows && store_.law(id).stop == 0;
  particle.curved = particle.slows = 0;
  if (setting_.pulls) {
    const Law<D> law = supports_.law(id);
    particle.curved = !is_zero(law.acceleration);
    if (particle.curved || law.phase_end < query::kNever || store_.may_have_law(id)) store_.set_law(id, law);
  }
  if (particle.has_law) [[unlikely]]
    renew_own_law(id, has_stopped);
  particle.special = particle.curved || particle.absorbs || particle.immovable || particle.has_law ||
                     setting_.filters || store_.is_kinematic(id);
  prefilter_.renew(id);
}

template <int D>
void Propagator<D>::advance(std::uint32_t id, const Time& time) {
  Particle<D>& particle = store_.particle(id);
  const double dt = setting_.clock.between(particle.time(), time);
  if (dt != 0) {
    ledger_.add_flight(id, dt);
    particle.position = store_.position_after(id, dt);
    particle.velocity = store_.velocity_after(id, dt);
    if (setting_.rough() && !is_zero(store_.law(id).turning)) [[unlikely]]
      store_.set_spin(id, store_.spin_after(id, dt));
    if (particle.slows) [[unlikely]]
      store_.note_stop(id, dt);
    for (const auto& support : store_.load(id).supports) press(id, obstacles_.face(support), time);
    wrap(id);
  }
  if (particle.time() != time) {
    store_.keep_last_impact(id);
    store_.record(id).rank = 0;
  }
  particle.set_time(time);
}

template <int D>
void Propagator<D>::advance_to_tick(std::uint32_t id, const Time& time) {
  Particle<D>& particle = store_.particle(id);
  if (particle.time() == time) return;
  particle.position = store_.position_at(id, time);
  wrap(id);
  store_.keep_last_impact(id);
  store_.record(id).rank = 0;
  particle.set_time(time);
}

/// Puts a ball back to exactly touching a flat face on which it rests; rounding had moved it, and the ledger is told.
template <int D>
void Propagator<D>::press(std::uint32_t id, const Obstacle<D>& face, const Time& time) {
  Particle<D>& particle = store_.particle(id);
  const Vec<D> place = store_.seen_from(face.body, particle.position, time);
  const Vec<D> axis = contact_axis(face, place);
  const double before = ledger_.potential(id);
  particle.position += ((distance(face, place) - store_.radius(id)) / norm(axis)) * axis;
  ledger_.add_placing(ledger_.potential(id) - before);
}

template <int D>
void Propagator<D>::wrap(std::uint32_t id) {
  if (!setting_.options.period) return;
  Particle<D>& particle = store_.particle(id);
  broad::Cell<D> boxes{};
  for (int k = 0; k < D; ++k) {
    const double side = (*setting_.options.period)[k];
    if (particle.position[k] >= 0 && particle.position[k] < side) continue;
    double crossed = std::floor(particle.position[k] / side);
    particle.position[k] -= crossed * side;
    if (particle.position[k] >= side) {
      particle.position[k] -= side;
      ++crossed;
    }
    boxes[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(crossed);
    store_.record(id).image[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(crossed);
  }
  search_->wrap(id, boxes);
}

template <int D>
void Propagator<D>::rouse(std::uint32_t body, std::uint32_t by, const Time& now) {
  for (const std::uint32_t first : islands_.wake(body, now)) {
    advance(first, now);
    record(now, EventKind::wake, first, by == first ? kNone : by);
  }
}

template <int D>
void Propagator<D>::leave(std::uint32_t id, Presence presence) {
  store_.record(id).presence = presence;
  store_.leave_kinematic(id);
  store_.unload(id);
  wake(id, kNone, store_.particle(id).time());
  islands_.forget(id);
  renew(id);
  if (!store_.particle(id).is_ball) return;
  calendar_.erase(id);
  search_->remove(id);
  store_.unlist_ball(id);
}

template <int D>
void Propagator<D>::uproot(std::uint32_t id) {
  wake(id, kNone, store_.particle(id).time());
  const Vec<D> velocity = store_.kept_velocity(id);
  islands_.forget(id);
  store_.particle(id).velocity = velocity;
  store_.set_crowded(id, 0);
  store_.unload(id);
  if (!store_.is_kinematic(id)) return;
  store_.kinematic(id).contacts.clear();
  store_.kinematic(id).touching.clear();
}

template class Propagator<2>;
template class Propagator<3>;

}  // namespace carom::sim
