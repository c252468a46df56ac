// Balls of very different sizes: the story is that of all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "property/worlds/same_events.hpp"
#include "property/worlds/walls.hpp"

namespace carom {
namespace {

using testing::expect_same_events;

enum class Sizes { two, power_law, one_huge };

struct Mixture {
  std::string name;
  Sizes sizes = Sizes::two;
  double ratio = 10;
  double large = 1;  ///< radius of the largest
  int count = 200;
  int large_count = 8;
  double side = 8;  ///< of the box
  bool periodic = false;
  bool gravity = false;
  bool equal_masses = false;
  bool sticky = false;
  bool obstacles = false;
  bool layers = false;
  bool kinematic = false;
  bool overlapping = false;  ///< small ones start inside of large ones, too
  double damping = 0;
  double restitution = 1;
  double noise = 0;    ///< of the thermostat
  std::string laws{};  ///< of their own, taken in turn: - none, a acceleration, d deceleration, k damping
};

const std::vector<Mixture>& all_mixtures() {
  static const std::vector<Mixture> list = {
      {.name = "ratio_3", .ratio = 3, .large = 0.6, .count = 250, .large_count = 20},
      {.name = "ratio_10"},
      {.name = "ratio_100", .ratio = 100, .count = 300, .large_count = 6, .side = 5},
      {.name = "power_law", .sizes = Sizes::power_law, .ratio = 50, .count = 250},
      {.name = "one_huge", .sizes = Sizes::one_huge, .ratio = 30, .large = 2.5, .side = 7},
      {.name = "equal_masses", .equal_masses = true},
      {.name = "periodic_ratio_3", .ratio = 3, .large = 0.6, .count = 250, .large_count = 20, .periodic = true},
      {.name = "periodic_ratio_10", .side = 12, .periodic = true, .equal_masses = true},
      {.name = "periodic_ratio_100",
       .ratio = 100,
       .count = 100,
       .large_count = 6,
       .side = 6,
       .periodic = true,
       .equal_masses = true},
      {.name = "periodic_power_law",
       .sizes = Sizes::power_law,
       .ratio = 50,
       .count = 150,
       .periodic = true,
       .equal_masses = true},
      {.name = "periodic_one_huge",
       .sizes = Sizes::one_huge,
       .ratio = 20,
       .large = 2.5,
       .count = 120,
       .side = 6,
       .periodic = true,
       .equal_masses = true},
      {.name = "periodic_one_larger_than_half_the_box",
       .sizes = Sizes::one_huge,
       .ratio = 20,
       .large = 2,
       .count = 100,
       .side = 4.1,
       .periodic = true,
       .equal_masses = true},
      {.name = "gravity", .gravity = true, .restitution = 0.9},
      {.name = "gravity_ratio_100",
       .ratio = 100,
       .large_count = 6,
       .side = 5,
       .gravity = true,
       .equal_masses = true,
       .restitution = 0.8},
      {.name = "gravity_power_law", .sizes = Sizes::power_law, .ratio = 20, .gravity = true, .restitution = 0.8},
      {.name = "obstacles", .equal_masses = true, .obstacles = true},
      {.name = "gravity_obstacles", .gravity = true, .obstacles = true, .restitution = 0.8},
      {.name = "sticky", .sizes = Sizes::power_law, .ratio = 20, .sticky = true},
      {.name = "periodic_sticky",
       .sizes = Sizes::power_law,
       .ratio = 20,
       .count = 120,
       .periodic = true,
       .equal_masses = true,
       .sticky = true},
      {.name = "gravity_sticky", .gravity = true, .equal_masses = true, .sticky = true},
      {.name = "layers", .equal_masses = true, .layers = true},
      {.name = "overlapping", .equal_masses = true, .overlapping = true},
      {.name = "periodic_overlapping", .periodic = true, .equal_masses = true, .overlapping = true},
      {.name = "kinematic", .equal_masses = true, .kinematic = true},
      {.name = "damping", .equal_masses = true, .damping = 0.3},
      {.name = "kicked", .restitution = 0.8, .noise = 0.5},
      {.name = "laws", .count = 100, .equal_masses = true, .restitution = 0.9, .laws = "ad-k"},
      {.name = "periodic_laws",
       .count = 80,
       .periodic = true,
       .equal_masses = true,
       .restitution = 0.9,
       .laws = "a-dk"},
  };
  return list;
}

template <int D>
class MixedWorld {
 public:
  MixedWorld(const Mixture& mixture, std::uint64_t seed) : with_(mixture), random_(seed) {}

