#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

#include "carom/mover/platform.hpp"
#include "carom/shape/bounding.hpp"
#include "property/slide_laws.hpp"

// Exchanging the coordinates of a world changes no number in it, so that whoever moves with another axis as up is to
// give the same answer as with z, turned, in every bit.
namespace carom::testing {
namespace {

Vec3 turned(const Vec3& v, Axis up) {
  if (up == Axis::x) return {v.z, v.x, v.y};
  if (up == Axis::y) return {v.y, v.z, v.x};
  return v;
}
Sphere turned(const Sphere& ball, Axis up) {
  return {turned(ball.center, up), ball.radius};
}
Segment3 turned(const Segment3& segment, Axis up) {
  return {turned(segment.from, up), turned(segment.to, up)};
}
Aabb3 turned(const Aabb3& box, Axis up) {
  return {turned(box.low, up), turned(box.high, up)};
}
Triangle turned(const Triangle& t, Axis up) {
  return {turned(t.a, up), turned(t.b, up), turned(t.c, up)};
}
Capsule3 turned(const Capsule3& capsule, Axis up) {
  return {turned(capsule.from, up), turned(capsule.to, up), capsule.radius};
}
UprightCylinder turned(const UprightCylinder& cylinder, Axis up) {
  return {turned(cylinder.center, up), cylinder.radius, cylinder.half_height, up};
}
template <class Shape>
std::vector<Shape> turned(std::vector<Shape> all, Axis up) {
  for (Shape& shape : all) shape = turned(shape, up);
  return all;
}
Obstacles<3> turned(const Obstacles<3>& world, Axis up) {
  return {turned(world.balls, up),     turned(world.segments, up), turned(world.boxes, up),
          turned(world.triangles, up), turned(world.capsules, up), turned(world.cylinders, up)};
}

/// Every number that a shape or vector is made of, by its bits.
std::vector<std::uint64_t> bits(std::initializer_list<double> numbers) {
  std::vector<std::uint64_t> all;
  for (const double number : numbers) all.push_back(std::bit_cast<std::uint64_t>(number));
  return all;
}
auto bits(const Vec3& v) {
  return bits({v.x, v.y, v.z});
}
auto bits(const Sphere& b) {
  return bits({b.center.x, b.center.y, b.center.z, b.radius});
}
auto bits(const Capsule3& c) {
  return bits({c.from.x, c.from.y, c.from.z, c.to.x, c.to.y, c.to.z, c.radius});
}
auto bits(const UprightCylinder& c) {
  return bits({c.center.x, c.center.y, c.center.z, c.radius, c.half_height, static_cast<double>(c.axis)});
}
auto bits(const Aabb3& b) {
  return bits({b.low.x, b.low.y, b.low.z, b.high.x, b.high.y, b.high.z});
}

template <class Seen>
bool same_but_turned(const Seen& seen, const Seen& twin, Axis up) {
  return bits(turned(seen, up)) == bits(twin);
}
bool same_but_turned(const std::vector<SlideContact<3>>& seen, const std::vector<SlideContact<3>>& twin, Axis up) {
  return std::equal(seen.begin(), seen.end(), twin.begin(), twin.end(), [up](const auto& a, const auto& b) {
    return a.item == b.item && a.time == b.time && same_but_turned(a.point, b.point, up) &&
           same_but_turned(a.normal, b.normal, up);
  });
}
bool same_touches(const std::vector<TriggerTouch>& a, const std::vector<TriggerTouch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.item == other.item && one.time == other.time;
  });
}

