#pragma once
#include "carom/query/overlap.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// What an impact, or none, means for shapes that stood so at the start.
template <int D>
Verdict verdict(const std::optional<Impact<D>>& impact, Proximity start) {
  if (start == Proximity::overlapping) return Verdict::overlapping;
  if (impact) return Verdict::hit;
  return start == Proximity::apart ? Verdict::miss : Verdict::touching_separating;
}

/// time_of_impact and proximity in one word.
template <class A, ComparableTo<A> B>
Verdict verdict(const A& a, const Motion<kDimension<A>>& motion_a, const B& b,
                const Motion<kDimension<A>>& motion_b = {}, double horizon = kForever) {
  const std::optional<Impact<kDimension<A>>> impact = time_of_impact(a, motion_a, b, motion_b, horizon);
  return verdict(impact, impact ? impact->start : proximity(a, b));
}

}  // namespace carom

#pragma GCC visibility pop
