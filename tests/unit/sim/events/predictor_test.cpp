#include "sim/events/predictor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/carom.hpp"
#include "unit/sim/plain_domain.hpp"

// Closed forms in numbers that are exact in double arithmetic, and equality of bits where the answer may depend on
// states alone.
namespace carom::sim {
namespace {

constexpr Time kNeverTime = EpochClock::never();

template <int D>
Vec<D> along_x(double x) {
  Vec<D> result{};
  result[0] = x;
  return result;
}

/// What a ball meets first of some others.
template <int D>
Encounter<D> first_of(const PlainDomain<D>& scene, std::uint32_t ball, const std::vector<std::uint32_t>& others) {
  Encounter<D> best;
  for (const std::uint32_t other : others) scene.predictor().consider_ball(ball, other, {}, kNeverTime, best);
  return best;
}

template <int D>
Encounter<D> with_obstacle(const PlainDomain<D>& scene, std::uint32_t ball, std::uint32_t piece) {
  Encounter<D> best;
  scene.predictor().consider_obstacle(ball, piece, kNeverTime, best);
  return best;
}

/// The first encounter with any piece.
template <int D>
Encounter<D> with_obstacles(const PlainDomain<D>& scene, std::uint32_t ball) {
  Encounter<D> best;
  for (std::uint32_t piece = 0; piece < scene.data.obstacles.size(); ++piece)
    scene.predictor().consider_obstacle(ball, piece, kNeverTime, best);
  return best;
}

template <int D>
void expect_same(const Encounter<D>& a, const Encounter<D>& b) {
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(a.partner, b.partner);
  EXPECT_EQ(a.obstacle, b.obstacle);
  EXPECT_EQ(a.partner_version, b.partner_version);
  EXPECT_EQ(a.image, b.image);
}

/// Seconds from the start.
template <int D>
double seconds(const PlainDomain<D>& scene, const Encounter<D>& encounter) {
  return encounter.is_never() ? kForever : scene.data.setting.clock.to_plain(encounter.key.time);
}

// (10 − 1 − 1) / (2 + 2) = 2 = 8 epochs.
template <int D>
void head_on() {
  WorldOptions<D> options;
  options.epoch_length = 0.25;
  PlainDomain<D> scene(options);
  scene.add_ball({}, 1, along_x<D>(2));
  scene.add_ball(along_x<D>(10), 1, along_x<D>(-2));
  scene.data.store.renew_version(1);
  scene.list();
  const Encounter<D> found = first_of<D>(scene, 0, {1});
  EXPECT_EQ(found.key, (DueKey{{8, 0}, 1, 0, 1}));
  EXPECT_EQ(found.partner, 1u);
  EXPECT_EQ(found.partner_version, scene.store().version(1));
  EXPECT_EQ(found.obstacle, kNone);
  EXPECT_TRUE(is_home<D>(found.image));
  EXPECT_EQ(first_of<D>(scene, 1, {0}).key, found.key);
  EXPECT_EQ(first_of<D>(scene, 1, {0}).partner, 0u);
}

TEST(Predictor, BallsMeetHeadOnAfterTheirGapOverTheirSpeed) {
  head_on<2>();
  head_on<3>();
}

// The ball at 0 starts at 1, that at 16 at 3.5, when the first one is at 5: gap 11 − 2 = 9, speed 3, so 3 later.
TEST(Predictor, BallsOfDifferentOwnTimesAreSeenAtTheLaterOne) {
  PlainDomain<2> scene;
  scene.add({.shape = Circle{{0, 0}, 1}, .motion = Vec2{2, 0}}, {1, 0});
  scene.add({.shape = Circle{{16, 0}, 1}, .motion = Vec2{-1, 0}}, {3, 0.5});
  scene.list();
  EXPECT_EQ(first_of<2>(scene, 0, {1}).key, (DueKey{{6, 0.5}, 1, 0, 1}));
}

TEST(Predictor, BallsThatPassOrPartDoNotMeet) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({5, 2.0001}, 1, {0, 0});
  scene.add_ball({-3, 0}, 1, {0, 0});
  scene.add_ball({9, 0}, 1, {1, 0});
  scene.add_ball({2, 0}, 1, {1.5, 0});  // touches and parts
  scene.list();
  EXPECT_TRUE((first_of<2>(scene, 0, {1, 2, 3, 4}).is_never()));
}

TEST(Predictor, AnExactGrazeIsAnEncounter) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({5, 2}, 1, {0, 0});
  scene.list();
  EXPECT_EQ((first_of<2>(scene, 0, {1}).key.time), (Time{5, 0}));
}

