#include "query/parts/mesh_joints.hpp"

#include <algorithm>

namespace carom::query {
namespace {

/// An edge of a triangle, the lower corner first, and the third corner.
struct HalfEdge {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t third;
  bool near;

  bool same_edge(const HalfEdge& other) const { return from == other.from && to == other.to; }
  friend bool operator<(const HalfEdge& a, const HalfEdge& b) {
    return a.edge() != b.edge() ? a.edge() < b.edge() : a.third < b.third;
  }
  std::uint64_t edge() const { return std::uint64_t{from} << 32 | to; }
};

}  // namespace

MeshJoints::MeshJoints(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles) {
  if (triangles.empty()) return;
  std::vector<char> is_corner(mesh.vertices.size(), 0);
  for (const std::uint32_t k : triangles)
    for (const std::uint32_t corner : mesh.triangles[k]) is_corner[corner] = 1;
  std::vector<HalfEdge> half_edges;
  half_edges.reserve(16 * triangles.size());
  std::size_t next_near = 0;
  for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k) {
    const bool is_near = next_near < triangles.size() && triangles[next_near] == k;
    next_near += is_near ? 1 : 0;
    const auto& t = mesh.triangles[k];
    if (!is_corner[t[0]] && !is_corner[t[1]] && !is_corner[t[2]]) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [from, to] = std::minmax(t[i], t[(i + 1) % 3]);
      if (is_corner[from] || is_corner[to]) half_edges.push_back({from, to, t[(i + 2) % 3], is_near});
    }
  }
  std::sort(half_edges.begin(), half_edges.end());

  std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours;  // corner, neighbour
  neighbours.reserve(half_edges.size());
  neighbours_.reserve(2 * half_edges.size());
  for (auto first = half_edges.begin(); first != half_edges.end();) {
    const auto last = std::find_if(first, half_edges.end(), [&](const HalfEdge& e) { return !e.same_edge(*first); });
    if (is_corner[first->from]) neighbours.emplace_back(first->from, first->to);
    if (is_corner[first->to]) neighbours.emplace_back(first->to, first->from);
    if (std::any_of(first, last, [](const HalfEdge& e) { return e.near; })) {
      Joint joint{first->from, first->to, neighbours_.size(), 0};
      for (auto e = first; e != last; ++e) neighbours_.push_back(mesh.vertices[e->third]);
      joint.last = neighbours_.size();
      edges_.push_back(joint);
    }
    first = last;
  }
  std::sort(neighbours.begin(), neighbours.end());
  for (auto first = neighbours.begin(); first != neighbours.end();) {
    Joint joint{first->first, first->first, neighbours_.size(), 0};
    for (; first != neighbours.end() && first->first == joint.from; ++first)
      neighbours_.push_back(mesh.vertices[first->second]);
    joint.last = neighbours_.size();
    corners_.push_back(joint);
  }
}

}  // namespace carom::query
