#include "sim/bodies/body_store.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

template <int D>
Setting<D> setting_of(const WorldOptions<D>& options = scaled_options<D>()) {
  Setting<D> setting;
  setting.options = options;
  setting.clock = EpochClock(*options.epoch_length, options.damping);
  return setting;
}

std::uint32_t add(BodyStore<2>& store, const Body<2>& body) {
  const std::uint32_t id = store.add(body, first_state(body));
  store.classify(id);
  return id;
}

template <int D>
Vec<D> any_vector(Random& random) {
  Vec<D> any;
  for (int k = 0; k < D; ++k) any[k] = random.normal();
  return any;
}

TEST(BodyStore, CountsIdsFromZero) {
  const Setting<2> setting;
  BodyStore<2> store(setting);
  EXPECT_FALSE(store.contains(0));
  for (std::uint32_t id = 0; id < 5; ++id) {
    EXPECT_EQ(add(store, {.shape = Circle{{1, 2}, 0.5}}), id);
    EXPECT_EQ(store.size(), id + 1);
    EXPECT_TRUE(store.contains(id));
    EXPECT_FALSE(store.contains(id + 1));
  }
}

TEST(BodyStore, KeepsEqualBodiesOnce) {
  const Setting<2> setting;
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{3, 4}, .mass = 2});
  add(store, {.shape = Circle{{5, 6}, 0.5}, .motion = Vec2{7, 8}, .mass = 2});
  add(store, {.shape = Circle{{5, 6}, 0.5}, .motion = Vec2{7, 8}, .mass = 3});
  EXPECT_EQ(&store.kind(0), &store.kind(1));
  EXPECT_NE(&store.kind(0), &store.kind(2));
  EXPECT_EQ(&store.traits(0), &store.traits(1));
  EXPECT_NE(&store.traits(0), &store.traits(2));
}

// More kinds than are compared with.
TEST(BodyStore, TellsManyKindsApart) {
  const Setting<2> setting;
  BodyStore<2> store(setting);
  const auto nth = [](std::uint32_t n) {
    return Body<2>{
        .shape = Circle{{}, 1.0 + n % 29}, .mass = 1.0 + n % 7, .restitution = 0.01 * (n % 31), .user = n % 5};
  };
  for (std::uint32_t id = 0; id < 500; ++id) add(store, nth(id));
  for (std::uint32_t id = 0; id < 500; ++id) {
    EXPECT_EQ(store.body(id), nth(id));
    EXPECT_EQ(store.traits(id), (Traits{1.0 + id % 29, 1.0 + id % 7, 0.01 * (id % 31)}));
  }
}

template <int D>
void expect_same(const BodyState<D>& a, const BodyState<D>& b) {
  EXPECT_EQ(a.presence, b.presence);
  EXPECT_EQ(a.held, b.held);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.last_impact, b.last_impact);
  EXPECT_EQ(a.crowded, b.crowded);
  EXPECT_EQ(a.image, b.image);
  EXPECT_EQ(a.supports, b.supports);
  EXPECT_EQ(a.intended, b.intended);
  EXPECT_EQ(a.contacts, b.contacts);
  EXPECT_EQ(a.touching, b.touching);
}

template <int D>
BodyState<D> any_state(Random& random) {
  BodyState<D> state;
  const auto few = [&] { return static_cast<std::uint32_t>(random.below(4)); };
  state.presence = random.below(2) == 0 ? Presence::here : static_cast<Presence>(few());
  state.held = few() == 0;
  state.radius = few();
  state.mass = 1 + few();
  state.position = any_vector<D>(random);
  state.velocity = any_vector<D>(random);
  state.time = {few(), random.uniform(0, 4)};
  state.rank = few();
  // None, at its own time, or before it.
  if (few() > 0) state.last_impact = few() == 0 ? state.time : Time{state.time.epoch, 0.5 * state.time.offset};
  state.crowded = few();
  for (std::int32_t& boxes : state.image) boxes = static_cast<std::int32_t>(random.below(9)) - 4;
  if (few() == 0) state.force = any_vector<D>(random);
  if (few() == 0) state.supports = {{BodyId{few()}, few()}};
  return state;
}

template <int D>
void states_come_back() {
  WorldOptions<D> options = scaled_options<D>();
  options.tangential_restitution = 0.5;
  const Setting<D> setting = setting_of(options);
  BodyStore<D> store(setting);
  Random random(D);
  std::vector<BodyState<D>> states;
  for (std::uint32_t id = 0; id < 300; ++id) {
    states.push_back(any_state<D>(random));
    if constexpr (D == 2)
      states.back().spin = random.normal();
    else
      states.back().spin = any_vector<D>(random);
    EXPECT_EQ(store.add({.shape = Ball<D>{}}, states.back()), id);
  }
  for (std::uint32_t id = 0; id < 300; ++id) expect_same(store.state(id), states[id]);
}

