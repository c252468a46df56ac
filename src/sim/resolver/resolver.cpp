#include "sim/resolver/resolver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "carom/response/bounce.hpp"
#include "carom/response/merge.hpp"
#include "query/parts/ball_parts.hpp"
#include "sim/resolver/room.hpp"

namespace carom::sim {
namespace {

/// Adds to the speed at which two part until they do not meet again at the same instant: at first what is missing, then
/// ever more from `least` on. std::runtime_error where no speed parts them, which no world comes to: only a forged
/// state.
template <class Add, class MeetsAgain>
void part(double missing, double least, Add add, MeetsAgain meets_again) {
  do {
    if (missing == 0) {
      missing = least;
      least *= 2;
      if (!std::isfinite(least)) throw std::runtime_error("two bodies that touch part at no speed");
    }
    add(missing);
    missing = 0;
  } while (meets_again());
}

/// The least speed that is told from none beside speeds of that sum.
double least_speed(double sum) {
  return 0x1p-52 * sum + 0x1p-1000;
}

/// Makes a ball the first body of an event.
template <int D>
void put_first(Event<D>& event, std::uint32_t id, std::uint32_t other) {
  if (event.a.value != id) {
    event.normal = -event.normal;
    for (std::int32_t& boxes : event.image) boxes = -boxes;
  }
  event.a = BodyId{id};
  event.b = BodyId{other};
}

}  // namespace

template <int D>
void Resolver<D>::meet(Meeting<D>& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const bool sticky = sticks(low) || sticks(high);
  if (is_pocket(high))
    swallow(low, high, meeting.event);
  else if (is_pocket(low))
    swallow(high, low, meeting.event);
  else if (sticky && store_.particle(high).immovable)
    hold(low, high, meeting.event);
  else if (sticky && store_.particle(low).immovable)
    hold(high, low, meeting.event);
  else if (sticky)
    merge_balls(meeting);
  else if (jams(low, meeting.event.rank))
    hold_at(low, high, meeting.event);
  else if (jams(high, meeting.event.rank))
    hold_at(high, low, meeting.event);
  else
    bounce_balls(meeting);
}

template <int D>
void Resolver<D>::hold_at(std::uint32_t id, std::uint32_t on, Event<D>& event) {
  hold(id, on, event);
  if (store_.particle(on).immovable) return;
  propagator_.commit(on);
  search_->predict(on);
}

template <int D>
Meeting<D> Resolver<D>::bring_together(std::uint32_t low, std::uint32_t high, const broad::Cell<D>& image,
                                       const DueKey& due) {
  Meeting<D> meeting{low, high, due.time, {}, propagator_.event_at(due.time, EventKind::impact, low, high)};
  Event<D>& event = meeting.event;
  event.image = image;
  event.rank = due.rank;
  const broad::Cell<D> image_low = store_.record(low).image;
  const broad::Cell<D> image_high = store_.record(high).image;
  for (const std::uint32_t id : {low, high})
    if (!store_.particle(id).immovable) propagator_.advance(id, due.time);
  // Where each is now; wrapping moved them by whole boxes, which the copy's number takes up.
  const auto position = [&](std::uint32_t id) {
    return store_.particle(id).immovable ? store_.position_at(id, due.time) : store_.particle(id).position;
  };
  broad::Cell<D> now = image;
  for (std::size_t k = 0; k < D; ++k)
    now[k] += (store_.record(high).image[k] - image_high[k]) - (store_.record(low).image[k] - image_low[k]);
  meeting.apart = position(low) - (position(high) + setting_.to_box(now));
  const double length = norm(meeting.apart);
  meeting.overlap = (store_.radius(low) + store_.radius(high)) - length;
  if (!store_.particle(low).absorbs && !store_.particle(high).absorbs) log_.note_overlap(meeting.overlap);
  if (length > 0) event.normal = -meeting.apart / length;
  event.point = position(low) - meeting.apart - store_.radius(high) * event.normal;
  const Vec<D> velocity = store_.particle(low).velocity - store_.particle(high).velocity;
  event.approach_speed = std::max(0.0, dot(velocity, event.normal)) * setting_.clock.speed_factor(due.time);
  return meeting;
}

// docs/theory/collapse-and-rest.md has the reasons for the numbers.
template <int D>
bool Resolver<D>::jams(std::uint32_t id, std::uint32_t rank) const {
  constexpr std::uint32_t kMostAtOneInstant = 1u << 12;
  constexpr std::uint32_t kItsOwn = 1u << 6;
  constexpr std::uint32_t kMostInARow = 1u << 20;
  const std::uint32_t row = store_.record(id).crowded;
  const bool at_one_instant = rank > kMostAtOneInstant && row > kItsOwn;
  return !store_.particle(id).immovable && (at_one_instant || row > kMostInARow);
}

// Whatever may give way does so at the speed of what presses, and is not entered deeper than by rounding.
template <int D>
bool Resolver<D>::is_crushed(std::uint32_t id, std::uint32_t by, const Vec<D>& normal, std::uint32_t rank,
                             double overlap) const {
  constexpr std::uint32_t kMostAtOneInstant = 1u << 8;
  constexpr std::uint32_t kItsOwn = 1u << 4;
  constexpr std::uint32_t kItsOwnInATick = 1u << 2;  // ticks begin to count anew
  constexpr std::uint32_t kMostInATick = 1u << 6;
  const Particle<D>& particle = store_.particle(id);
  const Particle<D>& press = store_.particle(by);
  if (particle.immovable || !(press.immovable || store_.is_kinematic(by))) return false;
  if (is_zero(press.velocity) && !(dot(store_.carried(id), normal) > 0)) return false;
  const std::uint32_t row = store_.record(id).crowded;
  const bool in_island = store_.in_island(id);
  if (row <= (in_island ? kItsOwnInATick : kItsOwn)) return false;
  // Of coordinates, and of times.
  const double speeds = norm(particle.velocity) + norm(press.velocity);
  const double rounding = 0x1p-51 * (norm(particle.position) + store_.radius(id) + particle.time().offset * speeds);
  return rank > kMostAtOneInstant || (in_island && row > kMostInATick) || overlap > rounding;
}

/// Of a pair in a rough world, by its restitution.
template <int D>
Roughness Resolver<D>::roughness(std::uint32_t a, std::uint32_t b, double e) const {
  return {e, *setting_.options.tangential_restitution, kHomogeneousInertia<D>, store_.pair_friction(a, b)};
}

/// Restitution of the pair at the event's speed; 1 if either has met something less than a contact's duration ago
/// (Luding & McNamara 1998).
template <int D>
double Resolver<D>::applied_restitution(std::uint32_t a, std::uint32_t b, const Event<D>& event) const {
  return just_met(a, event.instant) || just_met(b, event.instant)
             ? 1
             : setting_.restitution_at_speed(store_.pair_restitution(a, b), event.approach_speed);
}

/// Whether impacts of the pair take no energy by its own law, and nothing drives one of the two.
template <int D>
bool Resolver<D>::is_lossless(std::uint32_t a, std::uint32_t b) const {
  const auto is_driven = [&](std::uint32_t id) {
    const Particle<D>& particle = store_.particle(id);
    return store_.is_kinematic(id) || store_.kind(id).surface || (particle.immovable && !is_zero(particle.velocity));
  };
  const auto takes_nothing = [](const Roughness& pair) {
    return pair.tangential == -1 || pair.friction == 0 || (pair.tangential == 1 && std::isinf(pair.friction));
  };
  return store_.pair_restitution(a, b) == 1 && (!setting_.rough() || takes_nothing(roughness(a, b, 1))) &&
         !is_driven(a) && !is_driven(b);
}

/// The separating speed below which a contact would be met again in less than its duration: the gap's second derivative
/// is c = (p·g + w² − (w·p̂)²)/|p|, and a hop at speed v lasts 2 v/|c|.
template <int D>
double Resolver<D>::hop_speed(const Vec<D>& apart, const Vec<D>& velocity, const Vec<D>& acceleration) const {
  const double length = norm(apart);
  const double along = dot(velocity, apart) / length;
  const double curvature = (dot(apart, acceleration) + (norm2(velocity) - along * along)) / length;
  return curvature < 0 ? -0.5 * curvature * *setting_.options.contact_duration : 0;
}

/// The same inside an arc: for p from its centre c = −(p·g + w² − (w·p̂)²)/|p|. Along the arc at s what loses energy
/// hops no shorter than kHop |p|, at kHop s/2: it would bounce without end.
template <int D>
double Resolver<D>::hollow_hop_speed(const Vec<D>& from_center, const Vec<D>& velocity, const Vec<D>& acceleration,
                                     bool lossless) const {
  constexpr double kHop = 0x1p-10;
  const double rho = norm(from_center);
  const double across = dot(velocity, from_center) / rho;
  const double along2 = std::max(0.0, norm2(velocity) - across * across);
  const double curvature = -(dot(from_center, acceleration) + along2) / rho;
  if (!(curvature < 0)) return 0;
  const double brief = -0.5 * curvature * *setting_.options.contact_duration;
  return lossless ? brief : std::max(brief, 0.5 * kHop * std::sqrt(along2));
}

/// Where a member meets others too often within a tick, paths are kept. What is driven pushes through what it meets:
/// who keeps a path, or meets it too often, is solved anew with all others, and if that has been done too often, no
/// paths are kept.
template <int D>
void Resolver<D>::note_often(std::uint32_t a, std::uint32_t b) {
  if (islands_.asks_to_tick()) return;
  const auto is_often = [&](std::uint32_t id) {
    return store_.in_island(id) && store_.record(id).crowded > Islands<D>::kOften;
  };
  const bool often = is_often(a) || is_often(b);
  if (!store_.is_driven(a) && !store_.is_driven(b)) {
    if (often && !islands_.is_exhausted()) islands_.keep_paths(true);
  } else if (often || islands_.is_planned(a) || islands_.is_planned(b)) {
    islands_.push_through();
  }
}

/// Whether two that meet stay together from now on.
template <int D>
bool Resolver<D>::would_last(std::uint32_t a, std::uint32_t b, const Event<D>& event) const {
  if (setting_.tick() == 0) return false;
  const Vec<D> normal = event.a.value == a ? event.normal : -event.normal;
  return islands_.would_last(a, b, normal, event.approach_speed, store_.pair_restitution(a, b),
                             just_met(a, event.instant) || just_met(b, event.instant));
}

template <int D>
std::array<double, 2> Resolver<D>::shares(std::uint32_t low, std::uint32_t high) const {
  const bool high_stays = store_.particle(high).immovable;
  const double share = store_.particle(low).immovable
                           ? 0
                           : (high_stays ? 1 : store_.mass(high) / (store_.mass(low) + store_.mass(high)));
  return {share, high_stays ? 0 : 1 - share};
}

/// Gives two balls their velocities after a bounce, and tells what it took.
template <int D>
double Resolver<D>::bounce_two(const Meeting<D>& meeting, double e) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  if (!setting_.rough()) {
    const Bounce<D> result = bounce(store_.kept_velocity(low), store_.mass(low), store_.kept_velocity(high),
                                    store_.mass(high), -meeting.apart, e);
    store_.set_kept_velocity(low, result.velocity1);
    store_.set_kept_velocity(high, result.velocity2);
    return result.dissipated;
  }
  const RoughBounce<D> result =
      rough_bounce(store_.rough_ball(low), store_.rough_ball(high), -meeting.apart, roughness(low, high, e));
  store_.set_kept_velocity(low, result.first.velocity);
  store_.set_kept_velocity(high, result.second.velocity);
  store_.set_spin(low, result.first.spin);
  store_.set_spin(high, result.second.spin);
  return result.dissipated;
}

