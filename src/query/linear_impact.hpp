#pragma once
#include <optional>

#include "query/features.hpp"

// Two balls in linear relative motion, where plain double arithmetic could not decide. With p, w the relative position
// and velocity, R the sum of radii, C = |p|² − R², B = p·w, A = |w|² and D = R²A − |p × w|² = B² − A C: C ≤ 0: an
// impact at 0 if B < 0, else none. C > 0: an impact if B < 0 and D ≥ 0, at t = C / (√D − B) if that is within the
// horizon.
namespace carom::detail {

/// In double-double arithmetic with error bounds; nullopt where they can not decide.
template <int D>
std::optional<double> filtered_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon);

/// In exact arithmetic. The time is within 4 roundings.
template <int D>
double exact_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon);

template <int D>
double linear_impact(const RelativePath<D>& path, double r, double r0, double horizon) {
  if (const auto time = filtered_linear_impact(path, r, r0, horizon)) return *time;
  return exact_linear_impact(path, r, r0, horizon);
}

}  // namespace carom::detail
