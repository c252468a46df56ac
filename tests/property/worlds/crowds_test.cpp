// Periodic crowds from dilute to dense, large enough for every way to find neighbours: the story is that of all pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "property/worlds/same_events.hpp"

namespace carom {
namespace {

using testing::expect_same_events;

struct Crowd {
  std::string name;
  double fraction = 0;  ///< of the box that is filled
  double spread = 0;    ///< radii between 1 − spread and 1 of the largest
  double restitution = 1;
};

template <int D>
World<D> make(const Crowd& crowd, BroadPhase broad_phase, std::uint64_t seed) {
  constexpr int kRow = D == 2 ? 18 : 7;
  Random random(seed);
  WorldOptions<D> options;
  options.broad_phase = broad_phase;
  options.contact_duration = 1e-9;
  options.period.emplace();
  for (int k = 0; k < D; ++k) (*options.period)[k] = kRow;
  World<D> world(options);
  const double content = D == 2 ? 3.14159265 : 4.18879020;
  const double radius = std::pow(crowd.fraction / content, 1.0 / D);
  for (int site = 0; site < (D == 2 ? kRow * kRow : kRow * kRow * kRow); ++site) {
    Ball<D> ball;
    int rest = site;
    for (int k = 0; k < D; ++k, rest /= kRow) ball.center[k] = rest % kRow + 0.5;
    ball.radius = radius * random.uniform(1 - crowd.spread, 1);
    Vec<D> velocity;
    for (int k = 0; k < D; ++k) velocity[k] = random.normal();
    world.add({.shape = ball, .motion = velocity, .mass = std::pow(ball.radius, D), .restitution = crowd.restitution});
  }
  return world;
}

class Crowds : public ::testing::TestWithParam<Crowd> {
 protected:
  template <int D>
  void story_is_that_of_all_pairs() {
    World<D> by_grid = make<D>(GetParam(), BroadPhase::automatic, 1);
    World<D> by_pairs = make<D>(GetParam(), BroadPhase::all_pairs, 1);
    const auto both = [&](auto change) {
      change(by_grid);
      change(by_pairs);
    };
    const auto run = [&](std::size_t events) {
      double step = 0.01;
      for (std::size_t seen = 0; seen < events; step *= 1.5) {
        const std::vector<Event<D>> story = by_grid.run_until(by_grid.time() + step);
        expect_same_events(story, by_pairs.run_until(by_pairs.time() + step));
        seen += story.size() + 1;
      }
      ASSERT_EQ(by_grid.hash(), by_pairs.hash());
    };
    run(300);
    // A force makes some paths curved: neighbours have to be found in another way from then on.
    both([](World<D>& world) { world.apply_force(BodyId{5}, Vec<D>{0.5, 1}, world.time(), world.time() + 0.1); });
    run(100);
    both([](World<D>& world) {
      world.remove(BodyId{7});
      world = World<D>(world.snapshot());
    });
    run(150);
    EXPECT_LE(by_grid.deepest_overlap(), 1e-12);
  }
};

TEST_P(Crowds, StoryIsThatOfAllPairsInTwoDimensions) {
  story_is_that_of_all_pairs<2>();
}
TEST_P(Crowds, StoryIsThatOfAllPairsInThreeDimensions) {
  story_is_that_of_all_pairs<3>();
}

INSTANTIATE_TEST_SUITE_P(Worlds, Crowds,
                         ::testing::Values(Crowd{.name = "dilute", .fraction = 0.01},
                                           Crowd{.name = "thin", .fraction = 0.1},
                                           Crowd{.name = "liquid", .fraction = 0.3},
                                           Crowd{.name = "dense", .fraction = 0.45},
                                           Crowd{.name = "similar_sizes", .fraction = 0.4, .spread = 0.2},
                                           Crowd{.name = "mixed_sizes", .fraction = 0.3, .spread = 0.8},
                                           Crowd{.name = "granular", .fraction = 0.3, .restitution = 0.9}),
                         [](const auto& param_info) { return param_info.param.name; });

/// So many that they are searched for as those of large worlds are. `filtered`: as long as some bodies may pass through
/// others, the general code judges every ball.
World3 large_world(double fraction, bool filtered) {
  constexpr int kRow = 37;
  Random random(3);
  World3 world({.contact_duration = 1e-9, .period = Vec3{kRow, kRow, kRow}});
  const double radius = std::cbrt(fraction / 4.18879020);
  for (int site = 0; site < kRow * kRow * kRow; ++site) {
    const Vec3 center{site % kRow + 0.5, site / kRow % kRow + 0.5, site / (kRow * kRow) + 0.5};
    const Vec3 velocity{random.normal(), random.normal(), random.normal()};
    world.add({.shape = Sphere{center, radius}, .motion = velocity, .restitution = 0.95, .layers = filtered ? 3u : 1u});
  }
  return world;
}

TEST(LargeCrowds, StoryIsThatOfTheGeneralCode) {
  for (const double fraction : {0.1, 0.45}) {
    World3 simply = large_world(fraction, false);
    World3 generally = large_world(fraction, true);
    double step = 0.001;
    for (std::size_t seen = 0; seen < 4000; step *= 1.5) {
      const std::vector<Event3> story = simply.run_until(simply.time() + step);
      expect_same_events(story, generally.run_until(generally.time() + step));
      seen += story.size() + 1;
    }
  }
}

}  // namespace
}  // namespace carom
