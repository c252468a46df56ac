// Worlds that run in parts, in several threads: the story is that of one thread, bit by bit. CAROM_LONG=1 in the
// environment runs the long form (ten minutes).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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
  double heavy = 0;  ///< speed of a few balls of a hundred times the mass: what they hit becomes faster than all
  int length = 60;   ///< of the box
  int width = 12;
  std::uint64_t seed = 5;
  bool is_forced = false;  ///< by a spring and by drag
};

template <int D>
World<D> make(const Crowd& crowd, int threads, int slabs = 0) {
  Random random(crowd.seed);
  WorldOptions<D> options;
  options.contact_duration = 1e-9;
  options.period.emplace();
  int sites = 1;
  for (int k = 0; k < D; ++k) {
    (*options.period)[k] = k == 0 ? crowd.length : crowd.width;
    sites *= k == 0 ? crowd.length : crowd.width;
  }
  if (crowd.is_forced) {
    options.force_fields = {Spring<D>{.anchor = 0.5 * *options.period, .stiffness = 0.25},
                            QuadraticDrag<D>{.coefficient = 0.01}};
    options.force_interval = 0x1p-6;
  }
  World<D> world(options);
  world.set_threads(threads, slabs);
  const double radius = std::pow(crowd.fraction / (D == 2 ? 3.14159265 : 4.18879020), 1.0 / D);
  for (int site = 0; site < sites; ++site) {
    Ball<D> ball;
    Vec<D> velocity;
    int rest = site;
    for (int k = 0; k < D; ++k) {
      const int row = k == 0 ? crowd.length : crowd.width;
      ball.center[k] = rest % row + 0.5;
      rest /= row;
      velocity[k] = random.normal();
    }
    ball.radius = radius * random.uniform(1 - crowd.spread, 1);
    const bool is_heavy = crowd.heavy > 0 && site % 997 == 0;
    if (is_heavy) velocity[0] = crowd.heavy;
    world.add({.shape = ball, .motion = velocity, .mass = is_heavy ? 100.0 : 1.0, .restitution = crowd.restitution});
  }
  return world;
}

template <int D>
void expect_same(const World<D>& one, const World<D>& many) {
  ASSERT_EQ(one.time(), many.time());
  ASSERT_EQ(one.hash(), many.hash());
  EXPECT_EQ(one.event_count(), many.event_count());
  EXPECT_EQ(one.deepest_overlap(), many.deepest_overlap());
  EXPECT_EQ(one.ledger().dissipated_impacts, many.ledger().dissipated_impacts);
  EXPECT_EQ(one.ledger().kinetic, many.ledger().kinetic);
}

class Threads : public ::testing::TestWithParam<Crowd> {
 protected:
  /// Until about so many events have been compared.
  template <int D>
  void story_is_that_of_one(int threads, std::size_t events, int slabs = 0) {
    World<D> one = make<D>(GetParam(), 1);
    World<D> many = make<D>(GetParam(), threads, slabs);
    double step = 0.01;
    for (std::size_t seen = 0; seen < events; step *= 1.5) {
      const std::vector<Event<D>> story = one.run_until(one.time() + step);
      expect_same_events(story, many.run_until(many.time() + step));
      ASSERT_NO_FATAL_FAILURE(expect_same(one, many));
      seen += story.size() + 1;
    }
  }
};

TEST_P(Threads, StoryIsThatOfOneInTwoDimensions) {
  for (const int threads : {2, 3, 8}) ASSERT_NO_FATAL_FAILURE(story_is_that_of_one<2>(threads, 3000));
}
TEST_P(Threads, StoryIsThatOfOneInThreeDimensions) {
  ASSERT_NO_FATAL_FAILURE(story_is_that_of_one<3>(2, 15000));
}
TEST_P(Threads, StoryIsThatOfOneRegionByRegion) {
  for (const int slabs : {2, 5}) ASSERT_NO_FATAL_FAILURE(story_is_that_of_one<2>(1, 2000, slabs));
  ASSERT_NO_FATAL_FAILURE(story_is_that_of_one<2>(2, 2000, 5));
  ASSERT_NO_FATAL_FAILURE(story_is_that_of_one<3>(1, 5000, 3));
}

