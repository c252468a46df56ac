#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "math/double_double.hpp"
#include "query/features.hpp"

namespace carom::detail {

/// v / |v|; `otherwise` for the zero vector. Neither overflows nor underflows.
template <int D>
Vec<D> direction(const Vec<D>& v, const Vec<D>& otherwise) {
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(v[k]));
  if (most == 0) return otherwise;
  const Vec<D> scaled = v / most;
  return scaled / norm(scaled);
}

/// The relative position at time t, rounded once; where that overflows, a quarter of it, which has the same direction.
template <int D>
Vec<D> position(const RelativePath<D>& path, double t) {
  Vec<D> result;
  const TwoTerms time{t, 0};
  for (int k = 0; k < D; ++k) {
    const TwoTerms start = two_sum(path.p[k], -path.p0[k]);
    const TwoTerms speed = two_sum(path.v[k], -path.v0[k]);
    const TwoTerms half_bend = two_sum(0.5 * path.a[k], -0.5 * path.a0[k]);
    result[k] = (start + time * (speed + time * half_bend)).high;
  }
  if (is_finite(result)) return result;
  const auto quarter = [](const Vec<D>& a, const Vec<D>& b) { return 0.25 * a - 0.25 * b; };
  return quarter(path.p, path.p0) + t * (quarter(path.v, path.v0) + (0.5 * t) * quarter(path.a, path.a0));
}

template <int D>
Vec<D> velocity(const RelativePath<D>& path, double t) {
  return (path.v - path.v0) + t * (path.a - path.a0);
}

}  // namespace carom::detail
