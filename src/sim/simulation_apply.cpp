#include <algorithm>
#include <cmath>

#include "carom/response/bounce.hpp"
#include "carom/response/merge.hpp"
#include "query/ball_parts.hpp"
#include "response/support.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {

template <int D>
Event<D> Simulation<D>::event_at(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b) const {
  Event<D> event;
  event.instant = time;
  event.kind = kind;
  event.a = BodyId{a};
  event.b = BodyId{b};
  event.point = movers_[a].position;
  event.rank = records_[a].rank;
  return event;
}

/// The plain time of an event never goes back, even where converting the clock rounds.
template <int D>
void Simulation<D>::emit(const Event<D>& event) {
  ++counts_[static_cast<std::size_t>(event.kind)];
  if (is_mute_) return;
  Event<D>& told = outbox_.emplace_back(event);
  told.time = std::max(plain_now_, clock_.to_plain(event.instant));
  if (options_.period)
    for (int k = 0; k < D; ++k) {
      const double side = (*options_.period)[k];
      if (!(told.point[k] >= 0 && told.point[k] < (1 - 0x1p-50) * side))
        told.point[k] -= side * std::floor(told.point[k] / side);
    }
  plain_now_ = told.time;
}

template <int D>
void Simulation<D>::meet(std::uint32_t id, const Encounter<D>& encounter) {
  if (encounter.partner != kNone && meets_simply(encounter.key.low, encounter.key.high, encounter.key.rank))
    meet_simply(encounter.key.low, encounter.key.high, &encounter.image, encounter.key);
  else if (encounter.partner != kNone)
    meet_ball(encounter.key.low, encounter.key.high, encounter.image, encounter.key);
  else
    meet_obstacle(id, encounter.obstacle, encounter.key);
}

template <int D>
void Simulation<D>::meet_ball(std::uint32_t low, std::uint32_t high, const Cell<D>& image, const DueKey& due) {
  Meeting meeting{low, high, due.time, {}, event_at(due.time, EventKind::impact, low, high)};
  meeting.event.image = image;
  meeting.event.rank = due.rank;
  meet_apart(meeting, image);
  const bool pocket_low = bodies_[low].response == Response::pocket;
  const bool pocket_high = bodies_[high].response == Response::pocket;
  const bool sticky = bodies_[low].response == Response::stick || bodies_[high].response == Response::stick;
  if (pocket_high)
    swallow(low, high, meeting.event);
  else if (pocket_low)
    swallow(high, low, meeting.event);
  else if (is_pushed(low) || is_pushed(high))
    meet_pushed(meeting);
  else if (sticky && movers_[high].immovable)
    hold_ball(low, high, meeting.event);
  else if (sticky && movers_[low].immovable)
    hold_ball(high, low, meeting.event);
  else if (sticky)
    merge_balls(meeting);
  else if (jams(low, due.rank))
    hold_at(low, high, meeting.event);
  else if (jams(high, due.rank))
    hold_at(high, low, meeting.event);
  else
    bounce_balls(meeting);
}

/// Two movable balls met: one stays, the other goes on.
template <int D>
void Simulation<D>::hold_at(std::uint32_t id, std::uint32_t on, Event<D>& event) {
  hold_ball(id, on, event);
  if (movers_[on].immovable) return;
  commit(on);
  predict(on);
}

/// Moves both balls to the meeting, and tells how they stand there.
template <int D>
void Simulation<D>::meet_apart(Meeting& meeting, const Cell<D>& image) {
  const Cell<D> image_low = records_[meeting.low].image;
  const Cell<D> image_high = records_[meeting.high].image;
  for (const std::uint32_t id : {meeting.low, meeting.high})
    if (!movers_[id].immovable) advance(id, meeting.time);
  // Where each is now; wrapping moved them by whole boxes, which the copy's number takes up.
  const auto position = [&](std::uint32_t id) {
    return movers_[id].immovable ? position_after(id, clock_.between(movers_[id].time(), meeting.time))
                                 : movers_[id].position;
  };
  Cell<D> now = image;
  for (std::size_t k = 0; k < D; ++k)
    now[k] += (records_[meeting.high].image[k] - image_high[k]) - (records_[meeting.low].image[k] - image_low[k]);
  meeting.apart = position(meeting.low) - (position(meeting.high) + to_box(now));
  const double length = norm(meeting.apart);
  const double overlap = (radius(meeting.low) + radius(meeting.high)) - length;
  if (!movers_[meeting.low].absorbs && !movers_[meeting.high].absorbs)
    deepest_overlap_ = std::max(deepest_overlap_, overlap);
  Event<D>& event = meeting.event;
  if (length > 0) event.normal = -meeting.apart / length;
  event.point = position(meeting.low) - meeting.apart - radius(meeting.high) * event.normal;
  const Vec<D> velocity = movers_[meeting.low].velocity - movers_[meeting.high].velocity;
  event.approach_speed = std::max(0.0, dot(velocity, event.normal)) * clock_.speed_factor(meeting.time);
}

