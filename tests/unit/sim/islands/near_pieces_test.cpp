#include "sim/islands/near_pieces.hpp"

#include <gtest/gtest.h>

#include <set>

#include "carom/math/random.hpp"
#include "unit/broad/structures.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

template <int D>
Body<D> random_obstacle(Random& random) {
  const Vec<D> from = broad::random_place<D>(random, -3, 3), to = from + broad::random_place<D>(random, -1, 1);
  if (random.below(10) == 0) return {.shape = HalfSpace<D>{from / norm(from), -2}};
  return {.shape = Segment<D>{from, to}};
}

// Balls that drift, jump, and ask for more and less; obstacles that come, and that move: all that is not far is
// visited.
template <int D>
void expect_all_pieces() {
  Random random(7, D);
  EngineParts<D> parts;
  NearPieces<D> pieces(parts.data.store, parts.data.obstacles);
  std::vector<Vec<D>> centers;
  for (int k = 0; k < 20; ++k) centers.push_back(broad::random_place<D>(random, -3, 3));
  std::size_t found_some = 0;
  for (int round = 0; round < 200; ++round) {
    if (round % 20 == 0) parts.add(random_obstacle<D>(random));
    if (round % 50 == 30) {
      Body<D> moves = random_obstacle<D>(random);
      moves.motion.velocity[0] = round == 30 ? 0 : 0.1;
      parts.add(moves);
    }
    pieces.update();
    for (std::uint32_t ball = 0; ball < centers.size(); ++ball) {
      centers[ball] += 0.01 * random.direction<D>();
      if (random.below(100) == 0) centers[ball] = broad::random_place<D>(random, -3, 3);
      const double far = random.uniform(0.2, 0.5);
      const Time now{0, 0.01 * round};
      std::set<const Obstacle<D>*> visited;
      pieces.visit(ball, centers[ball], far, now, [&](const Obstacle<D>& piece) { visited.insert(&piece); });
      for (const Obstacle<D>& piece : parts.data.obstacles) {
        if (is_far_from(piece, parts.data.store.seen_from(piece.body, centers[ball], now), far)) continue;
        ++found_some;
        EXPECT_TRUE(visited.contains(&piece)) << "round " << round << ", ball " << ball;
      }
    }
  }
  EXPECT_GT(found_some, 100u);
}

TEST(NearPieces, AreAllThatAreNotFarInThePlane) {
  expect_all_pieces<2>();
}

TEST(NearPieces, AreAllThatAreNotFarInSpace) {
  expect_all_pieces<3>();
}

}  // namespace
}  // namespace carom::sim
