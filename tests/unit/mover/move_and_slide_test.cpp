#include "carom/mover/move_and_slide.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/query/distance.hpp"

namespace carom {
namespace {

const Vec2 kNowhere{0, 0};

Index2 walls(const std::vector<Segment2>& segments) {
  return Index2({.segments = segments});
}

/// Of two triangles per square, side × side squares of length 1 around the origin, z by `height`.
template <class Height>
std::vector<Triangle> ground(int side, const Height& height) {
  std::vector<Triangle> triangles;
  const auto corner = [&](int i, int j) {
    const double x = i - 0.5 * side;
    const double y = j - 0.5 * side;
    return Vec3{x, y, height(x, y)};
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
      triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  return triangles;
}

TEST(MoveAndSlide, NothingInTheWayLeavesTheMovementAsItIs) {
  const auto result = move_and_slide(Index2(), Circle{{1, 2}, 0.5}, Vec2{3, -4});
  EXPECT_EQ(result.mover.center, (Vec2{4, -2}));
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_TRUE(result.contacts.empty());
  EXPECT_EQ(result.remaining, kNowhere);
}

TEST(MoveAndSlide, NoIntentionIsDoneAtOnce) {
  const auto result = move_and_slide(walls({{{-1, 0}, {1, 0}}}), Circle{{0, 0.5}, 0.5}, kNowhere);
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_EQ(result.displacement, kNowhere);
}

TEST(MoveAndSlide, SlidesAlongAWallWithTheIntentionsSpeedAlongIt) {
  // From (0, 3) by (4, −4): at height 1 after half of it; then by (4, 0)/2.
  const auto result = move_and_slide(walls({{{-10, 0}, {10, 0}}}), Circle{{0, 3}, 1}, Vec2{4, -4});
  EXPECT_EQ(result.mover.center, (Vec2{4, 1}));
  ASSERT_EQ(result.contacts.size(), 1U);
  EXPECT_EQ(result.contacts[0].time, 0.5);
  EXPECT_EQ(result.contacts[0].point, (Vec2{2, 0}));
  EXPECT_EQ(result.contacts[0].normal, (Vec2{0, -1}));
  EXPECT_EQ(result.contacts[0].item, (ItemId{ItemKind::segment, 0}));
}

TEST(MoveAndSlide, ASlideHasTheSpeedOfTheOriginalIntentionNotOfTheLastSlide) {
  // Two floors at 45° and flat: after the first, cos² 45° of the speed; on the flat all of it again.
  const auto result = move_and_slide(walls({{{-10, 10}, {0, 0}}, {{0, 0}, {20, 0}}}), Circle{{-5, 7}, 1}, Vec2{8, 0});
  const double reach = 1 / (1 + std::sqrt(2.0));  // where the circle touches both
  EXPECT_NEAR(result.mover.center.y, 7, 1e-12);
  EXPECT_NEAR(result.mover.center.x, 3, 1e-12);
  const auto down = move_and_slide(walls({{{-10, 10}, {0, 0}}, {{0, 0}, {20, 0}}}), Circle{{-3, 5}, 1}, Vec2{0, -4});
  // Straight down by 2 − √2 to the slope, where the centre's height is √2 above it, then by half of the rest along it.
  const double fall = 2 - std::sqrt(2.0);
  const double slide = (4 - fall) / 2;
  EXPECT_NEAR(down.mover.center.x, std::min(-3 + slide, reach), 1e-12);
  EXPECT_NEAR(down.mover.center.y, std::max(5 - fall - slide, 1.0), 1e-12);
}

TEST(MoveAndSlide, HeadOnAgainstAWallItStops) {
  const auto result = move_and_slide(walls({{{3, -8}, {-3, 0}}}), Circle{{5, 4}, 1}, Vec2{-40, -30});
  EXPECT_EQ(result.end, SlideEnd::stuck);
  ASSERT_EQ(result.holding.size(), 1U);
  EXPECT_NEAR(dot(result.holding[0].normal, Vec2{-0.8, -0.6}), 1, 1e-15);
}

TEST(MoveAndSlide, TwoWallsOfACornerHoldIt) {
  const auto index = walls({{{0, 0}, {10, 0}}, {{10, 0}, {10, 10}}});
  const auto result = move_and_slide(index, Circle{{5, 3}, 0.5}, Vec2{20, -10});
  EXPECT_EQ(result.end, SlideEnd::stuck);
  EXPECT_NEAR(result.mover.center.x, 9.5, 1e-14);
  EXPECT_NEAR(result.mover.center.y, 0.5, 1e-14);
  EXPECT_EQ(result.holding.size(), 2U);
  EXPECT_NEAR(result.remaining.x, 15, 1e-12);  // the floor, 2.5 below, after a quarter
}

TEST(MoveAndSlide, ACreaseOfTwoWallsInSpaceGuidesAlongIt) {
  // A gutter along y.
  const std::vector<Triangle> gutter = {{{0, -50, 0}, {9, -50, 9}, {9, 50, 9}},
                                        {{0, -50, 0}, {9, 50, 9}, {0, 50, 0}},
                                        {{0, -50, 0}, {-9, 50, 9}, {-9, -50, 9}},
                                        {{0, -50, 0}, {0, 50, 0}, {-9, 50, 9}}};
  const Index3 index({.triangles = gutter});
  const auto result = move_and_slide(index, Sphere{{0, 0, std::sqrt(2.0)}, 1}, Vec3{0.5, 7, -3});
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_NEAR(result.mover.center.x, 0, 1e-12);
  EXPECT_NEAR(result.mover.center.y, 7, 1e-12);
  EXPECT_NEAR(result.mover.center.z, std::sqrt(2.0), 1e-12);
}

TEST(MoveAndSlide, ThreeWallsInSpaceAreACorner) {
  const std::vector<Aabb3> boxes = {{{-9, -9, -1}, {9, 9, 0}}, {{5, -9, 0}, {6, 9, 9}}, {{-9, 5, 0}, {9, 6, 9}}};
  const Index3 index({.boxes = boxes});
  for (const Vec3& intended : {Vec3{1, 2, -3}, Vec3{9, 4, -1}}) {
    const auto result = move_and_slide(index, Sphere{{4, 4, 2}, 0.5}, 10 * intended);
    EXPECT_EQ(result.end, SlideEnd::stuck);
    EXPECT_NEAR(result.mover.center.x, 4.5, 1e-14);
    EXPECT_NEAR(result.mover.center.y, 4.5, 1e-14);
    EXPECT_NEAR(result.mover.center.z, 0.5, 1e-14);
    EXPECT_EQ(result.holding.size(), 3U);
  }
}

TEST(MoveAndSlide, StopsWhereItMeetsAnotherAndCanBackAway) {
  const std::vector<Circle> other{{{3, 0}, 0.5}};
  const Index2 index({.balls = other});
  const auto met = move_and_slide(index, Circle{{0, 0}, 0.5}, Vec2{5, 0});
  EXPECT_EQ(met.end, SlideEnd::stuck);
  EXPECT_NEAR(met.mover.center.x, 2, 1e-14);
  const auto back = move_and_slide(index, met.mover, Vec2{-1, 0});
  EXPECT_EQ(back.end, SlideEnd::done);
  EXPECT_EQ(back.mover.center.x, met.mover.center.x - 1);
}

TEST(MoveAndSlide, AGapSmallerThanTheMoverHoldsItBetweenTwoPosts) {
  const std::vector<Circle> posts{{{0, 0.55}, 0.1}, {{0, -0.55}, 0.1}};
  const Index2 index({.balls = posts});
  const auto result = move_and_slide(index, Circle{{-3, 0.1}, 0.5}, Vec2{100, 0});
  EXPECT_EQ(result.end, SlideEnd::stuck);
  EXPECT_NEAR(result.mover.center.x, -std::sqrt(0.6 * 0.6 - 0.55 * 0.55), 1e-9);
  EXPECT_NEAR(result.mover.center.y, 0, 1e-9);
  EXPECT_EQ(result.holding.size(), 2U);
}

// What players of other engines reported: jitter in corners, sticking at shallow angles and on edges, snagging on the
// inner edges of meshes, corridors exactly as wide as the mover.

TEST(PublicTroubles, PushingIntoACornerAgainAndAgainKeepsEveryBit) {
  const auto index = walls({{{0, 0}, {10, 1}}, {{10, 1}, {7, 9}}, {{7, 9}, {0, 0}}});
  for (const Vec2& intended : {Vec2{1, 0.3}, Vec2{3, -0.1}, Vec2{0.01, 0.002}}) {
    Circle circle{{6, 3}, 0.7};
    auto result = move_and_slide(index, circle, 1e5 * intended);
    ASSERT_EQ(result.end, SlideEnd::stuck);
    const Vec2 corner = result.mover.center;
    for (int frame = 0; frame < 100; ++frame) {
      result = move_and_slide(index, result.mover, intended);
      ASSERT_EQ(result.mover.center, corner);
      ASSERT_EQ(result.end, SlideEnd::stuck);
    }
  }
}

TEST(PublicTroubles, AtAShallowAngleItSlidesAllTheWay) {
  const auto index = walls({{{-100, 0}, {100, 0}}});
  for (double lean = 1; lean > 1e-12; lean /= 10) {
    const auto result = move_and_slide(index, Circle{{-50, 0.5}, 0.5}, Vec2{80, -80 * lean});
    EXPECT_EQ(result.end, SlideEnd::done);
    EXPECT_EQ(result.mover.center, (Vec2{30, 0.5}));
  }
}

TEST(PublicTroubles, ChainsOfSegmentsHaveNoEdgesInside) {
  std::vector<Segment2> chain;
  chain.reserve(40);
  for (int k = 0; k < 40; ++k) chain.push_back({{k * 4.0, k * 3.0}, {k * 4.0 + 4, k * 3.0 + 3}});
  const auto index = walls(chain);
  // Along 4, 3; the centre 5/2 above it.
  const auto result = move_and_slide(index, Circle{{4 - 1.5, 3 + 2}, 2.5}, Vec2{120, 40});
  EXPECT_EQ(result.end, SlideEnd::done);
  const double along = (120 * 4 + 40 * 3) / 5.0;
  EXPECT_NEAR(result.displacement.x, along * 0.8, 1e-11);
  EXPECT_NEAR(result.displacement.y, along * 0.6, 1e-11);
  EXPECT_LE(result.iterations, 3);
}

TEST(PublicTroubles, FlatMeshesHaveNoEdgesInside) {
  const Index3 index({.triangles = ground(20, [](double, double) { return 0.0; })});
  const Vec3 intended{15, 11, -9};
  const auto on_ground = [&](const auto& mover) {
    const auto result = move_and_slide(index, mover, intended);
    EXPECT_EQ(result.end, SlideEnd::done);
    EXPECT_EQ(result.displacement, (Vec3{15, 11, 0}));
    EXPECT_EQ(result.iterations, 1);
  };
  on_ground(Sphere{{-7.25, -5.5, 0.5}, 0.5});
  on_ground(Capsule3{{-7.25, -5.5, 0.5}, {-7.25, -5.5, 1.5}, 0.5});
  on_ground(UprightCylinder{{-7.25, -5.5, 0.75}, 0.5, 0.75});
}

TEST(PublicTroubles, ASlantedFlatMeshHasNoEdgesInside) {
  // z = 3x/4: the plane's normal is (−3, 0, 4)/5.
  const Index3 index({.triangles = ground(20, [](double x, double) { return 0.75 * x; })});
  const Vec3 normal{-0.6, 0, 0.8};
  const Vec3 foot{-7.25, -5.5, 0.75 * -7.25};
  const auto result = move_and_slide(index, Sphere{foot + 0.5 * normal, 0.5}, Vec3{12, 9, 0});
  EXPECT_EQ(result.end, SlideEnd::done);
  const Vec3 slide = Vec3{12, 9, 0} - dot(Vec3{12, 9, 0}, normal) * normal;
  EXPECT_NEAR(norm(result.displacement - slide), 0, 1e-12);
  EXPECT_LE(result.iterations, 3);
}

TEST(PublicTroubles, ACorridorExactlyAsWideAsTheMoverLetsItThrough) {
  const auto corridor = walls({{{0, 0}, {100, 0}}, {{0, 1}, {100, 1}}});
  const auto inside = move_and_slide(corridor, Circle{{3, 0.5}, 0.5}, Vec2{50, -20});
  EXPECT_EQ(inside.mover.center, (Vec2{53, 0.5}));
  const auto from_outside = move_and_slide(corridor, Circle{{-3, 0.5}, 0.5}, Vec2{110, 0});
  EXPECT_EQ(from_outside.mover.center, (Vec2{107, 0.5}));
  const auto capsule = move_and_slide(corridor, Capsule2{{-3, 0.5}, {-2, 0.5}, 0.5}, Vec2{110, 0});
  EXPECT_EQ(capsule.displacement, (Vec2{110, 0}));
}

TEST(PublicTroubles, ACorridorAsWideAsTheMoverMayBeSlanted) {
  // Along (4, 3), 5 wide.
  const auto corridor = walls({{{0, 0}, {400, 300}}, {{-3, 4}, {397, 304}}});
  const auto result = move_and_slide(corridor, Circle{{-1.5 + 8, 2 + 6}, 2.5}, Vec2{80, 60});
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_NEAR(result.displacement.x, 80, 1e-11);
  EXPECT_NEAR(result.displacement.y, 60, 1e-11);
}

TEST(PublicTroubles, ItLeavesAnEdgeThatItTouches) {
  // On the very end of a wall, on a box's corner, in any direction that does not lead into it.
  const std::vector<Segment2> wall{{{0, 0}, {0, 5}}};
  const std::vector<Aabb2> box{{{10, 0}, {12, 2}}};
  const Index2 index({.segments = wall, .boxes = box});
  for (const Vec2& intended : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, -1}, Vec2{2, -1}}) {
    EXPECT_EQ(move_and_slide(index, Circle{{0, -0.5}, 0.5}, intended).displacement, intended);
    EXPECT_EQ(move_and_slide(index, Circle{{10, -0.5}, 0.5}, intended).displacement, intended);
  }
}

TEST(MoveAndSlide, ItRoundsAConvexCorner) {
  const std::vector<Aabb2> box{{{0, 0}, {4, 4}}};
  const Index2 index({.boxes = box});
  Circle circle{{-3, 3.5}, 0.5};
  for (int frame = 0; frame < 200; ++frame) circle = move_and_slide(index, circle, Vec2{0.05, 0.02}).mover;
  EXPECT_GT(circle.center.x, 4);
}

TEST(MoveAndSlide, NothingIsPassedAtAnySpeed) {
  const auto index = walls({{{1000, -1e6}, {1000, 1e6}}});
  for (double speed = 2000; speed < 1e8; speed *= 7) {
    const auto result = move_and_slide(index, Circle{{0, 0}, 0.5}, Vec2{speed, 0});
    EXPECT_NEAR(result.mover.center.x, 999.5, 1e-9);
  }
}

TEST(MoveAndSlide, APassageLetsThroughAndTriggersReport) {
  const std::vector<Circle> coins{{{2, 0}, 0.25}, {{4, 0}, 0.25}, {{6, 5}, 0.25}};
  const auto wall = Segment2{{8, -5}, {8, 5}};
  const Index2 index({.balls = coins, .segments = std::span(&wall, 1)});
  SlideOptions options;
  options.passage = [](ItemId item) {
    if (item.kind == ItemKind::segment) return Passage::ignored;
    return item.number == 1 ? Passage::ignored : Passage::trigger;
  };
  const auto result = move_and_slide(index, Circle{{0, 0}, 0.5}, Vec2{10, 0}, options);
  EXPECT_EQ(result.mover.center, (Vec2{10, 0}));
  ASSERT_EQ(result.triggers.size(), 1U);
  EXPECT_EQ(result.triggers[0].item, (ItemId{ItemKind::ball, 0}));
  EXPECT_NEAR(result.triggers[0].time, 0.125, 1e-15);
}

TEST(MoveAndSlide, AOneSidedWallIsThereFromItsFrontOnly) {
  const auto index = walls({{{-5, 0}, {5, 0}, Sides::front}});
  EXPECT_EQ(move_and_slide(index, Circle{{0, 3}, 1}, Vec2{0, -5}).mover.center.y, 1);
  EXPECT_EQ(move_and_slide(index, Circle{{0, -3}, 1}, Vec2{0, 5}).mover.center.y, 2);
}

TEST(MoveAndSlide, TooManyContactsAreReported) {
  const auto index = walls({{{-10, 0}, {10, 0}}});
  const auto result = move_and_slide(index, Circle{{0, 3}, 1}, Vec2{4, -4}, {.iterations = 1});
  EXPECT_EQ(result.end, SlideEnd::out_of_iterations);
  EXPECT_EQ(result.mover.center, (Vec2{2, 1}));
  EXPECT_EQ(result.remaining, (Vec2{2, -2}));
}

TEST(MoveAndSlide, OtherMoversOfAnyShapeStopIt) {
  const Index3 empty;
  const std::vector<Capsule3> capsules{{{5, 0, -1}, {5, 0, 1}, 0.5}};
  const std::vector<UprightCylinder> cylinders{{{0, 5, 0}, 0.5, 1}, {{0, 0, 5}, 1, 1}};
  const SlideOptions options{.others = {.capsules3 = capsules, .cylinders = cylinders}};
  const auto x = [&](const auto& mover) { return move_and_slide(empty, mover, Vec3{9, 0, 0}, options); };
  EXPECT_NEAR(x(Sphere{{}, 0.25}).mover.center.x, 4.25, 1e-14);
  EXPECT_NEAR(x(UprightCylinder{{}, 0.25, 0.5}).mover.center.x, 4.25, 1e-14);
  EXPECT_NEAR(x(Capsule3{{}, {-1, 0, 0}, 0.25}).mover.from.x, 4.25, 1e-14);
  const auto met = x(Sphere{{}, 0.25}).contacts;
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met[0].item, (ItemId{ItemKind::capsule, 0}));
  EXPECT_NEAR(met[0].point.x, 4.5, 1e-14);
  const auto y = move_and_slide(empty, UprightCylinder{{}, 0.25, 0.5}, Vec3{0, 9, 0}, options);
  EXPECT_NEAR(y.mover.center.y, 4.25, 1e-14);
  EXPECT_EQ(y.contacts[0].item, (ItemId{ItemKind::cylinder, 0}));
  EXPECT_NEAR(move_and_slide(empty, UprightCylinder{{}, 0.25, 0.5}, Vec3{0, 0, 9}, options).mover.center.z, 3.5, 1e-14);
  EXPECT_NEAR(move_and_slide(empty, Capsule3{{}, {0, 0, -1}, 0.25}, Vec3{0, 9, 0}, options).mover.from.y, 4.25, 1e-14);
  const std::vector<Capsule2> flat{{{3, -1}, {3, 1}, 0.5}};
  const auto in_plane = move_and_slide(Index2(), Circle{{}, 0.5}, Vec2{9, 0}, {.others = {.capsules2 = flat}});
  EXPECT_EQ(in_plane.end, SlideEnd::stuck);
  EXPECT_NEAR(in_plane.mover.center.x, 2, 1e-14);
}

