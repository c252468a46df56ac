#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/query/overlap.hpp"
#include "property/slide_laws.hpp"

namespace carom::testing {
namespace {

Circle circle_at(const Vec2& place) {
  return {place, 0.5};
}
Capsule2 capsule_at(const Vec2& place) {
  return {place, place + Vec2{0.3, 0.7}, 0.4};
}
Sphere sphere_at(const Vec3& place) {
  return {place, 0.5};
}
Capsule3 upright_capsule_at(const Vec3& place) {
  return {place, place + Vec3{0, 0, 1}, 0.4};
}
Capsule3 leaning_capsule_at(const Vec3& place) {
  return {place, place + Vec3{0.5, 0.25, 1}, 0.4};
}
UprightCylinder cylinder_at(const Vec3& place) {
  return {place, 0.4, 0.8};
}

/// Where a mover stands free, somewhere between −9 and 9.
template <int D, class At>
auto free_start(Random& random, const Obstacles<D>& world, const At& at) {
  for (;;) {
    const auto mover = at(random_place<D>(random, 9));
    if (least_gap<D>(mover, world) > 0) return mover;
  }
}

/// From the tiniest to far.
template <int D>
Vec<D> random_intention(Random& random) {
  return std::ldexp(random.uniform(1, 2), static_cast<int>(random.below(16)) - 10) * random.direction<D>();
}

template <int D, class At>
void expect_laws(const At& at, int worlds, int moves, std::uint64_t seed) {
  Random random(seed);
  for (int w = 0; w < worlds; ++w) {
    const Obstacles<D> world = random_obstacles<D>(random);
    const Index<D> index = world.index();
    auto mover = free_start<D>(random, world, at);
    for (int m = 0; m < moves; ++m) {
      const Vec<D> intended = random_intention<D>(random);
      const auto result = move_and_slide(index, mover, intended);
      ASSERT_EQ(complaint(index, world, mover, intended, result), "") << "world " << w << " move " << m;
      mover = result.mover;
    }
  }
}

/// Movers of all shapes that stand about.
template <int D>
Obstacles<D> random_others(Random& random) {
  Obstacles<D> world;
  for (int k = 0; k < 12; ++k) {
    const Vec<D> from = random_place<D>(random, 4);
    Vec<D> upright{};
    upright[D - 1] = random.uniform(0.5, 2);
    world.capsules.push_back(
        {from, from + (k % 2 == 0 ? upright : random_place<D>(random, 2)), random.uniform(0.1, 1)});
  }
  if constexpr (D == 3)
    for (int k = 0; k < 12; ++k)
      world.cylinders.push_back({random_place<3>(random, 4), random.uniform(0.1, 1), random.uniform(0.1, 1)});
  return world;
}

/// Where a mover stands free among others.
template <int D, class At>
void expect_laws_among_others(const At& at, std::uint64_t seed) {
  Random random(seed);
  int ends[2] = {0, 0};
  for (int w = 0; w < (D == 2 ? 20 : 3); ++w) {
    const Obstacles<D> world = random_others<D>(random);
    const Index<D> empty;
    auto mover = free_start<D>(random, world, at);
    for (int m = 0; m < 10; ++m) {
      // Towards their middle.
      const Vec<D> intended = random_intention<D>(random) - 0.5 * ball_around(mover).center;
      const auto result = move_and_slide(empty, mover, intended, world.options());
      ASSERT_EQ(complaint(empty, world, mover, intended, result), "") << "world " << w << " move " << m;
      ++ends[result.end == SlideEnd::stuck ? 1 : 0];
      mover = result.mover;
    }
  }
  EXPECT_GT(ends[0], 20);
  EXPECT_GE(ends[1], D == 2 ? 5 : 0);
}

TEST(SlideLaws, HoldAmongOtherMovers) {
  expect_laws_among_others<2>(circle_at, 41);
  expect_laws_among_others<2>(capsule_at, 42);
  expect_laws_among_others<3>(sphere_at, 43);
  expect_laws_among_others<3>(leaning_capsule_at, 44);
  expect_laws_among_others<3>(cylinder_at, 45);
}

TEST(SlideLaws, WhereAskedNoOverlapIsLeftAtAll) {
  Random random(46);
  const auto overlaps = [](const auto& mover, const auto& shapes) {
    return std::any_of(shapes.begin(), shapes.end(),
                       [&](const auto& shape) { return proximity(mover, shape) == Proximity::overlapping; });
  };
  const SlideOptions exact{.exact = true};
  int stuck = 0;
  for (int w = 0; w < 200; ++w) {
    const Obstacles<2> world = w % 2 == 0 ? random_room(random) : random_obstacles<2>(random);
    const Index2 index = world.index();
    Circle mover{{}, 0.5};
    if (w % 2 != 0) mover = free_start<2>(random, world, circle_at);
    if (least_gap<2>(mover, world) < 0) continue;
    for (int m = 0; m < 20; ++m) {
      const Vec2 intended = random_intention<2>(random);
      const auto result = move_and_slide(index, mover, intended, exact);
      const Circle& end = result.mover;
      ASSERT_FALSE(overlaps(end, world.balls) || overlaps(end, world.segments) || overlaps(end, world.boxes))
          << "world " << w << " move " << m;
      if (result.end == SlideEnd::stuck) {
        ++stuck;
        ASSERT_EQ(move_and_slide(index, end, intended, exact).mover.center, end.center);
      }
      mover = end;
    }
  }
  EXPECT_GT(stuck, 100);
}

TEST(SlideLaws, HoldForCircles) {
  expect_laws<2>(circle_at, 60, 30, 1);
}
TEST(SlideLaws, HoldForCapsulesInThePlane) {
  expect_laws<2>(capsule_at, 40, 20, 2);
}
TEST(SlideLaws, HoldForSpheres) {
  expect_laws<3>(sphere_at, 30, 20, 3);
}
TEST(SlideLaws, HoldForUprightCapsules) {
  expect_laws<3>(upright_capsule_at, 15, 20, 4);
}
TEST(SlideLaws, HoldForLeaningCapsules) {
  expect_laws<3>(leaning_capsule_at, 15, 20, 5);
}
TEST(SlideLaws, HoldForUprightCylinders) {
  expect_laws<3>(cylinder_at, 2, 6, 6);
}

TEST(SlideLaws, HoldInRoomsAtAnySpeed) {
  Random random(11);
  for (int w = 0; w < 40; ++w) {
    const Obstacles<2> world = random_room(random);
    const Index2 index = world.index();
    Circle mover{{0, 0}, 0.5};
    if (least_gap<2>(mover, world) <= 0) continue;
    for (int m = 0; m < 20; ++m) {
      const Vec2 intended = std::ldexp(1.0, static_cast<int>(random.below(34)) - 16) * random.direction<2>();
      const auto result = move_and_slide(index, mover, intended);
      ASSERT_EQ(complaint(index, world, mover, intended, result), "") << "world " << w << " move " << m;
      ASSERT_LT(norm(result.mover.center), 10.5) << "through a wall: world " << w << " move " << m;
      mover = result.mover;
    }
  }
}

TEST(SlideLaws, HoldOnTerrain) {
  Random random(12);
  for (int w = 0; w < 6; ++w) {
    const Obstacles<3> world = random_terrain(random, 10, 0.6);
    const Index3 index = world.index();
    Sphere mover{{0, 0, 3}, 0.4};
    for (int m = 0; m < 25; ++m) {
      Vec3 intended = random.uniform(0, 2) * random.direction<3>();
      intended.z -= 0.5;
      const auto result = move_and_slide(index, mover, intended);
      ASSERT_EQ(complaint(index, world, mover, intended, result), "") << "world " << w << " move " << m;
      mover = result.mover;
      if (std::fabs(mover.center.x) > 4 || std::fabs(mover.center.y) > 4) mover.center = {0, 0, 3};
    }
  }
}

/// How far the nearest of many directions leads out of an overlap, in steps.
double sampled_way_out(const Circle& circle, const Obstacles<2>& world, double limit) {
  constexpr double kStep = 0.02;
  double best = kForever;
  for (const Vec2& u : directions<2>(48))
    for (double s = kStep; s < std::min(best, limit); s += kStep)
      if (least_gap<2>(shifted(circle, s * u), world) >= 0) best = s;
  return best;
}

TEST(SlideLaws, TheWayOutOfAnOverlapIsFreeAndAboutTheShortest) {
  Random random(41);
  for (int w = 0; w < 8; ++w) {
    const Obstacles<2> world = random_obstacles<2>(random);
    const Index2 index = world.index();
    for (int m = 0; m < 5; ++m) {
      const Circle circle = circle_at(random_place<2>(random, 8));
      if (least_gap<2>(circle, world) >= 0) continue;
      const auto result = move_and_slide(index, circle, Vec2{}, {.push_out = 2});
      const double sampled = sampled_way_out(circle, world, 2);
      if (result.end == SlideEnd::overlapping) {
        EXPECT_EQ(sampled, kForever) << w << ' ' << m;
        continue;
      }
      EXPECT_GE(least_gap<2>(result.mover, world), -5e-13);
      EXPECT_LE(norm(result.pushed_out), std::min(2.0, 1.25 * sampled) + 1e-12) << w << ' ' << m;
    }
  }
}

/// A view of a world in the plane: turned and mirrored without any rounding.
struct View {
  bool exchange = false;
  double x = 1;
  double y = 1;

