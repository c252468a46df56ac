#include "sim/bodies/supports.hpp"

#include <algorithm>

#include "response/support.hpp"
#include "sim/bodies/slowed.hpp"

namespace carom::sim {

template <int D>
Vec<D> Supports<D>::pull(std::uint32_t id) const {
  if (store_.particle(id).immovable || store_.is_kinematic(id)) return {};
  Vec<D> pull = setting_.options.gravity;
  if (const Vec<D>& force = store_.load(id).force; !is_zero(force)) pull += force / store_.own_mass(id);
  if (store_.particle(id).has_law) [[unlikely]]
    pull += store_.kind(id).motion.acceleration;
  return pull;
}

template <int D>
Vec<D> Supports<D>::acceleration(std::uint32_t id) const {
  if (store_.in_island(id)) return {};
  if (store_.load(id).supports.empty()) return pull(id);
  if (rubs(id)) return response::phase_on_face(on_face(id)).acceleration;
  Normals faces;
  const int count = normals(id, faces);
  return response::hold<D>(pull(id), faces.data(), count).acceleration;
}

template <int D>
Law<D> Supports<D>::law(std::uint32_t id) const {
  if (!rubs(id)) return {acceleration(id)};
  const response::FacePhase<D> phase = response::phase_on_face(on_face(id));
  Law<D> law{phase.acceleration};
  law.turning = phase.turning;
  law.phase_end = phase.until;
  law.change = phase.change;
  return law;
}

/// A pair may; what slows by a law of its own does so alone, and on a face that turns nothing rests.
template <int D>
bool Supports<D>::may_rub(std::uint32_t id, std::uint32_t body) const {
  const BodyMotion<D>& own = store_.kind(id).motion;
  return setting_.rubs() && own.deceleration == 0 && own.damping == 0 && store_.pair_friction(id, body) > 0;
}

template <int D>
bool Supports<D>::may_rest(std::uint32_t id, const Obstacle<D>& face) const {
  const auto& surface = store_.kind(face.body).surface;
  return face.flat() && !(surface && !is_zero(surface->spin) && may_rub(id, face.body));
}

template <int D>
bool Supports<D>::rubs(std::uint32_t id) const {
  const auto& supports = store_.load(id).supports;
  return supports.size() == 1 && !store_.in_island(id) && may_rub(id, supports[0].body.value);
}

template <int D>
response::BallOnFace<D> Supports<D>::on_face(std::uint32_t id) const {
  Normals faces;
  normals(id, faces);
  const Vec<D> pull = this->pull(id);
  const response::Hold<D> held = response::hold<D>(pull, faces.data(), 1);
  response::BallOnFace<D> ball{.normal = faces[0],
                               .velocity = store_.particle(id).velocity - surface_velocity(id),
                               .spin = store_.spin(id),
                               .radius = store_.radius(id),
                               .inertia = kHomogeneousInertia<D>,
                               .pressure = held.pressure[0],
                               .resistances = store_.pair_resistances(id, store_.load(id).supports[0].body.value),
                               .brief = *setting_.options.contact_duration};
  if (norm(held.acceleration) > 1e-12 * norm(pull)) ball.pull = held.acceleration;  // else it is rounding
  return ball;
}

template <int D>
Vec<D> Supports<D>::surface_velocity(std::uint32_t id) const {
  const Particle<D>& particle = store_.particle(id);
  const auto& [body, face] = store_.load(id).supports[0];
  const Vec<D> place = store_.seen_from(body.value, particle.position, particle.time());
  const Vec<D> axis = contact_axis(obstacles_.face({body, face}), place);
  return store_.surface_velocity(body.value, place + axis, axis / norm(axis));
}

template <int D>
Motion<D> Supports<D>::motion(std::uint32_t id) const {
  const Particle<D>& particle = store_.particle(id);
  Motion<D> motion = Linear<D>{particle.velocity};
  if (particle.immovable) return motion;
  motion.acceleration = acceleration(id);
  const BodyMotion<D>& law = store_.kind(id).motion;
  if (!particle.has_law || (law.deceleration == 0 && law.damping == 0)) return motion;
  if (norm(motion.acceleration) > 1e-12 * norm(pull(id))) return motion;
  if (is_zero(motion.velocity)) return Linear<D>{};
  return law.damping > 0 ? Motion<D>(Damped<D>{motion.velocity, law.damping})
                         : Motion<D>(Stopping<D>{motion.velocity, law.deceleration});
}

template <int D>
int Supports<D>::normals(std::uint32_t id, Normals& normals) const {
  const Particle<D>& particle = store_.particle(id);
  int count = 0;
  for (const auto& support : store_.load(id).supports) {
    const Vec<D> place = store_.seen_from(support.body.value, particle.position, particle.time());
    const Vec<D> axis = contact_axis(obstacles_.face(support), place);
    normals[static_cast<std::size_t>(count++)] = -axis / norm(axis);
  }
  return count;
}

template <int D>
Vec<D> Supports<D>::velocity(std::uint32_t id) const {
  const auto& supports = store_.load(id).supports;
  return supports.empty() ? Vec<D>{} : store_.particle(supports[0].body.value).velocity;
}

template <int D>
bool Supports<D>::fit(std::uint32_t id, const Vec<D>& drift) const {
  if (!is_zero(drift) && store_.particle(id).has_law) return false;
  return store_.load(id).supports.empty() || velocity(id) == drift;
}

template <int D>
bool Supports<D>::include(std::uint32_t id, const Obstacle<D>& obstacle) const {
  for (const auto& support : store_.load(id).supports) {
    const Obstacle<D>& face = obstacles_.face(support);
    if (face.body == obstacle.body && (face.face == obstacle.face || borders(obstacle, face))) return true;
  }
  return false;
}

template <int D>
bool Supports<D>::would_hold(std::uint32_t id, const Obstacle<D>& face, const Vec<D>& out, double restitution) const {
  const Particle<D>& particle = store_.particle(id);
  if (store_.load(id).supports.size() == D) return false;
  Normals faces;
  const int count = normals(id, faces);
  faces[static_cast<std::size_t>(count)] = out;
  const response::Hold<D> held = response::hold<D>(pull(id), faces.data(), count + 1);
  const double pressure = held.pressure[static_cast<std::size_t>(count)];
  const Vec<D>& drift = store_.particle(face.body).velocity;
  if (!fit(id, drift)) return false;
  if (!may_rest(id, face)) return false;
  const double rebound = restitution * std::max(0.0, -dot(particle.velocity - drift, out));
  const double duration = *setting_.options.contact_duration;
  const Vec<D> place = store_.seen_from(face.body, particle.position, particle.time());
  return 2 * rebound < pressure * duration &&
         time_on(face, place, particle.velocity - drift, held.acceleration) > duration;
}

template <int D>
PhaseEnd Supports<D>::phase_end(std::uint32_t id) const {
  PhaseEnd end;
  const Particle<D>& particle = store_.particle(id);
  const auto& supports = store_.load(id).supports;
  if (!particle.slows && supports.empty()) return end;
  const Law<D>& law = store_.law(id);
  const EpochClock& clock = setting_.clock;
  if (law.stop < query::kNever) {
    const Time time = clock.later(particle.time(), law.stop);
    if (time != EpochClock::never()) end.key = {time, 1 + store_.rank_at(id, time), id, kNone};
    end.released_support = kNone;
  }
  if (law.phase_end < query::kNever) {
    const Time time = clock.later(particle.time(), law.phase_end);
    if (time != EpochClock::never()) end.key = {time, 1 + store_.rank_at(id, time), id, kNone};
    end.released_support = PhaseEnd::kChanges;
  }
  for (std::uint32_t k = 0; k < supports.size(); ++k) {
    const std::uint32_t body = supports[k].body.value;
    double after = time_on(obstacles_.face(supports[k]), store_.seen_from(body, particle.position, particle.time()),
                           particle.velocity - store_.particle(body).velocity, law.acceleration);
    if (particle.slows) after = slowed(law, 0, after);
    const Time time = clock.later(particle.time(), after);
    const DueKey key{time, 1 + store_.rank_at(id, time), std::min(id, body), std::max(id, body)};
    if (time == EpochClock::never() || !(key < end.key)) continue;
    end.key = key;
    end.released_support = k;
  }
  return end;
}

template class Supports<2>;
template class Supports<3>;

}  // namespace carom::sim
