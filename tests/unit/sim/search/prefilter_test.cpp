#include "sim/search/straight/prefilter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/carom.hpp"
#include "query/first_contact.hpp"
#include "unit/sim/plain_domain.hpp"

namespace carom::sim {
namespace {

/// What vector code is told of the paths.
template <int D>
StraightSearch<D> described(const PlainDomain<D>& scene, const Time& now) {
  StraightSearch<D> search;
  scene.domain.prefilter.describe(search, now);
  scene.domain.prefilter.describe_box(search);
  return search;
}

/// How far a coarse path is from the ball's place, in units of two radii of the largest.
template <int D>
double error_of(const PlainDomain<D>& scene, const StraightSearch<D>& search, std::uint32_t id, const Vec<D>& origin,
                double radius, const Time& now) {
  const CoarsePath& path = search.coarse_paths[id];
  const Particle<D>& particle = scene.particle(id);
  const double dt = scene.data.setting.clock.between(particle.time(), now);
  Vec<D> apart;
  for (int k = 0; k < D; ++k) {
    const double place = (particle.position[k] - origin[k] + dt * particle.velocity[k]) / (2 * radius);
    apart[k] = place - (double{path.position[k]} + double{search.elapsed} * double{path.velocity[k]});
  }
  return norm(apart);
}

template <int D>
bool is_unknown(const StraightSearch<D>& search, std::uint32_t id) {
  return std::isnan(search.coarse_paths[id].position[0]);
}

constexpr double kRadius = 0.75;
constexpr double kUnit = 2 * kRadius;

/// Balls of any own time up to now, all within the bounds of coarse paths.
template <int D>
void fill(PlainDomain<D>& scene, Random& random, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const double speed = std::pow(10, random.uniform(-6, 1.5));
    const Time time{scene.domain.now.epoch - static_cast<std::int64_t>(random.below(4)), random.uniform(0, 0.25)};
    scene.add({.shape = Ball<D>{500 * kUnit * random.in_ball<D>(), random.uniform(0.1, 1) * kRadius},
               .motion = random_velocity<D>(random, speed)},
              time);
  }
  scene.list();
}

template <int D>
WorldOptions<D> short_epochs() {
  WorldOptions<D> options;
  options.epoch_length = 0.25;
  return options;
}

// CoarseBounds: off by less than 2⁻⁸ until kEpochs after they were made.
template <int D>
void paths_are_near_the_balls() {
  Random random(D);
  PlainDomain<D> scene(short_epochs<D>());
  scene.domain.now = {100, 0.2};
  fill(scene, random, 400);
  const Vec<D> origin = -7.0 * random.in_ball<D>();
  Prefilter<D>& prefilter = scene.domain.prefilter;
  prefilter.keep(origin, kRadius, scene.domain.now);
  EXPECT_FALSE(prefilter.empty());
  for (const Time now : {Time{100, 0.2}, Time{103, 0}, Time{107, 0.249}}) {
    prefilter.refresh(now);
    const StraightSearch<D> search = described(scene, now);
    for (std::uint32_t id = 0; id < 400; ++id) {
      ASSERT_FALSE(is_unknown(search, id));
      ASSERT_LT((error_of<D>(scene, search, id, origin, kRadius, now)), 0x1p-8);
      ASSERT_EQ(search.coarse_paths[id].radius, static_cast<float>(scene.store().radius(id) / kUnit));
    }
  }
}

TEST(Prefilter, CoarsePathsAreNearTheBalls) {
  paths_are_near_the_balls<2>();
  paths_are_near_the_balls<3>();
}

TEST(Prefilter, PathsAreRenewedAfterSomeEpochs) {
  PlainDomain<2> scene(short_epochs<2>());
  scene.add_ball({3, 4}, kRadius, {1, -2});
  scene.list();
  Prefilter<2>& prefilter = scene.domain.prefilter;
  prefilter.keep({}, kRadius, {5, 0.1});
  const auto start = [&] { return described(scene, {5, 0}).coarse_paths[0].position[0]; };
  const float before = start();
  EXPECT_FLOAT_EQ(before, static_cast<float>((3 + 5 * 0.25) / kUnit));  // at the start of the epoch
  prefilter.refresh({12, 0.2});
  EXPECT_EQ(start(), before);
  EXPECT_FLOAT_EQ(described(scene, {12, 0.125}).elapsed, 7.5F);
  prefilter.refresh({13, 0});
  EXPECT_FLOAT_EQ(start(), static_cast<float>((3 + 13 * 0.25) / kUnit));
  EXPECT_FLOAT_EQ(described(scene, {13, 0.125}).elapsed, 0.5F);
  // A change between is seen from the same epoch.
  scene.domain.now = {15, 0};
  scene.turn(0, {-4, 0});
  EXPECT_FLOAT_EQ(start(), static_cast<float>((3 + 15 * 0.25 + 2 * 0.25 * 4) / kUnit));
  EXPECT_LT((error_of<2>(scene, described(scene, {19, 0.1}), 0, {}, kRadius, {19, 0.1})), 0x1p-8);
}

/// A path of a ball with something special about it.
bool is_unknown(const Body<2>& body, const WorldOptions<2>& options = {}) {
  PlainDomain<2> scene(options);
  const std::uint32_t id = scene.add(body);
  scene.list();
  scene.domain.prefilter.keep({}, kRadius, {});
  return is_unknown(described(scene, {}), id);
}

TEST(Prefilter, WhatIsNoBallOnAStraightPathThatBouncesIsUnknown) {
  const Body<2> usual{.shape = Circle{{1, 1}, kRadius}, .motion = Vec2{1, 0}};
  EXPECT_FALSE(is_unknown(usual));
  Body<2> body = usual;
  body.mass = kImmovable;
  EXPECT_TRUE(is_unknown(body));
  body = usual;
  body.response = Response::stick;
  EXPECT_TRUE(is_unknown(body));
  body = usual;
  body.response = Response::slide;
  EXPECT_TRUE(is_unknown(body));
  body = usual;
  body.motion = Stopping2{{1, 0}, 1};
  EXPECT_TRUE(is_unknown(body));
  body = usual;
  body.mask = 2;
  EXPECT_TRUE(is_unknown(body));
  EXPECT_TRUE(is_unknown({.shape = HalfSpace2{{1, 0}, 0}}));
  WorldOptions<2> heavy;
  heavy.gravity = {0, -1};
  EXPECT_TRUE(is_unknown(usual, heavy));
}

// In units of 2 radii, and of these per epoch.
TEST(Prefilter, WhatIsFarOrFastIsUnknown) {
  const auto ball = [](double place, double speed) {
    return Body<2>{.shape = Circle{{0, place * kUnit}, kRadius}, .motion = Vec2{speed * kUnit, 0}};
  };
  const double far = CoarseBounds::kFar;
  const double fast = far / CoarseBounds::kEpochs;
  EXPECT_FALSE(is_unknown(ball(0.999 * far, 0)));
  EXPECT_TRUE(is_unknown(ball(1.001 * far, 0)));
  EXPECT_FALSE(is_unknown(ball(0, 0.999 * fast)));
  EXPECT_TRUE(is_unknown(ball(0, -1.001 * fast)));
}

TEST(Prefilter, KeepsNothingUnlessItIsTold) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, kRadius, {1, 0});
  scene.list();
  Prefilter<2>& prefilter = scene.domain.prefilter;
  const auto paths = [&] { return described(scene, {}).coarse_paths; };
  EXPECT_TRUE(prefilter.empty());
  prefilter.add(0);
  prefilter.renew(0);
  prefilter.refresh({100, 0});
  EXPECT_TRUE(prefilter.empty());
  prefilter.keep({}, kRadius, {});
  EXPECT_FALSE(prefilter.empty());
  EXPECT_NE(paths(), nullptr);
  prefilter.clear();
  EXPECT_TRUE(prefilter.empty());
}

