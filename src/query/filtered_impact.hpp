#pragma once
#include <optional>

#include "math/uncertain.hpp"
#include "query/features.hpp"

namespace carom::detail {

/// exact_first_impact (which see) in rounded arithmetic with error bounds: its decision, with a time within
/// `kTimeError` of the exact one, relatively; or nullopt where the bounds can not decide.
template <class Real>
std::optional<double> filtered_first_impact(const Feature<Uncertain<Real>>& feature, double horizon);

inline constexpr double kTimeError = 0x1p-48;

}  // namespace carom::detail
