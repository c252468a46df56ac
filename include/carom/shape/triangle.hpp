#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A flat triangle in space, boundary included; stops a ball from both sides. The corners are not on one line.
struct Triangle {
  Vec3 a{};
  Vec3 b{};
  Vec3 c{};
};

}  // namespace carom

#pragma GCC visibility pop