  World<D> make(BroadPhase broad_phase) {
    WorldOptions<D> options;
    options.broad_phase = broad_phase;
    options.contact_duration = 1e-6;
    options.damping = with_.damping;
    if (with_.noise > 0) options.thermostat = {.interval = 0.05, .noise = with_.noise, .seed = 1};
    if (with_.gravity) options.gravity[D - 1] = -1;
    if (with_.periodic) {
      options.period.emplace();
      for (int k = 0; k < D; ++k) (*options.period)[k] = with_.side;
    }
    World<D> world(options);
    for (int k = 0; k < with_.count; ++k) add_ball(world, k);
    if (!with_.periodic) testing::add_walls(world, with_.side, with_.restitution);
    if (with_.obstacles) add_obstacles(world);
    return world;
  }

  /// A ball where there is room.
  void add_ball(World<D>& world, int number) {
    Body<D> body;
    Ball<D> ball;
    ball.radius = radius(number);
    for (int tries = 0; tries < 1000; ++tries) {
      const double margin = with_.periodic ? 0 : ball.radius;
      for (int k = 0; k < D; ++k) ball.center[k] = random_.uniform(margin, with_.side - margin);
      if (has_room(ball) || (with_.overlapping && number % 3 == 0)) break;
      if (tries == 999) return;
    }
    placed_.push_back(ball);
    body.mass = with_.equal_masses ? 1 : std::pow(ball.radius / with_.large, D);
    for (int k = 0; k < D; ++k)
      body.motion.velocity[k] = random_.normal() / std::sqrt(with_.equal_masses ? 1 : body.mass);
    body.restitution = with_.restitution;
    if (with_.sticky && number % 2 == 0) body.response = Response::stick;
    if (with_.layers) body.layers = body.mask = number % 3 == 0 ? 1u : number % 3 == 1 ? 2u : 3u;
    if (with_.kinematic && number % 5 == 0) body.response = Response::slide;
    if (!with_.laws.empty()) give_law(body.motion, with_.laws[static_cast<std::size_t>(number) % with_.laws.size()]);
    body.shape = ball;
    world.add(body);
  }

 private:
  double radius(int number) {
    const double least = with_.large / with_.ratio;
    if (with_.sizes == Sizes::one_huge) return number == 0 ? with_.large : least * random_.uniform(1, 1.3);
    if (with_.sizes == Sizes::two) return number < with_.large_count ? with_.large : least;
    // Evenly spread logarithms; the largest come first, where there is room.
    return number < 3 ? with_.large : with_.large * std::exp(-random_.uniform(0.5, 1) * std::log(with_.ratio));
  }

  bool has_room(const Ball<D>& ball) const {
    for (const Ball<D>& other : placed_) {
      Vec<D> apart = ball.center - other.center;
      if (with_.periodic)
        for (int k = 0; k < D; ++k) apart[k] -= with_.side * std::round(apart[k] / with_.side);
      if (norm(apart) < ball.radius + other.radius) return false;
    }
    return true;
  }

  void give_law(BodyMotion<D>& motion, char law) {
    if (law == 'a') motion.acceleration[0] = random_.uniform(-1, 1);
    if (law == 'd') motion.deceleration = random_.uniform(0.1, 0.5);
    if (law == 'k') motion.damping = 0.5;
  }

  /// So many that they are kept by cell.
  void add_obstacles(World<D>& world) {
    for (int i = 0; i < 30; ++i) {
      Aabb<D> box;
      for (int k = 0; k < D; ++k) {
        box.low[k] = random_.uniform(0, with_.side);
        box.high[k] = box.low[k] + random_.uniform(0.02, 0.3);
      }
      world.add({.shape = box, .restitution = with_.restitution});
    }
  }

