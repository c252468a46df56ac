#include "carom/query/time_of_impact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/query/overlap.hpp"
#include "carom/query/verdict.hpp"

// Expected values: closed forms worked out by hand (each test's geometry has a right triangle or a parabola that can be
// solved on paper); exact grazes use Pythagorean triples, whose decisions hold without rounding.
namespace carom {
namespace {

const double kUlp = 0x1p-52;

TEST(TimeOfImpact, MovingCircleMeetsAStillOneOnItsWay) {
  // Classic: moving against still ("Pool Hall Lessons", van den Heuvel and Jackson 2002).
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{2, 0}}, Circle{{10, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 4);
  EXPECT_EQ(impact->point, (Vec2{9, 0}));
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_EQ(impact->start, Proximity::apart);
}

TEST(TimeOfImpact, DistanceAlongTheMovementIsTheLegOfARightTriangle) {
  // Offset 3 across, radii sum 5: contact 4 before the closest approach at 10.
  const auto impact = time_of_impact(Circle{{0, 0}, 2}, Linear2{{1, 0}}, Circle{{10, 3}, 3});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 6);
  EXPECT_NEAR(impact->normal.x, 0.8, 1e-15);
  EXPECT_NEAR(impact->normal.y, 0.6, 1e-15);
}

TEST(TimeOfImpact, TheTimeAloneIsTheSame) {
  EXPECT_DOUBLE_EQ(impact_time(Circle{{0, 0}, 2}, Linear2{{1, 0}}, Circle{{10, 3}, 3}), 6);
  EXPECT_EQ(impact_time(Circle{{0, 0}, 2}, Linear2{{1, 0}}, Circle{{10, 3}, 3}, {}, 5.9), kForever);
  EXPECT_EQ(impact_time(Circle{{0, 0}, 2}, Linear2{{1, 0}}, Circle{{10, 6}, 3}), kForever);
}

TEST(TimeOfImpact, LinearLawsTakeTheShorterWayToTheSameAnswer) {
  const Circle a{{0.1, 0.2}, 0.7};
  const Circle b{{5.3, 1.1}, 0.9};
  const Linear2 motion_a{{2.1, 0.3}};
  const Linear2 motion_b{{-0.4, 0.1}};
  const auto shorter = time_of_impact(a, motion_a, b, motion_b);
  const auto general = time_of_impact(a, Motion2(motion_a), b, motion_b);
  ASSERT_TRUE(shorter && general);
  EXPECT_EQ(shorter->time, general->time);
  EXPECT_EQ(shorter->time, impact_time(a, motion_a, b, motion_b));
  EXPECT_EQ(shorter->point, general->point);
  EXPECT_EQ(shorter->normal, general->normal);
  EXPECT_EQ(shorter->start, general->start);
}

TEST(TimeOfImpact, MovementTooShortForTheDistanceMisses) {
  // Classic: the three early ways out of the still case.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{10, 0}, 1}, {}, 7.9));
}

TEST(TimeOfImpact, RightLengthInTheWrongDirectionMisses) {
  // Classic: "collinear, so directly towards" may be directly away.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-20, 0}}, Circle{{10, 0}, 1}, {}, 1));
}

TEST(TimeOfImpact, ClosestApproachBeyondTheRadiiMisses) {
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{10, 2.0000001}, 1}));
}

TEST(TimeOfImpact, TheEdgeHitsWhereTheCentreLineMisses) {
  // Classic: a test of the mover's centre line alone passes over this one.
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{10, 1.5}, 1});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 10 - std::sqrt(1.75), 1e-14);
}

TEST(TimeOfImpact, ALargeMoverDoesNotPassOverASmallBallBetweenItsEdgeLines) {
  // Classic: only the mover's two edge lines tested; a smaller still ball fits between.
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 5}, Linear2{{1, 0}}, Circle{{20, 1}, 0.1}));
}

TEST(TimeOfImpact, RadiiThatDifferAreBothCounted) {
  // Classic: the sum of radii taken from one ball twice.
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{10, 0}, 3});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 6);
  EXPECT_EQ(impact->point, (Vec2{7, 0}));
}

