#pragma once
#include "carom/query/overlap.hpp"

namespace carom {

/// time_of_impact and proximity in one word.
template <class A, ComparableTo<A> B>
Verdict verdict(const A& a, const Motion<kDimension<A>>& motion_a, const B& b,
                const Motion<kDimension<A>>& motion_b = {}, double horizon = kForever) {
  const std::optional<Impact<kDimension<A>>> impact = time_of_impact(a, motion_a, b, motion_b, horizon);
  if (!impact) return proximity(a, b) == Proximity::apart ? Verdict::miss : Verdict::touching_separating;
  return impact->time == 0 && impact->start == Proximity::overlapping ? Verdict::overlapping : Verdict::hit;
}

}  // namespace carom
