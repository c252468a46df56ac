#pragma once

// The constants of the filter for two balls on straight paths (docs/theory/time-of-impact.md). They decide which stage
// gives an answer, and so its last bits: scalar and vector code share them.
namespace carom::query {

template <class Real>
struct LinearFilter;

template <>
struct LinearFilter<double> {
  static constexpr double kGap = 0x1p-10;     ///< least gap, relative to |p|² + R²
  static constexpr double kHit = 0x1p-8;      ///< least discriminant of a hit, relative to R² |w|²
  static constexpr double kMiss = 0x1p-20;    ///< least −discriminant of a miss, relative to |p × w|²
  static constexpr double kMargin = 0x1p-78;  ///< of the discriminant, relative to |p|² |w|²
  static constexpr double kLeast = 0x1p-400;  ///< range of |p|² + R² and of |w|²
  static constexpr double kMost = 0x1p400;
  static constexpr double kHorizon = 0x1p-38;  ///< doubt about the time
  static constexpr double kOverlap = 0x1p-50;  ///< doubt about the gap, relative to |p|² + R²
};

template <>
struct LinearFilter<float> {
  static constexpr float kGap = 0x1p-5F;
  static constexpr float kHit = 0x1p-6F;
  static constexpr float kMiss = 0x1p-11F;
  static constexpr float kMargin = 0x1p-30F;
  static constexpr float kLeast = 0x1p-40F;
  static constexpr float kMost = 0x1p60F;
  static constexpr float kHorizon = 0x1p-13F;
  static constexpr float kOverlap = 0x1p-21F;
};

}  // namespace carom::query
