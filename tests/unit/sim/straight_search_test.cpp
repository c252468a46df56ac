#include "sim/straight_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/math/random.hpp"
#include "query/first_contact.hpp"

namespace carom::detail {
namespace {

/// Balls around one, at rest relative to it, slow or fast, near or touching; all at the same instant.
template <int D>
std::vector<Mover<D>> crowd(Random& random, std::size_t count) {
  std::vector<Mover<D>> movers(count);
  for (Mover<D>& mover : movers) {
    const double speed = std::pow(10, random.uniform(-6, 2));
    for (int k = 0; k < D; ++k) {
      mover.position[k] = 10 + random.uniform(-2, 2);
      mover.velocity[k] = 3 + speed * random.normal();
    }
    mover.radius = random.uniform(0.3, 0.5);
    mover.is_ball = 1;
  }
  return movers;
}

/// The first to be met: the judgement of the single query, one by one.
template <int D>
std::uint32_t first_by_single_queries(const std::vector<Mover<D>>& movers, const FirstMet<D>& found) {
  double least = kNever;
  std::uint32_t first = UINT32_MAX;
  for (std::uint32_t other = 1; other < movers.size(); ++other) {
    const double time =
        first_contact_balls<D>(movers[0].position - movers[other].position, movers[0].velocity - movers[other].velocity,
                               movers[0].radius + movers[other].radius, kNever);
    if (time < least) {
      least = time;
      first = other;
    }
  }
  if (found.other == first && first != UINT32_MAX) {
    EXPECT_EQ(found.after, least);
  }
  return first;
}

template <int D>
void first_is_that_of_single_queries() {
  Random random(D);
  int decided = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Mover<D>> movers = crowd<D>(random, 2 + random.below(30));
    std::vector<Glance> glances(movers.size());
    for (std::size_t k = 0; k < movers.size(); ++k)
      look_at<D>(glances[k], movers[k].position, movers[k].velocity, movers[k].radius);
    std::vector<std::uint32_t> bodies;
    for (std::uint32_t other = 1; other < movers.size(); ++other) bodies.push_back(other);
    const std::size_t count = bodies.size();
    bodies.resize(count + 16, 0);
    StraightSearch<D> search;
    search.movers = movers.data();
    search.glances = glances.data();
    FirstMet<D> found;
    best_first_of<D>()(search, bodies.data(), count, found);
    const std::uint32_t expected = first_by_single_queries<D>(movers, found);
    const bool doubted = std::count(found.doubtful, found.doubtful + found.doubts, expected) > 0;
    ASSERT_TRUE(found.other == expected || doubted) << round << ' ' << found.other << ' ' << expected;
    decided += doubted ? 0 : 1;
  }
  EXPECT_GT(decided, 1000);  // the others touch or overlap
}

TEST(StraightSearch, FirstIsThatOfSingleQueriesInTwoDimensions) {
  first_is_that_of_single_queries<2>();
}
TEST(StraightSearch, FirstIsThatOfSingleQueriesInThreeDimensions) {
  first_is_that_of_single_queries<3>();
}

}  // namespace
}  // namespace carom::detail