TEST(TimeOfImpact, MovingPairIsSolvedInTheFrameOfTheSecond) {
  // Classic: moving against moving, by subtracting one movement from the other.
  const auto impact = time_of_impact(Circle{{-5, 0}, 1}, Linear2{{1, 0}}, Circle{{0, -5}, 1}, Linear2{{0, 1}});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 5 - std::sqrt(2), 1e-14);
  EXPECT_NEAR(impact->normal.x, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(impact->normal.y, -std::sqrt(0.5), 1e-15);
}

TEST(TimeOfImpact, CrossingPathsNeedNotMeet) {
  EXPECT_FALSE(time_of_impact(Circle{{-5, 0}, 1}, Linear2{{1, 0}}, Circle{{0, -9}, 1}, Linear2{{0, 1}}));
}

TEST(TimeOfImpact, ParallelPathsCanMeet) {
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{3, 0}}, Circle{{8, 0}, 1}, Linear2{{1, 0}});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 3);
}

TEST(TimeOfImpact, SpheresMeetAsCirclesDoInTheirCommonPlane) {
  // Classic: 3D from 2D. The 2D case of the right triangle, in the plane of (1,2,2)/3 and (2,1,−2)/3.
  const Vec3 along = Vec3{1, 2, 2} / 3;
  const Vec3 across = Vec3{2, 1, -2} / 3;
  const auto impact = time_of_impact(Sphere{{0, 0, 0}, 2}, Linear3{along}, Sphere{10 * along + 3 * across, 3});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 6, 1e-13);
  EXPECT_NEAR(norm(impact->normal - (0.8 * along + 0.6 * across)), 0, 1e-14);
}

TEST(TimeOfImpact, CollinearSpheresMeetHeadOn) {
  const auto impact =
      time_of_impact(Sphere{{0, 0, 0}, 1}, Linear3{{0, 0, 2}}, Sphere{{0, 0, 10}, 1}, Linear3{{0, 0, -2}});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_EQ(impact->normal, (Vec3{0, 0, 1}));
}

TEST(TimeOfImpact, TheTwoBowlingBallsMeetWhenTheyShould) {
  // Conger, Physics Modeling for Game Programmers (2004), the program of chapter 8; after the push they are at −4.9
  // with speed 0.2. Straight lines at right angles, radii sum 1.5: 0.2 t = 4.9 − 1.5/√2, counted from the end of the
  // push.
  const auto impact = time_of_impact(Sphere{{-4.9, 0, 0}, 0.75}, Linear3{{0.2, 0, 0}}, Sphere{{0, -4.9, 0}, 0.75},
                                     Linear3{{0, 0.2, 0}});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(1 + impact->time, 20.196699141, 1e-9);
}

TEST(TimeOfImpact, GrazingCirclesTouchOnce) {
  // Classic: D > 0 only drops an exact graze. 3-4-5: the closest approach is exactly the radii sum.
  const auto impact = time_of_impact(Circle{{0, 0}, 2}, Linear2{{4, 3}}, Circle{{4 - 3, 3 + 4}, 3});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 1);
  const double more = std::nextafter(7.0, 8.0);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 2}, Linear2{{4, 3}}, Circle{{1, more}, 3}));
}

TEST(TimeOfImpact, GrazesAreDecidedAlikeInThreeDimensions) {
  // Classic: ≤ in 2D, < in 3D. 2-3-6-7: direction (2, 3, 6), offset 7 along (3, −6, 2).
  const auto graze = [](double z) {
    return time_of_impact(Sphere{{0, 0, 0}, 3}, Linear3{{2, 3, 6}}, Sphere{{2 + 3, 3 - 6, z}, 4});
  };
  ASSERT_TRUE(graze(6 + 2));
  EXPECT_DOUBLE_EQ(graze(6 + 2)->time, 1);
}

