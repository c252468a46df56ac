#include "sim/energy_ledger.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

constexpr double kRounding = 1e-13;

/// What is in the ledger of bodies that fly for so long, in two steps.
template <int D>
Ledger<D> fly(EngineParts<D>& parts, double time) {
  EnergyLedger<D>& ledger = parts.domain.ledger;
  const Time end = parts.data.setting.clock.later({}, time);
  for (std::uint32_t id = 0; id < parts.data.store.size(); ++id) {
    ledger.add_initial(ledger.kinetic(id, {}) + ledger.potential(id));
    if (parts.data.store.particle(id).immovable) continue;
    parts.domain.propagator.advance(id, parts.data.setting.clock.later({}, 0.375 * time));
    parts.domain.propagator.commit(id);
    parts.domain.propagator.advance(id, end);
  }
  return ledger.at(end);
}

TEST(EnergyLedger, KineticEnergyIsThatOfMovableBodies) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{3, 4}, .mass = 2});
  parts.add({.shape = Circle{{9, 0}, 0.5}, .motion = Vec2{3, 4}, .mass = kImmovable});
  EXPECT_EQ(parts.domain.ledger.kinetic(0, {}), 25);
  EXPECT_EQ(parts.domain.ledger.kinetic(1, {}), 0);
}

// ½ I ω², I = m r²/2 of a disc and 2 m r²/5 of a sphere.
TEST(EnergyLedger, RotationalEnergyIsThatOfDiscsAndSpheres) {
  WorldOptions<2> flat = scaled_options<2>();
  flat.tangential_restitution = 0;
  EngineParts<2> disc(flat);
  disc.add({.shape = Circle{{}, 0.5}, .mass = 2, .spin = 3});
  EXPECT_NEAR(disc.domain.ledger.rotational(0), 0.5 * (0.5 * 2 * 0.25) * 9, kRounding);
  WorldOptions<3> space = scaled_options<3>();
  space.tangential_restitution = 0;
  EngineParts<3> sphere(space);
  sphere.add({.shape = Sphere{{}, 0.5}, .motion = Vec3{1, 0, 0}, .mass = 2, .spin = {1, 2, 2}});
  EXPECT_NEAR(sphere.domain.ledger.rotational(0), 0.5 * (0.4 * 2 * 0.25) * 9, kRounding);
  EXPECT_NEAR(sphere.domain.ledger.kinetic(0, {}), 1 + 0.9, kRounding);
  EXPECT_NEAR(sphere.domain.ledger.at({}).rotational, 0.9, kRounding);
  EXPECT_NEAR(sphere.domain.ledger.at({}).kinetic, 1.9, kRounding);
}

// −m g·x, also of a ball that is held; kinematic balls and what has no weight have none.
TEST(EnergyLedger, PotentialEnergyIsThatOfHeights) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{7, 3}, 0.5}, .mass = 2});
  parts.add({.shape = Circle{{7, 3}, 0.5}, .mass = kImmovable});
  parts.add({.shape = Circle{{7, 3}, 0.5}, .mass = 2, .response = Response::slide});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .mass = 2});
  BodyState<2> held = first_state<2>({.shape = Circle{{0, 4}, 0.5}, .mass = 3});
  held.held = true;
  parts.add({.shape = Circle{{0, 4}, 0.5}, .mass = 3}, held);
  const std::vector<double> expected{60, 0, 0, 0, 120};
  for (std::uint32_t id = 0; id < expected.size(); ++id)
    EXPECT_EQ(parts.domain.ledger.potential(id), expected[id]) << id;
  EXPECT_EQ(parts.domain.ledger.at({}).potential, 180);
}

// In a periodic box it does not jump where a ball is put back.
TEST(EnergyLedger, PotentialEnergyIsThatOfUnwrappedPlaces) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {-1, 0};
  options.period = Vec2{4, 4};
  EngineParts<2> parts(options);
  BodyState<2> state = first_state<2>({.shape = Circle{{1, 1}, 0.5}, .mass = 2});
  state.image = {3, -5};
  parts.add({.shape = Circle{{1, 1}, 0.5}, .mass = 2}, state);
  EXPECT_EQ(parts.domain.ledger.potential(0), 2 * 13);
  // It falls by 8 in 4, two boxes, whether the box was left by an event or not.
  EXPECT_EQ(parts.domain.ledger.at({1, 0}).potential, 2 * 5);
  parts.domain.propagator.advance(0, {1, 0});
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{1, 1}));
  EXPECT_EQ(parts.domain.ledger.potential(0), 2 * 5);
  EXPECT_EQ(parts.domain.ledger.at({1, 0}).potential, 2 * 5);
}