/// As bounce_two, for a ball and an obstacle whose surface goes at a velocity.
template <int D>
double Resolver<D>::bounce_one(const ObstacleMeeting<D>& meeting, const Vec<D>& surface, double e) {
  const std::uint32_t id = meeting.ball;
  if (!setting_.rough()) {
    const Bounce<D> result =
        bounce(store_.kept_velocity(id), store_.own_mass(id), surface, kImmovable, meeting.axis, e);
    store_.set_kept_velocity(id, result.velocity1);
    return result.dissipated;
  }
  const RoughBall<D> wall{.velocity = surface, .mass = kImmovable, .radius = 0};
  const RoughBounce<D> result =
      rough_bounce(store_.rough_ball(id), wall, meeting.axis, roughness(id, meeting.obstacle.body, e));
  store_.set_kept_velocity(id, result.first.velocity);
  store_.set_spin(id, result.first.spin);
  return result.dissipated;
}

/// What restores clearances is no motion: where it still brings two together whose velocities do not, it gives way.
template <int D>
void Resolver<D>::let_give_way(std::uint32_t a, std::uint32_t b, const Vec<D>& out) {
  const double closing = dot(store_.particle(b).velocity - store_.particle(a).velocity, out);
  const bool a_gives = store_.in_island(a), b_gives = store_.in_island(b);
  if (!(closing > 0) || (!a_gives && !b_gives)) return;
  const double share = a_gives && b_gives ? shares(a, b)[0] : (a_gives ? 1 : 0);
  if (a_gives) store_.shift_path(a, (closing * share) * out);
  if (b_gives) store_.shift_path(b, (-closing * (1 - share)) * out);
}

