#include "query/linear_impact.hpp"

#include <algorithm>
#include <cmath>

#include "math/double_double.hpp"
#include "math/dyadic.hpp"
#include "query/first_contact.hpp"

namespace carom::detail {
namespace {

/// A bound on the error of any of the sums below, relative to its terms: at most 12 operations of 2⁻¹⁰² each.
constexpr double kNoise = 0x1p-94;

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
std::optional<double> filtered_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon) {
  std::array<TwoTerms, static_cast<std::size_t>(D)> p;
  std::array<TwoTerms, static_cast<std::size_t>(D)> w;
  TwoTerms p2;
  TwoTerms a;
  TwoTerms b;
  double b_terms = 0;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    p[i] = two_sum(path.p[k], -path.p0[k]);
    w[i] = two_sum(path.v[k], -path.v0[k]);
    p2 = p2 + p[i] * p[i];
    a = a + w[i] * w[i];
    const TwoTerms product = p[i] * w[i];
    b = b + product;
    b_terms += std::fabs(product.high);
  }
  const TwoTerms reach = two_sum(r, r0);
  const TwoTerms r2 = reach * reach;
  const double size = p2.high + r2.high;
  const bool in_range = size > 0x1p-400 && size < 0x1p400 && a.high > 0x1p-400 && a.high < 0x1p400;
  const bool b_certain = b_terms > 0x1p-800 && std::fabs(b.high) > kNoise * b_terms;
  if (!in_range || !b_certain) return std::nullopt;
  if (b.high > 0) return kNever;
  const TwoTerms c = p2 + -r2;
  if (std::fabs(c.high) <= 0x1p-44 * size) return std::nullopt;
  if (c.high < 0) return 0;

  TwoTerms x2;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const TwoTerms x = p[i] * w[j] + -(p[j] * w[i]);
      x2 = x2 + x * x;
    }
  const TwoTerms swept = r2 * a;
  const TwoTerms d = swept + -x2;
  const double noise = kNoise * (swept.high + x2.high + std::sqrt(x2.high * p2.high * a.high));
  if (!(std::fabs(d.high) > noise)) return std::nullopt;
  if (d.high < 0) return kNever;
  const double time = c.high / (std::sqrt(d.high) - b.high);
  if (time < horizon * (1 - 0x1p-40)) return time;
  if (time > horizon * (1 + 0x1p-40)) return kNever;
  return std::nullopt;
}

template <int D>
double exact_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon) {
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

template double exact_linear_impact(const RelativePath<2>&, double, double, double);
template double exact_linear_impact(const RelativePath<3>&, double, double, double);
template std::optional<double> filtered_linear_impact(const RelativePath<2>&, double, double, double);
template std::optional<double> filtered_linear_impact(const RelativePath<3>&, double, double, double);

}  // namespace carom::detail