TEST(Predictor, WhatMeetsAtTheSameTimeIsOrderedByIds) {
  PlainDomain<2> scene;
  scene.add_ball({0, 5}, 1, {0, 0});
  scene.add_ball({-5, 0}, 1, {1, 0});
  scene.add_ball({0, 0}, 1, {0, 0});
  scene.add_ball({5, 0}, 1, {-1, 0});
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});  // touched from the start, and not approached
  scene.list();
  for (const std::vector<std::uint32_t>& others :
       {std::vector<std::uint32_t>{1, 3}, std::vector<std::uint32_t>{3, 1}}) {
    const Encounter<2> found = first_of<2>(scene, 2, others);
    EXPECT_EQ(found.key, (DueKey{{3, 0}, 1, 1, 2}));
    EXPECT_EQ(found.partner, 1u);
  }
}

// At time 0 two balls touch and approach, at ranks 2 and 5 of earlier events of the same time.
TEST(Predictor, ARankIsOneMoreThanTheLargestAtThatTime) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({2, 0}, 1, {0, 0});
  scene.add_ball({0, 4}, 1, {1, -1});
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});
  scene.list();
  scene.data.store.record(0).rank = 2;
  scene.data.store.record(1).rank = 5;
  EXPECT_EQ((first_of<2>(scene, 0, {1}).key), (DueKey{{0, 0}, 6, 0, 1}));
  // Later events begin anew.
  EXPECT_EQ(with_obstacle<2>(scene, 2, 0).key, (DueKey{{4, 0}, 1, 2, 3}));
  // A lower rank goes before lower ids at the same time.
  scene.add_ball({0, -2}, 1, {0, 1});
  scene.list();
  scene.data.store.record(0).rank = 0;
  EXPECT_EQ((first_of<2>(scene, 0, {1, 4}).key), (DueKey{{0, 0}, 1, 0, 4}));
}

TEST(Predictor, ABodyThatHasMovedOnHasNoRankAtAnotherTime) {
  PlainDomain<2> scene;
  scene.add({.shape = Circle{{0, 0}, 1}, .motion = Vec2{1, 0}}, {0, 0});
  scene.add({.shape = Circle{{4, 0}, 1}}, {2, 0});  // when they touch
  scene.list();
  scene.data.store.record(0).rank = 7;
  scene.data.store.record(1).rank = 3;
  EXPECT_EQ((first_of<2>(scene, 0, {1}).key), (DueKey{{2, 0}, 4, 0, 1}));
}

/// Balls of all kinds at random, at own times from several epochs.
template <int D>
void fill_at_random(PlainDomain<D>& scene, Random& random, bool straight) {
  for (int k = 0; k < 24; ++k) {
    Body<D> body{.shape = Ball<D>{(D == 2 ? 8.0 : 4.0) * random.in_ball<D>(), random.uniform(0.2, 0.6)},
                 .motion = random_velocity<D>(random, 3)};
    const std::uint64_t kind = straight ? 0 : random.below(4);
    if (kind == 1) body.motion.acceleration = random_velocity<D>(random, 1);
    if (kind == 2) body.motion.deceleration = random.uniform(0.5, 2);
    if (kind == 3) body.motion.damping = random.uniform(0.5, 2);
    const Time time{static_cast<std::int64_t>(random.below(3)), random.uniform()};
    scene.add(body, time);
    scene.data.store.record(scene.store().size() - 1).rank = static_cast<std::uint32_t>(random.below(3));
  }
  scene.list();
}

