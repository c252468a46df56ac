#include "carom/query/prepared_mesh.hpp"

#include <gtest/gtest.h>

#include <random>

#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"

namespace carom {
namespace {

/// A ground of 2 n² triangles with corners on whole numbers of [0, n]², as high as `height(i, j)`.
template <class Height>
TriangleMesh ground(std::uint32_t n, const Height& height) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= n; ++j)
    for (std::uint32_t i = 0; i <= n; ++i)
      mesh.vertices.push_back({static_cast<double>(i), static_cast<double>(j), height(i, j)});
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t k = j * (n + 1) + i;
      mesh.triangles.push_back({k, k + 1, k + n + 2});
      mesh.triangles.push_back({k + n + 1, k, k + n + 2});
    }
  return mesh;
}

template <class T>
void expect_same(const T& a, const T& b) {
  EXPECT_EQ(a.has_value(), b.has_value());
  if (!a || !b) return;
  EXPECT_EQ(a->point, b->point);
  EXPECT_EQ(a->normal, b->normal);
}

void expect_same_answers(const TriangleMesh& mesh, const PreparedMesh& prepared, const Sphere& ball,
                         const Motion3& motion, double horizon) {
  const auto impact = time_of_impact(ball, motion, mesh, {}, horizon);
  const auto same = time_of_impact(ball, motion, prepared, {}, horizon);
  expect_same(impact, same);
  if (impact && same) {
    EXPECT_EQ(impact->time, same->time);
    EXPECT_EQ(impact->start, same->start);
  }
  EXPECT_EQ(verdict(ball, motion, mesh, {}, horizon), verdict(ball, motion, prepared, {}, horizon));
  EXPECT_EQ(clip_motion(ball, motion, mesh, {}, 2.0).fraction, clip_motion(ball, motion, prepared, {}, 2.0).fraction);
  EXPECT_EQ(proximity(ball, mesh), proximity(ball, prepared));
  EXPECT_EQ(overlap(ball, mesh), overlap(ball, prepared));
  expect_same(contact(ball, mesh), contact(ball, prepared));
  const auto far = distance(ball, mesh);
  const auto near = distance(ball, prepared);
  EXPECT_EQ(far.distance, near.distance);
  EXPECT_EQ(far.point_a, near.point_a);
  EXPECT_EQ(far.point_b, near.point_b);
  EXPECT_EQ(far.normal, near.normal);
  EXPECT_EQ(distance(prepared, ball).distance, distance(mesh, ball).distance);
}

/// Halves, so that many a ball touches an edge, a corner or a plane exactly.
class Halves {
 public:
  double operator()(int low, int high) { return 0.5 * std::uniform_int_distribution(2 * low, 2 * high)(random_); }
  Vec3 vector(int low, int high) { return {(*this)(low, high), (*this)(low, high), (*this)(low, high)}; }

 private:
  std::mt19937 random_{7};
};

TEST(PreparedMesh, AnswersAsTheMeshToTheLastBit) {
  Halves draw;
  for (const std::uint32_t n : {1u, 2u, 6u}) {
    const TriangleMesh mesh = ground(n, [&](auto, auto) { return draw(0, 2); });
    const PreparedMesh prepared(mesh);
    EXPECT_EQ(prepared.mesh(), mesh);
    for (int k = 0; k < 400; ++k) {
      const Sphere ball{draw.vector(-2, 7), draw(0, 2)};
      const Vec3 velocity = draw.vector(-3, 3);
      const double horizon = k % 3 == 0 ? kForever : draw(0, 4);
      expect_same_answers(mesh, prepared, ball, Linear3{velocity}, horizon);
      if (k % 4 == 0) expect_same_answers(mesh, prepared, ball, Accelerating3{velocity, {0, 0, -1}}, 3);
      if (k % 4 == 1) expect_same_answers(mesh, prepared, ball, Stopping3{velocity, 1}, 3);
      if (k % 4 == 2) expect_same_answers(mesh, prepared, ball, Damped3{velocity, 0.5}, 3);
    }
  }
}

/// A mesh meets a ball when the first of its triangles does: on straight paths from apart, whatever order they have.
TEST(PreparedMesh, IsMetWhenTheFirstOfItsTrianglesIs) {
  Halves draw;
  const TriangleMesh mesh = ground(6, [&](auto, auto) { return draw(0, 2); });
  const PreparedMesh prepared(mesh);
  int hits = 0;
  for (int k = 0; k < 2000; ++k) {
    const Sphere ball{draw.vector(-4, 10), 0.25 * draw(0, 4)};
    if (proximity(ball, mesh) != Proximity::apart) continue;
    const Linear3 motion{draw.vector(-3, 3)};
    double first = kForever;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      if (const auto one = time_of_impact(ball, motion, mesh.triangle(t))) first = std::min(first, one->time);
    const auto impact = time_of_impact(ball, motion, prepared);
    ASSERT_EQ(impact.has_value(), first < kForever);
    if (!impact) continue;
    EXPECT_NEAR(impact->time, first, 0x1p-47 * first);
    ++hits;
  }
  EXPECT_GT(hits, 100);
}

TEST(PreparedMesh, WithoutTrianglesIsNowhere) {
  const PreparedMesh none{TriangleMesh{}};
  EXPECT_FALSE(time_of_impact(Sphere{{}, 1}, Linear3{{1, 0, 0}}, none));
  EXPECT_EQ(proximity(Sphere{{}, 1}, none), Proximity::apart);
  EXPECT_EQ(distance(Sphere{{}, 1}, none).distance, kForever);
}

TEST(PreparedMesh, IsCheckedAsItsMesh) {
  EXPECT_NO_THROW(check(PreparedMesh(ground(1, [](auto, auto) { return 0.0; }))));
}

}  // namespace
}  // namespace carom
