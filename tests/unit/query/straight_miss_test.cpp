#include "query/straight/straight_miss.hpp"

#include <gtest/gtest.h>

#include <random>

#include "query/parts/box_parts.hpp"
#include "query/parts/triangle_parts.hpp"

// Paths made so that the ball reaches a chosen point of the shape: no proof may say that they miss.
namespace carom::query {
namespace {

class Dice {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  bool one_in(int n) { return engine_() % static_cast<std::uint64_t>(n) == 0; }
  /// Some coordinates are 0, some sizes far from 1.
  Vec3 vector(double size) {
    Vec3 v;
    for (int k = 0; k < 3; ++k) v[k] = one_in(5) ? 0 : between(-size, size);
    return v;
  }
  double power(double low, double high) { return std::exp2(between(low, high)); }

 private:
  std::mt19937_64 engine_{29};
};

/// It comes as near to the point as its radius, but for `less`, at a time before the end.
StraightPath<3> reaching(const Vec3& point, double less, Dice& dice) {
  StraightPath<3> path;
  path.w = dice.vector(dice.power(-20, 20));
  path.radius = dice.one_in(4) ? 0 : dice.power(-10, 4);
  const double time = dice.one_in(4) ? 0 : dice.power(-10, 10) / (norm(path.w) + 1);
  path.end = dice.one_in(4) ? kForever : dice.one_in(3) ? time : time * dice.between(1, 3);
  const Vec3 away = dice.vector(1);
  const Vec3 offset = is_zero(away) ? away : ((1 - less) * path.radius / norm(away)) * away;
  path.p = point + offset - time * path.w;
  return path;
}

TEST(StraightMiss, NoTriangleThatIsReachedIsProvedMissed) {
  Dice dice;
  for (int i = 0; i < 200'000; ++i) {
    const double size = dice.power(-6, 6);
    const Vec3 far = dice.one_in(3) ? dice.vector(1000) : Vec3{};
    Triangle t{far + dice.vector(size), far + dice.vector(size), far + dice.vector(size)};
    if (dice.one_in(8)) t.c = t.a + 0.5 * (t.b - t.a) + dice.vector(1e-9 * size);
    // A corner, a point of an edge, or of the face; inside by more than what placing it there rounds away.
    const double u = dice.one_in(3) ? 0 : dice.between(0.01, 0.49);
    const double v = dice.one_in(3) ? 0 : dice.between(0.01, 0.49);
    const Vec3 point = t.a + u * (t.b - t.a) + v * (t.c - t.a);
    StraightPath<3> path = reaching(point, 0x1p-20, dice);
    path.radius += 0x1p-40 * (norm(path.p) + norm(point) + norm(far) + size);
    ASSERT_FALSE(surely_misses(path, t)) << i;
  }
}

TEST(StraightMiss, NoBoxThatIsReachedIsProvedMissed) {
  Dice dice;
  for (int i = 0; i < 200'000; ++i) {
    const Vec3 low = dice.vector(100);
    const double size = dice.power(-6, 6);
    const Aabb3 box{low, low + Vec3{dice.between(0, size), dice.between(0, size), dice.between(0, size)}};
    Vec3 point;
    for (int k = 0; k < 3; ++k)
      point[k] = dice.one_in(3) ? box.low[k] : dice.one_in(2) ? box.high[k] : dice.between(box.low[k], box.high[k]);
    StraightPath<3> path = reaching(point, 0x1p-20, dice);
    path.radius += 0x1p-40 * (norm(path.p) + norm(point) + 100);
    ASSERT_FALSE(surely_misses(path, box)) << i;
    ASSERT_FALSE(disjoint(reach(path), box)) << i;
  }
}

TEST(StraightMiss, MostMissesAreProved) {
  Dice dice;
  int proved = 0;
  constexpr int kPaths = 10'000;
  for (int i = 0; i < kPaths; ++i) {
    const Triangle t{dice.vector(1), dice.vector(1), dice.vector(1)};
    const Vec3 w = dice.vector(1);
    // Beside all of the triangle, which is within 3 of the origin.
    const Vec3 side = cross(w, dice.vector(1));
    if (is_zero(side)) continue;
    proved += surely_misses({(5 / norm(side)) * side, w, 1, 10}, t) ? 1 : 0;
  }
  EXPECT_GT(proved, kPaths / 2);
}

}  // namespace
}  // namespace carom::query
