// The scenes that come with Carom: what happens in them is known beforehand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

std::filesystem::path scenes() {
  return std::filesystem::path(CAROM_SOURCE_DIR) / "scenes";
}

template <int D>
Scene<D> scene(const std::string& name) {
  return std::get<Scene<D>>(read_scene(scenes() / (name + ".json")));
}

TEST(Scenes, AllCanBeReadAndBecomeWorlds) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scenes())) {
    if (entry.path().extension() != ".json") continue;
    ++count;
    std::visit(
        [&](const auto& read) {
          EXPECT_EQ(read.make_world().body_count(), read.bodies.size()) << entry.path();
          EXPECT_FALSE(read.title.empty()) << entry.path();
          EXPECT_FALSE(read.about.empty()) << entry.path();
        },
        read_scene(entry.path()));
  }
  EXPECT_GE(count, 18);
}

// The impacts of a teaching case, at their times.
template <int D>
std::vector<double> impact_times(const std::string& name) {
  const Scene<D> read = scene<D>("teaching/" + name);
  World<D> world = read.make_world();
  std::vector<double> times;
  for (const Event<D>& event : world.run_until(read.until)) times.push_back(event.time);
  return times;
}

TEST(Scenes, TeachingCasesEndAsTheySay) {
  using Times = std::vector<double>;
  EXPECT_EQ(impact_times<2>("still_touching"), Times{});
  EXPECT_EQ(impact_times<2>("right_length_wrong_direction"), Times{});
  EXPECT_EQ(impact_times<2>("crossing_paths_without_a_hit"), Times{});
  const auto expect_one = [](const Times& times, double expected) {
    ASSERT_EQ(times.size(), 1u);
    EXPECT_NEAR(times[0], expected, 1e-14);
  };
  expect_one(impact_times<2>("edge_hit_that_the_centre_line_misses"), 5.1 / 2);
  expect_one(impact_times<2>("large_mover_over_small_still_ball"), 3.2);
  expect_one(impact_times<2>("parallel_paths_with_a_hit"), 4.2);
  expect_one(impact_times<3>("moving_pair_3d"), 2);
  expect_one(impact_times<2>("unequal_masses"), 2.75 / 3);
  expect_one(impact_times<2>("collinear"), 2);
  expect_one(impact_times<2>("exact_graze"), 3);
}

TEST(Scenes, UnequalMassesKeepMomentumAndEnergy) {
  World2 world = scene<2>("teaching/unequal_masses").make_world();
  world.run_until(2);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{-1, 0}));
  EXPECT_EQ(world.state({1}).velocity, (Vec2{2, 0}));
}

TEST(Scenes, AGrazeChangesNothing) {
  World2 world = scene<2>("teaching/exact_graze").make_world();
  const auto& events = world.run_until(6);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].approach_speed, 0);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{2, 0}));
  EXPECT_EQ(world.state({1}).velocity, (Vec2{0, 0}));
}

// J. Conger, Physics Modeling for Game Programmers, chapter 8, with exact motion: pushed for 1 s with 2 N the balls go
// at 0.2 m/s, 0.1 m ahead at t = 1; their centres are 1.5 m apart when each is 1.5/√2 m from the origin.
TEST(Scenes, BowlingGivesThePrintedValues) {
  World3 world = scene<3>("bowling").make_world();
  std::vector<Event3> impacts;
  world.run_until(40, [&](const Event3& event) {
    if (event.kind == EventKind::impact) impacts.push_back(event);
  });
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, 1 + (5 - 0.1 - 1.5 / std::sqrt(2.0)) / 0.2, 1e-13);
  EXPECT_NEAR(impacts[0].time, 20.196699141, 1e-9);
  EXPECT_NEAR(norm(world.state({0}).velocity - Vec3{0.01, 0.19, 0}), 0, 1e-15);
  EXPECT_NEAR(norm(world.state({1}).velocity - Vec3{0.19, 0.01, 0}), 0, 1e-15);
}

