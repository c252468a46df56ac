#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "carom/query/time_of_impact.hpp"
#include "plain_quadratic.hpp"

// Balls whose paths bend or end, in random pairs of which about half meet; beside them the plain quadratic for the same
// pairs on straight paths: what a hit-or-miss answer costs at least. Names are kind/case/contender.
namespace carom::bench {
namespace {

constexpr std::size_t kPairs = 4096;  // enough that no branch predictor learns them by heart

template <int D>
struct CurvedPair {
  Ball<D> a;
  Ball<D> b;
  Motion<D> motion_a;
  Motion<D> motion_b;
};

class CurvedDice {
 public:
  double between(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }

  template <int D>
  Vec<D> direction() {
    for (;;) {
      Vec<D> v;
      for (int k = 0; k < D; ++k) v[k] = between(-1, 1);
      if (norm2(v) > 0.01 && norm2(v) < 1) return v / norm(v);
    }
  }

 private:
  std::mt19937_64 engine_{20020119};
};

/// Rolling towards each other more or less: the first is aimed beside the second, which rolls anywhere.
template <int D, class Law>
CurvedPair<D> aimed_pair(CurvedDice& dice, const Law& law) {
  const Ball<D> a{10.0 * dice.direction<D>(), dice.between(0.5, 1)};
  const Vec<D> towards = dice.direction<D>();
  const double radius = dice.between(0.5, 1);
  const Ball<D> b{a.center + dice.between(1.5, 5) * (a.radius + radius) * towards, radius};
  const Vec<D> aim = towards + dice.between(0, 0.7) * dice.direction<D>();
  return {a, b, law(dice.between(1, 5) * aim), law(dice.between(0, 0.5) * dice.direction<D>())};
}

template <int D>
CurvedPair<D> stopping_pair(CurvedDice& dice) {
  return aimed_pair<D>(dice, [&](const Vec<D>& v) { return Stopping<D>{v, dice.between(0.3, 1)}; });
}

template <int D>
CurvedPair<D> accelerating_pair(CurvedDice& dice) {
  return aimed_pair<D>(dice, [&](const Vec<D>& v) { return Accelerating<D>{v, dice.direction<D>()}; });
}

template <int D>
CurvedPair<D> alike_damped_pair(CurvedDice& dice) {
  return aimed_pair<D>(dice, [&](const Vec<D>& v) { return Damped<D>{v, 0.5}; });
}

template <int D>
CurvedPair<D> damped_pair(CurvedDice& dice) {
  return aimed_pair<D>(dice, [&](const Vec<D>& v) { return Damped<D>{v, dice.between(0.3, 0.6)}; });
}

template <int D>
auto with_carom(const CurvedPair<D>& q) {
  return time_of_impact(q.a, q.motion_a, q.b, q.motion_b);
}
template <int D>
auto with_plain_straight(const CurvedPair<D>& q) {
  return plain_time_of_impact(q.a, Linear<D>{q.motion_a.velocity}, q.b, Linear<D>{q.motion_b.velocity}, kForever);
}

template <class Make, class Query>
void add(const std::string& name, Make make, Query query) {
  benchmark::RegisterBenchmark(name.c_str(), [make, query](benchmark::State& state) {
    CurvedDice dice;
    std::vector<decltype(make(dice))> pairs;
    for (std::size_t k = 0; k < kPairs; ++k) pairs.push_back(make(dice));
    std::size_t hits = 0;
    for (const auto& pair : pairs) hits += query(pair).has_value();
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::DoNotOptimize(query(pairs[next]));
      next = (next + 1) % kPairs;
    }
    state.counters["hit_share"] = static_cast<double>(hits) / kPairs;
  });
}

template <int D>
bool add_all() {
  const std::string kind = "curved_ball_ball_" + std::to_string(D) + "d/";
  add(kind + "stopping/carom", stopping_pair<D>, with_carom<D>);
  add(kind + "stopping/plain_straight", stopping_pair<D>, with_plain_straight<D>);
  add(kind + "accelerating/carom", accelerating_pair<D>, with_carom<D>);
  add(kind + "alike_damped/carom", alike_damped_pair<D>, with_carom<D>);
  add(kind + "damped/carom", damped_pair<D>, with_carom<D>);
  return true;
}

const bool kAdded = add_all<2>() && add_all<3>();

}  // namespace
}  // namespace carom::bench
