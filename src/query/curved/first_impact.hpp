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
  const auto feature = feature_of.template operator()<N>(course_from<N, D>(phase, phase));
  if (before == nullptr || feature.surely_apart()) return filtered_first_impact<Real>(feature, span);
  // The law before, too, as a polynomial of the time from the border on.
  const auto earlier = feature_of.template operator()<N>(course_from<N, D>(*before, phase));
  return filtered_first_impact<Real>(feature, span, &earlier);
}

template <int D, class FeatureOf>
double exact_impact_in(const Phase<D>& phase, const Phase<D>* before, const Span& span, const FeatureOf& feature_of) {
  using Exact = ExactNumberOf<FeatureOf>;
  const ExactSpan<Exact> exact_span(span);
  const auto feature = feature_of.template operator()<Exact>(course<Exact, D>(phase.path()));
  if (before == nullptr) return exact_first_impact(feature, exact_span);
  const auto earlier = feature_of.template operator()<Exact>(course<Exact, D>(before->path()));
  return exact_first_impact(feature, exact_span, &earlier);
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

/// By the first precision that decides, all but exact arithmetic.
template <int D, class FeatureOf>
std::optional<double> filtered_impact_in(const Phase<D>& phase, const Phase<D>* before, const Span& span,
                                         const FeatureOf& feature_of) {
  if (const auto time = filtered_impact_in<double>(phase, before, span, feature_of)) return time;
  if (const auto time = filtered_impact_in<TwoTerms>(phase, before, span, feature_of)) return time;
  return filtered_sinking_in(phase, before, span, feature_of);
}

/// Of a phase in which one side slows and the other rests: its path is straight on the clock of the one, on which no
/// rate has a root at the stop. nullopt also where that clock tells the time badly.
template <class Real, int D, class FeatureOf>
std::optional<double> clocked_impact_in(const Phase<D>& phase, const Phase<D>* before, const Span& span,
                                        const FeatureOf& feature_of) {
  using N = math::Uncertain<Real>;
  const SlowingClock clock(*phase.only_mover(), span.to);
  const double from = clock.reading(span.from);
  const Span on_clock(0, std::fmax(clock.end() - from, 0), span.closed, clock.doubt());
  Course<N, D> straight = course_from<N, D>(phase, phase);
  const double side = std::isinf(phase.rest) ? 1 : -1;
  for (int k = 0; k < D; ++k) {
    auto& along = straight[static_cast<std::size_t>(k)];
    along = {along.is_zero() ? N() : along[0], N(side * phase.only_mover()->velocity[k])};
  }
  const auto feature = feature_of.template operator()<N>(straight);
  std::optional<Feature<N>> earlier;
  if (before != nullptr) earlier = feature_of.template operator()<N>(course_from<N, D>(*before, phase));
  const auto time = filtered_first_impact<Real>(feature, on_clock, earlier ? &*earlier : nullptr);
  if (!time || *time == kNever) return time;
  if (*time == 0) return span.from;
  return from + *time <= clock.before() ? std::optional(clock.time(from + *time)) : std::nullopt;
}

/// By the first precision that decides of laws of which one slows: algebraic numbers cost a thousand times more.
template <int D, class FeatureOf>
std::optional<double> filtered_slowing_in(const Phase<D>& phase, const Phase<D>* before, const Span& span,
                                          const FeatureOf& feature_of) {
  if (const auto time = filtered_impact_in<double>(phase, before, span, feature_of)) return time;
  if (const auto time = filtered_impact_in<TwoTerms>(phase, before, span, feature_of)) return time;
  if (const Motion<D>* law = phase.only_mover(); law != nullptr && slows(*law))
    if (const auto time = clocked_impact_in<math::Wide>(phase, before, span, feature_of)) return time;
  return filtered_impact_in<math::Wide>(phase, before, span, feature_of);
}

/// The first impact within a phase, which starts where `before` ends (null: at the query's start).
template <int D, class FeatureOf>
double first_impact_in(const Phase<D>& phase, const Phase<D>* before, double horizon, const FeatureOf& feature_of) {
  const Span span{phase.from, std::min(phase.to, horizon), horizon < phase.to};
  if (const auto time = filtered_impact_in(phase, before, span, feature_of)) return *time;
  return exact_impact_in(phase, before, span, feature_of);
}

/// Of motions without damping of which one slows, in exact arithmetic: |v| is a root.
template <int D, class FeatureOf>
double algebraic_first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  using math::Surd;
  const auto stop_of = [](const Motion<D>& law) -> std::optional<Surd> {
    if (slows(law)) return Slowing<Surd>(law).stop;
    return std::isinf(law.stop) ? std::nullopt : std::optional(Surd(law.stop));
  };
  const auto earlier = [](const std::optional<Surd>& a, const std::optional<Surd>& b) { return a && (!b || *a < *b); };
  const std::optional<Surd> stop = stop_of(motion.motion);
  const std::optional<Surd> stop0 = stop_of(motion.other);
  const std::optional<Surd> last = std::isinf(horizon) ? std::nullopt : std::optional(Surd(horizon));
  const bool in_order = !earlier(stop0, stop);
  std::optional<Feature<Surd>> before;
  std::optional<Surd> from = Surd();
  for (const auto& border : {in_order ? stop : stop0, in_order ? stop0 : stop, std::optional<Surd>()}) {
    if (!from || earlier(last, from)) break;
    if (border && !earlier(from, border)) continue;
    const auto rests = [&](const std::optional<Surd>& s) { return s && !earlier(from, s); };
    if (rests(stop) && rests(stop0)) break;
    const Feature<Surd> feature =
        feature_of.template operator()<Surd>(algebraic_course(motion, rests(stop), rests(stop0)));
    const bool ends_before_border = earlier(last, border);
    const ExactSpan<Surd> span(*from, ends_before_border ? last : border, ends_before_border);
    const double time = exact_first_impact(feature, span, before ? &*before : nullptr);
    if (time != kNever) return time;
    before = feature;
    from = border;
  }
  return kNever;
}

