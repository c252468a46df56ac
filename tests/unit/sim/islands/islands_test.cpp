#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kG = 10;

/// Discs of diameter 1 and mass 1 in a box that is open above.
class Heap {
 public:
  explicit Heap(double width, double restitution, std::optional<double> friction = {},
                BroadPhase search = BroadPhase::automatic, bool sleep = true)
      : restitution_(restitution), friction_(friction.value_or(INFINITY)), world_(options(friction, search, sleep)) {
    add_wall({{0, 1}, 0});
    add_wall({{1, 0}, 0});
    add_wall({{-1, 0}, -width});
  }

  BodyId add(const Vec2& place, const Vec2& velocity = {}) {
    return world_.add(
        {.shape = Circle{place, 0.5}, .motion = {velocity}, .restitution = restitution_, .friction = friction_});
  }
  void add_wall(const HalfSpace2& wall) {
    world_.add({.shape = wall, .restitution = restitution_, .friction = friction_});
  }
  World2& world() { return world_; }

  /// The force between two bodies, as the last tick had it.
  double force(BodyId a, BodyId b) const {
    for (const ContactState<2>& contact : world_.contacts())
      if (contact.a == a && contact.b == b) return contact.normal_impulse / *world_.options().tick;
    return 0;
  }
  std::size_t contacts() const { return world_.contacts().size(); }

 private:
  static WorldOptions<2> options(std::optional<double> friction, BroadPhase search, bool sleep) {
    WorldOptions<2> options{.gravity = {0, -kG}, .lasting_contacts = true, .sleep = sleep, .broad_phase = search};
    if (friction) options.tangential_restitution = 0;
    return options;
  }

  double restitution_;
  double friction_;
  World2 world_;
};

Heap falling_discs(int count, int columns, double restitution, std::optional<double> friction = {},
                   BroadPhase search = BroadPhase::automatic) {
  Heap heap(1.3 * columns, restitution, friction, search);
  Random random(1);
  for (int k = 0; k < count; ++k)
    heap.add({1.3 * (k % columns + 0.5) + random.uniform(-0.1, 0.1), 0.65 + 1.3 * (k / columns)});
  return heap;
}

// A lift takes a heap along, however fast: nothing of it is pressed, it needs no room.
TEST(Islands, LiftsCarryHeaps) {
  for (const auto friction : {std::optional<double>(), std::optional(0.5)})
    for (const double speed : {0.5, 3.0, 20.0}) {
      Heap heap(3.3, 0.5, friction);
      World2& world = heap.world();
      const BodyId lift = world.add({.shape = Aabb2{{-1, 0}, {4, 1}}, .motion = Vec2{0, speed}, .restitution = 0.5});
      Random random(7);
      for (int k = 0; k < 12; ++k)
        heap.add({0.55 + 1.1 * (k % 3) + random.uniform(-1, 1) * 1e-2, 1.6 + 1.1 * static_cast<double>(k / 3)});
      for (int frame = 1; frame <= 180; ++frame) {
        world.run_until(frame / 60.0, nullptr);
        ASSERT_FALSE(world.first_overlap(4e-14)) << frame;
      }
      EXPECT_EQ(world.placement(lift).velocity, (Vec2{0, speed}));
      EXPECT_EQ(world.event_count(EventKind::stuck) + world.event_count(EventKind::stick), 0u);
      EXPECT_GT(world.tick_counts().ticks, 100u);
    }
}

// What falls into a box comes to rest: after some seconds there is no event any more, nothing overlaps at any frame,
// and the ledger closes.
TEST(Islands, HeapComesToRestWithoutOverlap) {
  for (const auto friction : {std::optional<double>(), std::optional(0.5)}) {
    Heap heap = falling_discs(60, 6, 0.5, friction);
    World2& world = heap.world();
    const double energy = world.ledger().initial;
    for (int frame = 1; frame <= 480; ++frame) {
      world.run_until(frame / 60.0, nullptr);
      ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
    }
    EXPECT_LE(world.deepest_overlap(), 1e-13);
    EXPECT_LE(world.ledger().kinetic, 1e-5 * energy);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * energy);
    EXPECT_EQ(world.event_count(EventKind::stick), 0u);
    const std::uint64_t events = world.event_count();
    world.run_until(12, nullptr);
    EXPECT_LE(world.event_count() - events, 20u);
  }
}