TEST(BodyStore, GivesBackTheStatesOfCircles) {
  states_come_back<2>();
}
TEST(BodyStore, GivesBackTheStatesOfSpheres) {
  states_come_back<3>();
}

TEST(BodyStore, GivesBackWhatKinematicBallsWantAndTouch) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  BodyState<2> state = first_state<2>({.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{1, 0}});
  state.contacts = {{BodyId{3}, 1, {}, {}}, {BodyId{4}, BodyState<2>::Contact::kBall, {1, 1}, {0, 0.5}}};
  state.touching = {{BodyId{4}, true}};
  const Body<2> slides{.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{1, 0}, .response = Response::slide};
  EXPECT_FALSE(store.has_kinematic_balls());
  const std::uint32_t here = store.add(slides, state);
  EXPECT_TRUE(store.is_kinematic(here));
  expect_same(store.state(here), state);
  state.held = true;
  EXPECT_FALSE(store.is_kinematic(store.add(slides, state)));
  state.held = false;
  state.presence = Presence::removed;
  EXPECT_FALSE(store.is_kinematic(store.add(slides, state)));
  EXPECT_FALSE(store.is_kinematic(add(store, {.shape = Circle{{}, 1}})));
  EXPECT_EQ(store.kinematic_end(), 3u);
  store.leave_kinematic(here);
  EXPECT_FALSE(store.is_kinematic(here));
  EXPECT_TRUE(store.has_kinematic_balls());
}

TEST(BodyStore, GivesBackBodiesWhereTheyAre) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  const Body<2> ball{.shape = Circle{{1, 2}, 0.5},
                     .motion = Stopping2{{3, 4}, 0.5},
                     .mass = 2,
                     .restitution = 0.25,
                     .response = Response::stick,
                     .layers = 6,
                     .mask = 9,
                     .user = 77};
  const Body<2> wall{.shape = HalfSpace2{{0, 1}, 3}, .motion = Vec2{0, 1}, .restitution = 0.5};
  add(store, ball);
  add(store, wall);
  EXPECT_EQ(store.body(0), ball);
  EXPECT_EQ(store.body(1), wall);
  store.particle(0).position = {8, 9};
  store.particle(0).velocity = {-1, 0};
  Body<2> moved = ball;
  moved.shape = Circle{{8, 9}, 0.5};
  moved.motion.velocity = {-1, 0};
  EXPECT_EQ(store.body(0), moved);
}

TEST(BodyStore, KnowsWhatCanBeMovedAndWhatAbsorbs) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  const Circle circle{{}, 1};
  const auto expect = [&](std::uint32_t id, bool is_ball, bool immovable, bool absorbs) {
    EXPECT_EQ(store.particle(id).is_ball, is_ball) << id;
    EXPECT_EQ(store.particle(id).immovable, immovable) << id;
    EXPECT_EQ(store.particle(id).absorbs, absorbs) << id;
    EXPECT_EQ(std::isinf(store.mass(id)), immovable) << id;
  };
  expect(add(store, {.shape = circle}), true, false, false);
  expect(add(store, {.shape = HalfSpace2{{0, 1}, 0}, .mass = 2}), false, true, false);
  expect(add(store, {.shape = circle, .mass = kImmovable}), true, true, false);
  expect(add(store, {.shape = circle, .response = Response::stick}), true, false, true);
  expect(add(store, {.shape = circle, .response = Response::pocket}), true, true, true);
  expect(add(store, {.shape = circle, .response = Response::slide}), true, false, false);
  store.particle(0).held = 1;
  store.classify(0);
  expect(0, true, true, false);
  EXPECT_EQ(store.own_mass(0), 1);
}

TEST(BodyStore, NamesPresentBodiesAndRefusesUnknownOnes) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{}, 0.5}});
  EXPECT_TRUE(store.present(0));
  store.record(0).presence = Presence::pocketed;
  EXPECT_FALSE(store.present(0));
  EXPECT_FALSE(store.is_here(0));
  EXPECT_EQ(store.radius_now(0), 0.5);
  EXPECT_THROW(store.present(1), std::out_of_range);
  EXPECT_THROW(store.radius_now(1), std::out_of_range);
  EXPECT_THROW(store.state(1), std::out_of_range);
  EXPECT_THROW(store.body(1), std::out_of_range);
}

