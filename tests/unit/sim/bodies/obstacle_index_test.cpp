#include "sim/bodies/obstacle_index.hpp"

#include <gtest/gtest.h>

#include <set>

#include "carom/math/random.hpp"
#include "unit/broad/structures.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

template <int D>
Body<D> some_obstacle(Random& random) {
  const Vec<D> from = broad::random_place<D>(random, -10, 10), to = from + broad::random_place<D>(random, -1, 1);
  if (random.below(10) == 0) return {.shape = HalfSpace<D>{from / norm(from), -12}};
  if (random.below(2) == 0) return {.shape = Segment<D>{from, to}};
  Aabb<D> box{from, from};
  for (int k = 0; k < D; ++k) box.high[k] += random.uniform(0.1, 1);
  return {.shape = box};
}

/// Those that are visited of all that are not far from places that an index is asked for, against all that are not.
template <int D>
void expect_all_near(const EngineParts<D>& parts, const ObstacleIndex<D>& index, Random& random) {
  const ObstacleSet<D>& pieces = parts.data.obstacles;
  std::size_t visits = 0;
  for (int k = 0; k < 300; ++k) {
    const Vec<D> center = broad::random_place<D>(random, -12, 12);
    const double radius = random.uniform(0, 1);
    const auto is_near = [&](const Obstacle<D>& piece) {
      return !is_far_from(piece, parts.data.store.seen_from(piece.body, center, {}), radius);
    };
    std::set<const Obstacle<D>*> found, expected;
    index.visit_near(center, radius, [&](const Obstacle<D>& piece) {
      ++visits;
      if (is_near(piece)) found.insert(&piece);
    });
    for (const Obstacle<D>& piece : pieces)
      if (is_near(piece)) expected.insert(&piece);
    EXPECT_EQ(found, expected);
  }
  if (pieces.size() > 300) {
    EXPECT_LT(visits, 300 * pieces.size() / 3);
  }
}

template <int D>
void try_obstacles() {
  Random random(4, D);
  for (const int count : {0, 1, 5, 60}) {
    EngineParts<D> parts;
    ObstacleIndex<D> index(parts.data.store, parts.data.obstacles);
    for (int k = 0; k < count; ++k) parts.add(some_obstacle<D>(random));
    index.update();
    expect_all_near(parts, index, random);
    // More come, and some have moved.
    for (int k = 0; k < count / 2; ++k) {
      Body<D> body = some_obstacle<D>(random);
      if (k % 5 == 0) body.motion.velocity[0] = 1;
      parts.add(body);
    }
    for (std::uint32_t id = 0; id < parts.data.store.size(); id += 7)
      parts.data.store.particle(id).position = broad::random_place<D>(random, -1, 1);
    index.update();
    expect_all_near(parts, index, random);
  }
}

TEST(ObstacleIndex, FindsAllThatBruteForceFindsInThePlane) {
  try_obstacles<2>();
}

TEST(ObstacleIndex, FindsAllThatBruteForceFindsInSpace) {
  try_obstacles<3>();
}

}  // namespace
}  // namespace carom::sim