// Where they press they keep a gap, up to two clearances.
TEST(Islands, ContactsThatPressKeepAClearance) {
  Heap heap = falling_discs(30, 5, 0.5);
  World2& world = heap.world();
  world.run_until(10, nullptr);
  int pressing = 0;
  for (const ContactState<2>& contact : world.contacts()) {
    if (!(contact.normal_impulse > 0) || contact.b.value < 3) continue;
    const double gap = norm(world.placement(contact.a).position - world.placement(contact.b).position) - 1;
    EXPECT_GE(gap, 0.9e-3);
    EXPECT_LE(gap, 2e-3);
    ++pressing;
  }
  EXPECT_GT(pressing, 20);
}

// The contact k below the top carries k weights, within what sweeps leave, 10⁻³ g h a tick; nothing moves or is told
// of.
TEST(Islands, TouchingColumnStandsAndCarriesItsWeight) {
  for (const double restitution : {0.0, 0.7}) {
    Heap heap(20, restitution, {}, BroadPhase::automatic, false);  // asleep, forces would stay as they were
    for (int k = 0; k < 100; ++k) heap.add({10, 0.5 + k});
    World2& world = heap.world();
    world.run_until(4, nullptr);
    EXPECT_EQ(world.event_count(EventKind::impact), 0u);
    for (std::uint32_t k = 1; k < 100; ++k)
      EXPECT_NEAR(heap.force(BodyId{3 + k - 1}, BodyId{3 + k}), kG * (100 - k), 0.02 * kG) << k;
    EXPECT_NEAR(heap.force(BodyId{3}, BodyId{0}), kG * 100, 0.02 * kG);
    EXPECT_FALSE(world.first_overlap());
    // Each disc is lifted by a clearance of 10⁻³ for itself and each below; a little more while forces are found.
    EXPECT_NEAR(world.ledger().added_by_restoring, kG * 1e-3 * 5050, 0.05 * kG * 1e-3 * 5050);
  }
}

// What interferes has a heap solved at once. Whenever that is, forces are those of a whole tick, at once and after the
// next tick: the contact k below the top carries k weights.
TEST(Islands, ForcesAreTheSameWhereATickIsSolvedAgain) {
  for (const double part : {0.01, 0.4, 0.99}) {
    Heap heap(20, 0, {}, BroadPhase::automatic, false);
    for (int k = 0; k < 8; ++k) heap.add({10, 0.5 + k});
    World2& world = heap.world();
    world.run_until(3, nullptr);
    const double tick = *world.options().tick;
    world.run_until(3 + part * tick, nullptr);
    world.set_velocity(BodyId{10}, {0, 0});  // the top stands already
    const std::uint64_t again = world.tick_counts().again;
    for (const double time : {3 + (part + 0.005) * tick, 3 + tick, 3 + 2 * tick}) {
      world.run_until(time, nullptr);
      for (std::uint32_t k = 0; k < 7; ++k)
        EXPECT_NEAR(heap.force(BodyId{3 + k}, BodyId{4 + k}), kG * (7 - k), 0.02 * kG) << part << ' ' << k;
      EXPECT_NEAR(heap.force(BodyId{3}, BodyId{0}), kG * 8, 0.02 * kG) << part;
    }
    EXPECT_GT(world.tick_counts().again, again);
  }
}

// 300 discs that fall between sides, the lowest ones from that height.
World2 falling_discs(const std::vector<HalfSpace2>& sides, double height, double tick) {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0, .tick = tick});
  for (const HalfSpace2& side : sides) world.add({.shape = side, .restitution = 0.5, .friction = 0.5});
  std::mt19937_64 random(1);
  for (int k = 0; k < 300; ++k) {
    const double aside = 0.2 * static_cast<double>(random() >> 11) * 0x1p-53;
    const Circle disc{{0.8 + 1.4 * (k % 10) + aside, height + 1.3 * (k / 10)}, 0.5};
    world.add({.shape = disc, .restitution = 0.5, .friction = 0.5});
  }
  return world;
}

