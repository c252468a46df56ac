#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "carom/shape/check.hpp"
#include "sim/simulation.hpp"
#include "sim/vibration.hpp"

namespace carom::detail {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

template <int D>
void check_shape(const Ball<D>& ball) {
  if (!is_finite(ball.center)) refuse("a ball's center must be finite");
  if (!(ball.radius >= 0) || std::isinf(ball.radius)) refuse("a ball's radius must be finite and >= 0");
}

template <int D>
void check_shape(const HalfSpace<D>& plane) {
  if (!std::isfinite(plane.offset) || !(std::fabs(norm(plane.normal) - 1) < 1e-12))
    refuse("a half-space needs a unit normal and a finite offset");
}

template <int D>
void check_shape(const Segment<D>& segment) {
  if (!is_finite(segment.from) || !is_finite(segment.to) || segment.from == segment.to)
    refuse("a segment needs two different finite ends");
  if (D == 3 && segment.sides == Sides::front) refuse("a segment in 3D has no front: it stops balls from all sides");
}

template <int D>
void check_shape(const Aabb<D>& box) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(box.low[k]) || !std::isfinite(box.high[k]) || !(box.low[k] < box.high[k]))
      refuse("a box needs finite corners with low < high");
}

void check_shape(const Polygon& polygon) {
  if (polygon.vertices.size() < 2) refuse("a polygon needs at least two vertices");
  if (polygon.closed && polygon.vertices.size() < 3) refuse("a closed polygon needs at least three vertices");
  for (int k = 0; k < polygon.edge_count(); ++k) check_shape(polygon.edge(k));
}

void check_shape(const TriangleMesh& mesh) {
  carom::check(mesh);
}

template <int D>
void check_law(const BodyMotion<D>& motion, const WorldOptions<D>& options) {
  if (!is_finite(motion.acceleration)) refuse("an acceleration must be finite");
  if (!(motion.deceleration >= 0) || std::isinf(motion.deceleration)) refuse("a deceleration must be finite and >= 0");
  if (!(motion.damping >= 0) || std::isinf(motion.damping)) refuse("a damping must be finite and >= 0");
  const int laws = static_cast<int>(!is_zero(motion.acceleration)) + static_cast<int>(motion.deceleration > 0) +
                   static_cast<int>(motion.damping > 0);
  if (laws > 1) refuse("a body has an acceleration, a deceleration or a damping of its own, but one of them only");
  if (laws > 0 && options.damping > 0)
    refuse("common damping and a law of a body's own cannot be combined: give each body its damping");
  if (motion.damping > 0 && !is_zero(options.gravity))
    refuse("damping and gravity cannot be combined: such paths meet at transcendental times");
}

}  // namespace

template <int D>
void Simulation<D>::check(const Body<D>& body) const {
  std::visit([](const auto& shape) { check_shape(shape); }, body.shape);
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  if (!is_finite(body.motion.velocity)) refuse("a velocity must be finite");
  check_law(body.motion, options_);
  if (!(body.mass > 0)) refuse("a mass must be > 0");
  if (!(body.restitution >= 0) || std::isinf(body.restitution)) refuse("a restitution must be finite and >= 0");
  const bool moves = !is_zero(body.motion.velocity);
  const bool has_law = has_own_law(body.motion);
  if (has_law && !ball) refuse("only balls have an acceleration, a deceleration or a damping of their own");
  if (has_law && (std::isinf(body.mass) || body.response == Response::pocket))
    refuse("an immovable ball keeps its velocity: it has no acceleration, deceleration or damping of its own");
  if (moves && body.response == Response::pocket) refuse("a pocket does not move");
  if (body.response == Response::slide) check_pushed(body);
  check_spin(body);
  if (body.vibration) check_vibration(body);
  if (moves && (std::isinf(body.mass) || !ball) && options_.damping > 0)
    refuse("an immovable body cannot move in a damped world");
  if (!options_.period) return;
  if (!ball) refuse("a periodic box holds balls only");
  for (int k = 0; k < D; ++k) {
    const double side = (*options_.period)[k];
    if (!(ball->center[k] >= 0 && ball->center[k] < side)) refuse("a ball must start inside the periodic box");
    if (!(2 * ball->radius <= side)) refuse("a ball must fit into the periodic box");
  }
}

