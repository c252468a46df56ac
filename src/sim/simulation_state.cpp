#include <algorithm>
#include <cmath>

#include "carom/math/portable.hpp"
#include "response/support.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {

template <int D>
Law<D>& Simulation<D>::own_law(std::uint32_t id) {
  if (id >= laws_.size()) laws_.resize(id + 1);
  return laws_[id];
}

template <int D>
Load<D>& Simulation<D>::own_load(std::uint32_t id) {
  if (id >= loads_.size()) loads_.resize(id + 1);
  return loads_[id];
}

/// Nothing supports it any more.
template <int D>
void Simulation<D>::unload(std::uint32_t id) {
  if (id < loads_.size()) loads_[id].supports.clear();
}

template <int D>
Vec<D> Simulation<D>::curved_position(std::uint32_t id, double dt) const {
  const Mover<D>& mover = movers_[id];
  if (mover.slows) return mover.position + path(id).displacement(dt);
  return mover.position + dt * (mover.velocity + (0.5 * dt) * law(id).acceleration);
}

template <int D>
Vec<D> Simulation<D>::curved_velocity(std::uint32_t id, double dt) const {
  const Mover<D>& mover = movers_[id];
  return mover.slows ? path(id).velocity_at(dt) : mover.velocity + dt * law(id).acceleration;
}

template <int D>
Motion<D> Simulation<D>::path(std::uint32_t id) const {
  Motion<D> motion = Linear<D>{movers_[id].velocity};
  if (!movers_[id].curved) return motion;
  motion.acceleration = law(id).acceleration;
  motion.stop = law(id).stop;
  motion.damping = law(id).damping;
  return motion;
}

/// As it is seen after a time.
template <int D>
Motion<D> Simulation<D>::path_after(std::uint32_t id, double dt) const {
  Motion<D> later = path(id);
  later.velocity = velocity_after(id, dt);
  if (dt >= later.stop)
    later.acceleration = {};
  else
    later.stop = later.stop - dt;
  return later;
}

template <int D>
double Simulation<D>::mass(std::uint32_t id) const {
  return movers_[id].immovable ? kImmovable : own_mass(id);
}

/// Equal ones are kept once, if they follow each other.
template <int D>
void Simulation<D>::set_traits(std::uint32_t id, const Traits& traits) {
  constexpr std::ptrdiff_t kFew = 16;
  const auto from = traits_.end() - std::min(kFew, std::ssize(traits_));
  const auto known = std::find(from, traits_.end(), traits);
  records_[id].kind = static_cast<std::uint32_t>(known - traits_.begin()) & ((1u << 30) - 1);
  if (known == traits_.end()) traits_.push_back(traits);
}

/// Notes the radius of a body where balls have different ones.
template <int D>
void Simulation<D>::know_radius(std::uint32_t id) {
  if (equal_radii_) return;
  for (auto next = static_cast<std::uint32_t>(radii_.size()); next < movers_.size(); ++next)
    radii_.push_back(radius(next));
  radii_[id] = radius(id);
}

template <int D>
void Simulation<D>::set_last_impact(std::uint32_t id, const Time& time) {
  Record<D>& record = records_[id];
  record.last_impact = time == movers_[id].time() ? Record<D>::own_time : Record<D>::apart;
  if (time == Time{-1, 0}) record.last_impact = Record<D>::never;
  if (record.last_impact != Record<D>::apart) return;
  if (id >= last_impacts_.size()) last_impacts_.resize(id + 1);
  last_impacts_[id] = time;
}

/// The body's own time is about to change.
template <int D>
void Simulation<D>::keep_last_impact(std::uint32_t id) {
  if (records_[id].last_impact != Record<D>::own_time) return;
  if (id >= last_impacts_.size()) last_impacts_.resize(id + 1);
  last_impacts_[id] = movers_[id].time();
  records_[id].last_impact = Record<D>::apart;
}

/// Acceleration by gravity, forces and the body's own, before any support.
template <int D>
Vec<D> Simulation<D>::pull(std::uint32_t id) const {
  if (movers_[id].immovable || is_pushed(id)) return {};
  Vec<D> pull = options_.gravity;
  if (const Vec<D>& force = load(id).force; !is_zero(force)) pull += force / own_mass(id);
  if (movers_[id].has_law) [[unlikely]]
    pull += bodies_[id].motion.acceleration;
  return pull;
}

