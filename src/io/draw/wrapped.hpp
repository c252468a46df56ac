#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::io {

/// Cuts a straight line where it leaves the copies of a periodic box, and calls visit(a, b) for each piece, moved into
/// the box. Along each axis it is followed through so many crossings. Returns whether that was all of it.
template <int D, class Visit>
bool visit_wrapped(const Vec<D>& from, const Vec<D>& to, const Vec<D>& period, double most_crossings, Visit&& visit) {
  std::vector<double> cuts{0, 1};
  bool whole = true;
  for (int k = 0; k < D; ++k) {
    const double low = std::min(from[k], to[k]), high = std::max(from[k], to[k]);
    const double first = std::ceil(low / period[k]), all = high > low ? std::floor(high / period[k]) - first + 1 : 0;
    whole = whole && all <= most_crossings;
    const int crossings = static_cast<int>(std::min(all, most_crossings));
    for (int n = 0; n < crossings; ++n) cuts.push_back(((first + n) * period[k] - from[k]) / (to[k] - from[k]));
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    Vec<D> a = from + cuts[i] * (to - from), b = from + cuts[i + 1] * (to - from);
    const Vec<D> middle = 0.5 * (a + b);
    for (int k = 0; k < D; ++k) {
      const double shift = period[k] * std::floor(middle[k] / period[k]);
      a[k] -= shift;
      b[k] -= shift;
    }
    visit(a, b);
  }
  return whole;
}

}  // namespace carom::io