TEST(TimeOfImpact, ATouchExactlyAtTheHorizonCountsAndAnUlpEarlierDoesNot) {
  // Classic: a first touch exactly at the frame's end, rejected by one text and accepted by another.
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{2, 0}}, Circle{{10, 0}, 1}, {}, 4));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{2, 0}}, Circle{{10, 0}, 1}, {}, std::nextafter(4.0, 0.0)));
}

TEST(TimeOfImpact, VelocityIsNotTakenForTheFramesDisplacement) {
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{10, 0}}, Circle{{10, 0}, 1}, {}, 0.5));
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{10, 0}}, Circle{{10, 0}, 1}, {}, 2));
}

TEST(TimeOfImpact, BodiesThatJustBouncedDoNotCollideAgain) {
  // Classic: "already intersecting → collision" glues them together.
  for (const double ulps : {-4.0, -1.0, 0.0, 1.0, 4.0}) {
    const Circle other{{2 + ulps * 2 * kUlp, 0}, 1};
    EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{-1, 0.3}}, other));
    EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, {}, other, Linear2{{1e-300, 0}}));
  }
}

TEST(TimeOfImpact, OverlappingAndApproachingIsAnImpactNow) {
  // Classic: a start deeper than a small window is missed, or gives a negative distance.
  for (const double depth : {1e-16, 1e-3, 0.5, 1.5}) {
    const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{2 - depth, 0}, 1});
    ASSERT_TRUE(impact) << depth;
    EXPECT_EQ(impact->time, 0);
    EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  }
}

TEST(TimeOfImpact, TouchingAndApproachingIsAnImpactAtZero) {
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{2, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 0);
  EXPECT_EQ(impact->start, Proximity::touching);
}

TEST(TimeOfImpact, TouchingAndSlidingPastIsNone) {
  // The gap's first derivative is 0, the second positive.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{0, 1}}, Circle{{2, 0}, 1}));
}

TEST(TimeOfImpact, ZeroRelativeMovementIsNeverAnImpact) {
  // Classic: NaN slips through every comparison and reports a hit.
  for (const double distance : {0.0, 1.0, 2.0, 3.0}) {
    EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, {}, Circle{{distance, 0}, 1}));
    EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Linear2{{3, 4}}, Circle{{distance, 0}, 1}, Linear2{{3, 4}}));
    const Accelerating2 fall{{1, 0}, {0, -9.8}};
    EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, fall, Circle{{distance, 0}, 1}, fall));
  }
}

TEST(TimeOfImpact, UnitsDoNotDecideWhetherASlowBallCollides) {
  // Classic: "no movement if |v|² ≤ 1e-6".
  for (const double speed : {1e-4, 1e-30, 1e-200, 1e-300, 0x1p-1074}) {
    const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{speed, 0}}, Circle{{3, 0}, 1});
    const double time = 1 / speed;
    // A touch later than the largest double is none.
    ASSERT_EQ(impact.has_value(), std::isfinite(time)) << speed;
    if (impact) {
      EXPECT_NEAR(impact->time / time, 1, 1e-15);
    }
  }
}

TEST(TimeOfImpact, AFastSmallBallFarAwayIsNotMissed) {
  // Classic: F = |C|² − D² by subtraction: at |C| ≫ R all digits cancel. Offset 0.75e-3 of a radii sum of 1.25e-3, leg
  // 1e-3.
  const double far = 1e9;
  const auto impact = time_of_impact(Circle{{-far, 0.75e-3}, 1e-3}, Linear2{{1e6, 0}}, Circle{{0, 0}, 0.25e-3});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, (far - 1e-3) / 1e6, 1e-12);
  EXPECT_NEAR(impact->normal.y, -0.6, 1e-3);
  EXPECT_FALSE(time_of_impact(Circle{{-far, 1.2500001e-3}, 1e-3}, Linear2{{1e6, 0}}, Circle{{0, 0}, 0.25e-3}));
}