/// The acceleration of a ball as it is now, in the middle of an event.
template <int D>
Vec<D> Simulation<D>::pull_now(std::uint32_t id) const {
  if (load(id).supports.empty()) return pull(id);
  std::array<Vec<D>, D> normals;
  const int count = support_normals(id, normals);
  return hold<D>(pull(id), normals.data(), count).acceleration;
}

/// How a ball moves from now on, in the middle of an event. Its own law slows it where no pull is left over, but for
/// the rounding of what its supports carry.
template <int D>
Motion<D> Simulation<D>::motion_now(std::uint32_t id) const {
  Motion<D> motion = Linear<D>{movers_[id].velocity};
  if (movers_[id].immovable) return motion;
  motion.acceleration = pull_now(id);
  const BodyMotion<D>& law = bodies_[id].motion;
  if (!movers_[id].has_law || (law.deceleration == 0 && law.damping == 0)) return motion;
  if (norm(motion.acceleration) > 1e-12 * norm(pull(id))) return motion;
  if (is_zero(motion.velocity)) return Linear<D>{};
  return law.damping > 0 ? Motion<D>(Damped<D>{motion.velocity, law.damping})
                         : Motion<D>(Stopping<D>{motion.velocity, law.deceleration});
}

template <int D>
const Obstacle<D>& Simulation<D>::obstacle_of(const typename BodyState<D>::Support& support) const {
  return obstacles_[first_obstacle_[support.body.value] + support.face];
}

/// Unit normals of the faces on which a ball rests, pointing at the ball.
template <int D>
int Simulation<D>::support_normals(std::uint32_t id, std::array<Vec<D>, D>& normals) const {
  int count = 0;
  for (const auto& support : load(id).supports) {
    const Vec<D> place = seen_from(support.body.value, movers_[id].position, movers_[id].time());
    const Vec<D> axis = contact_axis(obstacle_of(support), place);
    normals[static_cast<std::size_t>(count++)] = -axis / norm(axis);
  }
  return count;
}

/// The faces on which a ball rests, and their borders while it does, are not met again.
template <int D>
bool Simulation<D>::rests_on(std::uint32_t id, const Obstacle<D>& obstacle) const {
  for (const auto& support : load(id).supports) {
    const Obstacle<D>& face = obstacle_of(support);
    if (face.body == obstacle.body && (face.face == obstacle.face || borders(obstacle, face))) return true;
  }
  return false;
}

template <int D>
[[gnu::noinline]] void Simulation<D>::renew_own_law(std::uint32_t id) {
  Mover<D>& mover = movers_[id];
  const Motion<D> motion = motion_now(id);
  own_law(id) = {motion.acceleration, motion.stop, motion.damping};
  mover.slows = motion.stop < kNever || motion.damping > 0;
  mover.curved = mover.slows || !is_zero(motion.acceleration);
}

/// A ball's state is what it is now: what was known of its path is void.
template <int D>
void Simulation<D>::renew_path(std::uint32_t id) {
  Mover<D>& mover = movers_[id];
  ++versions_[id];
  mover.curved = mover.slows = 0;
  if (pulls_) {
    const Vec<D> acceleration = pull_now(id);
    mover.curved = !is_zero(acceleration);
    if (mover.curved || id < laws_.size()) own_law(id) = {acceleration};
  }
  if (mover.has_law) [[unlikely]]
    renew_own_law(id);
  mover.special = mover.curved || mover.absorbs || mover.immovable || mover.has_law || filters_ || is_pushed(id);
  renew_glance(id);
}

/// Glances hold for some epochs.
template <int D>
void Simulation<D>::look_at_all() {
  glance_epoch_ = now_.epoch;
  for (std::uint32_t id = 0; id < glances_.size(); ++id) renew_glance(id);
}

template <int D>
void Simulation<D>::renew_mover(std::uint32_t id) {
  const Body<D>& body = bodies_[id];
  Mover<D>& mover = movers_[id];
  mover.is_ball = std::holds_alternative<Ball<D>>(body.shape);
  mover.immovable = !mover.is_ball || mover.held || std::isinf(own_mass(id)) || body.response == Response::pocket;
  mover.absorbs = body.response == Response::stick || body.response == Response::pocket;
  renew_path(id);
}