// Into a box, with ticks as long as two frames: much happens in each while they land.
World2 landing_discs(double tick = 1.0 / 32) {
  return falling_discs({{{0, 1}, 0}, {{1, 0}, 0}, {{-1, 0}, -15}}, 0.7, tick);
}

// Into a funnel whose sides are as steep as 45 degrees.
World2 streaming_discs(double tick) {
  const double s = std::sqrt(0.5);
  return falling_discs({{{s, s}, 7.5 * s}, {{-s, s}, -7.5 * s}}, 10.7, tick);
}

double energy_left(const World2& world) {
  const Ledger<2> ledger = world.ledger();
  return ledger.kinetic + ledger.potential;
}

// Where paths are kept, what hits a disc of the heap changes its velocity, and not its path.
TEST(Islands, WhatIsHitKeepsItsPathUntilTheNextTick) {
  World2 world = landing_discs();
  const auto velocity = [](const BodyState<2>& state) { return state.velocity - state.restoring; };
  std::uint32_t hits = 0, stopped = 0;
  Snapshot<2> before = world.snapshot();
  while (const auto event = world.next_event(2)) {
    Snapshot<2> now = world.snapshot();
    const auto was_in = [&](BodyId id) {
      const BodyState<2>& state = before.states[id.value];
      return state.in_island && !(before.ticked < state.pulled);  // at that tick
    };
    const bool is_hit = before.keeps_paths && now.ticked == before.ticked && event->kind == EventKind::impact &&
                        event->a.value > 2 && event->b.value > 2 && was_in(event->a) != was_in(event->b);
    if (is_hit) {
      const std::uint32_t id = (was_in(event->a) ? event->a : event->b).value;
      if (is_zero(now.states[id].velocity) && !is_zero(before.states[id].velocity)) {  // the other one is squeezed
        ++stopped;
      } else {
        ASSERT_EQ(now.states[id].velocity, before.states[id].velocity);
        hits += velocity(now.states[id]) != velocity(before.states[id]) ? 1 : 0;
      }
    }
    before = std::move(now);
  }
  EXPECT_GT(hits, 100u);
  EXPECT_LT(50 * stopped, hits);
  EXPECT_EQ(world.tick_counts().waited, 0u);
}

// While they land, all are solved at ticks with what meets fast, so that few ticks have to be solved again; and the
// heap loses what it does with ticks of 1/1024 s, to a twentieth (by chance, those differ by 3 %).
TEST(Islands, WhatLandsIsSolvedAtItsTicks) {
  World2 world = landing_discs(1.0 / 32), reference = landing_discs(1.0 / 1024);
  const double before = energy_left(world);
  for (const double time : {2.0, 2.5}) {
    world.run_until(time, nullptr);
    reference.run_until(time, nullptr);
    const double left = energy_left(reference);
    EXPECT_NEAR(energy_left(world), left, 0.05 * (before - left)) << time;
  }
  EXPECT_GT(world.tick_counts().ticks, 45u);
  EXPECT_LT(10 * world.tick_counts().again, world.tick_counts().ticks);
}

// The same where all have to give way to all: they stay together that were solved together, and who comes from outside
// makes nobody stand.
TEST(Islands, WhatStreamsIsSeldomSolvedAgain) {
  World2 world = streaming_discs(1.0 / 32), reference = streaming_discs(1.0 / 1024);
  const double before = energy_left(world);
  world.run_until(2.5, nullptr);
  reference.run_until(2.5, nullptr);
  const double left = energy_left(reference);
  EXPECT_NEAR(energy_left(world), left, 0.05 * (before - left));
  EXPECT_GT(world.tick_counts().ticks, 30u);
  EXPECT_LT(2 * world.tick_counts().again, world.tick_counts().ticks);
}

