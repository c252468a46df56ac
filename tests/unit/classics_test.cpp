// What four well-known texts on game collision teach, and where they go wrong, one test each: "Pool Hall Lessons" (van
// den Heuvel and Jackson, Gamasutra 2002), the GameDev.net swept-sphere article, chapter 8 of Conger, "Physics Modeling
// for Game Programmers" (2004), and the "Collision Studies" notes on circles and lines. Expected values are closed
// forms, given where they are used.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "broad/cells/level_grid.hpp"
#include "carom/carom.hpp"

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Classics, ProximityNeedsNoSquareRoot) {
  EXPECT_TRUE(overlap(Circle{{0, 0}, 2}, Circle{{3, 4}, 3}));  // 3² + 4² = (2 + 3)²
  EXPECT_FALSE(overlap(Circle{{0, 0}, 2}, Circle{{3, 4}, std::nextafter(3.0, 0.0)}));
  EXPECT_TRUE(overlap(Sphere{{0, 0, 0}, 3}, Sphere{{2, 3, 6}, 4}));  // 2² + 3² + 6² = 7²
}

TEST(Classics, MovingAgainstStillClipsTheMovement) {
  const Circle still{{10, 0}, 1};
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{7, 0}}, still, Linear2{}, 1));   // too far for this movement
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-9, 0}}, still, Linear2{}, 1));  // not approaching
  EXPECT_FALSE(time_of_impact(Circle{{0, 3}, 1}, Linear2{{20, 0}}, still, Linear2{}, 1));  // passes beyond the radii
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{16, 0}}, still, Linear2{}, 1);
  EXPECT_EQ(clipped.fraction, 0.5);  // D − √T = 10 − 2 of 16
  EXPECT_EQ(clipped.displacement_a, (Vec2{8, 0}));
}

TEST(Classics, MovingAgainstMovingScalesBothMovements) {
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{12, 0}}, Circle{{10, 0}, 1}, Linear2{{-4, 0}}, 1);
  EXPECT_EQ(clipped.fraction, 0.5);
  EXPECT_EQ(clipped.displacement_a, (Vec2{6, 0}));
  EXPECT_EQ(clipped.displacement_b, (Vec2{-2, 0}));
  // Paths cross at the origin at different times: no collision. Parallel paths: the faster one catches up.
  EXPECT_FALSE(time_of_impact(Circle{{-10, 0}, 1}, Linear2{{10, 0}}, Circle{{0, -30}, 1}, Linear2{{0, 10}}, 4));
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{10, 0}}, Circle{{5, 1}, 1}, Linear2{{2, 0}}, 1));
}

TEST(Classics, ThreeDimensionsFollowFromTwo) {
  // The plane of (2, 3, 6)/7 and (3, −6, 2)/7, in which the still ball is at (10, 3) and the radii sum to 5: 4 before
  // the foot, at 6.
  const Sphere mover{{0, 0, 0}, 7 * 2};
  const Sphere still{{10 * 2 + 3 * 3, 10 * 3 - 3 * 6, 10 * 6 + 3 * 2}, 7 * 3};
  const auto hit = time_of_impact(mover, Linear3{{2, 3, 6}}, still);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 6);
  const auto collinear = time_of_impact(Sphere{{0, 0, 0}, 1}, Linear3{{1, 2, 2}}, Sphere{{4, 8, 8}, 2});
  ASSERT_TRUE(collinear);
  EXPECT_DOUBLE_EQ(collinear->time, 3);  // distance 12, radii 3, speed 3
}

// The frame's end and the signs of c, b decide without the discriminant where they can; whatever decides, the answer is
// that of the path.
TEST(Classics, SweptTestWithoutARootAgreesWithThePath) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-4, 4);
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec2 p{uniform(random), uniform(random)};
    const Vec2 v{uniform(random), uniform(random)};
    if (norm(p) < 2) continue;
    const double nearest = std::clamp(-dot(p, v) / norm2(v), 0.0, 1.0);
    const double distance = norm(p + nearest * v);
    if (std::fabs(distance - 2) < 1e-9) continue;
    EXPECT_EQ(time_of_impact(Circle{p, 1.5}, Linear2{v}, Circle{{0, 0}, 0.5}, Linear2{}, 1).has_value(), distance < 2);
  }
}