/// Its velocity is kept.
template <int D>
void Resolver<D>::set_path(std::uint32_t id, const Vec<D>& path) {
  Vec<D>& velocity = store_.particle(id).velocity;
  store_.island_state(id).restoring += path - velocity;
  velocity = path;
}

/// Until the next tick.
template <int D>
void Resolver<D>::stop(std::uint32_t id) {
  if (store_.particle(id).velocity != store_.carried(id)) islands_.note_stopped();
  set_path(id, store_.carried(id));
}

/// What hits a member of an island changes its velocity, but not its path until the next tick, when all that it presses
/// on answers at once: `paths` are those before. Who comes from outside gives way: where it would not part, it joins,
/// and its path bounces off the member's, as often as it has to; squeezed between several, and where two paths meet
/// that were found together, both stand. Whether the two are such.
template <int D>
bool Resolver<D>::keep_paths(const Meeting<D>& meeting, const std::array<Vec<D>, 2>& paths) {
  constexpr std::uint32_t kSqueezed = 12;  // impacts in a row
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const bool low_is_planned = islands_.is_planned(low), high_is_planned = islands_.is_planned(high);
  const auto can_give_way = [&](std::uint32_t id) {
    const Particle<D>& particle = store_.particle(id);
    return !particle.immovable && !particle.absorbs && !particle.has_law && !store_.is_kinematic(id);
  };
  if ((!low_is_planned && !high_is_planned) || !can_give_way(low) || !can_give_way(high)) return false;
  const std::uint32_t other = low_is_planned ? high : low;
  const bool is_squeezed = store_.in_island(other) && store_.record(other).crowded >= kSqueezed;
  if ((low_is_planned && high_is_planned) || is_squeezed) {
    if (dot(store_.carried(high) - store_.carried(low), meeting.apart) > 0) {  // what carries them drives them together
      islands_.push_through();
      return false;
    }
    stop(low);
    stop(high);
    return true;
  }
  const Vec<D>& path = paths[low_is_planned ? 0 : 1];
  set_path(low_is_planned ? low : high, path);
  const Vec<D> out = (low_is_planned ? -1 : 1) / norm(meeting.apart) * meeting.apart;  // from the member to the other
  const Vec<D> came = store_.in_island(other) ? paths[low_is_planned ? 1 : 0] : store_.particle(other).velocity;
  const double closing = dot(path - came, out);
  if (closing > 0) islands_.join(other, meeting.time);
  if (store_.in_island(other)) set_path(other, came + 2 * std::max(closing, 0.0) * out);
  return true;
}

