#pragma once
#include <array>

#include "carom/math/vec.hpp"

namespace carom::response {

/// How faces hold a body: each pushes along its unit normal (away from the face), and none pulls.
template <int D>
struct Hold {
  Vec<D> acceleration{};             ///< what is left of the body's acceleration
  std::array<double, D> pressure{};  ///< of each face on the body, as an acceleration ≥ 0
};

/// Solves for the pressures λ ≥ 0 with a' = a + Σ λ_i n_i, n_i·a' ≥ 0 and λ_i (n_i·a') = 0, by trying the sets of
/// pressing faces, smallest first. At most D faces.
template <int D>
Hold<D> hold(const Vec<D>& acceleration, const Vec<D>* normals, int count);

/// The part of a vector along the faces: nothing along any of the normals. D independent normals leave exactly zero.
template <int D>
Vec<D> along_faces(const Vec<D>& vector, const Vec<D>* normals, int count);

}  // namespace carom::response
