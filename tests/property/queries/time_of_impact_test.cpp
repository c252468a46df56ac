#include "carom/query/time_of_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

// Laws that hold bit for bit where the change of view is exact in floating point: integers, powers of two, signs and
// order.
namespace carom {
namespace {

struct Pair {
  Circle a;
  Circle b;
  Accelerating2 motion_a;
  Accelerating2 motion_b;
};

class Pairs {
 public:
  Pair operator()(bool accelerating) {
    const auto bend = [&] { return accelerating ? vector(2) : Vec2{}; };
    return {{vector(8), number(0, 2)}, {vector(8), number(0, 2)}, {vector(3), bend()}, {vector(3), bend()}};
  }

 private:
  /// 20 bits, so that sums with integers are exact.
  double number(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 44) * 0x1p-20);
  }
  Vec2 vector(double size) { return {number(-size, size), number(-size, size)}; }

  std::mt19937_64 engine_{2026};
};

std::optional<Impact<2>> ask(const Pair& q) {
  return time_of_impact(q.a, q.motion_a, q.b, q.motion_b);
}

template <class Change>
void expect_same_time(const Change& change, double time_scale = 1) {
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) {
    const Pair q = pairs(i % 4 == 0);
    const auto before = ask(q);
    const auto after = ask(change(q));
    ASSERT_EQ(before.has_value(), after.has_value());
    if (before) {
      ASSERT_EQ(time_scale * before->time, after->time);
    }
  }
}

TEST(TimeOfImpactLaws, TheOrderOfTheShapesDoesNotMatter) {
  expect_same_time([](const Pair& q) { return Pair{q.b, q.a, q.motion_b, q.motion_a}; });
}

TEST(TimeOfImpactLaws, ACommonVelocityDoesNotMatter) {
  expect_same_time([](Pair q) {
    q.motion_a.velocity += {5, -3};
    q.motion_b.velocity += {5, -3};
    return q;
  });
}

TEST(TimeOfImpactLaws, ACommonPlaceDoesNotMatter) {
  expect_same_time([](Pair q) {
    q.a.center += {1024, -4096};
    q.b.center += {1024, -4096};
    return q;
  });
}

TEST(TimeOfImpactLaws, AMirrorImageCollidesAtTheSameTime) {
  expect_same_time([](Pair q) {
    for (Vec2* v : {&q.a.center, &q.b.center, &q.motion_a.velocity, &q.motion_b.velocity, &q.motion_a.acceleration,
                    &q.motion_b.acceleration})
      v->x = -v->x;
    return q;
  });
}

TEST(TimeOfImpactLaws, LengthHasNoUnit) {
  expect_same_time([](const Pair& q) {
    const double s = 0x1p-20;
    return Pair{{s * q.a.center, s * q.a.radius},
                {s * q.b.center, s * q.b.radius},
                {s * q.motion_a.velocity, s * q.motion_a.acceleration},
                {s * q.motion_b.velocity, s * q.motion_b.acceleration}};
  });
}

TEST(TimeOfImpactLaws, TimeHasNoUnit) {
  expect_same_time(
      [](Pair q) {
        const double s = 0x1p-10;
        q.motion_a = {s * q.motion_a.velocity, s * s * q.motion_a.acceleration};
        q.motion_b = {s * q.motion_b.velocity, s * s * q.motion_b.acceleration};
        return q;
      },
      0x1p10);
}

TEST(TimeOfImpactLaws, NormalsAreOppositeFromTheOtherSide) {
  Pairs pairs;
  for (int i = 0; i < 2000; ++i) {
    const Pair q = pairs(i % 4 == 0);
    const auto one = ask(q);
    const auto other = ask({q.b, q.a, q.motion_b, q.motion_a});
    if (one) {
      ASSERT_EQ(one->normal, -other->normal);
    }
  }
}

}  // namespace
}  // namespace carom
