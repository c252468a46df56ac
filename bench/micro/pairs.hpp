#pragma once
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include "carom/query/time_of_impact.hpp"
#include "dice.hpp"

// Random pairs of a ball and another shape, and how a query over them is measured.
namespace carom::bench {

constexpr std::size_t kPairs = 65536;  // enough that no branch predictor learns them by heart
constexpr double kHorizon = 10;

template <int D, class Shape, class Motion>
struct Pair {
  Ball<D> ball;
  Motion motion;
  Shape other;
  Motion other_motion;
};

template <int D, class Shape>
Pair<D, Shape, Accelerating<D>> accelerated(const Pair<D, Shape, Linear<D>>& pair, Dice& dice) {
  return {pair.ball, {pair.motion.velocity, dice.in_cube<D>(0.5)}, pair.other, {pair.other_motion.velocity, {}}};
}

template <class Make, class Query>
void add(const std::string& name, Make make, Query query, std::size_t count = kPairs) {
  benchmark::RegisterBenchmark(name.c_str(), [make, query, count](benchmark::State& state) {
    Dice dice;
    std::vector<decltype(make(dice))> pairs;
    for (std::size_t k = 0; k < count; ++k) pairs.push_back(make(dice));
    std::size_t hits = 0;
    for (const auto& pair : pairs) hits += query(pair).has_value();
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::DoNotOptimize(query(pairs[next]));
      next = (next + 1) % count;
    }
    state.counters["hit_share"] = static_cast<double>(hits) / static_cast<double>(count);
  });
}

}  // namespace carom::bench
