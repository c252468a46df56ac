#include "index/box_overlap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "math/exact/dyadic.hpp"
#include "math/exact/uncertain.hpp"

// Convex shapes have no point in common exactly if their projections onto one of a few axes have none: the normals of
// faces, and the cross products of edges (the theorem of separating axes).
namespace carom::index {
namespace {

template <class N, int D>
using Axis = std::array<N, static_cast<std::size_t>(D)>;

template <class N, int D>
Axis<N, D> difference(const Vec<D>& a, const Vec<D>& b) {
  Axis<N, D> result;
  for (int k = 0; k < D; ++k) result[static_cast<std::size_t>(k)] = N(a[k]) - N(b[k]);
  return result;
}

/// Which side of the box's projection a point's is on: 1 above all of it, −1 below, 0 within or touching. Uncertain
/// signs make that kUnknown.
template <class N, int D>
int side_of_box(const Vec<D>& point, const Aabb<D>& box, const Axis<N, D>& axis) {
  N above;
  N below;
  for (int k = 0; k < D; ++k) {
    const N& a = axis[static_cast<std::size_t>(k)];
    const int sign = a.sign();
    if (sign == math::Uncertain<double>::kUnknown) return sign;
    if (sign == 0) continue;
    above = above + a * (N(point[k]) - N(sign > 0 ? box.high[k] : box.low[k]));
    below = below + a * (N(point[k]) - N(sign > 0 ? box.low[k] : box.high[k]));
  }
  const int above_sign = above.is_zero() ? 0 : above.sign();
  const int below_sign = below.is_zero() ? 0 : below.sign();
  if (above_sign == 1) return 1;
  if (below_sign == -1) return -1;
  const bool vague = above_sign == math::Uncertain<double>::kUnknown || below_sign == math::Uncertain<double>::kUnknown;
  return vague ? math::Uncertain<double>::kUnknown : 0;
}

enum class Separation { no, yes, vague };

/// All points on one side of the box.
template <class N, int D>
Separation separates(std::span<const Vec<D>> points, const Aabb<D>& box, const Axis<N, D>& axis) {
  int common = side_of_box(points[0], box, axis);
  bool vague = common == math::Uncertain<double>::kUnknown;
  for (const Vec<D>& point : points.subspan(1)) {
    const int side = side_of_box(point, box, axis);
    if (side == math::Uncertain<double>::kUnknown)
      vague = true;
    else if (side == 0 || (common != math::Uncertain<double>::kUnknown && side != common))
      return Separation::no;
    else
      common = side;
  }
  if (common == 0) return Separation::no;
  return vague ? Separation::vague : Separation::yes;
}

/// Whether a box meets the hull of points, given the axes that may part them besides the box's own.
template <class N, int D>
Separation apart(std::span<const Vec<D>> points, const Aabb<D>& box, std::span<const Axis<N, D>> axes) {
  bool vague = false;
  for (const Axis<N, D>& axis : axes) {
    const Separation found = separates<N, D>(points, box, axis);
    if (found == Separation::yes) return found;
    vague = vague || found == Separation::vague;
  }
  return vague ? Separation::vague : Separation::no;
}

/// On the box's own axes nothing is computed.
template <int D>
bool apart_on_axes(std::span<const Vec<D>> points, const Aabb<D>& box) {
  for (int k = 0; k < D; ++k) {
    bool all_above = true;
    bool all_below = true;
    for (const Vec<D>& point : points) {
      all_above = all_above && point[k] > box.high[k];
      all_below = all_below && point[k] < box.low[k];
    }
    if (all_above || all_below) return true;
  }
  return false;
}

template <class N>
Axis<N, 3> cross_with_axis(const Axis<N, 3>& d, std::size_t k) {
  Axis<N, 3> result;
  result[(k + 1) % 3] = -d[(k + 2) % 3];
  result[(k + 2) % 3] = d[(k + 1) % 3];
  return result;
}

template <class N>
Separation segment_apart(std::span<const Vec2> ends, const Aabb2& box) {
  const Axis<N, 2> d = difference<N>(ends[1], ends[0]);
  const Axis<N, 2> normal[] = {{-d[1], d[0]}};
  return apart<N, 2>(ends, box, normal);
}
template <class N>
Separation segment_apart(std::span<const Vec3> ends, const Aabb3& box) {
  const Axis<N, 3> d = difference<N>(ends[1], ends[0]);
  const Axis<N, 3> axes[] = {cross_with_axis(d, 0), cross_with_axis(d, 1), cross_with_axis(d, 2)};
  return apart<N, 3>(ends, box, axes);
}

template <class N>
Separation triangle_apart(std::span<const Vec3> corners, const Aabb3& box) {
  const Axis<N, 3> sides[] = {difference<N>(corners[1], corners[0]), difference<N>(corners[2], corners[1]),
                              difference<N>(corners[0], corners[2])};
  const Axis<N, 3>& d = sides[0];
  const Axis<N, 3>& e = sides[1];
  std::array<Axis<N, 3>, 10> axes;
  for (std::size_t k = 0; k < 9; ++k) axes[k] = cross_with_axis(sides[k / 3], k % 3);
  axes[9] = {d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]};
  return apart<N, 3>(corners, box, axes);
}

}  // namespace

bool overlaps_box(const Triangle& triangle, const Aabb3& box) {
  const std::array<Vec3, 3> corners{triangle.a, triangle.b, triangle.c};
  const std::span<const Vec3> points(corners);
  if (apart_on_axes(points, box)) return false;
  const Separation fast = triangle_apart<math::Uncertain<double>>(points, box);
  if (fast != Separation::vague) return fast == Separation::no;
  return triangle_apart<math::Dyadic>(points, box) == Separation::no;
}

template <int D>
bool overlaps_box(const Segment<D>& segment, const Aabb<D>& box) {
  const std::array<Vec<D>, 2> ends{segment.from, segment.to};
  const std::span<const Vec<D>> points(ends);
  if (apart_on_axes(points, box)) return false;
  const Separation fast = segment_apart<math::Uncertain<double>>(points, box);
  if (fast != Separation::vague) return fast == Separation::no;
  return segment_apart<math::Dyadic>(points, box) == Separation::no;
}

template bool overlaps_box(const Segment<2>&, const Aabb2&);
template bool overlaps_box(const Segment<3>&, const Aabb3&);

}  // namespace carom::index