/// Any ball asks for all others in any order, and either one asks for the other.
template <int D>
void states_decide_alone(bool straight) {
  Random random(D);
  int met = 0;
  for (int round = 0; round < (straight ? 40 : 4); ++round) {
    PlainDomain<D> scene;
    fill_at_random(scene, random, straight);
    const auto count = static_cast<std::uint32_t>(scene.store().size());
    for (std::uint32_t ball = 0; ball < count; ++ball) {
      std::vector<std::uint32_t> others;
      for (std::uint32_t other = 0; other < count; ++other)
        if (other != ball) others.push_back(other);
      DueKey least = Encounter<D>{}.key;
      for (const std::uint32_t other : others) {
        const DueKey here = first_of<D>(scene, ball, {other}).key;
        ASSERT_EQ(here, (first_of<D>(scene, other, {ball}).key));
        least = std::min(least, here);
      }
      const Encounter<D> first = first_of<D>(scene, ball, others);
      ASSERT_EQ(first.key, least);
      met += first.is_never() ? 0 : 1;
      for (int order = 0; order < 3; ++order) {
        for (std::size_t k = others.size() - 1; k > 0; --k) std::swap(others[k], others[random.below(k + 1)]);
        expect_same<D>(first_of<D>(scene, ball, others), first);
      }
    }
  }
  EXPECT_GT(met, straight ? 150 : 10);
}

TEST(Predictor, TheAnswerIsTheSameWhoeverAsksAndInWhichOrder) {
  states_decide_alone<2>(true);
  states_decide_alone<3>(true);
}

TEST(Predictor, TheAnswerIsTheSameForCurvedPathsWhoeverAsksAndInWhichOrder) {
  states_decide_alone<2>(false);
  states_decide_alone<3>(false);
}

/// What comes until then has the same bits as without a bound; only what comes later may be left out.
template <int D>
void until_changes_nothing_before() {
  Random random(10 + D);
  int met = 0;
  for (int round = 0; round < 10; ++round) {
    PlainDomain<D> scene;
    fill_at_random(scene, random, false);
    scene.add({.shape = HalfSpace<D>{along_x<D>(1), -12}});
    for (std::uint32_t ball = 1; ball < 24; ++ball) {
      for (const bool wall : {false, true}) {
        const auto consider = [&](const Time& until) {
          Encounter<D> found;
          if (wall)
            scene.predictor().consider_obstacle(ball, 0, until, found);
          else
            scene.predictor().consider_ball(ball, ball - 1, {}, until, found);
          return found;
        };
        const Encounter<D> free = consider(kNeverTime);
        if (free.is_never()) continue;
        ++met;
        const EpochClock& clock = scene.data.setting.clock;
        for (const double later : {1e-12, 1e-9, 0.5, 100.0})
          expect_same<D>(consider(clock.later(free.key.time, later)), free);
        const Time start = std::max(scene.particle(ball).time(), scene.particle(wall ? 24 : ball - 1).time());
        const Encounter<D> early = consider(clock.later(start, 0.5 * clock.between(start, free.key.time)));
        if (!early.is_never()) expect_same<D>(early, free);
      }
    }
  }
  EXPECT_GT(met, 50);
}

TEST(Predictor, ABoundOnTheSearchChangesNoEncounterBefore) {
  until_changes_nothing_before<2>();
  until_changes_nothing_before<3>();
}

// Box of side 10; the ball at 1 goes to the left at 1, a still one is at 8, its copy at −2: gap 3 − 1.
TEST(Predictor, BallsMeetAcrossTheBorderOfAPeriodicBox) {
  WorldOptions<2> options;
  options.period = Vec2{10, 10};
  PlainDomain<2> scene(options);
  scene.add_ball({1, 5}, 0.5, {-1, 0});
  scene.add_ball({8, 5}, 0.5, {0, 0});
  scene.list();
  for (const std::uint32_t ball : {0u, 1u}) {
    Encounter<2> found;
    scene.predictor().consider_images(ball, 1 - ball, {4, 0}, {}, found);
    EXPECT_EQ(found.key, (DueKey{{2, 0}, 1, 0, 1}));
    EXPECT_EQ(found.image, (broad::Cell<2>{-1, 0}));  // of the ball of higher id, whoever asks
    EXPECT_EQ(found.partner, 1 - ball);
    Encounter<2> nearest;
    scene.predictor().consider_nearest_copy(ball, 1 - ball, {}, nearest);
    expect_same(nearest, found);
    // At home they part, or are met much later from the other side.
    Encounter<2> home;
    scene.predictor().consider_ball(ball, 1 - ball, {}, kNeverTime, home);
    EXPECT_TRUE(home.is_never());
  }
}

