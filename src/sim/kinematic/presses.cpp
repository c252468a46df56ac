#include "sim/kinematic/presses.hpp"

#include <algorithm>
#include <set>

namespace carom::sim {
namespace {

/// Of a radius: twice 10⁻³ of the diameter (Touches::clearance_of).
constexpr double kTouching = 4e-3;

}  // namespace

/// What moves and is not moved.
template <int D>
std::vector<std::uint32_t> Presses<D>::driven() const {
  std::vector<std::uint32_t> bodies;
  for (std::uint32_t id = 0; id < store_.size(); ++id) {
    const Particle<D>& particle = store_.particle(id);
    if (store_.is_driven(id) && !particle.absorbs && store_.is_here(id) && !is_zero(particle.velocity))
      bodies.push_back(id);
  }
  return bodies;
}

template <int D>
bool Presses<D>::goes_against(std::uint32_t body, std::uint32_t ball, const Time& now) const {
  if (body == ball || !store_.share_layers(body, ball)) return false;
  const double touching = kTouching * store_.radius(ball);
  const Vec<D> place = store_.position_at(ball, now);
  const Vec<D>& velocity = store_.particle(body).velocity;
  if (store_.particle(body).is_ball) {
    const Vec<D> way = place - store_.position_at(body, now);
    return norm(way) <= store_.radius(body) + store_.radius(ball) + touching && dot(velocity, way) > 0;
  }
  const Vec<D> seen = store_.seen_from(body, place, now);
  const double reach = store_.radius(ball) + touching;
  return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const Obstacle<D>& piece) {
    return piece.body == body && !is_far_from(piece, seen, reach) && reaches(piece, seen, reach) &&
           dot(velocity, contact_axis(piece, seen)) < 0;
  });
}

/// The balls that can be moved and touch a ball.
template <int D>
std::vector<std::uint32_t> Presses<D>::beside(std::uint32_t ball, const Time& now) const {
  std::vector<std::uint32_t> found;
  const Vec<D> place = store_.position_at(ball, now);
  for (const std::uint32_t other : store_.balls()) {
    const bool is_driven = store_.particle(other).immovable || store_.is_kinematic(other);
    if (other == ball || is_driven || !store_.share_layers(ball, other)) continue;
    const double touching = kTouching * std::min(store_.radius(ball), store_.radius(other));
    if (norm(store_.position_at(other, now) - place) <= store_.radius(ball) + store_.radius(other) + touching)
      found.push_back(other);
  }
  return found;
}

template <int D>
Pressed Presses<D>::on(std::uint32_t ball, const Time& now) const {
  const std::vector<std::uint32_t> driven = this->driven();
  Pressed pressed;
  if (driven.empty()) return pressed;
  std::set<std::uint32_t> known{ball};
  for (std::vector<std::uint32_t> level{ball}; !level.empty() && pressed.by.empty();) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t id : level) {
      for (const std::uint32_t body : driven)
        if (goes_against(body, id, now)) pressed.by.push_back({body, id});
      for (const std::uint32_t other : beside(id, now))
        if (known.insert(other).second) next.push_back(other);
    }
    level = std::move(next);
  }
  std::sort(pressed.by.begin(), pressed.by.end());
  pressed.balls.assign(known.begin(), known.end());
  return pressed;
}

template class Presses<2>;
template class Presses<3>;

}  // namespace carom::sim
