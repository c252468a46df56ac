#include "billiards/motion/course.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom::billiards {
namespace {

using query::RelativeMotion;

// |x|² − reach² from the constant up, over a clock that ends at 1, and a bound of all its rounding errors.
struct Gap {
  std::array<double, 5> c{};
  double noise = 0;
};

template <int D>
Gap gap_of(const Vec<D>& p, const Vec<D>& w, const Vec<D>& h, double reach) {
  const double size = norm(p) + norm(w) + norm(h) + reach;
  return {{norm2(p) - reach * reach, 2 * dot(p, w), norm2(w) + 2 * dot(p, h), 2 * dot(w, h), norm2(h)},
          0x1p-46 * size * size};
}

// Touching balls that part: c₁ + c₂ s + c₃ s² + c₄ s³ stays above a share of c₁ by its Bernstein coefficients, so that
// they do not come together again.
bool parts_for_good(const Gap& gap) {
  const auto [c0, c1, c2, c3, c4] = gap.c;
  const double least = std::min(std::min(c1, c1 + c2 / 3), std::min(c1 + (2 * c2 + c3) / 3, c1 + c2 + c3 + c4));
  return least > 0x1p-10 * c1 && c1 > 0x1p20 * gap.noise;
}

// Balls that touch, to the rounding of their places, and clearly approach meet at once.
std::optional<double> of_touching(const Gap& gap, double end) {
  if (std::fabs(gap.c[0]) > gap.noise) return std::nullopt;
  if (parts_for_good(gap)) return kNever;
  const double speed = -gap.c[1];
  if (!(speed > 0x1p20 * gap.noise)) return std::nullopt;
  return end * std::max(0.0, gap.c[0] / speed);
}

}  // namespace

template <int D>
double meeting(const Course<D>& one, double r, const Course<D>& two, double r0, double end) {
  const Course<D> relative{one.p - two.p, one.v - two.v, one.a - two.a, end};
  if (stays_clear(relative, Vec<D>{}, r + r0)) return kNever;
  if (end < kNever) {
    const Gap gap = gap_of<D>(relative.p, end * relative.v, (0.5 * end * end) * relative.a, r + r0);
    if (const auto time = of_touching(gap, end)) return *time;
  }
  const query::RelativeMotion<D> motion{one.p, Accelerating<D>{one.v, one.a}, two.p, Accelerating<D>{two.v, two.a}};
  const query::Phase<D> phase = *query::Phases<D>(motion).begin();
  if (const auto time = query::curved_balls_impact(motion, phase, r, r0, end)) return *time;
  return query::first_impact_in<D>(
      phase, nullptr, end, [&]<class N>(const query::Course<N, D>& x) { return query::ball_feature(x, r, r0); });
}

template double meeting(const Course<2>&, double, const Course<2>&, double, double);
template double meeting(const Course<3>&, double, const Course<3>&, double, double);

}  // namespace carom::billiards
