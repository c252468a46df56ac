#include "sim/search/straight/straight_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/math/random.hpp"
#include "query/first_contact.hpp"

namespace carom::sim {
namespace {

template <int D>
struct Crowd {
  std::vector<Particle<D>> particles;
  std::vector<double> radii;
};

/// Balls around one, at rest relative to it, slow or fast, near or touching; all at the same instant.
template <int D>
Crowd<D> crowd(Random& random, std::size_t count) {
  Crowd<D> balls{std::vector<Particle<D>>(count), {}};
  for (Particle<D>& particle : balls.particles) {
    const double speed = std::pow(10, random.uniform(-6, 2));
    for (int k = 0; k < D; ++k) {
      particle.position[k] = 10 + random.uniform(-2, 2);
      particle.velocity[k] = 3 + speed * random.normal();
    }
    balls.radii.push_back(random.uniform(0.3, 0.5));
    particle.is_ball = 1;
  }
  return balls;
}

/// The first to be met: the judgement of the single query, one by one.
template <int D>
std::uint32_t first_by_single_queries(const Crowd<D>& balls, const FirstMet<D>& found) {
  const std::vector<Particle<D>>& particles = balls.particles;
  double least = query::kNever;
  std::uint32_t first = UINT32_MAX;
  for (std::uint32_t other = 1; other < particles.size(); ++other) {
    const double time = query::first_contact_balls<D>(particles[0].position - particles[other].position,
                                                      particles[0].velocity - particles[other].velocity,
                                                      balls.radii[0] + balls.radii[other], query::kNever);
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
    const Crowd<D> balls = crowd<D>(random, 2 + random.below(30));
    const std::vector<Particle<D>>& particles = balls.particles;
    std::vector<CoarsePath> coarse_paths(particles.size());
    for (std::size_t k = 0; k < particles.size(); ++k)
      coarsen<D>(coarse_paths[k], particles[k].position, particles[k].velocity, balls.radii[k]);
    std::vector<std::uint32_t> bodies;
    for (std::uint32_t other = 1; other < particles.size(); ++other) bodies.push_back(other);
    const std::size_t count = bodies.size();
    bodies.resize(count + 16, 0);
    StraightSearch<D> search;
    search.particles = particles.data();
    search.radii = balls.radii.data();
    search.coarse_paths = coarse_paths.data();
    FirstMet<D> found;
    best_first_of<D>()(search, bodies.data(), count, found);
    const std::uint32_t expected = first_by_single_queries<D>(balls, found);
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
}  // namespace carom::sim
