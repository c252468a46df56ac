#include "broad/structures/spacing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "carom/math/portable.hpp"

namespace carom::broad {
namespace {

double root(double x, std::size_t degree) {
  return degree == 1 ? x : degree == 2 ? std::sqrt(x) : portable::cbrt(x);
}

}  // namespace

template <int D>
double cube_side(const Vec<D>& extent, double cells) {
  std::array<double, static_cast<std::size_t>(D)> sorted;
  for (std::size_t k = 0; k < D; ++k) sorted[k] = extent[static_cast<int>(k)];
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  if (sorted[0] == 0) return 0;
  double side = 0;
  for (std::size_t axes = D; axes > 0; --axes) {
    double ratio = 1;  // of the box's volume to that of a cube around it: in this form nothing overflows
    for (std::size_t k = 1; k < axes; ++k) ratio *= sorted[k] / sorted[0];
    side = sorted[0] * root(ratio / cells, axes);
    if (side > 0 && sorted[axes - 1] >= side) break;
  }
  return side;
}

template double cube_side(const Vec<2>&, double);
template double cube_side(const Vec<3>&, double);

}  // namespace carom::broad