// The path rises by 1 in each box of side 8: it misses copies in the first boxes, and meets that 3 boxes away, which is
// 24 to the right and on the path. Gap 24 − 1 along the direction (24, 3) / √585.
TEST(Predictor, AFastBallMeetsACopyThatIsBoxesAway) {
  WorldOptions<2> options;
  options.period = Vec2{8, 8};
  PlainDomain<2> scene(options);
  scene.add_ball({1, 1}, 0.25, {8, 1});
  scene.add_ball({1, 4}, 0.25, {0, 0});
  scene.list();
  Encounter<2> found;
  scene.predictor().consider_images(0, 1, {4, 0}, {}, found);
  EXPECT_EQ(found.image, (broad::Cell<2>{3, 0}));
  EXPECT_NEAR(seconds(scene, found), 3 - 0.5 / std::sqrt(65.0), 1e-14);
}

/// Every copy in a wide range, one by one.
template <int D>
void images_are_those_of_all_copies(bool slowing) {
  Random random(20 + D);
  int met = 0;
  int away = 0;
  for (int round = 0; round < (slowing ? 25 : 300); ++round) {
    WorldOptions<D> options;
    options.period = Vec<D>{};
    for (int k = 0; k < D; ++k) (*options.period)[k] = 4 + k;
    PlainDomain<D> scene(options);
    for (int k = 0; k < 2; ++k) {
      Vec<D> place;
      for (int axis = 0; axis < D; ++axis) place[axis] = random.uniform(0, (*options.period)[axis]);
      Body<D> body{.shape = Ball<D>{place, 0.5}, .motion = random_velocity<D>(random, 3)};
      if (slowing && k == 0) body.motion.deceleration = random.uniform(0.1, 1);
      if (slowing && k == 1) body.motion.damping = random.uniform(0.1, 1);
      scene.add(body, {0, random.uniform()});
    }
    scene.list();
    const Time until{2, 0.5};
    Encounter<D> found;
    scene.predictor().consider_images(0, 1, until, {1, 0}, found);
    Encounter<D> expected;
    const std::int32_t most = slowing ? 4 : 6;
    broad::Cell<D> image;
    image.fill(-most);
    for (std::size_t k = 0; k < D;) {
      if (k == 0) scene.predictor().consider_ball(0, 1, image, kNeverTime, expected);
      if (++image[k] <= most) {
        k = 0;
      } else {
        image[k] = -most;
        ++k;
      }
    }
    if (expected.is_never() || until < expected.key.time) {
      EXPECT_FALSE(found.key < expected.key);
      continue;
    }
    expect_same(found, expected);
    ++met;
    away += *std::max_element(found.image.begin(), found.image.end()) > 1 ? 1 : 0;
  }
  EXPECT_GT(met, slowing ? 5 : 50);
  EXPECT_GT(away, slowing ? -1 : 0);
}

TEST(Predictor, ImagesOfAPairAreAllThatTheRelativePathCanReach) {
  images_are_those_of_all_copies<2>(false);
  images_are_those_of_all_copies<3>(false);
  images_are_those_of_all_copies<2>(true);
}

TEST(Predictor, TheNearestImageIsWithinHalfABox) {
  WorldOptions<2> options;
  options.period = Vec2{10, 20};
  PlainDomain<2> scene(options);
  scene.add_ball({1, 1}, 0.1, {1, 0});
  scene.add_ball({8, 5}, 0.1, {0, 0});
  scene.list();
  const Predictor<2>& predictor = scene.predictor();
  EXPECT_EQ(predictor.nearest_image(0, 1, {}), (broad::Cell<2>{-1, 0}));     // 1 − 8 = −7
  EXPECT_EQ(predictor.nearest_image(1, 0, {}), (broad::Cell<2>{1, 0}));      // 7
  EXPECT_EQ(predictor.nearest_image(0, 1, {5, 0}), (broad::Cell<2>{0, 0}));  // 6 − 8
  // The ball has left the box: 33 − 8 = 25 + 0.5.
  EXPECT_EQ(predictor.nearest_image(0, 1, {32, 0.5}), (broad::Cell<2>{3, 0}));
  EXPECT_EQ(PlainDomain<2>{}.predictor().nearest_image(0, 1, {}), (broad::Cell<2>{}));
}

