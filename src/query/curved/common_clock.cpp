#include "query/curved/common_clock.hpp"

#include <algorithm>
#include <cmath>

#include "carom/math/portable.hpp"
#include "math/exact/certain_exp.hpp"

namespace carom::query {

CommonClock::CommonClock(double damping, double horizon)
    : damping_(damping), horizon_(horizon), endless_(std::isinf(horizon)) {
  // The relative error of k·horizon matters no more than itself: x exp(−x)/(1 − exp(−x)) ≤ 1. With that of expm1 and
  // the quotient, all within 2^-50.
  const double way = endless_ ? 1 / damping : -portable::expm1(-damping * horizon) / damping;
  low_ = way * (1 - 0x1p-50);
  high_ = way * (1 + 0x1p-50);
}

CommonClock::Bounds CommonClock::narrow() const {
  using Number = math::Uncertain<math::Wide>;
  Number end = math::certain_reciprocal<math::Wide>(damping_);
  if (!endless_) end = -(math::certain_exponential(-(Number(damping_) * Number(horizon_))).minus_one * end);
  const math::Dyadic error(end.error());
  return {end.middle().exactly() - error, end.middle().exactly() + error};
}

double CommonClock::time(double s) const {
  // 1 − k s without its rounding where it is small.
  const TwoTerms way = two_product(damping_, s);
  const double left = (1 - way.high) - way.low;
  const double t =
      way.high < 0.5 ? -portable::log1p(-way.high) / damping_ : -portable::log(std::fmax(left, 0x1p-54)) / damping_;
  return std::min(t, horizon_);
}

}  // namespace carom::query
