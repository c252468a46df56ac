#pragma once
#include <array>

#include "carom/math/vec.hpp"

namespace carom::io {

/// A vector as JSON takes it for a list.
template <int D>
std::array<double, D> vec_json(const Vec<D>& v) {
  std::array<double, D> list;
  for (int k = 0; k < D; ++k) list[static_cast<std::size_t>(k)] = v[k];
  return list;
}

}  // namespace carom::io
