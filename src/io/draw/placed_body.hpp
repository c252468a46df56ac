#pragma once
#include <variant>

#include "carom/sim/world.hpp"

namespace carom::io {

/// A shape that is no ball, so far away from where it was.
template <class Shape, int D>
void shift(Shape& shape, const Vec<D>& by) {
  if constexpr (requires { shape.normal; }) {
    shape.offset += dot(shape.normal, by);
  } else if constexpr (requires { shape.center; }) {
    shape.center += by;
  } else if constexpr (requires { shape.from; }) {
    shape.from += by;
    shape.to += by;
  } else if constexpr (requires { shape.low; }) {
    shape.low += by;
    shape.high += by;
  } else {
    for (Vec<D>& vertex : shape.vertices) vertex += by;
  }
}

/// A body whose shape, if it is no ball, is where it is now.
template <int D>
Body<D> placed_body(const World<D>& world, BodyId id) {
  Body<D> body = world.body(id);
  const Vec<D> by = world.placement(id).position;
  if (!std::holds_alternative<Ball<D>>(body.shape) && !is_zero(by))
    std::visit([&by](auto& shape) { shift(shape, by); }, body.shape);
  return body;
}

}  // namespace carom::io
