#include "sim/bodies/body_store.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace carom::sim {

template <int D>
std::uint32_t BodyStore<D>::add(const Body<D>& body, const BodyState<D>& state) {
  const auto id = static_cast<std::uint32_t>(particles_.size());
  bodies_.add(body);
  Particle<D>& particle = particles_.emplace_back();
  particle.held = state.held;
  particle.has_law = has_own_law(body.motion);
  particle.position = state.position;
  particle.velocity = state.velocity;
  particle.set_time(state.time);
  Record<D>& record = records_.emplace_back();
  record.presence = state.presence;
  record.rank = state.rank;
  record.crowded = state.crowded;
  record.image = state.image;
  set_last_impact(id, state.last_impact);
  set_traits(id, {state.radius, state.mass, body.restitution});
  versions_.push_back(0);
  if (setting_.rough()) spins_.push_back(state.spin);
  if (!is_zero(state.force) || !state.supports.empty() || state.field != typename BodyState<D>::Field{})
    own_load(id) = {state.force, state.supports, state.field};
  if (state.in_island)
    island_state(id) = {true,        state.restoring, state.pulled,           state.carried,
                        state.still, state.still_at,  state.sleeps_with.value};
  if (body.response == Response::slide) {
    if (id >= kinematic_.size()) kinematic_.resize(id + 1);
    kinematic_[id] = {is_here(id), state.intended, {}, {}};
    if (is_kinematic(id)) {
      kinematic_[id].contacts = state.contacts;
      kinematic_[id].touching = state.touching;
    }
  }
  return id;
}

template <int D>
void BodyStore<D>::classify(std::uint32_t id) {
  const Body<D>& body = bodies_[id];
  Particle<D>& particle = particles_[id];
  particle.is_ball = std::holds_alternative<Ball<D>>(body.shape);
  particle.immovable =
      !particle.is_ball || particle.held || std::isinf(own_mass(id)) || body.response == Response::pocket;
  has_immovable_balls_ = has_immovable_balls_ || (particle.is_ball && particle.immovable);
  particle.absorbs = body.response == Response::stick || body.response == Response::pocket;
}

template <int D>
void BodyStore<D>::list_balls() {
  balls_.clear();
  equal_radii_ = true;
  for (std::uint32_t id = 0; id < particles_.size(); ++id) {
    if (!particles_[id].is_ball || !is_here(id)) continue;
    balls_.push_back(id);
    equal_radii_ = equal_radii_ && radius(id) == radius(balls_[0]);
  }
  radii_.clear();
  common_radius_ = balls_.empty() ? 0 : radius(balls_[0]);
  if (!balls_.empty()) know_radius(balls_[0]);
}

template <int D>
void BodyStore<D>::enlist_ball(std::uint32_t id) {
  equal_radii_ = equal_radii_ && !balls_.empty() && radius(id) == radius(balls_[0]);
  know_radius(id);
  balls_.push_back(id);
}

/// Notes the radius of a body where balls have different ones.
template <int D>
void BodyStore<D>::know_radius(std::uint32_t id) {
  if (equal_radii_) return;
  for (auto next = static_cast<std::uint32_t>(radii_.size()); next < particles_.size(); ++next)
    radii_.push_back(radius(next));
  radii_[id] = radius(id);
}

// Equal ones are kept once, if they follow each other.
template <int D>
void BodyStore<D>::set_traits(std::uint32_t id, const Traits& traits) {
  constexpr std::ptrdiff_t kFew = 16;
  const auto from = traits_.end() - std::min(kFew, std::ssize(traits_));
  const auto known = std::find(from, traits_.end(), traits);
  records_[id].kind = static_cast<std::uint32_t>(known - traits_.begin()) & ((1u << 30) - 1);
  if (known == traits_.end()) traits_.push_back(traits);
}

