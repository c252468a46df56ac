#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <functional>
#include <random>

#include "carom/math/portable.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/query/verdict.hpp"

// Damped bodies. Expected values: closed forms where the paths are straight by the clock s = (1 − exp(−k t))/k, that is
// t = −ln(1 − k s)/k; roots bisected with MPFR at 300 bits where they are not.
namespace carom {
namespace {

double time_by_clock(double s, double k) {
  return -std::log1p(-k * s) / k;
}

TEST(TimeOfImpactDamped, AStillBallIsMetWhereTheClosedFormSays) {
  // The way to go is 3, the whole way 2/0.5 = 4.
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{5, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, time_by_clock(1.5, 0.5), 1e-14);  // −2 ln 0.25
  EXPECT_EQ(impact->normal, (Vec2{1, 0}));
  EXPECT_NEAR(impact->point.x, 4, 1e-14);
}

TEST(TimeOfImpactDamped, TheWholeWayIsNeverReached) {
  // Touching only in the limit: way 2/0.5 = 4 and 2 radii, 6 apart.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{6, 0}, 1}));
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{std::nextafter(6.0, 0.0), 0}, 1}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{std::nextafter(6.0, 7.0), 0}, 1}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{6.5, 0}, 1}));
}

TEST(TimeOfImpactDamped, TwoWaysThatEndInTouchAreNeverReached) {
  // The ends are (−6, −2) and (−6, −3), 1 apart, as is the sum of the radii.
  const Circle a{{-5, -4}, 0};
  const Circle b{{-2, -3}, 1};
  EXPECT_FALSE(time_of_impact(a, Damped2{{-1, 2}, 1}, b, Damped2{{-2, 0}, 0.5}));
  EXPECT_TRUE(
      time_of_impact(a, Damped2{{-1, 2}, 1}, Circle{b.center, std::nextafter(1.0, 2.0)}, Damped2{{-2, 0}, 0.5}));
}

TEST(TimeOfImpactDamped, BallsOfOneDampingMeetAsOnStraightPaths) {
  // By the common clock: 3 s + 1 s = 8 − 2.
  const auto impact =
      time_of_impact(Sphere{{0, 0, 0}, 1}, Damped3{{3, 0, 0}, 0.25}, Sphere{{8, 0, 0}, 1}, Damped3{{-1, 0, 0}, 0.25});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, time_by_clock(1.5, 0.25), 1e-14);
}

TEST(TimeOfImpactDamped, GrazesByTheCommonClockAreExact) {
  // 3-4-5: a graze of straight paths.
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 2}, Damped2{{4, 3}, 0.125}, Circle{{1, 7}, 3}));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 2}, Damped2{{4, 3}, 0.125}, Circle{{1, std::nextafter(7.0, 8.0)}, 3}));
}

TEST(TimeOfImpactDamped, TheHorizonIsComparedInTime) {
  const double t = time_by_clock(1.5, 0.5);
  EXPECT_TRUE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{5, 0}, 1}, {}, t * (1 + 1e-15)));
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{2, 0}, 0.5}, Circle{{5, 0}, 1}, {}, t * (1 - 1e-15)));
}

TEST(TimeOfImpactDamped, AllShapesAreMet) {
  const Damped2 law{{2, 0}, 0.5};
  const double t = time_by_clock(1.5, 0.5);
  EXPECT_NEAR(time_of_impact(Circle{{0, 0}, 1}, law, HalfSpace<2>{{-1, 0}, -4})->time, t, 1e-14);
  EXPECT_NEAR(time_of_impact(Circle{{0, 0}, 1}, law, Segment2{{4, -1}, {4, 1}})->time, t, 1e-14);
  EXPECT_NEAR(time_of_impact(Circle{{0, 0}, 1}, law, Aabb2{{4, -1}, {5, 1}})->time, t, 1e-14);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, law, Segment2{{5, -1}, {5, 1}}));  // in the limit only
}

