#include "query/straight/straight_plane.hpp"

#include <algorithm>
#include <cmath>

#include "query/first_contact.hpp"

namespace carom::query {
namespace {

#define CAROM_INLINE [[gnu::always_inline]] inline
#include "math/exact/compensated.inl"

CAROM_INLINE double magnitude(double value) {
  return std::fabs(value);
}

#include "query/straight/plane_terms.inl"

template <int D>
bool slides(const Vec<D>& normal, const Vec<D>& v, const Vec<D>& v0) {
  for (int k = 0; k < D; ++k)
    if (normal[k] != 0 && v[k] != v0[k]) return false;
  return true;
}

}  // namespace

template <int D>
std::optional<double> straight_plane_impact(const Vec<D>& p, const Vec<D>& v, double radius, const HalfSpace<D>& plane,
                                            const Vec<D>& v0, double horizon) {
  if (slides(plane.normal, v, v0)) return kNever;
  if (!is_unit(plane) && !has_usual_size(plane)) return std::nullopt;
  const PlaneLevel level(plane);
  double position[D];
  double velocity[D];
  double normal[D];
  double minus_v0[D];
  for (int k = 0; k < D; ++k) {
    position[k] = p[k];
    velocity[k] = v[k];
    normal[k] = plane.normal[k];
    minus_v0[k] = -v0[k];
  }
  const Compensated<double> length{level.length.high, level.length.low};
  const Compensated<double> minus_level{level.minus_level.high, level.minus_level.low};
  PlaneTerms<double> terms;
  if (level.unit)
    terms = plane_terms<true, D>(position, velocity, radius, normal, length, minus_level, minus_v0, kSplitter, 0.0);
  else
    terms = plane_terms<false, D>(position, velocity, radius, normal, length, minus_level, minus_v0, kSplitter, 0.0);
  terms.gap_scale += level.size;
  const bool in_range = std::min(terms.gap_scale, terms.rate_scale) > kPlaneLeast &&
                        std::max(terms.gap_scale, terms.rate_scale) < kPlaneMost;
  if (!in_range || !(std::fabs(terms.rate) > kPlaneDoubt * terms.rate_scale)) return std::nullopt;
  if (terms.rate > 0) return kNever;
  if (!(std::fabs(terms.gap) > kPlaneDoubt * terms.gap_scale)) return std::nullopt;
  if (terms.gap < 0) return 0;
  const double time = terms.gap / -terms.rate;
  if (time < horizon * (1 - kPlaneHorizonDoubt)) return time;
  if (time > horizon * (1 + kPlaneHorizonDoubt)) return kNever;
  return std::nullopt;
}

template std::optional<double> straight_plane_impact(const Vec2&, const Vec2&, double, const HalfSpace2&, const Vec2&,
                                                     double);
template std::optional<double> straight_plane_impact(const Vec3&, const Vec3&, double, const HalfSpace3&, const Vec3&,
                                                     double);

}  // namespace carom::query
