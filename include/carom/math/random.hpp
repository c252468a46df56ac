#pragma once
#include <array>
#include <cstdint>

#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Random numbers with the same bits on every machine: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom
/// number generators", ACM Trans. Math. Softw. 47, 2021), its state filled from the seed by splitmix64 (Steele, Lea and
/// Flood, 2014). Distributions use + − × ÷, √ and `portable::log` only.
class Random {
 public:
  /// `stream` gives independent sequences for the same seed.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t bits();                      ///< 64 random bits
  double uniform();                          ///< a multiple of 2⁻⁵³ in [0, 1)
  double uniform(double low, double high);   ///< in [low, high]
  std::uint64_t below(std::uint64_t count);  ///< 0 … count − 1, each as likely as any other; count > 0
  double normal();                           ///< mean 0, variance 1 (Marsaglia's polar method)
  template <int D>
  Vec<D> direction();  ///< a unit vector, all directions alike
  template <int D>
  Vec<D> in_ball();  ///< a point of the unit disc or ball, all places alike

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

}  // namespace carom

#pragma GCC visibility pop