TEST(BodyStore, ListsBallsThatAreHere) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{}, 0.5}});
  add(store, {.shape = HalfSpace2{{0, 1}, 0}});
  add(store, {.shape = Circle{{}, 0.5}});
  add(store, {.shape = Circle{{}, 0.5}});
  store.record(2).presence = Presence::merged;
  store.list_balls();
  EXPECT_EQ(store.balls(), (std::vector<std::uint32_t>{0, 3}));
  store.enlist_ball(add(store, {.shape = Circle{{}, 0.5}}));
  store.unlist_ball(0);
  EXPECT_EQ(store.balls(), (std::vector<std::uint32_t>{3, 4}));
}

// Radii are looked up in two ways: the short one has to say the same, whatever has come, grown and left.
TEST(BodyStore, KnowsTheRadiusOfEveryListedBall) {
  const Setting<2> setting = setting_of<2>();
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    BodyStore<2> store(setting);
    std::map<std::uint32_t, double> radii;
    const auto any_radius = [&] { return 1.0 + static_cast<double>(random.below(4) / 3); };
    const auto expect_all_known = [&] {
      for (const std::uint32_t id : store.balls()) {
        ASSERT_EQ(store.known_radius(id), radii[id]);
        ASSERT_EQ(store.radius(id), radii[id]);
        if (store.radii()) {
          ASSERT_EQ(store.radii()[id], radii[id]);
        }
      }
    };
    const auto come = [&] {
      const double radius = any_radius();
      const std::uint32_t id = add(store, {.shape = Circle{{}, radius}});
      radii[id] = radius;
      return id;
    };
    for (std::uint64_t balls = random.below(5); balls > 0; --balls) come();
    store.list_balls();
    expect_all_known();
    for (int step = 0; step < 8; ++step) {
      const std::uint32_t id = store.size() == 0 ? 0 : static_cast<std::uint32_t>(random.below(store.size()));
      if (store.size() == 0 || random.below(3) == 0)
        store.enlist_ball(come());
      else if (random.below(2) == 0)
        store.grow(id, {radii[id] = any_radius(), 1, 1});
      else
        store.unlist_ball(id);
      expect_all_known();
    }
  }
}

TEST(BodyStore, HasOneRadiusWhereAllBallsAreEqual) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  for (int k = 0; k < 3; ++k) add(store, {.shape = Circle{{}, 0.5}});
  store.list_balls();
  EXPECT_EQ(store.radii(), nullptr);
  store.enlist_ball(add(store, {.shape = Circle{{}, 0.5}}));
  EXPECT_EQ(store.radii(), nullptr);
  store.grow(1, {0.75, 1, 1});
  ASSERT_NE(store.radii(), nullptr);
  EXPECT_EQ(store.radii()[1], 0.75);
  EXPECT_EQ(store.radii()[3], 0.5);
}

// Oracle: a list of all impacts.
TEST(BodyStore, RemembersLastImpacts) {
  const Setting<2> setting = setting_of<2>();
  const double brief = *setting.options.contact_duration;
  BodyStore<2> store(setting);
  for (int k = 0; k < 4; ++k) add(store, {.shape = Circle{{}, 0.5}});
  std::map<std::uint32_t, std::vector<double>> impacts;
  Random random(6);
  double now = 0;
  int in_a_row = 0;
  for (int step = 0; step < 10000; ++step) {
    const auto id = static_cast<std::uint32_t>(random.below(4));
    // Around the duration of a contact, in multiples of a quarter of it: exact.
    if (random.below(3) > 0) now += 0.25 * brief * static_cast<double>(random.below(6));
    const Time time = setting.clock.from_plain(now);
    if (store.particle(id).time() != time) store.keep_last_impact(id);
    store.particle(id).set_time(time);
    auto& past = impacts[id];
    EXPECT_EQ(store.last_impact(id), past.empty() ? (Time{-1, 0}) : setting.clock.from_plain(past.back()));
    EXPECT_EQ(store.met_just_before(id, time), !past.empty() && now - past.back() < brief);
    if (random.below(2) == 0) continue;
    past.push_back(now);
    store.note_impact(id, time, false);
    std::uint32_t crowded = 0;
    for (std::size_t k = past.size() - 1; k > 0 && past[k] - past[k - 1] < brief; --k) ++crowded;
    ASSERT_EQ(store.record(id).crowded, crowded);
    in_a_row += crowded > 1 ? 1 : 0;
  }
  EXPECT_GT(in_a_row, 100);
}

