#pragma once
#include <cmath>
#include <optional>

#include "carom/query/time_of_impact.hpp"

namespace carom::bench {

/// What a careful program without certified decisions does: the stable quadratic t = c / (√(b² − a c) − b) of
/// |p + t w| = R in plain double. Fast, and wrong where rounding decides.
template <int D>
std::optional<Impact<D>> plain_time_of_impact(const Ball<D>& a, const Linear<D>& motion_a, const Ball<D>& b,
                                              const Linear<D>& motion_b, double horizon) {
  const Vec<D> p = b.center - a.center;
  const Vec<D> w = motion_b.velocity - motion_a.velocity;
  const double reach = a.radius + b.radius;
  const double along = dot(p, w);
  if (along >= 0) return std::nullopt;
  const double gap = dot(p, p) - reach * reach;
  const double discriminant = along * along - dot(w, w) * gap;
  if (discriminant < 0) return std::nullopt;
  const double time = gap <= 0 ? 0 : gap / (std::sqrt(discriminant) - along);
  if (time > horizon) return std::nullopt;
  const Vec<D> offset = p + time * w;
  const Vec<D> normal = offset / norm(offset);
  const Vec<D> center_b = b.center + motion_b.displacement(time);
  return Impact<D>{.time = time, .point = center_b - b.radius * normal, .normal = normal};
}

/// The same for a plane: one division.
template <int D>
std::optional<Impact<D>> plain_time_of_impact(const Ball<D>& a, const Linear<D>& motion_a, const HalfSpace<D>& b,
                                              const Linear<D>& motion_b, double horizon) {
  const double gap = dot(b.normal, a.center) - b.offset - a.radius;
  const double approach = dot(b.normal, motion_b.velocity - motion_a.velocity);
  if (approach <= 0) return std::nullopt;
  const double time = gap <= 0 ? 0 : gap / approach;
  if (time > horizon) return std::nullopt;
  const Vec<D> center = a.center + motion_a.displacement(time);
  return Impact<D>{.time = time, .point = center - a.radius * b.normal, .normal = -b.normal};
}

}  // namespace carom::bench
