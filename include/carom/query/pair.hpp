#pragma once
#include <type_traits>

#include "carom/motion/motion.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/arc.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/polygon.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/triangle_mesh.hpp"
#include "carom/shape/upright_cylinder.hpp"

#pragma GCC visibility push(default)

// Which pairs of shapes the queries answer: a ball and any shape, in either order; any two of segment, capsule, box,
// convex polygon and triangle; two upright cylinders; a cylinder and a box, a segment in space or a triangle; all of
// these and a half-space.
// docs/use/queries.md has the table.
namespace carom {

/// The dimension of the space that a shape lives in; 0 for what is no shape.
template <class Shape>
inline constexpr int kDimension = 0;
template <int D>
inline constexpr int kDimension<Ball<D>> = D;
template <int D>
inline constexpr int kDimension<HalfSpace<D>> = D;
template <int D>
inline constexpr int kDimension<Segment<D>> = D;
template <int D>
inline constexpr int kDimension<Aabb<D>> = D;
template <int D>
inline constexpr int kDimension<Capsule<D>> = D;
template <>
inline constexpr int kDimension<Polygon> = 2;
template <>
inline constexpr int kDimension<Arc> = 2;
template <>
inline constexpr int kDimension<ConvexPolygon> = 2;
template <>
inline constexpr int kDimension<UprightCylinder> = 3;
template <>
inline constexpr int kDimension<Triangle> = 3;
template <>
inline constexpr int kDimension<TriangleMesh> = 3;

template <class Shape>
concept BallShape = kDimension<Shape>
!= 0 && std::is_same_v<Shape, Ball<kDimension<Shape>>>;
/// The shapes other than balls that queries compare with each other.
template <class Shape>
concept UprightShape =
    std::is_same_v<Shape, Aabb<2>> || std::is_same_v<Shape, Aabb<3>> || std::is_same_v<Shape, UprightCylinder>;

/// The hull of some corners, grown by a radius. A one-sided segment has both its sides here: it is for balls.
template <class Shape>
concept HullShape = std::is_same_v<Shape, Segment<2>> || std::is_same_v<Shape, Segment<3>> ||
    std::is_same_v<Shape, Capsule<2>> || std::is_same_v<Shape, Capsule<3>> || std::is_same_v<Shape, Aabb<2>> ||
    std::is_same_v<Shape, Aabb<3>> || std::is_same_v<Shape, ConvexPolygon> || std::is_same_v<Shape, Triangle>;

/// Any of these first, and a half-space.
template <class A, class B>
concept StandingPair = (HullShape<A> ||
                        std::is_same_v<A, UprightCylinder>)&&std::is_same_v<B, HalfSpace<kDimension<A>>>;

/// An upright cylinder first, and a hull of two or three corners.
template <class A, class B>
concept StandingOnHull = std::is_same_v<A, UprightCylinder> &&
    (std::is_same_v<B, Segment<3>> || std::is_same_v<B, Triangle>);

/// Two shapes that every query takes, in this order and in the other.
template <class A, class B>
concept SupportedPair = kDimension<A>
!= 0 && kDimension<A> == kDimension<B> &&
    (BallShape<A> || BallShape<B> || (UprightShape<A> && UprightShape<B>) || (HullShape<A> && HullShape<B>) ||
     StandingPair<A, B> || StandingPair<B, A> || StandingOnHull<A, B> || StandingOnHull<B, A>);

}  // namespace carom

#pragma GCC visibility pop