  Vec2 operator()(const Vec2& v) const { return exchange ? Vec2{x * v.y, y * v.x} : Vec2{x * v.x, y * v.y}; }
  Obstacles<2> operator()(const Obstacles<2>& world) const {
    Obstacles<2> seen;
    for (const Circle& ball : world.balls) seen.balls.push_back({(*this)(ball.center), ball.radius});
    for (const Segment2& segment : world.segments)
      seen.segments.push_back({(*this)(segment.from), (*this)(segment.to)});
    for (const Aabb2& box : world.boxes) {
      const Vec2 a = (*this)(box.low);
      const Vec2 b = (*this)(box.high);
      seen.boxes.push_back({{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}});
    }
    return seen;
  }
};

TEST(SlideSymmetry, MirrorsAndQuarterTurnsKeepEveryBit) {
  Random random(21);
  for (int w = 0; w < 150; ++w) {
    const Obstacles<2> world = random_obstacles<2>(random);
    const Index2 index = world.index();
    const Circle start = free_start<2>(random, world, circle_at);
    const Vec2 intended = random_intention<2>(random);
    const auto result = move_and_slide(index, start, intended);
    for (const View& view : {View{false, -1, 1}, View{false, 1, -1}, View{true, -1, 1}, View{true, 1, 1}}) {
      const auto seen = move_and_slide(view(world).index(), Circle{view(start.center), 0.5}, view(intended));
      ASSERT_EQ(seen.mover.center, view(result.mover.center)) << "world " << w;
      ASSERT_EQ(seen.end, result.end);
      ASSERT_EQ(seen.contacts.size(), result.contacts.size());
      for (std::size_t k = 0; k < seen.contacts.size(); ++k) {
        EXPECT_EQ(seen.contacts[k].time, result.contacts[k].time);
        EXPECT_EQ(seen.contacts[k].normal, view(result.contacts[k].normal));
      }
    }
  }
}

TEST(SlideSymmetry, MirrorsInSpaceKeepEveryBit) {
  Random random(22);
  for (int w = 0; w < 60; ++w) {
    const Obstacles<3> world = random_obstacles<3>(random);
    const Sphere start = free_start<3>(random, world, sphere_at);
    const Vec3 intended = random_intention<3>(random);
    const auto result = move_and_slide(world.index(), start, intended);
    for (int axis = 0; axis < 3; ++axis) {
      const auto mirror = [&](Vec3 v) {
        v[axis] = -v[axis];
        return v;
      };
      Obstacles<3> seen;
      for (const auto& ball : world.balls) seen.balls.push_back({mirror(ball.center), ball.radius});
      for (const auto& segment : world.segments) seen.segments.push_back({mirror(segment.from), mirror(segment.to)});
      for (const auto& t : world.triangles) seen.triangles.push_back({mirror(t.a), mirror(t.b), mirror(t.c)});
      for (auto box : world.boxes) {
        std::swap(box.low[axis], box.high[axis]);
        seen.boxes.push_back({mirror(box.low), mirror(box.high)});
      }
      const auto mirrored = move_and_slide(seen.index(), Sphere{mirror(start.center), 0.5}, mirror(intended));
      ASSERT_EQ(mirrored.mover.center, mirror(result.mover.center)) << "world " << w << " axis " << axis;
    }
  }
}

TEST(SlideSymmetry, MirrorsAndQuarterTurnsOfCapsulesKeepEveryBit) {
  Random random(23);
  for (int w = 0; w < 60; ++w) {
    const Obstacles<2> world = random_obstacles<2>(random);
    const Capsule2 start = free_start<2>(random, world, capsule_at);
    const Vec2 intended = random_intention<2>(random);
    const auto result = move_and_slide(world.index(), start, intended);
    for (const View& view : {View{false, -1, 1}, View{false, 1, -1}, View{true, -1, 1}, View{true, 1, 1}}) {
      const Capsule2 turned{view(start.from), view(start.to), start.radius};
      const auto seen = move_and_slide(view(world).index(), turned, view(intended));
      ASSERT_EQ(seen.mover.from, view(result.mover.from)) << "world " << w;
      ASSERT_EQ(seen.mover.to, view(result.mover.to)) << "world " << w;
      ASSERT_EQ(seen.end, result.end);
    }
  }
}

/// A view of space, mirrored along an axis, or turned by 90° around z.
struct Mirror {
  int axis = 0;  ///< 3: turned

