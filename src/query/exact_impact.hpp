#pragma once
#include "math/roots.hpp"
#include "query/first_contact.hpp"

namespace carom::detail {

/// The time of the first impact with a feature in 0 ≤ t ≤ horizon, decided in exact arithmetic and rounded to nearest;
/// kNever if there is none. An impact is
/// - t = 0 where gap ≤ 0 and the gap decreases immediately after, in the region;
/// - t > 0 where gap = 0 having been > 0 immediately before, in the region;
/// - t > 0 where gap ≤ 0 and the gap stops increasing and begins to decrease, in the region immediately after t.
double exact_first_impact(const Feature<Dyadic>& feature, double horizon);

}  // namespace carom::detail
