#include "carom/query/time_of_impact.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "pairs.hpp"
#include "plain_quadratic.hpp"

// Names are kind/case/contender; bench/report.py divides the contenders of one kind and case.
namespace carom::bench {
namespace {

template <int D>
Vec<D> perpendicular(const Vec<D>& v) {
  if constexpr (D == 2) return {-v.y, v.x};
  if constexpr (D == 3) {
    const Vec3 side = cross(v, std::fabs(v.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    return side / norm(side);
  }
}

/// Neighbours as a gas has them: a few radii apart, random velocities, about one in five meet.
template <int D>
Pair<D, Ball<D>, Linear<D>> random_pair(Dice& dice) {
  const Ball<D> a{dice.in_cube<D>(10), dice.between(0.5, 1)};
  const double radius = dice.between(0.5, 1);
  const Vec<D> center = a.center + dice.between(1.01, 4) * (a.radius + radius) * dice.direction<D>();
  return {a, {dice.in_cube<D>(1)}, {center, radius}, {dice.in_cube<D>(1)}};
}

/// Passing at the sum of the radii, to within a relative 1e-13: half of them touch.
template <int D>
Pair<D, Ball<D>, Linear<D>> grazing_pair(Dice& dice) {
  Pair<D, Ball<D>, Linear<D>> pair = random_pair<D>(dice);
  const Vec<D> along = dice.direction<D>();
  const double reach = (pair.ball.radius + pair.other.radius) * (1 + dice.between(-1e-13, 1e-13));
  pair.motion = {dice.between(0.5, 1) * along};
  pair.other_motion = {};
  pair.other.center = pair.ball.center + dice.between(2, 8) * along + reach * perpendicular(along);
  return pair;
}

template <int D>
Pair<D, HalfSpace<D>, Linear<D>> plane_pair(Dice& dice) {
  const Ball<D> ball{dice.in_cube<D>(10), dice.between(0.5, 1)};
  const Vec<D> normal = dice.direction<D>();
  return {ball, {dice.in_cube<D>(1)}, {normal, dot(normal, ball.center) - dice.between(1, 4)}, {}};
}

template <int D>
Pair<D, Segment<D>, Linear<D>> segment_pair(Dice& dice) {
  const Ball<D> ball{dice.in_cube<D>(10), dice.between(0.5, 1)};
  const Vec<D> from = ball.center + dice.between(1.5, 4) * dice.direction<D>();
  return {ball, {dice.in_cube<D>(1)}, {from, from + dice.between(0.5, 4) * dice.direction<D>()}, {}};
}

template <int D>
Pair<D, Aabb<D>, Linear<D>> box_pair(Dice& dice) {
  const Ball<D> ball{dice.in_cube<D>(10), dice.between(0.25, 0.5)};
  const Vec<D> middle = ball.center + dice.between(3, 5) * dice.direction<D>();
  Vec<D> half;
  for (int k = 0; k < D; ++k) half[k] = dice.between(0.5, 1.25);
  return {ball, {dice.in_cube<D>(1)}, {middle - half, middle + half}, {}};
}

constexpr auto kCarom = [](const auto& pair) {
  return time_of_impact(pair.ball, pair.motion, pair.other, pair.other_motion, kHorizon);
};
constexpr auto kPlain = [](const auto& pair) {
  return plain_time_of_impact(pair.ball, pair.motion, pair.other, pair.other_motion, kHorizon);
};

template <int D>
void add_all() {
  const std::string dimension = std::to_string(D) + "d";
  add("ball_ball_" + dimension + "/random/carom", random_pair<D>, kCarom);
  add("ball_ball_" + dimension + "/random/plain", random_pair<D>, kPlain);
  add("ball_ball_" + dimension + "/grazing/carom", grazing_pair<D>, kCarom);
  add("ball_ball_" + dimension + "/grazing/plain", grazing_pair<D>, kPlain);
  add(
      "ball_ball_" + dimension + "/accelerated/carom",
      [](Dice& dice) { return accelerated(random_pair<D>(dice), dice); }, kCarom);
  add("ball_plane_" + dimension + "/random/carom", plane_pair<D>, kCarom);
  add("ball_plane_" + dimension + "/random/plain", plane_pair<D>, kPlain);
  add(
      "ball_plane_" + dimension + "/accelerated/carom",
      [](Dice& dice) { return accelerated(plane_pair<D>(dice), dice); }, kCarom);
  add("ball_segment_" + dimension + "/random/carom", segment_pair<D>, kCarom);
  add("ball_box_" + dimension + "/random/carom", box_pair<D>, kCarom);
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  carom::bench::add_all<2>();
  carom::bench::add_all<3>();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