  Vec3 operator()(Vec3 v) const {
    if (axis == 3) return {-v.y, v.x, v.z};
    v[axis] = -v[axis];
    return v;
  }
  Capsule3 operator()(const Capsule3& capsule) const {
    return {(*this)(capsule.from), (*this)(capsule.to), capsule.radius};
  }
  UprightCylinder operator()(UprightCylinder cylinder) const {
    cylinder.center = (*this)(cylinder.center);
    return cylinder;
  }
  Obstacles<3> operator()(const Obstacles<3>& world) const {
    Obstacles<3> seen;
    for (const auto& ball : world.balls) seen.balls.push_back({(*this)(ball.center), ball.radius});
    for (const auto& segment : world.segments) seen.segments.push_back({(*this)(segment.from), (*this)(segment.to)});
    for (const auto& t : world.triangles) seen.triangles.push_back({(*this)(t.a), (*this)(t.b), (*this)(t.c)});
    for (auto box : world.boxes) {
      const int swapped = axis == 3 ? 1 : axis;
      std::swap(box.low[swapped], box.high[swapped]);
      seen.boxes.push_back({(*this)(box.low), (*this)(box.high)});
    }
    return seen;
  }
};

template <class At>
void expect_mirrors_in_space(const At& at, int worlds, std::uint64_t seed, int views = 3) {
  Random random(seed);
  for (int w = 0; w < worlds; ++w) {
    const Obstacles<3> world = random_obstacles<3>(random);
    const auto start = free_start<3>(random, world, at);
    const Vec3 intended = random_intention<3>(random);
    const auto result = move_and_slide(world.index(), start, intended);
    for (int axis = 0; axis < views; ++axis) {
      const Mirror mirror{axis};
      const auto seen = move_and_slide(mirror(world).index(), mirror(start), mirror(intended));
      ASSERT_EQ(seen.displacement, mirror(result.displacement)) << "world " << w << " axis " << axis;
      ASSERT_EQ(seen.end, result.end);
    }
  }
}

TEST(SlideSymmetry, MirrorsOfCapsulesAndCylindersInSpaceKeepEveryBit) {
  expect_mirrors_in_space(upright_capsule_at, 25, 24);
  expect_mirrors_in_space(leaning_capsule_at, 25, 25);
  // Cylinders are round: quarter turns as well.
  expect_mirrors_in_space(cylinder_at, 25, 26, 4);
}

template <class T>
void shuffle(std::vector<T>& all, Random& random) {
  for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[random.below(k)]);
}

template <int D, class At>
void expect_no_order(const At& at, int worlds, std::uint64_t seed) {
  Random random(seed);
  for (int w = 0; w < worlds; ++w) {
    Obstacles<D> world = random_obstacles<D>(random);
    auto mover = free_start<D>(random, world, at);
    for (int m = 0; m < 5; ++m) {
      const Vec<D> intended = random_intention<D>(random);
      const auto result = move_and_slide(world.index(), mover, intended);
      shuffle(world.balls, random);
      shuffle(world.segments, random);
      shuffle(world.boxes, random);
      shuffle(world.triangles, random);
      const auto shuffled = move_and_slide(world.index(), mover, intended);
      ASSERT_EQ(shuffled.displacement, result.displacement) << "world " << w << " move " << m;
      ASSERT_EQ(shuffled.end, result.end);
      ASSERT_EQ(shuffled.contacts.size(), result.contacts.size());
      mover = result.mover;
    }
  }
}

TEST(SlideSymmetry, TheOrderOfItemsMeansNothing) {
  expect_no_order<2>(circle_at, 60, 31);
  expect_no_order<2>(capsule_at, 30, 32);
  expect_no_order<3>(sphere_at, 30, 33);
  expect_no_order<3>(cylinder_at, 3, 34);
}

}  // namespace
}  // namespace carom::testing