TEST(Classics, BounceKeepsMomentumAndEnergyOfUnequalMasses) {
  const auto after = bounce<2>({3, 0}, 1, {0, 0}, 2, {1, 0}, 1);  // 2 (a1 − a2)/(m1 + m2) = 2
  EXPECT_EQ(after.velocity1, (Vec2{-1, 0}));
  EXPECT_EQ(after.velocity2, (Vec2{2, 0}));
}

TEST(Classics, RestitutionRunsFromPerfectlyInelasticToMakingEnergy) {
  EXPECT_EQ((bounce<2>({2, 0}, 1, {0, 0}, 1, {1, 0}, 0).velocity1), (Vec2{1, 0}));
  EXPECT_DOUBLE_EQ((bounce<2>({2, 0}, 1, {0, 0}, 1, {1, 0}, 0.2).velocity2.x), 1.2);
  EXPECT_LT((bounce<2>({2, 0}, 1, {0, 0}, 1, {1, 0}, 2).dissipated), 0);
  EXPECT_DOUBLE_EQ(combine(CombineRule::mass_weighted, 1, 3, 0.2, 1), 0.8);
}

// Item 8 of the texts, a bullet that lodges in a target.
TEST(Classics, StickingLumpFliesOnWithTheCommonMomentum) {
  World2 world;
  world.add({.shape = Circle{{0, 0}, 0.1}, .motion = {{300, 0}}, .mass = 0.01, .response = Response::stick});
  const BodyId target = world.add({.shape = Circle{{10, 0}, 1}, .mass = 2.99});
  world.run_until(1);
  EXPECT_DOUBLE_EQ(world.placement(target).velocity.x, 1);
  EXPECT_DOUBLE_EQ(world.state(target).mass, 3);
}

TEST(Classics, GroundPlanesWallsAndBoxesStopBoundingSpheres) {
  EXPECT_EQ(time_of_impact(Sphere{{0, 5, 0}, 1}, Linear3{{0, -2, 0}}, HalfSpace3{{0, 1, 0}, 0})->time, 2);
  EXPECT_EQ(time_of_impact(Sphere{{-5, 0.5, 0.5}, 1}, Linear3{{2, 0, 0}}, Aabb3{{0, 0, 0}, {1, 1, 1}})->time, 2);
  EXPECT_TRUE(overlap(Aabb2{{0, 0}, {1, 1}}, Aabb2{{1, 1}, {2, 2}}));
}

// n (n − 1)/2 pairs; 10 × 10 × 10 cells, 10,000 objects: a block of 3 × 3 × 3 holds about 270 of them, 36,315 pairs.
TEST(Classics, SpatialPartitioningAsksOnlyTheCellsNearby) {
  for (const auto& [n, pairs] :
       {std::pair{2, 1}, {4, 6}, {10, 45}, {20, 190}, {100, 4950}, {1000, 499500}, {10000, 49995000}})
    EXPECT_EQ(n * (n - 1) / 2, pairs);
  EXPECT_EQ(270 * 269 / 2, 36315);
  constexpr double kRadius = 0.4;  // of bodies that fit into a cell
  broad::LevelGrid<3> grid({0, 0, 0}, {1, 1, 1}, {10, 10, 10}, {{kRadius, 0}}, false);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 10);
  std::vector<Vec3> positions;
  for (std::uint32_t id = 0; id < 10000; ++id) {
    positions.push_back({uniform(random), uniform(random), uniform(random)});
    grid.insert(id, positions.back(), kRadius);
  }
  grid.insert(10000, {5.5, 5.5, 5.5}, kRadius);
  broad::CandidateBodies near;
  grid.look_near(10000, kRadius, near, [](std::uint32_t, const auto&) { ADD_FAILURE() << "all copies are meant"; });
  std::set<std::uint32_t> found;
  for (const std::uint32_t id : near) EXPECT_TRUE(found.insert(id).second);
  EXPECT_EQ(found.erase(10000), 1u);  // it is near itself
  std::set<std::uint32_t> expected;
  for (std::uint32_t id = 0; id < 10000; ++id) {
    const Vec3& p = positions[id];
    if (p.x >= 4 && p.x < 7 && p.y >= 4 && p.y < 7 && p.z >= 4 && p.z < 7) expected.insert(id);
  }
  EXPECT_EQ(found, expected);
  EXPECT_NEAR(static_cast<double>(found.size()), 270, 5 * std::sqrt(270));
}

