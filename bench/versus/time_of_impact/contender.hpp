#pragma once
#include <array>
#include <span>
#include <vector>

#include "carom/query/batch.hpp"

namespace carom::bench {

template <int D>
struct Pair {
  Ball<D> a;
  Linear<D> motion_a;
  Ball<D> b;
  Linear<D> motion_b;
};

/// The same pairs one by one and in columns (center, radius, velocity).
template <int D, class Real>
struct Pairs {
  using Columns = std::array<std::vector<Real>, static_cast<std::size_t>(2 * D + 1)>;
  std::vector<Pair<D>> single;  ///< empty where there are too many
  Columns a;
  Columns b;

  std::size_t size() const { return a[0].size(); }
};

template <int D, class Real>
BallColumns<D, Real> view(const typename Pairs<D, Real>::Columns& columns) {
  BallColumns<D, Real> balls;
  for (std::size_t k = 0; k < D; ++k) {
    balls.center[k] = columns[k];
    balls.velocity[k] = columns[D + 1 + k];
  }
  balls.radius = columns[D];
  return balls;
}

/// Writes when each pair first touches, +infinity for never.
template <int D, class Real>
using Times = void (*)(const Pairs<D, Real>& pairs, Real horizon, std::span<Real> times);

// One query after the other.
template <int D>
void carom_single(const Pairs<D, double>& pairs, double horizon, std::span<double> times);
template <int D>
void plain_single(const Pairs<D, double>& pairs, double horizon, std::span<double> times);
void bullet_single(const Pairs<3, double>& pairs, double horizon, std::span<double> times);
void fcl_single(const Pairs<3, double>& pairs, double horizon, std::span<double> times);

// All at once.
template <int D, class Real>
void carom_batch(const Pairs<D, Real>& pairs, Real horizon, std::span<Real> times);
template <int D, class Real>
void plain_batch(const Pairs<D, Real>& pairs, Real horizon, std::span<Real> times);

}  // namespace carom::bench
