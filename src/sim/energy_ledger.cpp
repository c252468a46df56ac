#include "sim/energy_ledger.hpp"

#include <array>
#include <cmath>

#include "carom/math/portable.hpp"

namespace carom::sim {

template <int D>
double EnergyLedger<D>::rotational(std::uint32_t id, double dt) const {
  if (!setting_.rough()) return 0;
  const double radius = store_.radius(id);
  return 0.5 * kHomogeneousInertia<D> * store_.own_mass(id) * (radius * radius) * norm2(store_.spin_after(id, dt));
}

template <int D>
double EnergyLedger<D>::kinetic(std::uint32_t id, const Time& time) const {
  if (store_.particle(id).immovable) return 0;
  const double factor = setting_.clock.speed_factor(time);
  return 0.5 * store_.own_mass(id) * norm2(store_.kept_velocity(id)) * (factor * factor) + rotational(id);
}

template <int D>
double EnergyLedger<D>::potential(std::uint32_t id) const {
  if (!store_.particle(id).is_ball || std::isinf(store_.own_mass(id)) || store_.slides(id)) return 0;
  return store_.load(id).field.potential - store_.own_mass(id) * dot(setting_.options.gravity, store_.unwrapped(id));
}

// Work F·Δx, but that of fields with a potential is what their ticks give, and that of supports that move, m (a − g −
// F/m)·Δx. Common damping takes ½ m u² ((1 − k s0)² − (1 − k s1)²) = ½ m u² k (s1 − s0)(2 − k (s0 + s1)).
template <int D>
auto EnergyLedger<D>::flight(std::uint32_t id, double dt) const -> Flight {
  const Particle<D>& particle = store_.particle(id);
  Flight moved;
  if (particle.immovable) return moved;
  const double mass = store_.own_mass(id);
  if (store_.in_island(id)) return flight_in_island(id, dt, supports_.pull(id));
  if (const Load<D>& load = store_.load(id); !is_zero(load.force)) {
    const Vec<D> way = store_.position_after(id, dt) - particle.position;
    moved.work = dot(load.force - load.field.conservative, way);
    moved.ticks = dot(load.field.conservative, way);
  }
  if (supports_.rubs(id)) {
    const Flight along = flight_on_face(id, dt);
    moved.work += along.work;
    moved.friction = along.friction;
    moved.rolling = along.rolling;
  } else if (!is_zero(supports_.velocity(id)))
    moved.work +=
        mass * dot(store_.law(id).acceleration - supports_.pull(id), store_.position_after(id, dt) - particle.position);
  const double k = setting_.clock.damping();
  if (k > 0) moved.damping = 0.5 * mass * norm2(particle.velocity) * (k * dt) * (2 - k * (2 * particle.offset + dt));
  return moved;
}

// Bodies in islands go straight: of the pulls' work m a·Δx ticks give what they give, and what restores is no motion.
// What a body did before the last tick is booked, though its state may be older.
template <int D>
auto EnergyLedger<D>::flight_in_island(std::uint32_t id, double dt, const Vec<D>& acceleration) const -> Flight {
  const Particle<D>& particle = store_.particle(id);
  Flight moved;
  if (is_zero(particle.velocity)) return moved;  // it stands
  const double booked = std::max(0.0, setting_.clock.between(particle.time(), store_.island_state(id).pulled));
  const double left = dt - booked;
  const Vec<D> pull = store_.own_mass(id) * acceleration;
  const Vec<D>& restoring = store_.restoring(id);
  const Load<D>& load = store_.load(id);
  moved.work = left * dot(load.force - load.field.conservative, particle.velocity);
  moved.ticks = left * (dot(load.field.conservative, particle.velocity) - dot(pull, particle.velocity - restoring));
  moved.restoring = -left * dot(pull, restoring);
  return moved;
}

// The force of the face, m (a' − a), does its work on the surface's way; what rubs takes −m f·∫u dt, with the slip u,
// and −m T·∫ω dt.
template <int D>
auto EnergyLedger<D>::flight_on_face(std::uint32_t id, double dt) const -> Flight {
  const double mass = store_.own_mass(id);
  response::BallOnFace<D> ball = supports_.on_face(id);
  const response::FacePhase<D> phase = response::phase_on_face(ball);
  ball.velocity += 0.5 * dt * phase.acceleration;
  ball.spin = ball.spin + 0.5 * dt * phase.turning;
  Flight moved;
  moved.work = mass * dt * dot(phase.acceleration - supports_.pull(id), supports_.surface_velocity(id));
  moved.friction = -mass * dt * dot(phase.friction, response::slip(ball));
  moved.rolling = -mass * dt * dot(phase.resistance, ball.spin);
  return moved;
}

// Work (F + m a)·Δx; own damping takes ½ m v² (1 − exp(−2 k Δt)).
template <int D>
auto EnergyLedger<D>::flight_by_own_law(std::uint32_t id, double dt) const -> Flight {
  const double mass = store_.own_mass(id);
  const Motion<D> motion = store_.path(id);
  Flight moved;
  const Vec<D>& own = store_.kind(id).motion.acceleration;
  if (supports_.rubs(id)) moved = flight_on_face(id, dt);
  const Load<D>& load = store_.load(id);
  moved.work += dot(load.force - load.field.conservative + mass * own, motion.displacement(dt));
  moved.ticks = dot(load.field.conservative, motion.displacement(dt));
  if (motion.damping > 0)
    moved.damping = -0.5 * mass * norm2(store_.particle(id).velocity) * portable::expm1(-2 * motion.damping * dt);
  return moved;
}

/// What friction takes over an interval: −m a·Δx.
template <int D>
double EnergyLedger<D>::friction(std::uint32_t id, double dt) const {
  const Motion<D> motion = store_.path(id);
  return motion.stop < query::kNever ? -store_.own_mass(id) * dot(motion.acceleration, motion.displacement(dt)) : 0;
}

template <int D>
void EnergyLedger<D>::add_flight(std::uint32_t id, double dt) {
  const bool has_law = store_.particle(id).has_law;
  if (has_law) [[unlikely]]
    friction_ += friction(id, dt);
  const Flight moved = has_law ? flight_by_own_law(id, dt) : flight(id, dt);
  work_ += moved.work;
  damping_ += moved.damping;
  friction_ += moved.friction;
  rolling_ += moved.rolling;
  ticks_ += moved.ticks;
  restoring_ += moved.restoring;
}

template <int D>
void EnergyLedger<D>::add_flight_in_island(std::uint32_t id, double dt, const Vec<D>& pull) {
  const Flight moved = flight_in_island(id, dt, pull);
  if (moved.work != 0) work_ += moved.work;
  ticks_ += moved.ticks;
  restoring_ += moved.restoring;
}

template <int D>
Ledger<D> EnergyLedger<D>::at(const Time& now) const {
  Ledger<D> ledger;
  RunningSum kinetic_sum;
  RunningSum rotational_sum;
  RunningSum potential_sum;
  RunningSum work = work_;
  RunningSum damping = damping_;
  RunningSum rubbed = friction_;
  RunningSum rolled = rolling_;
  RunningSum ticks = ticks_;
  RunningSum restoring = restoring_;
  std::array<RunningSum, D> momentum;
  RunningSum scale;
  for (std::uint32_t id = 0; id < store_.size(); ++id) {
    const Particle<D>& particle = store_.particle(id);
    const double mass = store_.own_mass(id);
    if (!particle.is_ball || !store_.is_here(id) || std::isinf(mass)) continue;
    const double dt = store_.since(id, now);
    if (!store_.slides(id))
      potential_sum += -mass * dot(setting_.options.gravity,
                                   store_.position_after(id, dt) + setting_.to_box(store_.record(id).image));
    if (!fields_.empty() && !store_.slides(id)) {
      const double potential = fields_.potential(fields_.seen(store_, id, now));
      potential_sum += potential;
      ticks += potential - store_.load(id).field.potential;
    }
    if (particle.immovable) continue;
    const Vec<D> velocity = setting_.clock.speed_factor(now) * store_.velocity_after(id, dt) - store_.restoring(id);
    kinetic_sum += 0.5 * mass * norm2(velocity);
    rotational_sum += rotational(id, dt);
    for (int k = 0; k < D; ++k) momentum[static_cast<std::size_t>(k)] += mass * velocity[k];
    scale += mass * norm(velocity);
    const Flight moved = particle.has_law ? flight_by_own_law(id, dt) : flight(id, dt);
    work += moved.work;
    damping += moved.damping;
    rubbed += moved.friction;
    rolled += moved.rolling;
    ticks += moved.ticks;
    restoring += moved.restoring;
    if (particle.has_law) rubbed += friction(id, dt);
  }
  ledger.rotational = rotational_sum.value();
  ledger.kinetic = kinetic_sum.value() + ledger.rotational;
  ledger.potential = potential_sum.value();
  ledger.initial = initial_.value();
  ledger.work = work.value();
  ledger.dissipated_impacts = impacts_.value();
  ledger.dissipated_merging = merging_.value();
  ledger.dissipated_stops = stops_.value();
  ledger.dissipated_damping = damping.value();
  ledger.dissipated_friction = rubbed.value();
  ledger.dissipated_rolling = rolled.value();
  ledger.dissipated_pockets = pockets_.value();
  ledger.added_by_restitution = restitution_.value();
  ledger.added_by_placing = placing_.value();
  ledger.added_by_hops = hops_.value();
  ledger.dissipated_contacts = contacts_.value();
  ledger.added_by_ticks = ticks.value();
  ledger.added_by_restoring = restoring.value();
  for (int k = 0; k < D; ++k) ledger.momentum[k] = momentum[static_cast<std::size_t>(k)].value();
  ledger.momentum_scale = scale.value();
  return ledger;
}

template <int D>
auto EnergyLedger<D>::sums() const -> Sums {
  return {initial_.parts(), work_.parts(),     impacts_.parts(),  merging_.parts(), stops_.parts(),
          damping_.parts(), friction_.parts(), rolling_.parts(),  pockets_.parts(), restitution_.parts(),
          placing_.parts(), hops_.parts(),     contacts_.parts(), ticks_.parts(),   restoring_.parts()};
}

template <int D>
void EnergyLedger<D>::restore(const Sums& sums) {
  initial_ = RunningSum(sums.initial);
  work_ = RunningSum(sums.work);
  impacts_ = RunningSum(sums.impacts);
  merging_ = RunningSum(sums.merging);
  stops_ = RunningSum(sums.stops);
  damping_ = RunningSum(sums.damping);
  friction_ = RunningSum(sums.friction);
  rolling_ = RunningSum(sums.rolling);
  pockets_ = RunningSum(sums.pockets);
  restitution_ = RunningSum(sums.restitution);
  placing_ = RunningSum(sums.placing);
  hops_ = RunningSum(sums.hops);
  contacts_ = RunningSum(sums.contacts);
  ticks_ = RunningSum(sums.ticks);
  restoring_ = RunningSum(sums.restoring);
}

template class EnergyLedger<2>;
template class EnergyLedger<3>;

}  // namespace carom::sim