template <int D>
void Simulation<D>::note_impact(std::uint32_t id, const Time& time) {
  records_[id].crowded = met_just_before(id, time) ? records_[id].crowded + 1 : 0;
  set_last_impact(id, time);
}

/// Whether a ball is squeezed beyond hope, so that it has to stop: see docs/theory/collapse-and-rest.md for the
/// numbers.
template <int D>
bool Simulation<D>::jams(std::uint32_t id, std::uint32_t rank) const {
  constexpr std::uint32_t kMostAtOneInstant = 1u << 12;
  constexpr std::uint32_t kMostInARow = 1u << 20;
  return !movers_[id].immovable && (rank > kMostAtOneInstant || records_[id].crowded > kMostInARow);
}

template <int D>
double Simulation<D>::nominal_restitution(std::uint32_t a, std::uint32_t b) const {
  return pair_restitution(options_.restitution_rule, bodies_[a].restitution, mass(a), bodies_[b].restitution, mass(b));
}

/// Restitution of the pair at the event's speed; 1 if either has met something less than a contact's duration ago
/// (Luding & McNamara 1998).
template <int D>
double Simulation<D>::applied_restitution(std::uint32_t a, std::uint32_t b, const Event<D>& event) const {
  const auto just_met = [&](std::uint32_t id) { return !movers_[id].immovable && met_just_before(id, event.instant); };
  return just_met(a) || just_met(b) ? 1 : restitution_of(nominal_restitution(a, b), event.approach_speed);
}

/// The separating speed below which a contact would be met again in less than its duration: the gap's second derivative
/// is c = (p·g + w² − (w·p̂)²)/|p|, and a hop at speed v lasts 2 v/|c|.
template <int D>
double Simulation<D>::hop_speed(const Vec<D>& apart, const Vec<D>& velocity, const Vec<D>& acceleration) const {
  const double length = norm(apart);
  const double along = dot(velocity, apart) / length;
  const double curvature = (dot(apart, acceleration) + (norm2(velocity) - along * along)) / length;
  return curvature < 0 ? -0.5 * curvature * *options_.contact_duration : 0;
}

/// Gives two balls their velocities after a bounce, and tells what it took.
template <int D>
double Simulation<D>::bounce_two(const Meeting& meeting, double e) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  Vec<D>& v1 = movers_[low].velocity;
  Vec<D>& v2 = movers_[high].velocity;
  if (!rough()) {
    const Bounce<D> result = bounce(v1, mass(low), v2, mass(high), -meeting.apart, e);
    v1 = result.velocity1;
    v2 = result.velocity2;
    return result.dissipated;
  }
  const Roughness roughness{e, *options_.tangential_restitution, kHomogeneousInertia<D>};
  const RoughBounce<D> result = rough_bounce(rough_ball(low), rough_ball(high), -meeting.apart, roughness);
  v1 = result.first.velocity;
  v2 = result.second.velocity;
  spins_[low] = result.first.spin;
  spins_[high] = result.second.spin;
  return result.dissipated;
}

/// As bounce_two, for a ball and an obstacle that goes at a velocity; `axis` points there.
template <int D>
double Simulation<D>::bounce_one(std::uint32_t id, const Vec<D>& drift, const Vec<D>& axis, double e) {
  Vec<D>& velocity = movers_[id].velocity;
  if (!rough()) {
    const Bounce<D> result = bounce(velocity, own_mass(id), drift, kImmovable, axis, e);
    velocity = result.velocity1;
    return result.dissipated;
  }
  const Roughness roughness{e, *options_.tangential_restitution, kHomogeneousInertia<D>};
  const RoughBall<D> wall{.velocity = drift, .mass = kImmovable, .radius = 0};
  const RoughBounce<D> result = rough_bounce(rough_ball(id), wall, axis, roughness);
  velocity = result.first.velocity;
  spins_[id] = result.first.spin;
  return result.dissipated;
}