TEST(BodyStore, RanksAreThoseOfTheSameInstant) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  BodyState<2> state = first_state<2>({.shape = Circle{{}, 1}}, {2, 0.5});
  state.rank = 3;
  store.add({.shape = Circle{{}, 1}}, state);
  EXPECT_EQ(store.rank_at(0, {2, 0.5}), 3u);
  EXPECT_EQ(store.rank_at(0, {2, 0.75}), 0u);
  EXPECT_EQ(store.rank_at(0, {3, 0.5}), 0u);
}

TEST(BodyStore, RenewsVersionsOneByOne) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  for (int k = 0; k < 3; ++k) add(store, {.shape = Circle{{}, 1}});
  store.renew_version(1);
  store.renew_version(1);
  EXPECT_EQ(store.version(0), 0u);
  EXPECT_EQ(store.version(1), 2u);
  EXPECT_EQ(store.versions()[2], 0u);
}

TEST(BodyStore, HasNoLawNorLoadUnlessSet) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  for (int k = 0; k < 3; ++k) add(store, {.shape = Circle{{}, 1}});
  EXPECT_FALSE(store.may_have_law(2));
  EXPECT_FALSE(store.may_be_loaded(2));
  store.set_law(1, {{1, 2}, 3, 0});
  EXPECT_EQ(store.law(1).acceleration, (Vec2{1, 2}));
  EXPECT_EQ(store.law(1).stop, 3);
  for (const std::uint32_t id : {0u, 2u}) {
    EXPECT_EQ(store.law(id).acceleration, Vec2{});
    EXPECT_EQ(store.law(id).stop, INFINITY);
    EXPECT_EQ(store.law(id).damping, 0);
  }
  store.own_load(1) = {{4, 5}, {{BodyId{0}, 6}}};
  EXPECT_TRUE(store.load(0).supports.empty());
  EXPECT_TRUE(store.load(2).supports.empty());
  store.unload(1);
  store.unload(2);
  EXPECT_EQ(store.load(1).force, (Vec2{4, 5}));
  EXPECT_TRUE(store.load(1).supports.empty());
}

// By the definition of Body::mask.
TEST(BodyStore, BodiesMeetThatShareLayersBothWays) {
  Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  for (std::uint32_t layers = 0; layers < 4; ++layers)
    for (std::uint32_t mask = 0; mask < 4; ++mask) add(store, {.shape = Circle{{}, 1}, .layers = layers, .mask = mask});
  for (const bool filters : {false, true}) {
    setting.filters = filters;
    for (std::uint32_t a = 0; a < 16; ++a)
      for (std::uint32_t b = 0; b < 16; ++b) {
        const bool both = ((a / 4) & (b % 4)) > 0 && ((b / 4) & (a % 4)) > 0;
        EXPECT_EQ(store.share_layers(a, b), both || !filters) << a << ' ' << b;
      }
  }
}

// x + v t + a t²/2, in numbers that are exact.
TEST(BodyStore, AcceleratesByItsLaw) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{3, -1}});
  store.particle(0).set_time({1, 3});
  EXPECT_EQ(store.position_at(0, {2, 1}), (Vec2{7, 0}));
  EXPECT_EQ(store.velocity_after(0, 2), (Vec2{3, -1}));
  store.set_law(0, {{0, 4}});
  store.particle(0).curved = 1;
  EXPECT_EQ(store.since(0, {2, 1}), 2);
  EXPECT_EQ(store.position_at(0, {2, 1}), (Vec2{7, 8}));
  EXPECT_EQ(store.velocity_after(0, 2), (Vec2{3, 7}));
  EXPECT_EQ(store.position_after(0, 0), (Vec2{1, 2}));
  EXPECT_EQ(store.path_after(0, 2).velocity, (Vec2{3, 7}));
  EXPECT_EQ(store.path_after(0, 2).acceleration, (Vec2{0, 4}));
}

TEST(BodyStore, StopsByItsLawAndStays) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{1, 2}, 0.5}, .motion = Stopping2{{4, 0}, 1}});
  store.set_law(0, {{-1, 0}, 4, 0});
  store.particle(0).curved = store.particle(0).slows = 1;
  EXPECT_EQ(store.position_after(0, 2), (Vec2{7, 2}));
  EXPECT_EQ(store.path_after(0, 1).stop, 3);
  EXPECT_EQ(store.path_after(0, 1).velocity, (Vec2{3, 0}));
  for (const double later : {4.0, 5.0, 1e9}) {
    EXPECT_EQ(store.position_after(0, later), (Vec2{9, 2}));
    EXPECT_EQ(store.velocity_after(0, later), Vec2{});
    EXPECT_EQ(store.path_after(0, later).velocity, Vec2{});
    EXPECT_EQ(store.path_after(0, later).acceleration, Vec2{});
  }
}

