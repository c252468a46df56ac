// Balls far apart, which are found in linked cells in periodic boxes, and in lists between walls: the story is that of
// all pairs, and that of lists in periodic boxes, which worlds with several threads have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "property/worlds/same_events.hpp"
#include "property/worlds/walls.hpp"

namespace carom {
namespace {

struct Gas {
  std::string name;
  double radius = 0.3;  ///< sites are 2 apart
  double spread = 0;    ///< radii from 1 − spread to 1 of that
  double restitution = 1;
  double fast = 0;     ///< speed of every 40th ball
  int immovable = 0;   ///< every so many-th
  bool swarm = false;  ///< small balls, so many in a few cells that no row has room for them
  bool thermostat = false;
  bool interfering = false;
  bool walled = false;   ///< instead of periodic: then there are lists of neighbours
  bool layered = false;  ///< one ball is in a second layer: then there are neither, and all still meet
};

const std::vector<Gas>& all_gases() {
  static const std::vector<Gas> list = {
      {.name = "equal"},
      {.name = "small", .radius = 0.12},
      {.name = "similar", .radius = 0.35, .spread = 0.3},
      {.name = "inelastic", .radius = 0.4, .restitution = 0.9},
      {.name = "fast", .fast = 80},
      {.name = "immovable", .immovable = 7},
      {.name = "swarm", .swarm = true},
      {.name = "thermostat", .restitution = 0.8, .thermostat = true},
      {.name = "interfering", .radius = 0.4, .interfering = true},
      {.name = "walled", .radius = 0.6, .walled = true},
      {.name = "walled_and_interfering", .radius = 0.5, .restitution = 0.9, .interfering = true, .walled = true},
  };
  return list;
}

/// In the middle, where there are no balls.
template <int D>
void add_block(World<D>& world, double side) {
  Aabb<D> block;
  for (int k = 0; k < D; ++k) {
    block.low[k] = 0.5 * side - 0.3;
    block.high[k] = 0.5 * side + 0.3;
  }
  world.add({.shape = block});
}

template <int D>
World<D> make(const Gas& gas, int sites, BroadPhase broad_phase = BroadPhase::automatic) {
  WorldOptions<D> options;
  options.broad_phase = broad_phase;
  options.contact_duration = 1e-9;
  options.period.emplace();
  int count = 1;
  for (int k = 0; k < D; ++k) {
    (*options.period)[k] = 2 * sites;
    count *= sites;
  }
  if (gas.thermostat) options.thermostat = Thermostat{.interval = 0.25, .noise = 0.5, .seed = 9};
  if (gas.walled) options.period.reset();
  World<D> world(options);
  if (gas.walled) {
    testing::add_walls(world, 2 * sites);
    add_block(world, 2 * sites);
  }
  Random random(17);
  for (int site = 0; site < count; ++site) {
    Ball<D> ball;
    Vec<D> velocity;
    int rest = site;
    for (int k = 0; k < D; ++k) {
      ball.center[k] = 2 * (rest % sites) + 1 + random.uniform(-0.5, 0.5);
      rest /= sites;
      velocity[k] = random.normal();
    }
    ball.radius = gas.radius * random.uniform(1 - gas.spread, 1);
    double off = 0;
    for (int k = 0; k < D; ++k) off = std::max(off, std::fabs(ball.center[k] - sites));
    if (gas.walled && off < 1.6) continue;
    if (gas.fast > 0 && site % 40 == 0) velocity[0] = gas.fast;
    const bool is_fixed = gas.immovable > 0 && site % gas.immovable == 0;
    if (is_fixed) velocity = {};
    world.add({.shape = ball,
               .motion = velocity,
               .mass = is_fixed ? std::numeric_limits<double>::infinity() : 1.0,
               .restitution = gas.restitution,
               .layers = gas.layered && site == 0 ? 3u : 1u});
  }
  if (!gas.swarm) return world;
  // A lattice of small ones in a corner, which is free.
  World<D> swarm(options);
  const int wide = D == 2 ? 14 : 6;
  for (int k = 0; k < (D == 2 ? wide * wide : wide * wide * wide); ++k) {
    Ball<D> ball;
    Vec<D> velocity;
    for (int axis = 0, rest = k; axis < D; ++axis, rest /= wide) {
      ball.center[axis] = 0.11 * (rest % wide) + 0.06;
      velocity[axis] = random.normal();
    }
    ball.radius = 0.05;
    swarm.add({.shape = ball, .motion = velocity});
  }
  Ball<D> large{{}, 0.08};
  for (int k = 0; k < D; ++k) large.center[k] = sites;
  swarm.add({.shape = large});
  return swarm;
}

/// Everything that somebody may do while a gas runs.
template <int D>
void interfere(World<D>& world, int round) {
  const auto count = static_cast<std::uint32_t>(world.body_count());
  const auto here = [&](std::uint32_t id) {
    return world.present(BodyId{id}) && std::holds_alternative<Ball<D>>(world.body(BodyId{id}).shape);
  };
  const auto one = static_cast<std::uint32_t>(round * 37) % count;
  if (here(one)) {
    Vec<D> velocity;
    velocity[round % D] = 2;
    world.set_velocity(BodyId{one}, velocity);
  }
  const auto two = static_cast<std::uint32_t>(round * 53 + 11) % count;
  if (!here(two) || two == one) return;
  Ball<D> ball;
  ball.center = world.placement(BodyId{two}).position;
  for (int k = 0; k < D; ++k) {
    if (!world.options().period) continue;
    const double side = (*world.options().period)[k];
    ball.center[k] -= side * std::floor(ball.center[k] / side);
  }
  ball.radius = 0.25;
  world.remove(BodyId{two});
  world.add({.shape = ball, .motion = Vec<D>{}, .mass = 2});
}

template <int D>
struct Story {
  std::vector<Event<D>> events;
  std::uint64_t hash = 0;
};

template <int D>
Story<D> run(World<D> world, const Gas& gas, double until) {
  Story<D> story;
  for (int piece = 1; piece <= 6; ++piece) {
    world.run_until(piece * until / 6, [&](const Event<D>& event) { story.events.push_back(event); });
    if (gas.interfering) interfere(world, piece);
  }
  story.hash = world.hash();
  return story;
}

template <int D>
void expect_same(const Story<D>& first, const Story<D>& second) {
  testing::expect_same_events(first.events, second.events);
  EXPECT_EQ(first.hash, second.hash);
}

class SparseGases : public ::testing::TestWithParam<Gas> {};

TEST_P(SparseGases, MeetAsAllPairsDoInTwoDimensions) {
  const Story<2> story = run(make<2>(GetParam(), 14), GetParam(), 4);
  EXPECT_GT(story.events.size(), 20u);
  expect_same(story, run(make<2>(GetParam(), 14, BroadPhase::all_pairs), GetParam(), 4));
}

TEST_P(SparseGases, MeetAsAllPairsDoInThreeDimensions) {
  const Story<3> story = run(make<3>(GetParam(), 6), GetParam(), 5);
  EXPECT_GT(story.events.size(), 20u);
  expect_same(story, run(make<3>(GetParam(), 6, BroadPhase::all_pairs), GetParam(), 5));
}

INSTANTIATE_TEST_SUITE_P(Worlds, SparseGases, ::testing::ValuesIn(all_gases()),
                         [](const auto& param_info) { return param_info.param.name; });

template <int D>
std::uint64_t hash_with(const Gas& gas, int sites, int threads, double until, bool told) {
  World<D> world = make<D>(gas, sites);
  world.set_threads(threads);
  for (int piece = 1; piece <= 4; ++piece) {
    if (told)
      while (world.next_event(piece * until / 4)) {
      }
    else
      world.run_until(piece * until / 4, nullptr);
    if (gas.interfering) interfere(world, piece);
  }
  return world.hash();
}

// A world that grows until it has no prefilter goes on as one that never had one.
TEST(LargeSparseGases, GoOnWhenTheyGrow) {
  World3 world = make<3>(Gas{.name = "equal"}, 27);
  // More than a row has room for: the general code searches for them, too.
  for (int k = 0; k < 80; ++k) {
    const Vec3 off{0.04 * (k % 5), 0.04 * (k / 5 % 4), 0.04 * (k / 20)};
    world.add({.shape = Sphere{Vec3{20, 20, 20} + off, 0.01}, .motion = Vec3{0.2, 0.1, 0}});
  }
  world.run_until(1, nullptr);
  for (int k = 0; k < 400; ++k) {
    const Vec3 center{2.0 * (k % 20), 2.0 * (k / 20), 0.01 * k};
    world.add({.shape = Sphere{center, 0.01}, .motion = Vec3{0.1 * (k % 7), 1, 0}});
  }
  // The search begins anew.
  world.set_threads(2);
  world.set_threads(1);
  World3 fresh(world.snapshot());
  world.run_until(2, nullptr);
  fresh.run_until(2, nullptr);
  EXPECT_EQ(world.hash(), fresh.hash());
}

// So many that memory is asked for ahead, as without linked cells, by the code for balls in layers, and in parts.
TEST(LargeSparseGases, MeetAsByTheGeneralCode) {
  for (const Gas& gas : {Gas{"equal"}, Gas{.name = "interfering", .radius = 0.4, .interfering = true}}) {
    Gas layered = gas;
    layered.layered = true;
    const std::uint64_t hash = hash_with<3>(layered, 35, 1, 0.4, false);
    EXPECT_EQ(hash_with<3>(gas, 35, 1, 0.4, false), hash) << gas.name;
    EXPECT_EQ(hash_with<3>(gas, 35, 1, 0.4, true), hash) << gas.name;
    EXPECT_EQ(hash_with<3>(gas, 35, 2, 0.4, false), hash) << gas.name;
    const std::uint64_t flat = hash_with<2>(layered, 210, 1, 0.4, false);
    EXPECT_EQ(hash_with<2>(gas, 210, 1, 0.4, false), flat) << gas.name;
    EXPECT_EQ(hash_with<2>(gas, 210, 1, 0.4, true), flat) << gas.name;
    EXPECT_EQ(hash_with<2>(gas, 210, 2, 0.4, false), flat) << gas.name;
  }
}

}  // namespace
}  // namespace carom