template <class Mover>
bool same_but_turned(const SlideResult<Mover>& seen, const SlideResult<Mover>& twin, Axis up) {
  return same_but_turned(seen.mover, twin.mover, up) && same_but_turned(seen.displacement, twin.displacement, up) &&
         same_but_turned(seen.pushed_out, twin.pushed_out, up) && seen.end == twin.end &&
         same_but_turned(seen.remaining, twin.remaining, up) && seen.iterations == twin.iterations &&
         same_but_turned(seen.contacts, twin.contacts, up) && same_but_turned(seen.holding, twin.holding, up) &&
         same_touches(seen.triggers, twin.triggers);
}
template <class Mover>
bool same_but_turned(const WalkResult<Mover>& seen, const WalkResult<Mover>& twin, Axis up) {
  if (seen.ground.has_value() != twin.ground.has_value()) return false;
  if (seen.ground &&
      !(seen.ground->item == twin.ground->item && same_but_turned(seen.ground->point, twin.ground->point, up) &&
        same_but_turned(seen.ground->normal, twin.ground->normal, up)))
    return false;
  return same_but_turned(seen.mover, twin.mover, up) && same_but_turned(seen.displacement, twin.displacement, up) &&
         seen.end == twin.end && seen.stepped == twin.stepped && same_but_turned(seen.contacts, twin.contacts, up) &&
         same_touches(seen.triggers, twin.triggers);
}

/// Things of all kinds on hills or on stairs, and a floor below all.
Obstacles<3> random_level(Random& random) {
  Obstacles<3> world = random.below(2) == 0 ? random_terrain(random, 16, 0.4) : Obstacles<3>{};
  if (world.triangles.empty())
    for (int k = -8; k < 8; ++k)
      world.boxes.push_back({{1.0 * k, -9, -3}, {9, 9, 0.2 * k + 0.1 * random.uniform(0, 1)}});
  world.boxes.push_back({{-40, -40, -4}, {40, 40, -3}});
  const auto place = [&] {
    const Vec3 across = random_place<3>(random, 6);
    return Vec3{across.x, across.y, random.uniform(-0.5, 2)};
  };
  for (int k = 0; k < 6; ++k) {
    const Vec3 from = place();
    world.balls.push_back({place(), random.uniform(0.1, 1)});
    world.segments.push_back({from, from + random_place<3>(random, 3)});
    world.triangles.push_back({from, from + random_place<3>(random, 2), from + random_place<3>(random, 2)});
    world.boxes.push_back({from, from + Vec3{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)}});
    world.capsules.push_back({from, from + Vec3{0, random.uniform(0, 0.5), 1}, random.uniform(0.1, 0.5)});
    world.cylinders.push_back({place(), random.uniform(0.1, 0.7), random.uniform(0.1, 1)});
  }
  return world;
}

Sphere ball_hero(const Vec3& place) {
  return {place, 0.4};
}
Capsule3 capsule_hero(const Vec3& place) {
  return {place, place + Vec3{0, 0, 0.9}, 0.35};
}
Capsule3 leaning_hero(const Vec3& place) {
  return {place, place + Vec3{0.3, -0.2, 0.7}, 0.3};
}
UprightCylinder cylinder_hero(const Vec3& place) {
  return {place, 0.35, 0.8};
}

WalkOptions random_options(Random& random) {
  WalkOptions options;
  if (random.below(2) == 0) options.slope = random.uniform(0.3, 0.95);
  if (random.below(3) > 0) options.step_up = random.uniform(0.05, 0.5);
  if (random.below(3) > 0) options.snap = random.uniform(0.01, 0.4);
  if (random.below(2) == 0) options.slide.push_out = 1;
  if (random.below(2) == 0)
    options.slide.passage = [](ItemId item) {
      return item.number % 7 == 3 ? Passage::trigger : item.number % 7 == 5 ? Passage::ignored : Passage::blocks;
    };
  return options;
}

/// Mostly a frame's way, sometimes many times the mover's size.
Vec3 random_way(Random& random) {
  const double length = random.below(8) == 0 ? random.uniform(3, 60) : random.uniform(0.01, 0.5);
  return length * random.direction<3>();
}

Vec3 place_above(Random& random) {
  return {random.uniform(-5, 5), random.uniform(-5, 5), 3};
}
/// In overlap, or away from all that is in the world.
template <class Result>
bool is_lost(const Result& result) {
  return result.end == SlideEnd::overlapping || norm(ball_around(result.mover).center) > 12;
}