TEST(MoveAndSlide, ExactIsForBalls) {
  EXPECT_THROW(move_and_slide(Index2(), Capsule2{{}, {1, 0}, 0.5}, Vec2{1, 0}, {.exact = true}), std::invalid_argument);
}

TEST(MoveAndSlide, ACapsuleIsStuckToTheBitThoughItsLineTurns) {
  // Rounding the ends of this one where it is held, between a ball and a wall, turns its line by a bit; with that line
  // the same intention once led 5·10⁻¹⁴ further.
  const Circle ball{{-0x1.926580be6f814p+0, 0x1.274508dc639b8p+2}, 0x1.4c89e975f9d19p-5};
  const Segment2 wall{{0x1.2fa64ccbfe758p+0, 0x1.516371c6372d6p+2}, {-0x1.9950d264ca24fp+2, 0x1.b49a7a051be2fp+1}};
  const Index2 index({.balls = {&ball, 1}, .segments = {&wall, 1}});
  const Capsule2 capsule{{-0x1.58deb5ab21fe9p+2, 0x1.dd6ed36bca368p+0},
                         {-0x1.4c11e8de5531cp+2, 0x1.4851034f7eb4bp+1},
                         0x1.999999999999ap-2};
  const Vec2 intended{-0x1.77dc59ae8ef6cp+11, 0x1.b2bb49b744c99p+13};
  const auto held = move_and_slide(index, capsule, intended);
  ASSERT_EQ(held.end, SlideEnd::stuck);
  const auto again = move_and_slide(index, held.mover, intended);
  EXPECT_EQ(again.end, SlideEnd::stuck);
  EXPECT_EQ(again.mover.from, held.mover.from);
  EXPECT_EQ(again.mover.to, held.mover.to);
}

