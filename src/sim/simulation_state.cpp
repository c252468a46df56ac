#include <algorithm>
#include <cmath>

#include "carom/math/portable.hpp"
#include "response/support.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {

template <int D>
double Simulation<D>::mass(std::uint32_t id) const {
  return movers_[id].immovable ? kImmovable : states_[id].mass;
}

/// Acceleration by gravity, forces and the body's own, before any support.
template <int D>
Vec<D> Simulation<D>::pull(std::uint32_t id) const {
  const BodyState<D>& state = states_[id];
  if (movers_[id].immovable) return {};
  Vec<D> pull = options_.gravity;
  if (!is_zero(state.force)) pull += state.force / state.mass;
  if (movers_[id].has_law) [[unlikely]]
    pull += bodies_[id].motion.acceleration;
  return pull;
}

/// The acceleration of a ball as it is now, in the middle of an event.
template <int D>
Vec<D> Simulation<D>::pull_now(std::uint32_t id) const {
  if (states_[id].supports.empty()) return pull(id);
  std::array<Vec<D>, D> normals;
  const int count = support_normals(id, normals);
  return hold<D>(pull(id), normals.data(), count).acceleration;
}

/// How a ball moves from now on, in the middle of an event. Its own law slows it where no pull is left over, but for
/// the rounding of what its supports carry.
template <int D>
Motion<D> Simulation<D>::motion_now(std::uint32_t id) const {
  Motion<D> motion = Linear<D>{states_[id].velocity};
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
  for (const auto& support : states_[id].supports) {
    const Vec<D> axis = contact_axis(obstacle_of(support), states_[id].position);
    normals[static_cast<std::size_t>(count++)] = -axis / norm(axis);
  }
  return count;
}

/// The faces on which a ball rests, and their borders while it does, are not met again.
template <int D>
bool Simulation<D>::rests_on(std::uint32_t id, const Obstacle<D>& obstacle) const {
  for (const auto& support : states_[id].supports) {
    const Obstacle<D>& face = obstacle_of(support);
    if (face.body == obstacle.body && (face.face == obstacle.face || borders(obstacle, face))) return true;
  }
  return false;
}

template <int D>
[[gnu::noinline]] void Simulation<D>::renew_own_law(std::uint32_t id) {
  Mover<D>& mover = movers_[id];
  const Motion<D> motion = motion_now(id);
  mover.acceleration = motion.acceleration;
  mover.stop = motion.stop;
  mover.damping = motion.damping;
  mover.slows = motion.stop < kNever || motion.damping > 0;
  mover.curved = mover.slows || !is_zero(mover.acceleration);
  mover.plain = !mover.curved && !mover.absorbs && is_fine(mover.position, mover.radius);
}

template <int D>
void Simulation<D>::renew_mover(std::uint32_t id) {
  const BodyState<D>& state = states_[id];
  const Body<D>& body = bodies_[id];
  Mover<D>& mover = movers_[id];
  mover.is_ball = std::holds_alternative<Ball<D>>(body.shape);
  mover.immovable = !mover.is_ball || state.held || std::isinf(state.mass) || body.response == Response::pocket;
  mover.absorbs = body.response != Response::bounce;
  mover.position = state.position;
  mover.velocity = state.velocity;
  mover.time = state.time;
  mover.rank = state.rank;
  mover.radius = state.radius;
  ++mover.version;
  mover.acceleration = pull_now(id);
  mover.curved = !is_zero(mover.acceleration);
  mover.plain = !mover.curved && !mover.absorbs && is_fine(mover.position, mover.radius);
  if (mover.has_law) [[unlikely]]
    renew_own_law(id);
}

/// Moves a ball's own state to `time`: position, velocity, and the energy that forces and damping moved on the way.
template <int D>
void Simulation<D>::advance(std::uint32_t id, const Time& time) {
  BodyState<D>& state = states_[id];
  const Mover<D>& mover = movers_[id];
  const double dt = clock_.between(state.time, time);
  if (dt != 0) {
    book_interval(id, dt);
    state.position = mover.position_after(dt);
    state.velocity = mover.velocity_after(dt);
    for (const auto& support : state.supports) press(id, obstacle_of(support));
    wrap(id);
  }
  if (state.time != time) state.rank = 0;
  state.time = time;
}

/// Puts a ball back to exactly touching a flat face on which it rests; rounding had moved it, and the ledger is told.
template <int D>
void Simulation<D>::press(std::uint32_t id, const Obstacle<D>& face) {
  BodyState<D>& state = states_[id];
  const Vec<D> axis = contact_axis(face, state.position);
  const double before = potential(id);
  state.position += ((distance(face, state.position) - state.radius) / norm(axis)) * axis;
  impacts_ += before - potential(id);
}

