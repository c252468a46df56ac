#include "sim/events/predictor.hpp"

#include <cmath>
#include <tuple>

#include "query/parts/ball_parts.hpp"

namespace carom::sim {
namespace {

/// A bound on how far something moves within a time, with room for rounding.
template <int D>
double travel(const Vec<D>& velocity, const Vec<D>& acceleration, double time) {
  return (1 + 0x1p-30) * time * (norm(velocity) + 0.5 * time * norm(acceleration));
}

template <int D>
double travel(const Particle<D>& particle, const Law<D>& law, double time) {
  if (is_zero(particle.velocity) && is_zero(law.acceleration)) return 0;
  if (!particle.slows && time < query::kNever) return travel(particle.velocity, law.acceleration, time);
  if (!particle.slows) return query::kNever;
  const double longest = law.damping > 0 ? 1 / law.damping : law.stop;
  return travel(particle.velocity, Vec<D>{}, std::min(time, longest));
}

/// Earlier, or the same and first by image or piece, so that the order of the search does not matter.
template <int D>
bool goes_first(const Encounter<D>& a, const Encounter<D>& b) {
  if (a.key < b.key) return true;
  if (b.key < a.key) return false;
  return std::tie(a.obstacle, a.image) < std::tie(b.obstacle, b.image);
}

}  // namespace

/// How long after `from` an encounter still matters beside the best one known, generously; curved paths are first asked
/// for this long, because a miss within a short time is decided fast. (Not the answer itself: its last bits may depend
/// on the horizon.)
template <int D>
double Predictor<D>::time_left(const Encounter<D>& best, const Time& from) const {
  if (best.is_never()) return query::kNever;
  return std::max(0.0, setting_.clock.between(from, best.key.time)) * (1 + 0x1p-30) + 0x1p-40 * setting_.clock.span();
}

template <int D>
double Predictor<D>::time_until(const Time& until, const Time& from) const {
  if (until == EpochClock::never()) return query::kNever;
  return setting_.clock.between(from, until) * (1 + 0x1p-30) + 0x1p-40 * setting_.clock.span();
}

/// What moves in an island looks for its next encounter anew at the next tick, which comes within one of the last; all
/// do at those of force fields.
template <int D>
double Predictor<D>::time_as_planned(std::uint32_t a, std::uint32_t b, const Time& from) const {
  double planned = query::kNever;
  if (setting_.all_anew != EpochClock::never()) [[unlikely]]
    planned = std::max(0.0, setting_.clock.between(from, setting_.all_anew));
  for (const std::uint32_t id : {a, b}) {
    if (!store_.in_island(id) || is_zero(store_.particle(id).velocity)) continue;
    const double passed = std::max(0.0, setting_.clock.between(from, store_.island_state(id).pulled));
    planned = std::min(planned, passed + setting_.tick());
  }
  return planned == query::kNever ? planned : planned * (1 + 0x1p-30) + 0x1p-40 * setting_.clock.span();
}

template <int D>
[[gnu::always_inline]] inline Relative<D> Predictor<D>::relative(std::uint32_t low, std::uint32_t high,
                                                                 const broad::Cell<D>& image) const {
  const Particle<D>& a = store_.particle(low);
  const Particle<D>& b = store_.particle(high);
  Relative<D> result;
  result.time = std::max(a.time(), b.time());
  const double dt_a = setting_.clock.between(a.time(), result.time);
  const double dt_b = setting_.clock.between(b.time(), result.time);
  Vec<D> there = store_.position_after(high, dt_b);
  if (!is_home<D>(image)) there += setting_.to_box(image);
  result.position = store_.position_after(low, dt_a) - there;
  result.velocity = store_.velocity_after(low, dt_a) - store_.velocity_after(high, dt_b);
  if (a.curved || b.curved) result.acceleration = store_.law(low).acceleration - store_.law(high).acceleration;
  result.radius_sum = store_.known_radius(low) + store_.known_radius(high);
  return result;
}

/// As contact_after, where one of the two is slowed by its own law; kNever, too, if it is later than `enough`.
template <int D>
[[gnu::noinline]] double Predictor<D>::contact_of_slowing(std::uint32_t low, std::uint32_t high, const Relative<D>& r,
                                                          bool absorbing, double enough) const {
  const double reach = r.radius_sum + travel(store_.particle(low), store_.law(low), enough) +
                       travel(store_.particle(high), store_.law(high), enough);
  if (norm2(r.position) > reach * reach) return query::kNever;
  if (absorbing && norm2(r.position) <= r.radius_sum * r.radius_sum) return 0;
  const Motion<D> motion_a = store_.path_after(low, store_.since(low, r.time));
  const Motion<D> motion_b = store_.path_after(high, store_.since(high, r.time));
  const auto contact = [&](double horizon) {
    return query::ball_ball_time(Ball<D>{r.position, r.radius_sum}, motion_a, Ball<D>{}, motion_b, horizon);
  };
  return enough < query::kNever && contact(enough) == query::kNever ? query::kNever : contact(query::kNever);
}

template <int D>
void Predictor<D>::consider_ball(std::uint32_t id, std::uint32_t other, const broad::Cell<D>& image, const Time& until,
                                 Encounter<D>& best) const {
  const Particle<D>& one = store_.particle(id);
  const Particle<D>& two = store_.particle(other);
  if (one.immovable && two.immovable) return;
  if (!store_.share_layers(id, other)) return;
  const broad::Cell<D> copy = id < other ? image : opposite<D>(image);
  const std::uint32_t low = std::min(id, other);
  const std::uint32_t high = std::max(id, other);
  const Relative<D> r = relative(low, high, copy);
  if (contacts_.passes(low, high, r)) return;
  const bool absorbing = one.absorbs || two.absorbs;
  double after = query::kNever;
  if (one.slows || two.slows) [[unlikely]] {
    const double enough = until == EpochClock::never() ? query::kNever : setting_.clock.between(r.time, until);
    after = contact_of_slowing(low, high, r, absorbing, std::min(enough, time_left(best, r.time)));
  } else {
    if (!is_zero(r.acceleration)) {
      const double enough = std::min(time_left(best, r.time), time_as_planned(low, high, r.time));
      if (enough < query::kNever) {
        const double reach = r.radius_sum + travel(r.velocity, r.acceleration, enough);
        if (norm2(r.position) > reach * reach || contact_after(r, absorbing, enough) == query::kNever) return;
      }
    }
    after = contact_after(r, absorbing, query::kNever);
  }
  if (after < query::kNever) note_contact(id, other, copy, r.time, after, best);
}

template <int D>
void Predictor<D>::note_contact(std::uint32_t id, std::uint32_t other, const broad::Cell<D>& image, const Time& from,
                                double after, Encounter<D>& best) const {
  const Time time = setting_.clock.later(from, after);
  if (best.key.time < time || time == EpochClock::never()) return;
  const std::uint32_t low = std::min(id, other);
  const std::uint32_t high = std::max(id, other);
  const std::uint32_t rank = 1 + std::max(store_.rank_at(low, time), store_.rank_at(high, time));
  const Encounter<D> found{{time, rank, low, high}, other, kNone, store_.version(other), image};
  if (goes_first(found, best)) best = found;
}

template <int D>
void Predictor<D>::consider_images(std::uint32_t id, std::uint32_t other, const Time& until, const Time& now,
                                   Encounter<D>& best) const {
  const Vec<D>& period = *setting_.options.period;
  const Relative<D> r = relative(id, other, {});
  // What would come after a damped epoch's end is not asked for: the end is one.
  const double time =
      setting_.clock.between(r.time, until == EpochClock::never() ? Time{now.epoch, setting_.clock.span()} : until);
  broad::Cell<D> low;
  broad::Cell<D> high;
  const Particle<D>& one = store_.particle(id);
  const Particle<D>& two = store_.particle(other);
  const bool slowing = one.slows || two.slows;
  const double either_way = slowing ? travel(one, store_.law(id), time) + travel(two, store_.law(other), time) : 0;
  for (int k = 0; k < D; ++k) {
    const double end =
        slowing ? r.position[k] : r.position[k] + time * (r.velocity[k] + 0.5 * time * r.acceleration[k]);
    const double bulge = slowing ? either_way : 0.125 * std::fabs(r.acceleration[k]) * time * time;
    const double reach = r.radius_sum + bulge + 1e-6 * period[k];
    const auto axis = static_cast<std::size_t>(k);
    low[axis] = static_cast<std::int32_t>(std::floor((std::min(r.position[k], end) - reach) / period[k]));
    high[axis] = static_cast<std::int32_t>(std::ceil((std::max(r.position[k], end) + reach) / period[k]));
  }
  broad::Cell<D> image = low;
  for (;;) {
    consider_ball(id, other, image, until, best);
    std::size_t k = 0;
    while (k < D && ++image[k] > high[k]) {
      image[k] = low[k];
      ++k;
    }
    if (k == D) return;
  }
}

/// Whether a ball, seen from an obstacle at `place` a time `since` after its last event, surely does not come near it
/// for a time.
template <int D>
bool Predictor<D>::is_out_of_reach(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& place, double since,
                                   double time) const {
  if (time == query::kNever) return false;
  const Particle<D>& particle = store_.particle(id);
  const Vec<D>& drift = store_.particle(obstacle.body).velocity;
  if (particle.curved)
    return is_far_from(
        obstacle, place,
        store_.radius(id) + travel(particle, store_.law(id), since + time) + travel(drift, Vec<D>{}, time));
  const Vec<D> velocity = particle.velocity - drift;
  const Vec<D> half = 0.5 * time * velocity;
  return is_far_from(obstacle, place + half, store_.radius(id), half) ||
         stays_far_from(obstacle, place, store_.radius(id), velocity, time);
}

template <int D>
std::optional<Aabb<D>> Predictor<D>::way_of(std::uint32_t id, const Time& until) const {
  const Particle<D>& particle = store_.particle(id);
  const double time = std::min(time_until(until, particle.time()), time_as_planned(id, id, particle.time()));
  if (time == query::kNever || !(time >= 0)) return std::nullopt;
  const double around =
      (1 + 0x1p-30) * store_.radius(id) + (particle.curved ? travel(particle, store_.law(id), time) : 0);
  Aabb<D> way;
  for (int k = 0; k < D; ++k) {
    const double begin = particle.position[k];
    const double end = particle.curved ? begin : begin + time * particle.velocity[k];
    const double margin = around + 0x1p-30 * std::fabs(end - begin) + 0x1p-40 * std::fabs(begin);
    way.low[k] = std::min(begin, end) - margin;
    way.high[k] = std::max(begin, end) + margin;
  }
  return way;
}

template <int D>
void Predictor<D>::consider_obstacle(std::uint32_t id, std::uint32_t number, const Time& until,
                                     Encounter<D>& best) const {
  if (best.obstacle == number) return;  // known, as when a ball goes into the next cell
  const Obstacle<D>& obstacle = obstacles_[number];
  const Particle<D>& particle = store_.particle(id);
  const Particle<D>& carrier = store_.particle(obstacle.body);
  const Time from = std::max(particle.time(), carrier.time());
  const double enough =
      std::min({time_left(best, from), time_until(until, from), time_as_planned(id, obstacle.body, from)});
  const double since = setting_.clock.between(particle.time(), from);
  const Vec<D> place = store_.seen_from(obstacle.body, store_.position_after(id, since), from);
  if (is_out_of_reach(id, obstacle, place, since, enough)) return;
  if (supports_.include(id, obstacle) || !store_.share_layers(id, obstacle.body)) return;
  if (store_.is_kinematic(id) && contacts_.passes(id, obstacle)) return;
  const double after =
      first_contact(obstacle, carrier.velocity, place, since == 0 ? store_.path(id) : store_.path_after(id, since),
                    store_.radius(id), query::kNever);
  if (after == query::kNever) return;
  const Time time = setting_.clock.later(from, after);
  if (time == EpochClock::never()) return;
  Encounter<D> found;
  const std::uint32_t rank = 1 + std::max(store_.rank_at(id, time), store_.rank_at(obstacle.body, time));
  found.key = {time, rank, std::min(id, obstacle.body), std::max(id, obstacle.body)};
  found.obstacle = number;
  if (goes_first(found, best)) best = found;
}

template <int D>
broad::Cell<D> Predictor<D>::nearest_image(std::uint32_t low, std::uint32_t high, const Time& now) const {
  broad::Cell<D> image{};
  if (!setting_.options.period) return image;
  const Vec<D> apart = store_.position_at(low, now) - store_.position_at(high, now);
  for (int k = 0; k < D; ++k)
    if (const double side = (*setting_.options.period)[k]; std::fabs(apart[k]) > 0.5 * side)
      image[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::floor(apart[k] / side + 0.5));
  return image;
}

template <int D>
void Predictor<D>::consider_nearest_copy(std::uint32_t id, std::uint32_t other, const Time& now,
                                         Encounter<D>& best) const {
  const broad::Cell<D> image = nearest_image(std::min(id, other), std::max(id, other), now);
  consider_ball(id, other, id < other ? image : opposite<D>(image), EpochClock::never(), best);
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::sim
