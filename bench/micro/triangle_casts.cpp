#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "carom/index/index.hpp"
#include "pairs.hpp"

// Balls swept close over a terrain of triangles: what a move of a character on it asks. A cell of the terrain is 1
// wide.
namespace carom::bench {
namespace {

class Terrain {
 public:
  explicit Terrain(std::uint32_t side) : side_(side) {
    for (std::uint32_t i = 0; i + 1 < side; ++i)
      for (std::uint32_t j = 0; j + 1 < side; ++j) {
        triangles_.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        triangles_.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
  }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  static double height(double x, double y) {
    return 2 * std::sin(0.13 * x) + std::cos(0.31 * y) + 0.2 * std::sin(x * y);
  }

  /// A ball that starts a little above the ground and moves by `way`, a third of that downwards.
  Cast<3> cast(Dice& dice, double way) const {
    const double x = dice.between(10, side_ - 10.0);
    const double y = dice.between(10, side_ - 10.0);
    const double angle = dice.between(0, 6.28);
    return {{{x, y, height(x, y) + 0.8}, 0.4}, {way * std::cos(angle), way * std::sin(angle), -0.33 * way}, 1};
  }

 private:
  static Vec3 at(double x, double y) { return {x, y, height(x, y)}; }

  std::uint32_t side_;
  std::vector<Triangle> triangles_;
};

const Terrain& terrain() {
  static const Terrain kTerrain(708);  // 10⁶ triangles
  return kTerrain;
}

const Index3& terrain_index() {
  static const Index3 kIndex(Items<3>{.triangles = terrain().triangles()});
  return kIndex;
}

std::vector<Cast<3>> casts(double way) {
  Dice dice;
  std::vector<Cast<3>> list;
  for (int k = 0; k < 20000; ++k) list.push_back(terrain().cast(dice, way));
  return list;
}

void first_hit(benchmark::State& state, double way) {
  const Index3& index = terrain_index();
  const std::vector<Cast<3>> list = casts(way);
  std::size_t hits = 0;
  for (const auto& c : list) hits += index.first_hit(c.ball, Motion3(Linear3{c.velocity}), c.horizon).has_value();
  std::size_t next = 0;
  for (auto _ : state) {
    const Cast<3>& c = list[next];
    benchmark::DoNotOptimize(index.first_hit(c.ball, Motion3(Linear3{c.velocity}), c.horizon));
    next = (next + 1) % list.size();
  }
  state.counters["hit_share"] = static_cast<double>(hits) / static_cast<double>(list.size());
}

/// The triangle itself, among the 7 × 7 cells around the ball.
void one_triangle(benchmark::State& state, double way) {
  const std::vector<Cast<3>> list = casts(way);
  std::vector<Triangle> near;
  for (const auto& c : list) {
    const double i = std::floor(c.ball.center.x) + static_cast<double>(near.size() % 7) - 3;
    const double j = std::floor(c.ball.center.y) + static_cast<double>(near.size() / 7 % 7) - 3;
    near.push_back(terrain().triangles()[static_cast<std::size_t>(2 * (i * 707 + j))]);
  }
  std::size_t hits = 0;
  const auto ask = [&](std::size_t k) {
    return time_of_impact(list[k].ball, Motion3(Linear3{list[k].velocity}), near[k], Motion3(), list[k].horizon);
  };
  for (std::size_t k = 0; k < list.size(); ++k) hits += ask(k).has_value();
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask(next));
    next = (next + 1) % list.size();
  }
  state.counters["hit_share"] = static_cast<double>(hits) / static_cast<double>(list.size());
}

const bool kAdded = [] {
  for (const double way : {0.3, 3.0}) {
    const std::string name = "/way_" + std::to_string(way).substr(0, 3) + "/carom";
    benchmark::RegisterBenchmark(("terrain_of_1e6_first_hit" + name).c_str(), first_hit, way);
    benchmark::RegisterBenchmark(("terrain_triangle_time_of_impact" + name).c_str(), one_triangle, way);
  }
  return true;
}();

}  // namespace
}  // namespace carom::bench
