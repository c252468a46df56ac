#pragma once
#include "query/curved/common_clock.hpp"
#include "query/curved/damped_impact.hpp"
#include "query/curved/exact_impact.hpp"
#include "query/curved/filtered_impact.hpp"
#include "query/curved/relative_motion.hpp"

namespace carom::query {

/// The first of three precisions that decides; `build.operator()<Number>()` makes the feature in the numbers that it is
/// asked for.
template <class Build>
double first_impact(const Build& build, double horizon) {
  if (const auto time = filtered_first_impact<double>(build.template operator()<math::Uncertain<double>>(), horizon))
    return *time;
  if (const auto time =
          filtered_first_impact<TwoTerms>(build.template operator()<math::Uncertain<TwoTerms>>(), horizon))
    return *time;
  return exact_first_impact(build.template operator()<math::Dyadic>(), horizon);
}

template <class Real, int D, class FeatureOf>
std::optional<double> filtered_impact_in(const Phase<D>& phase, const Phase<D>* before, const Span& span,
                                         const FeatureOf& feature_of) {
  using N = math::Uncertain<Real>;
  const auto feature = feature_of.template operator()<N>(course<N, D>(phase.path(), phase.from));
  if (before == nullptr || feature.surely_apart()) return filtered_first_impact<Real>(feature, span);
  // The law before, too, as a polynomial of the time from the border on.
  const auto earlier = feature_of.template operator()<N>(course<N, D>(before->path(), phase.from));
  return filtered_first_impact<Real>(feature, span, &earlier);
}

template <int D, class FeatureOf>
double exact_impact_in(const Phase<D>& phase, const Phase<D>* before, const Span& span, const FeatureOf& feature_of) {
  const auto feature = feature_of.template operator()<math::Dyadic>(course<math::Dyadic, D>(phase.path()));
  if (before == nullptr) return exact_first_impact(feature, span);
  const auto earlier = feature_of.template operator()<math::Dyadic>(course<math::Dyadic, D>(before->path()));
  return exact_first_impact(feature, span, &earlier);
}

/// Where a body comes to rest in overlap, roots of `sinking` lie closer together than exact arithmetic can tell
/// cheaply.
template <int D, class FeatureOf>
std::optional<double> filtered_sinking_in(const Phase<D>& phase, const Phase<D>* before, const Span& span,
                                          const FeatureOf& feature_of) {
  if (!feature_of.template operator()<math::Uncertain<double>>(course<math::Uncertain<double>, D>(phase.path()))
           .sinking)
    return {};
  return filtered_impact_in<math::Wide>(phase, before, span, feature_of);
}

/// The first impact within a phase, which starts where `before` ends (null: at the query's start).
template <int D, class FeatureOf>
double first_impact_in(const Phase<D>& phase, const Phase<D>* before, double horizon, const FeatureOf& feature_of) {
  const Span span{phase.from, std::min(phase.to, horizon), horizon < phase.to};
  if (const auto time = filtered_impact_in<double>(phase, before, span, feature_of)) return *time;
  if (const auto time = filtered_impact_in<TwoTerms>(phase, before, span, feature_of)) return *time;
  if (const auto time = filtered_sinking_in(phase, before, span, feature_of)) return *time;
  return exact_impact_in(phase, before, span, feature_of);
}

/// Of motions without damping.
template <int D, class FeatureOf>
double polynomial_first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  const Phase<D>* before = nullptr;
  for (const Phase<D>& phase : Phases<D>(motion)) {
    if (phase.from > horizon || at_rest(phase)) break;
    const double time = first_impact_in(phase, before, horizon, feature_of);
    if (time != kNever) return time;
    before = &phase;
  }
  return kNever;
}

/// Of motions without damping or stops, up to any exact time.
template <int D, class FeatureOf>
double exact_impact_until(const RelativeMotion<D>& motion, const math::Dyadic& end, const FeatureOf& feature_of) {
  const Phase<D> phase = *Phases<D>(motion).begin();
  return exact_first_impact_until(feature_of.template operator()<math::Dyadic>(course<math::Dyadic, D>(phase.path())),
                                  end);
}

/// Whether a feature without borders, such as a plane, has the same gap all along a direction: exactly.
template <int D, class FeatureOf>
bool is_level(const Vec<D>& along, const FeatureOf& feature_of) {
  const auto level = [&]<class Number>(int unknown) {
    Course<Number, D> line;
    for (int k = 0; k < D; ++k) line[static_cast<std::size_t>(k)] = {Number(), Number(along[k])};
    const auto feature = feature_of.template operator()<Number>(line);
    if (feature.region.size() > 0) return false;
    for (int k = 1; k <= feature.gap.degree(); ++k)
      if (const int sign = feature.gap[k].sign(); sign != 0 && sign != unknown) return false;
    return true;
  };
  constexpr int kUnknown = math::Uncertain<double>::kUnknown;
  return level.template operator()<math::Uncertain<double>>(kUnknown) &&
         level.template operator()<math::Dyadic>(kUnknown);
}

/// Of motions of which at least one is damped.
template <int D, class FeatureOf>
double damped_first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  const std::optional<double> damping = common_damping(motion);
  if (!damping) return DampedImpact<D, FeatureOf>(motion, horizon, feature_of)();
  const RelativeMotion<D> straight = straightened(motion);
  return impact_by(
      CommonClock(*damping, horizon), [&](double end) { return polynomial_first_impact(straight, end, feature_of); },
      [&](const math::Dyadic& end) { return exact_impact_until(straight, end, feature_of); });
}

/// The first impact of two moving shapes with one feature within 0 ≤ t ≤ horizon;
/// `feature_of.operator()<Number>(course)` makes the feature in the numbers that it is asked for.
template <int D, class FeatureOf>
double first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  if (!is_damped(motion.motion) && !is_damped(motion.other))
    return polynomial_first_impact(motion, horizon, feature_of);
  RelativeMotion<D> felt = motion;
  for (Motion<D>* law : {&felt.motion, &felt.other})
    if (is_damped(*law) && is_level<D>(law->velocity, feature_of)) *law = Motion<D>{};
  if (is_damped(felt.motion) || is_damped(felt.other)) return damped_first_impact(felt, horizon, feature_of);
  return polynomial_first_impact(felt, horizon, feature_of);
}

}  // namespace carom::query
