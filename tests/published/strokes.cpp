#include <cmath>
#include <numbers>

#include "carom/billiards/cue.hpp"
#include "published/struck.hpp"
#include "published/table_rows.hpp"

namespace carom::published {
namespace {

using namespace billiards;

constexpr double kDegree = std::numbers::pi / 180;
const BallSpec kBall = pool().ball;
const Vec3 kSpot{0, 0, kBall.radius};

std::vector<double> hops(double elevation, std::size_t count) {
  const Cloth cloth{.sliding_friction = 0.2, .restitution = 0.6, .smallest_hop = 0};
  Strike stroke{.speed = 1, .elevation = elevation * kDegree};
  stroke.speed = 11.19 * 0.44704 / norm(strike(kSpot, kBall, cloth, {}, stroke).velocity);
  BallState state = strike(kSpot, kBall, cloth, {}, stroke);
  std::vector<double> lengths;
  while (lengths.size() < count) {
    state = next_state(phase_of(state, kBall, cloth), kBall, cloth);
    lengths.push_back(state.velocity.x * phase_of(state, kBall, cloth).end / 0.3048);
  }
  return lengths;
}

// Where a massé goes in the end, in degrees from the cue's heading.
double masse(double side, double below, double elevation, double end_mass) {
  const Cloth cloth = pool().cloth;
  const Strike stroke{.speed = 2, .side = side, .height = -below, .elevation = elevation * kDegree};
  const BallState state = rolling_from(strike(kSpot, kBall, cloth, {.end_mass = end_mass}, stroke), kBall, cloth);
  return std::atan2(-state.velocity.y, state.velocity.x) / kDegree;
}

double squirt(const Cue& cue) {
  return std::atan(squirt_tangent(0.0127 / kBall.radius, kBall.mass, cue.end_mass)) / kDegree;
}

double hop(const Cue& cue, double elevation) {
  const Cloth cloth = pool().cloth;
  return hop_of(strike(kSpot, kBall, cloth, cue, {.speed = 5, .elevation = elevation * kDegree}), kBall, cloth);
}

double best_jump(const Cue& cue) {
  double best = 0;
  for (double elevation = 0; elevation <= 90; elevation += 0.5)
    if (hop(cue, elevation) > hop(cue, best)) best = elevation;
  return best;
}

// TP A.19 with the offsets that it draws: tan θ = a sin φ/(cos φ − b).
double coriolis(double side, double below, double elevation) {
  return std::atan2(side * std::sin(elevation * kDegree), std::cos(elevation * kDegree) - below) / kDegree;
}

}  // namespace

std::vector<Section> strokes() {
  constexpr double kNoEnd = 1e-18;
  return {{"Strokes",
           {{"the cue raised by 5°, 11.19 mph: hops, ft",
             {0.848, 0.500, 0.297, 0.177, 0.106},
             0.004,
             hops(5, 5),
             "TP B.10"},
            {"raised by 12°", {1.906, 1.093}, 0.004, hops(12, 2), "TP B.10"},
            {"massés from 75°, 60° and 45° (a, b = .25, .25; .3, .2; .3, .4) without squirt: direction, °",
             {coriolis(0.25, 0.25, 75), coriolis(0.3, 0.2, 60), coriolis(0.3, 0.4, 45)},
             1,
             {masse(0.25, 0.25, 75, kNoEnd), masse(0.3, 0.2, 60, kNoEnd), masse(0.3, 0.4, 45, kNoEnd)},
             "Coriolis 1835; TP A.19"},
            {"the same with a common shaft",
             {coriolis(0.25, 0.25, 75), coriolis(0.3, 0.2, 60), coriolis(0.3, 0.4, 45)},
             1,
             {masse(0.25, 0.25, 75, Cue{}.end_mass), masse(0.3, 0.2, 60, Cue{}.end_mass),
              masse(0.3, 0.4, 45, Cue{}.end_mass)},
             "TP A.19: real ones fall a little short",
             "Squirt turns the first way by up to 2°, and TP A.19 leaves it out"},
            {"squirt of a common and of a low-deflection shaft, half an inch off, °",
             {2.5, 1.8},
             0.05,
             {squirt({}), squirt(low_deflection_cue())},
             "BD, squirt"},
            {"a jump cue jumps highest at, °", {45}, 5, {best_jump(jump_cue())}, "BD October 2023: about 45°"}}}};
}

}  // namespace carom::published
