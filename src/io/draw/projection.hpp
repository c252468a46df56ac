#pragma once
#include <cmath>
#include <optional>

#include "io/draw/camera.hpp"

namespace carom::io {

/// An ellipse, its first half-axis along `axis`.
struct Ellipse {
  Vec2 center{};
  double along = 0;
  double across = 0;
  Vec2 axis{1, 0};
};

/// The perspective of a camera, onto a page with y downwards.
class Projection {
 public:
  /// `center` of the page and the height, in pixels, of what the camera sees.
  Projection(const Camera& camera, const Vec2& center, double height)
      : eye_(camera.eye), center_(center), focus_(height / 2 / std::tan(camera.field_of_view / 2)) {
    forward_ = unit(camera.target - camera.eye);
    right_ = unit(cross(forward_, camera.up));
    up_ = cross(right_, forward_);
  }

  double depth(const Vec3& p) const { return dot(p - eye_, forward_); }
  const Vec3& eye() const { return eye_; }
  const Vec3& forward() const { return forward_; }

  /// Of a point in front of the camera.
  Vec2 operator()(const Vec3& p) const {
    const Vec3 q = p - eye_;
    const double s = focus_ / dot(q, forward_);
    return {center_.x + s * dot(q, right_), center_.y - s * dot(q, up_)};
  }

  /// The way from the eye to what is seen at a place of the page, as far as the depth is 1.
  Vec3 sight(const Vec2& place) const {
    return forward_ + ((place.x - center_.x) / focus_) * right_ - ((place.y - center_.y) / focus_) * up_;
  }

  /// The outline of a sphere: the cone around it, of half-angle α at θ off the axis, cuts the page in an ellipse from
  /// tan(θ − α) to tan(θ + α).
  std::optional<Ellipse> outline(const Vec3& p, double radius) const {
    const Vec3 q = p - eye_;
    const double distance = norm(q), sin_alpha = radius / distance;
    if (!(sin_alpha < 1)) return std::nullopt;
    const Vec2 side{dot(q, right_), -dot(q, up_)};
    const double cos_alpha = std::sqrt(1 - sin_alpha * sin_alpha);
    const double cos_theta = dot(q, forward_) / distance, sin_theta = norm(side) / distance;
    if (cos_theta * cos_alpha - sin_theta * sin_alpha < kLeastCosine) return std::nullopt;
    const Vec2 axis = norm(side) > 1e-9 * distance ? side / norm(side) : Vec2{1, 0};
    // tan(θ ± α) = (sin θ cos θ ± sin α cos α) / (cos² θ − sin² α)
    const double square = cos_theta * cos_theta - sin_alpha * sin_alpha;
    return Ellipse{center_ + (focus_ * sin_theta * cos_theta / square) * axis, focus_ * sin_alpha * cos_alpha / square,
                   focus_ * sin_alpha / std::sqrt(square), axis};
  }

 private:
  static constexpr double kLeastCosine = 0.17;  // 80° off the axis nothing is seen any more

  static Vec3 unit(const Vec3& v) { return v / norm(v); }

  Vec3 eye_, forward_{}, right_{}, up_{};
  Vec2 center_;
  double focus_;
};

}  // namespace carom::io