  Mixture with_;
  Random random_;
  std::vector<Ball<D>> placed_;
};

class MixedSizes : public ::testing::TestWithParam<Mixture> {
 protected:
  template <int D>
  void story_is_that_of_all_pairs() {
    for (std::uint64_t seed = 1; seed <= (GetParam().periodic ? 1 : 2); ++seed) {
      World<D> by_grid = MixedWorld<D>(GetParam(), seed).make(BroadPhase::automatic);
      World<D> by_pairs = MixedWorld<D>(GetParam(), seed).make(BroadPhase::all_pairs);
      const auto both = [&](auto change) {
        change(by_grid);
        change(by_pairs);
      };
      const auto told_by = [&](World<D>& world, std::uint64_t events) {
        std::vector<Event<D>> story;
        world.run_until(
            world.time() + 2, [&](const Event<D>& event) { story.push_back(event); }, events);
        return story;
      };
      const auto run = [&](std::uint64_t events) {
        const std::vector<Event<D>> story = told_by(by_grid, events);
        ASSERT_NO_FATAL_FAILURE(expect_same_events(story, told_by(by_pairs, events)));
        ASSERT_EQ(by_grid.hash(), by_pairs.hash());
      };
      ASSERT_NO_FATAL_FAILURE(run(600));
      both([](World<D>& world) {
        if (world.present(BodyId{1})) world.remove(BodyId{1});
        Ball<D> ball{Vec<D>{}, 0.01};
        for (int k = 0; k < D; ++k) ball.center[k] = 0.5 + 0.1 * k;
        world.add({.shape = ball, .motion = Vec<D>{1, 2}});
        ball.radius = 0.2;
        ball.center[0] += 0.5;
        world.add({.shape = ball, .motion = Vec<D>{-1, 1}});
      });
      ASSERT_NO_FATAL_FAILURE(run(200));
      // Larger than any before.
      both([&](World<D>& world) {
        Ball<D> ball{Vec<D>{}, std::min(1.2 * GetParam().large, 0.49 * GetParam().side)};
        for (int k = 0; k < D; ++k) ball.center[k] = 0.5 * GetParam().side;
        world.add({.shape = ball, .layers = GetParam().layers ? 4u : 1u});
        world = World<D>(world.snapshot());
      });
      ASSERT_NO_FATAL_FAILURE(run(200));
    }
  }
};

TEST_P(MixedSizes, StoryIsThatOfAllPairsInTwoDimensions) {
  story_is_that_of_all_pairs<2>();
}
TEST_P(MixedSizes, StoryIsThatOfAllPairsInThreeDimensions) {
  story_is_that_of_all_pairs<3>();
}

INSTANTIATE_TEST_SUITE_P(Worlds, MixedSizes, ::testing::ValuesIn(all_mixtures()),
                         [](const auto& param_info) { return param_info.param.name; });

/// The equation of state of mixtures of hard spheres (Boublík 1970; Mansoori et al. 1971), ξₖ = π/6 Σ nᵢ dᵢᵏ:
/// Z = 1/(1 − ξ₃) + 3 ξ₁ ξ₂/(ξ₀ (1 − ξ₃)²) + ξ₂³ (3 − ξ₃)/(ξ₀ (1 − ξ₃)³).
double compressibility(const std::vector<double>& radii, double volume) {
  double xi[4] = {};
  for (const double radius : radii)
    for (int k = 0; k < 4; ++k) xi[k] += 3.14159265358979 / 6 / volume * std::pow(2 * radius, k);
  const double free = 1 - xi[3];
  return 1 / free + 3 * xi[1] * xi[2] / (xi[0] * free * free) +
         xi[2] * xi[2] * xi[2] * (3 - xi[3]) / (xi[0] * free * free * free);
}

// Z = 1 + Σ (impulse · distance)/(3 N T t).
TEST(MixedSizesLaws, PressureIsThatOfTheEquationOfState) {
  World3 world =
      MixedWorld<3>(
          {.name = "mixture", .ratio = 5, .large = 1, .count = 700, .large_count = 8, .side = 6, .periodic = true}, 3)
          .make(BroadPhase::automatic);
  const Ledger<3> start = world.ledger();
  std::vector<double> radii;
  for (std::uint32_t id = 0; id < world.body_count(); ++id) radii.push_back(world.radius(BodyId{id}));
  ASSERT_EQ(radii.size(), 700u);
  world.run_until(
      world.time() + 1e9, [](const Event3&) {}, 20'000);
  const double from = world.time();
  double virial = 0;
  const auto note = [&](const Event3& event) {
    virial += event.impulse * (radii[event.a.value] + radii[event.b.value]);
  };
  world.run_until(from + 1e9, note, 150'000);
  const double found = 1 + virial / (2 * start.kinetic * (world.time() - from));
  EXPECT_NEAR(found / compressibility(radii, 216), 1, 0.005);
  EXPECT_LE(world.deepest_overlap(), 1e-12);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_NEAR(world.ledger().kinetic / start.kinetic, 1, 1e-12);
}

}  // namespace
}  // namespace carom