template <int D>
void Simulation<D>::check_spin(const Body<D>& body) const {
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  if (!is_finite(body.spin)) refuse("a spin must be finite");
  if (!is_zero(body.spin) && !ball) refuse("only balls spin");
  if (!is_zero(body.spin) && !rough()) refuse("only balls of a world with tangential_restitution spin");
  if (!is_zero(body.spin) && body.response == Response::pocket) refuse("a pocket does not spin");
  if (!rough() || !ball) return;
  if (body.response == Response::stick || body.response == Response::slide)
    refuse("tangential_restitution and balls that stick or slide cannot be combined");
  if (ball->radius == 0 && !std::isinf(body.mass) && body.response != Response::pocket)
    refuse("a point has no spin: with tangential_restitution a ball that can be moved needs a radius > 0");
}

template <int D>
void Simulation<D>::check_vibration(const Body<D>& body) const {
  const Vibration<D>& vibration = *body.vibration;
  if (std::holds_alternative<Ball<D>>(body.shape)) refuse("balls do not vibrate, but all other shapes may");
  if (!is_finite(vibration.amplitude) || is_zero(vibration.amplitude))
    refuse("a vibration's amplitude must be finite and not zero");
  if (!(vibration.period > 0) || std::isinf(vibration.period)) refuse("a vibration's period must be finite and > 0");
  if (plain_now_ > 0x1p50 * vibration.period) refuse("a vibration's period is too short for so late a time");
  if (!(vibration.phase >= 0 && vibration.phase < 1)) refuse("a vibration's phase must be from 0 up to but not 1");
  if (!(vibration.rise > 0 && vibration.rise < 1)) refuse("a vibration's rise must be between 0 and 1");
  if (!is_zero(body.motion.velocity)) refuse("what vibrates has no other velocity");
  if (options_.damping > 0) refuse("an immovable body cannot move in a damped world");
}

template <int D>
void Simulation<D>::check_pushed(const Body<D>& body) const {
  if (!std::holds_alternative<Ball<D>>(body.shape)) refuse("only balls slide");
  if (std::isinf(body.mass)) refuse("a ball that slides needs a finite mass");
  if (has_own_law(body.motion)) refuse("a ball that slides has no law of its own: it goes where it is steered");
  if (options_.damping > 0) refuse("common damping and balls that slide cannot be combined");
  if (options_.period) refuse("a periodic box has no balls that slide");
}

/// Takes note of what is special about a body: that it slides, or passes through others.
template <int D>
void Simulation<D>::enlist(std::uint32_t id, const Vec<D>& intended) {
  const Body<D>& body = bodies_[id];
  if (body.response == Response::slide) {
    if (id >= pushed_.size()) pushed_.resize(id + 1);
    pushed_[id] = {records_[id].presence == Presence::here, intended, {}, {}};
  }
  if (filters_ || (body.layers == 1 && (body.mask & 1) != 0)) return;
  filters_ = true;
  for (std::uint32_t other = 0; other < id; ++other) renew_mover(other);
}

template <int D>
BodyId Simulation<D>::add(const Body<D>& body) {
  leave_parts();
  check(body);
  const auto id = static_cast<std::uint32_t>(bodies_.size());
  Mover<D> state;
  state.velocity = (1 / clock_.speed_factor(now_)) * body.motion.velocity;
  state.set_time(now_);
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  if (ball) {
    state.position = ball->center;
  }
  if (body.vibration) {
    state.position = displacement(*body.vibration, plain_now_);
    state.velocity = velocity_at(*body.vibration, plain_now_);
    vibrating_.push_back(id);
  }
  add_obstacles(id, body);
  bodies_.add(body);
  movers_.push_back(state);
  records_.emplace_back();
  set_traits(id, {ball ? ball->radius : 0, body.mass, body.restitution});
  versions_.push_back(0);
  if (rough()) spins_.push_back(body.spin);
  movers_[id].has_law = has_own_law(body.motion);
  enlist(id, body.motion.velocity);
  renew_mover(id);
  initial_ += kinetic(id, now_) + potential(id);
  if (has_run_) {
    prepare();
    emit_change(id);
    enter(id);
    if (body.vibration) plan_agenda();
  }
  return BodyId{id};
}