// Discs that fall on a heap at rest, one each half second, meet others often: paths are kept, and not in all of these
// ticks all have to be solved again.
TEST(Islands, PathsAreKeptBeforeAllAreSolvedAgain) {
  World2 world = landing_discs();
  world.run_until(8, nullptr);
  const std::uint64_t again = world.tick_counts().again;
  std::uint32_t kept = 0;  // ticks
  Time last{};
  for (int k = 0; k < 10; ++k) {
    const double aside = 1 + 1.3 * k;
    world.add({.shape = Circle{{aside, 26}, 0.5}, .restitution = 0.5, .friction = 0.5});
    while (world.next_event(8.5 + 0.5 * k)) {
      const Snapshot<2> now = world.snapshot();
      if (!now.keeps_paths || now.ticked_again > 0 || now.ticked == last) continue;
      ++kept;
      last = now.ticked;
    }
  }
  EXPECT_GT(kept, 5u);
  EXPECT_LT(world.tick_counts().again - again, kept);
}

// What is driven somewhere else, a lift or a walker, has nobody solved again: with the lift not a bit is different.
TEST(Islands, WhatIsDrivenElsewhereChangesNothing) {
  World2 alone = landing_discs(), with_lift = landing_discs(), with_walker = landing_discs();
  with_lift.add({.shape = Aabb2{{100, 0}, {101, 1}}, .motion = Vec2{0, 1}, .restitution = 0.5});
  const BodyId walker = with_walker.add({.shape = Circle{{100, 1}, 1}, .mass = 50, .response = Response::slide});
  with_walker.steer(walker, {1, 0}, 0);
  const std::size_t bodies = alone.body_count();
  for (World2* world : {&alone, &with_lift, &with_walker}) world->run_until(4, nullptr);
  EXPECT_GT(alone.contacts().size(), 300u);
  EXPECT_EQ(with_lift.tick_counts().again, alone.tick_counts().again);
  EXPECT_EQ(with_lift.contacts().size(), alone.contacts().size());
  for (std::uint32_t id = 0; id < bodies; ++id)
    ASSERT_EQ(with_lift.placement(BodyId{id}).position, alone.placement(BodyId{id}).position) << id;
  EXPECT_LT(10 * with_walker.tick_counts().again, with_walker.tick_counts().ticks);
}

// A pile that falls apart on a smooth floor without walls: nothing pushes it aside. What restores clearances is no
// momentum.
TEST(Islands, NothingTakesMomentumAlongASmoothFloor) {
  World2 world({.gravity = {0, -kG}});
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.4});
  for (int row = 0; row < 6; ++row)
    for (int k = 0; k < 6 - row; ++k)
      world.add({.shape = Circle{{k + 0.5 * row, 0.55 + 0.95 * row}, 0.5}, .mass = 1.0 + 0.5 * k, .restitution = 0.4});
  double largest = 0;
  for (int frame = 1; frame <= 120; ++frame) {
    world.run_until(frame / 60.0, nullptr);
    Vec2 momentum{};
    double size = 0;
    for (std::uint32_t id = 1; id < world.body_count(); ++id) {
      const BodyState<2> state = world.state(BodyId{id});
      momentum += state.mass * (state.velocity - state.restoring);
      size += state.mass * norm(state.velocity);
    }
    largest = std::max(largest, std::fabs(momentum.x) / (1 + size));
  }
  EXPECT_LE(largest, 1e-12);
  EXPECT_GT(world.tick_counts().ticks, 20u);
}

// Two cylinders side by side and one on top stand by friction above 2 − √3 between them and (2 − √3)/3 on the ground
// (STEP 1995, paper 1, question 11), and fall below.
TEST(Islands, ThreeCylindersStandOrFall) {
  const double height = 0.5 + std::sqrt(0.75), between = 2 - std::sqrt(3.0), ground = between / 3;
  const auto top_after = [&](double of_cylinders, double of_ground) {
    World2 world({.gravity = {0, -kG}, .tangential_restitution = 0, .friction_rule = CombineRule::minimum});
    world.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.3, .friction = of_ground});
    BodyId top{};
    for (const Vec2 place : {Vec2{9.5, 0.5}, Vec2{10.5, 0.5}, Vec2{10, height}})
      top = world.add({.shape = Circle{place, 0.5}, .restitution = 0.3, .friction = of_cylinders});
    world.run_until(6, nullptr);
    EXPECT_FALSE(world.first_overlap(1e-15));  // they begin so
    return world.placement(top).position.y;
  };
  EXPECT_NEAR(top_after(between + 0.003, 1), height, 3e-3);
  EXPECT_NEAR(top_after(between - 0.003, 1), 0.5, 3e-3);
  EXPECT_NEAR(top_after(1, ground + 0.003), height, 3e-3);
  EXPECT_NEAR(top_after(1, ground - 0.003), 0.5, 3e-3);
}