template <int D>
void Simulation<D>::wrap(std::uint32_t id) {
  if (!options_.period) return;
  BodyState<D>& state = states_[id];
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
    state.image[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(crossed);
  }
  if (uses_grid_) grid_.wrap(id, boxes);
}

/// After a change of velocity or force: which supports still hold the ball? One that presses, and from which the ball
/// would bounce or fly for less than a contact lasts, keeps it, and takes the normal velocity away. Any other lets go.
template <int D>
void Simulation<D>::settle(std::uint32_t id) {
  BodyState<D>& state = states_[id];
  if (state.supports.empty()) return;
  std::array<Vec<D>, D> normals;
  int count = support_normals(id, normals);
  const Hold<D> held = hold<D>(pull(id), normals.data(), count);
  std::vector<typename BodyState<D>::Support> kept;
  int kept_count = 0;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double away = dot(state.velocity, normals[k]);
    const double pressure = held.pressure[k];
    if (pressure > 0 && 2 * std::fabs(away) < pressure * *options_.contact_duration) {
      kept.push_back(state.supports[k]);
      normals[static_cast<std::size_t>(kept_count++)] = normals[k];
    } else if (away > 0 || !(pressure > 0)) {
      Event<D> event = event_at(state.time, EventKind::release, id, state.supports[k].body.value);
      event.rank = ++state.rank;
      emit(event);
    }
  }
  state.supports = std::move(kept);
  const double before = norm2(state.velocity);
  state.velocity = along_faces<D>(state.velocity, normals.data(), kept_count);
  impacts_ += 0.5 * state.mass * (before - norm2(state.velocity));
}

/// Ends an event of a ball: its state is what it is now, known to everybody, and its future is found anew by the
/// caller.
template <int D>
void Simulation<D>::commit(std::uint32_t id) {
  settle(id);
  renew_mover(id);
}

/// A ball leaves the world.
template <int D>
void Simulation<D>::leave(std::uint32_t id, Presence presence) {
  states_[id].presence = presence;
  states_[id].supports.clear();
  renew_mover(id);
  if (!prepared_) return;
  calendar_.erase(id);
  if (uses_grid_) grid_.remove(id);
  std::erase(balls_, id);
}

template <int D>
double Simulation<D>::kinetic(std::uint32_t id, const Time& time) const {
  if (movers_[id].immovable) return 0;
  const double factor = clock_.speed_factor(time);
  return 0.5 * states_[id].mass * norm2(states_[id].velocity) * (factor * factor);
}

template <int D>
Vec<D> Simulation<D>::unwrapped(std::uint32_t id) const {
  return states_[id].position + to_box(states_[id].image);
}

template <int D>
double Simulation<D>::potential(std::uint32_t id) const {
  if (!movers_[id].is_ball || std::isinf(states_[id].mass)) return 0;
  return -states_[id].mass * dot(options_.gravity, unwrapped(id));
}

// Work F·Δx. Common damping takes ½ m u² ((1 − k s0)² − (1 − k s1)²) = ½ m u² k (s1 − s0)(2 − k (s0 + s1)).
template <int D>
typename Simulation<D>::Interval Simulation<D>::interval(std::uint32_t id, double dt) const {
  const BodyState<D>& state = states_[id];
  Interval moved;
  if (movers_[id].immovable) return moved;
  if (!is_zero(state.force)) moved.work = dot(state.force, movers_[id].position_after(dt) - state.position);
  const double k = clock_.damping();
  if (k > 0)
    moved.damping = 0.5 * state.mass * norm2(state.velocity) * (k * dt) * (2 - k * (2 * state.time.offset + dt));
  return moved;
}

// Work (F + m a)·Δx; own damping takes ½ m v² (1 − exp(−2 k Δt)).
template <int D>
typename Simulation<D>::Interval Simulation<D>::interval_by_own_law(std::uint32_t id, double dt) const {
  const BodyState<D>& state = states_[id];
  const Motion<D> motion = movers_[id].motion();
  Interval moved;
  moved.work = dot(state.force + state.mass * bodies_[id].motion.acceleration, motion.displacement(dt));
  if (motion.damping > 0)
    moved.damping = -0.5 * state.mass * norm2(state.velocity) * portable::expm1(-2 * motion.damping * dt);
  return moved;
}

/// What friction takes over an interval: −m a·Δx.
template <int D>
double Simulation<D>::friction(std::uint32_t id, double dt) const {
  const Motion<D> motion = movers_[id].motion();
  return motion.stop < kNever ? -states_[id].mass * dot(motion.acceleration, motion.displacement(dt)) : 0;
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