template <int D>
void Resolver<D>::bounce_balls(Meeting<D>& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const auto kept = [&](std::uint32_t id) { return store_.kept_velocity(id); };
  if (coincide(meeting.apart)) meeting.apart = kept(high) - kept(low);  // points: the line of their movement
  note_often(low, high);
  const bool lasts = stay_together(meeting);
  const double e = lasts ? 0 : applied_restitution(low, high, meeting.event);
  if (lasts && islands_.begin(low, high, ContactState<D>::kBall, meeting.time))
    meeting.event.kind = EventKind::contact_begin;
  const double factor = setting_.clock.speed_factor(meeting.time);
  const std::array<Vec<D>, 2> before{kept(low), kept(high)};
  const std::array<Vec<D>, 2> paths{store_.particle(low).velocity, store_.particle(high).velocity};
  ledger_.bounce(bounce_two(meeting, e) * factor * factor);
  // What an immovable ball that moves gives is work: its surface's velocity times the impulse on the other.
  const auto drive = [&](std::uint32_t id, std::uint32_t other, const Vec<D>& change, const Vec<D>& out) {
    const Particle<D>& particle = store_.particle(id);
    if (!particle.immovable || (is_zero(particle.velocity) && is_zero(store_.spin(id)))) return;
    const Vec<D> surface = particle.velocity + cross(store_.radius(id) * store_.spin(id), out);
    ledger_.add_work(store_.own_mass(other) * dot(change, surface) * factor * factor);
  };
  drive(low, high, kept(high) - before[1], meeting.event.normal);
  drive(high, low, kept(low) - before[0], -meeting.event.normal);
  if (!keep_paths(meeting, paths)) {
    wait_if_tired(low, high, -meeting.event.normal);
    wait_if_tired(high, low, meeting.event.normal);
    let_give_way(low, high, meeting.apart / norm(meeting.apart));
  }
  part_balls(meeting);
  const double share = shares(low, high)[0];
  const double reduced = share > 0 ? store_.mass(low) * share : store_.mass(high);
  meeting.event.impulse =
      std::max(0.0, reduced * factor * dot(kept(low) - kept(high) - (before[0] - before[1]), meeting.apart) /
                        norm(meeting.apart));
  meeting.event.restitution = e;
  finish(meeting.event, low, high);
}