// G. Galperin, Playing pool with π (the number π from a billiard point of view), Regular and Chaotic Dynamics 8 (2003).
TEST(Scenes, PiCountsItsDigits) {
  const Scene<2> read = scene<2>("pi");
  World2 world = read.make_world();
  std::vector<int> counts(6);
  world.run_until(read.until, [&](const Event2& event) {
    ++counts[static_cast<std::size_t>(read.bodies[event.a.value].group.back() - '0')];
  });
  EXPECT_EQ(counts, (std::vector<int>{3, 31, 314, 3141, 31415, 314159}));
}

TEST(Scenes, TheCradleSendsOutAsManyAsCameIn) {
  World2 world = scene<2>("cradle").make_world();
  world.run_until(3);
  for (int lane = 0; lane < 3; ++lane)
    for (int k = 0; k < 5; ++k) {
      const bool moves = k >= 4 - lane;
      EXPECT_EQ(world.state({static_cast<std::uint32_t>(5 * lane + k)}).velocity, (Vec2{moves ? 1.0 : 0.0, 0}))
          << "lane " << lane + 1 << ", ball " << k + 1;
    }
}

TEST(Scenes, NothingLeavesTheTable) {
  const Scene<2> read = scene<2>("break");
  World2 world = read.make_world();
  world.run_until(read.until);
  for (std::uint32_t i = 0; i < read.bodies.size(); ++i) {
    if (read.bodies[i].group != "ball" || !world.present({i})) continue;
    const Vec2 at = world.placement({i}).position;
    // In the mouth of a pocket a ball gets 0.0165 m past the noses of the cushions at most before it is swallowed.
    EXPECT_LE(std::abs(at.x), 1.27 + 0.0165) << read.bodies[i].name;
    EXPECT_LE(std::abs(at.y), 0.635 + 0.0165) << read.bodies[i].name;
  }
  EXPECT_GT(world.event_count(EventKind::pocket), 0u);
}

TEST(Scenes, ClayKeepsMassMomentumAndArea) {
  const Scene<2> read = scene<2>("clay");
  World2 world = read.make_world();
  const auto sums = [&] {
    double mass = 0, area = 0;
    for (std::uint32_t i = 0; i < world.body_count(); ++i) {
      if (!world.present({i})) continue;
      mass += world.state({i}).mass;
      area += world.radius({i}) * world.radius({i});
    }
    return Vec2{mass, area};
  };
  const Vec2 before = sums();
  world.run_until(read.until);
  EXPECT_NEAR(sums().x, before.x, 1e-12 * before.x);
  EXPECT_NEAR(sums().y, before.y, 1e-12 * before.y);
  EXPECT_LE(norm(world.ledger().momentum), 1e-12 * world.ledger().momentum_scale);
  EXPECT_GT(world.event_count(EventKind::merge), 300u);
}

// One run to `end` against a run to `stop`, written, read again and run on to `end`.
template <int D>
void expect_same_bits_after_writing(const Scene<D>& whole, double stop, double end) {
  World<D> straight = whole.make_world();
  straight.run_until(end);
  World<D> first = whole.make_world();
  first.run_until(stop);
  const std::string text = final_scene(whole, first);
  const auto rest = std::get<Scene<D>>(parse_scene(text, "final.json"));
  World<D> second = rest.make_world();
  EXPECT_EQ(second.time(), stop);
  EXPECT_EQ(second.hash(), first.hash());
  EXPECT_EQ(final_scene(rest, second).substr(text.find("\"bodies\"")), text.substr(text.find("\"bodies\"")));
  second.run_until(end);
  EXPECT_EQ(second.hash(), straight.hash());
  EXPECT_EQ(second.event_count(), straight.event_count());
  EXPECT_EQ(second.ledger().residual(), straight.ledger().residual());
  ASSERT_EQ(rest.bodies.size(), whole.bodies.size());
  for (std::size_t i = 0; i < whole.bodies.size(); ++i) {
    EXPECT_EQ(rest.bodies[i].name, whole.bodies[i].name);
    EXPECT_EQ(rest.bodies[i].group, whole.bodies[i].group);
    EXPECT_EQ(rest.bodies[i].color, whole.bodies[i].color);
    EXPECT_EQ(rest.bodies[i].mark, whole.bodies[i].mark);
  }
}

