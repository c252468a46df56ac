#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "carom/math/vec.hpp"

// How far two convex shapes are apart, as the mover's position sees it: a convex function of that position, in plain
// double arithmetic. Coordinates are those of the item, seen from the mover's reference point, so that they are small
// where it matters.
namespace carom::mover {

/// A gap, positive while apart, and its gradient by the mover's position: the unit normal from the item to the mover.
template <int D>
struct Gap {
  double gap = 0;
  Vec<D> normal{};
  Vec<D> point{};  ///< of the item, nearest
};

/// A part of the boundary: its own length and directions, taken from coordinates before anything was subtracted.
template <int D>
struct Edge {
  Vec<D> along{};
  Vec<D> left{};  ///< 2D: unit, to the left
  double length2 = 0;

  Edge() = default;
  Edge(const Vec<D>& from, const Vec<D>& to) : along(to - from), length2(norm2(along)) {
    if constexpr (D == 2) left = Vec<2>{-along.y, along.x} / std::sqrt(length2);
  }
};

template <int D>
bool nearer(const Gap<D>& a, const Gap<D>& b) {
  return a.gap < b.gap;
}

/// Of a unit length; e_x for none. `length`: as norm gives it, which loses what is so short that its square is below
/// the range of doubles.
template <int D>
Vec<D> unit(const Vec<D>& v, double length) {
  if (length > 0x1p-500) return v / length;
  const Vec<D> longer = 0x1p600 * v;
  const double its_length = norm(longer);
  return its_length > 0 ? longer / its_length : Vec<D>{1};
}

template <int D>
Gap<D> gap_to_point(const Vec<D>& x, const Vec<D>& point) {
  const Vec<D> away = x - point;
  const double length = norm(away);
  return {length, unit(away, length), point};
}

/// The same bits with the ends exchanged.
template <int D>
Gap<D> gap_to_segment(const Vec<D>& x, const Vec<D>& a, const Vec<D>& b, const Edge<D>& edge) {
  const Vec<D> from_a = x - a;
  const Vec<D> from_b = x - b;
  const double along_a = dot(edge.along, from_a);
  if (!(along_a > 0)) return gap_to_point(x, a);
  const double along_b = -dot(edge.along, from_b);
  if (!(along_b > 0)) return gap_to_point(x, b);
  const double a2 = norm2(from_a);
  const double b2 = norm2(from_b);
  const auto mix = [&](const auto& by_a, const auto& by_b) {
    return a2 < b2 ? by_a : b2 < a2 ? by_b : 0.5 * (by_a + by_b);
  };
  if constexpr (D == 2) {
    const double height = mix(dot(edge.left, from_a), dot(edge.left, from_b));
    const Vec<2> normal = height < 0 ? -edge.left : edge.left;
    return {std::fabs(height), normal, x - height * edge.left};
  } else {
    const Vec<3> away =
        mix(from_a - (along_a / edge.length2) * edge.along, from_b + (along_b / edge.length2) * edge.along);
    const double length = norm(away);
    return {length, unit(away, length), x - away};
  }
}

/// Inside, the nearest face counts, with its gap negative.
template <int D>
Gap<D> gap_to_box(const Vec<D>& x, const Vec<D>& low, const Vec<D>& high) {
  Vec<D> away{};
  double deepest = -std::numeric_limits<double>::infinity();
  Vec<D> face{};
  for (int k = 0; k < D; ++k) {
    const double below = low[k] - x[k];
    const double above = x[k] - high[k];
    if (below > 0) away[k] = -below;
    if (above > 0) away[k] = above;
    if (std::fmax(below, above) > deepest) {
      deepest = std::fmax(below, above);
      face = {};
      face[k] = below > above ? -1 : 1;
    }
  }
  if (deepest <= 0) return {deepest, face, x - deepest * face};
  const double length = norm(away);
  return {length, unit(away, length), x - away};
}

/// A triangle with what its face needs.
struct Face {
  Vec3 normal{};               ///< unit
  std::array<Vec3, 3> inward;  ///< in the plane, across each edge

  Face() = default;
  Face(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 area = cross(b - a, c - a);
    normal = area / norm(area);
    inward = {cross(normal, b - a), cross(normal, c - b), cross(normal, a - c)};
  }
};

struct FacedTriangle {
  const std::array<Vec3, 3>& corner;
  const std::array<Edge<3>, 3>& edge;
  const Face& face;

  bool over_inside(const Vec3& x) const {
    return dot(face.inward[0], x - corner[0]) >= 0 && dot(face.inward[1], x - corner[1]) >= 0 &&
           dot(face.inward[2], x - corner[2]) >= 0;
  }
  /// From the nearest corner, where the error is least.
  double height(const Vec3& x) const {
    std::size_t nearest = 0;
    for (const std::size_t k : {1, 2})
      if (norm2(x - corner[k]) < norm2(x - corner[nearest])) nearest = k;
    return dot(face.normal, x - corner[nearest]);
  }
  template <class GapToEdge>
  Gap<3> least_of_edges(const GapToEdge& gap_to_edge) const {
    return std::min({gap_to_edge(corner[0], corner[1], edge[0]), gap_to_edge(corner[1], corner[2], edge[1]),
                     gap_to_edge(corner[2], corner[0], edge[2])},
                    nearer<3>);
  }
};

inline Gap<3> gap_to_triangle(const Vec3& x, const FacedTriangle& triangle) {
  if (triangle.over_inside(x)) {
    const double height = triangle.height(x);
    const Vec3& up = triangle.face.normal;
    return {std::fabs(height), height < 0 ? -up : up, x - height * up};
  }
  return triangle.least_of_edges(
      [&](const Vec3& a, const Vec3& b, const Edge<3>& edge) { return gap_to_segment(x, a, b, edge); });
}

/// Seen from an item's point, the line of a capsule is the place of the mover's reference point less the line.
template <int D>
Gap<D> turned(Gap<D> from_line, const Vec<D>& item_point) {
  return {from_line.gap, -from_line.normal, item_point};
}

/// Where two lines in space are nearest between their ends, if they are.
inline bool crossing(const Vec3& x, const Edge<3>& line, const Vec3& a, const Edge<3>& edge, Gap<3>& found) {
  const Vec3 across = cross(line.along, edge.along);
  const double across2 = norm2(across);
  if (!(across2 > 0x1p-80 * line.length2 * edge.length2)) return false;
  const Vec3 offset = a - x;
  const double on_line = dot(cross(offset, edge.along), across);
  const double on_edge = dot(cross(offset, line.along), across);
  if (!(on_line > 0 && on_line < across2 && on_edge > 0 && on_edge < across2)) return false;
  const double height = -dot(offset, across);
  const double length = std::sqrt(across2);
  const Vec3 normal = height < 0 ? -across / length : across / length;
  found = {std::fabs(height) / length, normal, a + (on_edge / across2) * edge.along};
  return true;
}

}  // namespace carom::mover
