#pragma once
#include "math/roots.hpp"
#include "query/first_contact.hpp"

namespace carom::query {

/// The numbers in which a feature is exact: those that it names itself, or Dyadic.
template <class FeatureOf>
struct ExactNumber {
  using type = math::Dyadic;
};
template <class FeatureOf>
requires requires {
  typename FeatureOf::Exact;
}
struct ExactNumber<FeatureOf> {
  using type = typename FeatureOf::Exact;
};
template <class FeatureOf>
using ExactNumberOf = typename ExactNumber<FeatureOf>::type;

/// A span between exact times; without an end if `to` is left out.
template <class Number>
struct ExactSpan {
  Number from{};
  std::optional<Number> to{};
  bool closed = true;

  ExactSpan(const Number& begin, const std::optional<Number>& end, bool is_closed)
      : from(begin), to(end), closed(is_closed) {}
  explicit ExactSpan(const Span& span) : from(span.from), closed(span.closed) {
    if (!std::isinf(span.to)) to = Number(span.to);
  }
};

/// The time of the first impact with a feature in a span, decided in exact arithmetic and rounded to nearest; kNever if
/// there is none, or none before 2^1024. An impact is
/// - t = from where gap ≤ 0 and the gap decreases immediately after, in the region; with another law `before` the span
///   only if by that law the gap did not already decrease immediately before;
/// - t > from where gap = 0 having been > 0 immediately before, in the region;
/// - t > from where gap ≤ 0 and the gap stops increasing and begins to decrease, in the region immediately after t; not
///   at the end of a span that is not closed: there the next span's law decides.
template <class Number>
double exact_first_impact(const Feature<Number>& feature, const ExactSpan<Number>& span,
                          const Feature<Number>* before = nullptr);

inline double exact_first_impact(const Feature<math::Dyadic>& feature, const Span& span,
                                 const Feature<math::Dyadic>* before = nullptr) {
  return exact_first_impact(feature, ExactSpan<math::Dyadic>(span), before);
}

}  // namespace carom::query
