#pragma once
#include "carom/query/prepared_mesh.hpp"
#include "query/answers.hpp"
#include "query/parts/mesh_search.hpp"
#include "query/parts/separation.hpp"

// A mesh as it is, and one that is prepared: the same triangles are looked at, found by looking at all or in a tree.
namespace carom::query {

struct PlainMesh {
  const TriangleMesh& mesh;

  template <class Skip, class Visit>
  void visit(const Skip& skip, const Visit& visit) const {
    for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k)
      if (const Triangle triangle = mesh.triangle(k); !skip(bound_of(triangle))) visit(k, triangle);
  }
  MeshParts parts(std::span<const std::uint32_t> triangles) const { return {mesh, triangles}; }
};

struct SearchedMesh {
  const MeshSearch& search;

  explicit SearchedMesh(const PreparedMesh& mesh) : search(mesh.search()) {}
  template <class Skip, class Visit>
  void visit(const Skip& skip, const Visit& see) const {
    search.visit(skip, [&](std::uint32_t number, const Triangle& triangle) {
      if (!skip(bound_of(triangle))) see(number, triangle);
    });
  }
  MeshParts parts(std::span<const std::uint32_t> triangles) const { return search.parts(triangles); }
};

template <>
struct PartsOf<TriangleMesh> {
  using type = PlainMesh;
};
template <>
struct PartsOf<PreparedMesh> {
  using type = SearchedMesh;
};

template <class Mesh>
concept MeshSource = std::same_as<Mesh, PlainMesh> || std::same_as<Mesh, SearchedMesh>;

/// A triangle of a mesh and its number there.
struct NumberedTriangle {
  std::uint32_t number;
  Triangle triangle;
};

/// In increasing order of their numbers.
template <MeshSource Mesh, class Skip, class Miss>
std::vector<NumberedTriangle> triangles_near(const Mesh& mesh, const Skip& skip, const Miss& misses) {
  std::vector<NumberedTriangle> near;
  mesh.visit(skip, [&](std::uint32_t number, const Triangle& triangle) {
    if (!misses(triangle)) near.push_back({number, triangle});
  });
  std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return near;
}

template <MeshSource Mesh>
MeshParts parts_of(const Mesh& mesh, std::span<const NumberedTriangle> triangles) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(triangles.size());
  for (const auto& [number, triangle] : triangles) numbers.push_back(number);
  return mesh.parts(numbers);
}

template <MeshSource Mesh>
MeshParts parts_within(const Mesh& mesh, const Aabb3& within) {
  return parts_of(
      mesh, triangles_near(
                mesh, [&](const Aabb3& box) { return disjoint(box, within); }, [](const Triangle&) { return false; }));
}

/// On a straight path the first face that is surely met ends the search: what lies behind costs nothing.
template <MeshSource Mesh>
std::optional<Impact<3>> first_impact_with(const Mesh& mesh, const Sphere& ball, const Motion3& motion,
                                           const Motion3& others, double horizon) {
  const RelativeMotion<3> relative{ball.center, motion, {}, others};
  if (!is_straight(relative, horizon))
    return first_impact_with(parts_within(mesh, reach(relative, ball.radius, horizon)), ball, motion, others, horizon);
  StraightPath<3> path = straight_path(relative, ball.radius, horizon);
  Aabb3 within = reach(relative, ball.radius, horizon);
  const auto misses = [&](const Triangle& triangle) { return surely_misses(path, triangle); };
  auto near = triangles_near(
      mesh, [&](const Aabb3& box) { return disjoint(box, within) || surely_misses(path, box); }, misses);
  if (near.empty()) return std::nullopt;
  for (const auto& [number, triangle] : near) path.end = std::min(path.end, surely_met_by(path, triangle));
  within = reach(relative, ball.radius, path.end);
  std::erase_if(near,
                [&](const auto& one) { return disjoint(bound_of(one.triangle), within) || misses(one.triangle); });
  return first_impact_with(parts_of(mesh, near), ball, motion, others, path.end);
}

template <MeshSource Mesh>
Proximity proximity_to(const Mesh& mesh, const Sphere& ball) {
  return proximity_to(parts_within(mesh, reach<3>({ball.center, {}, {}, {}}, ball.radius, 0)), ball);
}

template <MeshSource Mesh>
Distance<3> distance_to(const Mesh& mesh, const Sphere& ball) {
  double within = std::numeric_limits<double>::infinity();
  const auto skip = [&](const Aabb3& box) { return surely_farther(box, ball.center, within); };
  mesh.visit(skip, [&](std::uint32_t, const Triangle& triangle) {
    within = std::fmin(within, farthest_nearest(triangle, ball.center));
  });
  const auto near = triangles_near(mesh, skip, [](const Triangle&) { return false; });
  return distance_to(parts_of(mesh, near), ball, within);
}

}  // namespace carom::query
