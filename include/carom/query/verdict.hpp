#pragma once
#include "carom/query/overlap.hpp"

namespace carom {

/// time_of_impact and proximity in one word.
template <int D, class Shape>
Verdict verdict(const Ball<D>& a, const std::type_identity_t<Motion<D>>& motion_a, const Shape& b,
                const std::type_identity_t<Motion<D>>& motion_b = {}, double horizon = kForever) {
  const std::optional<Impact<D>> impact = time_of_impact(a, motion_a, b, motion_b, horizon);
  if (!impact) return proximity(a, b) == Proximity::apart ? Verdict::miss : Verdict::touching_separating;
  return impact->time == 0 && impact->start == Proximity::overlapping ? Verdict::overlapping : Verdict::hit;
}

}  // namespace carom
