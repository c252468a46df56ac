#pragma once
#include <cassert>
#include <concepts>

#include "carom/index/index.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/upright_cylinder.hpp"
#include "mover/cylinder_gap.hpp"

namespace carom::mover {

/// The mover without its place: it reaches from its reference point along `line`, and `radius` around that.
template <int D>
struct Figure {
  double radius = 0;
  Vec<D> line{};            ///< of a capsule, else 0
  double half_height = -1;  ///< of an upright cylinder, else negative
  Edge<D> edge{};           ///< the line again

  bool has_line() const { return edge.length2 > 0; }
  bool is_upright() const { return half_height >= 0; }
  /// The whole mover is within this of its reference point.
  double extent() const { return radius + std::sqrt(edge.length2) + std::fmax(half_height, 0); }
  /// The mover's box, seen from its reference point.
  Aabb<D> box() const {
    Aabb<D> box;
    for (int k = 0; k < D; ++k) {
      const double beyond = is_upright() && k == D - 1 ? half_height : radius;
      box.low[k] = std::min(line[k], 0.0) - beyond;
      box.high[k] = std::max(line[k], 0.0) + beyond;
    }
    return box;
  }
  double thickness() const { return is_upright() ? std::fmin(radius, half_height) : radius; }
  UprightMover upright() const { return {radius, half_height}; }
};

template <int D>
Vec<D> place_of(const Ball<D>& ball) {
  return ball.center;
}
template <int D>
Vec<D> place_of(const Capsule<D>& capsule) {
  return capsule.from;
}
inline Vec3 place_of(const UprightCylinder& cylinder) {
  return cylinder.center;
}

template <int D>
Figure<D> figure_of(const Ball<D>& ball) {
  return {.radius = ball.radius};
}
template <int D>
Figure<D> figure_of(const Capsule<D>& capsule) {
  return {.radius = capsule.radius,
          .line = capsule.to - capsule.from,
          .edge = Edge<D>(Vec<D>{}, capsule.to - capsule.from)};
}
inline Figure<3> figure_of(const UprightCylinder& cylinder) {
  assert(cylinder.axis == Axis::z);
  return {.radius = cylinder.radius, .half_height = cylinder.half_height};
}

template <int D>
Ball<D> placed(const Ball<D>& ball, const Vec<D>& at) {
  return {at, ball.radius};
}
template <int D>
Capsule<D> placed(const Capsule<D>& capsule, const Vec<D>& at) {
  if (at == capsule.from) return capsule;
  return {at, at + (capsule.to - capsule.from), capsule.radius};
}
inline UprightCylinder placed(const UprightCylinder& cylinder, const Vec3& at) {
  return {at, cylinder.radius, cylinder.half_height};
}

/// An item near a mover: where it is, and where it is seen from the mover's reference point.
template <int D>
class Obstacle {
 public:
  Obstacle(ItemId item, const Ball<D>& ball) : item_(item), points_{ball.center}, count_(1), radius_(ball.radius) {}
  Obstacle(ItemId item, const Segment<D>& segment)
      : item_(item), points_{segment.from, segment.to}, count_(2), one_sided_(segment.sides == Sides::front) {}
  Obstacle(ItemId item, const Aabb<D>& box) : item_(item), points_{box.low, box.high}, count_(2) {}
  template <std::same_as<Triangle> In3D>
  Obstacle(ItemId item, const In3D& triangle) : item_(item), points_{triangle.a, triangle.b, triangle.c}, count_(3) {}

  Obstacle(ItemId item, const Capsule<D>& capsule)
      : item_(item), points_{capsule.from, capsule.to}, count_(2), radius_(capsule.radius) {}
  template <std::same_as<UprightCylinder> In3D>
  Obstacle(ItemId item, const In3D& cylinder)
      : item_(item), points_{cylinder.center}, count_(1), radius_(cylinder.radius), half_height_(cylinder.half_height) {
    assert(cylinder.axis == Axis::z);
  }

  ItemId item() const { return item_; }

  /// Seen from a reference point from here on.
  void look_from(const Vec<D>& place) {
    if (!is_measured_) measure();
    for (std::size_t k = 0; k < count_; ++k) seen_[k] = points_[k] - place;
  }

  /// The gap when the mover's reference point is x away from where it looks from.
  Gap<D> gap(const Figure<D>& mover, const Vec<D>& x) const {
    Gap<D> gap = core_gap(mover, x);
    if (!mover.is_upright()) gap.gap -= mover.radius;
    return gap;
  }

  /// A one-sided segment is not there for a mover whose middle is behind it.
  bool is_there(const Figure<D>& mover, const Vec<D>& x) const {
    if constexpr (D == 2)
      return !one_sided_ || dot(edges_[0].left, x + 0.5 * mover.line - seen_[0]) >= 0;
    else
      return true;
  }
  bool is_one_sided() const { return one_sided_; }

  /// How far any point of the item comes out beyond the plane through `foot`, on the side of `normal`.
  double beyond(const Vec<D>& foot, const Vec<D>& normal) const {
    if (item_.kind == ItemKind::box) {
      double most = 0;
      for (int k = 0; k < D; ++k)
        most += std::fmax(normal[k] * (seen_[0][k] - foot[k]), normal[k] * (seen_[1][k] - foot[k]));
      return most;
    }
    if constexpr (D == 3)
      if (item_.kind == ItemKind::cylinder)
        return dot(normal, seen_[0] - foot) + radius_ * std::sqrt(normal.x * normal.x + normal.y * normal.y) +
               half_height_ * std::fabs(normal.z);
    double most = dot(normal, seen_[0] - foot);
    for (std::size_t k = 1; k < count_; ++k) most = std::fmax(most, dot(normal, seen_[k] - foot));
    return most + radius_;
  }

  /// Whether a ball at a place overlaps the item, exactly.
  bool overlaps(const Ball<D>& ball) const;

  /// The largest coordinate that takes part in a gap.
  double extent() const {
    double most = radius_ + half_height_;
    for (std::size_t p = 0; p < count_; ++p)
      for (int k = 0; k < D; ++k) most = std::max(most, std::fabs(seen_[p][k]));
    return most;
  }

 private:
  /// Its edges and face: most items that are near are never looked at.
  void measure();
  /// Without the mover's radius.
  Gap<D> core_gap(const Figure<D>& mover, const Vec<D>& x) const;
  Gap<D> point_gap(const Vec<D>& x) const;
  Gap<D> line_gap(const Figure<D>& mover, const Vec<D>& x) const;
  bool is_off_plane(const Vec<D>& point, double gap) const;
  template <int In3D = 3>
  Gap<In3D> upright_gap(const UprightMover& mover, const Vec<In3D>& x) const;
  template <int In3D = 3>
  Gap<In3D> gap_to_cylinder(const Figure<In3D>& mover, const Vec<In3D>& x) const;
  Gap<D> line_to_box(const Figure<D>& mover, const Vec<D>& x) const;
  bool line_crosses(const Figure<D>& mover, const Vec<D>& x) const;
  template <int In3D = 3>
  FacedTriangle triangle() const {
    return {seen_, edges_, face_};
  }

  struct None {};

  ItemId item_;
  std::array<Vec<D>, 3> points_;
  std::array<Vec<D>, 3> seen_{};
  std::array<Edge<D>, 3> edges_{};
  std::size_t count_;
  double radius_ = 0;
  double half_height_ = 0;  ///< of a cylinder
  bool one_sided_ = false;
  bool is_measured_ = false;
  [[no_unique_address]] std::conditional_t<D == 3, Face, None> face_{};
};

}  // namespace carom::mover
