#include <gtest/gtest.h>

#include <cmath>

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

/// A view of space, mirrored along an axis.
struct Mirror {
  int axis = 0;

  Vec3 operator()(Vec3 v) const {
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
      std::swap(box.low[axis], box.high[axis]);
      seen.boxes.push_back({(*this)(box.low), (*this)(box.high)});
    }
    return seen;
  }
};

template <class At>
void expect_mirrors_in_space(const At& at, int worlds, std::uint64_t seed) {
  Random random(seed);
  for (int w = 0; w < worlds; ++w) {
    const Obstacles<3> world = random_obstacles<3>(random);
    const auto start = free_start<3>(random, world, at);
    const Vec3 intended = random_intention<3>(random);
    const auto result = move_and_slide(world.index(), start, intended);
    for (int axis = 0; axis < 3; ++axis) {
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
  expect_mirrors_in_space(cylinder_at, 25, 26);
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
