#include "carom/billiards/execution_noise.hpp"

#include <cmath>

#include "billiards/angle.hpp"

namespace carom::billiards {
namespace {

double folded_elevation(double angle) {
  const double up = std::abs(angle);
  return up > kPi / 2 ? kPi - up : up;
}

}  // namespace

ExecutionNoise olympiad_noise(double ball_radius) {
  const double tip = 0.0005 / ball_radius;
  return {.speed = 0.075, .heading = 0.125 * kDegree, .side = tip, .height = tip, .elevation = 0.1 * kDegree};
}

Strike with_noise(const Strike& meant, const ExecutionNoise& noise, Random& random) {
  Strike strike = meant;
  strike.speed = std::abs(meant.speed + noise.speed * random.normal());
  strike.heading = turned(meant.heading, noise.heading * random.normal());
  strike.side = meant.side + noise.side * random.normal();
  strike.height = meant.height + noise.height * random.normal();
  strike.elevation = folded_elevation(meant.elevation + noise.elevation * random.normal());
  return strike;
}

}  // namespace carom::billiards