TEST(Predictor, WithoutAPeriodOnlyTheBallAtHomeIsNear) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({1000, 0}, 1, {0, 0});
  scene.list();
  EXPECT_TRUE(is_home<2>(scene.predictor().nearest_image(0, 1, {})));
  Encounter<2> found;
  scene.predictor().consider_nearest_copy(0, 1, {}, found);
  EXPECT_EQ(found.key.time, (Time{998, 0}));
}

/// A ball with a law at x = 0, radius 1, towards a still one with a gap.
Encounter<2> across_a_gap(const BodyMotion<2>& motion, double gap) {
  PlainDomain<2> scene;
  scene.add({.shape = Circle{{0, 0}, 1}, .motion = motion});
  scene.add_ball({2 + gap, 0}, 1, {0, 0});
  scene.list();
  const Encounter<2> found = first_of<2>(scene, 0, {1});
  EXPECT_EQ(found.key, (first_of<2>(scene, 1, {0}).key));
  return found;
}

double after(const Encounter<2>& found) {
  return found.is_never() ? kForever : static_cast<double>(found.key.time.epoch) + found.key.time.offset;
}

// 2 t − t²/2 = 1.5 at t = 1; it stops after 2 at 2.
TEST(Predictor, ABallThatStopsMeetsWhatIsNoFartherThanItsStop) {
  const BodyMotion<2> motion = Stopping2{{2, 0}, 1};
  EXPECT_DOUBLE_EQ(after(across_a_gap(motion, 1.5)), 1);
  EXPECT_DOUBLE_EQ(after(across_a_gap(motion, 2)), 2);
  EXPECT_TRUE(across_a_gap(motion, 2.001).is_never());
}

// The stopped ball at 2 is met by the other one, whose gap 10 − 2 − 2 it closes at 1.
TEST(Predictor, ABallThatHasStoppedIsMetWhereItStands) {
  PlainDomain<2> scene;
  scene.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{2, 0}, 1}});
  scene.add_ball({10, 0}, 1, {-1, 0});
  scene.list();
  EXPECT_DOUBLE_EQ(after(first_of<2>(scene, 0, {1})), 6);
}

// x = v (1 − exp(−k t)) / k reaches a gap g < v/k at −log(1 − g k / v) / k.
TEST(Predictor, ADampedBallMeetsWhatIsWithinItsReach) {
  const BodyMotion<2> motion = Damped2{{2, 0}, 0.5};
  for (const double gap : {0.25, 1.0, 3.0, 3.99})
    EXPECT_NEAR(after(across_a_gap(motion, gap)), -std::log1p(-gap * 0.5 / 2) / 0.5, 1e-12) << gap;
  EXPECT_TRUE(across_a_gap(motion, 4).is_never());
  EXPECT_TRUE(across_a_gap(motion, 5).is_never());
}

// t²/2 · 2 = 9 at 3; with both under the same gravity they go straight relative to each other.
TEST(Predictor, AccelerationCountsWhereItIsDifferent) {
  EXPECT_DOUBLE_EQ(after(across_a_gap(Accelerating2{{0, 0}, {2, 0}}, 9)), 3);
  WorldOptions<2> options;
  options.gravity = {0, -10};
  PlainDomain<2> scene(options);
  scene.add_ball({0, 0}, 1, {2, 0});
  scene.add_ball({10, 0}, 1, {-2, 0});
  scene.add({.shape = Circle{{0, -21}, 1}, .mass = kImmovable});
  scene.list();
  EXPECT_EQ((first_of<2>(scene, 0, {1}).key.time), (Time{2, 0}));
  // A ball that starts at rest falls on the still one: a gap of 19 = 10 t²/2.
  scene.add_ball({0, 0}, 1, {0, 0});
  scene.list();
  EXPECT_DOUBLE_EQ(after(first_of<2>(scene, 3, {2})), std::sqrt(2 * 19 / 10.0));
}

