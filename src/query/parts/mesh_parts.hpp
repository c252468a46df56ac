#pragma once
#include <vector>

#include "query/parts/mesh_joints.hpp"
#include "query/parts/separation.hpp"
#include "query/parts/triangle_parts.hpp"
#include "query/reach.hpp"

namespace carom::query {

/// Some triangles of a mesh with their edges and corners; each edge and corner once, with all neighbours that it has in
/// the mesh. Parts are the two sides of each triangle, then edges, then corners, in the mesh's order.
class MeshParts {
 public:
  struct Edge {
    Vec3 from;
    Vec3 to;
    std::span<const Vec3> thirds;  ///< the third corners of its triangles
  };
  struct Corner {
    Vec3 at;
    std::span<const Vec3> others;  ///< the other ends of its edges
  };

  static Edge edge_of(const TriangleMesh& mesh, const MeshJoints& joints, const MeshJoints::Joint& edge) {
    return {mesh.vertices[edge.from], mesh.vertices[edge.to], joints.around(edge)};
  }
  static Corner corner_of(const TriangleMesh& mesh, const MeshJoints& joints, const MeshJoints::Joint& corner) {
    return {mesh.vertices[corner.from], joints.around(corner)};
  }

  /// Of the triangles with these numbers, in increasing order.
  MeshParts(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles);
  /// What the spans point to outlives these parts.
  MeshParts(std::vector<Triangle> triangles, std::vector<Edge> edges, std::vector<Corner> corners)
      : triangles_(std::move(triangles)), edges_(std::move(edges)), corners_(std::move(corners)) {}

  MeshParts(MeshParts&&) = default;
  MeshParts(const MeshParts&) = delete;
  MeshParts& operator=(const MeshParts&) = delete;
  MeshParts& operator=(MeshParts&&) = delete;
  ~MeshParts() = default;

  int count() const { return faces() + edges() + corners(); }

  Aabb3 bound(int part) const {
    if (part < faces()) return bound_of(triangle(part));
    if (part < faces() + edges()) return box_around(edge(part).from, edge(part).to);
    return {corner(part).at, corner(part).at};
  }

  bool surely_missed(int part, const StraightPath<3>& path) const {
    if (part < faces()) return surely_misses_face(path, triangle(part), side_of(part));
    if (part >= faces() + edges()) return surely_misses_corner(path, corner(part).at, corner(part).others);
    return surely_misses_edge(path, edge(part).from, edge(part).to, edge(part).thirds);
  }

  bool surely_farther(int part, const Vec3& point, double reach) const {
    return query::surely_farther(bound(part), point, reach) ||
           surely_missed(part, {point, {}, reach_with_slack(reach, point), 0});
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double radius) const {
    if (part < faces()) return face_feature<N>(x, triangle(part), side_of(part), radius);
    if (part >= faces() + edges()) return corner_feature<N>(x, corner(part).at, corner(part).others, radius);
    return edge_feature<N>(x, edge(part).from, edge(part).to, edge(part).thirds, radius);
  }

  Touch<3> touch(int part, const Vec3& center, const Vec3& velocity, double radius) const {
    if (part < faces()) return touch_face(triangle(part), side_of(part), center, velocity, radius);
    if (part < faces() + edges()) return touch_side<3>(segment(part), center, velocity, radius);
    const Vec3& at = corner(part).at;
    return {at, towards_foot(center - at, velocity, radius, Vec3{0, 0, -1})};
  }

  double length(int part, const Still& still, const Vec3& center, double radius) const {
    if (part < faces()) return length_at_face(triangle(part), still, center, radius);
    return part < faces() + edges() ? length_at_side<3>(segment(part), still, center, radius)
                                    : length_of_offset(still, center - corner(part).at, radius);
  }

  int faces() const { return 2 * static_cast<int>(triangles_.size()); }
  int edges() const { return static_cast<int>(edges_.size()); }
  int corners() const { return static_cast<int>(corners_.size()); }
  const Edge& edge(int part) const { return edges_[at(part - faces())]; }
  const Corner& corner(int part) const { return corners_[at(part - faces() - edges())]; }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  static int side_of(int part) { return part % 2 == 0 ? 1 : -1; }
  const Triangle& triangle(int part) const { return triangles_[at(part / 2)]; }
  Segment3 segment(int part) const { return {edge(part).from, edge(part).to}; }

  MeshJoints own_{};  ///< where nobody else keeps the neighbours
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<Corner> corners_;
};

}  // namespace carom::query
