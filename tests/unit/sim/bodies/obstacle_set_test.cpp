#include <gtest/gtest.h>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

// The numbers of pieces are those of docs/formats/scene.md: a wall is one, a segment is a side and two ends, a polygon
// of e edges and v vertices is e + v, a box is its faces, edges and corners.
TEST(ObstacleSet, NumbersPiecesInTheOrderOfBodiesAndFaces) {
  ObstacleSet<2> set;
  EXPECT_TRUE(set.empty());
  set.add(0, Circle{{}, 1});
  EXPECT_TRUE(set.empty());
  set.add(1, Segment2{{0, 0}, {1, 0}});
  set.add(2, Circle{{}, 1});
  set.add(3, Circle{{}, 1});
  set.add(4, HalfSpace2{{0, 1}, 0});
  set.add(5, Polygon{{{0, 0}, {1, 0}, {0, 1}}});
  set.add(6, Aabb2{{0, 0}, {1, 1}});
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> bodies_and_pieces{{1, 3}, {4, 1}, {5, 6}, {6, 8}};
  EXPECT_EQ(set.size(), 18u);
  std::uint32_t number = 0;
  for (const auto& [body, pieces] : bodies_and_pieces)
    for (std::uint32_t face = 0; face < pieces; ++face, ++number) {
      EXPECT_EQ(set[number].body, body);
      EXPECT_EQ(set[number].face, face);
      EXPECT_EQ(&set.face(body, face), &set[number]);
      EXPECT_EQ(&set.face({BodyId{body}, face}), &set[number]);
    }
  EXPECT_EQ(set.end() - set.begin(), 18);
}

TEST(ObstacleSet, HasTheFacesOfItsBodiesAndNoOthers) {
  ObstacleSet<2> set;
  const std::vector<Shape<2>> shapes{Circle{{}, 1}, Segment2{{0, 0}, {1, 0}}, Circle{{}, 1}, HalfSpace2{{0, 1}, 0},
                                     Circle{{}, 1}};
  const std::vector<std::uint32_t> pieces{0, 3, 0, 1, 0, 0, 0};
  for (std::uint32_t body = 0; body < shapes.size(); ++body) set.add(body, shapes[body]);
  for (std::uint32_t body = 0; body < pieces.size(); ++body)
    for (const std::uint32_t face : {0u, 1u, 2u, 3u, 4u, 100u, UINT32_MAX})
      EXPECT_EQ(set.has_face(body, face), face < pieces[body]) << body << ' ' << face;
  EXPECT_FALSE(set.has_face(UINT32_MAX, 0));
}

TEST(ObstacleSet, KnowsWhichPiecesAreFlat) {
  ObstacleSet<2> set;
  set.add(0, Segment2{{0, 0}, {1, 0}});
  set.add(1, HalfSpace2{{0, 1}, 0});
  EXPECT_TRUE(set.face(0, 0).flat());
  EXPECT_FALSE(set.face(0, 1).flat());
  EXPECT_FALSE(set.face(0, 2).flat());
  EXPECT_TRUE(set.face(1, 0).flat());
}

// 6 faces, 12 edges and 8 corners; the mesh of one triangle has 1, 3 and 3.
TEST(ObstacleSet, CutsBoxesAndMeshesInSpace) {
  ObstacleSet<3> set;
  set.add(0, Aabb<3>{{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(set.size(), 26u);
  set.add(1, Sphere{{}, 1});
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  set.add(2, mesh);
  EXPECT_EQ(set.size(), 33u);
  EXPECT_EQ(set.face(2, 0).kind, Obstacle<3>::Kind::face);
  EXPECT_FALSE(set.has_face(1, 0));
  EXPECT_TRUE(set.has_face(2, 6));
  EXPECT_FALSE(set.has_face(2, 7));
}

}  // namespace
}  // namespace carom::sim