/// Lets the search know of a body that came while the world runs.
template <int D>
void Simulation<D>::enter(std::uint32_t id) {
  const bool fits = movers_[id].is_ball && (!uses_grid_ || radius(id) <= grid_radius_);
  const bool odd = is_plain() && (movers_[id].has_law || movers_[id].absorbs || is_pushed(id) || filters_ ||
                                  (uses_lists_ && !lists_.can_hold(movers_[id].position)));
  if (is_pushed(id)) {
    plan_frames();
    plan_agenda();
  }
  if (!fits || odd) return forget_search();
  if (!is_plain()) pending_.resize(bodies_.size());
  if (uses_links_) known_.resize(bodies_.size());
  if (!beside_.empty()) beside_.resize(bodies_.size());
  equal_radii_ = equal_radii_ && !balls_.empty() && radius(id) == radius(balls_[0]);
  know_radius(id);
  balls_.push_back(id);
  if (uses_grid_) insert(id);
  if (uses_grid_ && !is_plain() && cells_.is_solid()) {
    cells_.set_solid(false);
    cells_.set_solid(!movers_[id].absorbs && !is_pushed(id) && is_solid_at(id));
  }
  if (!glances_.empty()) {
    glances_.resize(bodies_.size());
    renew_glance(id);
  }
  predict(id);
}

template <int D>
void Simulation<D>::emit_change(std::uint32_t id) {
  if (!has_run_) return;
  Event<D> event = event_at(now_, EventKind::change, id, kNone);
  event.rank = ++records_[id].rank;
  emit(event);
}

template <int D>
void Simulation<D>::remove(std::uint32_t id) {
  leave_parts();
  check_present(id);
  advance(id, now_);
  work_ += -(kinetic(id, now_) + potential(id));
  emit_change(id);
  leave(id, Presence::removed);
  if (movers_[id].is_ball) return;
  release_all_from(id);
  forget_search();
}

/// What rested on a body is pulled off by nothing: it falls.
template <int D>
void Simulation<D>::release_all_from(std::uint32_t id) {
  for (std::uint32_t ball : std::vector<std::uint32_t>(balls_)) {
    const auto& supports = load(ball).supports;
    if (std::none_of(supports.begin(), supports.end(), [&](const auto& support) { return support.body.value == id; }))
      continue;
    advance(ball, now_);
    std::erase_if(own_load(ball).supports, [&](const auto& support) { return support.body.value == id; });
    Event<D> event = event_at(now_, EventKind::release, ball, id);
    event.rank = ++records_[ball].rank;
    emit(event);
    commit(ball);
  }
}

template <int D>
void Simulation<D>::check_present(std::uint32_t id) const {
  if (records_.at(id).presence != Presence::here)
    refuse("body " + std::to_string(id) + " is not in the world any more");
}

/// Only what is immovable keeps the velocity that it is given.
template <int D>
void Simulation<D>::check_driven(std::uint32_t id) const {
  if (bodies_[id].vibration) refuse("body " + std::to_string(id) + " vibrates: it can not be steered");
  const bool is_driven = movers_[id].immovable && !movers_[id].held && !movers_[id].absorbs;
  if (!is_driven) refuse("body " + std::to_string(id) + " can not be steered: it neither slides nor is immovable");
  if (options_.damping > 0) refuse("an immovable body cannot move in a damped world");
}

