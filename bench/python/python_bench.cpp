// python_bench: what bench/python/bench.py does, in C++, on the same numbers: "name value" lines, in milliseconds or,
// of one query, nanoseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/query/batch.hpp"
#include "carom/sim/world.hpp"

namespace {

constexpr std::size_t kPairs = 1'000'000;
constexpr int kRepeats = 15;

template <class Work>
double least_milliseconds(const Work& work) {
  double least = 1e300;
  for (int k = 0; k < kRepeats; ++k) {
    const auto start = std::chrono::steady_clock::now();
    work();
    least =
        std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

/// Columns of balls: D of places, one of radii, D of velocities.
template <int D>
struct Columns {
  std::vector<std::vector<double>> data{2 * D + 1, std::vector<double>(kPairs)};

  explicit Columns(carom::Random& random) {
    for (std::size_t k = 0; k < kPairs; ++k)
      for (int c = 0; c < 2 * D + 1; ++c)
        data[static_cast<std::size_t>(c)][k] = c < D    ? random.uniform(-10, 10)
                                               : c == D ? random.uniform(0.1, 1)
                                                        : random.uniform(-1, 1);
  }
  carom::BallColumns<D> view() const {
    carom::BallColumns<D> columns;
    for (std::size_t axis = 0; axis < D; ++axis) {
      columns.center[axis] = data[axis];
      columns.velocity[axis] = data[D + 1 + axis];
    }
    columns.radius = data[D];
    return columns;
  }
};

template <int D>
void batch() {
  carom::Random random(1);
  const Columns<D> a(random), b(random);
  std::vector<double> times(kPairs);
  std::printf("batch%d %g\n", D, least_milliseconds([&] { carom::impact_times(a.view(), b.view(), times); }));
}

void single() {
  const carom::Circle a{{0, 0}, 1}, b{{10, 0}, 1};
  const carom::Linear2 motion{{2, 0}};
  double sum = 0;
  const double time = least_milliseconds([&] {
    for (int k = 0; k < 100'000; ++k) sum += carom::time_of_impact(a, motion, b)->time;
  });
  std::printf("single %g\n", time * (sum > 0 ? 10 : 0));
}

carom::World2 gas(int side) {
  carom::WorldOptions<2> options;
  options.period = carom::Vec2{2.0 * side, 2.0 * side};
  carom::World2 world(options);
  carom::Random random(1);
  for (int k = 0; k < side * side; ++k)
    world.add(
        {.shape = carom::Circle{{2.0 * (k % side) + 1, 2.0 * (k / side) + 1}, 0.5}, .motion = random.direction<2>()});
  return world;
}

void run() {
  double time = 0;
  carom::World2 world = gas(30);
  world.run_until(time = 5, nullptr);
  std::printf("run_until %g\n", least_milliseconds([&] { world.run_until(time += 20, nullptr); }));
}

void positions() {
  const carom::World2 world = gas(1000);
  std::vector<carom::Vec2> places(world.body_count());
  std::printf("positions %g\n", least_milliseconds([&] { world.placements(places); }));
}

}  // namespace

int main() {
  batch<2>();
  batch<3>();
  single();
  run();
  positions();
}
