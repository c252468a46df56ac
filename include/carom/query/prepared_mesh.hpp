#pragma once
#include <memory>

#include "carom/query/pair.hpp"
#include "carom/shape/check.hpp"

#pragma GCC visibility push(default)

namespace carom {
namespace query {
class MeshSearch;
}

/// A mesh made ready for many queries: the neighbours of its edges and corners are found once, and its triangles lie in
/// a tree of boxes, so that those far from a path cost nothing. Queries take it in the mesh's place and answer as for
/// the mesh, bit for bit. Made in O(n log n) for n triangles; copies share it, and any number of threads may ask.
/// Precondition: a mesh that `check` accepts.
class PreparedMesh {
 public:
  explicit PreparedMesh(TriangleMesh mesh);

  const TriangleMesh& mesh() const;
  /// For the queries.
  const query::MeshSearch& search() const { return *search_; }

 private:
  std::shared_ptr<const query::MeshSearch> search_;
};

template <>
inline constexpr int kDimension<PreparedMesh> = 3;

inline void check(const PreparedMesh& shape) {
  check(shape.mesh());
}

}  // namespace carom

#pragma GCC visibility pop
