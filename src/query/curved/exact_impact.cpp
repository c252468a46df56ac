#include "query/curved/exact_impact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::query {
namespace {

template <class Number, class Test>
bool throughout(const Feature<Number>& feature, const Test& holds) {
  for (int i = 0; i < feature.region.size(); ++i)
    if (!holds(feature.region[i])) return false;
  return true;
}

/// Whether the centre is in the region immediately before (side −1) or after (side 1) a root of p.
template <class Number>
bool in_region_beside(const Feature<Number>& feature, const math::Polynomial<Number>& p,
                      const math::IsolatedRoot<Number>& root, int side) {
  return throughout(feature, [&](math::Polynomial<Number> q) {
    int sign = 0;
    for (int parity = 1; sign == 0 && !q.is_zero(); q = q.derivative(), parity *= side)
      sign = parity * math::sign_at_root(q, p, root);
    return sign >= 0;
  });
}

template <class Number>
int sign_just_before(const math::Polynomial<Number>& p, const math::IsolatedRoot<Number>& root) {
  return root.exact() ? math::sign_before(p, root.low) : math::sign_after(p, root.low);
}

template <class Number>
int sign_just_after(const math::Polynomial<Number>& p, const math::IsolatedRoot<Number>& root) {
  return root.exact() ? math::sign_after(p, root.low) : math::sign_before(p, root.high);
}

template <class Number>
bool impact_at_start(const Feature<Number>& feature, const math::Polynomial<Number>& rate, const Number& start,
                     const Feature<Number>* before) {
  return !feature.only_arrivals && (feature.sinking || feature.gap(start).sign() <= 0) &&
         math::sign_after(rate, start) < 0 &&
         throughout(feature, [&](const math::Polynomial<Number>& q) { return math::sign_after(q, start) >= 0; }) &&
         (before == nullptr || math::sign_before(before->rate(), start) >= 0);
}

template <class Number>
double first_arrival(const Feature<Number>& feature, const Number& begin, const Number& end) {
  if (feature.sinking) return kNever;
  for (const math::IsolatedRoot<Number>& root : math::isolate_roots(feature.gap, begin, end))
    if (sign_just_before(feature.gap, root) > 0 && in_region_beside(feature, feature.gap, root, -1))
      return math::nearest_double(feature.gap, root);
  return kNever;
}

template <class Number>
double first_turn(const Feature<Number>& feature, const math::Polynomial<Number>& rate, const Number& begin,
                  const Number& end, bool closed) {
  if (feature.only_arrivals) return kNever;
  for (const math::IsolatedRoot<Number>& root : math::isolate_roots(rate, begin, end))
    if (sign_just_before(rate, root) > 0 && sign_just_after(rate, root) < 0 &&
        (feature.sinking || math::sign_at_root(feature.gap, rate, root) <= 0) &&
        in_region_beside(feature, rate, root, 1) && (closed || (end - root.low).sign() > 0))
      return math::nearest_double(rate, root);
  return kNever;
}

template <class Number>
double first_after_start(const Feature<Number>& feature, const math::Polynomial<Number>& rate, const Number& begin,
                         const Number& end, bool closed) {
  return std::min(first_arrival(feature, begin, end),
                  rate.degree() > 0 ? first_turn(feature, rate, begin, end, closed) : kNever);
}

}  // namespace

template <class Number>
double exact_first_impact(const Feature<Number>& feature, const ExactSpan<Number>& span,
                          const Feature<Number>* before) {
  const math::Polynomial<Number> rate = feature.rate();
  if (rate.is_zero()) return kNever;
  if (impact_at_start(feature, rate, span.from, before)) return span.from.to_double();
  const Number end = span.to ? *span.to : span.from + math::root_bound(feature.gap) + math::root_bound(rate);
  if (!(span.from < end)) return kNever;
  return first_after_start(feature, rate, span.from, end, span.closed);
}

template double exact_first_impact(const Feature<math::Dyadic>&, const ExactSpan<math::Dyadic>&,
                                   const Feature<math::Dyadic>*);
template double exact_first_impact(const Feature<math::Surd>&, const ExactSpan<math::Surd>&,
                                   const Feature<math::Surd>*);

}  // namespace carom::query
