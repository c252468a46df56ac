#include "query/exact_impact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

template <class Test>
bool throughout(const Feature<Dyadic>& feature, const Test& holds) {
  for (int i = 0; i < feature.region.size(); ++i)
    if (!holds(feature.region[i])) return false;
  return true;
}

/// Whether the centre is in the region immediately before (side −1) or after (side 1) a root of p.
bool in_region_beside(const Feature<Dyadic>& feature, const ExactPolynomial& p, const IsolatedRoot& root, int side) {
  return throughout(feature, [&](ExactPolynomial q) {
    int sign = 0;
    for (int parity = 1; sign == 0 && !q.is_zero(); q = q.derivative(), parity *= side)
      sign = parity * sign_at_root(q, p, root);
    return sign >= 0;
  });
}

int sign_just_before(const ExactPolynomial& p, const IsolatedRoot& root) {
  return root.exact() ? sign_before(p, root.low) : sign_after(p, root.low);
}

int sign_just_after(const ExactPolynomial& p, const IsolatedRoot& root) {
  return root.exact() ? sign_after(p, root.low) : sign_before(p, root.high);
}

bool impact_at_start(const Feature<Dyadic>& feature, const ExactPolynomial& rate, const Dyadic& start,
                     const Feature<Dyadic>* before) {
  return !feature.only_arrivals && (feature.sinking || feature.gap(start).sign() <= 0) && sign_after(rate, start) < 0 &&
         throughout(feature, [&](const ExactPolynomial& q) { return sign_after(q, start) >= 0; }) &&
         (before == nullptr || sign_before(before->rate(), start) >= 0);
}

double first_arrival(const Feature<Dyadic>& feature, const Dyadic& begin, const Dyadic& end) {
  if (feature.sinking) return kNever;
  for (const IsolatedRoot& root : isolate_roots(feature.gap, begin, end))
    if (sign_just_before(feature.gap, root) > 0 && in_region_beside(feature, feature.gap, root, -1))
      return nearest_double(feature.gap, root);
  return kNever;
}

double first_turn(const Feature<Dyadic>& feature, const ExactPolynomial& rate, const Dyadic& begin, const Dyadic& end,
                  bool closed) {
  if (feature.only_arrivals) return kNever;
  for (const IsolatedRoot& root : isolate_roots(rate, begin, end))
    if (sign_just_before(rate, root) > 0 && sign_just_after(rate, root) < 0 &&
        (feature.sinking || sign_at_root(feature.gap, rate, root) <= 0) && in_region_beside(feature, rate, root, 1) &&
        (closed || (end - root.low).sign() > 0))
      return nearest_double(rate, root);
  return kNever;
}

double first_after_start(const Feature<Dyadic>& feature, const ExactPolynomial& rate, const Dyadic& begin,
                         const Dyadic& end, bool closed) {
  return std::min(first_arrival(feature, begin, end),
                  rate.degree() > 0 ? first_turn(feature, rate, begin, end, closed) : kNever);
}

}  // namespace

double exact_first_impact(const Feature<Dyadic>& feature, const Span& span, const Feature<Dyadic>* before) {
  const ExactPolynomial rate = feature.rate();
  if (rate.is_zero()) return kNever;
  const Dyadic begin(span.from);
  if (impact_at_start(feature, rate, begin, before)) return span.from;
  if (span.to == span.from) return kNever;
  const Dyadic end = std::isinf(span.to) ? begin + root_bound(feature.gap) + root_bound(rate) : Dyadic(span.to);
  return first_after_start(feature, rate, begin, end, span.closed);
}

double exact_first_impact_until(const Feature<Dyadic>& feature, const Dyadic& end) {
  const ExactPolynomial rate = feature.rate();
  if (rate.is_zero()) return kNever;
  if (impact_at_start(feature, rate, Dyadic(), nullptr)) return 0;
  return first_after_start(feature, rate, Dyadic(), end, true);
}

}  // namespace carom::detail
