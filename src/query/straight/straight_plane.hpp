#pragma once
#include <optional>

#include "carom/shape/half_space.hpp"
#include "math/exact/norm.hpp"

namespace carom::query {

/// How much of the scales is doubted in gap and rate of a plane, and of the horizon in a time.
inline constexpr double kPlaneDoubt = 0x1p-48;
inline constexpr double kPlaneHorizonDoubt = 0x1p-45;
inline constexpr double kPlaneLeast = 0x1p-400;
inline constexpr double kPlaneMost = 0x1p400;

/// Whether a plane's numbers are those of its unit form without any rounding.
template <int D>
bool is_unit(const HalfSpace<D>& plane) {
  return math::is_axis(plane.normal) && is_zero(plane.point);
}

/// A plane's |normal| and offset |normal| + normal·point; exact where it is in its unit form.
struct PlaneLevel {
  bool unit = false;
  TwoTerms length{1, 0};
  TwoTerms minus_level{0, 0};
  double size = 0;  ///< of what the level is made of

  template <int D>
  explicit PlaneLevel(const HalfSpace<D>& plane) : unit(is_unit(plane)), minus_level{-plane.offset, 0} {
    if (unit) return;
    length = math::precise_norm(plane.normal);
    minus_level = length * minus_level;
    size = std::fabs(minus_level.high);
    for (int k = 0; k < D; ++k) {
      const TwoTerms along = two_product(plane.normal[k], -plane.point[k]);
      minus_level = minus_level + along;
      size += std::fabs(along.high);
    }
  }
};

/// Whether a plane's numbers are such that the sums above and below lose nothing to underflow or overflow.
template <int D>
bool has_usual_size(const HalfSpace<D>& plane) {
  const bool has_offset = plane.offset == 0 || math::has_usual_size(plane.offset);
  return has_offset && math::has_usual_size(plane.normal) && math::has_usual_size(plane.point);
}

/// When a ball on a straight path first touches a half-space that moves at v0; nullopt where the error bounds of
/// compensated sums can not decide. The time is within 5 roundings.
template <int D>
std::optional<double> straight_plane_impact(const Vec<D>& p, const Vec<D>& v, double radius, const HalfSpace<D>& plane,
                                            const Vec<D>& v0, double horizon);

}  // namespace carom::query