TEST(TimeOfImpactDamped, TouchingAndApproachingIsAnImpactNow) {
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, Damped2{{1, 0}, 0.5}, Circle{{2, 0}, 1}, Damped2{{0.5, 0}, 1})->time, 0);
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{-1, 0}, 0.5}, Circle{{2, 0}, 1}, Damped2{{0.5, 0}, 1}));
  EXPECT_EQ(verdict(Circle{{0, 0}, 1}, Motion2(Damped2{{-1, 0}, 0.5}), Circle{{1.5, 0}, 1}, Motion2(Linear2{{0.5, 0}})),
            Verdict::overlapping);
}

TEST(TimeOfImpactDamped, EqualVelocitiesInTouchPartOrMeetByTheirDampings) {
  // The rear one slows down more: they part. The front one slows down more: they collide at once.
  EXPECT_FALSE(time_of_impact(Circle{{0, 0}, 1}, Damped2{{1, 0}, 1}, Circle{{2, 0}, 1}, Damped2{{1, 0}, 0.5}));
  EXPECT_EQ(time_of_impact(Circle{{0, 0}, 1}, Damped2{{1, 0}, 0.5}, Circle{{2, 0}, 1}, Damped2{{1, 0}, 1})->time, 0);
}

TEST(TimeOfImpactDamped, OneThatPartsAndIsCaughtUpWith) {
  // Touching; the front one leaves faster but is damped: it is caught where 2 (1 − exp(−t)) = t: t = 1.59362426…
  // (2 + W(−2 exp(−2)), Lambert's W).
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Linear2{{1, 0}}, Circle{{2, 0}, 1}, Damped2{{2, 0}, 1});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 1.5936242600400401, 1e-14);
}

TEST(TimeOfImpactDamped, ADampedBallIsMetByOneThatHasStopped) {
  // The first comes to rest at x = 2 at t = 2; the other goes 8 (1 − exp(−t/8)) = 20 − 4 − 12.
  const auto impact =
      time_of_impact(Circle{{0, 0}, 1}, Stopping2{{2, 0}, 1}, Circle{{9, 0}, 1}, Damped2{{-1, 0}, 0.125});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, -8 * std::log(1 - 5.0 / 8), 1e-13);
}

TEST(TimeOfImpactDamped, AStopDecidesAtTheBorder) {
  // In touch, moving alike until the front one stops at t = 1; the rear one is damped so that it has already left.
  Motion2 front = Linear2{{1, 0}};
  front.stop = 1;
  const auto impact = time_of_impact(Circle{{0, 0}, 1}, Damped2{{1, 0}, 0.5}, Circle{{2, 0}, 1}, front);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 2 * std::log(2), 1e-14);  // 2 (1 − exp(−t/2)) = 1
}

TEST(TimeOfImpactDamped, AtTheStartTheThirdDerivativeDecides) {
  // Relative heights ± (4 (1 − exp(−t/2)) − 2 t + ½ t²) = ± (t³/12 − …): the first two derivatives cancel.
  Motion2 stopping = Accelerating2{{0, -2}, {0, 1}};
  stopping.stop = 2;
  const Motion2 damped = Damped2{{0, -2}, 0.5};
  const HalfSpace<2> floor{{0, 1}, 1};
  const HalfSpace<2> ceiling{{0, -1}, -1};
  for (const double into : {0.0, 1.0}) {
    const Verdict ends = into == 0 ? Verdict::hit : Verdict::overlapping;
    const Verdict opens = into == 0 ? Verdict::touching_separating : Verdict::overlapping;
    const Circle below{{1, -2 + into}, 3};
    const Circle above{{1, 4 - into}, 3};
    EXPECT_EQ(verdict(below, stopping, ceiling, damped, 1), ends);
    EXPECT_EQ(verdict(below, damped, ceiling, stopping, 1), opens);
    EXPECT_EQ(verdict(above, damped, floor, stopping, 1), ends);
    EXPECT_EQ(verdict(above, stopping, floor, damped, 1), opens);
    EXPECT_FALSE(time_of_impact(above, stopping, floor, damped, 1));
  }
}