// Two bowling balls of 10 kg, radius 0.75, elasticity 0.9, pushed for one second with 2 N (Conger 2004): they touch at
// t = 20.196699141 s. From t = 1 each moves at 0.2 m/s; x = −4.9 + 0.2 (t − 1), and they touch when |x| √2 = 1.5.
TEST(Classics, PointMassesWithForcesAreTheBowlingBalls) {
  World3 world;
  const BodyId a = world.add({.shape = Sphere{{-5, 0, 0}, 0.75}, .mass = 10, .restitution = 0.9});
  const BodyId b = world.add({.shape = Sphere{{0, -5, 0}, 0.75}, .mass = 10, .restitution = 0.9});
  world.apply_force(a, {2, 0, 0}, 0, 1);
  world.apply_force(b, {0, 2, 0}, 0, 1);
  const auto events = world.run_until(25);
  ASSERT_EQ(events.size(), 5u);
  EXPECT_NEAR(events[4].time, 1 + (4.9 - 1.5 / std::sqrt(2.0)) / 0.2, 1e-13);
  EXPECT_NEAR(events[4].time, 20.196699141, 1e-9);
  EXPECT_LE(norm(world.placement(a).velocity - Vec3{0.01, 0.19, 0}), 1e-15);
  EXPECT_LE(norm(world.placement(b).velocity - Vec3{0.19, 0.01, 0}), 1e-15);
}

// A bouncing ball with a line, with a line's end and with a bouncing ball, each at its time.
TEST(Classics, TheLoopAppliesTheEarliestCollisionFirst) {
  World2 world;
  const BodyId line = world.add({.shape = Segment2{{5, -1}, {5, 1}}});
  const BodyId a = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{1, 0}}});
  const BodyId b = world.add({.shape = Circle{{-9, 0}, 1}, .motion = {{1, 0}}});
  const auto events = world.run_until(10);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].time, 4);  // a meets the line
  EXPECT_EQ(events[0].b, line);
  EXPECT_EQ(events[1].time, 7.5);  // and comes back to b: the gap of 7 closes at speed 2 from t = 4
  EXPECT_EQ(events[1].a, a);
  EXPECT_EQ(events[1].b, b);
  // Radius 5, end at distance 3 from the line of movement: it is met 4 before it is passed.
  World2 end;
  end.add({.shape = Segment2{{10, 3}, {10, 9}}});
  end.add({.shape = Circle{{0, 0}, 5}, .motion = {{1, 0}}});
  EXPECT_EQ(end.run_until(8).at(0).time, 6);
}

TEST(Classics, LinesHaveSidesAndEnds) {
  const Segment2 one_sided{{0, 0}, {4, 0}, Sides::front};  // the front is the left: above
  EXPECT_TRUE(time_of_impact(Circle{{2, 3}, 1}, Linear2{{0, -1}}, one_sided));
  EXPECT_FALSE(time_of_impact(Circle{{2, -3}, 1}, Linear2{{0, 1}}, one_sided, Linear2{}, 3));
  EXPECT_TRUE(time_of_impact(Circle{{2, 0.5}, 1}, Linear2{{0, -1}}, one_sided));    // astride, centre in front
  EXPECT_FALSE(time_of_impact(Circle{{2, -0.5}, 1}, Linear2{{0, -1}}, one_sided));  // astride, centre behind
}

TEST(Classics, ReflectionOffALineAndOffAPoint) {
  World2 world;
  world.add({.shape = Segment2{{-5, 0}, {5, 0}}});
  const BodyId ball = world.add({.shape = Circle{{0, 3}, 1}, .motion = {{1, -1}}});
  world.run_until(3);
  EXPECT_EQ(world.placement(ball).velocity, (Vec2{1, 1}));
  World2 point;
  point.add({.shape = Circle{{10, 3}, 0}, .mass = kImmovable});
  const BodyId moving = point.add({.shape = Circle{{0, 0}, 5}, .motion = {{1, 0}}});
  point.run_until(7);
  // Axis (4, 3)/5: v − 2 (v·n) n = (1, 0) − 2·0.8 (0.8, 0.6).
  EXPECT_NEAR(point.placement(moving).velocity.x, -0.28, 1e-15);
  EXPECT_NEAR(point.placement(moving).velocity.y, -0.96, 1e-15);
}

