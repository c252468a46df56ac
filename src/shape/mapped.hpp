#pragma once
#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"

// Shapes whose points are mapped one by one, by a map that keeps lengths and the order along each axis: a translation,
// or one that exchanges axes.
namespace carom::shape {

template <int D, class Map>
Ball<D> mapped(const Ball<D>& ball, const Map& map) {
  return {map(ball.center), ball.radius};
}
template <int D, class Map>
Segment<D> mapped(const Segment<D>& segment, const Map& map) {
  return {map(segment.from), map(segment.to), segment.sides};
}
template <int D, class Map>
Aabb<D> mapped(const Aabb<D>& box, const Map& map) {
  return {map(box.low), map(box.high)};
}
template <class Map>
Triangle mapped(const Triangle& triangle, const Map& map) {
  return {map(triangle.a), map(triangle.b), map(triangle.c)};
}
template <int D, class Map>
Capsule<D> mapped(const Capsule<D>& capsule, const Map& map) {
  return {map(capsule.from), map(capsule.to), capsule.radius};
}

}  // namespace carom::shape