TEST(TimeOfImpactDamped, AtTheStartTheFourthDerivativeDecides) {
  // In touch, R = 2; with s = 1 − exp(−t): x = 2 + 3 t − 5/2 t² − 3 s, y = (2 + u) t + (1 − u)/2 t² − u s,
  // so x² + y² − 4 = (7/4 − 2/3 u) t⁴ + ….
  const auto start = [](double u) {
    return verdict(Circle{{2, 0}, 1}, Motion2(Accelerating2{{3, 2 + u}, {-5, 1 - u}}), Circle{{0, 0}, 1},
                   Motion2(Damped2{{3, u}, 1}), 0.25);
  };
  EXPECT_EQ(start(3), Verdict::hit);
  EXPECT_EQ(start(2), Verdict::touching_separating);
}

TEST(TimeOfImpactDamped, APointThatComesFromBehindPassesAOneSidedSegment) {
  const Segment2 level{{-10, 0}, {10, 0}, Sides::front};
  const Damped2 sinking{{0, -0.5}, 1};
  EXPECT_FALSE(time_of_impact(Circle{{0, -1}, 0}, Linear2{{0, 1}}, level, sinking, 10));
  EXPECT_TRUE(time_of_impact(Circle{{0, -1}, 0}, Linear2{{0, 1}}, Segment2{level.from, level.to}, sinking, 10));
  // From the front: 1 − t = ½ (1 − exp(−t)) downwards of both, t = ½ + W(½ exp(−½)), Lambert's W.
  const auto impact = time_of_impact(Circle{{0, 1}, 0}, Linear2{{0, -1}}, level, Damped2{{0, 0.5}, 1}, 10);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 0.7388350311316078, 1e-15);
  // Found by an oracle with numbers of 200 digits: behind until t = 7.6725…, in front from then on.
  EXPECT_FALSE(time_of_impact(
      Circle{{-2.2841133769336444, -4.963269946063362}, 0},
      Damped2{{-0.019908746205382834, 0.03145143733035115}, 0.008757787934358722},
      Segment2{{-1.7995226871550543, 0.3078094273236025}, {1.2973206926366725, -2.12242555605618}, Sides::front},
      Damped2{{-0.9941871229742666, -1.2482807333186523}, 0.3394469846823329}, 18.66));
}

TEST(TimeOfImpactDamped, OverlappingShapesThatPartUntilTheyTouchAndTurnMeetThere) {
  // With q = exp(−t/16) the gap is −4 + 16 (1 − q²) − 16 (1 − q) = −(4 q − 2)²: 0 at q = ½.
  const auto impact = time_of_impact(Sphere{{5, 2, -4}, 1}, Damped3{{-1, -2, -2}, 0.125}, HalfSpace<3>{{0, -1, 0}, 1},
                                     Damped3{{0, -1, -1}, 0.0625});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 16 * std::log(2), 1e-13);
}

TEST(TimeOfImpactDamped, DampingAlongAPlaneDoesNotMatterToIt) {
  // The gap is 15/16 + 2 − 3 + ½ t − t² = −(t − ¼)²: in overlap, parting until they touch at ¼, where they turn.
  const Sphere ball{{0.96875, 0.9375, -3.96875}, 3};
  const Damped3 along{{12, 0, 12}, 1};
  const HalfSpace<3> plane{{0, 1, 0}, -2};
  const auto impact = time_of_impact(ball, along, plane, Accelerating3{{-0.25, -0.5, 0.25}, {1, 2, -1}}, 0.25);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 0.25);
}

// A cylinder of radius 2 and half height 1, and a ball over its rim, at (3, 0, 4)/8 from it, with the same velocity:
// they move apart as (k_cylinder − k_ball) v ½ t² at first.
std::optional<Impact<3>> at_rim(const Vec3& velocity, double k_ball, double k_cylinder, double horizon) {
  return time_of_impact(Sphere{{2.375, 0, 1.5}, 1}, Damped3{velocity, k_ball}, UprightCylinder{{0, 0, 0}, 2, 1},
                        Damped3{velocity, k_cylinder}, horizon);
}