TEST(EnergyLedger, AForceDoesTheWorkForceTimesWay) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{1, 2}, .mass = 2});
  parts.apply_force(0, {6, 0});
  const Ledger<2> ledger = fly(parts, 2.0);
  // Acceleration 3 along x: the way is 1·2 + 3·4/2.
  EXPECT_NEAR(ledger.work, 6 * 8, kRounding);
  EXPECT_NEAR(ledger.kinetic, 49 + 4, kRounding);
  EXPECT_NEAR(ledger.residual(), 0, kRounding);
}

TEST(EnergyLedger, AnOwnAccelerationDoesTheWorkMassTimesItTimesWay) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -1};
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{}, 0.5}, .motion = Accelerating2{{1, 2}, {3, 0}}, .mass = 2});
  const Ledger<2> ledger = fly(parts, 2.0);
  EXPECT_NEAR(ledger.work, 2 * 3 * 8, kRounding);
  EXPECT_NEAR(ledger.potential, 2 * 1 * (2 * 2 - 2), kRounding);
  EXPECT_EQ(ledger.dissipated_friction, 0);
  EXPECT_NEAR(ledger.residual(), 0, kRounding);
}

// ½ m (v² − (v − a t)²), and all of it once the ball has stopped.
TEST(EnergyLedger, AnOwnDecelerationIsFriction) {
  for (const double time : {1.0, 4.0, 100.0}) {
    EngineParts<2> parts;
    parts.add({.shape = Circle{{}, 0.5}, .motion = Stopping2{{0, 2}, 0.5}, .mass = 3});
    const Ledger<2> ledger = fly(parts, time);
    const double speed = std::max(0.0, 2 - 0.5 * time);
    EXPECT_NEAR(ledger.dissipated_friction, 0.5 * 3 * (4 - speed * speed), kRounding);
    EXPECT_NEAR(ledger.kinetic, 0.5 * 3 * speed * speed, kRounding);
    EXPECT_EQ(ledger.work, 0);
    EXPECT_EQ(ledger.dissipated_damping, 0);
  }
}

// ½ m v² (1 − exp(−2 k t)).
TEST(EnergyLedger, AnOwnDampingTakesWhatDecays) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{}, 0.5}, .motion = Damped2{{0, 2}, 0.5}, .mass = 3});
  const Ledger<2> ledger = fly(parts, 3.0);
  EXPECT_NEAR(ledger.dissipated_damping, 0.5 * 3 * 4 * (1 - std::exp(-3.0)), kRounding);
  EXPECT_NEAR(ledger.kinetic, 6 * std::exp(-3.0), kRounding);
  EXPECT_EQ(ledger.dissipated_friction, 0);
  EXPECT_EQ(ledger.work, 0);
}

// On the clock s a velocity u is the plain velocity u (1 − k s).
TEST(EnergyLedger, CommonDampingTakesWhatDecays) {
  WorldOptions<2> options = scaled_options<2>();
  options.epoch_length = 2;
  options.damping = 0.5;
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{0, 4}, .mass = 3});
  const Ledger<2> ledger = fly(parts, 1.0);
  EXPECT_NEAR(ledger.dissipated_damping, 0.5 * 3 * (16 - 4), kRounding);
  EXPECT_NEAR(ledger.kinetic, 0.5 * 3 * 4, kRounding);
  EXPECT_NEAR(ledger.momentum.y, 3 * 2, kRounding);
}

// A lift carries a ball up against gravity: m g h.
TEST(EnergyLedger, ASupportThatMovesDoesWork) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{0, 2}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Vec2{0, 2}, .mass = 3});
  parts.rest(1, 0);
  const Ledger<2> ledger = fly(parts, 1.5);
  EXPECT_NEAR(ledger.work, 3 * 10 * 3, 1e-12);
  EXPECT_NEAR(ledger.kinetic, 6, kRounding);
  EXPECT_NEAR(ledger.residual(), 0, 1e-12);
}

TEST(EnergyLedger, KnowsTheSameBetweenEventsAsAtThem) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> looked_at(options), advanced(options);
  for (EngineParts<2>* parts : {&looked_at, &advanced}) {
    parts->add({.shape = Circle{{1, 2}, 0.5}, .motion = Vec2{1, 5}, .mass = 2});
    parts->add({.shape = Circle{{5, 2}, 0.5}, .motion = Accelerating2{{1, 5}, {0, 3}}, .mass = 2});
    parts->apply_force(0, {1, 1});
  }
  const Ledger<2> between = looked_at.domain.ledger.at({0, 3});
  for (const std::uint32_t id : {0u, 1u}) advanced.domain.propagator.advance(id, {0, 3});
  const Ledger<2> at = advanced.domain.ledger.at({0, 3});
  EXPECT_NEAR(between.kinetic, at.kinetic, 1e-11);
  EXPECT_NEAR(between.potential, at.potential, 1e-11);
  EXPECT_NEAR(between.work, at.work, 1e-11);
  EXPECT_NEAR(between.momentum.x, at.momentum.x, 1e-11);
  EXPECT_NEAR(between.momentum_scale, at.momentum_scale, 1e-11);
}

