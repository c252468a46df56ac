#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/bodies/body_check.hpp"
#include "sim/engine.hpp"
#include "sim/kinematic/vibration.hpp"

// What the caller does to a world.
namespace carom::sim {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

/// So many more balls never ask for another search.
constexpr std::size_t kFewBalls = 24;

}  // namespace

template <int D>
BodyId Engine<D>::add(const Body<D>& body) {
  leave_parallel();
  if (has_run_) prepare();
  const std::uint32_t id = take_in(body, Presence::here);
  settle(id, EventKind::change);
  return BodyId{id};
}

template <int D>
BodyId Engine<D>::add_later(const Body<D>& ball, double from) {
  if (!(from >= time()) || std::isinf(from)) refuse("a ball comes now or later");
  if (from == time()) return add(ball);
  if (!std::holds_alternative<Ball<D>>(ball.shape)) refuse("only balls come later");
  if (!comes_later(ball.response)) refuse("a ball that slides and a pocket are there from the start");
  if (options().period) refuse("no ball comes later into a periodic box");
  leave_parallel();
  const std::uint32_t id = take_in(ball, Presence::awaited);
  agenda_.add_arrival({BodyId{id}, from}, false);
  if (is_prepared_) agenda_.plan();
  return BodyId{id};
}

/// Checks a body and keeps it, with its state now.
template <int D>
std::uint32_t Engine<D>::take_in(const Body<D>& given, Presence presence) {
  check_body(given, options(), time());
  if (data_.fields.has_own()) check_felt(given);
  Body<D> body = given;
  if (auto* plane = std::get_if<HalfSpace<D>>(&body.shape)) *plane = plane->unit();
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  BodyState<D> state;
  state.presence = presence;
  state.radius = ball ? ball->radius : 0;
  state.mass = body.mass;
  state.position = ball ? ball->center : Vec<D>{};
  state.velocity = (1 / data_.setting.clock.speed_factor(whole_.now)) * body.motion.velocity;
  state.spin = body.spin;
  state.time = whole_.now;
  state.intended = body.motion.velocity;
  if (body.vibration) {
    state.position = displacement(*body.vibration, time());
    state.velocity = velocity_at(*body.vibration, time());
  }
  const std::uint32_t id = data_.store.add(body, state);
  data_.obstacles.add(id, body.shape);
  if (body.vibration) agenda_.add_vibrating(id);
  note_layers(id);
  whole_.propagator.renew(id);
  return id;
}

/// A ball that was to come is here, as it was given.
template <int D>
void Engine<D>::appear(std::uint32_t id) {
  Particle<D>& particle = data_.store.particle(id);
  const EpochClock& clock = data_.setting.clock;
  particle.velocity = (clock.speed_factor(particle.time()) / clock.speed_factor(whole_.now)) * particle.velocity;
  particle.set_time(whole_.now);
  data_.store.record(id).presence = Presence::here;
  whole_.propagator.renew(id);
  settle(id, EventKind::appear);
}

/// Lets the ledger, the fields and the search know of a body that is here from now on.
template <int D>
void Engine<D>::settle(std::uint32_t id, EventKind kind) {
  whole_.ledger.add_initial(whole_.ledger.kinetic(id, whole_.now) + whole_.ledger.potential(id));
  if (!has_run_) return;
  agenda_.feel_fields(id);
  whole_.ledger.add_initial(data_.store.load(id).field.potential);
  whole_.propagator.record(whole_.now, kind, id);
  enter(id);
  if (data_.store.kind(id).vibration) agenda_.plan();
}

/// Takes note of a body that passes through others.
template <int D>
void Engine<D>::note_layers(std::uint32_t id) {
  const Body<D>& body = data_.store.kind(id);
  if (data_.setting.filters || (body.layers == 1 && (body.mask & 1) != 0)) return;
  data_.setting.filters = true;
  for (std::uint32_t other = 0; other < id; ++other) whole_.propagator.renew(other);
}

/// Lets the search know of a body that came while the world runs.
template <int D>
void Engine<D>::enter(std::uint32_t id) {
  if (data_.store.is_kinematic(id)) {
    agenda_.plan_frames(time());
    agenda_.plan();
  }
  // One that was chosen for fewer may be slow.
  const bool is_outgrown = data_.store.balls().size() > 2 * searched_balls_ + kFewBalls;
  if (is_outgrown || !whole_.search->can_take(id)) return whole_.search.forget();
  data_.store.enlist_ball(id);
  whole_.search->insert(id);
  whole_.prefilter.add(id);
  whole_.search->predict(id);
}