template <int D>
void BodyStore<D>::grow(std::uint32_t id, const Traits& traits) {
  set_traits(id, traits);
  equal_radii_ = false;
  know_radius(id);
}

/// Impacts that lose nothing, while time advances, go on for as long as they do: they count up to a bound that ends no
/// motion.
template <int D>
std::uint32_t BodyStore<D>::longer_row(std::uint32_t id, const Time& time, bool lossless) const {
  constexpr std::uint32_t kMostLossless = 1u << 7;
  const std::uint32_t row = records_[id].crowded;
  const bool time_advances = setting_.clock.between(last_impact(id), time) > setting_.clock.resolution();
  return lossless && time_advances && row >= kMostLossless ? row : row + 1;
}

template <int D>
void BodyStore<D>::set_law(std::uint32_t id, const Law<D>& law) {
  if (id >= laws_.size()) laws_.resize(id + 1);
  laws_[id] = law;
}

template <int D>
Load<D>& BodyStore<D>::own_load(std::uint32_t id) {
  if (id >= loads_.size()) loads_.resize(id + 1);
  return loads_[id];
}

template <int D>
void BodyStore<D>::set_force(std::uint32_t id, const Vec<D>& force) {
  if (!std::isfinite(norm2(force / own_mass(id)))) {
    std::ostringstream text;
    text << "a force of " << norm(force) << " on body " << id << ", whose mass is " << own_mass(id)
         << ", accelerates it beyond all numbers: expected less force, or more mass";
    throw std::domain_error(text.str());
  }
  own_load(id).force = force;
}

template <int D>
void BodyStore<D>::set_last_impact(std::uint32_t id, const Time& time) {
  Record<D>& record = records_[id];
  record.last_impact = time == particles_[id].time() ? Record<D>::own_time : Record<D>::apart;
  if (time == Time{-1, 0}) record.last_impact = Record<D>::never;
  if (record.last_impact != Record<D>::apart) return;
  if (id >= last_impacts_.size()) last_impacts_.resize(id + 1);
  last_impacts_[id] = time;
}

template <int D>
void BodyStore<D>::keep_last_impact(std::uint32_t id) {
  if (records_[id].last_impact != Record<D>::own_time) return;
  if (id >= last_impacts_.size()) last_impacts_.resize(id + 1);
  last_impacts_[id] = particles_[id].time();
  records_[id].last_impact = Record<D>::apart;
}

template <int D>
Vec<D> BodyStore<D>::curved_position(std::uint32_t id, double dt) const {
  const Particle<D>& particle = particles_[id];
  if (particle.slows) return particle.position + path(id).displacement(dt);
  return particle.position + dt * (particle.velocity + (0.5 * dt) * law(id).acceleration);
}

template <int D>
Vec<D> BodyStore<D>::curved_velocity(std::uint32_t id, double dt) const {
  const Particle<D>& particle = particles_[id];
  return particle.slows ? path(id).velocity_at(dt) : particle.velocity + dt * law(id).acceleration;
}

template <int D>
Motion<D> BodyStore<D>::path(std::uint32_t id) const {
  Motion<D> motion = Linear<D>{particles_[id].velocity};
  if (!particles_[id].curved) return motion;
  motion.acceleration = law(id).acceleration;
  motion.stop = law(id).stop;
  motion.damping = law(id).damping;
  return motion;
}

template <int D>
Motion<D> BodyStore<D>::path_after(std::uint32_t id, double dt) const {
  Motion<D> later = path(id);
  later.velocity = velocity_after(id, dt);
  if (dt >= later.stop)
    later.acceleration = {};
  else
    later.stop = later.stop - dt;
  return later;
}

template <int D>
Placement<D> BodyStore<D>::placement(std::uint32_t id, const Time& now) const {
  const Time time = seen_at(particles_.at(id), id, now);
  const double dt = since(id, time);
  Placement<D> placement{position_after(id, dt), setting_.clock.speed_factor(time) * velocity_after(id, dt),
                         records_[id].image, spin_after(id, dt)};
  const broad::Cell<D> crossed = wrap(placement.position);
  for (std::size_t k = 0; k < D; ++k) placement.image[k] += crossed[k];
  return placement;
}

