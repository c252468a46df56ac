#pragma once
#include "query/curved/features.hpp"

// Two balls in linear relative motion, where plain double arithmetic could not decide. With p, w the relative position
// and velocity, R the sum of radii, C = |p|² − R², B = p·w, A = |w|² and D = R²A − |p × w|² = B² − A C: C ≤ 0: an
// impact at 0 if B < 0, else none. C > 0: an impact if B < 0 and D ≥ 0, at t = C / (√D − B) if that is within the
// horizon.
namespace carom::query {

/// p − p0 and w − w0, r + r0: compensated sums with error bounds, then exact arithmetic where these can not decide.
template <int D>
double linear_impact(const Vec<D>& p, const Vec<D>& w, double r, const Vec<D>& p0, const Vec<D>& w0, double r0,
                     double horizon);

/// In exact arithmetic. The time is within 4 roundings.
template <int D>
double exact_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon);

}  // namespace carom::query