template <int D>
void Simulation<D>::bounce_balls(Meeting& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  Vec<D>& v1 = movers_[low].velocity;
  Vec<D>& v2 = movers_[high].velocity;
  if (is_zero(meeting.apart)) meeting.apart = v2 - v1;  // points: the line of their movement
  const double e = applied_restitution(low, high, meeting.event);
  const double factor = clock_.speed_factor(meeting.time);
  const double before = kinetic(low, meeting.time) + kinetic(high, meeting.time);
  const Vec<D> w_before = v1 - v2;
  const double dissipated = bounce_two(meeting, e) * factor * factor;
  impacts_ += dissipated;
  // What an immovable ball that moves gives or takes is work.
  const auto drives = [&](std::uint32_t id) {
    return movers_[id].immovable && !(is_zero(movers_[id].velocity) && is_zero(spin(id)));
  };
  if (drives(low) || drives(high))
    work_ += kinetic(low, meeting.time) + kinetic(high, meeting.time) - before + dissipated;
  part_balls(meeting);
  const double share1 =
      movers_[low].immovable ? 0 : (movers_[high].immovable ? 1 : mass(high) / (mass(low) + mass(high)));
  const double reduced = share1 > 0 ? mass(low) * share1 : mass(high);
  meeting.event.impulse =
      std::max(0.0, reduced * factor * dot(v1 - v2 - w_before, meeting.apart) / norm(meeting.apart));
  meeting.event.restitution = e;
  finish(meeting.event, low, high);
}

/// Makes sure that the pair separates for at least a contact's duration, so that it cannot meet again at the same
/// instant for ever.
template <int D>
void Simulation<D>::part_balls(const Meeting& meeting) {
  const std::uint32_t low = meeting.low;
  const std::uint32_t high = meeting.high;
  Vec<D>& v1 = movers_[low].velocity;
  Vec<D>& v2 = movers_[high].velocity;
  const double share1 =
      movers_[low].immovable ? 0 : (movers_[high].immovable ? 1 : mass(high) / (mass(low) + mass(high)));
  const double share2 = movers_[high].immovable ? 0 : 1 - share1;
  const Vec<D> out = meeting.apart / norm(meeting.apart);
  const auto acceleration = [&](std::uint32_t id) {
    if (!movers_[id].has_law) return pull_now(id);
    const Motion<D> motion = motion_now(id);
    return motion.damping > 0 ? -motion.damping * motion.velocity : motion.acceleration;
  };
  Relative<D> r{meeting.time, meeting.apart, v1 - v2, acceleration(low) - acceleration(high),
                radius(low) + radius(high)};
  const auto meets_again = [&] {
    if (!movers_[low].has_law && !movers_[high].has_law) return contact_after(r, false, 0) == 0;
    return ball_ball_time(Ball<D>{r.position, r.radius_sum}, motion_now(low), Ball<D>{}, motion_now(high), 0) == 0;
  };
  // Without acceleration the gap's second derivative is ≥ 0: nothing to hop for.
  const double enough = is_zero(r.acceleration) ? 0 : hop_speed(r.position, r.velocity, r.acceleration);
  double missing = enough > 0 ? std::max(0.0, enough - dot(r.velocity, out)) : 0;
  if (missing == 0 && !meets_again()) return;
  double least = 0x1p-52 * (norm(v1) + norm(v2) + enough) + 0x1p-1000;
  const double before = kinetic(low, meeting.time) + kinetic(high, meeting.time);
  do {
    if (missing == 0) {
      missing = least;
      least *= 2;
    }
    v1 += (missing * share1) * out;
    v2 -= (missing * share2) * out;
    r.velocity = v1 - v2;
    missing = 0;
  } while (meets_again());
  hops_ += kinetic(low, meeting.time) + kinetic(high, meeting.time) - before;
}

/// Ends a bounce of two balls: both have had an impact, and both look for their next one.
template <int D>
void Simulation<D>::finish(const Event<D>& event, std::uint32_t low, std::uint32_t high) {
  emit(event);
  for (const std::uint32_t id : {low, high}) {
    if (movers_[id].immovable) continue;
    records_[id].rank = event.rank;
    note_impact(id, event.instant);
    commit(id);
  }
  for (const std::uint32_t id : {low, high}) predict(id);
}

