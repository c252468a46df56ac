#pragma once
#include <optional>

#include "carom/shape/half_space.hpp"

namespace carom::query {

/// How much of the scales is doubted in gap and rate of a plane, and of the horizon in a time.
inline constexpr double kPlaneDoubt = 0x1p-48;
inline constexpr double kPlaneHorizonDoubt = 0x1p-45;
inline constexpr double kPlaneLeast = 0x1p-400;
inline constexpr double kPlaneMost = 0x1p400;

/// When a ball on a straight path first touches a half-space that moves at v0; nullopt where the error bounds of
/// compensated sums can not decide. The time is within 5 roundings.
template <int D>
std::optional<double> straight_plane_impact(const Vec<D>& p, const Vec<D>& v, double radius, const HalfSpace<D>& plane,
                                            const Vec<D>& v0, double horizon);

}  // namespace carom::query
