#pragma once
#include <cmath>
#include <cstdint>
#include <utility>

#include "carom/math/vec.hpp"

namespace oracle {

using carom::Vec;

/// Numbers that depend on a seed and an index alone, so that any one pair can be made again.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index) : state_(mixed(mixed(seed + kStep) + index * kStep)) {}

  /// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
  std::uint64_t bits() { return mixed(state_ += kStep); }
  int below(int n) { return static_cast<int>((bits() >> 32) * static_cast<std::uint64_t>(n) >> 32); }
  bool chance(int one_in) { return below(one_in) == 0; }
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }

  /// Between 10^low and 10^high; every order of magnitude is as likely.
  double power(double low, double high) {
    const double exponent = between(low, high) * 3.321928094887362;
    const double whole = std::floor(exponent);
    return std::ldexp(1 + (exponent - whole), static_cast<int>(whole));
  }
  /// x, moved by at most `most` roundings.
  double nudged(double x, int most) {
    const int steps = below(2 * most + 1) - most;
    for (int i = 0; i < (steps < 0 ? -steps : steps); ++i) x = std::nextafter(x, steps > 0 ? HUGE_VAL : -HUGE_VAL);
    return x;
  }
  template <int D>
  Vec<D> vector(double size) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = between(-size, size);
    return v;
  }
  template <int D>
  Vec<D> unit() {
    for (;;) {
      const Vec<D> v = vector<D>(1);
      const double length2 = norm2(v);
      if (length2 > 0.01 && length2 < 1) return v / std::sqrt(length2);
    }
  }
  template <int D>
  Vec<D> integers(int most) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = below(2 * most + 1) - most;
    return v;
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

template <int D>
Vec<D> perpendicular(const Vec<D>& n, Random& random) {
  if constexpr (D == 2) {
    return random.chance(2) ? Vec<D>{-n[1], n[0]} : Vec<D>{n[1], -n[0]};
  } else {
    for (;;) {
      const Vec<D> v = random.unit<D>();
      const Vec<D> rest = v - dot(v, n) * n;
      if (norm2(rest) > 0.01) return rest / norm(rest);
    }
  }
}

/// An integer vector whose length is an integer: `length`.
template <int D>
Vec<D> pythagorean(Random& random, double& length) {
  constexpr int kTriples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {28, 45, 53}};
  constexpr int kQuads[][4] = {{1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}, {2, 6, 9, 11}, {6, 6, 7, 11}};
  Vec<D> n;
  const int which = random.below(5);
  if constexpr (D == 2) {
    n = {1. * kTriples[which][0], 1. * kTriples[which][1]};
    length = kTriples[which][2];
  } else {
    n = {1. * kQuads[which][0], 1. * kQuads[which][1], 1. * kQuads[which][2]};
    length = kQuads[which][3];
  }
  for (int k = 0; k < D; ++k) {
    if (random.chance(2)) n[k] = -n[k];
    std::swap(n[k], n[random.below(k + 1)]);
  }
  return n;
}

}  // namespace oracle