template <int D>
void Engine<D>::remove(std::uint32_t id) {
  leave_parallel();
  check_present(id);
  whole_.propagator.advance(id, whole_.now);
  whole_.ledger.add_work(-(whole_.ledger.kinetic(id, whole_.now) + whole_.ledger.potential(id)));
  if (has_run_) whole_.propagator.record(whole_.now, EventKind::change, id);
  whole_.propagator.leave(id, Presence::removed);
  if (data_.store.particle(id).is_ball) return;
  whole_.propagator.release_all_from(id, whole_.now);
  whole_.search.forget();
}

template <int D>
void Engine<D>::check_present(std::uint32_t id) const {
  if (!data_.store.contains(id)) throw std::out_of_range("there is no body " + std::to_string(id));
  const char* const when = data_.store.is_awaited(id) ? "yet" : "any more";
  if (!data_.store.is_here(id)) refuse("body " + std::to_string(id) + " is not in the world " + when);
}

/// Only what is immovable keeps the velocity that it is given.
template <int D>
void Engine<D>::check_driven(std::uint32_t id) const {
  const Particle<D>& particle = data_.store.particle(id);
  if (data_.store.kind(id).vibration) refuse("body " + std::to_string(id) + " vibrates: it can not be steered");
  const bool is_driven = particle.immovable && !particle.held && !particle.absorbs;
  if (!is_driven) refuse("body " + std::to_string(id) + " can not be steered: it neither slides nor is immovable");
  if (options().damping > 0) refuse("an immovable body cannot move in a damped world");
}

template <int D>
void Engine<D>::check_movable(std::uint32_t id) const {
  check_present(id);
  if (data_.store.particle(id).immovable) refuse("body " + std::to_string(id) + " cannot be moved");
}

template <int D>
void Engine<D>::change_velocity(std::uint32_t id, const Vec<D>& velocity) {
  leave_parallel();
  if (!is_finite(velocity)) refuse("a velocity must be finite");
  if (has_run_) prepare();
  whole_.propagator.advance(id, whole_.now);
  const double before = whole_.ledger.kinetic(id, whole_.now);
  data_.store.halt(id);
  data_.store.particle(id).velocity = (1 / data_.setting.clock.speed_factor(whole_.now)) * velocity;
  const double gained = whole_.ledger.kinetic(id, whole_.now) - before;
  if (!has_run_) {
    whole_.ledger.add_initial(gained);
    return whole_.propagator.renew(id);
  }
  whole_.ledger.add_work(gained);
  whole_.propagator.record(whole_.now, EventKind::change, id);
  whole_.propagator.commit(id);
  whole_.search->predict(id);
  whole_.propagator.note_interference(id);
}

template <int D>
void Engine<D>::set_velocity(std::uint32_t id, const Vec<D>& velocity) {
  const BodyStore<D>& store = data_.store;
  if (store.contains(id) && (store.is_kinematic(id) || store.particle(id).immovable))
    return steer(id, velocity, time());
  check_movable(id);
  change_velocity(id, velocity);
}

template <int D>
void Engine<D>::apply_impulse(std::uint32_t id, const Vec<D>& impulse) {
  check_movable(id);
  if (data_.store.is_kinematic(id)) refuse("a ball that slides takes no impulse: body " + std::to_string(id));
  change_velocity(id, placement(id).velocity + impulse / data_.store.own_mass(id));
}

template <int D>
void Engine<D>::apply_force(std::uint32_t id, const Vec<D>& force, double from, double until) {
  leave_parallel();
  check_movable(id);
  if (!is_finite(force)) refuse("a force must be finite");
  if (!(from >= time()) || std::isinf(from)) refuse("a force begins now or later");
  if (!(until > from)) refuse("a force ends after it begins");
  const BodyMotion<D>& law = data_.store.kind(id).motion;
  if (law.deceleration > 0 || law.damping > 0)
    refuse("a force cannot act on a body that decelerates or is damped: body " + std::to_string(id));
  if (data_.store.is_kinematic(id)) refuse("no force acts on a ball that slides: body " + std::to_string(id));
  if (options().damping > 0) refuse("damping and forces cannot be combined: such paths meet at transcendental times");
  agenda_.add_force({BodyId{id}, force, from, until, false});
  // Another search may do better where paths are curved.
  if (!data_.setting.pulls) whole_.search.forget();
  data_.setting.pulls = true;
  if (is_prepared_) agenda_.plan();
}