// Discs without friction in a triangle of n rows between walls: (n + 1)/2 weights on the floor below each disc of the
// base, n²/(8 √3) on a wall where n is even, (n² − 1)/(8 √3) where it is odd: the least there can be, as no squeeze is
// invented. In larger piles the forces depend on gaps of a clearance's size.
TEST(Islands, TrianglesOfDiscsPressAsInTheory) {
  constexpr double pitch = 1.001;  // a clearance apart
  for (const int rows : {2, 3}) {
    Heap heap(rows * pitch + 0.001, 0.3);
    std::vector<BodyId> base;
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < rows - row; ++k) {
        const BodyId id = heap.add({pitch * (k + 0.5 * (row + 1)), 0.501 + row * pitch * std::sqrt(0.75)});
        if (row == 0) base.push_back(id);
      }
    World2& world = heap.world();
    world.run_until(3, nullptr);
    for (const BodyId id : base) EXPECT_NEAR(heap.force(id, BodyId{0}), 0.5 * (rows + 1) * kG, 3e-3 * kG);
    const double thrust = (rows * rows - rows % 2) / (8 * std::sqrt(3.0));
    EXPECT_NEAR(heap.force(base.front(), BodyId{1}), thrust * kG, 3e-3 * kG);
    EXPECT_NEAR(heap.force(base.back(), BodyId{2}), thrust * kG, 3e-3 * kG);
    EXPECT_FALSE(world.first_overlap());
  }
}

// Friction at ticks: a disc that is pressed between a floor and what lies on it is one of an island, and what slides
// there loses μ N a unit of time.
TEST(Islands, WhatMovesOnAHeapIsStoppedByFriction) {
  Heap heap(20, 0.2, 0.4);
  heap.add({9.5, 0.5});
  heap.add({10.5, 0.5});
  const BodyId runner = heap.add({10, 0.5 + std::sqrt(0.75)}, {0.5, 0});
  World2& world = heap.world();
  const double energy = world.ledger().initial;
  world.run_until(6, nullptr);
  EXPECT_LE(norm(world.placement(runner).velocity), 0.5);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * energy);
  EXPECT_FALSE(world.first_overlap());
}

TEST(Islands, StoryDependsOnNoSearchNorOnWhenItIsLookedAtOrSaved) {
  const auto run = [](BroadPhase search, double frames, bool saved) {
    Heap heap = falling_discs(40, 5, 0.5, 0.3, search);
    World2 world(heap.world().snapshot());
    for (int frame = 1; frame <= 3 * frames; ++frame) {
      world.run_until(frame / frames, nullptr);
      if (saved && frame % 10 == 0) world = World2(world.snapshot());
    }
    return world.hash();
  };
  const std::uint64_t hash = run(BroadPhase::automatic, 60, false);
  EXPECT_EQ(run(BroadPhase::all_pairs, 60, false), hash);
  EXPECT_EQ(run(BroadPhase::automatic, 24, false), hash);
  EXPECT_EQ(run(BroadPhase::automatic, 144, false), hash);
  EXPECT_EQ(run(BroadPhase::automatic, 60, true), hash);
}

TEST(Islands, NothingIsLastingWhereNothingIsLostOrNothingPresses) {
  Heap elastic = falling_discs(20, 4, 1);
  elastic.world().run_until(3, nullptr);
  EXPECT_EQ(elastic.world().tick_counts().ticks, 0u);
  World2 drifting({.lasting_contacts = true});
  drifting.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}, .restitution = 0});
  drifting.add({.shape = Circle{{3, 0}, 1}, .restitution = 0});
  drifting.run_until(5, nullptr);
  EXPECT_EQ(drifting.tick_counts().ticks, 0u);
  World2 without({.gravity = {0, -kG}, .lasting_contacts = false});
  without.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.5});
  for (int k = 0; k < 2; ++k) without.add({.shape = Circle{{0, 0.5 + k}, 0.5}, .restitution = 0.5});
  without.run_until(1, nullptr);
  EXPECT_EQ(without.tick_counts().ticks, 0u);
  EXPECT_FALSE(without.options().tick);
}

