#pragma once
#include <variant>
#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {

/// The bodies of a world that are there, or are still to come, by how they are drawn.
template <int D>
struct Cast {
  std::vector<BodyId> balls;      ///< but for pockets
  std::vector<BodyId> obstacles;  ///< and pockets

  Cast() = default;
  Cast(const Scene<D>& scene, const World<D>& world) {
    for (std::uint32_t i = 0; i < world.body_count(); ++i)
      if (const BodyId id{i}; !world.present(id) && !world.awaited(id))
        continue;
      else if (i < scene.bodies.size())  // there it need not be copied
        add(id, scene.bodies[i].body);
      else
        add(id, world.body(id));
  }

 private:
  void add(BodyId id, const Body<D>& body) {
    const bool is_ball = std::holds_alternative<Ball<D>>(body.shape) && body.response != Response::pocket;
    (is_ball ? balls : obstacles).push_back(id);
  }
};

}  // namespace carom::io