TEST(TimeOfImpactDamped, OverARimTheDampingsDecideWhereTheVelocitiesAreEqual) {
  for (const double horizon : {0.0, 1.0, kForever}) {
    for (const Vec3& inwards : {Vec3{-1, 0, 0}, Vec3{0, 0, -1}, Vec3{-3, 0, -4}}) {
      const auto impact = at_rim(inwards, 0.25, 0.5, horizon);
      ASSERT_TRUE(impact);
      EXPECT_EQ(impact->time, 0);
      EXPECT_EQ(impact->start, Proximity::overlapping);
      EXPECT_FALSE(at_rim(inwards, 0.5, 0.25, horizon));
    }
  }
  // Along the rim, or at right angles to the offset: the distance grows by its fourth derivative.
  for (const Vec3& sideways : {Vec3{0, 1, 0}, Vec3{4, 0, -3}}) {
    EXPECT_FALSE(at_rim(sideways, 0.25, 0.5, 0));
    EXPECT_FALSE(at_rim(sideways, 0.5, 0.25, 0));
  }
}

/// |p + w t − v (1 − exp(−k t))/k|² − R² for one coordinate frame in two dimensions, with MPFR.
class Truth {
 public:
  Truth(const Vec2& p, const Vec2& w, const Vec2& v, double k, double reach)
      : p_(p), w_(w), v_(v), k_(k), reach_(reach) {
    for (mpfr_ptr x : {s_, sum_, term_, t_, time_}) mpfr_init2(x, 300);
  }
  ~Truth() {
    for (mpfr_ptr x : {s_, sum_, term_, t_, time_}) mpfr_clear(x);
  }
  Truth(const Truth&) = delete;
  Truth& operator=(const Truth&) = delete;

  /// At t + more.
  int sign(double t, double more = 0) {
    mpfr_set_d(time_, t, MPFR_RNDN);
    mpfr_add_d(time_, time_, more, MPFR_RNDN);
    mpfr_neg(s_, time_, MPFR_RNDN);
    mpfr_mul_d(s_, s_, k_, MPFR_RNDN);
    mpfr_expm1(s_, s_, MPFR_RNDN);
    mpfr_div_d(s_, s_, k_, MPFR_RNDN);  // −(1 − exp(−k t))/k
    mpfr_set_d(sum_, reach_, MPFR_RNDN);
    mpfr_sqr(sum_, sum_, MPFR_RNDN);
    mpfr_neg(sum_, sum_, MPFR_RNDN);
    for (int i = 0; i < 2; ++i) {
      mpfr_mul_d(term_, s_, v_[i], MPFR_RNDN);
      mpfr_mul_d(t_, time_, w_[i], MPFR_RNDN);
      mpfr_add(term_, term_, t_, MPFR_RNDN);
      mpfr_add_d(term_, term_, p_[i], MPFR_RNDN);
      mpfr_sqr(term_, term_, MPFR_RNDN);
      mpfr_add(sum_, sum_, term_, MPFR_RNDN);
    }
    return mpfr_sgn(sum_);
  }

 private:
  Vec2 p_, w_, v_;
  double k_;
  double reach_;
  mpfr_t s_, sum_, term_, t_, time_;
};

TEST(TimeOfImpactDamped, AgainstOneInLinearMotionTheTimeIsTheDoubleNearestToTheRootOfMpfr) {
  std::mt19937_64 engine(17);
  const auto real = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
  };
  const auto vector = [&](double size) { return Vec2{real(-size, size), real(-size, size)}; };
  int hits = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vec2 p = vector(5);
    const Vec2 w = vector(2);
    const Vec2 v = vector(6);
    const double k = real(0.1, 2);
    const double reach = real(0.2, 2);
    const double horizon = 10;
    Truth truth(p, w, v, k, reach);
    if (truth.sign(0) <= 0) continue;
    const auto impact =
        time_of_impact(Circle{p, reach}, Linear2{w}, Circle{{0, 0}, 0}, Damped2{v, k}, i % 2 == 0 ? horizon : kForever);
    if (impact) {
      ++hits;
      const double t = impact->time;
      ASSERT_EQ(truth.sign(t, 0.5 * (std::nextafter(t, 0) - t)), 1);
      ASSERT_LE(truth.sign(t, 0.5 * (std::nextafter(t, kForever) - t)), 0);
    }
    const double end = impact ? impact->time * (1 - 0x1p-46) : horizon;
    for (int n = 0; n <= 100; ++n) ASSERT_EQ(truth.sign(end * n / 100), 1) << i;
  }
  EXPECT_GT(hits, 150);
}