template <int D>
void Simulation<D>::merge_balls(Meeting& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  Mover<D>& one = movers_[low];
  const Mover<D>& other = movers_[high];
  const double before = kinetic(low, meeting.time) + kinetic(high, meeting.time) + potential(low) + potential(high);
  const Lump<D> lump = merge(Lump<D>{{one.position, radius(low)}, one.velocity, own_mass(low)},
                             Lump<D>{{one.position - meeting.apart, radius(high)}, other.velocity, own_mass(high)});
  meeting.event.kind = EventKind::merge;
  one.position = lump.ball.center;
  set_traits(low, {lump.ball.radius, lump.mass, traits(low).restitution});
  equal_radii_ = false;
  know_radius(low);
  one.velocity = lump.velocity;
  unload(low);
  records_[low].rank = meeting.event.rank;
  note_impact(low, meeting.time);
  for (AppliedForce<D>& push : forces_)
    if (push.body.value == high) push.body.value = low;
  if (!forces_.empty()) own_load(low).force = total_force(low);
  wrap(low);
  emit(meeting.event);
  leave(high, Presence::merged);
  renew_mover(low);
  impacts_ += before - kinetic(low, meeting.time) - potential(low);
  if (uses_grid_ && radius(low) > grid_radius_) return forget_search();
  if (uses_grid_) {
    cells_.remove(low);
    insert(low);
  }
  predict(low);
}

template <int D>
void Simulation<D>::hold_ball(std::uint32_t id, std::uint32_t on, Event<D>& event) {
  Mover<D>& state = movers_[id];
  event.kind = EventKind::stick;
  if (event.a.value != id) event.normal = -event.normal;
  event.a = BodyId{id};
  event.b = BodyId{on};
  impacts_ += kinetic(id, event.instant);
  state.velocity = {};
  if (rough()) spins_[id] = {};
  state.held = true;
  unload(id);
  records_[id].rank = event.rank;
  note_impact(id, event.instant);
  emit(event);
  renew_mover(id);
  predict(id);
}

template <int D>
void Simulation<D>::swallow(std::uint32_t id, std::uint32_t pocket, Event<D>& event) {
  event.kind = EventKind::pocket;
  if (event.a.value != id) event.normal = -event.normal;
  event.a = BodyId{id};
  event.b = BodyId{pocket};
  records_[id].rank = event.rank;
  pockets_ += kinetic(id, event.instant) + potential(id);
  emit(event);
  leave(id, Presence::pocketed);
  // The pocket's own list of encounters may have named this ball.
  if (movers_[pocket].is_ball) predict(pocket);
}

template <int D>
void Simulation<D>::meet_obstacle(std::uint32_t id, std::uint32_t index, const DueKey& due) {
  const Obstacle<D>& obstacle = obstacles_[index];
  advance(id, due.time);
  Mover<D>& state = movers_[id];
  Event<D> event = event_at(due.time, EventKind::impact, id, obstacle.body);
  event.rank = due.rank;
  const Vec<D> place = seen_from(obstacle.body, state.position, due.time);
  const Vec<D> approach = state.velocity - movers_[obstacle.body].velocity;
  const double away = distance(obstacle, place);
  Vec<D> axis = contact_axis(obstacle, place);
  if (is_zero(axis)) axis = approach;
  event.normal = axis / norm(axis);
  event.point = state.position + away * event.normal;
  event.approach_speed = std::max(0.0, dot(approach, event.normal)) * clock_.speed_factor(due.time);
  deepest_overlap_ = std::max(deepest_overlap_, radius(id) - away);
  const Response response = bodies_[obstacle.body].response;
  if (response == Response::pocket)
    swallow(id, obstacle.body, event);
  else if (is_pushed(id))
    slide_along(id, obstacle, event);
  else if (response == Response::stick || bodies_[id].response == Response::stick || jams(id, due.rank))
    hold_ball(id, obstacle.body, event);
  else
    bounce_off(id, obstacle, axis, event);
}

template <int D>
void Simulation<D>::bounce_off(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& axis, Event<D>& event) {
  Mover<D>& state = movers_[id];
  const bool squeezed = is_squeezed(id, movers_[obstacle.body].velocity, event.approach_speed);
  const double e = squeezed ? 0 : applied_restitution(id, obstacle.body, event);
  const double unhurried = restitution_of(nominal_restitution(id, obstacle.body), event.approach_speed);
  event.restitution = e;
  const Vec<D> before = state.velocity;
  if (obstacle.flat() && comes_to_rest(id, obstacle, -event.normal, unhurried)) {
    rest_on(id, obstacle, event);
  } else {
    const double factor = clock_.speed_factor(event.instant);
    const Vec<D>& drift = movers_[obstacle.body].velocity;
    const double energy = kinetic(id, event.instant);
    const double dissipated = bounce_one(id, drift, axis, e) * factor * factor;
    impacts_ += dissipated;
    if (!is_zero(drift)) work_ += kinetic(id, event.instant) - energy + dissipated;
    part_from(id, obstacle, axis);
  }
  event.impulse =
      std::max(0.0, own_mass(id) * clock_.speed_factor(event.instant) * dot(before - state.velocity, event.normal));
  emit(event);
  records_[id].rank = event.rank;
  note_impact(id, event.instant);
  commit(id);
  predict(id);
}

