#pragma once
#include "query/exact_impact.hpp"
#include "query/filtered_impact.hpp"

namespace carom::detail {

/// The first of three precisions that decides; `build.operator()<Number>()` makes the feature in the numbers that it is
/// asked for.
template <class Build>
double first_impact(const Build& build, double horizon) {
  if (const auto time = filtered_first_impact<double>(build.template operator()<Uncertain<double>>(), horizon))
    return *time;
  if (const auto time = filtered_first_impact<TwoTerms>(build.template operator()<Uncertain<TwoTerms>>(), horizon))
    return *time;
  return exact_first_impact(build.template operator()<Dyadic>(), horizon);
}

}  // namespace carom::detail