/// Makes sure that the pair separates for at least a contact's duration, so that it cannot meet again at the same
/// instant for ever.
template <int D>
void Resolver<D>::part_balls(const Meeting<D>& meeting) {
  const std::uint32_t low = meeting.low;
  const std::uint32_t high = meeting.high;
  Particle<D>& one = store_.particle(low);
  Particle<D>& two = store_.particle(high);
  const std::array<double, 2> share = shares(low, high);
  const Vec<D> out = meeting.apart / norm(meeting.apart);
  const auto acceleration = [&](std::uint32_t id) {
    if (!store_.particle(id).has_law) return supports_.acceleration(id);
    const Motion<D> motion = supports_.motion(id);
    return motion.damping > 0 ? -motion.damping * motion.velocity : motion.acceleration;
  };
  Relative<D> r{meeting.time, meeting.apart, one.velocity - two.velocity, acceleration(low) - acceleration(high),
                store_.radius(low) + store_.radius(high)};
  const auto meets_again = [&] {
    if (!one.has_law && !two.has_law) return predictor_.contact_after(r, false, 0) == 0;
    return query::ball_ball_time(Ball<D>{r.position, r.radius_sum}, supports_.motion(low), Ball<D>{},
                                 supports_.motion(high), 0) == 0;
  };
  // Without acceleration the gap's second derivative is ≥ 0: nothing to hop for.
  const double enough = is_zero(r.acceleration) ? 0 : hop_speed(r.position, r.velocity, r.acceleration);
  const double missing = enough > 0 ? std::max(0.0, enough - dot(r.velocity, out)) : 0;
  if (missing == 0 && !meets_again()) return;
  const double before = kinetic(meeting);
  const auto add = [&](double speed) {
    one.velocity += (speed * share[0]) * out;
    two.velocity -= (speed * share[1]) * out;
    r.velocity = one.velocity - two.velocity;
  };
  part(missing, least_speed(norm(one.velocity) + norm(two.velocity) + enough), add, meets_again);
  ledger_.add_hop(kinetic(meeting) - before);
}

/// Ends a bounce of two balls: both have had an impact, and both look for their next one.
template <int D>
void Resolver<D>::finish(const Event<D>& event, std::uint32_t low, std::uint32_t high) {
  log_.record(event);
  const bool lossless = is_lossless(low, high);
  for (const std::uint32_t id : {low, high}) {
    if (store_.particle(id).immovable) continue;
    store_.record(id).rank = event.rank;
    store_.note_impact(id, event.instant, lossless);
    propagator_.commit(id);
  }
  for (const std::uint32_t id : {low, high}) search_->predict(id);
}