TEST(Predictor, BodiesMeetOnlyIfEachHasALayerInTheOthersMask) {
  const auto meet = [](std::uint32_t layers_a, std::uint32_t mask_a, std::uint32_t layers_b, std::uint32_t mask_b) {
    PlainDomain<2> scene;
    scene.add({.shape = Circle{{0, 0}, 1}, .motion = Vec2{1, 0}, .layers = layers_a, .mask = mask_a});
    scene.add({.shape = Circle{{5, 0}, 1}, .layers = layers_b, .mask = mask_b});
    scene.add({.shape = HalfSpace2{{-1, 0}, -5}, .layers = layers_b, .mask = mask_b});
    scene.list();
    const bool ball = !first_of<2>(scene, 0, {1}).is_never();
    EXPECT_EQ(ball, !with_obstacle<2>(scene, 0, 0).is_never());
    return ball;
  };
  EXPECT_TRUE(meet(1, 1, 1, 1));
  EXPECT_TRUE(meet(2, 5, 4, 3));
  EXPECT_FALSE(meet(2, 4, 4, 1));
  EXPECT_FALSE(meet(2, 1, 4, 2));
  EXPECT_FALSE(meet(1, 2, 2, 4));
}

TEST(Predictor, TwoThatAreImmovableDoNotMeet) {
  PlainDomain<2> scene;
  scene.add({.shape = Circle{{0, 0}, 1}, .motion = Vec2{1, 0}, .mass = kImmovable});
  scene.add({.shape = Circle{{5, 0}, 1}, .motion = Vec2{-1, 0}, .mass = kImmovable});
  scene.add_ball({10, 0}, 1, {0, 0});
  scene.list();
  EXPECT_TRUE((first_of<2>(scene, 0, {1}).is_never()));
  EXPECT_EQ((first_of<2>(scene, 0, {2}).key.time), (Time{8, 0}));
}

TEST(Predictor, WhatSticksMeetsWhatItOverlapsEvenIfTheyPart) {
  for (const Response response : {Response::bounce, Response::stick, Response::pocket}) {
    for (const BodyMotion<2>& motion : {BodyMotion<2>(Vec2{1, 0}), BodyMotion<2>(Damped2{{1, 0}, 1})}) {
      PlainDomain<2> scene;
      scene.add({.shape = Circle{{0, 0}, 1}, .response = response});
      scene.add({.shape = Circle{{1.5, 0}, 1}, .motion = motion});
      scene.list();
      const Encounter<2> found = first_of<2>(scene, 0, {1});
      if (response == Response::bounce)
        EXPECT_TRUE(found.is_never());
      else
        EXPECT_EQ(found.key, (DueKey{{0, 0}, 1, 0, 1}));
    }
  }
}

TEST(Predictor, BallsThatOverlapAndApproachMeetNow) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({1.5, 0}, 1, {0, 0});
  scene.list();
  EXPECT_EQ((first_of<2>(scene, 0, {1}).key), (DueKey{{0, 0}, 1, 0, 1}));
}

TEST(Predictor, AContactThatIsKnownIsNotedAtItsTime) {
  WorldOptions<2> options;
  options.epoch_length = 0.5;
  PlainDomain<2> scene(options);
  scene.add_ball({0, 0}, 1, {1, 0});
  scene.add_ball({9, 0}, 1, {0, 0});
  scene.add_ball({9, 9}, 1, {0, 0});
  scene.list();
  scene.data.store.renew_version(1);
  Encounter<2> best;
  const Predictor<2>& predictor = scene.predictor();
  predictor.note_contact(0, 1, {3, -1}, {2, 0.25}, 1.5, best);  // 1.25 + 1.5 = 2.75
  expect_same<2>(best, {{{5, 0.25}, 1, 0, 1}, 1, kNone, scene.store().version(1), {3, -1}});
  const Encounter<2> first = best;
  predictor.note_contact(0, 2, {}, {2, 0.25}, 1.75, best);  // later
  expect_same(best, first);
  predictor.note_contact(0, 2, {}, {2, 0.25}, 1.5, best);  // at the same time, with a higher id
  expect_same(best, first);
  predictor.note_contact(0, 1, {3, 0}, {2, 0.25}, 1.5, best);  // a copy that comes after the other
  expect_same(best, first);
  predictor.note_contact(0, 1, {2, 0}, {2, 0.25}, 1.5, best);  // and one that comes before
  EXPECT_EQ(best.image, (broad::Cell<2>{2, 0}));
  predictor.note_contact(0, 2, {}, {2, 0.25}, 1.25, best);
  EXPECT_EQ(best.key, (DueKey{{5, 0}, 1, 0, 2}));
  Encounter<2> never;
  predictor.note_contact(0, 1, {}, {}, kForever, never);
  EXPECT_TRUE(never.is_never());
}

