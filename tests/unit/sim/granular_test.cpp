#include "carom/sim/granular.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr double kPull = 10;

World2 heap_on_floor(std::optional<double> friction = {}) {
  WorldOptions<2> options{.gravity = {0, -kPull}};
  if (friction) options.tangential_restitution = 0;
  World2 world(options);
  world.add({.shape = HalfSpace<2>{{0, 1}, 0}, .restitution = 0.5});
  return world;
}

BodyId add_disc(World2& world, const Vec2& place, double mass = 1) {
  return world.add({.shape = Circle{place, 0.5}, .mass = mass, .restitution = 0.5});
}

// A column: the k-th contact from above carries k W, the floor n W; σ_yy is Σ f l/V.
TEST(Granular, AColumnCarriesWhatIsAbove) {
  World2 world = heap_on_floor();
  world.add({.shape = HalfSpace<2>{{1, 0}, 0}, .restitution = 0.5});
  world.add({.shape = HalfSpace<2>{{-1, 0}, -1.001}, .restitution = 0.5});
  for (int k = 0; k < 5; ++k) add_disc(world, {0.5005, 0.501 + 1.002 * k});
  world.run_until(6, nullptr);
  const std::vector<ContactForce<2>> forces = world.contact_forces();
  double stress = 0;
  int upright = 0;
  for (const ContactForce<2>& contact : forces) {
    if (std::fabs(contact.normal.y) < 0.5) continue;
    const bool on_floor = contact.face != ContactState<2>::kBall;
    // Ball k + 3 − 2 of five: what lies on its upper neighbour, or all.
    const double above = on_floor ? 5 : 5 - (static_cast<int>(contact.a.value) - 2);
    EXPECT_NEAR(std::fabs(contact.force.y), above * kPull, 1e-2 * above * kPull) << contact.a.value;
    EXPECT_NEAR(contact.pressing, std::fabs(dot(contact.force, contact.normal)), 1e-12 * contact.pressing);
    stress += above * kPull * (on_floor ? 0.5 : 1);
    ++upright;
  }
  EXPECT_EQ(upright, 5);
  // Sweeps end when none changes a speed by more than 10⁻² g h, here of the topmost of five.
  EXPECT_NEAR(force_on(world, BodyId{0}).y, -5 * kPull, 1e-3 * kPull);
  EXPECT_NEAR(force_on(world, BodyId{7}).y, kPull, 1e-3 * kPull);
  const Aabb2 window{{-1, -1}, {2, 6}};
  EXPECT_NEAR(contact_stress(world, window)[1].y, stress / 21, 1e-2 * stress / 21);
}

// In a trough of two slopes: W sin a₂/sin(a₁ + a₂) and W sin a₁/sin(a₁ + a₂), on a single ball without friction.
TEST(Granular, ATroughCarriesABallByItsSlopes) {
  World2 world({.gravity = {0, -kPull}});
  const double a1 = 0.5, a2 = 0.9;
  world.add({.shape = HalfSpace<2>{{std::sin(a1), std::cos(a1)}, 0}, .restitution = 0.3});
  world.add({.shape = HalfSpace<2>{{-std::sin(a2), std::cos(a2)}, 0}, .restitution = 0.3});
  add_disc(world, {0, 1}, 3);
  world.run_until(20, nullptr);
  EXPECT_NEAR(norm(force_on(world, BodyId{0})), 3 * kPull * std::sin(a2) / std::sin(a1 + a2), 1e-2 * 3 * kPull);
  EXPECT_NEAR(norm(force_on(world, BodyId{1})), 3 * kPull * std::sin(a1) / std::sin(a1 + a2), 1e-2 * 3 * kPull);
}

TEST(Granular, ABallAloneOnAFloorPressesWithItsWeight) {
  World2 world = heap_on_floor();
  const BodyId ball = add_disc(world, {0, 0.5}, 4);
  world.run_until(2, nullptr);
  ASSERT_EQ(world.contact_forces().size(), 1U);
  const ContactForce<2> contact = world.contact_forces()[0];
  EXPECT_EQ(contact.a, ball);
  EXPECT_EQ(contact.b, BodyId{0});
  EXPECT_NEAR(contact.force.y, 4 * kPull, 1e-12);
  EXPECT_NEAR(contact.point.y, 0, 1e-15);
}

// Three cylinders, two and one: W/2 (2 − √3) … between them by friction, the floor carries 3 W/2 each; every one of
// them is in two contacts, the pair below not pressed together by it.
TEST(Granular, CountsWhatPresses) {
  World2 world = heap_on_floor(0.6);
  add_disc(world, {-0.51, 0.501});
  add_disc(world, {0.51, 0.501});
  add_disc(world, {0, 1.37});
  world.run_until(5, nullptr);
  const Coordination all = coordination(world, Aabb2{{-3, -3}, {3, 3}});
  EXPECT_EQ(all.balls, 3U);
  EXPECT_EQ(all.rattlers, 0U);
  EXPECT_NEAR(all.number, 2, 0.7);  // 6 or 8 of 3
  const Coordination top = coordination(world, Aabb2{{-3, 1}, {3, 3}});
  EXPECT_EQ(top.balls, 1U);
  EXPECT_EQ(top.number, 2);
  EXPECT_EQ(coordination(world, Aabb2{{-3, 1}, {3, 3}}, 3).rattlers, 1U);
  EXPECT_EQ(coordination(world, Aabb2{{5, 5}, {6, 6}}).number, 0);
}

// A square lattice of discs fills π/4, one of spheres π/6; what is outside the window does not count.
TEST(Granular, FillsSpace) {
  World2 discs;
  for (int k = 0; k < 25; ++k) discs.add({.shape = Circle{{k % 5 + 0.5, k / 5 + 0.5}, 0.5}});
  EXPECT_NEAR(packing_fraction(discs, Aabb2{{0, 0}, {5, 5}}), std::numbers::pi / 4, 1e-12);
  EXPECT_NEAR(packing_fraction(discs, Aabb2{{0.5, 0.5}, {3.5, 4.5}}), std::numbers::pi / 4, 1e-9);
  EXPECT_NEAR(packing_fraction(discs, Aabb2{{0, 0}, {10, 5}}), std::numbers::pi / 8, 1e-12);
  World3 spheres;
  for (int k = 0; k < 27; ++k) spheres.add({.shape = Sphere{{k % 3 + 0.5, k / 3 % 3 + 0.5, k / 9 + 0.5}, 0.5}});
  EXPECT_NEAR(packing_fraction(spheres, Aabb3{{0.5, 0.5, 0.5}, {2.5, 2.5, 2.5}}), std::numbers::pi / 6, 1e-9);
}

// Masses 1 and 3 at velocities 4 and 0: v̄ = 1, Σ m |v − v̄|² = 9 + 3, over D N = 4.
TEST(Granular, HasATemperature) {
  World2 world;
  add_disc(world, {0, 0});
  add_disc(world, {5, 0}, 3);
  world.set_velocity(BodyId{0}, {4, 0});
  EXPECT_DOUBLE_EQ(granular_temperature(world, Aabb2{{-1, -1}, {9, 1}}), 3);
  EXPECT_EQ(granular_temperature(world, Aabb2{{-1, -1}, {1, 1}}), 0);
  EXPECT_EQ(granular_temperature(world, Aabb2{{-9, -9}, {-8, -8}}), 0);
}

}  // namespace
}  // namespace carom