/// The heavier ball goes on, of equal ones that of lower id.
template <int D>
void Resolver<D>::merge_balls(Meeting<D>& meeting) {
  const bool low_stays = store_.own_mass(meeting.low) >= store_.own_mass(meeting.high);
  const std::uint32_t stays = low_stays ? meeting.low : meeting.high;
  const std::uint32_t goes = low_stays ? meeting.high : meeting.low;
  Particle<D>& one = store_.particle(stays);
  const Vec<D> place = one.position + (low_stays ? -meeting.apart : meeting.apart);
  const auto energy = [&](std::uint32_t id) { return ledger_.kinetic(id, meeting.time) + ledger_.potential(id); };
  const double before = energy(stays) + energy(goes);
  const auto lump_of = [&](std::uint32_t id, const Vec<D>& center) {
    return Lump<D>{{center, store_.radius(id)}, store_.particle(id).velocity, store_.own_mass(id), store_.spin(id)};
  };
  const Lump<D> lump = merge(lump_of(stays, one.position), lump_of(goes, place));
  meeting.event.kind = EventKind::merge;
  put_first(meeting.event, stays, goes);
  one.position = lump.ball.center;
  store_.grow(stays, {lump.ball.radius, lump.mass, store_.traits(stays).restitution});
  one.velocity = lump.velocity;
  if (setting_.rough()) store_.set_spin(stays, lump.spin);
  store_.unload(stays);
  islands_.forget(stays);
  store_.record(stays).rank = meeting.event.rank;
  store_.note_impact(stays, meeting.time, false);
  forces_.transfer(goes, stays);
  if (store_.may_be_loaded(goes)) {
    const auto field = store_.load(goes).field;  // a copy: another load of one's own may move all
    store_.own_load(stays).field += field;
  }
  if (!forces_.empty() || store_.may_be_loaded(stays))
    store_.set_force(stays, forces_.total(stays) + store_.load(stays).field.force);
  log_.record(meeting.event);
  propagator_.leave(goes, Presence::merged);
  ledger_.lose_to_merging(before - energy(stays));
  make_room(stays);
  propagator_.wrap(stays);
  propagator_.renew(stays);
  search_->grow(stays);
  search_->predict(stays);
}

/// Puts a ball that has grown into something immovable to where it only touches that.
template <int D>
void Resolver<D>::make_room(std::uint32_t id) {
  const Room<D> room(setting_, store_, obstacles_, predictor_, id);
  const double before = ledger_.potential(id);
  if (const std::optional<Vec<D>> place = room.find()) store_.particle(id).position = *place;
  ledger_.add_placing(ledger_.potential(id) - before);
  log_.note_overlap(room.deepest_overlap());
}

template <int D>
void Resolver<D>::hold(std::uint32_t id, std::uint32_t on, Event<D>& event) {
  Particle<D>& particle = store_.particle(id);
  event.kind = EventKind::stick;
  put_first(event, id, on);
  const double energy = ledger_.kinetic(id, event.instant);
  if (sticks(id) || sticks(on))
    ledger_.lose_to_merging(energy);
  else
    ledger_.lose_to_stops(energy);
  particle.velocity = {};
  if (setting_.rough()) store_.set_spin(id, {});
  particle.held = true;
  store_.unload(id);
  islands_.forget(id);
  store_.record(id).rank = event.rank;
  store_.note_impact(id, event.instant, false);
  log_.record(event);
  propagator_.renew(id);
  search_->predict(id);
}

template <int D>
void Resolver<D>::swallow(std::uint32_t id, std::uint32_t pocket, Event<D>& event) {
  event.kind = EventKind::pocket;
  put_first(event, id, pocket);
  store_.record(id).rank = event.rank;
  ledger_.lose_to_pockets(ledger_.kinetic(id, event.instant) + ledger_.potential(id));
  log_.record(event);
  propagator_.leave(id, Presence::pocketed);
  // The pocket's own list of encounters may have named this ball.
  if (store_.particle(pocket).is_ball) search_->predict(pocket);
}

template <int D>
ObstacleMeeting<D> Resolver<D>::bring_to(std::uint32_t ball, std::uint32_t number, const DueKey& due) {
  const Obstacle<D>& obstacle = obstacles_[number];
  propagator_.advance(ball, due.time);
  const Particle<D>& particle = store_.particle(ball);
  ObstacleMeeting<D> meeting{
      ball, obstacle, {}, propagator_.event_at(due.time, EventKind::impact, ball, obstacle.body)};
  Event<D>& event = meeting.event;
  event.rank = due.rank;
  const Vec<D> place = store_.seen_from(obstacle.body, particle.position, due.time);
  const Vec<D> approach = particle.velocity - store_.particle(obstacle.body).velocity;
  const double away = distance(obstacle, place);
  meeting.axis = contact_axis(obstacle, place);
  if (coincide(meeting.axis)) meeting.axis = approach;
  event.normal = meeting.axis / norm(meeting.axis);
  event.point = particle.position + away * event.normal;
  event.approach_speed = std::max(0.0, dot(approach, event.normal)) * setting_.clock.speed_factor(due.time);
  meeting.overlap = store_.radius(ball) - away;
  log_.note_overlap(meeting.overlap);
  return meeting;
}

