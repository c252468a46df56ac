#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "carom/math/vec.hpp"

namespace carom::sim {

/// A ball's straight path in single precision: enough to tell most balls that are not met from those that may be.
/// Lengths are in units of R, the greatest sum of two radii, times in epochs; the position is that at a time common to
/// all. A path that is not straight, or beyond the bounds below, is unknown (NaN): then nothing is ruled out.
struct alignas(32) CoarsePath {
  float position[3] = {std::numeric_limits<float>::quiet_NaN(), 0, 0};
  float radius = 0;
  float velocity[3] = {0, 0, 0};
  float spare = 0;
};

/// With u = 2⁻²⁴, coordinates up to kFar, and velocities up to kFar / kEpochs:
/// - p = p₀ + w τ, 0 ≤ τ ≤ kEpochs, folded into the periodic box, is off by less than 24 u kFar < 2⁻⁸;
/// - w by less than 2⁻¹⁴ |w|, where |w| ≥ 2⁻⁸ |v|, v one of the two velocities;
/// - so is the distance d at which the centres pass each other: by 2⁻⁸ + 2⁻¹³ |p|, and d² by 2⁻²⁰ p² more as it is
/// found. Balls with d² > (Rₛ + 2⁻⁶)² + 2⁻¹⁰ p² miss, and those with p·w > 0, (p·w)² > 2⁻¹⁰ w² (p² + 1), part.
struct CoarseBounds {
  static constexpr double kFar = 0x1p11;
  static constexpr int kEpochs = 8;
  static constexpr float kMargin = 0x1p-6F;     ///< of the distance
  static constexpr float kRelative = 0x1p-10F;  ///< of squares
  static constexpr float kSteady = 0x1p-16F;    ///< least w²/v²
  static constexpr float kLeast = 0x1p-40F;     ///< and w²
};

/// Written as two vectors, because it is soon read as such.
inline void set_coarse_path(CoarsePath& path, const std::array<float, 8>& numbers) {
  using Four [[gnu::vector_size(16)]] = float;
  const Four place = {numbers[0], numbers[1], numbers[2], numbers[3]};
  const Four velocity = {numbers[4], numbers[5], numbers[6], numbers[7]};
  std::memcpy(path.position, &place, sizeof(place));
  std::memcpy(path.velocity, &velocity, sizeof(velocity));
}

/// All in these units.
template <int D>
void coarsen(CoarsePath& path, const Vec<D>& position, const Vec<D>& velocity, double radius) {
  using Bounds = CoarseBounds;
  double most = 0;
  std::array<float, 8> numbers{};
  for (std::size_t k = 0; k < D; ++k) {
    const int axis = static_cast<int>(k);
    most = std::max({most, std::fabs(position[axis]), std::fabs(velocity[axis]) * Bounds::kEpochs});
    numbers[k] = static_cast<float>(position[axis]);
    numbers[4 + k] = static_cast<float>(velocity[axis]);
  }
  numbers[3] = static_cast<float>(radius);
  if (!(most <= Bounds::kFar)) numbers[0] = std::numeric_limits<float>::quiet_NaN();
  set_coarse_path(path, numbers);
}

}  // namespace carom::sim
