#pragma once
#include "carom/math/vec.hpp"

namespace carom {

/// A solid cylinder whose axis is along z, boundary included: x² + y² ≤ radius² and |z| ≤ half_height, seen from
/// `center`.
struct UprightCylinder {
  Vec3 center{};
  double radius = 0;
  double half_height = 0;

  friend bool operator==(const UprightCylinder&, const UprightCylinder&) = default;
};

}  // namespace carom