TEST(TimeOfImpact, ExtremeInputsGiveNumbersNotNaN) {
  const std::array<double, 8> sizes{0.0, 0x1p-1074, 1e-200, 1e-154, 1.0, 1e154, 1e200, 1.7e308};
  for (const double p : sizes)
    for (const double v : sizes)
      for (const double r : sizes) {
        const auto impact = time_of_impact(Circle{{-p, r / 2}, r}, Linear2{{v, v / 3}}, Circle{{p, 0}, r / 3});
        if (!impact) continue;
        EXPECT_GE(impact->time, 0) << p << ' ' << v << ' ' << r;
        EXPECT_TRUE(std::isfinite(impact->time));
        EXPECT_NEAR(norm(impact->normal), 1, 1e-12) << p << ' ' << v << ' ' << r;
      }
}

TEST(TimeOfImpact, PointsMeetOnlyHeadOn) {
  const auto impact = time_of_impact(Circle{{0, 0}, 0}, Linear2{{3, 4}}, Circle{{6, 8}, 0});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_NEAR(norm(impact->normal - Vec2{0.6, 0.8}), 0, 1e-15);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 0}, Linear2{{3, 4}}, Circle{{6, std::nextafter(8.0, 9.0)}, 0}));
}

TEST(TimeOfImpact, ACurvedPathIsNotReplacedByItsChord) {
  // Classic: accelerated paths replaced by their chord. x = 2t, y = 2t − ½t²: over the chord's midpoint at t = 2, y
  // = 2.
  const Accelerating2 arc{{2, 2}, {0, -1}};
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 0.5}, arc, Circle{{4, 0}, 0.5}, {}, 4));
  const auto impact = time_of_impact(Circle{{0, 0}, 0.5}, arc, Circle{{4, 3}, 0.5}, {}, 4);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 2, 2e-5);  // an exact graze at the summit: see ApexGrazeIsDecidedExactly
}

TEST(TimeOfImpact, ApexGrazeIsDecidedExactly) {
  // A ball thrown up reaches height ½ at t = 1 and turns there: f = (y − y0)² − R² has its minimum 0 exactly.
  const Accelerating2 up{{0, 1}, {0, -1}};
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, up, Circle{{0, 2.5}, 1});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 1);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, up, Circle{{0, std::nextafter(2.5, 3.0)}, 1}));
}

TEST(TimeOfImpact, BothMayAccelerate) {
  // Relative acceleration 2: gap 8 closes at ½·2·t² = 8.
  const auto impact =
      time_of_impact(Circle{{0, 0}, 1}, Accelerating2{{}, {1, 0}}, Circle{{10, 0}, 1}, Accelerating2{{}, {-1, 0}});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, std::sqrt(8), 1e-15);
}

TEST(TimeOfImpact, AStartAtRestThatAcceleratesTogetherApproaches) {
  // The first derivative of the gap is 0: the second decides.
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Accelerating2{{}, {1, 0}}, Circle{{2, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 0);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Accelerating2{{}, {-1, 0}}, Circle{{2, 0}, 1}));
}

TEST(TimeOfImpact, OverlappingSpheresThatTurnAroundMeetAtTheTurn) {
  // Distance 1 + t − ½t² of radii sum 2: it never reaches 2, and turns at t = 1.
  const auto impact =
      time_of_impact(Sphere{{0, 0, 0}, 1}, {}, Sphere{{1, 0, 0}, 1}, Accelerating3{{1, 0, 0}, {-1, 0, 0}});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 1);
  EXPECT_EQ(impact->start, Proximity::overlapping);
}

TEST(TimeOfImpact, OverlappingSpheresThatPartMeetWhenTheyComeBack) {
  // Distance 1 + 2t − ½t² of radii sum 2: out at 2 − √2, back at 2 + √2.
  const auto impact =
      time_of_impact(Sphere{{0, 0, 0}, 1}, {}, Sphere{{1, 0, 0}, 1}, Accelerating3{{2, 0, 0}, {-1, 0, 0}});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 2 + std::sqrt(2), 1e-14);
}

