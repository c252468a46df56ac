#include "carom/mover/walk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "property/slide_laws.hpp"

namespace carom {
namespace {

constexpr double kHalf = 0.9;

UprightCylinder standing(double x, double y, double floor = 0) {
  return {{x, y, floor + kHalf}, 0.4, kHalf};
}

const std::vector<Aabb3> kFloor = {{{-50, -50, -1}, {50, 50, 0}}};

Index3 boxes(std::vector<Aabb3> more) {
  more.insert(more.begin(), kFloor.begin(), kFloor.end());
  return Index3({.boxes = more});
}

/// A slope z = rise·x beyond x = 0, flat before it.
std::vector<Triangle> slope(double rise) {
  const Vec3 a{0, -20, 0};
  const Vec3 b{0, 20, 0};
  const Vec3 c{20, -20, 20 * rise};
  const Vec3 d{20, 20, 20 * rise};
  return {{{-20, -20, 0}, a, b}, {{-20, -20, 0}, b, {-20, 20, 0}}, {a, c, d}, {a, d, b}};
}

TEST(Walk, StandingStillChangesNoBit) {
  const Index3 index({.triangles = slope(0.37)});
  Sphere sphere{{7, 1, 9}, 0.5};
  auto fall = walk(index, sphere, Vec3{0, 0, -10}, {.snap = 0.1});
  ASSERT_TRUE(fall.ground);
  sphere = fall.mover;
  for (int frame = 0; frame < 50; ++frame) {
    const auto result = walk(index, sphere, Vec3{0, 0, -0.01 * frame}, {.snap = 0.1});
    ASSERT_EQ(result.displacement, Vec3{});
    ASSERT_TRUE(result.ground);
    EXPECT_NEAR(result.ground->normal.z, 1 / std::sqrt(1 + 0.37 * 0.37), 1e-15);
  }
}

/// What an exception says.
template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Walk, UpIsTheAxisThatIsAskedForOrThatOfTheCylinder) {
  const std::vector<Aabb3> floor{{{-50, -1, -50}, {50, 0, 50}}};
  const Index3 index({.boxes = floor});
  const auto ball = walk(index, Sphere{{0, 0.5, 0}, 0.5}, Vec3{1.25, -0.5, -2.5}, {.up = Axis::y});
  EXPECT_EQ(ball.displacement, (Vec3{1.25, 0, -2.5}));
  ASSERT_TRUE(ball.ground);
  EXPECT_EQ(ball.ground->normal, (Vec3{0, 1, 0}));
  const UprightCylinder hero{{0, kHalf, 0}, 0.4, kHalf, Axis::y};
  const auto cylinder = walk(index, hero, Vec3{1.25, -0.5, -2.5});
  EXPECT_EQ(cylinder.mover, (UprightCylinder{{1.25, kHalf, -2.5}, 0.4, kHalf, Axis::y}));
  EXPECT_TRUE(cylinder.ground);
}

TEST(Walk, RefusesTwoAxesThatAreUp) {
  const Index3 index;
  const Index2 plane;
  const std::vector<UprightCylinder> others{{{5, 0, 0}, 1, 1, Axis::y}, {{9, 0, 0}, 1, 1, Axis::x}};
  WalkOptions among{.up = Axis::y};
  among.slide.others.cylinders = others;
  EXPECT_EQ(refusal([&] {
              walk(index, Sphere{{}, 1}, Vec3{}, among);
            }),
            "others.cylinders[1] is along x: it must be along y, as the mover is seen");
  EXPECT_EQ(refusal([&] { walk(index, standing(0, 0), Vec3{}, {.up = Axis::x}); }), "up is x: z, or not given");
  EXPECT_EQ(refusal([&] { walk(plane, Circle{{}, 1}, Vec2{}, {.up = Axis::x}); }), "up is x: y, or not given");
  EXPECT_EQ(walk(plane, Circle{{}, 1}, Vec2{1, 0}, {.up = Axis::y}).end, SlideEnd::done);
  EXPECT_EQ(refusal([&] { move_and_slide(index, standing(0, 0), Vec3{}, among.slide); }),
            "others.cylinders[0] is along y: it must be along z, as the mover is seen");
}

TEST(Walk, FlatGroundGivesTheWayAcrossAndNothingElse) {
  const auto result = walk(boxes({}), standing(0, 0), Vec3{1.25, -2.5, -0.5});
  EXPECT_EQ(result.displacement, (Vec3{1.25, -2.5, 0}));
  ASSERT_TRUE(result.ground);
  EXPECT_EQ(result.ground->normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(result.ground->item, (ItemId{ItemKind::box, 0}));
}

TEST(Walk, ASlopeWithinTheLimitIsWalkedAtFullSpeedAcross) {
  const Index3 index({.triangles = slope(0.5)});
  const double root = std::sqrt(1.25);
  Sphere sphere{{5, 0, 2.5 + 0.5 * root}, 0.5};  // touches: height over the plane times cos = radius
  const auto up = walk(index, sphere, Vec3{2, 1, -1}, {.snap = 0.1});
  EXPECT_NEAR(up.displacement.x, 2, 1e-12);
  EXPECT_NEAR(up.displacement.y, 1, 1e-12);
  EXPECT_NEAR(up.displacement.z, 1, 1e-12);
  const auto down = walk(index, sphere, Vec3{-2, 0, -1}, {.snap = 0.1});
  EXPECT_NEAR(down.displacement.z, -1, 1e-12);
  EXPECT_TRUE(down.ground);
}

TEST(Walk, ASlopeBeyondTheLimitIsAWall) {
  const Index3 index({.triangles = slope(1.5)});
  auto result = walk(index, standing(-3, 0), Vec3{10, 0, -1});
  EXPECT_EQ(result.end, SlideEnd::stuck);
  EXPECT_NEAR(result.mover.center.x, -0.4, 1e-12);
  EXPECT_NEAR(result.mover.center.z, kHalf, 1e-12);
  // At an angle it slides along its foot.
  result = walk(index, standing(-3, 0), Vec3{10, 5, -1});
  EXPECT_NEAR(result.mover.center.y, 5, 1e-12);
  EXPECT_NEAR(result.mover.center.z, kHalf, 1e-12);
}

TEST(Walk, GravityMovesNobodyDownASlopeThatIsGround) {
  const Index3 index({.triangles = slope(0.9)});
  const auto at_rest = walk(index, Sphere{{5, 0, 9}, 0.5}, Vec3{0, 0, -20});
  const auto result = walk(index, at_rest.mover, Vec3{0, 0, -20});
  EXPECT_EQ(result.displacement, Vec3{});
}

TEST(Walk, AStepNoHigherThanTheLimitIsClimbed) {
  const auto index = boxes({{{2, -5, 0}, {9, 5, 0.25}}});
  const auto result = walk(index, standing(0, 0), Vec3{4, 1, -0.1}, {.step_up = 0.3, .snap = 0.3});
  EXPECT_NEAR(result.displacement.x, 4, 1e-12);
  EXPECT_NEAR(result.displacement.y, 1, 1e-12);
  EXPECT_NEAR(result.mover.center.z, 0.25 + kHalf, 1e-12);
  EXPECT_NEAR(result.stepped, 0.25, 1e-12);
  EXPECT_EQ(result.ground->item, (ItemId{ItemKind::box, 1}));
}

TEST(Walk, AHigherStepIsAWall) {
  const auto index = boxes({{{2, -5, 0}, {9, 5, 0.35}}});
  const auto result = walk(index, standing(0, 0), Vec3{4, 1, -0.1}, {.step_up = 0.3, .snap = 0.3});
  EXPECT_NEAR(result.mover.center.x, 1.6, 1e-12);
  EXPECT_NEAR(result.mover.center.y, 1, 1e-12);
  EXPECT_EQ(result.stepped, 0);
}

TEST(Walk, UnderALowCeilingNoStepIsClimbed) {
  const auto index = boxes({{{2, -5, 0}, {9, 5, 0.25}}, {{2, -5, 2}, {9, 5, 3}}});
  const auto result = walk(index, standing(0, 0), Vec3{4, 0, -0.1}, {.step_up = 0.3, .snap = 0.3});
  EXPECT_NEAR(result.mover.center.x, 1.6, 1e-12);
  EXPECT_EQ(result.end, SlideEnd::stuck);
}

TEST(Walk, StairsAreClimbedAndDescended) {
  std::vector<Aabb3> stairs;
  for (int k = 0; k < 10; ++k) stairs.push_back({{2 + 0.5 * k, -2, 0}, {20, 2, 0.2 * (k + 1)}});
  const auto index = boxes(stairs);
  const WalkOptions options{.step_up = 0.25, .snap = 0.25};
  UprightCylinder walker = standing(0, 0);
  for (int frame = 0; frame < 100; ++frame) walker = walk(index, walker, Vec3{0.1, 0, -0.01}, options).mover;
  EXPECT_NEAR(walker.center.x, 10, 1e-9);
  EXPECT_NEAR(walker.center.z, 2 + kHalf, 1e-9);
  for (int frame = 0; frame < 100; ++frame) {
    const auto result = walk(index, walker, Vec3{-0.1, 0, -0.01}, options);
    ASSERT_TRUE(result.ground) << frame;
    walker = result.mover;
  }
  EXPECT_NEAR(walker.center.x, 0, 1e-9);
  EXPECT_NEAR(walker.center.z, kHalf, 1e-9);
}

TEST(Walk, BeyondALedgeItIsInTheAirUntilItFalls) {
  const Index3 index({.boxes = kFloor});
  const auto off = walk(index, standing(49, 0), Vec3{3, 0, -0.1}, {.snap = 0.2});
  EXPECT_FALSE(off.ground);
  EXPECT_NEAR(off.mover.center.x, 52, 1e-12);
  EXPECT_EQ(off.mover.center.z, kHalf);
  const auto fall = walk(index, off.mover, Vec3{0, 0, -2}, {.snap = 0.2});
  EXPECT_EQ(fall.displacement, (Vec3{0, 0, -2}));
}

TEST(Walk, AJumpLeavesTheGround) {
  const auto jump = walk(boxes({}), standing(0, 0), Vec3{1, 0, 0.5}, {.snap = 0.2});
  EXPECT_FALSE(jump.ground);
  EXPECT_NEAR(norm(jump.displacement - Vec3{1, 0, 0.5}), 0, 1e-15);
}

TEST(Walk, APlatformerInThePlaneWalksTheSameWay) {
  const std::vector<Aabb2> level{{{-10, -1}, {10, 0}}, {{2, 0}, {10, 0.2}}};
  const Index2 index({.boxes = level});
  const Capsule2 hero{{0, 0.5}, {0, 1.5}, 0.5};
  const auto result = walk(index, hero, Vec2{1.25, -0.1}, {.step_up = 0.1, .snap = 0.1});
  EXPECT_EQ(result.mover.from, (Vec2{1.25, 0.5}));
  ASSERT_TRUE(result.ground);
  EXPECT_EQ(result.ground->normal, (Vec2{0, 1}));
}

/// A platform carries whoever stands on it: first the walker by its movement, past the platform itself, then the
/// platform.
struct Lift {
  static constexpr ItemId kPlatform{ItemKind::box, 1};
  Aabb3 platform{{-2, -2, 0}, {2, 2, 0.5}};
  Index3 index = boxes({platform});
  UprightCylinder walker = standing(0.3, 0.4, 0.5);

  auto frame(const Vec3& by) {
    SlideOptions past;
    past.passage = [](ItemId item) { return item == kPlatform ? Passage::ignored : Passage::blocks; };
    walker = move_and_slide(index, walker, by, past).mover;
    platform = {platform.low + by, platform.high + by};
    index.move(kPlatform, platform);
    const auto result = walk(index, walker, Vec3{0, 0, -0.1}, {.snap = 0.1, .slide = {.push_out = 0.1}});
    walker = result.mover;
    return result;
  }
};

TEST(Walk, APlatformCarriesWhoStandsOnIt) {
  Lift lift;
  for (const Vec3& by : {Vec3{0, 0, 0.125}, Vec3{0.25, 0, 0}, Vec3{0.125, -0.25, 0.0625}, Vec3{0, 0, -0.125}})
    for (int k = 0; k < 20; ++k) {
      const UprightCylinder before = lift.walker;
      const auto result = lift.frame(by);
      ASSERT_TRUE(result.ground);
      EXPECT_EQ(result.ground->item, Lift::kPlatform);
      EXPECT_NEAR(norm(lift.walker.center - before.center - by), 0, 1e-12);
    }
}

TEST(Walk, OverHillsNothingSnagsAndNothingIsEntered) {
  Random random(5);
  const auto world = testing::random_terrain(random, 24, 0.3);
  const Index3 index = world.index();
  const WalkOptions options{.slope = 0.3, .snap = 0.5};
  const auto cross = [&](auto mover) {
    mover = walk(index, mover, Vec3{0, 0, -20}, options).mover;
    for (int frame = 0; frame < 180; ++frame) {
      const auto result = walk(index, mover, Vec3{0.1, 0.0371, -0.2}, options);
      ASSERT_NEAR(result.displacement.x, 0.1, 1e-9) << frame;
      ASSERT_NEAR(result.displacement.y, 0.0371, 1e-9) << frame;
      ASSERT_TRUE(result.ground) << frame;
      mover = result.mover;
      if (frame % 16 == 0) {
        ASSERT_GE(testing::least_gap<3>(mover, world), -4e-13) << frame;
      }
    }
  };
  cross(Sphere{{-10, -8, 5}, 0.4});
  cross(Capsule3{{-10, -8, 5}, {-10, -8, 6}, 0.4});
}

/// A ground that rises by `rise` along y and an opponent on it, whom a hero touches beside: both stand on the plane, so
/// they are r/cos above it, and of their distance R + r the height takes (R − r)/cos.
struct BesideAnOpponent {
  double rise;
  double opponent;
  double hero = 0.5;

  double cosine() const { return 1 / std::sqrt(1 + rise * rise); }
  Index3 index() const {
    const std::vector<Sphere> balls{{{0, 0, opponent / cosine()}, opponent}};
    const std::vector<Triangle> ground{{{-60, -20, -20 * rise}, {60, -20, -20 * rise}, {0, 40, 40 * rise}}};
    return Index3({.balls = balls, .triangles = ground});
  }
  Sphere start() const {
    const double apart = opponent + hero;
    const double higher = (opponent - hero) / cosine();
    return {{std::sqrt(apart * apart - higher * higher), 0, hero / cosine()}, hero};
  }
};

/// Of the directions w with w·g = 0 for the ground's normal and w·n = 0 for the opponent's the only one: g × n.
TEST(Walk, UphillBesideALargerBallItFollowsTheCreaseBetweenBallAndGround) {
  for (const double degrees : {0.01, 2.0, 10.0, 30.0}) {
    const BesideAnOpponent place{std::tan(degrees * std::acos(-1) / 180), 0.8};
    const Index3 index = place.index();
    const Sphere hero = place.start();
    const auto result = walk(index, hero, Vec3{0, 0.05, 0});
    EXPECT_EQ(result.end, SlideEnd::done);
    ASSERT_TRUE(result.ground) << degrees;
    const Vec3 g = Vec3{0, -place.rise, 1} * place.cosine();
    const Vec3 n = (hero.center - index.ball({}).center) / (place.opponent + place.hero);
    const Vec3 crease = cross(g, n);
    const double across2 = crease.x * crease.x + crease.y * crease.y;
    const Vec3 expected = (0.05 * crease.y / across2) * crease;
    EXPECT_NEAR(norm(result.displacement - expected), 0, 1e-13) << degrees;
  }
}

/// The crease of the ground and what is too steep leads off the latter, so that the hero stays on the ground.
TEST(Walk, DownhillBesideASmallerBallItStaysOnTheGround) {
  for (const double degrees : {0.01, 2.0, 10.0, 30.0}) {
    const BesideAnOpponent place{std::tan(degrees * std::acos(-1) / 180), 0.2};
    Sphere hero = place.start();
    for (int step = 0; step < 10; ++step) {
      const auto result = walk(place.index(), hero, Vec3{0, -0.05, 0});
      ASSERT_TRUE(result.ground) << degrees;
      EXPECT_NEAR(result.mover.center.z, hero.center.z + result.displacement.y * place.rise, 1e-13) << degrees;
      EXPECT_LT(result.displacement.y, -0.045) << degrees;
      hero = result.mover;
    }
  }
}

/// A tunnel as high as the mover, its floor and ceiling alike.
TEST(Walk, DownATunnelAsHighAsItselfItGoesOn) {
  const double rise = 0.25;
  const double height = 1 * std::sqrt(1 + rise * rise);
  const auto sheet = [&](double at) {
    return Triangle{{-20, -60, -20 * rise + at}, {-20, 60, -20 * rise + at}, {40, 0, 40 * rise + at}};
  };
  const std::vector<Triangle> tunnel{sheet(0), sheet(height)};
  const Index3 index({.triangles = tunnel});
  for (const double along : {1.0, -1.0}) {
    const auto result = walk(index, Sphere{{0, 0, 0.5 * height}, 0.5}, Vec3{along, 0.5, 0});
    EXPECT_NEAR(norm(result.displacement - Vec3{along, 0.5, along * rise}), 0, 1e-12);
    EXPECT_TRUE(result.ground);
  }
}

}  // namespace
}  // namespace carom