/// Moves a ball's own state to `time`: position, velocity, and the energy that forces and damping moved on the way.
template <int D>
void Simulation<D>::advance(std::uint32_t id, const Time& time) {
  Mover<D>& state = movers_[id];
  const double dt = clock_.between(state.time(), time);
  if (dt != 0) {
    book_interval(id, dt);
    state.position = position_after(id, dt);
    state.velocity = velocity_after(id, dt);
    for (const auto& support : load(id).supports) press(id, obstacle_of(support), time);
    wrap(id);
  }
  if (state.time() != time) {
    keep_last_impact(id);
    records_[id].rank = 0;
  }
  state.set_time(time);
}

/// Puts a ball back to exactly touching a flat face on which it rests; rounding had moved it, and the ledger is told.
template <int D>
void Simulation<D>::press(std::uint32_t id, const Obstacle<D>& face, const Time& time) {
  Mover<D>& state = movers_[id];
  const Vec<D> place = seen_from(face.body, state.position, time);
  const Vec<D> axis = contact_axis(face, place);
  const double before = potential(id);
  state.position += ((distance(face, place) - radius(id)) / norm(axis)) * axis;
  impacts_ += before - potential(id);
}

template <int D>
void Simulation<D>::wrap(std::uint32_t id) {
  if (!options_.period) return;
  Mover<D>& state = movers_[id];
  Cell<D> boxes{};
  for (int k = 0; k < D; ++k) {
    const double side = (*options_.period)[k];
    if (state.position[k] >= 0 && state.position[k] < side) continue;
    double crossed = std::floor(state.position[k] / side);
    state.position[k] -= crossed * side;
    if (state.position[k] >= side) {
      state.position[k] -= side;
      ++crossed;
    }
    boxes[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(crossed);
    records_[id].image[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(crossed);
  }
  if (uses_links_)
    links_.wrap(id, boxes);
  else if (uses_grid_ && !uses_lists_)
    cells_.wrap(id, boxes);
}

/// After a change of velocity or force: which supports still hold the ball? One that presses, and from which the ball
/// would bounce or fly for less than a contact lasts, keeps it, and takes the normal velocity away. Any other lets go.
template <int D>
void Simulation<D>::settle(std::uint32_t id) {
  Mover<D>& state = movers_[id];
  if (load(id).supports.empty()) return;
  std::array<Vec<D>, D> normals;
  int count = support_normals(id, normals);
  const Hold<D> held = hold<D>(pull(id), normals.data(), count);
  std::vector<typename BodyState<D>::Support> kept;
  int kept_count = 0;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double away = dot(state.velocity - support_velocity(id), normals[k]);
    const double pressure = held.pressure[k];
    if (pressure > 0 && 2 * std::fabs(away) < pressure * *options_.contact_duration) {
      kept.push_back(load(id).supports[k]);
      normals[static_cast<std::size_t>(kept_count++)] = normals[k];
    } else if (away > 0 || !(pressure > 0)) {
      Event<D> event = event_at(state.time(), EventKind::release, id, load(id).supports[k].body.value);
      event.rank = ++records_[id].rank;
      emit(event);
    }
  }
  go_along(id, normals.data(), kept_count);
  own_load(id).supports = std::move(kept);
}

/// The velocity that all supports of a ball have.
template <int D>
Vec<D> Simulation<D>::support_velocity(std::uint32_t id) const {
  const auto& supports = load(id).supports;
  return supports.empty() ? Vec<D>{} : movers_[supports[0].body.value].velocity;
}

/// Whether a ball may rest on something that moves at `drift`, beside its supports; what slows by a law of its own does
/// so in the frame of the world.
template <int D>
bool Simulation<D>::fits_supports(std::uint32_t id, const Vec<D>& drift) const {
  if (!is_zero(drift) && movers_[id].has_law) return false;
  return load(id).supports.empty() || support_velocity(id) == drift;
}

/// Takes from the velocity of a ball, as its supports see it, what leads off faces or into them.
template <int D>
void Simulation<D>::go_along(std::uint32_t id, const Vec<D>* normals, int count) {
  Mover<D>& state = movers_[id];
  const Vec<D> drift = support_velocity(id);
  const Vec<D> before = state.velocity - drift;
  const Vec<D> after = along_faces<D>(before, normals, count);
  const double dissipated = 0.5 * own_mass(id) * (norm2(before) - norm2(after));
  impacts_ += dissipated;
  if (is_zero(drift)) {
    state.velocity = after;
    return;
  }
  const double energy = norm2(state.velocity);
  state.velocity = drift + after;
  work_ += 0.5 * own_mass(id) * (norm2(state.velocity) - energy) + dissipated;
}

/// Ends an event of a ball: its state is what it is now, known to everybody, and its future is found anew by the
/// caller.
template <int D>
void Simulation<D>::commit(std::uint32_t id) {
  if (id < loads_.size()) settle(id);
  renew_path(id);
}

/// A ball leaves the world.
template <int D>
void Simulation<D>::leave(std::uint32_t id, Presence presence) {
  records_[id].presence = presence;
  if (id < pushed_.size()) pushed_[id] = {};
  unload(id);
  renew_mover(id);
  if (!prepared_) return;
  calendar_.erase(id);
  if (uses_lists_)
    lists_.remove(id);
  else if (uses_links_)
    links_.remove(id);
  else if (uses_grid_)
    cells_.remove(id);
  std::erase(balls_, id);
}

/// ½ q m r² ω²
template <int D>
double Simulation<D>::rotational(std::uint32_t id) const {
  if (!rough()) return 0;
  return 0.5 * kHomogeneousInertia<D> * own_mass(id) * (radius(id) * radius(id)) * norm2(spins_[id]);
}

template <int D>
RoughBall<D> Simulation<D>::rough_ball(std::uint32_t id) const {
  return {movers_[id].velocity, spins_[id], mass(id), radius(id)};
}

template <int D>
double Simulation<D>::kinetic(std::uint32_t id, const Time& time) const {
  if (movers_[id].immovable) return 0;
  const double factor = clock_.speed_factor(time);
  return 0.5 * own_mass(id) * norm2(movers_[id].velocity) * (factor * factor) + rotational(id);
}

template <int D>
Vec<D> Simulation<D>::unwrapped(std::uint32_t id) const {
  return movers_[id].position + to_box(records_[id].image);
}

template <int D>
double Simulation<D>::potential(std::uint32_t id) const {
  if (!movers_[id].is_ball || std::isinf(own_mass(id)) || is_pushed(id)) return 0;
  return -own_mass(id) * dot(options_.gravity, unwrapped(id));
}

// Work F·Δx, and that of supports that move, m (a − g − F/m)·Δx. Common damping takes ½ m u² ((1 − k s0)² − (1 − k
// s1)²) = ½ m u² k (s1 − s0)(2 − k (s0 + s1)).
template <int D>
typename Simulation<D>::Interval Simulation<D>::interval(std::uint32_t id, double dt) const {
  const Mover<D>& state = movers_[id];
  Interval moved;
  if (movers_[id].immovable) return moved;
  if (const Vec<D>& force = load(id).force; !is_zero(force))
    moved.work = dot(force, position_after(id, dt) - state.position);
  if (!is_zero(support_velocity(id)))
    moved.work += own_mass(id) * dot(law(id).acceleration - pull(id), position_after(id, dt) - state.position);
  const double k = clock_.damping();
  if (k > 0) moved.damping = 0.5 * own_mass(id) * norm2(state.velocity) * (k * dt) * (2 - k * (2 * state.offset + dt));
  return moved;
}

// Work (F + m a)·Δx; own damping takes ½ m v² (1 − exp(−2 k Δt)).
template <int D>
typename Simulation<D>::Interval Simulation<D>::interval_by_own_law(std::uint32_t id, double dt) const {
  const Mover<D>& state = movers_[id];
  const Motion<D> motion = path(id);
  Interval moved;
  moved.work = dot(load(id).force + own_mass(id) * bodies_[id].motion.acceleration, motion.displacement(dt));
  if (motion.damping > 0)
    moved.damping = -0.5 * own_mass(id) * norm2(state.velocity) * portable::expm1(-2 * motion.damping * dt);
  return moved;
}

/// What friction takes over an interval: −m a·Δx.
template <int D>
double Simulation<D>::friction(std::uint32_t id, double dt) const {
  const Motion<D> motion = path(id);
  return motion.stop < kNever ? -own_mass(id) * dot(motion.acceleration, motion.displacement(dt)) : 0;
}

template <int D>
void Simulation<D>::book_interval(std::uint32_t id, double dt) {
  if (movers_[id].has_law) [[unlikely]]
    friction_ += friction(id, dt);
  const Interval moved = movers_[id].has_law ? interval_by_own_law(id, dt) : interval(id, dt);
  work_ += moved.work;
  damping_loss_ += moved.damping;
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
