#pragma once
#include <optional>

#include "math/exact/uncertain.hpp"
#include "query/curved/features.hpp"

namespace carom::query {

/// exact_first_impact (which see) in rounded arithmetic with error bounds: its decision, with a time within
/// `kTimeError` of the exact one, relatively; or nullopt where the bounds can not decide. The polynomials are those of
/// t − from. `before` may be left out where the gap is certainly > 0 at the start.
template <class Real>
std::optional<double> filtered_first_impact(const Feature<math::Uncertain<Real>>& feature, const Span& span,
                                            const Feature<math::Uncertain<Real>>* before = nullptr);

inline constexpr double kTimeError = 0x1p-48;

}  // namespace carom::query