TEST(TimeOfImpactDamped, TheOrderOfTheShapesDoesNotMatter) {
  std::mt19937_64 engine(18);
  const auto real = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
  };
  const auto law = [&]() -> Motion2 {
    const Vec2 v{real(-3, 3), real(-3, 3)};
    switch (engine() % 4) {
      case 0:
        return Damped2{v, 0.5};
      case 1:
        return Damped2{v, real(0.1, 2)};
      case 2:
        return Stopping2{v, real(0.5, 2)};
      default:
        return Accelerating2{v, {real(-1, 1), real(-1, 1)}};
    }
  };
  for (int i = 0; i < 2000; ++i) {
    const Circle a{{real(-4, 4), real(-4, 4)}, real(0, 1)};
    const Circle b{{real(-4, 4), real(-4, 4)}, real(0, 1)};
    const Motion2 one = law();
    const Motion2 other = law();
    const auto there = time_of_impact(a, one, b, other, 20);
    const auto back = time_of_impact(b, other, a, one, 20);
    ASSERT_EQ(there.has_value(), back.has_value());
    if (there) {
      ASSERT_EQ(there->time, back->time);
      ASSERT_EQ(there->normal, -back->normal);
    }
  }
}

// Two fast bodies whose relative motion is slower, and a touch that lasts 2e-6 of the time. The root of the distance
// from the rim, in 80 digits.
TEST(TimeOfImpactDamped, FastBodiesMeetBriefly) {
  const Sphere ball{{-2289373.8639900098, -2603213.7120577376, 2781502.5461975094}, 0.5190732629549835};
  Motion3 slowing;
  slowing.velocity = {989437.5103768446, 1071071.5668927887, -741863.7093390446};
  slowing.acceleration = {-145316.8847960708, -157306.3299724976, 108956.17161648559};
  slowing.stop = 6.808826873527898;
  const UprightCylinder cylinder{
      {1.8318124333021562, 1.9758931329318967, 0.2442585538477502}, 1.174024401077706, 1.240804740759607};
  const Damped3 damped{{184444.52374820985, 176158.65939684978, 62026.74414286651}, 0.0214365023822506};
  const auto impact = time_of_impact(ball, slowing, cylinder, damped, 6.533920925181265);
  ASSERT_TRUE(impact);
  EXPECT_DOUBLE_EQ(impact->time, 5.644421468569478267);
}

// The point crosses the line at 0.609… and, 2.5e-16 behind it, turns round 7e-8 later: in 80 digits its distance is
// −1.5e-20 and +1.5e-20 at 1e-12 before and after.
TEST(TimeOfImpactDamped, APointHardlyCrossesASegment) {
  const Segment2 segment{{-0.10548509319661603, 1.8392688579769825}, {-1.9687158054464113, -2.9049660753736486}};
  const auto impact = time_of_impact(Circle{{-1.253945341094071, -1.0742049427209068}, 0},
                                     Linear2{{-1.3301433924086299, -0.8604549195907716}}, segment,
                                     Damped2{{-0.5866803588850599, 1.0680753633859479}, 0.02290813231850878});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 0.6090156032172437, 1e-15);
}

// The point has come to rest at 1/10 for all that numbers can tell, when the segment gets there: (5 − 0.1)/0.1.
TEST(TimeOfImpactDamped, APointAtItsEndIsMetByASegment) {
  const Segment2 segment{{5, -1}, {5, 2}};
  const auto impact = time_of_impact(Circle{{0, 0}, 0}, Damped2{{1, 0}, 10}, segment, Linear2{{-0.1, 0}});
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 49, 1e-12);
}

}  // namespace
}  // namespace carom
