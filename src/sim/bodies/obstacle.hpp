#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "carom/shape/triangle.hpp"
#include "carom/sim/body.hpp"
#include "query/first_contact.hpp"

namespace carom::sim {

/// Shapes whose pieces are parts of the whole, as the queries have them (src/query/parts/).
template <int D>
struct WholeOf;
template <>
struct WholeOf<2> {
  using type = std::variant<ConvexPolygon, Arc>;
};
template <>
struct WholeOf<3> {
  using type = std::variant<UprightCylinder>;
};
template <int D>
using Whole = typename WholeOf<D>::type;

/// One smooth piece of a body that is no ball, where it was added, against which a ball's first contact is one formula.
/// Shapes are compiled into these, so that a corner that two edges share exists once. They count where the queries'
/// features do (docs/theory/time-of-impact.md, "Features").
template <int D>
struct Obstacle {
  enum class Kind : std::uint8_t { plane, side, end, box, face, wall, cap, rim, arc };
  using Direction = std::array<int, static_cast<std::size_t>(D)>;

  struct EndOf {
    Segment<D> edge{};
    query::End end = query::End::from;
  };

  Kind kind = Kind::plane;
  std::uint32_t body = 0;
  std::uint32_t face = 0;    ///< its number within the body
  HalfSpace<D> plane{};      ///< plane
  Segment<D> side{};         ///< side: without its ends
  Vec<D> point{};            ///< end, the centre of an arc
  std::vector<EndOf> edges;  ///< end: of each of these, one or two; of a mesh none
  double thickness = 0;      ///< side, end, wall, arc: how far the surface is from their line, point or centre
  Triangle triangle{};       ///< face, from both sides: without its edges
  /// Side of a mesh: the third corners of its triangles; end of a mesh: the other ends of its edges.
  std::vector<Vec<D>> around;
  Aabb<D> box{};  ///< box: the face, edge or corner in `direction`, −1, 0 or +1 on each axis
  Direction direction{};
  std::shared_ptr<const Whole<D>> whole;  ///< of a convex polygon, cylinder or arc, and
  std::vector<int> parts;                 ///< what the piece is of it, from outside first
  int sign = 0;                           ///< cap, rim: which, +1 towards the positive axis, −1
  Vec<D> low{};                           ///< bounds; unused for planes
  Vec<D> high{};

  /// Balls can come to rest on it.
  bool flat() const;
};

/// The pieces of a body's shape, numbered from 0; none for a ball. Half-space: 0. Segment, capsule: side 0, ends 1
/// and 2. Polygon of e edges and v vertices: edges 0 … e−1, vertices e … e+v−1. Box: faces −z, −y, −x, +x, +y, +z (in
/// 2D −y, −x, +x, +y), then in 3D the 12 edges, then the corners. Mesh: its triangles, then its edges and its corners,
/// by the numbers of their vertices. Arc: itself, its ends. Cylinder: its wall, the cap above and the one below, the
/// rims of these.
template <int D>
std::vector<Obstacle<D>> obstacles_of(const Shape<D>& shape, std::uint32_t body);

/// The time after which a ball (at `position` now) first meets the obstacle, which moves at `velocity`; infinite if
/// never.
template <int D>
double first_contact(const Obstacle<D>& obstacle, const Vec<D>& velocity, const Vec<D>& position,
                     const Motion<D>& motion, double radius, double horizon);

/// From the ball's centre to the nearest point of the obstacle's plane, line or point (of a wall its cylinder's axis,
/// of an arc its centre, from inside away from it): the contact's axis, not made unit. On the plane or line itself:
/// against the front.
template <int D>
Vec<D> contact_axis(const Obstacle<D>& obstacle, const Vec<D>& center);

/// Whether a centre sees the obstacle from where it curves towards it: an arc from inside.
template <int D>
bool is_hollow(const Obstacle<D>& obstacle, const Vec<D>& center);

/// The distance from a centre to the surface around the obstacle's plane, line or point.
template <int D>
double distance(const Obstacle<D>& obstacle, const Vec<D>& center);

/// Whether a ball is surely apart from the obstacle, and so are all whose centres are at most `away` from its, either
/// way on each axis.
template <int D>
bool is_far_from(const Obstacle<D>& obstacle, const Vec<D>& center, double radius, const Vec<D>& away = {}) {
  if (obstacle.kind == Obstacle<D>::Kind::plane) {
    double height = -obstacle.plane.offset;
    double size = std::fabs(obstacle.plane.offset);
    double reach = radius;
    for (int k = 0; k < D; ++k) {
      const double part = obstacle.plane.normal[k] * center[k];
      height += part;
      size += std::fabs(part);
      reach += std::fabs(obstacle.plane.normal[k] * away[k]);
    }
    return height > (1 + 0x1p-30) * reach + 0x1p-40 * size;
  }
  double size = 0, beyond2 = 0;
  for (int k = 0; k < D; ++k) {
    const double beside = std::max(obstacle.low[k] - center[k], center[k] - obstacle.high[k]) - std::fabs(away[k]);
    if (beside > 0) beyond2 += beside * beside;
    size += std::fabs(center[k]) + std::fabs(away[k]);
  }
  const double reach = (1 + 0x1p-30) * radius + 0x1p-40 * size;
  return beyond2 > reach * reach;
}

/// Whether a ball that goes straight for a time surely does not touch the obstacle: it stays apart from its plane, line
/// or point, or beyond the borders of a face, or the ends of a side.
template <int D>
bool stays_far_from(const Obstacle<D>& obstacle, const Vec<D>& center, double radius, const Vec<D>& velocity,
                    double time);

/// Whether a ball touches or overlaps the obstacle.
template <int D>
bool reaches(const Obstacle<D>& obstacle, const Vec<D>& center, double radius);

/// The part of a velocity that changes the distance of a round obstacle: not along a side or an edge.
template <int D>
Vec<D> across(const Obstacle<D>& obstacle, const Vec<D>& velocity);

/// How far the obstacle, or what holds it, reaches beyond the plane through a point, on the side of the normal.
template <int D>
double reach_beyond(const Obstacle<D>& obstacle, const Vec<D>& foot, const Vec<D>& normal);

/// How long a ball that slides on a flat obstacle stays on it, infinite if for ever.
template <int D>
double time_on(const Obstacle<D>& obstacle, const Vec<D>& position, const Vec<D>& velocity, const Vec<D>& acceleration);

/// Whether `other` is an end, edge or corner of the flat obstacle `support`.
template <int D>
bool borders(const Obstacle<D>& other, const Obstacle<D>& support);

}  // namespace carom::sim