TEST(BodyStore, IsDampedByItsLaw) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{1, 2}, 0.5}, .motion = Damped2{{4, 0}, 0.5}});
  store.set_law(0, {{}, INFINITY, 0.5});
  store.particle(0).curved = store.particle(0).slows = 1;
  for (const double t : {0.25, 1.0, 7.0, 100.0}) {
    EXPECT_NEAR(store.position_after(0, t).x, 1 + 4 * (1 - std::exp(-0.5 * t)) / 0.5, 1e-14);
    EXPECT_EQ(store.position_after(0, t).y, 2);
    EXPECT_NEAR(store.velocity_after(0, t).x, 4 * std::exp(-0.5 * t), 1e-15);
  }
}

TEST(BodyStore, PlacesBallsInsideThePeriodicBox) {
  WorldOptions<2> options = scaled_options<2>();
  options.period = Vec2{2, 4};
  const Setting<2> setting = setting_of(options);
  BodyStore<2> store(setting);
  BodyState<2> state = first_state<2>({.shape = Circle{{0.5, 3}, 0.25}, .motion = Vec2{3, -1.5}});
  state.image = {7, -1};
  store.add({.shape = Circle{{0.5, 3}, 0.25}}, state);
  EXPECT_EQ(store.unwrapped(0), (Vec2{14.5, -1}));
  // (0.5 + 9, 3 − 4.5) = (1.5 + 4 · 2, 2.5 − 4).
  const Placement<2> placement = store.placement(0, {0, 3});
  EXPECT_EQ(placement.position, (Vec2{1.5, 2.5}));
  EXPECT_EQ(placement.velocity, (Vec2{3, -1.5}));
  EXPECT_EQ(placement.image, (std::array<std::int32_t, 2>{11, -2}));
}

TEST(BodyStore, PlacesBallsJustBelowTheFarSideWhereRoundingWouldPutThemOnIt) {
  WorldOptions<2> options = scaled_options<2>();
  options.period = Vec2{2, 4};
  const Setting<2> setting = setting_of(options);
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{0, 0}, 0.25}, .motion = Vec2{-1e-20, 1e-20}});
  const Placement<2> placement = store.placement(0, {0, 1});
  EXPECT_EQ(placement.position, (Vec2{std::nextafter(2, 0), 1e-20}));
  EXPECT_EQ(placement.image, (std::array<std::int32_t, 2>{-1, 0}));
}

// With damping k the clock runs on s = (1 − exp(−k t))/k, and plain velocities are 1 − k s of those on it.
TEST(BodyStore, ShowsPlainVelocitiesInADampedWorld) {
  WorldOptions<2> options = scaled_options<2>();
  options.epoch_length = 2;
  options.damping = 0.5;
  const Setting<2> setting = setting_of(options);
  BodyStore<2> store(setting);
  add(store, {.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{8, 0}});
  add(store, {.shape = Circle{{5, 5}, 0.5}, .mass = kImmovable});
  EXPECT_EQ(store.motion(0, {0, 0.5}).velocity, (Vec2{6, 0}));
  EXPECT_EQ(store.motion(0, {0, 0.5}).damping, 0.5);
  EXPECT_EQ(store.motion(1, {0, 0.5}).damping, 0);
  EXPECT_EQ(store.placement(0, {0, 0.5}).velocity, (Vec2{6, 0}));
  EXPECT_EQ(store.placement(0, {0, 0.5}).position, (Vec2{5, 2}));
  store.particle(0).set_time({0, 0.5});
  EXPECT_EQ(store.body(0).motion.velocity, (Vec2{6, 0}));
}

TEST(BodyStore, SeesPlacesFromObstaclesThatMove) {
  const Setting<2> setting = setting_of<2>();
  BodyStore<2> store(setting);
  add(store, {.shape = HalfSpace2{{0, 1}, 0}});
  add(store, {.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{1, 2}});
  EXPECT_FALSE(store.has_moved(0));
  EXPECT_TRUE(store.has_moved(1));
  EXPECT_EQ(store.seen_from(0, {5, 5}, {0, 2}), (Vec2{5, 5}));
  EXPECT_EQ(store.seen_from(1, {5, 5}, {0, 2}), (Vec2{3, 1}));
  store.particle(1).position = {1, 0};
  store.particle(1).velocity = {};
  EXPECT_TRUE(store.has_moved(1));
}

}  // namespace
}  // namespace carom::sim
