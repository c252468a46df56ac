#include <algorithm>
#include <cmath>

#include "sim/simulation.hpp"

namespace carom::detail {

template <int D>
Placement<D> Simulation<D>::placement(std::uint32_t id) const {
  const Mover<D>& mover = movers_.at(id);
  const double dt = clock_.between(mover.time(), now_);
  Placement<D> placement{position_after(id, dt), clock_.speed_factor(now_) * velocity_after(id, dt),
                         records_[id].image};
  if (!options_.period) return placement;
  for (int k = 0; k < D; ++k) {
    const double side = (*options_.period)[k];
    const double boxes = std::floor(placement.position[k] / side);
    placement.position[k] = std::min(std::max(0.0, placement.position[k] - boxes * side), std::nextafter(side, 0.0));
    placement.image[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(boxes);
  }
  return placement;
}

template <int D>
Motion<D> Simulation<D>::motion(std::uint32_t id) const {
  const Mover<D>& mover = movers_.at(id);
  Motion<D> motion = path_after(id, clock_.between(mover.time(), now_));
  motion.velocity = clock_.speed_factor(now_) * motion.velocity;
  if (!mover.immovable) motion.damping = std::max(motion.damping, options_.damping);
  return motion;
}

template <int D>
Ledger<D> Simulation<D>::ledger() const {
  Ledger<D> ledger;
  RunningSum kinetic_sum;
  RunningSum rotational_sum;
  RunningSum potential_sum;
  RunningSum work = work_;
  RunningSum damping = damping_loss_;
  RunningSum rubbed = friction_;
  std::array<RunningSum, D> momentum;
  RunningSum scale;
  for (std::uint32_t id = 0; id < movers_.size(); ++id) {
    const Mover<D>& mover = movers_[id];
    if (!mover.is_ball || records_[id].presence != Presence::here || std::isinf(own_mass(id))) continue;
    const double m = own_mass(id);
    const double dt = clock_.between(mover.time(), now_);
    if (!is_pushed(id))
      potential_sum += -m * dot(options_.gravity, position_after(id, dt) + to_box(records_[id].image));
    if (mover.immovable) continue;
    const Vec<D> velocity = clock_.speed_factor(now_) * velocity_after(id, dt);
    kinetic_sum += 0.5 * m * norm2(velocity);
    rotational_sum += rotational(id);
    for (int k = 0; k < D; ++k) momentum[static_cast<std::size_t>(k)] += m * velocity[k];
    scale += m * norm(velocity);
    const Interval moved = mover.has_law ? interval_by_own_law(id, dt) : interval(id, dt);
    work += moved.work;
    damping += moved.damping;
    if (mover.has_law) rubbed += friction(id, dt);
  }
  ledger.rotational = rotational_sum.value();
  ledger.kinetic = kinetic_sum.value() + ledger.rotational;
  ledger.potential = potential_sum.value();
  ledger.initial = initial_.value();
  ledger.work = work.value();
  ledger.dissipated_impacts = impacts_.value();
  ledger.dissipated_damping = damping.value();
  ledger.dissipated_friction = rubbed.value();
  ledger.dissipated_pockets = pockets_.value();
  ledger.added_by_hops = hops_.value();
  for (int k = 0; k < D; ++k) ledger.momentum[k] = momentum[static_cast<std::size_t>(k)].value();
  ledger.momentum_scale = scale.value();
  return ledger;
}

template <int D>
Body<D> Simulation<D>::body(std::uint32_t id) const {
  const Mover<D>& mover = movers_.at(id);
  Body<D> body = bodies_[id];
  body.motion.velocity = clock_.speed_factor(mover.time()) * mover.velocity;
  body.spin = spin(id);
  if (Ball<D>* ball = std::get_if<Ball<D>>(&body.shape)) ball->center = mover.position;
  return body;
}

template <int D>
BodyState<D> Simulation<D>::state(std::uint32_t id) const {
  const Mover<D>& mover = movers_.at(id);
  BodyState<D> state;
  state.presence = records_[id].presence;
  state.held = mover.held;
  state.radius = radius(id);
  state.mass = own_mass(id);
  state.position = mover.position;
  state.velocity = mover.velocity;
  state.spin = spin(id);
  state.force = load(id).force;
  state.time = mover.time();
  state.rank = records_[id].rank;
  state.last_impact = last_impact(id);
  state.crowded = records_[id].crowded;
  state.image = records_[id].image;
  state.supports = load(id).supports;
  if (is_pushed(id)) {
    state.intended = pushed_[id].intended;
    state.contacts = pushed_[id].contacts;
    state.touching = pushed_[id].touching;
  }
  return state;
}

template <int D>
Snapshot<D> Simulation<D>::snapshot() const {
  Snapshot<D> snapshot;
  snapshot.options = options_;
  snapshot.now = now_;
  snapshot.time = plain_now_;
  snapshot.bodies.reserve(bodies_.size());
  for (std::uint32_t id = 0; id < bodies_.size(); ++id) snapshot.bodies.push_back(body(id));
  snapshot.states.reserve(movers_.size());
  for (std::uint32_t id = 0; id < movers_.size(); ++id) snapshot.states.push_back(state(id));
  snapshot.forces = forces_;
  snapshot.steers = steers_;
  snapshot.kicks = kicks_;
  snapshot.counts = counts_;
  snapshot.deepest_overlap = deepest_overlap_;
  snapshot.sums = {initial_.parts(),  work_.parts(),    impacts_.parts(), damping_loss_.parts(),
                   friction_.parts(), pockets_.parts(), hops_.parts()};
  return snapshot;
}

// Sweep along x, by where balls begin; in a periodic box those that begin before its low end, or soon behind it, are
// seen again one box further.
template <int D>
std::optional<std::pair<BodyId, BodyId>> Simulation<D>::first_overlap(double depth) const {
  struct Placed {
    Vec<D> position;
    std::uint32_t id;
  };
  std::vector<Placed> placed;
  double largest = 0;
  for (std::uint32_t id = 0; id < movers_.size(); ++id) {
    if (!movers_[id].is_ball || records_[id].presence != Presence::here || movers_[id].absorbs) continue;
    placed.push_back({placement(id).position, id});
    largest = std::max(largest, radius(id));
  }
  const auto begin = [&](const Placed& ball) { return ball.position.x - radius(ball.id); };
  std::sort(placed.begin(), placed.end(), [&](const Placed& a, const Placed& b) { return begin(a) < begin(b); });
  const std::size_t count = placed.size();
  if (options_.period)
    for (std::size_t i = 0; i < count && begin(placed[i]) <= largest; ++i) {
      Placed again = placed[i];
      again.position.x += options_.period->x;
      placed.push_back(again);
    }
  std::optional<std::pair<BodyId, BodyId>> first;
  const auto found = [&](std::uint32_t a, std::uint32_t b) {
    const std::pair pair{BodyId{std::min(a, b)}, BodyId{std::max(a, b)}};
    if (a != b && share_layers(a, b) && (!first || pair < *first)) first = pair;
  };
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const double x = placed[i].position.x;
    const double end = x + radius(placed[i].id) + 0x1p-50 * (std::fabs(x) + 2 * largest);
    for (std::size_t j = i + 1; j < placed.size() && begin(placed[j]) <= end; ++j) {
      Vec<D> apart = placed[j].position - placed[i].position;
      if (options_.period)
        for (int k = 1; k < D; ++k) {
          const double side = (*options_.period)[k];
          apart[k] -= side * std::floor(apart[k] / side + 0.5);
        }
      const double reach = radius(placed[i].id) + radius(placed[j].id) - depth;
      if (reach > 0 && norm2(apart) < reach * reach) found(placed[i].id, placed[j].id);
    }
    for (const Obstacle<D>& obstacle : obstacles_) {
      if (i >= count || movers_[placed[i].id].immovable || records_[obstacle.body].presence != Presence::here) continue;
      const double least = radius(placed[i].id) - depth;
      const Vec<D> place = seen_from(obstacle.body, placed[i].position, now_);
      if (!is_far_from(obstacle, place, least) && reaches(obstacle, place, least)) found(placed[i].id, obstacle.body);
    }
  }
  return first;
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