INSTANTIATE_TEST_SUITE_P(Worlds, Threads,
                         ::testing::Values(Crowd{.name = "thin", .fraction = 0.1},
                                           Crowd{.name = "liquid", .fraction = 0.3},
                                           Crowd{.name = "dense", .fraction = 0.48},
                                           Crowd{.name = "long_box", .fraction = 0.4, .length = 200},
                                           Crowd{.name = "similar_sizes", .fraction = 0.4, .spread = 0.2},
                                           Crowd{.name = "granular", .fraction = 0.4, .restitution = 0.9},
                                           Crowd{.name = "dead_impacts", .fraction = 0.1, .restitution = 0},
                                           Crowd{.name = "heavy_and_fast", .fraction = 0.3, .heavy = 20},
                                           Crowd{.name = "rare", .fraction = 0.02},
                                           Crowd{.name = "thin_similar_sizes", .fraction = 0.15, .spread = 0.2},
                                           Crowd{.name = "thin_granular", .fraction = 0.2, .restitution = 0.9},
                                           Crowd{.name = "thin_heavy_and_fast", .fraction = 0.12, .heavy = 20}),
                         [](const auto& param_info) { return param_info.param.name; });

/// Worlds with lists, and with linked cells.
class ThreadsOfAWorld : public ::testing::TestWithParam<Crowd> {};

INSTANTIATE_TEST_SUITE_P(Worlds, ThreadsOfAWorld,
                         ::testing::Values(Crowd{.name = "dense", .fraction = 0.45},
                                           Crowd{.name = "thin", .fraction = 0.2}),
                         [](const auto& param_info) { return param_info.param.name; });

/// Whatever is done to a world between its runs.
TEST_P(ThreadsOfAWorld, MayBeChangedLookedAtAndInterfered) {
  const Crowd& crowd = GetParam();
  World2 one = make<2>(crowd, 1);
  World2 many = make<2>(crowd, 2);
  const auto both = [&](auto change) {
    change(one);
    change(many);
    ASSERT_NO_FATAL_FAILURE(expect_same(one, many));
  };
  const auto run = [&] {
    expect_same_events(std::vector<Event2>(one.run_until(one.time() + 0.2)), many.run_until(many.time() + 0.2));
  };
  run();
  both([](World2& world) { world.set_velocity(BodyId{17}, {3, -2}); });
  run();
  both([](World2& world) { world.remove(BodyId{40}); });
  run();
  for (int k = 0; k < 100; ++k) both([](World2& world) { world.next_event(world.time() + 1); });
  // On to a time before the next event that has been found.
  both([](World2& world) { world.run_until(world.time() + 1e-7); });
  both([](World2& world) { world.set_velocity(BodyId{3}, {0, 5}); });
  run();
  both([](World2& world) { world = World2(world.snapshot()); });
  many.set_threads(3);
  run();
  many.set_threads(1);
  run();
  many.set_threads(2);
  // A pull of the whole box, while it lasts: balls on curved paths run in one thread.
  both([](World2& world) { world.apply_force(BodyId{5}, {1, 0}, world.time() + 0.01, world.time() + 0.1); });
  run();
  both([](World2& world) { world.apply_impulse(BodyId{6}, {0, 2}); });
  run();
}

/// At each event, as far as one can look.
TEST_P(ThreadsOfAWorld, CanNotBeSeenFromASink) {
  Crowd crowd = GetParam();
  crowd.restitution = 0.9;
  const auto seen_by = [&](int threads) {
    World2 world = make<2>(crowd, threads);
    std::vector<std::tuple<double, std::uint64_t, std::array<double, 4>, double>> seen;
    const auto look = [&](const Event2& event) {
      const BodyId other{static_cast<std::uint32_t>(seen.size() % world.body_count())};
      const Placement<2> mine = world.placement(event.a);
      const Placement<2> its = world.placement(other);
      seen.emplace_back(world.time(), world.event_count(),
                        std::array{mine.position.x, mine.velocity.y, its.position.y, its.velocity.x},
                        seen.size() % 50 == 0 ? world.ledger().dissipated_impacts : world.deepest_overlap());
      if (seen.size() == 700) world.set_velocity(BodyId{9}, {4, 4});
      if (seen.size() == 1500) world.remove(BodyId{11});
      if (seen.size() % 400 == 0) seen.emplace_back(0, world.hash(), std::array<double, 4>{}, 0);
    };
    world.run_until(crowd.fraction < 0.3 ? 4 : 1.5, look);
    return seen;
  };
  const auto one = seen_by(1);
  EXPECT_GT(one.size(), 2500u);
  EXPECT_EQ(one, seen_by(2));
  EXPECT_EQ(one, seen_by(5));
}

TEST_P(ThreadsOfAWorld, RunTheSameWhereNobodyIsTold) {
  for (const double restitution : {1.0, 0.9}) {
    Crowd crowd = GetParam();
    crowd.restitution = restitution;
    World2 one = make<2>(crowd, 1);
    World2 many = make<2>(crowd, 3);
    for (int k = 0; k < 5; ++k) {
      one.run_until(one.time() + 0.2);
      many.run_until(many.time() + 0.2, nullptr);
      ASSERT_NO_FATAL_FAILURE(expect_same(one, many));
    }
  }
}

