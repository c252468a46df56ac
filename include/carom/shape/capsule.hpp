#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A solid capsule: the points at most `radius` from the straight line between `from` and `to`, which differ.
template <int D>
struct Capsule {
  Vec<D> from{};
  Vec<D> to{};
  double radius = 0;

  friend bool operator==(const Capsule&, const Capsule&) = default;
};

using Capsule2 = Capsule<2>;
using Capsule3 = Capsule<3>;

}  // namespace carom

#pragma GCC visibility pop