TEST(TimeOfImpact, VerdictsNameTheFourAnswers) {
  const Circle still{{2, 0}, 1};
  EXPECT_EQ(verdict(Circle{{-1, 0}, 1}, Linear2{{1, 0}}, still), Verdict::hit);
  EXPECT_EQ(verdict(Circle{{-1, 0}, 1}, Linear2{{-1, 0}}, still), Verdict::miss);
  EXPECT_EQ(verdict(Circle{{0, 0}, 1}, Linear2{{-1, 0}}, still), Verdict::touching_separating);
  EXPECT_EQ(verdict(Circle{{0.5, 0}, 1}, Linear2{{1, 0}}, still), Verdict::overlapping);
  EXPECT_EQ(verdict(Circle{{0, 0}, 1}, Linear2{{1, 0}}, still), Verdict::hit);
}

// --- planes ---

TEST(TimeOfImpact, ABallMeetsAWallItsRadiusBeforeThePlane) {
  // Classic: ground planes and walls against bounding spheres.
  const auto impact = time_of_impact(Sphere{{5, 0, 3}, 1}, Linear3{{-2, 1, 0}}, HalfSpace3{{1, 0, 0}, 0});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_EQ(impact->point, (Vec3{0, 2, 3}));
  EXPECT_EQ(impact->normal, (Vec3{-1, 0, 0}));
}

TEST(TimeOfImpact, AFallingBallMeetsTheGround) {
  // ½·10·t² = 5 − 0.2.
  const auto impact = time_of_impact(Circle{{0, 5}, 0.2}, Accelerating2{{1, 0}, {0, -10}}, HalfSpace2{{0, 1}, 0});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, std::sqrt(0.96), 1e-15);
}

TEST(TimeOfImpact, AThrownBallComesBackToTheGroundThatItLeft) {
  // From contact upwards at 3: back after 2·3/10, whatever side of touching a rounding left it on.
  for (const double height : {0.5, 0.5 - 1e-16, 0.5 + 1e-16, 0.25}) {
    const auto impact =
        time_of_impact(Circle{{0, height}, 0.5}, Accelerating2{{0, 3}, {0, -10}}, HalfSpace2{{0, 1}, 0});
    ASSERT_TRUE(impact) << height;
    EXPECT_NEAR(impact->time, (3 + std::sqrt(9 - 20 * (0.5 - height))) / 10, 1e-14);
  }
}

TEST(TimeOfImpact, ABallMovingAlongAPlaneNeverMeetsIt) {
  for (const double height : {0.25, 0.5, 0.75})
    EXPECT_FALSE(time_of_impact(Circle{{0, height}, 0.5}, Linear2{{1, 0}}, HalfSpace2{{0, 1}, 0}));
}

TEST(TimeOfImpact, AFallingPlaneCatchesABall) {
  const auto impact = time_of_impact(Circle{{0, 5}, 1}, {}, HalfSpace2{{0, 1}, 0}, Linear2{{0, 2}});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_EQ(impact->point, (Vec2{0, 4}));
}

// --- segments ---

const Segment2 kBar{{0, 0}, {10, 0}};

TEST(TimeOfImpact, ACircleMeetsTheSideOfASegment) {
  // Classic: circle against a segment's side and its two ends.
  for (const double side : {1.0, -1.0}) {
    const auto impact = time_of_impact(Circle{{4, side * 5}, 1}, Linear2{{0.5, -side}}, kBar);
    ASSERT_TRUE(impact);
    EXPECT_DOUBLE_EQ(impact->time, 4);
    EXPECT_EQ(impact->point, (Vec2{6, 0}));
    EXPECT_EQ(impact->normal, (Vec2{0, -side}));
  }
}

TEST(TimeOfImpact, ACircleMeetsTheEndOfASegmentAsAStillPoint) {
  const auto head_on = time_of_impact(Circle{{-5, 0}, 1}, Linear2{{1, 0}}, kBar);
  ASSERT_TRUE(head_on);
  EXPECT_DOUBLE_EQ(head_on->time, 4);
  EXPECT_EQ(head_on->point, (Vec2{0, 0}));
  // Offset 0.6 beyond the end, radius 1: 0.8 above it.
  const auto corner = time_of_impact(Circle{{10.6, 5}, 1}, Linear2{{0, -1}}, kBar);
  ASSERT_TRUE(corner);
  EXPECT_NEAR(corner->time, 4.2, 1e-14);
  EXPECT_NEAR(norm(corner->normal - Vec2{-0.6, -0.8}), 0, 1e-14);
  EXPECT_EQ(corner->point, (Vec2{10, 0}));
}

