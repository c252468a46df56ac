#pragma once
#include <span>
#include <vector>

#include "carom/shape/triangle_mesh.hpp"

namespace carom::query {

/// The edges and corners of some triangles of a mesh, each once, with all neighbours that it has in the mesh.
class MeshJoints {
 public:
  /// An edge with the third corners of its triangles, or a corner (from = to) with the other ends of its edges.
  struct Joint {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::size_t first = 0;  ///< of its neighbours
    std::size_t last = 0;
  };

  MeshJoints() = default;
  /// `triangles`: their numbers, in increasing order.
  MeshJoints(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles);

  /// In increasing order of `from` and `to`.
  const std::vector<Joint>& edges() const { return edges_; }
  const std::vector<Joint>& corners() const { return corners_; }
  std::span<const Vec3> around(const Joint& joint) const {
    return {neighbours_.data() + joint.first, joint.last - joint.first};
  }

 private:
  std::vector<Joint> edges_;
  std::vector<Joint> corners_;
  std::vector<Vec3> neighbours_;
};

}  // namespace carom::query
