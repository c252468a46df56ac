#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "carom/shape/triangle.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Triangles that share corners: each is three indices into `vertices`. Stops a ball from both sides; not solid. A
/// corner or an edge that several triangles share counts once.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  Triangle triangle(std::size_t k) const {
    const auto& [a, b, c] = triangles[k];
    return {vertices[a], vertices[b], vertices[c]};
  }

  friend bool operator==(const TriangleMesh&, const TriangleMesh&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
