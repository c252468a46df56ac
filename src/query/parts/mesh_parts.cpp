#include "query/parts/mesh_parts.hpp"

namespace carom::query {

MeshParts::MeshParts(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles) : own_(mesh, triangles) {
  triangles_.reserve(triangles.size());
  edges_.reserve(own_.edges().size());
  corners_.reserve(own_.corners().size());
  for (const std::uint32_t k : triangles) triangles_.push_back(mesh.triangle(k));
  for (const auto& edge : own_.edges()) edges_.push_back(edge_of(mesh, own_, edge));
  for (const auto& corner : own_.corners()) corners_.push_back(corner_of(mesh, own_, corner));
}

}  // namespace carom::query
