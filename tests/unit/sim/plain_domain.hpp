#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {

/// Laws with the scales that a plain domain has, unless they say otherwise: epochs are 1 long, contacts last 1e-6.
template <int D>
WorldOptions<D> plainly_scaled(WorldOptions<D> options) {
  options.epoch_length = options.epoch_length.value_or(1);
  options.contact_duration = options.contact_duration.value_or(1e-6);
  return options;
}

/// The parts of an engine with balls and obstacles that are put in by hand.
template <int D>
struct PlainDomain : EngineParts<D> {
  using EngineParts<D>::data;
  using EngineParts<D>::domain;
  using EngineParts<D>::add;

  explicit PlainDomain(const WorldOptions<D>& options = {}) : EngineParts<D>(plainly_scaled(options)) {}

  /// A body that is at its place at another time than now.
  std::uint32_t add(const Body<D>& body, const Time& time) { return add(body, first_state(body, time)); }
  /// A ball of mass 1.
  std::uint32_t add_ball(const Vec<D>& center, double radius, const Vec<D>& velocity) {
    return add(Body<D>{.shape = Ball<D>{center, radius}, .motion = velocity});
  }
  void list() { data.store.list_balls(); }

  /// A ball goes on at another velocity from now on; what it does next is not found yet.
  void turn(std::uint32_t id, const Vec<D>& velocity) {
    domain.propagator.advance(id, domain.now);
    data.store.particle(id).velocity = velocity;
    domain.propagator.commit(id);
  }

  const BodyStore<D>& store() const { return data.store; }
  const Particle<D>& particle(std::uint32_t id) const { return data.store.particle(id); }
  const Predictor<D>& predictor() const { return data.predictor; }
};

/// Normally distributed.
template <int D>
Vec<D> random_velocity(Random& random, double speed) {
  Vec<D> velocity;
  for (int k = 0; k < D; ++k) velocity[k] = speed * random.normal();
  return velocity;
}

/// Whether a ball is free at a place beside others, and beside their copies if the box of these sides is periodic.
template <int D>
bool is_free(const Ball<D>& ball, const std::vector<Ball<D>>& others, const Vec<D>& sides, bool periodic) {
  return std::none_of(others.begin(), others.end(), [&](const Ball<D>& other) {
    Vec<D> apart = ball.center - other.center;
    if (periodic)
      for (int k = 0; k < D; ++k) apart[k] -= sides[k] * std::floor(apart[k] / sides[k] + 0.5);
    const double reach = ball.radius + other.radius;
    return norm2(apart) <= 1.0001 * reach * reach;
  });
}

/// Balls of these radii at random places in a box from 0 to `sides`, none of which touches another one; nor the walls,
/// if the box is not periodic.
template <int D>
std::vector<Ball<D>> random_balls(Random& random, const Vec<D>& sides, bool periodic,
                                  const std::vector<double>& radii) {
  std::vector<Ball<D>> balls;
  int failures = 0;
  while (balls.size() < radii.size()) {
    Ball<D> ball{{}, radii[balls.size()]};
    const double room = periodic ? 0 : 1.0001 * ball.radius;
    for (int k = 0; k < D; ++k) ball.center[k] = random.uniform(room, std::nextafter(sides[k] - room, 0));
    if (is_free(ball, balls, sides, periodic)) {
      balls.push_back(ball);
      continue;
    }
    // There may be no room left beside the first ones.
    if (++failures < 5000) continue;
    balls.clear();
    failures = 0;
  }
  return balls;
}

}  // namespace carom::sim
