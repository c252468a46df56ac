#pragma once
#include <random>

#include "carom/math/vec.hpp"

namespace carom::bench {

/// The same inputs in every run.
class Dice {
 public:
  double between(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }

  template <int D>
  Vec<D> in_cube(double half_side) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = between(-half_side, half_side);
    return v;
  }

  template <int D>
  Vec<D> direction() {
    for (;;) {
      const Vec<D> v = in_cube<D>(1);
      if (norm2(v) > 0.01 && norm2(v) < 1) return v / norm(v);
    }
  }

 private:
  std::mt19937_64 engine_{20020118};
};

}  // namespace carom::bench
