#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A solid box with sides along the axes, boundary included: low ≤ x ≤ high in every component.
template <int D>
struct Aabb {
  Vec<D> low{};
  Vec<D> high{};

  friend bool operator==(const Aabb&, const Aabb&) = default;
};

using Aabb2 = Aabb<2>;
using Aabb3 = Aabb<3>;

}  // namespace carom

#pragma GCC visibility pop
