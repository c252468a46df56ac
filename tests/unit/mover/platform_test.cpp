#include "carom/mover/platform.hpp"

#include <gtest/gtest.h>

#include <array>

// Places are sums of the ways.
namespace carom {
namespace {

constexpr ItemId kPlatform{ItemKind::box, 0};

/// Ground at z = 0, a platform 4 × 4 × 1 on it, and a wall at x = 10.
Index3 level() {
  const std::array<Aabb3, 3> boxes{Aabb3{{0, 0, 0}, {4, 4, 1}}, Aabb3{{-50, -50, -1}, {50, 50, 0}},
                                   Aabb3{{10, -50, 0}, {11, 50, 9}}};
  return Index3({.boxes = boxes});
}

UprightCylinder at(const Vec3& place) {
  return {place, 0.5, 1};
}

TEST(Platform, CarriesWhoStandsOnItAndNobodyElse) {
  Index3 index = level();
  const std::array<UprightCylinder, 2> movers{at({2, 2, 2}), at({-5, 0, 1})};
  const auto riders = move_platform<UprightCylinder>(index, kPlatform, {0.5, 0.25, 0.125}, movers);
  EXPECT_EQ(riders[0].ride, Ride::carried);
  EXPECT_EQ(riders[0].mover.center, (Vec3{2.5, 2.25, 2.125}));
  EXPECT_EQ(riders[1].ride, Ride::untouched);
  EXPECT_EQ(riders[1].mover.center, movers[1].center);
  EXPECT_EQ(index.box(kPlatform).high, (Vec3{4.5, 4.25, 1.125}));
}

TEST(Platform, PushesWhoIsInItsWay) {
  Index3 index = level();
  const std::array<UprightCylinder, 1> movers{at({5, 2, 1})};
  // It meets the mover after 0.5 of 2.
  const auto riders = move_platform<UprightCylinder>(index, kPlatform, {2, 0, 0}, movers);
  EXPECT_EQ(riders[0].ride, Ride::pushed);
  EXPECT_NEAR(riders[0].mover.center.x, 6.5, 1e-12);
  EXPECT_EQ(riders[0].mover.center.y, 2);
}

TEST(Platform, PassesNobodyHoweverFast) {
  Index3 index = level();
  const std::array<UprightCylinder, 1> movers{at({5, 2, 1})};
  const auto riders = move_platform<UprightCylinder>(index, kPlatform, {4.75, 0, 0}, movers);
  EXPECT_EQ(riders[0].ride, Ride::pushed);
  EXPECT_NEAR(riders[0].mover.center.x, 9.25, 1e-12);
}

TEST(Platform, SaysWhomItCrushes) {
  Index3 index = level();
  std::array<UprightCylinder, 1> movers{at({9.25, 2, 1})};
  movers[0] = move_platform<UprightCylinder>(index, kPlatform, {5, 0, 0}, movers)[0].mover;
  EXPECT_NEAR(movers[0].center.x, 9.5, 1e-12);
  const auto riders = move_platform<UprightCylinder>(index, kPlatform, {0.25, 0, 0}, movers);
  EXPECT_EQ(riders[0].ride, Ride::crushed);
  EXPECT_EQ(riders[0].mover.center, movers[0].center);
}

TEST(Platform, ACarriedMoverStopsAtAWall) {
  Index3 index = level();
  const std::array<UprightCylinder, 1> movers{at({3.5, 2, 2})};
  std::array<UprightCylinder, 1> now = movers;
  for (int frame = 0; frame < 24; ++frame)
    now[0] = move_platform<UprightCylinder>(index, kPlatform, {0.25, 0, 0}, now)[0].mover;
  EXPECT_NEAR(now[0].center.x, 9.5, 1e-12);
  EXPECT_EQ(now[0].center.z, 2);
}

TEST(Platform, ALiftUpAndDownKeepsItsRiderInThePlane) {
  const std::array<Aabb2, 1> boxes{Aabb2{{0, 0}, {4, 1}}};
  Index2 index({.boxes = boxes});
  std::array<Circle, 1> hero{Circle{{2, 1.5}, 0.5}};
  for (int frame = 0; frame < 200; ++frame) {
    const double by = frame % 100 < 50 ? 0.0625 : -0.0625;
    const auto riders = move_platform<Circle>(index, {ItemKind::box, 0}, {0, by}, hero, {.snap = 0.125});
    ASSERT_EQ(riders[0].ride, Ride::carried) << frame;
    hero[0] = riders[0].mover;
  }
  EXPECT_EQ(hero[0].center, (Vec2{2, 1.5}));
}

}  // namespace
}  // namespace carom
