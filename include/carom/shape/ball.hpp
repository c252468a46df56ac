#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A closed disc (D = 2) or ball (D = 3): the points at most `radius` from `center`. Radius 0 is a point.
template <int D>
struct Ball {
  Vec<D> center{};
  double radius = 0;

  friend bool operator==(const Ball&, const Ball&) = default;
};

using Circle = Ball<2>;
using Sphere = Ball<3>;

}  // namespace carom

#pragma GCC visibility pop