TEST(TimeOfImpact, ASegmentsEndGrazesExactly) {
  EXPECT_TRUE(time_of_impact(Circle{{11, 5}, 1}, Linear2{{0, -1}}, kBar));
  EXPECT_FALSE(time_of_impact(Circle{{std::nextafter(11.0, 12.0), 5}, 1}, Linear2{{0, -1}}, kBar));
}

TEST(TimeOfImpact, ASphereMeetsASegmentInSpace) {
  const Segment3 rod{{0, 0, 0}, {0, 0, 10}};
  const auto side = time_of_impact(Sphere{{5, 3, 4}, 5}, Linear3{{-1, 0, 0.125}}, rod);
  ASSERT_TRUE(side);
  EXPECT_DOUBLE_EQ(side->time, 1);
  EXPECT_NEAR(norm(side->point - Vec3{0, 0, 4.125}), 0, 1e-14);
  const auto end = time_of_impact(Sphere{{0, 0, 20}, 5}, Linear3{{0, 0, -1}}, rod);
  ASSERT_TRUE(end);
  EXPECT_DOUBLE_EQ(end->time, 5);
}

TEST(TimeOfImpact, ABallSlidingAlongASegmentDoesNotCatchOnItsEnd) {
  for (const double height : {1.0, 1 - 1e-16, 1 + 1e-15}) {
    EXPECT_FALSE(time_of_impact(Circle{{5, height}, 1}, Linear2{{1, 0}}, kBar));
    EXPECT_FALSE(time_of_impact(Circle{{5, height}, 1}, Linear2{{1, 1e-9}}, kBar));
  }
}

TEST(TimeOfImpact, APointThatComesToALineStopsOnIt) {
  for (const double side : {1.0, -1.0}) {
    const auto impact = time_of_impact(Circle{{3, 4 * side}, 0}, Linear2{{0, -2 * side}}, kBar);
    ASSERT_TRUE(impact);
    EXPECT_DOUBLE_EQ(impact->time, 2);
    EXPECT_EQ(impact->normal, (Vec2{0, -side}));
  }
}

TEST(TimeOfImpact, AOneSidedSegmentStopsFromTheFrontOnly) {
  // Classic: one-sided and two-sided lines; the front is the left of from → to.
  const Segment2 bar{{0, 0}, {10, 0}, Sides::front};
  EXPECT_TRUE(time_of_impact(Circle{{5, 5}, 1}, Linear2{{0, -1}}, bar));
  EXPECT_FALSE(time_of_impact(Circle{{5, -5}, 1}, Linear2{{0, 1}}, bar));
}

TEST(TimeOfImpact, AnEndOfAOneSidedSegmentIsPassedFromBehind) {
  const Segment2 bar{{0, 0}, {10, 0}, Sides::front};
  EXPECT_FALSE(time_of_impact(Circle{{-0.5, -5}, 1}, Linear2{{0, 1}}, bar));
  EXPECT_TRUE(time_of_impact(Circle{{-0.5, 5}, 1}, Linear2{{0, -1}}, bar));
  EXPECT_TRUE(time_of_impact(Circle{{-5, 0}, 1}, Linear2{{1, 0}}, bar)) << "on the line counts";
}

TEST(TimeOfImpact, ABallAstrideAOneSidedSegmentIsFreeBehindIt) {
  const Segment2 bar{{0, 0}, {10, 0}, Sides::front};
  EXPECT_FALSE(time_of_impact(Circle{{5, -0.5}, 1}, Linear2{{0, 1}}, bar));
  EXPECT_FALSE(time_of_impact(Circle{{5, -0.5}, 1}, Linear2{{0, -1}}, bar));
  EXPECT_TRUE(time_of_impact(Circle{{5, 0.5}, 1}, Linear2{{0, -1}}, bar));
  EXPECT_FALSE(time_of_impact(Circle{{5, 0.5}, 1}, Linear2{{0, 1}}, bar));
}