/// Whether a ball has no room left before an obstacle that moves: it bounces ever faster, much faster than that goes.
template <int D>
bool Simulation<D>::is_squeezed(std::uint32_t id, const Vec<D>& drift, double approach) const {
  constexpr std::uint32_t kMostInARow = 64;
  constexpr double kMuchFaster = 32;
  return !is_zero(drift) && records_[id].crowded > kMostInARow && approach > kMuchFaster * norm(drift);
}

/// Would the rebound from a face that the ball is pressed against last less than a contact? Then the contact stays.
template <int D>
bool Simulation<D>::comes_to_rest(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& out, double e) const {
  const Mover<D>& state = movers_[id];
  if (load(id).supports.size() == D) return false;
  std::array<Vec<D>, D> normals;
  const int count = support_normals(id, normals);
  normals[static_cast<std::size_t>(count)] = out;
  const Hold<D> held = hold<D>(pull(id), normals.data(), count + 1);
  const double pressure = held.pressure[static_cast<std::size_t>(count)];
  const Vec<D>& drift = movers_[obstacle.body].velocity;
  if (!fits_supports(id, drift)) return false;
  const double rebound = e * std::max(0.0, -dot(state.velocity - drift, out));
  const double duration = *options_.contact_duration;
  const Vec<D> place = seen_from(obstacle.body, state.position, state.time());
  return 2 * rebound < pressure * duration &&
         time_on(obstacle, place, state.velocity - drift, held.acceleration) > duration;
}

template <int D>
void Simulation<D>::rest_on(std::uint32_t id, const Obstacle<D>& obstacle, Event<D>& event) {
  event.kind = EventKind::rest;
  event.restitution = 0;
  own_load(id).supports.push_back({BodyId{obstacle.body}, obstacle.face});
  std::array<Vec<D>, D> normals;
  const int count = support_normals(id, normals);
  go_along(id, normals.data(), count);
  for (const auto& support : load(id).supports) press(id, obstacle_of(support), event.instant);
}

/// As part_balls, for a ball and an obstacle.
template <int D>
void Simulation<D>::part_from(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& axis) {
  Mover<D>& state = movers_[id];
  const Vec<D> out = -axis / norm(axis);
  const Vec<D>& drift = movers_[obstacle.body].velocity;
  const Motion<D> motion = motion_now(id);
  const Vec<D> acceleration = motion.stop < kNever ? Vec<D>{} : motion.acceleration;
  const double enough = obstacle.flat() ? std::max(0.0, -0.5 * dot(acceleration, out) * *options_.contact_duration)
                                        : hop_speed(-axis, across(obstacle, state.velocity - drift), acceleration);
  const Vec<D> place = seen_from(obstacle.body, state.position, state.time());
  const auto meets_again = [&] { return first_contact(obstacle, drift, place, motion_now(id), radius(id), 0) == 0; };
  double missing = enough > 0 ? std::max(0.0, enough - dot(state.velocity - drift, out)) : 0;
  if (missing == 0 && !meets_again()) return;
  double least = 0x1p-52 * (norm(state.velocity) + norm(drift) + enough) + 0x1p-1000;
  const double before = kinetic(id, state.time());
  do {
    if (missing == 0) {
      missing = least;
      least *= 2;
    }
    state.velocity += missing * out;
    missing = 0;
  } while (meets_again());
  hops_ += kinetic(id, state.time()) - before;
}

template <int D>
void Simulation<D>::end_phase(std::uint32_t id) {
  if (phase_ends_[id].released_support == kNone)
    stop(id);
  else
    release(id);
}

template <int D>
void Simulation<D>::stop(std::uint32_t id) {
  const DueKey due = phase_ends_[id].key;
  advance(id, due.time);
  Mover<D>& state = movers_[id];
  // The clock's rounding of the time may have left a rest.
  friction_ += kinetic(id, due.time) - rotational(id);
  state.velocity = {};
  records_[id].rank = due.rank;
  Event<D> event = event_at(due.time, EventKind::stop, id, kNone);
  emit(event);
  commit(id);
  predict(id);
}

template <int D>
void Simulation<D>::release(std::uint32_t id) {
  const DueKey due = phase_ends_[id].key;
  const std::uint32_t index = phase_ends_[id].released_support;
  advance(id, due.time);
  Event<D> event = event_at(due.time, EventKind::release, id, load(id).supports[index].body.value);
  event.rank = due.rank;
  own_load(id).supports.erase(load(id).supports.begin() + index);
  records_[id].rank = due.rank;
  emit(event);
  commit(id);
  predict(id);
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