/// Where no events are delivered, compared after each of some steps.
void expect_same_runs(const Crowd& crowd, int threads, double step, int steps, std::uint64_t least_events) {
  World3 one = make<3>(crowd, 1);
  World3 many = make<3>(crowd, threads);
  for (int k = 1; k <= steps; ++k) {
    one.run_until(step * k, nullptr);
    many.run_until(step * k, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same(one, many)) << k;
  }
  EXPECT_GT(one.event_count(), least_events);
}

/// Force fields bend all paths: one thread runs the world, however many are asked for.
TEST(ThreadsOfAWorldWithForceFields, RunTheSameForAnyNumberOfThem) {
  const Crowd crowd{.name = "", .fraction = 0.3, .is_forced = true};
  for (const int threads : {2, 3, 8}) {
    World2 one = make<2>(crowd, 1);
    World2 many = make<2>(crowd, threads);
    for (int k = 1; k <= 10; ++k) {
      const std::vector<Event2> story = one.run_until(0.05 * k);
      expect_same_events(story, many.run_until(0.05 * k));
      ASSERT_NO_FATAL_FAILURE(expect_same(one, many));
    }
    EXPECT_GT(one.event_count(), 500U);
    EXPECT_NE(one.ledger().potential, 0);
  }
  expect_same_runs({.name = "", .fraction = 0.3, .length = 24, .is_forced = true}, 4, 0.02, 5, 500);
}

/// So many balls that what they need is asked for ahead, and that steps are made early, in parts and in between: slabs
/// as narrow as they may be are often rolled back.
TEST(ThreadsOfALargeWorld, RunTheSameThoughWindowsAreTakenBack) {
  expect_same_runs({.name = "", .fraction = 0.15, .length = 36, .width = 38}, 5, 0.05, 24, 100000);
}

/// Balls meet each other again and again within a window.
TEST(ThreadsOfALargeWorld, RunTheSameWhereBallsAreJammed) {
  expect_same_runs({.name = "", .fraction = 0.523, .length = 60, .width = 14}, 2, 0.001, 6, 200000);
}

/// Of any density, often so dense that balls meet many times in a window.
template <int D>
Crowd random_crowd(std::uint64_t seed) {
  Random random(seed);
  const auto is = [&](double probability) { return random.uniform(0, 1) < probability; };
  const auto whole = [&](double low, double high) { return static_cast<int>(random.uniform(low, high)); };
  const double most = D == 2 ? 0.7853 : 0.5235;  // where balls on a square lattice touch: π/4, π/6
  Crowd crowd;
  crowd.fraction = is(0.6) ? most * (1 - std::pow(10, random.uniform(-4, -0.5))) : random.uniform(0.05, most);
  crowd.spread = is(0.3) ? random.uniform(0, 0.2) : 0;
  crowd.restitution = is(0.2) ? 0.95 : 1;
  crowd.heavy = is(0.1) ? 10 : 0;
  crowd.length = D == 2 ? whole(60, 160) : whole(40, 90);
  crowd.width = D == 2 ? whole(12, 40) : whole(8, 16);
  crowd.seed = seed;
  return crowd;
}

template <int D>
void run_random_crowd(std::uint64_t seed) {
  const Crowd crowd = random_crowd<D>(seed);
  const int threads = 2 + static_cast<int>(seed % 3);
  World<D> one = make<D>(crowd, 1);
  World<D> many = make<D>(crowd, threads);
  double step = 1e-5;
  for (double time = step; one.event_count() < 60000 && time < 50; time += step) {
    one.run_until(time, nullptr);
    many.run_until(time, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same(one, many)) << "dimension " << D << ", seed " << seed << ", " << threads
                                                    << " threads, fraction " << crowd.fraction << ", at " << time;
    step *= 1.3;
  }
}

TEST(ThreadsOfALargeWorld, RunTheSameWhateverTheCrowd) {
  const char* const wish = std::getenv("CAROM_LONG");
  const std::uint64_t trials = wish != nullptr && std::string_view(wish) == "1" ? 1500 : 6;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    ASSERT_NO_FATAL_FAILURE(run_random_crowd<2>(seed));
    ASSERT_NO_FATAL_FAILURE(run_random_crowd<3>(seed));
  }
}

TEST(NumberOfThreads, IsFromOneToSixtyFour) {
  World2 world;
  EXPECT_THROW(world.set_threads(0), std::invalid_argument);
  EXPECT_THROW(world.set_threads(65), std::invalid_argument);
  EXPECT_NO_THROW(world.set_threads(64));
  EXPECT_THROW(world.set_threads(3, 2), std::invalid_argument);
  EXPECT_THROW(world.set_threads(1, 65), std::invalid_argument);
  EXPECT_THROW(world.set_threads(1, -1), std::invalid_argument);
  EXPECT_NO_THROW(world.set_threads(1, 64));
}

}  // namespace
}  // namespace carom