TEST(Prefilter, ABallThatComesIsKept) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, kRadius, {1, 0});
  scene.list();
  scene.domain.prefilter.keep({}, kRadius, {});
  scene.domain.now = {2, 0.5};
  const std::uint32_t id = scene.add_ball({3, 0}, 0.5 * kRadius, {0, 1});
  scene.data.store.enlist_ball(id);
  scene.domain.prefilter.add(id);
  const StraightSearch<2> search = described(scene, {3, 0});
  EXPECT_LT((error_of<2>(scene, search, id, {}, kRadius, {3, 0})), 0x1p-8);
  EXPECT_EQ(search.coarse_paths[id].radius, 0.25F);
}

TEST(Prefilter, TellsOfThePeriodicBoxInItsUnits) {
  WorldOptions<3> options;
  options.period = Vec3{3, 6, 12};
  PlainDomain<3> scene(options);
  scene.add_ball({0, 0, 0}, kRadius, {1, 0, 0});
  scene.list();
  EXPECT_EQ(described(scene, {}).coarse_period[0], 0);
  scene.domain.prefilter.keep({}, kRadius, {});
  const StraightSearch<3> search = described(scene, {});
  EXPECT_EQ(search.coarse_period[0], 2);
  EXPECT_EQ(search.coarse_period[1], 4);
  EXPECT_EQ(search.coarse_period[2], 8);
  EXPECT_EQ(search.coarse_boxes[2], 0.125);
}

