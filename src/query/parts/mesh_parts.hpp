#pragma once
#include <vector>

#include "query/answers.hpp"
#include "query/parts/triangle_parts.hpp"
#include "query/reach.hpp"

namespace carom::query {

/// The triangles of a mesh that come near a box, with their edges and corners; each edge and corner once, with all
/// neighbours that it has in the mesh.
class MeshParts {
 public:
  /// For a straight path, only those that it does not surely miss.
  MeshParts(const TriangleMesh& mesh, const Aabb3& near, const StraightPath<3>* path = nullptr);

  int count() const { return faces() + edges() + corners(); }

  Aabb3 bound(int part) const {
    if (part < faces()) return bound_of(triangle(part));
    if (part < faces() + edges()) return box_around(edge(part).from, edge(part).to);
    return {corner(part), corner(part)};
  }

  bool surely_missed(int part, const StraightPath<3>& path) const {
    if (part < faces()) return surely_misses_face(path, triangle(part), side_of(part));
    if (part >= faces() + edges()) return surely_misses_corner(path, corner(part), around(part));
    return surely_misses_edge(path, edge(part).from, edge(part).to, around(part));
  }

  template <class N>
  Feature<N> feature(int part, const Course<N, 3>& x, double radius) const {
    if (part < faces()) return face_feature<N>(x, triangle(part), side_of(part), radius);
    if (part < faces() + edges()) return edge_feature<N>(x, edge(part).from, edge(part).to, around(part), radius);
    return corner_feature<N>(x, corner(part), around(part), radius);
  }

  Touch<3> touch(int part, const Vec3& center, const Vec3& velocity, double radius) const {
    if (part < faces()) return touch_face(triangle(part), side_of(part), center, velocity, radius);
    if (part < faces() + edges()) return touch_side<3>(edge(part), center, velocity, radius);
    return {corner(part), towards_foot(center - corner(part), velocity, radius, Vec3{0, 0, -1})};
  }

  double length(int part, const Still& still, const Vec3& center, double radius) const {
    if (part < faces()) return length_at_face(triangle(part), still, center, radius);
    return part < faces() + edges() ? length_at_side<3>(edge(part), still, center, radius)
                                    : length_of_offset(still, center - corner(part), radius);
  }

  /// Parts are the two sides of each triangle, then edges, then corners.
  int faces() const { return 2 * static_cast<int>(triangles_.size()); }
  int edges() const { return static_cast<int>(edges_.size()); }
  int corners() const { return static_cast<int>(corners_.size()); }
  Segment3 edge(int part) const {
    const Joint& joint = edges_[at(part - faces())];
    return {mesh_.vertices[joint.from], mesh_.vertices[joint.to]};
  }
  const Vec3& corner(int part) const { return mesh_.vertices[corners_[at(part - faces() - edges())].from]; }
  /// Of an edge the third corners of its triangles, of a corner the other ends of its edges.
  std::span<const Vec3> around(int part) const {
    const Joint& joint = part < faces() + edges() ? edges_[at(part - faces())] : corners_[at(part - faces() - edges())];
    return {neighbours_.data() + joint.first, joint.last - joint.first};
  }

 private:
  /// An edge with the third corners of its triangles, or a corner (from = to) with its neighbours.
  struct Joint {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::size_t first = 0;
    std::size_t last = 0;
  };

  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  static int side_of(int part) { return part % 2 == 0 ? 1 : -1; }
  Triangle triangle(int part) const { return mesh_.triangle(triangles_[at(part / 2)]); }

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Joint> edges_;
  std::vector<Joint> corners_;
  std::vector<Vec3> neighbours_;
};

/// A mesh that has yet to be told what is near.
struct MeshSource {
  const TriangleMesh& mesh;
};

template <>
struct PartsOf<TriangleMesh> {
  using type = MeshSource;
};

inline std::optional<Impact<3>> first_impact_with(const MeshSource& source, const Sphere& ball, const Motion3& motion,
                                                  const Motion3& others, double horizon) {
  const RelativeMotion<3> relative{ball.center, motion, {}, others};
  const StraightPath<3> path = straight_path(relative, ball.radius, horizon);
  const MeshParts parts(source.mesh, reach(relative, ball.radius, horizon),
                        is_straight(relative, horizon) ? &path : nullptr);
  return first_impact_with(parts, ball, motion, others, horizon);
}

inline Proximity proximity_to(const MeshSource& source, const Sphere& ball) {
  return proximity_to(MeshParts(source.mesh, reach<3>({ball.center, {}, {}, {}}, ball.radius, 0)), ball);
}

/// Nothing farther than the nearest corner is the nearest.
inline Distance<3> distance_to(const MeshSource& source, const Sphere& ball) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& triangle : source.mesh.triangles)
    for (const std::uint32_t corner : triangle)
      nearest = std::fmin(nearest, norm(source.mesh.vertices[corner] - ball.center));
  return distance_to(MeshParts(source.mesh, reach<3>({ball.center, {}, {}, {}}, nearest, 0)), ball, nearest);
}

}  // namespace carom::query
