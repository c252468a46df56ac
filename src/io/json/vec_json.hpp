#pragma once
#include <array>

#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"

namespace carom::io {

/// A vector as JSON takes it for a list.
template <int D>
std::array<double, D> vec_json(const Vec<D>& v) {
  std::array<double, D> list;
  for (int k = 0; k < D; ++k) list[static_cast<std::size_t>(k)] = v[k];
  return list;
}

/// A spin: a number in the plane.
inline double spin_json(double spin) {
  return spin;
}
inline std::array<double, 3> spin_json(const Vec3& spin) {
  return vec_json(spin);
}

}  // namespace carom::io