TEST(PushOut, AnOverlapAtTheStartIsReported) {
  const auto index = walls({{{-10, 0}, {10, 0}}});
  const auto result = move_and_slide(index, Circle{{0, 0.75}, 1}, Vec2{1, 1});
  EXPECT_EQ(result.end, SlideEnd::overlapping);
  EXPECT_EQ(result.displacement, kNowhere);
  EXPECT_EQ(result.holding.size(), 1U);
}

TEST(PushOut, TheShortestWayOutIsTakenFirst) {
  const auto index = walls({{{-10, 0}, {10, 0}}});
  const auto result = move_and_slide(index, Circle{{0, 0.75}, 1}, Vec2{1, 0}, {.push_out = 0.5});
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_NEAR(result.pushed_out.x, 0, 1e-14);
  EXPECT_NEAR(result.pushed_out.y, 0.25, 1e-14);
  EXPECT_NEAR(result.mover.center.x, 1, 1e-14);
}

TEST(PushOut, NoWayWithinTheDistanceIsReported) {
  const auto index = walls({{{-10, 0}, {10, 0}}});
  EXPECT_EQ(move_and_slide(index, Circle{{0, 0.25}, 1}, Vec2{1, 0}, {.push_out = 0.5}).end, SlideEnd::overlapping);
}

