// Balls of a dilute gas that bounce, and merge at one impact in twenty: so they are nearly at equilibrium at all times,
// and it is known how their mean mass grows, as t^ξ with ξ = 2d/(d + 3) (Trizac and Krapivsky, Phys. Rev. Lett. 91
// (2003) 218302). CAROM_LONG=1 in the environment runs the long form (two minutes).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/response/merge.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

const char* const kWish = std::getenv("CAROM_LONG");
const bool kLong = kWish != nullptr && std::string_view(kWish) == "1";

/// A gas on a lattice, with velocities of a Maxwell distribution, diameters and masses 1.
template <int D>
World<D> dilute_gas(int along, double fraction, Random& random) {
  const double side = along * std::pow((D == 3 ? M_PI / 6 : M_PI / 4) / fraction, 1.0 / D);
  WorldOptions<D> options;
  options.period.emplace();
  for (int k = 0; k < D; ++k) (*options.period)[k] = side;
  World<D> world(options);
  const int count = static_cast<int>(std::lround(std::pow(along, D)));
  for (int n = 0; n < count; ++n) {
    Vec<D> center;
    Vec<D> velocity;
    for (int k = 0, rest = n; k < D; ++k, rest /= along) {
      center[k] = (rest % along + 0.5) * side / along;
      velocity[k] = random.normal();
    }
    world.add({.shape = Ball<D>{center, 0.5}, .motion = velocity});
  }
  return world;
}

/// The ball that two become that touch now, if b is where its nearest copy is.
template <int D>
Body<D> merged(const World<D>& world, BodyId a, BodyId b) {
  const auto lump = [&](BodyId id) {
    return Lump<D>{{world.placement(id).position, world.radius(id)}, world.state(id).velocity, world.state(id).mass};
  };
  const Lump<D> one = lump(a);
  Lump<D> other = lump(b);
  for (int k = 0; k < D; ++k) {
    const double period = (*world.options().period)[k];
    other.ball.center[k] -= period * std::round((other.ball.center[k] - one.ball.center[k]) / period);
  }
  Lump<D> both = merge(one, other);
  for (int k = 0; k < D; ++k) {
    const double period = (*world.options().period)[k];
    double& place = both.ball.center[k];
    place -= period * std::floor(place / period);
    if (place >= period) place = 0;
  }
  return {.shape = both.ball, .motion = both.velocity, .mass = both.mass};
}

struct Growth {
  std::vector<double> log_time;
  std::vector<double> log_mass;

  double exponent() const {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t k = 0; k < log_time.size(); ++k) {
      n += 1, x += log_time[k], y += log_mass[k];
      xx += log_time[k] * log_time[k], xy += log_time[k] * log_mass[k];
    }
    return (n * xy - x * y) / (n * xx - x * x);
  }
};

/// Adds to `growth` when the mean mass was some values between 20 and `most`, which are evenly spaced by their
/// logarithm.
template <int D>
void merge_at_random(World<D>& world, double share, double most, Random& random, Growth& growth) {
  const double count = static_cast<double>(world.body_count());
  double left = count;
  double next = 20;
  while (count / left < most) {
    const auto event = world.next_event(world.time() + 1e6);
    if (!event || event->kind != EventKind::impact || random.uniform() >= share) continue;
    const Body<D> body = merged(world, event->a, event->b);
    world.remove(event->a);
    world.remove(event->b);
    world.add(body);
    --left;
    for (; count / left >= next; next *= 1.1) {
      growth.log_time.push_back(std::log(world.time()));
      growth.log_mass.push_back(std::log(next));
    }
  }
}

template <int D>
void expect_exponent(int along, int runs, double most, double allowed) {
  const double expected = 2.0 * D / (D + 3);
  Growth growth;
  Random random(17);
  for (int run = 0; run < runs; ++run) {
    World<D> world = dilute_gas<D>(along, 0.003, random);
    merge_at_random(world, 0.05, most, random, growth);
  }
  const double measured = growth.exponent();
  std::printf("D = %d: the mean mass grows as t^%.3f, expected %.3f\n", D, measured, expected);
  EXPECT_NEAR(measured, expected, allowed);
}

TEST(Coalescence, OfDiscsNearEquilibriumGrowsAsAPowerOfTime) {
  expect_exponent<2>(kLong ? 150 : 60, 4, kLong ? 200 : 80, kLong ? 0.05 : 0.1);
}
TEST(Coalescence, OfSpheresNearEquilibriumGrowsAsAPowerOfTime) {
  expect_exponent<3>(kLong ? 28 : 16, kLong ? 4 : 3, kLong ? 200 : 80, kLong ? 0.05 : 0.1);
}

}  // namespace
}  // namespace carom
