#pragma once
#include <limits>
#include <optional>

#include "carom/query/distance.hpp"
#include "query/parts.hpp"

// The signed distance between a still ball and the nearest feature of a shape. Besides what query/parts.hpp lists,
// `Parts` gives `length(part, gap, center, radius)`: the distance at which the part's gap polynomial has that value.
namespace carom::detail {

inline int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/// A finite number like x, with the sign that it has exactly, should it have underflowed or overflowed.
inline double keep_sign(double x, int sign) {
  using Limits = std::numeric_limits<double>;
  if (sign == 0) return 0;
  return std::copysign(std::fmin(std::fmax(std::fabs(x), Limits::denorm_min()), Limits::max()), sign);
}

/// A length d from the value of d² − reach²: d − reach, without cancellation.
inline double length_of_square(double gap, double reach) {
  return gap / (std::sqrt(std::fmax(0.0, gap + reach * reach)) + reach);
}

/// A number within 2⁻⁴⁶ of the true one, relatively, with its exact sign; nullopt where that is not certain.
template <class Real>
std::optional<double> settled(const Uncertain<Real>& x) {
  if (x.is_zero()) return 0;
  if (x.sign() == Uncertain<Real>::kUnknown || x.error() > 0x1p-46 * std::fabs(x.value())) return std::nullopt;
  return x.value();
}
inline std::optional<double> settled(const Dyadic& x) {
  return keep_sign(x.to_double(), x.sign());
}

/// What `build.operator()<Number>()` makes, in the first of three precisions that settles it.
template <class Build>
double precisely(const Build& build) {
  if (const auto x = settled(build.template operator()<Uncertain<double>>())) return *x;
  if (const auto x = settled(build.template operator()<Uncertain<TwoTerms>>())) return *x;
  return *settled(build.template operator()<Dyadic>());
}

/// The gap to a feature of a still ball, if it is in the feature's region.
struct StillGap {
  bool in_region = false;
  double gap = 0;
};

/// nullopt where it is not settled.
template <class N>
std::optional<StillGap> still_gap(const Feature<N>& feature) {
  bool vague = false;
  for (int i = 0; i < feature.region.size(); ++i) {
    const Polynomial<N>& p = feature.region[i];
    const int sign = p.is_zero() ? 0 : p[0].sign();
    if (sign == -1) return StillGap{};
    vague = vague || sign == Uncertain<double>::kUnknown;
  }
  const std::optional<double> gap = feature.gap.is_zero() ? 0 : settled(feature.gap[0]);
  if (vague || !gap) return std::nullopt;
  return StillGap{true, *gap};
}

template <int D, class Parts>
StillGap still_gap(const Parts& parts, int part, const Ball<D>& ball) {
  const RelativePath<D> still{ball.center, {}, {}};
  const auto gap = [&]<class N>() {
    return still_gap(parts.template feature<N>(part, course<N, D>(still), ball.radius));
  };
  if (const auto x = gap.template operator()<Uncertain<double>>()) return *x;
  if (const auto x = gap.template operator()<Uncertain<TwoTerms>>()) return *x;
  return *gap.template operator()<Dyadic>();
}

/// The nearest part, or the deepest.
template <int D, class Parts>
Distance<D> distance_to(const Parts& parts, const Ball<D>& ball) {
  double least = std::numeric_limits<double>::infinity();
  int nearest = 0;
  for (int part = 0; part < parts.count(); ++part) {
    const auto [in_region, gap] = still_gap(parts, part, ball);
    if (!in_region) continue;
    const double length = keep_sign(parts.length(part, gap, ball.center, ball.radius), sign_of(gap));
    if (length < least) {
      least = length;
      nearest = part;
    }
  }
  if (std::isinf(least)) return {least, ball.center, ball.center, {}};
  const Touch<D> touch = parts.touch(nearest, ball.center, {}, ball.radius);
  return {least, touch.foot - least * touch.normal, touch.foot, touch.normal};
}

}  // namespace carom::detail