TEST(TimeOfImpact, ALobbedBallMeetsASegmentOnItsWayDown) {
  // Height 1 + 3t − 5t²; touching from the start, so the impact is the return at 0.6.
  const auto impact = time_of_impact(Circle{{2, 1}, 1}, Accelerating2{{1, 3}, {0, -10}}, kBar);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 0.6, 1e-15);
}

TEST(TimeOfImpact, ABallThatFliesOffTheEndOfATableDoesNotTouchItAgain) {
  // At the edge with horizontal speed v it follows the corner only if v² < g r: 4 > 1 here, 0.25 < 1 below.
  const Segment2 table{{-10, 0}, {0, 0}};
  EXPECT_FALSE(time_of_impact(Circle{{0, 1}, 1}, Accelerating2{{2, 0}, {0, -1}}, table));
  const auto slow = time_of_impact(Circle{{0, 1}, 1}, Accelerating2{{0.5, 0}, {0, -1}}, table);
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->time, 0);
}

// --- boxes ---

const Aabb2 kBox{{0, 0}, {4, 2}};

TEST(TimeOfImpact, ACircleMeetsAFaceAndACornerOfABox) {
  // Classic: axis-aligned boxes.
  const auto face = time_of_impact(Circle{{1, 6}, 1}, Linear2{{0.5, -1}}, kBox);
  ASSERT_TRUE(face);
  EXPECT_DOUBLE_EQ(face->time, 3);
  EXPECT_EQ(face->point, (Vec2{2.5, 2}));
  EXPECT_EQ(face->normal, (Vec2{0, -1}));
  const auto corner = time_of_impact(Circle{{4.6, 6}, 1}, Linear2{{0, -1}}, kBox);
  ASSERT_TRUE(corner);
  EXPECT_NEAR(corner->time, 3.2, 1e-14);
  EXPECT_EQ(corner->point, (Vec2{4, 2}));
  EXPECT_FALSE(time_of_impact(Circle{{5.0000001, 6}, 1}, Linear2{{0, -1}}, kBox));
}

TEST(TimeOfImpact, ASphereMeetsFaceEdgeAndCornerOfABox) {
  const Aabb3 box{{0, 0, 0}, {1, 1, 1}};
  const auto face = time_of_impact(Sphere{{0.5, 0.5, 5}, 1}, Linear3{{0, 0, -1}}, box);
  ASSERT_TRUE(face);
  EXPECT_DOUBLE_EQ(face->time, 3);
  // Above an edge 0.6 out: 0.8 over it. Above a corner (2, 3)/7 out: 6/7 over it (2-3-6-7).
  const auto edge = time_of_impact(Sphere{{1.6, 0.5, 5}, 1}, Linear3{{0, 0, -1}}, box);
  ASSERT_TRUE(edge);
  EXPECT_NEAR(edge->time, 3.2, 1e-14);
  EXPECT_NEAR(norm(edge->point - Vec3{1, 0.5, 1}), 0, 1e-15);
  const auto corner = time_of_impact(Sphere{{1 + 2. / 7, 1 + 3. / 7, 5}, 1}, Linear3{{0, 0, -1}}, box);
  ASSERT_TRUE(corner);
  EXPECT_NEAR(corner->time, 4 - 6. / 7, 1e-14);
  EXPECT_NEAR(norm(corner->normal + Vec3{2, 3, 6} / 7), 0, 1e-14);
}

TEST(TimeOfImpact, ABallInsideABoxLeavesFreelyByTheNearestFace) {
  EXPECT_FALSE(time_of_impact(Circle{{2, 1.5}, 0.1}, Linear2{{0, 1}}, kBox));
  const auto deeper = time_of_impact(Circle{{2, 1.5}, 0.1}, Linear2{{0, -1}}, kBox);
  ASSERT_TRUE(deeper);
  EXPECT_EQ(deeper->time, 0);
  EXPECT_EQ(deeper->normal, (Vec2{0, -1}));
}