TEST(EnergyLedger, LeavesOutWhatHasLeftAndWhatIsImmovable) {
  EngineParts<2> parts;
  for (int k = 0; k < 3; ++k) parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{3, 4}, .mass = 2});
  parts.add({.shape = Circle{{}, 0.5}, .motion = Vec2{3, 4}, .mass = kImmovable});
  parts.data.store.record(1).presence = Presence::removed;
  const Ledger<2> ledger = parts.domain.ledger.at({});
  EXPECT_EQ(ledger.kinetic, 50);
  EXPECT_EQ(ledger.momentum, (Vec2{12, 16}));
  EXPECT_EQ(ledger.momentum_scale, 20);
}

TEST(EnergyLedger, EachRowIsASumOfItsOwn) {
  EngineParts<2> parts;
  EnergyLedger<2>& ledger = parts.domain.ledger;
  EXPECT_FALSE(ledger.has_hops());
  ledger.add_initial(1);
  ledger.add_work(2);
  ledger.bounce(4);
  ledger.lose_to_friction(8);
  ledger.lose_to_pockets(16);
  ledger.add_hop(32);
  ledger.bounce(-64);
  ledger.lose_to_merging(128);
  ledger.lose_to_stops(256);
  ledger.add_placing(512);
  ledger.lose_to_rest(1024);
  const Ledger<2> rows = ledger.at({});
  EXPECT_EQ(rows.initial, 1);
  EXPECT_EQ(rows.work, 2);
  EXPECT_EQ(rows.dissipated_impacts, 1028);
  EXPECT_EQ(rows.dissipated_friction, 8);
  EXPECT_EQ(rows.dissipated_pockets, 16);
  EXPECT_EQ(rows.added_by_hops, 32);
  EXPECT_EQ(rows.added_by_restitution, 64);
  EXPECT_EQ(rows.dissipated_merging, 128);
  EXPECT_EQ(rows.dissipated_stops, 256);
  EXPECT_EQ(rows.added_by_placing, 512);
  EXPECT_EQ(rows.residual(), (1028 + 8 + 16 + 128 + 256) - (1 + 2 + 32 + 64 + 512));
  EXPECT_TRUE(ledger.has_hops());
  EXPECT_EQ(ledger.lost_to_bounces(), 1028 - 64);
  ledger.clear_bounces();
  EXPECT_EQ(ledger.lost_to_bounces(), 0);
}

// Small terms beside a large one: 10¹⁶ + 1000 · 1 is 10¹⁶ + 1000, which plain sums would round away.
TEST(EnergyLedger, LosesNoSmallTerms) {
  EngineParts<2> parts;
  parts.domain.ledger.add_work(1e16);
  for (int k = 0; k < 1000; ++k) parts.domain.ledger.add_work(1);
  parts.domain.ledger.add_work(-1e16);
  EXPECT_EQ(parts.domain.ledger.at({}).work, 1000);
}

TEST(EnergyLedger, GoesOnWithTheSameBitsWhereItIsRestored) {
  EngineParts<2> parts;
  EnergyLedger<2>& ledger = parts.domain.ledger;
  EnergyLedger<2> again(parts.data.setting, parts.data.store, parts.data.fields, parts.data.supports);
  double term = 0.1;
  const auto add_some = [&](EnergyLedger<2>& to) {
    for (int k = 0; k < 100; ++k) {
      to.add_initial(term), to.add_work(2 * term), to.bounce(3 * term);
      to.lose_to_friction(5 * term), to.lose_to_pockets(7 * term), to.add_hop(11 * term);
      to.lose_to_merging(13 * term), to.lose_to_stops(17 * term), to.bounce(-19 * term), to.add_placing(23 * term);
      term *= 1.3;
    }
    term = 0.1;
  };
  add_some(ledger);
  again.restore(ledger.sums());
  add_some(ledger);
  add_some(again);
  const Ledger<2> a = ledger.at({}), b = again.at({});
  EXPECT_EQ(a.initial, b.initial);
  EXPECT_EQ(a.work, b.work);
  EXPECT_EQ(a.dissipated_impacts, b.dissipated_impacts);
  EXPECT_EQ(a.dissipated_friction, b.dissipated_friction);
  EXPECT_EQ(a.dissipated_pockets, b.dissipated_pockets);
  EXPECT_EQ(a.added_by_hops, b.added_by_hops);
  EXPECT_EQ(a.residual(), b.residual());
  EXPECT_EQ(ledger.sums().damping, again.sums().damping);
}

}  // namespace
}  // namespace carom::sim
