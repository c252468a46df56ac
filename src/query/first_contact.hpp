#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/vec.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/polygon.hpp"
#include "carom/shape/segment.hpp"
#include "query/curved/features.hpp"
#include "query/straight/linear_filter.hpp"
#include "query/straight/select.hpp"

// When does a ball first touch a single feature of a shape within 0 ≤ t ≤ horizon? The ball's centre moves as
// p + w t + ½ g t² as the other shape sees it; all arguments are taken as exact, horizon may be infinite.
// Each function returns the time of the first impact (carom/query/time_of_impact.hpp), +infinity if there is none.
// Decisions are those of exact arithmetic; docs/theory/time-of-impact.md has the features, their regions and the bound
// on the time.
namespace carom::query {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Two balls in linear relative motion in plain double arithmetic; `undecided()` where its error bounds can not decide.
/// p, w and radius_sum may each be one rounding away from what is meant (docs/theory/time-of-impact.md, "The filter for
/// straight paths", has the bounds and where they come from).
template <int D, class Undecided>
[[gnu::always_inline]] inline double first_contact_linear(const Vec<D>& p, const Vec<D>& w, double radius_sum,
                                                          double horizon, const Undecided& undecided) {
  using Filter = LinearFilter<double>;
  const double p2 = norm2(p);
  const double w2 = norm2(w);
  const double r2 = radius_sum * radius_sum;
  const double gap = p2 - r2;
  const double size = p2 + r2;
  const double approach = dot(p, w);
  double x2 = 0;
  if constexpr (D == 2)
    x2 = cross(p, w) * cross(p, w);
  else
    x2 = norm2(cross(p, w));
  const double margin = Filter::kMargin * p2 * w2;
  const double reach = r2 * w2;
  const double discriminant = reach - x2;
  const double time = gap / (std::sqrt(std::fabs(discriminant)) - approach);

  const bool usual =
      all(gap > Filter::kGap * size, std::min(size, w2) > Filter::kLeast, std::max(size, w2) < Filter::kMost);
  const bool miss = std::max(approach, -(Filter::kMiss * x2 + margin) - discriminant) >= 0;
  const bool late = time > horizon * (1 + Filter::kHorizon);
  const bool timed =
      all(discriminant > Filter::kHit * reach + margin, any(time < horizon * (1 - Filter::kHorizon), late));
  if (!all(usual, any(miss, timed))) [[unlikely]]
    return undecided();
  return select(miss, kNever, select(late, kNever, time));
}

template <int D>
double first_contact_balls_approaching(const Vec<D>& p, const Vec<D>& w, double radius_sum, double horizon);

/// Whether p·w is certainly > 0: |error| ≤ 5 u Σ |p_k w_k|, and below 2^-960 where products underflow.
template <int D>
bool certainly_part(const Vec<D>& p, const Vec<D>& w) {
  double approach = 0;
  double scale = 0;
  for (int k = 0; k < D; ++k) {
    const double product = p[k] * w[k];
    approach += product;
    scale += std::fabs(product);
  }
  return approach - 0x1p-48 * scale > 0x1p-960;
}

/// Two balls, p and w those of one relative to the other. The hot path of a world.
template <int D>
double first_contact_balls(const Vec<D>& p, const Vec<D>& w, double radius_sum, double horizon) {
  if (certainly_part(p, w)) return kNever;
  return first_contact_balls_approaching(p, w, radius_sum, horizon);
}

template <int D>
double first_contact_balls(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, double radius_sum, double horizon);

/// p is the centre itself, here and below.
template <int D>
double first_contact_plane(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const HalfSpace<D>& plane, double radius,
                           double horizon);

/// A still point, wherever the centre is.
template <int D>
double first_contact_point(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const Vec<D>& point, double radius,
                           double horizon);

/// A face, an edge (D = 3) or a corner of a box, named by a direction: −1, 0 or +1 on each axis, not all 0.
template <int D>
double first_contact_box_feature(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const Aabb<D>& box,
                                 const std::array<int, static_cast<std::size_t>(D)>& direction, double radius,
                                 double horizon);

/// The face of a box on the low (sign −1) or high (+1) side of an axis.
struct Face {
  int axis = 0;
  int sign = 1;
  Aabb3 box;
};

double first_contact_face(const Vec3& p, const Vec3& w, const Vec3& g, const Face& face, double radius, double horizon);

}  // namespace carom::query
