#pragma once
#include <optional>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/shape/aabb.hpp"

namespace carom::io {

/// Centres of balls of these radii in a box, apart from each other and, unless it is periodic, inside it: they grow
/// from random points, moving and bouncing, at a rate of a tenth of their thermal speed, to a billionth more than their
/// size. nullopt if they jam before. A periodic box must be at least three of the largest diameters wide. Source: B. D.
/// Lubachevsky, F. H. Stillinger, J. Stat. Phys. 60 (1990) 561.
template <int D>
std::optional<std::vector<Vec<D>>> grown_places(const Aabb<D>& box, bool periodic, const std::vector<double>& radii,
                                                Random& random);

}  // namespace carom::io
