#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "carom/math/vec.hpp"

namespace carom::query {

/// v / |v|; `otherwise` for the zero vector. Neither overflows nor underflows.
template <int D>
Vec<D> direction(const Vec<D>& v, const Vec<D>& otherwise) {
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(v[k]));
  if (most == 0) return otherwise;
  const Vec<D> scaled = v / most;
  return scaled / norm(scaled);
}

}  // namespace carom::query