TEST(Islands, AreWhereGravityPulls) {
  const auto chosen = [](const WorldOptions<2>& options) {
    World2 world(options);
    world.add({.shape = Circle{{0, 0.5}, 0.5}, .restitution = 0.5});
    world.run_until(1, nullptr);
    return world.options().lasting_contacts;
  };
  EXPECT_EQ(chosen({.gravity = {0, -kG}}), true);
  EXPECT_EQ(chosen({}), false);
  EXPECT_EQ(chosen({.damping = 1}), false);
  EXPECT_EQ(chosen({.gravity = {0, -kG}, .lasting_contacts = false}), false);
  EXPECT_FALSE(World2({.gravity = {0, -kG}}).options().lasting_contacts.has_value());
}

// A wall that moves pushes a heap, and does the work.
TEST(Islands, HeapIsPushedByAMovingWall) {
  Heap heap(12, 0.3, 0.4);
  for (int k = 0; k < 12; ++k) heap.add({2 + 1.01 * (k % 4), 0.5 + 1.01 * (k / 4)});
  World2& world = heap.world();
  world.add({.shape = Segment2{{0.5, 0.1}, {0.5, 6}}, .motion = {{1, 0}}, .restitution = 0.3, .friction = 0.4});
  const double energy = world.ledger().initial;
  for (int frame = 1; frame <= 300; ++frame) {
    world.run_until(frame / 60.0, nullptr);
    ASSERT_FALSE(world.first_overlap(1e-13)) << frame;
  }
  EXPECT_EQ(world.event_count(EventKind::stick), 0u);
  EXPECT_GT(world.ledger().work, 10);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-11 * (energy + world.ledger().work));
}

// The wall of a drum goes along itself: it takes a heap up one side, and presses on nothing.
TEST(Islands, DrumTurnsAHeapAndNothingStalls) {
  World2 world({.gravity = {0, -kG}, .tangential_restitution = 0});
  Polygon drum;
  for (int k = 0; k < 48; ++k) drum.vertices.push_back({6 * std::cos(k * M_PI / 24), 6 * std::sin(k * M_PI / 24)});
  world.add({.shape = drum, .surface = SurfaceMotion<2>{.spin = 1}, .restitution = 0.3, .friction = 1});
  for (int k = 0; k < 30; ++k)
    world.add({.shape = Circle{{-3 + 1.1 * (k % 6), -3 + 1.1 * (k / 6)}, 0.5}, .restitution = 0.3, .friction = 0.5});
  world.run_until(4, nullptr);
  EXPECT_EQ(world.event_count(EventKind::stuck), 0u);
  EXPECT_FALSE(world.first_overlap(1e-12));
  double middle = 0;
  for (std::uint32_t id = 1; id <= 30; ++id) middle += world.placement(BodyId{id}).position.x / 30;
  EXPECT_GT(middle, 0.5);
  EXPECT_GT(world.ledger().work, 0);
}

TEST(Islands, WhatLeavesAHeapFliesOn) {
  Heap heap(20, 0.5);
  for (int k = 0; k < 3; ++k) heap.add({10, 0.5 + k});
  World2& world = heap.world();
  world.run_until(0.5, nullptr);
  EXPECT_EQ(heap.contacts(), 3u);
  const BodyId top{5};
  world.set_velocity(top, {0, 5});
  world.run_until(1, nullptr);
  EXPECT_FALSE(world.state(top).in_island);
  EXPECT_NEAR(world.placement(top).velocity.y, 5 - 0.5 * kG, 0.2);
  world.remove(BodyId{4});
  world.run_until(4, nullptr);
  EXPECT_FALSE(world.first_overlap());
  EXPECT_NEAR(world.placement(top).position.y, 1.5, 0.01);
}

