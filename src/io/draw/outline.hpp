#pragma once
#include <vector>

#include "carom/sim/body.hpp"

// Round shapes as polygons and meshes, near enough for a picture.
namespace carom::io {

/// Anticlockwise.
std::vector<Vec2> outline(const Capsule2& capsule);
/// From its beginning to its end.
std::vector<Vec2> outline(const Arc& arc);

TriangleMesh surface(const Capsule3& capsule);
TriangleMesh surface(const UprightCylinder& cylinder);

}  // namespace carom::io