// Velocity × 0.99 every 10 ms is k = −ln 0.99/0.01 s, without slices.
TEST(Classics, DecelerationByDampingIsExact) {
  World2 world({.damping = -std::log(0.99) / 0.01});
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .motion = {{2, 0}}});
  for (int slice = 1; slice <= 100; ++slice) world.step(0.01);
  EXPECT_NEAR(world.placement(ball).velocity.x, 2 * std::pow(0.99, 100), 1e-14);
}

TEST(ClassicMistakes, AverageElasticityIsNotTheProductOverTwo) {
  EXPECT_DOUBLE_EQ(combine(CombineRule::average, 0.9, 1, 0.9, 1), 0.9);
}

TEST(ClassicMistakes, CollisionLeavesTheForcesAccelerationAlone) {
  World2 world;
  const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .mass = 2});
  world.add({.shape = HalfSpace2{{-1, 0}, -10}});
  world.apply_force(ball, {4, 0}, 0, 100);
  const auto event = world.next_event(50);  // the force begins
  ASSERT_TRUE(event);
  ASSERT_EQ(world.next_event(50)->kind, EventKind::impact);
  EXPECT_EQ(world.motion(ball).acceleration, (Vec2{2, 0}));  // F/m, before and after
}

TEST(ClassicMistakes, RadiiAreSummedFromBothBalls) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{10, 0}, 3})->time, 6);
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 3}, Linear2{{1, 0}}, Circle{{10, 0}, 1})->time, 6);
}

TEST(ClassicMistakes, CrossingBarsOverlapWithoutAVertexInside) {
  EXPECT_TRUE(overlap(Aabb2{{-5, -1}, {5, 1}}, Aabb2{{-1, -5}, {1, 5}}));
}

TEST(ClassicMistakes, BoxesAreComparedAxisByAxis) {
  EXPECT_FALSE(overlap(Aabb3{{0, 0, 0}, {1, 1, 1}}, Aabb3{{0, 0, 5}, {1, 1, 6}}));  // apart in z only
}

TEST(ClassicMistakes, ExactGrazeIsATouch) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 2}, Linear2{{1, 0}}, Circle{{8, 5}, 3})->time, 8);
}

TEST(ClassicMistakes, BodiesThatJustBouncedDoNotGlueTogether) {
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-1, 0}}, Circle{{1.5, 0}, 1}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-1, 0}}, Circle{{2, 0}, 1}));
}

TEST(ClassicMistakes, NoCollisionIsReportedBeforeItHappens) {
  const Circle a{{0, 0}, 1};
  const double gap = 0x1p-40;
  EXPECT_DOUBLE_EQ(time_of_impact(a, Linear2{{1, 0}}, Circle{{2 + gap, 0}, 1})->time, gap);
  EXPECT_FALSE(time_of_impact(a, Linear2{{1, 0}}, Circle{{2 + gap, 0}, 1}, Linear2{}, gap / 2));
}

TEST(ClassicMistakes, FastSmallBallsFarAwayAreNotMissed) {
  // A path of 2·10⁶ radii that passes 0.6 off the centre of a ball with which it shares a radius sum of 1: met 0.8
  // before.
  const auto hit = time_of_impact(Circle{{-1e6, 0.6}, 0.5}, Linear2{{2e6, 0}}, Circle{{0, 0}, 0.5}, Linear2{}, 1);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, (1e6 - 0.8) / 2e6, 1e-16);
}

TEST(ClassicMistakes, SlowBallsMoveWhateverTheUnits) {
  EXPECT_DOUBLE_EQ(time_of_impact(Circle{{0, 0}, 1}, Linear2{{1e-9, 0}}, Circle{{3, 0}, 1})->time, 1e9);
}

TEST(ClassicMistakes, StillBallBetweenTheMoversEdgeLinesIsMet) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 4}, Linear2{{1, 0}}, Circle{{13, 3}, 1})->time, 9);  // 3-4-5
}

TEST(ClassicMistakes, ClippedMovementEndsInExactTouchAtAnyFrameRate) {
  for (const double duration : {0.5, 1.0, 16.0}) {
    const auto clipped =
        clip_motion(Circle{{0, 0}, 1}, Linear2{{8 / duration, 0}}, Circle{{6, 0}, 1}, Linear2{}, duration);
    EXPECT_EQ(clipped.displacement_a, (Vec2{4, 0}));
  }
}