TEST(Islands, SpheresComeToRestToo) {
  World3 world({.gravity = {0, 0, -kG}, .tangential_restitution = 0, .lasting_contacts = true});
  const auto wall = [&](const Vec3& normal, double offset) {
    world.add({.shape = HalfSpace3{normal, offset}, .restitution = 0.4, .friction = 0.3});
  };
  wall({0, 0, 1}, 0);
  for (const double sign : {1.0, -1.0}) {
    wall({sign, 0, 0}, sign > 0 ? 0 : -3.9);
    wall({0, sign, 0}, sign > 0 ? 0 : -3.9);
  }
  Random random(2);
  for (int k = 0; k < 45; ++k)
    world.add({.shape = Sphere{{1.3 * (k % 3) + 0.65 + random.uniform(-0.1, 0.1), 1.3 * (k / 3 % 3) + 0.65,
                                0.65 + 1.3 * (k / 9)},
                               random.uniform(0.3, 0.5)},
               .mass = random.uniform(0.5, 2),
               .restitution = 0.4,
               .friction = 0.3});
  const double energy = world.ledger().initial;
  for (int frame = 1; frame <= 360; ++frame) {
    world.run_until(frame / 60.0, nullptr);
    ASSERT_FALSE(world.first_overlap(1e-14)) << frame;
  }
  EXPECT_LE(world.ledger().kinetic, 1e-4 * energy);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * energy);
  EXPECT_EQ(world.event_count(EventKind::stick), 0u);
}

TEST(Islands, RefusesSnapshotsThatCanNotBe) {
  Heap heap(20, 0.5);
  for (int k = 0; k < 3; ++k) heap.add({10, 0.5 + k});
  heap.world().run_until(0.5, nullptr);
  const Snapshot<2> good = heap.world().snapshot();
  ASSERT_EQ(good.contacts.size(), 3u);
  const auto refused = [&](auto change) {
    Snapshot<2> snapshot = good;
    change(snapshot);
    EXPECT_THROW(World2{snapshot}, std::invalid_argument);
  };
  refused([](auto& s) { s.contacts[0].a = BodyId{99}; });
  refused([](auto& s) { s.contacts[0].b = BodyId{99}; });
  refused([](auto& s) { s.contacts[0].a = BodyId{0}; });
  refused([](auto& s) { s.contacts[0].normal_impulse = std::nan(""); });
  refused([](auto& s) { s.states[0].in_island = true; });
  refused([](auto& s) { s.states[3].restoring = {INFINITY, 0}; });
  refused([](auto& s) { s.states[3].pulled.offset = std::nan(""); });
  refused([](auto& s) { s.states[3].time = {s.now.epoch + 1, 0}; });
  refused([](auto& s) { s.states[3].time.offset = -1; });
  refused([](auto& s) { s.states[3].time = {-1, 1e60}; });
  refused([](auto& s) { s.now.offset = 1e60; });
  refused([](auto& s) { s.states[3].time.epoch = INT64_MIN; });
  refused([](auto& s) { s.states[3].pulled.epoch = INT64_MIN; });
  refused([](auto& s) { s.ticked.epoch = INT64_MAX; });
  refused([](auto& s) { s.options.epoch_length.reset(), s.now.epoch = 5; });
  refused([](auto& s) { s.states[3].force = {1e200, 0}; });
  refused([](auto& s) { s.options.tick.reset(); });
  refused([](auto& s) { s.options.lasting_contacts = false; });
  World2(good).run_until(1, nullptr);
}

TEST(Islands, RefusesWhatMakesNoSense) {
  EXPECT_THROW(World2({.lasting_contacts = true, .tick = 0.3}), std::invalid_argument);
  EXPECT_THROW(World2({.damping = 1, .lasting_contacts = true}), std::invalid_argument);
  EXPECT_THROW(World2({.lasting_contacts = true, .period = Vec2{9, 9}}), std::invalid_argument);
  EXPECT_THROW(World2({.tick = 0.5, .epoch_length = 0.25}), std::invalid_argument);
}