/// Its potential comes in as work.
template <int D>
void Engine<D>::set_force(const Force<D>& force) {
  leave_parallel();
  if (force.at && !options().force_interval) refuse("a force of the caller's own needs force_interval");
  if (!force.at && force.potential) refuse("a potential needs its force");
  if (options().damping > 0) refuse("damping and forces cannot be combined: such paths meet at transcendental times");
  if (force.at)
    for (std::uint32_t id = 0; id < data_.store.size(); ++id) check_felt(data_.store.kind(id));
  const bool goes_on = std::exchange(needs_own_force_, false);
  data_.fields.set_own(force);
  if (!data_.setting.pulls) whole_.search.forget();
  data_.setting.pulls = true;
  if (!has_run_ || goes_on) return;
  prepare();
  const auto potential = [&] {
    double sum = 0;
    for (std::uint32_t id = 0; id < data_.store.size(); ++id) sum += data_.store.load(id).field.potential;
    return sum;
  };
  const double before = potential();
  agenda_.feel_fields();
  whole_.ledger.add_work(potential() - before);
  if (!whole_.search.empty()) whole_.search->predict_all();
  agenda_.plan();
}

template <int D>
void Engine<D>::check_felt(const Body<D>& body) const {
  if (body.motion.deceleration > 0 || body.motion.damping > 0)
    refuse("a force cannot act on a body that decelerates or is damped by a law of its own");
}

template <int D>
void Engine<D>::place(std::uint32_t id, const Vec<D>& position) {
  leave_parallel();
  check_placeable(id, position);
  if (has_run_) prepare();
  BodyStore<D>& store = data_.store;
  whole_.propagator.advance(id, whole_.now);
  const double before = whole_.ledger.kinetic(id, whole_.now) + whole_.ledger.potential(id);
  whole_.propagator.uproot(id);
  whole_.search->remove(id);
  store.particle(id).position = position;
  if (has_run_) agenda_.feel_fields(id);
  if (!whole_.search.empty()) whole_.search->insert(id);
  const double gained = whole_.ledger.kinetic(id, whole_.now) + whole_.ledger.potential(id) - before;
  if (!has_run_) {
    whole_.ledger.add_initial(gained);
    return whole_.propagator.renew(id);
  }
  whole_.ledger.add_work(gained);
  if (store.is_kinematic(id)) return whole_.kinematic.steer(id, store.kinematic(id).intended);
  whole_.propagator.record(whole_.now, EventKind::change, id);
  whole_.propagator.commit(id);
  whole_.search->predict(id);
}

template <int D>
void Engine<D>::check_placeable(std::uint32_t id, const Vec<D>& position) const {
  check_present(id);
  const Particle<D>& particle = data_.store.particle(id);
  if (!particle.is_ball) refuse("only balls are placed: remove body " + std::to_string(id) + " and add it elsewhere");
  if (particle.held) refuse("body " + std::to_string(id) + " is stuck where it is");
  if (!is_finite(position)) refuse("a position must be finite");
  if (!options().period) return;
  for (int k = 0; k < D; ++k)
    if (!(position[k] >= 0 && position[k] < (*options().period)[k]))
      refuse("a position must be inside the periodic box");
}

template <int D>
void Engine<D>::steer(std::uint32_t id, const Vec<D>& velocity, double from) {
  leave_parallel();
  check_present(id);
  const bool is_kinematic = data_.store.is_kinematic(id);
  if (!is_kinematic) check_driven(id);
  if (!is_finite(velocity)) refuse("a velocity must be finite");
  if (!(from >= time()) || std::isinf(from)) refuse("a body is steered now or later");
  if (from > time()) {
    agenda_.add_steer({BodyId{id}, velocity, from});
    if (is_prepared_) agenda_.plan();
    return;
  }
  if (is_kinematic) data_.store.kinematic(id).intended = velocity;
  if (!has_run_) return change_velocity(id, velocity);
  prepare();
  whole_.kinematic.steer(id, velocity);
}

template class Engine<2>;
template class Engine<3>;

}  // namespace carom::sim
