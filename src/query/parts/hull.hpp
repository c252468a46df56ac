#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "carom/query/pair.hpp"

// The shapes that are a convex hull of corners, grown by a radius.
namespace carom::query {

/// How the corners of a hull are joined. A face has its corners a, b, c with the outward normal (b − a) × (c − a), and
/// is that triangle or the parallelogram of its two sides; a flat hull has a face for each side.
struct Skeleton {
  struct Edge {
    int from;
    int to;
    std::array<int, 2> beside;  ///< a corner of each face that it borders
    int faces;
  };
  struct Face {
    int a;
    int b;
    int c;
  };

  int corners = 0;
  bool has_parallelograms = false;
  std::array<std::array<int, 3>, 8> neighbours{};  ///< of each corner, along its edges
  int degree = 0;
  std::array<Edge, 12> edges{};
  int edge_count = 0;
  std::array<Face, 6> faces{};
  int face_count = 0;

  bool is_solid() const { return face_count > 2; }
};

/// 0: a point, 1: a segment, 2: a rectangle, 3: a box. Corner k is at the far end of the axes whose bits it has.
constexpr Skeleton block_skeleton(int axes) {
  Skeleton s;
  s.corners = 1 << axes;
  s.has_parallelograms = true;
  s.degree = axes;
  for (int k = 0; k < s.corners; ++k)
    for (int i = 0; i < axes; ++i) {
      const int other = k ^ (1 << i);
      s.neighbours[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] = other;
      if (other < k) continue;
      Skeleton::Edge edge{k, other, {}, 0};
      for (int j = 0; j < axes; ++j)
        if (j != i) edge.beside[static_cast<std::size_t>(edge.faces++)] = k ^ (1 << j);
      s.edges[static_cast<std::size_t>(s.edge_count++)] = edge;
    }
  for (int up = 0; up < 3 && axes >= 2; ++up) {
    const int u = 1 << (up + 1) % 3;
    const int v = 1 << (up + 2) % 3;
    if (axes == 2 && up < 2) continue;
    const int top = axes == 2 ? 0 : 1 << up;
    s.faces[static_cast<std::size_t>(s.face_count++)] = {top, top | u, top | v};
    s.faces[static_cast<std::size_t>(s.face_count++)] = {0, v, u};
  }
  return s;
}

constexpr Skeleton triangle_skeleton() {
  Skeleton s;
  s.corners = s.edge_count = 3;
  s.degree = 2;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    s.neighbours[static_cast<std::size_t>(k)] = {next, last, 0};
    s.edges[static_cast<std::size_t>(k)] = {k, next, {last, 0}, 1};
  }
  s.faces[0] = {0, 1, 2};
  s.faces[1] = {0, 2, 1};
  s.face_count = 2;
  return s;
}

inline constexpr std::array<Skeleton, 4> kBlocks{block_skeleton(0), block_skeleton(1), block_skeleton(2),
                                                 block_skeleton(3)};
inline constexpr Skeleton kTriangle = triangle_skeleton();

template <int D>
struct Hull;

/// In the plane: its corners anticlockwise; one, two (a segment, seen from both sides) or more.
template <>
struct Hull<2> {
  std::array<Vec2, 4> few{};
  std::span<const Vec2> many{};  ///< instead of few
  int count = 0;
  double radius = 0;

  int corners() const { return count; }
  const Vec2& corner(int k) const {
    const auto i = static_cast<std::size_t>(k < count ? k : k - count);
    return many.empty() ? few[i] : many[i];
  }
  Vec2 side(int k) const { return corner(k + 1) - corner(k); }

  /// Calls visit(corner) for those joined to corner k.
  template <class Visit>
  void each_neighbour(int k, const Visit& visit) const {
    if (count > 1) visit(corner(k + 1));
    if (count > 2) visit(corner(k + count - 1));
  }
};

/// In space.
template <>
struct Hull<3> {
  std::array<Vec3, 8> points{};
  const Skeleton* skeleton = nullptr;
  double radius = 0;

  int corners() const { return skeleton->corners; }
  const Vec3& corner(int k) const { return points[static_cast<std::size_t>(k)]; }

  template <class Visit>
  void each_neighbour(int k, const Visit& visit) const {
    for (int i = 0; i < skeleton->degree; ++i)
      visit(corner(skeleton->neighbours[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)]));
  }
};

inline Hull<2> hull_of(const Segment2& s) {
  return {{s.from, s.to}, {}, 2};
}
inline Hull<2> hull_of(const Capsule2& c) {
  return {{c.from, c.to}, {}, 2, c.radius};
}
/// A box may be as flat as a segment or a point.
inline Hull<2> hull_of(const Aabb2& box) {
  const Vec2& low = box.low;
  const Vec2& high = box.high;
  if (low == high) return {{low}, {}, 1};
  if (low.x == high.x || low.y == high.y) return {{low, high}, {}, 2};
  return {{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, {}, 4};
}
inline Hull<2> hull_of(const ConvexPolygon& p) {
  return {{}, p.vertices, static_cast<int>(p.vertices.size())};
}

inline Hull<3> hull_of(const Segment3& s) {
  return {{s.from, s.to}, &kBlocks[1]};
}
inline Hull<3> hull_of(const Capsule3& c) {
  return {{c.from, c.to}, &kBlocks[1], c.radius};
}
inline Hull<3> hull_of(const Triangle& t) {
  return {{t.a, t.b, t.c}, &kTriangle};
}
inline Hull<3> hull_of(const Aabb3& box) {
  Hull<3> hull;
  std::size_t corners = 1;
  std::size_t axes = 0;
  hull.points[0] = box.low;
  for (int k = 0; k < 3; ++k) {
    if (box.low[k] == box.high[k]) continue;
    for (std::size_t i = 0; i < corners; ++i) {
      hull.points[corners + i] = hull.points[i];
      hull.points[corners + i][k] = box.high[k];
    }
    corners *= 2;
    ++axes;
  }
  hull.skeleton = &kBlocks[axes];
  return hull;
}

}  // namespace carom::query