TEST(Predictor, ABallMeetsAHalfSpaceAfterItsHeightOverItsSpeed) {
  PlainDomain<2> scene;
  scene.add_ball({0, 3}, 1, {5, -1});
  scene.add({.shape = HalfSpace2{{0, 1}, 0}});
  scene.add({.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{0, 1}});
  scene.list();
  const Encounter<2> found = with_obstacle<2>(scene, 0, 0);
  EXPECT_EQ(found.key, (DueKey{{2, 0}, 1, 0, 1}));
  EXPECT_EQ(found.obstacle, 0u);
  EXPECT_EQ(found.partner, kNone);
  // One that comes at 1.
  EXPECT_EQ(with_obstacle<2>(scene, 0, 1).key, (DueKey{{1, 0}, 1, 0, 2}));
  EXPECT_EQ(with_obstacles<2>(scene, 0).obstacle, 1u);
}

// Gap 1 = t²/2 · 2 at 1; upwards at 2 first, −2 t + t² = 3 at 3 from a height of 4.
TEST(Predictor, ABallThatFallsMeetsTheFloor) {
  WorldOptions<3> options;
  options.gravity = {0, 0, -2};
  PlainDomain<3> scene(options);
  scene.add_ball({0, 0, 2}, 1, {});
  scene.add_ball({9, 0, 4}, 1, {0, 0, 2});
  scene.add({.shape = HalfSpace3{{0, 0, 1}, 0}});
  scene.list();
  EXPECT_DOUBLE_EQ(seconds(scene, with_obstacle<3>(scene, 0, 0)), 1);
  EXPECT_DOUBLE_EQ(seconds(scene, with_obstacle<3>(scene, 1, 0)), 3);
}

TEST(Predictor, ABallThatStopsMeetsAWallNoFartherThanItsStop) {
  for (const auto& [wall, time] : {std::pair(1.5, 1.0), std::pair(2.001, kForever)}) {
    PlainDomain<2> scene;
    scene.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{2, 0}, 1}});
    scene.add({.shape = HalfSpace2{{-1, 0}, -(1 + wall)}});
    scene.list();
    EXPECT_DOUBLE_EQ(after(with_obstacle<2>(scene, 0, 0)), time);
  }
}

// Side 0, ends 1 and 2; the centre passes the end at the distance 3 with radius 5, so 4 before it.
TEST(Predictor, ABallMeetsThePieceOfASegmentThatIsInItsWay) {
  PlainDomain<2> scene;
  scene.add_ball({0, 8}, 5, {0, -1});
  scene.add_ball({-3, 8}, 5, {0, -1});
  scene.add({.shape = Segment2{{0, 0}, {4, 0}}});
  scene.list();
  const Encounter<2> side = with_obstacles<2>(scene, 0);
  EXPECT_EQ(side.key, (DueKey{{3, 0}, 1, 0, 2}));
  const Encounter<2> end = with_obstacles<2>(scene, 1);
  EXPECT_DOUBLE_EQ(after(end), 4);
  EXPECT_EQ(end.obstacle, 1u);
}

TEST(Predictor, ABallMeetsTheFaceOfABoxThatIsInItsWay) {
  PlainDomain<3> scene;
  scene.add_ball({-3, 0.5, 0.5}, 1, {1, 0, 0});
  scene.add({.shape = Aabb3{{0, 0, 0}, {1, 1, 1}}});
  scene.list();
  const Encounter<3> found = with_obstacles<3>(scene, 0);
  EXPECT_EQ(found.key, (DueKey{{2, 0}, 1, 0, 1}));
  EXPECT_EQ(scene.data.obstacles[found.obstacle].direction, (std::array{-1, 0, 0}));
}

