#pragma once
#include "carom/io/scene.hpp"

namespace carom::io {

/// How a 3D world is looked at: what the scene says, and sensible values for the rest.
struct Camera {
  Vec3 eye{};
  Vec3 target{};
  Vec3 up{};
  Vec3 light{};
  double field_of_view = 0;  ///< vertical, in radians
};

/// A camera that sees all of `box` from that direction (a unit vector), on a page `aspect` times as wide as high. The
/// light is left where it is.
Camera camera_on(const Aabb3& box, const Vec3& direction, const Vec3& up, double field_of_view, double aspect);

/// A camera that sees `box`, upright against gravity or the ground.
Camera choose_camera(const View& view, const World<3>& world, const std::vector<BodyId>& obstacles, const Aabb3& box);

}  // namespace carom::io