TEST(PushOut, OutOfABoxThroughItsNearestFace) {
  const std::vector<Aabb2> door{{{0, 0}, {2, 10}}};
  const Index2 index({.boxes = door});
  const auto result = move_and_slide(index, Circle{{1.5, 5}, 0.5}, kNowhere, {.push_out = 2});
  EXPECT_NEAR(result.mover.center.x, 2.5, 1e-13);
  EXPECT_NEAR(result.mover.center.y, 5, 1e-13);
}

// The square of the distance from the middle to the box is below the range of doubles (a fuzzer's, whose movers went to
// places that were no numbers).
TEST(PushOut, OutOfABoxThatTheMiddleHardlyMisses) {
  for (const double miss : {1e-300, 1e-200, 1e-162, 1e-150}) {
    const std::vector<Aabb2> below{{{-9, -9}, {9, 0}}}, beside{{{miss, -9}, {9, 9}}};
    for (const bool exact : {false, true}) {
      const SlideOptions options{.push_out = 2, .exact = exact};
      const auto up = move_and_slide(Index2({.boxes = below}), Circle{{0, miss}, 1}, kNowhere, options);
      EXPECT_NEAR(up.mover.center.x, 0, 1e-12) << miss;
      EXPECT_NEAR(up.mover.center.y, 1, 1e-12) << miss;
      const auto left = move_and_slide(Index2({.boxes = beside}), Circle{{0, 0}, 1}, kNowhere, options);
      EXPECT_NEAR(left.mover.center.x, -1, 1e-12) << miss;
      EXPECT_NEAR(left.mover.center.y, 0, 1e-12) << miss;
    }
  }
}

TEST(PushOut, FromTwoWallsAtOnce) {
  const auto index = walls({{{0, 0}, {10, 0}}, {{0, 0}, {0, 10}}});
  const auto result = move_and_slide(index, Circle{{0.8, 0.6}, 1}, kNowhere, {.push_out = 1});
  EXPECT_EQ(result.end, SlideEnd::done);
  EXPECT_GE(result.mover.center.x, 1 - 1e-12);
  EXPECT_GE(result.mover.center.y, 1 - 1e-12);
  EXPECT_LT(norm(result.pushed_out), 0.75);
}

}  // namespace
}  // namespace carom