template <int D>
void Simulation<D>::check_movable(std::uint32_t id) const {
  check_present(id);
  if (movers_[id].immovable) refuse("body " + std::to_string(id) + " cannot be moved");
}

template <int D>
void Simulation<D>::change_velocity(std::uint32_t id, const Vec<D>& velocity) {
  leave_parts();
  if (!is_finite(velocity)) refuse("a velocity must be finite");
  if (has_run_) prepare();
  advance(id, now_);
  const double before = kinetic(id, now_);
  movers_[id].velocity = (1 / clock_.speed_factor(now_)) * velocity;
  const double gained = kinetic(id, now_) - before;
  if (!has_run_) {
    initial_ += gained;
    return renew_mover(id);
  }
  work_ += gained;
  emit_change(id);
  commit(id);
  predict(id);
}

template <int D>
void Simulation<D>::set_velocity(std::uint32_t id, const Vec<D>& velocity) {
  if (id < movers_.size() && (is_pushed(id) || movers_[id].immovable)) return steer(id, velocity, plain_now_);
  check_movable(id);
  change_velocity(id, velocity);
}

template <int D>
void Simulation<D>::apply_impulse(std::uint32_t id, const Vec<D>& impulse) {
  check_movable(id);
  if (is_pushed(id)) refuse("a ball that slides takes no impulse: body " + std::to_string(id));
  change_velocity(id, placement(id).velocity + impulse / own_mass(id));
}

template <int D>
void Simulation<D>::apply_force(std::uint32_t id, const Vec<D>& force, double from, double until) {
  leave_parts();
  check_movable(id);
  if (!is_finite(force)) refuse("a force must be finite");
  if (!(from >= plain_now_) || std::isinf(from)) refuse("a force begins now or later");
  if (!(until > from)) refuse("a force ends after it begins");
  const BodyMotion<D>& law = bodies_[id].motion;
  if (law.deceleration > 0 || law.damping > 0)
    refuse("a force cannot push a body that decelerates or is damped: body " + std::to_string(id));
  if (is_pushed(id)) refuse("no force acts on a ball that slides: body " + std::to_string(id));
  if (options_.damping > 0) refuse("damping and forces cannot be combined: such paths meet at transcendental times");
  pulls_ = true;
  forces_.push_back({BodyId{id}, force, from, until, false});
  if (is_plain()) forget_search();
  if (prepared_) plan_agenda();
}

template <int D>
void Simulation<D>::steer(std::uint32_t id, const Vec<D>& velocity, double from) {
  leave_parts();
  check_present(id);
  if (!is_pushed(id)) check_driven(id);
  if (!is_finite(velocity)) refuse("a velocity must be finite");
  if (!(from >= plain_now_) || std::isinf(from)) refuse("a body is steered now or later");
  if (from > plain_now_) {
    steers_.push_back({BodyId{id}, velocity, from});
    if (prepared_) plan_agenda();
    return;
  }
  if (is_pushed(id)) pushed_[id].intended = velocity;
  if (!has_run_) return change_velocity(id, velocity);
  prepare();
  redirect(id, velocity);
}

/// A pushed ball or an immovable body goes where it is steered.
template <int D>
void Simulation<D>::redirect(std::uint32_t id, const Vec<D>& velocity) {
  if (is_pushed(id)) {
    pushed_[id].intended = velocity;
    return turn(id);
  }
  const bool is_ball = movers_[id].is_ball;
  const bool is_everywhere = is_ball || has_moved(id);
  const std::vector<std::uint32_t> riders = is_ball ? std::vector<std::uint32_t>{} : riders_of(id);
  for (const std::uint32_t rider : riders) advance(rider, now_);
  release_all_from(id);
  advance(id, now_);
  movers_[id].velocity = velocity;
  emit_change(id);
  commit(id);
  if (is_ball) return predict(id);
  // All that was predicted against it is void.
  if (is_everywhere)
    for (const std::uint32_t ball : balls_) predict(ball);
  else
    forget_search();
  for (const std::uint32_t rider : riders) turn(rider);
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
