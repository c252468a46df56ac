#pragma once
#include <optional>

#include "query/curved/relative_motion.hpp"
#include "query/first_contact.hpp"

namespace carom::query {

/// The first impact of two balls within one phase of their motion, as `first_impact_in` would find it, in plain double
/// arithmetic; nullopt where its error bounds can not decide (docs/theory/time-of-impact.md, "The filter for curved
/// paths").
template <int D>
std::optional<double> curved_balls_impact(const RelativeMotion<D>& motion, const Phase<D>& phase, double r, double r0,
                                          double horizon);

}  // namespace carom::query
