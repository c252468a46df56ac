#pragma once
#include <array>
#include <span>
#include <vector>

#include "query/parts/mesh_parts.hpp"

namespace carom::query {

/// A mesh with all edges and corners, and its triangles in a tree of boxes: halves of halves by the middles of their
/// boxes, down to a few.
class MeshSearch {
 public:
  explicit MeshSearch(TriangleMesh mesh);
  MeshSearch(const MeshSearch&) = delete;
  MeshSearch& operator=(const MeshSearch&) = delete;

  const TriangleMesh& mesh() const { return mesh_; }

  /// Calls visit(number, triangle) for all triangles but those in boxes that `skip(box)`; it may skip more as time goes
  /// on.
  template <class Skip, class Visit>
  void visit(const Skip& skip, const Visit& visit) const {
    for (std::size_t at = 0; at < nodes_.size();) {
      const Node& node = nodes_[at];
      if (skip(node.box)) {
        at = node.beyond;
        continue;
      }
      ++at;
      for (std::uint32_t k = node.first; k != node.last; ++k) visit(order_[k], mesh_.triangle(order_[k]));
    }
  }

  /// `triangles`: their numbers, in increasing order.
  MeshParts parts(std::span<const std::uint32_t> triangles) const;

 private:
  static constexpr std::uint32_t kFew = 4;

  /// A node, then all that is below it. Only leaves have triangles, order_[first], …, order_[last − 1].
  struct Node {
    Aabb3 box;
    std::uint32_t beyond = 0;  ///< the first node after those below
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  void split(std::uint32_t first, std::uint32_t last);

  TriangleMesh mesh_;
  MeshJoints joints_;
  std::vector<std::array<std::uint32_t, 3>> edges_of_;  ///< of each triangle, in joints_
  std::vector<std::uint32_t> corner_of_;                ///< of each vertex, in joints_
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace carom::query
