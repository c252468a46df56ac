#include "sim/events/propagator.hpp"

#include <algorithm>
#include <cmath>

#include "response/support.hpp"

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
[[gnu::noinline]] void Propagator<D>::renew_own_law(std::uint32_t id) {
  Particle<D>& particle = store_.particle(id);
  const Motion<D> motion = supports_.motion(id);
  store_.set_law(id, {motion.acceleration, motion.stop, motion.damping});
  particle.slows = motion.stop < query::kNever || motion.damping > 0;
  particle.curved = particle.slows || !is_zero(motion.acceleration);
}

template <int D>
void Propagator<D>::renew_path(std::uint32_t id) {
  Particle<D>& particle = store_.particle(id);
  store_.renew_version(id);
  particle.curved = particle.slows = 0;
  if (setting_.pulls) {
    const Vec<D> acceleration = supports_.acceleration(id);
    particle.curved = !is_zero(acceleration);
    if (particle.curved || store_.may_have_law(id)) store_.set_law(id, {acceleration});
  }
  if (particle.has_law) [[unlikely]]
    renew_own_law(id);
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
    for (const auto& support : store_.load(id).supports) press(id, obstacles_.face(support), time);
    wrap(id);
  }
  if (particle.time() != time) {
    store_.keep_last_impact(id);
    store_.record(id).rank = 0;
  }
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
  ledger_.lose_to_impacts(before - ledger_.potential(id));
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

/// After a change of velocity or force: which supports still hold the ball? One that presses, and from which the ball
/// would bounce or fly for less than a contact lasts, keeps it, and takes the normal velocity away. Any other lets go.
template <int D>
void Propagator<D>::settle(std::uint32_t id) {
  const Particle<D>& particle = store_.particle(id);
  if (store_.load(id).supports.empty()) return;
  typename Supports<D>::Normals normals;
  const int count = supports_.normals(id, normals);
  const response::Hold<D> held = response::hold<D>(supports_.pull(id), normals.data(), count);
  std::vector<typename BodyState<D>::Support> kept;
  int kept_count = 0;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double away = dot(particle.velocity - supports_.velocity(id), normals[k]);
    const double pressure = held.pressure[k];
    if (pressure > 0 && 2 * std::fabs(away) < pressure * *setting_.options.contact_duration) {
      kept.push_back(store_.load(id).supports[k]);
      normals[static_cast<std::size_t>(kept_count++)] = normals[k];
    } else if (away > 0 || !(pressure > 0)) {
      record(particle.time(), EventKind::release, id, store_.load(id).supports[k].body.value);
    }
  }
  go_along(id, normals.data(), kept_count);
  store_.own_load(id).supports = std::move(kept);
}

/// Takes from the velocity of a ball, as its supports see it, what leads off faces or into them.
template <int D>
void Propagator<D>::go_along(std::uint32_t id, const Vec<D>* normals, int count) {
  Particle<D>& particle = store_.particle(id);
  const double mass = store_.own_mass(id);
  const Vec<D> drift = supports_.velocity(id);
  const Vec<D> before = particle.velocity - drift;
  const Vec<D> after = response::along_faces<D>(before, normals, count);
  const double dissipated = 0.5 * mass * (norm2(before) - norm2(after));
  ledger_.lose_to_impacts(dissipated);
  if (is_zero(drift)) {
    particle.velocity = after;
    return;
  }
  const double energy = norm2(particle.velocity);
  particle.velocity = drift + after;
  ledger_.add_work(0.5 * mass * (norm2(particle.velocity) - energy) + dissipated);
}

template <int D>
void Propagator<D>::rest_on(std::uint32_t id, const Obstacle<D>& face, const Time& time) {
  store_.own_load(id).supports.push_back({BodyId{face.body}, face.face});
  typename Supports<D>::Normals normals;
  const int count = supports_.normals(id, normals);
  go_along(id, normals.data(), count);
  for (const auto& support : store_.load(id).supports) press(id, obstacles_.face(support), time);
}

template <int D>
void Propagator<D>::release_all_from(std::uint32_t body, const Time& now) {
  const auto is_on_body = [&](const auto& support) { return support.body.value == body; };
  for (const std::uint32_t ball : std::vector<std::uint32_t>(store_.balls())) {
    const auto& supports = store_.load(ball).supports;
    if (std::none_of(supports.begin(), supports.end(), is_on_body)) continue;
    advance(ball, now);
    std::erase_if(store_.own_load(ball).supports, is_on_body);
    record(now, EventKind::release, ball, body);
    commit(ball);
  }
}

template <int D>
void Propagator<D>::leave(std::uint32_t id, Presence presence) {
  store_.record(id).presence = presence;
  store_.leave_kinematic(id);
  store_.unload(id);
  renew(id);
  if (!store_.particle(id).is_ball) return;
  calendar_.erase(id);
  search_->remove(id);
  store_.unlist_ball(id);
}

template class Propagator<2>;
template class Propagator<3>;

}  // namespace carom::sim