TEST(TimeOfImpact, ABoxMayMoveAgainstAStillBall) {
  const auto impact = time_of_impact(Circle{{10, 1}, 1}, {}, kBox, Linear2{{2.5, 0}});
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 2);
  EXPECT_EQ(impact->point, (Vec2{9, 1}));
  EXPECT_EQ(impact->normal, (Vec2{-1, 0}));
}

// --- polygons ---

TEST(TimeOfImpact, APolygonsCornerCountsOnce) {
  // Classic: vertices and edges stored apart. A roof with its ridge at (0, 1), hit from above on the ridge.
  const Polygon roof{{{-2, -1}, {0, 1}, {2, -1}}, false, Sides::two};
  const auto impact = time_of_impact(Circle{{0, 5}, 1}, Linear2{{0, -1}}, roof);
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 3);
  EXPECT_EQ(impact->point, (Vec2{0, 1}));
  EXPECT_EQ(impact->normal, (Vec2{0, -1}));
}

TEST(TimeOfImpact, AClosedRoomKeepsABallInAndLetsOneIn) {
  const Polygon room{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true, Sides::front};
  const auto wall = time_of_impact(Circle{{5, 5}, 1}, Linear2{{2, 0}}, room);
  ASSERT_TRUE(wall);
  EXPECT_DOUBLE_EQ(wall->time, 2);
  EXPECT_EQ(wall->normal, (Vec2{1, 0}));
  const auto through = time_of_impact(Circle{{-5, 5}, 1}, Linear2{{2, 0}}, room);
  ASSERT_TRUE(through);
  EXPECT_DOUBLE_EQ(through->time, 7);
}

TEST(TimeOfImpact, ABallInTheCornerOfARoomFeelsBothWalls) {
  const Polygon room{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true, Sides::front};
  EXPECT_EQ(time_of_impact(Circle{{1, 1}, 1}, Linear2{{1, -1}}, room)->time, 0);
  EXPECT_EQ(time_of_impact(Circle{{1, 1}, 1}, Linear2{{-1, 1}}, room)->time, 0);
  EXPECT_DOUBLE_EQ(time_of_impact(Circle{{1, 1}, 1}, Linear2{{1, 1}}, room)->time, 8);
}

TEST(TimeOfImpact, ABallRollingOverAStraightJointDoesNotCatchOnIt) {
  const Polygon floor{{{-5, 0}, {0, 0}, {5, 0}}, false, Sides::two};
  for (const double height : {1.0, 1 - 1e-16, 1 + 1e-15})
    EXPECT_FALSE(time_of_impact(Circle{{-3, height}, 1}, Linear2{{1, 0}}, floor));
}

}  // namespace

// In rational arithmetic the circles touch 1.1e-17 before the horizon, where the heights have overlapped since 2.7e-17
// before it: far less than a rounding of the horizon.
TEST(TimeOfImpact, CylindersMeetAtTheEndThoughTheirHeightsDidHardlyBefore) {
  const UprightCylinder a{
      {-0x1.bd0954a2167d3p+0, 0x1.245ef1c7c99ep-3, 0x1.cc195a5b6c303p+1}, 0x1.8d0ef3fc8bddcp-2, 0x1.7ee2a287c00d4p-1};
  const UprightCylinder b{
      {-0x1.a4eaa8be0e7ap-2, -0x1.eaebb89c419ap+0, 0x1.0f09d412cbf4cp-1}, 0x1.c0f9a85a27f79p-4, 0x1.cedff28c507dbp-1};
  const Linear3 motion_a{{0.5891557905395512, -0.13152573130601797, -0.8241832732180525}};
  const Linear3 motion_b{{0.23717455685186917, 0.2737098806541164, -0.45800681136681604}};
  const double horizon = 0x1.ee05c3464f5cep+1;
  const auto impact = time_of_impact(a, motion_a, b, motion_b, horizon);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, horizon);
  EXPECT_FALSE(time_of_impact(a, motion_a, b, motion_b, std::nextafter(horizon, 0)));
}

}  // namespace carom
