#pragma once
#include "carom/math/vec.hpp"

namespace carom {

/// Displacement after time t: ½ acceleration t² + velocity t.
template <int D>
struct Accelerating {
  Vec<D> velocity{};
  Vec<D> acceleration{};

  Vec<D> displacement(double t) const { return t * (velocity + (0.5 * t) * acceleration); }
};

/// Displacement after time t: velocity t. `Linear2{}` stands still.
template <int D>
struct Linear {
  Vec<D> velocity{};

  Vec<D> displacement(double t) const { return t * velocity; }
  operator Accelerating<D>() const { return {velocity, {}}; }
};

using Linear2 = Linear<2>;
using Linear3 = Linear<3>;
using Accelerating2 = Accelerating<2>;
using Accelerating3 = Accelerating<3>;

}  // namespace carom