/// Whether rounding might change the order of two times.
inline bool nearly_same(double a, double b) {
  return std::fabs(a - b) <= 0x1p-48 * std::fmin(a, b);
}

/// Whether the phases of a motion that slows are those of its rounded stops, up to the horizon.
template <int D>
bool has_clear_phases(const RelativeMotion<D>& m, double horizon) {
  return has_usual_size(m.motion) && has_usual_size(m.other) && !nearly_same(m.motion.stop, m.other.stop) &&
         !nearly_same(m.motion.stop, horizon) && !nearly_same(m.other.stop, horizon);
}

/// Of motions without damping of which one slows.
template <int D, class FeatureOf>
double slowing_first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  if (!has_clear_phases(motion, horizon)) return algebraic_first_impact(motion, horizon, feature_of);
  const Phase<D>* before = nullptr;
  for (const Phase<D>& phase : Phases<D>(motion)) {
    if (phase.from > horizon || at_rest(phase)) break;
    const double end = std::min(phase.to, horizon);
    const double doubt = 0x1p-50 * (std::isinf(end) ? phase.from : end);
    const auto time = filtered_slowing_in(phase, before, Span(phase.from, end, horizon < phase.to, doubt), feature_of);
    if (!time) return algebraic_first_impact(motion, horizon, feature_of);
    if (*time != kNever) return *time;
    before = &phase;
  }
  return kNever;
}

/// Of motions without damping.
template <int D, class FeatureOf>
double polynomial_first_impact(const RelativeMotion<D>& motion, double horizon, const FeatureOf& feature_of) {
  if (slows(motion)) return slowing_first_impact(motion, horizon, feature_of);
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
  using Exact = ExactNumberOf<FeatureOf>;
  const auto feature = feature_of.template operator()<Exact>(course<Exact, D>(phase.path()));
  return exact_first_impact(feature, ExactSpan<Exact>({}, Exact(end), true));
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
         level.template operator()<ExactNumberOf<FeatureOf>>(kUnknown);
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
