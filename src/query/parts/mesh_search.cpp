#include "query/parts/mesh_search.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace carom::query {
namespace {

Aabb3 box_of_both(const Aabb3& a, const Aabb3& b) {
  return {box_around(a.low, b.low).low, box_around(a.high, b.high).high};
}

std::vector<std::uint32_t> all_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

void keep_once(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

MeshSearch::MeshSearch(TriangleMesh mesh) : mesh_(std::move(mesh)), order_(all_numbers(mesh_.triangles.size())) {
  joints_ = MeshJoints(mesh_, order_);
  const auto& edges = joints_.edges();
  const auto edge_number = [&](std::uint32_t a, std::uint32_t b) {
    const auto ends = std::minmax(a, b);
    const auto found = std::lower_bound(edges.begin(), edges.end(), ends, [](const auto& edge, const auto& wanted) {
      return std::tie(edge.from, edge.to) < std::tie(wanted.first, wanted.second);
    });
    return static_cast<std::uint32_t>(found - edges.begin());
  };
  edges_of_.reserve(mesh_.triangles.size());
  for (const auto& [a, b, c] : mesh_.triangles)
    edges_of_.push_back({edge_number(a, b), edge_number(b, c), edge_number(c, a)});
  corner_of_.resize(mesh_.vertices.size());
  for (std::uint32_t k = 0; k < joints_.corners().size(); ++k) corner_of_[joints_.corners()[k].from] = k;
  if (!order_.empty()) split(0, static_cast<std::uint32_t>(order_.size()));
}

void MeshSearch::split(std::uint32_t first, std::uint32_t last) {
  const std::size_t own = nodes_.size();
  Aabb3 box = bound_of(mesh_.triangle(order_[first]));
  for (std::uint32_t k = first + 1; k < last; ++k) box = box_of_both(box, bound_of(mesh_.triangle(order_[k])));
  nodes_.push_back({box, 0, first, last});
  if (last - first > kFew) {
    nodes_[own].last = first;
    const Vec3 extent = box.high - box.low;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    const auto middle = [&](std::uint32_t k) {
      const Aabb3 bound = bound_of(mesh_.triangle(k));
      return 0.5 * bound.low[axis] + 0.5 * bound.high[axis];
    };
    const std::uint32_t half = first + (last - first) / 2;
    std::nth_element(
        order_.begin() + first, order_.begin() + half, order_.begin() + last,
        [&](std::uint32_t a, std::uint32_t b) { return middle(a) != middle(b) ? middle(a) < middle(b) : a < b; });
    split(first, half);
    split(half, last);
  }
  nodes_[own].beyond = static_cast<std::uint32_t>(nodes_.size());
}

MeshParts MeshSearch::parts(std::span<const std::uint32_t> triangles) const {
  std::vector<Triangle> faces;
  std::vector<std::uint32_t> edge_numbers;
  std::vector<std::uint32_t> corner_numbers;
  faces.reserve(triangles.size());
  edge_numbers.reserve(3 * triangles.size());
  corner_numbers.reserve(3 * triangles.size());
  for (const std::uint32_t k : triangles) {
    faces.push_back(mesh_.triangle(k));
    for (const std::uint32_t edge : edges_of_[k]) edge_numbers.push_back(edge);
    for (const std::uint32_t vertex : mesh_.triangles[k]) corner_numbers.push_back(corner_of_[vertex]);
  }
  keep_once(edge_numbers);
  keep_once(corner_numbers);
  std::vector<MeshParts::Edge> edges;
  std::vector<MeshParts::Corner> corners;
  edges.reserve(edge_numbers.size());
  corners.reserve(corner_numbers.size());
  for (const std::uint32_t k : edge_numbers) edges.push_back(MeshParts::edge_of(mesh_, joints_, joints_.edges()[k]));
  for (const std::uint32_t k : corner_numbers)
    corners.push_back(MeshParts::corner_of(mesh_, joints_, joints_.corners()[k]));
  return {std::move(faces), std::move(edges), std::move(corners)};
}

}  // namespace carom::query