/// A ball that touches two pieces at once knows the one of lower number, in whatever order they are asked.
TEST(Predictor, PiecesThatAreMetAtTheSameTimeAreOrderedByNumber) {
  PlainDomain<2> scene;
  scene.add_ball({3, 3}, 1, {-1, -1});
  scene.add({.shape = Polygon{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}}});
  scene.list();
  for (const bool backwards : {false, true}) {
    Encounter<2> best;
    const std::uint32_t count = scene.data.obstacles.size();
    for (std::uint32_t k = 0; k < count; ++k)
      scene.predictor().consider_obstacle(0, backwards ? count - 1 - k : k, kNeverTime, best);
    EXPECT_EQ(best.key, (DueKey{{2, 0}, 1, 0, 1}));
    EXPECT_EQ(best.obstacle, 0u);  // the edges 0 and 3
  }
}

TEST(Predictor, ABallDoesNotMeetTheFaceOnWhichItRestsNorItsBorders) {
  WorldOptions<2> options;
  options.gravity = {0, -1};
  PlainDomain<2> scene(options);
  scene.add_ball({1, 1}, 1, {1, 0});
  scene.add({.shape = Aabb2{{0, -1}, {10, 0}}});
  scene.add({.shape = HalfSpace2{{0, 1}, 0}});  // the same height, and another body
  scene.list();
  const auto falls_at_once = [&](std::uint32_t piece) {
    return with_obstacle<2>(scene, 0, piece).key.time == Time{0, 0};
  };
  const std::uint32_t top = 3;  // +y is the last of 4 faces, and 4 corners follow
  const std::uint32_t floor = 8;
  ASSERT_EQ(scene.data.obstacles[top].direction, (std::array{0, 1}));
  EXPECT_TRUE(falls_at_once(top));
  EXPECT_TRUE(falls_at_once(floor));
  scene.data.store.own_load(0).supports = {{BodyId{1}, top}};
  scene.data.store.own_load(0).force = {0, -1};
  EXPECT_FALSE(falls_at_once(top));
  EXPECT_TRUE(falls_at_once(floor));
  // On the way down to the right it would meet the corner of the same face.
  for (std::uint32_t piece = 4; piece < 8; ++piece) {
    const Obstacle<2>& corner = scene.data.obstacles[piece];
    EXPECT_EQ(with_obstacle<2>(scene, 0, piece).is_never() || corner.high.y < 0, true) << piece;
  }
  scene.data.store.unload(0);
  scene.turn(0, {1, 0});
  EXPECT_TRUE(falls_at_once(top));
}

// Above the corner by 3, to its left by 1: it falls past the edge, and meets the corner of the face on which it does
// not rest.
TEST(Predictor, ACornerIsMetByABallThatDoesNotRestThere) {
  WorldOptions<2> options;
  options.gravity = {0, -2};
  PlainDomain<2> scene(options);
  scene.add_ball({11, 4}, 1.25, {0, 0});
  scene.add({.shape = Aabb2{{0, -1}, {10, 0}}});
  scene.list();
  // At the distance 1.25 from the corner, 1 beside it: 0.75 above, after √(4 − 0.75).
  const Encounter<2> found = with_obstacles<2>(scene, 0);
  EXPECT_DOUBLE_EQ(seconds(scene, found), std::sqrt(3.25));
  scene.data.store.own_load(0).supports = {{BodyId{1}, 3}};
  const Encounter<2> supported = with_obstacle<2>(scene, 0, found.obstacle);
  EXPECT_TRUE(supported.is_never());
}

TEST(Predictor, ContactAfterIsThatOfARelativeState) {
  const PlainDomain<2> scene;
  const Predictor<2>& predictor = scene.predictor();
  Relative<2> relative;
  relative.position = {10, 0};
  relative.velocity = {-4, 0};
  relative.radius_sum = 2;
  EXPECT_EQ(predictor.contact_after(relative, false, kForever), 2);
  EXPECT_EQ(predictor.contact_after(relative, false, 1.99), kForever);
  relative.velocity = {0, 0};
  relative.acceleration = {-4, 0};
  EXPECT_DOUBLE_EQ(predictor.contact_after(relative, false, kForever), 2);
  relative.position = {1.5, 0};
  relative.acceleration = {};
  EXPECT_EQ(predictor.contact_after(relative, false, kForever), kForever);
  EXPECT_EQ(predictor.contact_after(relative, true, kForever), 0);
}

}  // namespace
}  // namespace carom::sim