// What is taken away, pushed or steered between two ticks is answered at that instant, and as often as it is.
TEST(Islands, ChangesFromOutsideAreSolvedAtOnce) {
  Heap heap(20, 0.3, 0.5);
  for (int k = 0; k < 3; ++k) heap.add({10, 0.5 + k});
  World2& world = heap.world();
  const double between = 1 + 0.4 * std::ldexp(1, -7);
  world.run_until(between, nullptr);
  ASSERT_EQ(world.contacts().size(), 3u);
  for (int k = 0; k < 20; ++k) {
    world.apply_impulse(BodyId{5}, {0, -0.01});
    world.run_until(between, nullptr);
    EXPECT_EQ(world.tick_counts().again, static_cast<std::uint64_t>(k + 1));
    EXPECT_EQ(world.tick_counts().waited, 0u);
  }
  world.remove(BodyId{4});
  world.run_until(between, nullptr);
  EXPECT_EQ(world.tick_counts().again, 21u);
  EXPECT_TRUE(world.contacts().empty());
  EXPECT_FALSE(world.state(BodyId{5}).in_island);
  const double last = world.placement(BodyId{5}).position.y;
  world.run_until(between + 0.2, nullptr);
  EXPECT_NEAR(world.placement(BodyId{5}).position.y, last - 0.5 * kG * 0.04, kG * 0.2 * std::ldexp(1, -7));
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * world.ledger().initial);
  EXPECT_FALSE(world.first_overlap(1e-14));
}

/// How far a sphere of radius ½ has come along a trough of two faces that lean by 45°, in which it slides at 1,
/// friction .3, when it rolls.
double slide_along_trough(double tick) {
  World3 world({.gravity = {0, 0, -kG}, .tangential_restitution = 0, .lasting_contacts = true, .tick = tick});
  const double c = std::sqrt(0.5);
  world.add({.shape = HalfSpace3{{0, c, c}, 0}, .restitution = 0, .friction = 0.3});
  world.add({.shape = HalfSpace3{{0, -c, c}, 0}, .restitution = 0, .friction = 0.3});
  const BodyId ball = world.add({.shape = Sphere{{0, 0, 0.5 / c}, 0.5}, .motion = {{1, 0, 0}}, .restitution = 0});
  world.run_until(1, nullptr);
  EXPECT_EQ(world.contacts().size(), 2u);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
  const double cos2 = 0.5, q = 0.4;  // v₀ cos² α/(q + cos² α) in the end
  EXPECT_NEAR(world.placement(ball).velocity.x, cos2 / (q + cos2), 2e-3);
  return world.placement(ball).position.x;
}

// In a trough N = m g/(2 cos α) on either side: v' = −μ g/cos α and r ω' = μ g/q until v = r ω cos α. Ticks give the
// path to first order in h.
TEST(Islands, PathsAreRightToFirstOrderInTheTick) {
  const double c = std::sqrt(0.5), q = 0.4, mu = 0.3;
  const double slides = 1 / (mu * kG * (1 / c + c / q));
  const double path = slides - 0.5 * mu * kG / c * slides * slides + (1 - slides) * c * c / (q + c * c);
  double last = 0;
  for (const int power : {7, 8, 9, 10}) {
    const double error = std::fabs(slide_along_trough(std::ldexp(1, -power)) - path);
    EXPECT_LT(error, std::ldexp(1, -power)) << power;
    if (last > 0) {
      EXPECT_LT(error, 0.7 * last) << power;
    }
    last = error;
  }
}

// On an immovable ball, at an angle θ from its top, a ball stands while m g r sin θ ≤ μ_r r N, which is m g cos θ.
TEST(Islands, RollingResistanceHoldsABallOnABall) {
  const double angle = 0.1;
  const auto moved_after = [&](double rolling) {
    World2 world({.gravity = {0, -kG}, .tangential_restitution = 0, .lasting_contacts = true});
    const Body<2> like{.restitution = 0, .friction = 1, .rolling_friction = rolling};
    Body<2> body = like;
    body.shape = Circle{{0, 0}, 0.5};
    body.mass = kImmovable;
    world.add(body);
    body.mass = 1;
    const Vec2 place{std::sin(angle), std::cos(angle)};
    body.shape = Circle{place, 0.5};
    const BodyId top = world.add(body);
    world.run_until(1, nullptr);
    EXPECT_FALSE(world.first_overlap(1e-13));
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
    return norm(world.placement(top).position - place);
  };
  EXPECT_LE(moved_after(1.05 * std::tan(angle)), 2e-3);
  EXPECT_GE(moved_after(0.95 * std::tan(angle)), 0.01);
  EXPECT_GE(moved_after(0), 0.5);
}

}  // namespace
}  // namespace carom