/// Two balls whose paths come as near as a share of the sum of their radii: head on, or so close to 1 that they barely
/// touch.
template <int D>
void add_meeting_pair(PlainDomain<D>& scene, Random& random, double size) {
  const double r1 = random.uniform(0.1, 1) * kRadius;
  const double r2 = random.uniform(0.1, 1) * kRadius;
  const double nearest = random.below(2) == 0 ? 1 - std::pow(10, random.uniform(-12, -1)) : random.uniform();
  Vec<D> direction = random.direction<D>();
  Vec<D> side = random.direction<D>();
  side = side - dot(side, direction) * direction;
  side = side / norm(side);
  const double speed = std::pow(10, random.uniform(-3, 1.3));
  const double after = random.uniform(0, 30 / speed);
  // At the time of the nearest approach they are `nearest` apart.
  const Vec<D> middle = size * kUnit * random.in_ball<D>();
  const Vec<D> common = std::pow(10, random.uniform(-3, 1)) * random.direction<D>();
  const Vec<D> velocity[2] = {common + 0.5 * speed * direction, common - 0.5 * speed * direction};
  const Vec<D> apart = (nearest * (r1 + r2)) * side;
  const Time own[2] = {{scene.domain.now.epoch - static_cast<std::int64_t>(random.below(3)), random.uniform(0, 0.25)},
                       scene.domain.now};
  for (int k = 0; k < 2; ++k) {
    const Vec<D> meeting = middle + (k == 0 ? 0.5 : -0.5) * apart;
    const double back = after + scene.data.setting.clock.between(own[k], scene.domain.now);
    scene.add({.shape = Ball<D>{meeting - back * velocity[k], k == 0 ? r1 : r2}, .motion = velocity[k]}, own[k]);
  }
}

/// Of pairs that meet, as the exact query says, none is ruled out; most of those that do not are.
template <int D>
void pairs_that_meet_are_found() {
  Random random(30 + D);
  int met = 0;
  for (const double size : {1.0, 100.0, 1000.0}) {
    PlainDomain<D> scene(short_epochs<D>());
    scene.domain.now = {40, 0.1};
    for (int pair = 0; pair < 3000; ++pair) add_meeting_pair(scene, random, size);
    scene.list();
    Prefilter<D>& prefilter = scene.domain.prefilter;
    prefilter.keep({}, kRadius, {33, 0});  // some epochs ago
    prefilter.refresh(scene.domain.now);
    for (std::uint32_t low = 0; low < scene.store().size(); low += 2) {
      const std::uint32_t high = low + 1;
      Encounter<D> expected;
      scene.predictor().consider_ball(low, high, {}, EpochClock::never(), expected);
      if (expected.is_never()) continue;
      ++met;
      for (const std::uint32_t ball : {low, high}) {
        StraightSearch<D> search = described(scene, scene.domain.now);
        search.particles = scene.store().particles();
        search.self = search.parted = ball;
        search.radii = scene.store().radii();
        search.epoch_length = 0.25;
        search.since = scene.store().since(ball, scene.domain.now);
        std::vector<std::uint32_t> bodies(32, ball);
        bodies[0] = ball == low ? high : low;
        FirstMet<D> found;
        best_first_of<D>()(search, bodies.data(), 1, found);
        const bool is_doubted = std::count(found.doubtful, found.doubtful + found.doubts, bodies[0]) > 0;
        ASSERT_TRUE(found.other == bodies[0] || is_doubted) << low;
      }
    }
  }
  EXPECT_GT(met, 8000);
}

TEST(Prefilter, APairThatMeetsIsNeverRuledOut) {
  pairs_that_meet_are_found<2>();
  pairs_that_meet_are_found<3>();
}

// Two balls are as far off the way of the first one: the coarse path of the movable one rules it out.
TEST(Prefilter, APathThatIsNotKeptRulesNothingOut) {
  PlainDomain<2> scene;
  scene.add_ball({0, 0}, kRadius, {1, 0});
  scene.add({.shape = Circle{{20, 9}, kRadius}, .mass = kImmovable});
  scene.add_ball({20, -9}, kRadius, {0, 0});
  scene.list();
  scene.domain.prefilter.keep({}, kRadius, {});
  StraightSearch<2> search = described(scene, {});
  search.particles = scene.store().particles();
  search.radius = kRadius;
  std::vector<std::uint32_t> bodies(32, 0);
  bodies[0] = 1;
  bodies[1] = 2;
  FirstMet<2> found;
  best_first_of<2>()(search, bodies.data(), 2, found);
  EXPECT_EQ(found.other, UINT32_MAX);
  ASSERT_EQ(found.doubts, 1u);
  EXPECT_EQ(found.doubtful[0], 1u);
}

}  // namespace
}  // namespace carom::sim