TEST(FinalScene, GoesOnWithTheSameBits) {
  expect_same_bits_after_writing(scene<2>("break"), 0.3, 3);        // damping, pockets, polygons
  expect_same_bits_after_writing(scene<3>("bowling"), 0.5, 30);     // forces that have begun
  expect_same_bits_after_writing(scene<2>("clay"), 5, 20);          // merged bodies, periodic
  expect_same_bits_after_writing(scene<2>("cradle"), 3, 20);        // walls
  expect_same_bits_after_writing(scene<3>("landslide"), 1.5, 1.6);  // resting bodies, boxes
  expect_same_bits_after_writing(scene<2>("bowls"), 4.5, 9);        // decelerating bodies, two laws
}

TEST(FinalScene, LastsAsLongAgain) {
  const Scene<2> whole = scene<2>("cradle");
  World2 world = whole.make_world();
  world.run_until(40);
  const auto rest = std::get<Scene<2>>(parse_scene(final_scene(whole, world), "final.json"));
  EXPECT_EQ(rest.until, 80);
  EXPECT_EQ(rest.title, whole.title);
  World2 again = rest.make_world();
  again.run_until(80);
  EXPECT_EQ(std::get<Scene<2>>(parse_scene(final_scene(rest, again), "final.json")).until, 120);
}

TEST(FinalScene, DamagedSnapshotsAreErrors) {
  const Scene<2> whole = scene<2>("cradle");
  World2 world = whole.make_world();
  world.run_until(3);
  const std::string text = final_scene(whole, world);
  const auto error = [&](const std::string& path, const std::string& value) {
    SceneSettings settings;
    settings.values = {{path, value}};
    try {
      parse_scene(text, "f.json", settings);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(
      error("snapshot.states", "[]").find("f.json: snapshot.states: got 0 states, expected one for each of the 19"),
      std::string::npos);
  EXPECT_NE(error("snapshot.states[0].mass", "0").find("snapshot.states[0].mass: got 0"), std::string::npos);
  EXPECT_NE(error("snapshot.states[0].position", "[1]").find("snapshot.states[0].position: got [1]"),
            std::string::npos);
  EXPECT_NE(error("snapshot.states[0].presence", "lost").find("here, merged, pocketed, removed or awaited"),
            std::string::npos);
  EXPECT_NE(error("snapshot.now", "[0.5, 0]").find("snapshot.now[0]: got 0.5"), std::string::npos);
  EXPECT_NE(error("snapshot.counts.impacts", "1").find("did you mean \"impact\"?"), std::string::npos);
  EXPECT_NE(error("snapshot.sums.work", "[1]").find("snapshot.sums.work: got [1]"), std::string::npos);
  EXPECT_NE(error("snapshot.states[0].supports", "[[99, 0]]").find("snapshot.states[0].supports[0][0]: got 99"),
            std::string::npos);
  EXPECT_NE(error("generators", "[]").find("together with \"snapshot\""), std::string::npos);
}

/// The hash after so many events, or when the scene ends.
template <int D>
std::uint64_t hash_after(const Scene<D>& scene, BroadPhase broad_phase, int threads, int events) {
  Scene<D> its = scene;
  its.options.broad_phase = broad_phase;
  World<D> world = its.make_world();
  world.set_threads(threads);
  for (int k = 0; k < events && world.next_event(scene.until); ++k) {
  }
  return world.hash();
}

TEST(Scenes, EndTheSameHoweverNeighboursAreFoundAndInAnyNumberOfThreads) {
  constexpr int kEvents = 300;
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scenes())) {
    if (entry.path().extension() != ".json") continue;
    std::visit(
        [&](const auto& read) {
          if (read.bodies.size() > 600) return;  // All pairs of more would take too long.
          ++compared;
          const std::uint64_t expected = hash_after(read, BroadPhase::all_pairs, 1, kEvents);
          for (const int threads : {1, 2, 3, 8})
            EXPECT_EQ(hash_after(read, BroadPhase::automatic, threads, kEvents), expected) << entry.path() << threads;
        },
        read_scene(entry.path()));
  }
  EXPECT_GE(compared, 10);
}

}  // namespace