struct Tally {
  int moves = 0;
  int on_ground = 0;
  int stepped = 0;
  int stuck = 0;
  int contacts = 0;
  int triggers = 0;
};

/// Calls act(random, world, turned world, up) for random worlds and each axis.
template <class Act>
void each_twin(std::uint64_t seed, int worlds, const Act& act) {
  for (int w = 0; w < worlds; ++w)
    for (const Axis up : {Axis::x, Axis::y, Axis::z}) {
      Random random(seed, static_cast<std::uint64_t>(w));
      const Obstacles<3> world = random_level(random);
      const Obstacles<3> other = turned(world, up);
      SCOPED_TRACE("world " + std::to_string(w) + ", up " + "xyz"[static_cast<int>(up)]);
      act(random, world, other, up);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

template <class At>
void expect_walks_turned(const At& at, std::uint64_t seed, bool exact = false) {
  Tally tally;
  each_twin(seed, 25, [&](Random& random, const Obstacles<3>& world, const Obstacles<3>& other, Axis up) {
    const Index3 index = world.index();
    const Index3 seen = other.index();
    WalkOptions options = random_options(random);
    options.slide.exact = exact;
    WalkOptions twins = options;
    options.slide.others = world.options().others;
    twins.slide.others = other.options().others;
    twins.up = up;
    auto hero = at(place_above(random));
    double falling = 0;
    for (int k = 0; k < 40; ++k) {
      falling -= 0.1;
      Vec3 way = random_way(random);
      if (k % 4 > 0) way.z = falling;
      const auto result = walk(index, hero, way, options);
      const auto twin = walk(seen, turned(hero, up), turned(way, up), twins);
      ASSERT_TRUE(same_but_turned(result, twin, up)) << "move " << k;
      hero = is_lost(result) ? at(place_above(random)) : result.mover;
      if (result.ground) falling = 0;
      ++tally.moves;
      tally.on_ground += result.ground ? 1 : 0;
      tally.stepped += result.stepped > 0 ? 1 : 0;
      tally.stuck += result.end == SlideEnd::stuck ? 1 : 0;
      tally.contacts += result.contacts.empty() ? 0 : 1;
      tally.triggers += result.triggers.empty() ? 0 : 1;
    }
  });
  EXPECT_GT(tally.on_ground, tally.moves / 10);
  EXPECT_GT(tally.contacts, tally.moves / 10);
  EXPECT_GT(tally.stepped, 3);
  EXPECT_GT(tally.stuck, 3);
  EXPECT_GT(tally.triggers, 3);
}

TEST(Axes, WalksAreTheSameWhicheverAxisIsUp) {
  expect_walks_turned(ball_hero, 81);
  expect_walks_turned(ball_hero, 82, true);
  expect_walks_turned(capsule_hero, 83);
  expect_walks_turned(leaning_hero, 84);
  expect_walks_turned(cylinder_hero, 85);
}

TEST(Axes, TheCylinderThatWalksNeedsNotSayWhichAxisIsUp) {
  each_twin(86, 5, [&](Random& random, const Obstacles<3>&, const Obstacles<3>& other, Axis up) {
    const Index3 index = other.index();
    const UprightCylinder hero = turned(cylinder_hero({0, 0, 4}), up);
    const Vec3 way = turned(random_way(random), up);
    const auto told = walk(index, hero, way, {.snap = 3, .up = up});
    const auto untold = walk(index, hero, way, {.snap = 3});
    ASSERT_EQ(bits(told.mover), bits(untold.mover));
    ASSERT_EQ(told.contacts.size(), untold.contacts.size());
  });
}

/// Balls and capsules are seen as the cylinders are that stand about.
template <class At>
void expect_slides_turned(const At& at, std::uint64_t seed) {
  Tally tally;
  each_twin(seed, 25, [&](Random& random, const Obstacles<3>& world, const Obstacles<3>& other, Axis up) {
    const Index3 index = world.index();
    const Index3 seen = other.index();
    SlideOptions options = random_options(random).slide;
    SlideOptions twins = options;
    options.others = world.options().others;
    twins.others = other.options().others;
    auto hero = at(place_above(random));
    for (int k = 0; k < 40; ++k) {
      const Vec3 way = random_way(random) + Vec3{0, 0, -0.1};
      const auto result = move_and_slide(index, hero, way, options);
      const auto twin = move_and_slide(seen, turned(hero, up), turned(way, up), twins);
      ASSERT_TRUE(same_but_turned(result, twin, up)) << "move " << k;
      hero = is_lost(result) ? at(place_above(random)) : result.mover;
      ++tally.moves;
      tally.contacts += result.contacts.empty() ? 0 : 1;
    }
  });
  EXPECT_GT(tally.contacts, tally.moves / 10);
}

TEST(Axes, SlidesAreTheSameWhicheverAxisCylindersHave) {
  expect_slides_turned(ball_hero, 87);
  expect_slides_turned(leaning_hero, 88);
  expect_slides_turned(cylinder_hero, 89);
}

/// Heroes about a box that goes anywhere, each on the ground or in the air.
template <class At>
void expect_rides_turned(const At& at, std::uint64_t seed) {
  std::array<int, 4> rides{};
  each_twin(seed, 8, [&](Random& random, const Obstacles<3>& world, const Obstacles<3>& other, Axis up) {
    Index3 index = world.index();
    Index3 seen = other.index();
    WalkOptions options = random_options(random);
    options.slide.passage = {};
    WalkOptions twins = options;
    options.slide.others = world.options().others;
    twins.slide.others = other.options().others;
    twins.up = up;
    const ItemId platform = index.insert(Aabb3{{-1, -1, 2}, {1, 1, 3}});
    seen.insert(turned(index.box(platform), up));
    for (int k = 0; k < 12; ++k) {
      const Vec3 middle = 0.5 * (index.box(platform).low + index.box(platform).high);
      const auto beside = [&](const Vec3& offset, double falls = 0.5) {
        return walk(index, at(middle + offset), Vec3{0, 0, -falls}, options).mover;
      };
      const std::vector heroes{beside({0, 0, 1.4}), beside({2, 0.3, 0}), beside({-0.4, 1.9, 0}), beside({0, -1.7, 0.2}),
                               beside({0.3, 0.4, -1.8}, 2)};
      const auto others = turned(heroes, up);
      const Vec3 by = random.uniform(0.05, 2) * random.direction<3>();
      const auto result = move_platform<decltype(at({}))>(index, platform, by, heroes, options);
      const auto twin = move_platform<decltype(at({}))>(seen, platform, turned(by, up), others, twins);
      ASSERT_TRUE(same_but_turned(index.box(platform), seen.box(platform), up));
      for (std::size_t i = 0; i < heroes.size(); ++i) {
        ASSERT_EQ(result[i].ride, twin[i].ride) << "move " << k;
        ASSERT_TRUE(same_but_turned(result[i].mover, twin[i].mover, up)) << "move " << k;
        ++rides[static_cast<std::size_t>(result[i].ride)];
      }
    }
  });
  for (const int count : rides) EXPECT_GT(count, 0);
}

TEST(Axes, PlatformsCarryTheSameWhicheverAxisIsUp) {
  expect_rides_turned(ball_hero, 91);
  expect_rides_turned(leaning_hero, 92);
  expect_rides_turned(cylinder_hero, 93);
}

TEST(Axes, SmallestCylindersAreTheSameAlongEveryAxis) {
  Random random(94);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<Vec3> points;
    for (std::size_t k = 0; k < count; ++k) points.push_back(random_place<3>(random, 3));
    for (const Axis up : {Axis::x, Axis::y, Axis::z})
      ASSERT_TRUE(same_but_turned(smallest_cylinder(points), smallest_cylinder(turned(points, up), up), up));
  }
}

}  // namespace
}  // namespace carom::testing
