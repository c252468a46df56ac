#include "carom/query/bounded.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "carom/query/clip_motion.hpp"
#include "carom/shape/bounding.hpp"

// Expected: what the shape answers without its bound.
namespace carom {
namespace {

class Random {
 public:
  double operator()(double size) { return std::ldexp(std::round(std::ldexp(uniform_(engine_), 4)), -4) * size; }
  Vec2 vec(double size) { return {(*this)(size), (*this)(size)}; }

 private:
  std::mt19937_64 engine_{11};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

void expect_same(const std::optional<Impact<2>>& a, const std::optional<Impact<2>>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->time, b->time);
  EXPECT_EQ(a->point, b->point);
  EXPECT_EQ(a->normal, b->normal);
  EXPECT_EQ(a->start, b->start);
}

template <class Bound>
int misses_of_bound_and_same_answers(Bound (*bound_of)(const Polygon&)) {
  Random random;
  int missed = 0;
  for (int i = 0; i < 4000; ++i) {
    Polygon polygon{.vertices = {}, .closed = i % 2 == 0, .sides = i % 3 == 0 ? Sides::front : Sides::two};
    while (polygon.vertices.size() < 6) {
      const Vec2 next = random.vec(2);
      if (polygon.vertices.empty() || (next != polygon.vertices.back() && next != polygon.vertices.front()))
        polygon.vertices.push_back(next);
    }
    const Bounded bounded{bound_of(polygon), polygon};
    const Circle ball{random.vec(6), std::fabs(random(1))};
    const Motion2 motion = i % 5 == 0 ? Motion2(Accelerating2{random.vec(1), random.vec(1)}) : Linear2{random.vec(4)};
    const Motion2 other = Linear2{random.vec(1)};
    const double horizon = i % 4 == 0 ? kForever : std::fabs(random(4));
    expect_same(time_of_impact(ball, motion, bounded, other, horizon),
                time_of_impact(ball, motion, polygon, other, horizon));
    EXPECT_EQ(verdict(ball, motion, bounded, other, horizon), verdict(ball, motion, polygon, other, horizon));
    EXPECT_EQ(overlap(ball, bounded), overlap(ball, polygon));
    EXPECT_EQ(contact(ball, bounded).has_value(), contact(ball, polygon).has_value());
    EXPECT_EQ(clip_motion(ball, motion, bounded, other, 2.0).fraction,
              clip_motion(ball, motion, polygon, other, 2.0).fraction);
    missed += verdict(ball, motion, bounded.bound, other, horizon) == Verdict::miss ? 1 : 0;
  }
  return missed;
}

TEST(Bounded, APolygonInItsSmallestBallAnswersAsThePolygonAlone) {
  EXPECT_GT(misses_of_bound_and_same_answers<Circle>([](const Polygon& p) { return smallest_ball(p.vertices); }), 100);
}

TEST(Bounded, APolygonInItsSmallestBoxAnswersAsThePolygonAlone) {
  EXPECT_GT(misses_of_bound_and_same_answers<Aabb2>([](const Polygon& p) { return smallest_box(p.vertices); }), 100);
}

TEST(Bounded, AsksTheShapeOnlyWhereTheBoundIsMet) {
  // A bound that does not hold its shape: what lies outside of it is not seen.
  const Bounded wrong{Circle{{0, 0}, 1}, Segment2{{10, -1}, {10, 1}}};
  const Linear2 right{{1, 0}};
  EXPECT_FALSE(time_of_impact(Circle{{5, 0}, 1}, right, wrong));
  EXPECT_FALSE(overlap(Circle{{10, 0}, 1}, wrong));
  EXPECT_FALSE(contact(Circle{{10, 0}, 1}, wrong));
  EXPECT_TRUE(time_of_impact(Circle{{-5, 0}, 1}, right, wrong));
}

}  // namespace
}  // namespace carom