template <int D>
void BodyStore<D>::placements(const Time& now, std::span<Vec<D>> positions, std::span<Vec<D>> velocities,
                              std::span<Spin<D>> spins) const {
  const auto fill = [this, &now](auto to, const auto& from) {
    for (std::uint32_t id = 0; id < to.size(); ++id) {
      const Time time = seen_at(particles_[id], id, now);
      to[id] = from(id, time, since(id, time));
    }
  };
  fill(positions, [this](std::uint32_t id, const Time&, double dt) {
    Vec<D> position = position_after(id, dt);
    wrap(position);
    return position;
  });
  fill(velocities, [this](std::uint32_t id, const Time& time, double dt) {
    return setting_.clock.speed_factor(time) * velocity_after(id, dt);
  });
  fill(spins, [this](std::uint32_t id, const Time&, double dt) { return spin_after(id, dt); });
}

template <int D>
broad::Cell<D> BodyStore<D>::wrap(Vec<D>& position) const {
  broad::Cell<D> crossed{};
  if (!setting_.options.period) return crossed;
  for (int k = 0; k < D; ++k) {
    const double side = (*setting_.options.period)[k];
    if (position[k] > 0 && position[k] < side) continue;  // mostly
    const double boxes = std::floor(position[k] / side);
    position[k] = std::min(std::max(0.0, position[k] - boxes * side), std::nextafter(side, 0.0));
    crossed[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(boxes);
  }
  return crossed;
}

template <int D>
Motion<D> BodyStore<D>::motion(std::uint32_t id, const Time& now) const {
  const Particle<D>& particle = particles_.at(id);
  Motion<D> motion = path_after(id, setting_.clock.between(particle.time(), now));
  motion.velocity = setting_.clock.speed_factor(now) * motion.velocity;
  if (!particle.immovable) motion.damping = std::max(motion.damping, setting_.options.damping);
  return motion;
}

template <int D>
Body<D> BodyStore<D>::body(std::uint32_t id) const {
  const Particle<D>& particle = particles_.at(id);
  Body<D> body = bodies_[id];
  body.motion.velocity = setting_.clock.speed_factor(particle.time()) * particle.velocity;
  body.spin = spin(id);
  if (Ball<D>* ball = std::get_if<Ball<D>>(&body.shape)) ball->center = particle.position;
  return body;
}

template <int D>
BodyState<D> BodyStore<D>::state(std::uint32_t id) const {
  const Particle<D>& particle = particles_.at(id);
  BodyState<D> state;
  state.presence = records_[id].presence;
  state.held = particle.held;
  state.radius = radius(id);
  state.mass = own_mass(id);
  state.position = particle.position;
  state.velocity = particle.velocity;
  state.spin = spin(id);
  state.force = load(id).force;
  state.field = load(id).field;
  state.time = particle.time();
  state.rank = records_[id].rank;
  state.last_impact = last_impact(id);
  state.crowded = records_[id].crowded;
  state.image = records_[id].image;
  state.supports = load(id).supports;
  if (in_island(id)) {
    state.in_island = true;
    state.restoring = islands_[id].restoring;
    state.pulled = islands_[id].pulled;
    state.carried = islands_[id].carried;
    state.still = islands_[id].still;
    if (state.still > 0) state.still_at = islands_[id].still_at;
    state.sleeps_with = BodyId{islands_[id].sleeps_with};
  }
  if (is_kinematic(id)) {
    state.intended = kinematic_[id].intended;
    state.contacts = kinematic_[id].contacts;
    state.touching = kinematic_[id].touching;
  }
  return state;
}

template class BodyStore<2>;
template class BodyStore<3>;

}  // namespace carom::sim