template <int D>
void Resolver<D>::meet(ObstacleMeeting<D>& meeting) {
  const std::uint32_t body = meeting.obstacle.body;
  if (is_pocket(body))
    swallow(meeting.ball, body, meeting.event);
  else if (sticks(body) || sticks(meeting.ball) || jams(meeting.ball, meeting.event.rank))
    hold(meeting.ball, body, meeting.event);
  else
    bounce_off(meeting);
}

template <int D>
void Resolver<D>::bounce_off(ObstacleMeeting<D>& meeting) {
  const std::uint32_t id = meeting.ball;
  const Obstacle<D>& obstacle = meeting.obstacle;
  Event<D>& event = meeting.event;
  note_often(id, obstacle.body);
  // What meets a face rests there by itself, unless that is of no use.
  const bool stays_alone = obstacle.flat() && !islands_.belongs(id) && !supports_.rubs(id);
  const bool lasts = !stays_alone && would_last(id, obstacle.body, event);
  const bool squeezed = is_squeezed(id, store_.particle(obstacle.body).velocity, event.approach_speed);
  const double e = squeezed || lasts ? 0 : applied_restitution(id, obstacle.body, event);
  const double unhurried =
      setting_.restitution_at_speed(store_.pair_restitution(id, obstacle.body), event.approach_speed);
  event.restitution = e;
  const Vec<D> before = store_.kept_velocity(id);
  if (lasts) {
    if (islands_.begin(id, obstacle.body, obstacle.face, event.instant)) event.kind = EventKind::contact_begin;
    rebound(meeting, e);
    wait_if_tired(id, obstacle.body, -event.normal);
  } else if (obstacle.flat() && !store_.in_island(id) && supports_.would_hold(id, obstacle, -event.normal, unhurried)) {
    event.kind = EventKind::rest;
    event.restitution = 0;
    propagator_.rest_on(id, obstacle, event.instant);
  } else {
    rebound(meeting, e);
  }
  event.impulse = std::max(0.0, store_.own_mass(id) * setting_.clock.speed_factor(event.instant) *
                                    dot(before - store_.kept_velocity(id), event.normal));
  log_.record(event);
  store_.record(id).rank = event.rank;
  store_.note_impact(id, event.instant, event.kind == EventKind::impact && is_lossless(id, obstacle.body));
  propagator_.commit(id);
  search_->predict(id);
}

template <int D>
void Resolver<D>::rebound(ObstacleMeeting<D>& meeting, double e) {
  const std::uint32_t id = meeting.ball;
  const Time time = meeting.event.instant;
  const double factor = setting_.clock.speed_factor(time);
  const Event<D>& event = meeting.event;
  const std::uint32_t body = meeting.obstacle.body;
  const Vec<D> surface =
      store_.surface_velocity(body, store_.seen_from(body, event.point, event.instant), event.normal);
  const Vec<D> before = store_.kept_velocity(id);
  ledger_.bounce(bounce_one(meeting, surface, e) * factor * factor);
  // The velocity of the surface times its impulse.
  const Vec<D> change = store_.kept_velocity(id) - before;
  if (!is_zero(surface)) ledger_.add_work(store_.own_mass(id) * dot(change, surface) * factor * factor);
  let_give_way(id, body, -event.normal);
  part_from(meeting);
}

/// Whether a ball has no room left before an obstacle that moves: it bounces ever faster, much faster than that goes.
template <int D>
bool Resolver<D>::is_squeezed(std::uint32_t id, const Vec<D>& drift, double approach) const {
  constexpr std::uint32_t kMostInARow = 64;
  constexpr double kMuchFaster = 32;
  return !is_zero(drift) && store_.record(id).crowded > kMostInARow && approach > kMuchFaster * norm(drift);
}

/// What has met others still more often since the last tick stands still until the next one, or goes with what carries
/// it. `out`: to it from what it has met last: where that goes against it, that is what carries it.
template <int D>
void Resolver<D>::wait_if_tired(std::uint32_t id, std::uint32_t other, const Vec<D>& out) {
  if (!store_.in_island(id) || store_.record(id).crowded <= islands_.too_often()) return;
  IslandState<D>& state = store_.island_state(id);
  const bool is_fixed = store_.particle(other).immovable;
  const Vec<D> way = is_fixed ? store_.particle(other).velocity : store_.carried(other);
  if (dot(way, out) > 0 || (is_fixed && dot(state.carried, out) < 0)) state.carried = way;
  set_path(id, state.carried);
}

