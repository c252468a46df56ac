#include "query/exact_impact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

template <class Test>
bool throughout(const Feature<Dyadic>& feature, const Test& holds) {
  return std::all_of(feature.region.begin(), feature.region.begin() + feature.region_size, holds);
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

bool impact_at_start(const Feature<Dyadic>& feature, const ExactPolynomial& rate) {
  const Dyadic zero;
  return feature.gap(zero).sign() <= 0 && sign_after(rate, zero) < 0 &&
         throughout(feature, [&](const ExactPolynomial& q) { return sign_after(q, zero) >= 0; });
}

double first_arrival(const Feature<Dyadic>& feature, const Dyadic& end) {
  for (const IsolatedRoot& root : isolate_roots(feature.gap, end))
    if (sign_just_before(feature.gap, root) > 0 && in_region_beside(feature, feature.gap, root, -1))
      return nearest_double(feature.gap, root);
  return kNever;
}

double first_turn(const Feature<Dyadic>& feature, const ExactPolynomial& rate, const Dyadic& end) {
  for (const IsolatedRoot& root : isolate_roots(rate, end))
    if (sign_just_before(rate, root) > 0 && sign_just_after(rate, root) < 0 &&
        sign_at_root(feature.gap, rate, root) <= 0 && in_region_beside(feature, rate, root, 1))
      return nearest_double(rate, root);
  return kNever;
}

}  // namespace

double exact_first_impact(const Feature<Dyadic>& feature, double horizon) {
  const ExactPolynomial rate = feature.gap.derivative();
  if (rate.is_zero()) return kNever;
  if (impact_at_start(feature, rate)) return 0;
  if (horizon == 0) return kNever;
  const Dyadic end = std::isinf(horizon) ? root_bound(feature.gap) + root_bound(rate) : Dyadic(horizon);
  return std::min(first_arrival(feature, end), rate.degree() > 0 ? first_turn(feature, rate, end) : kNever);
}

namespace {

/// c/(√d − b) for c > 0, d ≥ 0, b < 0, whatever their size.
double quotient(const Dyadic& c, const Dyadic& d, const Dyadic& b) {
  int ec = 0;
  int ed = 0;
  int eb = 0;
  const double fc = c.to_double(ec);
  double fd = d.to_double(ed);
  const double fb = b.to_double(eb);
  if (ed % 2 != 0) {
    fd *= 2;
    --ed;
  }
  const int common = std::max(d.is_zero() ? eb : ed / 2, eb);
  const double sum = std::ldexp(std::sqrt(fd), ed / 2 - common) - std::ldexp(fb, eb - common);
  return std::min(std::ldexp(fc / sum, ec - common), std::numeric_limits<double>::max());
}

}  // namespace

template <int D>
double exact_first_impact_linear(const RelativePath<D>& path, double r, double r0, double horizon) {
  const Dyadic reach = Dyadic(r) + Dyadic(r0);
  Dyadic a;
  Dyadic b;
  Dyadic c = -(reach * reach);
  for (int k = 0; k < D; ++k) {
    const Dyadic p = Dyadic(path.p[k]) - Dyadic(path.p0[k]);
    const Dyadic w = Dyadic(path.v[k]) - Dyadic(path.v0[k]);
    a = a + w * w;
    b = b + p * w;
    c = c + p * p;
  }
  if (b.sign() >= 0) return kNever;
  if (c.sign() <= 0) return 0;
  const Dyadic discriminant = b * b - a * c;
  if (discriminant.sign() < 0) return kNever;
  if (!std::isinf(horizon)) {
    const Dyadic rate_at_end = b + a * Dyadic(horizon);
    const Dyadic gap_at_end = c + (b + rate_at_end) * Dyadic(horizon);
    if (rate_at_end.sign() < 0 && gap_at_end.sign() > 0) return kNever;
  }
  return std::min(quotient(c, discriminant, b), horizon);
}

template double exact_first_impact_linear(const RelativePath<2>&, double, double, double);
template double exact_first_impact_linear(const RelativePath<3>&, double, double, double);

}  // namespace carom::detail
