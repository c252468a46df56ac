// What rests on faces: what keeps a ball there, and what wakes it.
#include <algorithm>
#include <cmath>

#include "response/support.hpp"
#include "sim/events/propagator.hpp"

namespace carom::sim {

/// After a change of velocity or force: which supports still hold the ball? One that presses, and from which the ball
/// would bounce or fly for less than a contact lasts, keeps it, and takes the normal velocity away. Any other lets go.
template <int D>
void Propagator<D>::settle(std::uint32_t id) {
  const Particle<D>& particle = store_.particle(id);
  if (store_.load(id).supports.empty()) return;
  typename Supports<D>::Normals normals;
  const int count = supports_.normals(id, normals);
  const response::Hold<D> held = response::hold<D>(supports_.pull(id), normals.data(), count);
  std::vector<typename BodyState<D>::Support> kept;
  int kept_count = 0;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double away = dot(particle.velocity - supports_.velocity(id), normals[k]);
    const double pressure = held.pressure[k];
    if (pressure > 0 && 2 * std::fabs(away) < pressure * *setting_.options.contact_duration) {
      kept.push_back(store_.load(id).supports[k]);
      normals[static_cast<std::size_t>(kept_count++)] = normals[k];
    } else if (away > 0 || !(pressure > 0)) {
      record(particle.time(), EventKind::release, id, store_.load(id).supports[k].body.value);
    }
  }
  go_along(id, normals.data(), kept_count);
  store_.own_load(id).supports = std::move(kept);
}

/// Takes from the velocity of a ball, as its supports see it, what leads off faces or into them.
template <int D>
void Propagator<D>::go_along(std::uint32_t id, const Vec<D>* normals, int count) {
  Particle<D>& particle = store_.particle(id);
  const double mass = store_.own_mass(id);
  const Vec<D> drift = supports_.velocity(id);
  const Vec<D> before = particle.velocity - drift;
  const Vec<D> after = response::along_faces<D>(before, normals, count);
  const double dissipated = 0.5 * mass * (norm2(before) - norm2(after));
  ledger_.lose_to_rest(dissipated);
  if (is_zero(drift)) {
    particle.velocity = after;
    return;
  }
  const double energy = norm2(particle.velocity);
  particle.velocity = drift + after;
  ledger_.add_work(0.5 * mass * (norm2(particle.velocity) - energy) + dissipated);
}

template <int D>
void Propagator<D>::rest_on(std::uint32_t id, const Obstacle<D>& face, const Time& time) {
  store_.own_load(id).supports.push_back({BodyId{face.body}, face.face});
  typename Supports<D>::Normals normals;
  const int count = supports_.normals(id, normals);
  go_along(id, normals.data(), count);
  for (const auto& support : store_.load(id).supports) press(id, obstacles_.face(support), time);
}

template <int D>
void Propagator<D>::release_all_from(std::uint32_t body, const Time& now) {
  const auto is_on_body = [&](const auto& support) { return support.body.value == body; };
  for (const std::uint32_t ball : std::vector<std::uint32_t>(store_.balls())) {
    const auto& supports = store_.load(ball).supports;
    if (std::none_of(supports.begin(), supports.end(), is_on_body)) continue;
    advance(ball, now);
    std::erase_if(store_.own_load(ball).supports, is_on_body);
    record(now, EventKind::release, ball, body);
    commit(ball);
  }
}

template class Propagator<2>;
template class Propagator<3>;

}  // namespace carom::sim