/// As part_balls, for a ball and an obstacle.
template <int D>
void Resolver<D>::part_from(const ObstacleMeeting<D>& meeting) {
  const std::uint32_t id = meeting.ball;
  const Obstacle<D>& obstacle = meeting.obstacle;
  Particle<D>& particle = store_.particle(id);
  const Vec<D> out = -meeting.axis / norm(meeting.axis);
  const Vec<D>& drift = store_.particle(obstacle.body).velocity;
  const Motion<D> motion = supports_.motion(id);
  const Vec<D> acceleration = motion.stop < query::kNever ? Vec<D>{} : motion.acceleration;
  const Vec<D> place = store_.seen_from(obstacle.body, particle.position, particle.time());
  const Vec<D> velocity = particle.velocity - drift;
  const double enough = obstacle.flat()
                            ? std::max(0.0, -0.5 * dot(acceleration, out) * *setting_.options.contact_duration)
                        : is_hollow(obstacle, place)
                            ? hollow_hop_speed(meeting.axis, velocity, acceleration, is_lossless(id, obstacle.body))
                            : hop_speed(-meeting.axis, across(obstacle, velocity), acceleration);
  const auto meets_again = [&] {
    return first_contact(obstacle, drift, place, supports_.motion(id), store_.radius(id), 0) == 0;
  };
  const double missing = enough > 0 ? std::max(0.0, enough - dot(particle.velocity - drift, out)) : 0;
  if (missing == 0 && !meets_again()) return;
  const double before = ledger_.kinetic(id, particle.time());
  const double least = least_speed(norm(particle.velocity) + norm(drift) + enough);
  part(
      missing, least, [&](double speed) { particle.velocity += speed * out; }, meets_again);
  ledger_.add_hop(ledger_.kinetic(id, particle.time()) - before);
}

template <int D>
void Resolver<D>::stop(std::uint32_t id, const DueKey& due) {
  propagator_.advance(id, due.time);
  // The clock's rounding of the time may have left a rest.
  ledger_.lose_to_friction(ledger_.kinetic(id, due.time) - ledger_.rotational(id));
  store_.particle(id).velocity = {};
  store_.forget_stop(id);
  store_.record(id).rank = due.rank;
  log_.record(propagator_.event_at(due.time, EventKind::stop, id, kNone));
  propagator_.commit(id);
  search_->predict(id);
}

template <int D>
void Resolver<D>::leave_support(std::uint32_t id, std::uint32_t number, const DueKey& due) {
  propagator_.advance(id, due.time);
  auto& supports = store_.own_load(id).supports;
  Event<D> event = propagator_.event_at(due.time, EventKind::release, id, supports[number].body.value);
  event.rank = due.rank;
  supports.erase(supports.begin() + number);
  store_.record(id).rank = due.rank;
  log_.record(event);
  propagator_.commit(id);
  search_->predict(id);
}

// What is left of a slip or a spin by rounding goes, and a slip that friction without bound ends.
template <int D>
void Resolver<D>::go_on_otherwise(std::uint32_t id, const DueKey& due) {
  using response::FaceChange;
  const FaceChange change = store_.law(id).change;
  propagator_.advance(id, due.time);
  Particle<D>& particle = store_.particle(id);
  const Vec<D> surface = supports_.surface_velocity(id);
  response::BallOnFace<D> ball = supports_.on_face(id);
  const auto energy = [&](const Vec<D>& velocity) {
    return 0.5 * store_.own_mass(id) * norm2(velocity) + ledger_.rotational(id);
  };
  const double before = energy(ball.velocity), seen_before = energy(particle.velocity);
  response::end_phase(change, ball);
  particle.velocity = surface + ball.velocity;
  store_.set_spin(id, ball.spin);
  const double lost = before - energy(ball.velocity);
  ledger_.add_work(energy(particle.velocity) - seen_before + lost);
  if (change == FaceChange::slip_ends)
    ledger_.lose_to_friction(lost);
  else
    ledger_.lose_to_rolling(lost);
  EventKind kind = EventKind::change;
  if (change == FaceChange::slip_ends) kind = EventKind::roll;
  if (change == FaceChange::roll_ends || change == FaceChange::spin_ends) kind = EventKind::stop;
  Event<D> event = propagator_.event_at(due.time, kind, id, store_.load(id).supports[0].body.value);
  event.rank = due.rank;
  store_.record(id).rank = due.rank;
  log_.record(event);
  propagator_.commit(id);
  search_->predict(id);
}

template class Resolver<2>;
template class Resolver<3>;

}  // namespace carom::sim
