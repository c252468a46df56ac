#include "query/parts/mesh_queries.hpp"

namespace carom {

PreparedMesh::PreparedMesh(TriangleMesh mesh) : search_(std::make_shared<const query::MeshSearch>(std::move(mesh))) {}

const TriangleMesh& PreparedMesh::mesh() const {
  return search_->mesh();
}

CAROM_ANSWER(Sphere, TriangleMesh);
CAROM_ANSWER(TriangleMesh, Sphere);
CAROM_ANSWER(Sphere, PreparedMesh);
CAROM_ANSWER(PreparedMesh, Sphere);

}  // namespace carom
