#pragma once
#include "math/roots.hpp"
#include "query/first_contact.hpp"

namespace carom::query {

/// The time of the first impact with a feature in a span, decided in exact arithmetic and rounded to nearest; kNever if
/// there is none. An impact is
/// - t = from where gap ≤ 0 and the gap decreases immediately after, in the region; with another law `before` the span
///   only if by that law the gap did not already decrease immediately before;
/// - t > from where gap = 0 having been > 0 immediately before, in the region;
/// - t > from where gap ≤ 0 and the gap stops increasing and begins to decrease, in the region immediately after t; not
///   at the end of a span that is not closed: there the next span's law decides.
double exact_first_impact(const Feature<math::Dyadic>& feature, const Span& span,
                          const Feature<math::Dyadic>* before = nullptr);

/// The same from t = 0 to any exact end > 0.
double exact_first_impact_until(const Feature<math::Dyadic>& feature, const math::Dyadic& end);

}  // namespace carom::query
