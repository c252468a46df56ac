#pragma once
#include <cstddef>
#include <vector>

#include "broad/cells/level_grid.hpp"
#include "carom/math/vec.hpp"

namespace carom::broad {

/// How a grid of levels is laid out for some bodies.
template <int D>
struct SizeLevels {
  Vec<D> side{};  ///< of a cell
  Cell<D> counts{};
  std::vector<LevelPlan> plans;
  bool fits = true;  ///< in a periodic box: it is large enough
};

/// What a layout depends on.
template <int D>
struct Crowd {
  std::vector<double> radii;  ///< of all bodies, in any order
  double largest = 0;         ///< radius that may come
  Vec<D> extent{};            ///< of the space that they are in
  bool periodic = false;
  std::size_t pieces = 0;  ///< of obstacles, which are listed by cell, too
  double most_near = 0;    ///< so many bodies in a neighbourhood are looked at sooner than lists of other levels
};

template <int D>
SizeLevels<D> size_levels(const Crowd<D>& crowd);

}  // namespace carom::broad
