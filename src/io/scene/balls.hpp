#pragma once
#include <string>
#include <variant>
#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {

template <int D>
bool is_ball(const World<D>& world, BodyId id) {
  return std::holds_alternative<Ball<D>>(world.body(id).shape);
}

/// All balls ever added from body `from` on, gone ones included.
template <int D>
std::vector<BodyId> ball_ids(const World<D>& world, std::size_t from = 0) {
  std::vector<BodyId> ids;
  for (std::size_t i = from; i < world.body_count(); ++i)
    if (const BodyId id{static_cast<std::uint32_t>(i)}; is_ball(world, id)) ids.push_back(id);
  return ids;
}

/// What people call the body; empty for one that has no name or came after the scene's start.
template <int D>
const std::string& body_name(const Scene<D>& scene, BodyId id) {
  static const std::string none;
  return id.value < scene.bodies.size() ? scene.bodies[id.value].name : none;
}

template <int D>
const std::string& body_group(const Scene<D>& scene, BodyId id) {
  static const std::string none;
  return id.value < scene.bodies.size() ? scene.bodies[id.value].group : none;
}

/// The third side of a periodic box of D dimensions: for a flat world as thick as its thickest ball.
template <int D>
Vec3 box_sides(const World<D>& world) {
  const Vec<D> period = *world.options().period;
  if constexpr (D == 3) {
    return period;
  } else {
    double radius = 0;
    for (const BodyId id : ball_ids(world)) radius = std::max(radius, world.radius(id));
    return {period.x, period.y, radius > 0 ? 2 * radius : 1};
  }
}

}  // namespace carom::io