TEST(ClassicMistakes, OverlappingStartNeverJumpsBackwards) {
  const auto clipped = clip_motion(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{1, 0}, 1}, Linear2{}, 1);
  EXPECT_EQ(clipped.fraction, 0);
  EXPECT_EQ(clipped.displacement_a, (Vec2{0, 0}));
}

TEST(ClassicMistakes, NoRelativeMovementIsNoHit) {
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{3, 1}}, Circle{{2, 0}, 1}, Linear2{{3, 1}}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{3, 1}}, Circle{{1, 0}, 1}, Linear2{{3, 1}}));
}

TEST(ClassicMistakes, CollinearMayBeDirectlyAway) {
  EXPECT_FALSE(time_of_impact(Sphere{{0, 0, 0}, 1}, Linear3{{-1, -1, -1}}, Sphere{{5, 5, 5}, 1}));
}

TEST(ClassicMistakes, TouchAtTheFramesEndCounts) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, Linear2{{4, 0}}, Circle{{10, 0}, 1}, Linear2{}, 2)->time, 2);
}

TEST(ClassicMistakes, DeepStartStillApproachingIsAnImpactNow) {
  const auto hit = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{0.5, 0}, 1});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->time, 0);
  EXPECT_EQ(hit->start, Proximity::overlapping);
}

TEST(ClassicMistakes, CurvedPathIsNotItsChord) {
  // Thrown up at 4 with g = 2 it is at (t, 4t − t²) and comes down at (4, 0). A lamp of radius 0.5 hangs at (1, 4), a
  // chord's height of 4 above the chord: met at t = 1 from (1, 3), one radius sum below.
  const auto hit =
      time_of_impact(Circle{{0, 0}, 0.5}, Accelerating2{{1, 4}, {0, -2}}, Circle{{1, 4}, 0.5}, Linear2{}, 4);
  ASSERT_TRUE(hit);
  EXPECT_DOUBLE_EQ(hit->time, 1);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 0.5}, Linear2{{1, 0}}, Circle{{1, 4}, 0.5}, Linear2{}, 4));
}

TEST(ClassicMistakes, ResponseAppliesOnceAndAPushDoesNotDependOnTheStep) {
  for (const int steps : {1, 10, 1000}) {
    World2 world;
    const BodyId ball = world.add({.shape = Circle{{0, 0}, 1}, .mass = 2});
    world.apply_force(ball, {4, 0}, 0, 1);
    for (int k = 1; k <= steps; ++k) world.run_until(2.0 * k / steps);
    EXPECT_EQ(world.placement(ball).velocity, (Vec2{2, 0}));
    EXPECT_EQ(world.placement(ball).position, (Vec2{3, 0}));
  }
}

TEST(ClassicMistakes, StickingDividesTheWholeMomentum) {
  const Lump<2> one = merge(Lump<2>{{{0, 0}, 1}, {6, 0}, 1}, Lump<2>{{{2, 0}, 1}, {0, 0}, 2});
  EXPECT_EQ(one.velocity, (Vec2{2, 0}));
}

TEST(ClassicMistakes, SeparatingOrCoincidentPairsAreLeftAlone) {
  EXPECT_EQ((bounce<2>({-1, 0}, 1, {1, 0}, 1, {1, 0}, 1).velocity1), (Vec2{-1, 0}));
  EXPECT_EQ((bounce<2>({-1, 0}, 1, {1, 0}, 1, {0, 0}, 1).velocity1), (Vec2{-1, 0}));
}

// A ball between a heavy ball that comes on and a wall collides ever faster; it ends, and nobody is trapped inside
// another.
TEST(ClassicMistakes, BallBetweenAPusherAndAWallEnds) {
  World2 world;
  world.add({.shape = HalfSpace2{{1, 0}, 0}, .restitution = 0.5});
  world.add({.shape = Circle{{2, 0}, 1}, .restitution = 0.5});
  world.add({.shape = Circle{{6, 0}, 1}, .motion = {{-1, 0}}, .mass = 1e6, .restitution = 0.5});
  world.run_until(100);
  EXPECT_LT(world.event_count(), 10000u);
  EXPECT_FALSE(world.first_overlap(1e-12));
  EXPECT_LT(world.ledger().kinetic, kInfinity);
}

}  // namespace
}  // namespace carom
