#include "broad/cells/size_levels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/math/portable.hpp"

namespace carom::broad {
namespace {

/// Lengths in mean distances of bodies: the least side of a cell, and the largest of cells that share a list.
constexpr double kCellSide = 0.6;
constexpr double kFoldedSide = 0.75;
/// Sizes are told apart by powers of two of the largest one.
constexpr std::size_t kClasses = 16;
constexpr std::int32_t kMostCells = 1 << 14;  ///< along an axis

struct SizeClass {
  double radius = 0;  ///< of the largest one
  std::size_t count = 0;
};

/// From small to large, none empty but perhaps the last.
std::vector<SizeClass> classes_of(const std::vector<double>& radii, double largest) {
  std::array<SizeClass, kClasses> classes{};
  for (const double radius : radii) {
    std::size_t k = kClasses - 1;
    for (double bound = largest / 2; k > 0 && radius <= bound; bound /= 2) --k;
    classes[k].radius = std::max(classes[k].radius, radius);
    ++classes[k].count;
  }
  classes.back().radius = largest;
  std::vector<SizeClass> found;
  for (const SizeClass& one : classes)
    if (one.count > 0 || one.radius == largest) found.push_back(one);
  return found;
}

template <int D>
double power(double side) {
  return D == 2 ? side * side : side * side * side;
}

/// Joins sizes for which cells of their own are not worth it.
template <int D>
std::vector<SizeClass> joined(const std::vector<SizeClass>& classes, double volume, double most_near) {
  std::vector<SizeClass> found;
  for (SizeClass one : classes) {
    const double near = power<D>(3 * LevelGrid<D>::side_for(2 * one.radius)) / volume;
    while (!found.empty() && static_cast<double>(found.back().count + one.count) * near <= most_near) {
      one.count += found.back().count;
      found.pop_back();
    }
    found.push_back(one);
  }
  return found;
}

/// Lists of each level, where cells have that side.
template <int D>
std::vector<LevelPlan> plans_for(const std::vector<SizeClass>& classes, double side, int fold) {
  std::vector<LevelPlan> plans;
  int shift = fold;
  for (const SizeClass& one : classes) {
    if (!plans.empty())
      while (std::ldexp(side, shift) < LevelGrid<D>::side_for(2 * one.radius)) ++shift;
    plans.push_back({one.radius, shift});
  }
  return plans;
}

}  // namespace

// A body that crosses a cell's border costs about as much as four more candidates.
template <int D>
SizeLevels<D> size_levels(const Crowd<D>& crowd) {
  double volume = 1;
  double narrowest = crowd.extent[0];
  for (int k = 0; k < D; ++k) {
    volume *= std::max(crowd.extent[k], 2 * crowd.largest);
    narrowest = std::min(narrowest, crowd.extent[k]);
  }
  const std::vector<SizeClass> classes = joined<D>(classes_of(crowd.radii, crowd.largest), volume, crowd.most_near);
  const double share = volume / static_cast<double>(std::max({classes[0].count, crowd.pieces, std::size_t{1}}));
  const double even = D == 2 ? std::sqrt(share) : portable::cbrt(share);
  double side = std::max(LevelGrid<D>::side_for(2 * classes[0].radius), kCellSide * even);
  const bool folded = side < kFoldedSide * even && (!crowd.periodic || narrowest >= 6 * side);
  SizeLevels<D> levels;
  levels.plans = plans_for<D>(classes, side, folded ? 1 : 0);
  if (!crowd.periodic) {
    for (int k = 0; k < D; ++k) {
      levels.side[k] = side;
      levels.counts[k] =
          static_cast<std::int32_t>(std::clamp(std::ceil(crowd.extent[k] / side), 1.0, 1.0 * kMostCells));
    }
    return levels;
  }
  // Whole lists of the largest ones have to fit into the box.
  const double least = classes.size() == 1 ? 3 * side : LevelGrid<D>::side_for(2 * crowd.largest);
  levels.fits = narrowest >= std::max(least, side);
  if (!levels.fits) return levels;
  while (std::ldexp(side, levels.plans.back().shift) > narrowest) {
    side = std::ldexp(narrowest, 1 - levels.plans.back().shift);
    levels.plans = plans_for<D>(classes, side, 0);
  }
  const int most = levels.plans.back().shift;
  for (int k = 0; k < D; ++k) {
    const double lists = std::floor(crowd.extent[k] / std::ldexp(side, most) * (1 + 0x1p-40));
    levels.counts[k] = static_cast<std::int32_t>(std::clamp(lists, 1.0, 1.0 * (kMostCells >> most))) << most;
    levels.side[k] = crowd.extent[k] / levels.counts[k];
  }
  return levels;
}

template SizeLevels<2> size_levels<2>(const Crowd<2>& crowd);
template SizeLevels<3> size_levels<3>(const Crowd<3>& crowd);

}  // namespace carom::broad
