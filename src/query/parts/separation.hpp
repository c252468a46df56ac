#pragma once
#include <algorithm>
#include <limits>
#include <optional>

#include "carom/query/distance.hpp"
#include "query/direction.hpp"
#include "query/parts/parts.hpp"

// The signed distance between a still ball and the nearest feature of a shape. Besides what query/parts/parts.hpp
// lists, `Parts` gives `length(part, still, center, radius)`: the distance at which the part's gap is this. To spare
// work it may give `surely_farther(part, point, reach)`: not in the part's region, or farther than that from the part.
namespace carom::query {

inline int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/// A finite number like x, with the sign that it has exactly, should it have underflowed or overflowed.
inline double keep_sign(double x, int sign) {
  using Limits = std::numeric_limits<double>;
  if (sign == 0) return 0;
  return std::copysign(std::fmin(std::fmax(std::fabs(x), Limits::denorm_min()), Limits::max()), sign);
}

/// What a feature says of a still ball. Where the gap is a squared distance less something, `square` is the former.
struct Still {
  bool in_region = false;
  double gap = 0;
  double square = 0;
};

/// The distance d less its reach, from d² and d² − reach², both multiplied by `scale`; without cancellation.
inline double length_of_square(const Still& still, double reach, double scale = 1) {
  return still.gap / scale / (std::sqrt(still.square / scale) + reach);
}

/// The same of a point, at `offset` from the ball's centre: its square may overflow.
template <int D>
double length_of_offset(const Still& still, const Vec<D>& offset, double reach) {
  return still.square <= 0x1p900 ? length_of_square(still, reach) : length(offset) - reach;
}

/// A number within 2⁻⁴⁶ of the true one, relatively, with its exact sign; nullopt where that is not certain.
template <class Real>
std::optional<double> settled(const math::Uncertain<Real>& x) {
  if (x.is_zero()) return 0;
  if (x.sign() == math::Uncertain<Real>::kUnknown || x.error() > 0x1p-46 * std::fabs(x.value())) return std::nullopt;
  return x.value();
}
inline std::optional<double> settled(const math::Dyadic& x) {
  return keep_sign(x.to_double(), x.sign());
}
inline std::optional<double> settled(const math::Surd& x) {
  return keep_sign(x.to_double(), x.sign());
}

/// What `build.operator()<Number>()` makes, in the first of three precisions that settles it.
template <class Build>
double precisely(const Build& build) {
  if (const auto x = settled(build.template operator()<math::Uncertain<double>>())) return *x;
  if (const auto x = settled(build.template operator()<math::Uncertain<TwoTerms>>())) return *x;
  return *settled(build.template operator()<math::Dyadic>());
}

/// The squared distance, beside what it is compared with; nullopt where it is not settled.
template <class Real>
std::optional<double> settled_square(const math::Uncertain<Real>& square, const math::Uncertain<Real>& reach2) {
  if (square.error() <= 0x1p-92 * reach2.value()) return std::fmax(0, square.value());
  return settled(square);
}
template <class Exact>
std::optional<double> settled_square(const Exact& square, const Exact&) {
  return settled(square);
}

/// nullopt where it is not settled.
template <class N>
std::optional<Still> still(const Feature<N>& feature) {
  bool vague = false;
  for (int i = 0; i < feature.region.size(); ++i) {
    const math::Polynomial<N>& p = feature.region[i];
    const int sign = p.is_zero() ? 0 : p[0].sign();
    if (sign == -1) return Still{};
    vague = vague || sign == math::Uncertain<double>::kUnknown;
  }
  const N value = feature.gap.is_zero() ? N() : feature.gap[0];
  const std::optional<double> gap = settled(value);
  const std::optional<double> square = settled_square(value + feature.reach2, feature.reach2);
  if (vague || !gap || !square) return std::nullopt;
  return Still{true, *gap, *square};
}

template <int D, class Parts>
Still still(const Parts& parts, int part, const Ball<D>& ball) {
  const RelativePath<D> path{ball.center, {}, {}};
  const auto look = [&]<class N>() { return still(parts.template feature<N>(part, course<N, D>(path), ball.radius)); };
  if (const auto x = look.template operator()<math::Uncertain<double>>()) return *x;
  if (const auto x = look.template operator()<math::Uncertain<TwoTerms>>()) return *x;
  return *look.template operator()<ExactNumberOf<Parts>>();
}

/// More than `reach`, by more than the rounding of distances from a point.
template <int D>
double reach_with_slack(double reach, const Vec<D>& point) {
  double size = 0;
  for (int k = 0; k < D; ++k) size = std::max(size, std::fabs(point[k]));
  return reach * (1 + 0x1p-40) + 0x1p-40 * size + 0x1p-500;
}

/// Certainly, all of a box is farther from a point than `reach` ≥ 0; false where that is not a number.
template <int D>
bool surely_farther(const Aabb<D>& box, const Vec<D>& point, double reach) {
  double square = 0;
  for (int k = 0; k < D; ++k) {
    const double beside = std::max({0.0, box.low[k] - point[k], point[k] - box.high[k]});
    square += beside * beside;
  }
  const double most = reach_with_slack(reach, point);
  return square > most * most;
}

template <int D, class Parts>
bool surely_farther(const Parts& parts, int part, const Vec<D>& point, double reach) {
  if constexpr (requires { parts.surely_farther(part, point, reach); })
    return parts.surely_farther(part, point, reach);
  else if constexpr (requires { parts.bound(part); })
    return surely_farther(parts.bound(part), point, reach);
  else
    return false;
}

/// The nearest part, or the deepest, of those that are not all farther from the ball's centre than `within`.
template <int D, class Parts>
Distance<D> distance_to(const Parts& parts, const Ball<D>& ball,
                        double within = std::numeric_limits<double>::infinity()) {
  double least = std::numeric_limits<double>::infinity();
  int nearest = 0;
  const int count = count_from(parts, ball);
  for (int part = 0; part < count; ++part) {
    if (surely_farther(parts, part, ball.center, within)) continue;
    const Still found = still(parts, part, ball);
    if (!found.in_region) continue;
    const double length = keep_sign(parts.length(part, found, ball.center, ball.radius), sign_of(found.gap));
    if (length < least) {
      least = length;
      nearest = part;
      if (least + ball.radius > 0) within = std::min(within, least + ball.radius);  // else the centre is in a solid
    }
  }
  if (std::isinf(least)) return {least, ball.center, ball.center, {}};
  const Touch<D> touch = parts.touch(nearest, ball.center, {}, ball.radius);
  return {least, touch.foot - least * touch.normal, touch.foot, touch.normal};
}

}  // namespace carom::query
