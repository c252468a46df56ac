#include "query/curved/exact_impact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::query {
namespace {

template <class Test>
bool throughout(const Feature<math::Dyadic>& feature, const Test& holds) {
  for (int i = 0; i < feature.region.size(); ++i)
    if (!holds(feature.region[i])) return false;
  return true;
}

/// Whether the centre is in the region immediately before (side −1) or after (side 1) a root of p.
bool in_region_beside(const Feature<math::Dyadic>& feature, const math::ExactPolynomial& p,
                      const math::IsolatedRoot& root, int side) {
  return throughout(feature, [&](math::ExactPolynomial q) {
    int sign = 0;
    for (int parity = 1; sign == 0 && !q.is_zero(); q = q.derivative(), parity *= side)
      sign = parity * math::sign_at_root(q, p, root);
    return sign >= 0;
  });
}

int sign_just_before(const math::ExactPolynomial& p, const math::IsolatedRoot& root) {
  return root.exact() ? math::sign_before(p, root.low) : math::sign_after(p, root.low);
}

int sign_just_after(const math::ExactPolynomial& p, const math::IsolatedRoot& root) {
  return root.exact() ? math::sign_after(p, root.low) : math::sign_before(p, root.high);
}

bool impact_at_start(const Feature<math::Dyadic>& feature, const math::ExactPolynomial& rate, const math::Dyadic& start,
                     const Feature<math::Dyadic>* before) {
  return !feature.only_arrivals && (feature.sinking || feature.gap(start).sign() <= 0) &&
         math::sign_after(rate, start) < 0 &&
         throughout(feature, [&](const math::ExactPolynomial& q) { return math::sign_after(q, start) >= 0; }) &&
         (before == nullptr || math::sign_before(before->rate(), start) >= 0);
}

double first_arrival(const Feature<math::Dyadic>& feature, const math::Dyadic& begin, const math::Dyadic& end) {
  if (feature.sinking) return kNever;
  for (const math::IsolatedRoot& root : math::isolate_roots(feature.gap, begin, end))
    if (sign_just_before(feature.gap, root) > 0 && in_region_beside(feature, feature.gap, root, -1))
      return math::nearest_double(feature.gap, root);
  return kNever;
}

double first_turn(const Feature<math::Dyadic>& feature, const math::ExactPolynomial& rate, const math::Dyadic& begin,
                  const math::Dyadic& end, bool closed) {
  if (feature.only_arrivals) return kNever;
  for (const math::IsolatedRoot& root : math::isolate_roots(rate, begin, end))
    if (sign_just_before(rate, root) > 0 && sign_just_after(rate, root) < 0 &&
        (feature.sinking || math::sign_at_root(feature.gap, rate, root) <= 0) &&
        in_region_beside(feature, rate, root, 1) && (closed || (end - root.low).sign() > 0))
      return math::nearest_double(rate, root);
  return kNever;
}

double first_after_start(const Feature<math::Dyadic>& feature, const math::ExactPolynomial& rate,
                         const math::Dyadic& begin, const math::Dyadic& end, bool closed) {
  return std::min(first_arrival(feature, begin, end),
                  rate.degree() > 0 ? first_turn(feature, rate, begin, end, closed) : kNever);
}

}  // namespace

double exact_first_impact(const Feature<math::Dyadic>& feature, const Span& span, const Feature<math::Dyadic>* before) {
  const math::ExactPolynomial rate = feature.rate();
  if (rate.is_zero()) return kNever;
  const math::Dyadic begin(span.from);
  if (impact_at_start(feature, rate, begin, before)) return span.from;
  if (span.to == span.from) return kNever;
  const math::Dyadic end =
      std::isinf(span.to) ? begin + math::root_bound(feature.gap) + math::root_bound(rate) : math::Dyadic(span.to);
  return first_after_start(feature, rate, begin, end, span.closed);
}

double exact_first_impact_until(const Feature<math::Dyadic>& feature, const math::Dyadic& end) {
  const math::ExactPolynomial rate = feature.rate();
  if (rate.is_zero()) return kNever;
  if (impact_at_start(feature, rate, math::Dyadic(), nullptr)) return 0;
  return first_after_start(feature, rate, math::Dyadic(), end, true);
}

}  // namespace carom::query
