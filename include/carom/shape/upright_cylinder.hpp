#pragma once
#include <cstdint>

#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

enum class Axis : std::uint8_t { x, y, z };

/// A solid cylinder whose axis is along x, y or z, boundary included: ρ² ≤ radius², ρ being the distance from the axis,
/// and |height| ≤ half_height along it, seen from `center`. Two cylinders are compared if they have the same axis.
struct UprightCylinder {
  Vec3 center{};
  double radius = 0;
  double half_height = 0;
  Axis axis = Axis::z;

  friend bool operator==(const UprightCylinder&, const UprightCylinder&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
