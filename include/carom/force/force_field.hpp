#pragma once
#include <variant>

#include "carom/force/point_attractor.hpp"
#include "carom/force/quadratic_drag.hpp"
#include "carom/force/spring.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A force that acts on every ball, of those that come with the library.
template <int D>
using ForceField = std::variant<Spring<D>, PointAttractor<D>, QuadraticDrag<D>>;

/// std::invalid_argument for values that are not finite, and for those below 0 that must not be.
template <int D>
CAROM_VISIBLE void check(const ForceField<D>& field);

}  // namespace carom

#pragma GCC visibility pop
